"""How much of real documents our readers find, and the libraries that could replace them.

``python -m tests.benchmarks.readers --files FOLDER`` reads ``FOLDER/KIND/NAME.EXTENSION``; the text
of each is known from ``NAME.txt`` beside it. Where that is missing, ``--references`` has another
program write it first: LibreOffice (RTF, ODT, DOC), pandoc (DOCX, EPUB, TeX, Org) or pdftotext
(PDF). What is not there is not measured; documents of others do not belong to this project.

``--hostile N`` gives each reader and library N broken files of each format (those of the fuzzing)
and the crafted ones below, and counts those that it reads or refuses, and those that take more than
20 seconds or a gigabyte, or end the process.

Token F1 does not see the order of words, so the Jaccard of shingles of four tokens stands beside
it. Times are of the processor. The tables go to ``.benchmarks/readers.md``.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from threading import Timer

from tests.benchmarks.contenders.reading import f1, jaccard, tokens
from tests.benchmarks.environments import PeerUnavailableError, interpreter_of
from tests.benchmarks.formats import LIBRARIES, ROOT
from tests.benchmarks.processes import Child, ContenderFailedError
from tests.benchmarks.results import OURS, say
from tests.fuzzing.mutations import mutant
from tests.fuzzing.seeds import seeds_by_format

PEERS: Mapping[str, Sequence[str]] = {
    "pdf": (
        "ours, broken words left",
        "ours, running heads left",
        "ours, with regular lines",
        "pypdfium2",
        "pypdf",
    ),
    "rtf": ("striprtf",),
    "odt": ("odfdo", "odfpy"),
    "tex": ("pylatexenc",),
    "docx": ("docx2txt", "python-docx"),
    "doc": ("antiword",),
    "epub": ("ebooklib",),
    "org": ("orgparse",),
}
"""What stands beside ours. Those that begin with "ours" are ours without a part."""
_CRAFTED: Mapping[str, Sequence[bytes]] = {
    "rtf": (
        rb"{\rtf1{\fonttbl" + rb"\f1\fcharset1" * 300 + b"}x}",
        rb"{\rtf1" + rb"{\field{\*\fldinst{HYPERLINK " * 20_000 + b"x" + b"}" * 60_001,
        rb"{\rtf1 " + b"{" * 300_000 + b"x" + b"}" * 300_001,
    ),
    "tex": (b"\\begin{document}" + b"{" * 50_000, b"\\begin{document}" + b"\\begin{a}" * 20_000),
}
_MIN_TOKENS = 30
_MAX_S, _MAX_BYTES = 20.0, 1 << 30


@dataclass(frozen=True, slots=True)
class Found:
    """What one reader made of one file; ``end`` is ``read``, ``refused``, ``time`` or the like."""

    end: str
    tokens: list[str]
    cpu_s: float


class Contender:
    """One reader in a process of its own, which is started again when a file has ended it."""

    def __init__(self, name: str, folder: Path) -> None:
        self._name = name
        self._folder = folder
        self._child: Child | None = None

    def read(self, path: Path) -> Found:
        """Raises PeerUnavailableError."""
        child = self._child = self._child or self._started(path)
        timer = Timer(_MAX_S, child.kill)
        timer.start()
        try:
            answer = child.call("read", path=str(path))
        except ContenderFailedError:
            self._child = None
            return Found("ended" if timer.is_alive() else "time", [], _MAX_S)
        finally:
            timer.cancel()
        end = "memory" if answer.peak_bytes > _MAX_BYTES else answer.result["end"]
        if end == "memory":
            self.close()
        return Found(end, tokens(answer.result["text"]), answer.cpu_s)

    def close(self) -> None:
        """End the process."""
        if self._child is not None:
            self._child.kill()
            self._child = None

    def _started(self, path: Path) -> Child:
        if self._name == OURS or self._name.startswith("ours,"):
            child = Child(Path(sys.executable), "ours_readers.py")
            child.call("choose", reader=self._name, suffix=path.suffix)
            return child
        if self._name == "antiword" and not shutil.which("antiword"):
            raise PeerUnavailableError("not installed")
        child = Child(interpreter_of(LIBRARIES, self._folder / "venvs"), "peer_readers.py")
        child.call("choose", reader=self._name)
        return child


@dataclass(frozen=True, slots=True)
class Row:
    """How one reader did on one kind of file; scores are of the files that it read."""

    kind: str
    reader: str
    files: int
    read: int
    f1: float
    jaccard: float
    min_jaccard: float
    cpu_ms: float

    def __str__(self) -> str:
        return (
            f"| {self.kind} | {self.reader} | {self.files} | {self.read} | {self.f1:.3f} "
            f"| {self.jaccard:.3f} | {self.min_jaccard:.3f} | {self.cpu_ms:,.1f} |"
        )


_HEAD = """\
| files | reader | number | read | token F1 | mean Jaccard | least Jaccard | ms a file |
|---|---|---:|---:|---:|---:|---:|---:|"""
_HOSTILE_HEAD = "| format | reader | what became of the files |\n|---|---|---|"


def main(arguments: Sequence[str]) -> int:
    """Measure the kinds in a folder, or hostile files, or both."""
    options = _parser().parse_args(arguments)
    lines: list[str] = []
    if options.files is None:
        say("skipped: no folder of real files is given (--files)")
    else:
        lines += [_HEAD, *(str(row) for row in _rows_of_all(options))]
    if options.hostile:
        lines += [_HOSTILE_HEAD, *_hostile(options)]
    options.folder.mkdir(parents=True, exist_ok=True)
    (options.folder / "readers.md").write_text("\n".join(lines) + "\n", "utf-8")
    return 0


def _rows_of_all(options: argparse.Namespace) -> Iterator[Row]:
    for kind in sorted(options.files.iterdir()):
        paths = sorted(path for path in kind.iterdir() if path.suffix != ".txt")
        if options.references:
            _write_references([path for path in paths if not path.with_suffix(".txt").exists()])
        known = {path: _known_tokens(path) for path in paths}
        known = {path: truth for path, truth in known.items() if len(truth) >= _MIN_TOKENS}
        if not known:
            say(f"skipped: of no file in {kind.name} is the text known")
            continue
        for name in (OURS, *PEERS[next(iter(known)).suffix[1:]]):
            yield from _row(kind.name, name, known, options.folder)


def _known_tokens(path: Path) -> list[str]:
    reference = path.with_suffix(".txt")
    return tokens(reference.read_text("utf-8", "replace")) if reference.exists() else []


def _row(kind: str, name: str, known: Mapping[Path, list[str]], folder: Path) -> Iterator[Row]:
    contender = Contender(name, folder)
    try:
        found = [(truth, contender.read(path)) for path, truth in known.items()]
    except PeerUnavailableError as error:
        say(f"skipped: {kind} by {name}: {error}")
        return
    finally:
        contender.close()
    read = [(truth, one) for truth, one in found if one.end == "read"]
    shared = [jaccard(truth, one.tokens) for truth, one in read] or [0.0]
    row = Row(
        kind,
        name,
        len(found),
        len(read),
        fmean([f1(truth, one.tokens) for truth, one in read] or [0.0]),
        fmean(shared),
        min(shared),
        1000 * fmean([one.cpu_s for _, one in read] or [0.0]),
    )
    say(str(row))
    yield row


def _hostile(options: argparse.Namespace) -> Iterator[str]:
    """A line for each format and reader."""
    seeds = seeds_by_format()
    for format_name in (name for name in PEERS if name in (options.only or PEERS)):
        with tempfile.TemporaryDirectory() as folder:
            mutants = (mutant(seeds[format_name], format_name, i) for i in range(options.hostile))
            paths = []
            for number, data in enumerate((*_CRAFTED.get(format_name, ()), *mutants)):
                paths.append(Path(folder) / f"{number}.{format_name}")
                paths[-1].write_bytes(data)
            for name in (OURS, *PEERS[format_name]):
                contender = Contender(name, options.folder)
                try:
                    ends = Counter(contender.read(path).end for path in paths)
                except PeerUnavailableError as error:
                    say(f"skipped: {format_name} by {name}: {error}")
                    continue
                finally:
                    contender.close()
                told = ", ".join(f"{end} {count:,}" for end, count in ends.most_common())
                say(line := f"| {format_name} | {name} | {told} |")
                yield line


def _write_references(paths: Sequence[Path]) -> None:
    """By another program, or not at all."""
    for path in paths:
        command = _reference_command(path)
        if not shutil.which(command[0]):
            say(f"skipped: {path.name}: {command[0]}, which would tell its text, is not installed")
            continue
        try:
            subprocess.run(command, capture_output=True, check=False, timeout=60)
        except subprocess.TimeoutExpired:
            say(f"skipped: {path.name}: {command[0]} takes too long over it")


def _reference_command(path: Path) -> list[str]:
    text = str(path.with_suffix(".txt"))
    match path.suffix:
        case ".pdf":
            return ["pdftotext", str(path), text]
        case ".docx" | ".epub" | ".org":
            return ["pandoc", "-t", "plain", "--wrap=none", str(path), "-o", text]
        case ".tex":
            return ["pandoc", "-f", "latex", "-t", "plain", "--wrap=none", str(path), "-o", text]
    target = ["--convert-to", "txt:Text (encoded):UTF8", "--outdir", str(path.parent)]
    return ["soffice", "--headless", *target, str(path)]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.readers", description=__doc__)
    parser.add_argument("--files", type=Path, help="a folder with a folder for each kind of file")
    parser.add_argument("--references", action="store_true", help="write texts that are missing")
    parser.add_argument("--hostile", type=int, default=0, help="broken files of each format")
    parser.add_argument("--only", action="append", choices=list(PEERS), help="hostile format")
    parser.add_argument("--folder", type=Path, default=ROOT / ".benchmarks")
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
