"""How fast each format is read, beside the libraries that read it too.

``python -m tests.benchmarks.formats``. Contenders take turns on the same documents, each in a
process of its own; the score says how much of the text each one finds. Results go to
``.benchmarks/formats.json`` and, ours beside the fastest peer, to ``.benchmarks/formats.md``.
Rates are by processor time, which the load of a shared machine disturbs less.
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from itertools import groupby
from pathlib import Path

from tests.benchmarks.environments import Peer, PeerUnavailableError, interpreter_of
from tests.benchmarks.made_files import FORMATS, LANGUAGES, Format, make, texts
from tests.benchmarks.processes import Child, ContenderFailedError
from tests.benchmarks.results import OURS, say

ROOT = Path(__file__).resolve().parents[2]
_DOCUMENTS = 60
_ROUNDS = 5
_LEAST_F1 = 0.9
_NEEDS_CORPORA = "needs ../shared/corpora, which is not part of this project"

# One environment for all: these get along with each other, and only the chosen one is imported.
LIBRARIES = Peer(
    "readers",
    (
        "docx2txt", "python-pptx", "openpyxl", "python-calamine", "xlrd", "striprtf", "pypdf",
        "pypdfium2", "selectolax", "odfpy", "chardet", "markdown-it-py", "srt", "pylatexenc",
        "odfdo", "python-docx", "ebooklib", "orgparse",
    ),
)  # fmt: skip

PEERS: Mapping[str, tuple[str, ...]] = {
    "txt": ("chardet",),
    "txt, GB18030": ("chardet",),
    "md": ("markdown-it-py and selectolax",),
    "html": ("selectolax",),
    "mhtml": ("email and selectolax",),
    "eml": ("email",),
    "docx": ("docx2txt",),
    "doc": ("antiword",),
    "odt": ("odfdo", "odfpy", "zipfile and ElementTree"),
    "rtf": ("striprtf",),
    "epub": ("zipfile and selectolax",),
    "pdf": ("pypdfium2", "pypdf"),
    "pptx": ("python-pptx",),
    "xlsx": ("python-calamine", "openpyxl"),
    "xls": ("xlrd", "python-calamine"),
    "csv": ("csv",),
    "tex": ("pylatexenc",),
    "org": ("orgparse",),
    "srt": ("srt",),
    "json": ("json",),
    "xml": ("ElementTree",),
}


def _peers_of(format_: Format) -> tuple[str, ...]:
    """Those of the format, whatever program made the files."""
    return PEERS.get(format_.name) or PEERS[format_.name.partition(",")[0]]


@dataclass(frozen=True, slots=True)
class Measured:
    """How one contender read the documents of one format and language."""

    format: str
    language: str
    contender: str
    documents: int
    size_bytes: int
    wall_s: float
    """For all documents once; the median of the rounds, like the processor time."""
    cpu_s: float
    f1: float

    @property
    def is_ours(self) -> bool:
        return self.contender == OURS

    @property
    def rates(self) -> str:
        """Documents and megabytes a second of processor time, and the score."""
        megabytes = self.size_bytes / self.cpu_s / 1e6
        return f"{self.documents / self.cpu_s:,.0f} | {megabytes:,.1f} | {self.f1:.4f}"


@dataclass(slots=True)
class Race:
    """Lets contenders read by turns; ``skipped`` says what could not be measured."""

    folder: Path
    rounds: int
    with_peers: bool
    skipped: list[str] = field(default_factory=list)

    def run(
        self, format_: Format, language: str, paths: Sequence[Path], truth: Sequence[str]
    ) -> list[Measured]:
        """Ours first, then the peers."""
        arguments = {"folder": str(paths[0].parent), "truth": truth}
        size_bytes = sum(path.stat().st_size for path in paths)
        with ExitStack() as stack:
            children = list(self._children(format_, stack, arguments))
            turns = [
                [child.call("turn").result for _, child in children] for _ in range(self.rounds)
            ]
            scores = [child.call("score").result for _, child in children]
        found = [
            Measured(
                format_.name,
                language,
                name,
                len(paths),
                size_bytes,
                statistics.median(turn[i]["wall_s"] for turn in turns),
                statistics.median(turn[i]["cpu_s"] for turn in turns),
                scores[i],
            )
            for i, (name, _) in enumerate(children)
        ]
        say(
            "\n".join(f"{format_.name}, {language}: {one.contender} | {one.rates}" for one in found)
        )
        return found

    def _children(
        self, format_: Format, stack: ExitStack, arguments: Mapping[str, object]
    ) -> Iterator[tuple[str, Child]]:
        peers = _peers_of(format_) if self.with_peers else ()
        for name in (OURS, *peers):
            try:
                child = stack.enter_context(self._child(name))
                chosen = {} if name == OURS else {"reader": name}
                child.call("load", **chosen, **arguments)
            except (PeerUnavailableError, ContenderFailedError) as error:
                self.skip(f"{format_.name} by {name}: {error}")
            else:
                yield name, child

    def _child(self, name: str) -> Child:
        if name == OURS:
            return Child(Path(sys.executable), "ours_readers.py")
        if name == "antiword" and not shutil.which(name):
            raise PeerUnavailableError("not installed")
        return Child(interpreter_of(LIBRARIES, self.folder / "venvs"), "peer_readers.py")

    def skip(self, reason: str) -> None:
        """Note and show what could not be measured."""
        self.skipped.append(reason)
        say(f"skipped: {reason}")


def main(arguments: Sequence[str]) -> int:
    """Measure the chosen formats, all unless told."""
    options = _parser().parse_args(arguments)
    race = Race(options.folder, options.rounds, not options.no_peers)
    formats = [FORMATS[name] for name in options.only or FORMATS]
    measured: list[Measured] = []
    for language, name in LANGUAGES.items():
        documents = texts(options.corpora, language, options.documents)
        if not documents:
            race.skip(f"{name}: {_NEEDS_CORPORA}")
            continue
        for format_ in (one for one in formats if language in one.languages):
            folder = options.folder / "data" / f"{language}-{options.documents}-{format_.name}"
            paths = make(folder, format_, documents)
            if paths:
                measured += race.run(format_, name, paths, ["\n".join(text) for text in documents])
            else:
                race.skip(f"{format_.name}: {format_.conversion[0]} is not installed")
    _write(options.folder, measured, race.skipped)
    return 0


def table(measured: Sequence[Measured]) -> str:
    """Ours beside the fastest peer, in Markdown."""
    ordered = sorted(measured, key=lambda one: list(FORMATS).index(one.format))
    groups = groupby(ordered, key=lambda one: (one.format, one.language))
    return "\n".join([_HEAD, *(_line(list(group)) for _, group in groups)]) + "\n"


_HEAD = """\
| format | language | documents/s | MB/s | F1 | fastest peer | documents/s | MB/s | F1 | ours × |
|---|---|---:|---:|---:|---|---:|---:|---:|---:|"""


def _line(rows: Sequence[Measured]) -> str:
    ours = next(row for row in rows if row.is_ours)
    peers = [row for row in rows if not row.is_ours]
    if not peers:
        return f"| {ours.format} | {ours.language} | {ours.rates} | | | | | |"
    peer = _fastest(peers)
    ratio = f"{peer.cpu_s / ours.cpu_s:.2f}"
    theirs = f"{peer.contender} | {peer.rates} | {ratio}"
    return f"| {ours.format} | {ours.language} | {ours.rates} | {theirs} |"


def _fastest(peers: Sequence[Measured]) -> Measured:
    """Of those that find the text, or else the one that finds the most."""
    readers = [row for row in peers if row.f1 > _LEAST_F1]
    return (
        min(readers, key=lambda row: row.cpu_s) if readers else max(peers, key=lambda row: row.f1)
    )


def _write(folder: Path, measured: Sequence[Measured], skipped: Sequence[str]) -> None:
    document = {"skipped": skipped, "measured": [asdict(one) for one in measured]}
    text = json.dumps(document, indent=1, ensure_ascii=False)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "formats.json").write_text(text + "\n", "utf-8")
    missing = "".join(f"\nskipped: {reason}\n" for reason in skipped)
    (folder / "formats.md").write_text(table(measured) + missing, "utf-8")
    say(table(measured))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.formats", description=__doc__)
    parser.add_argument("--only", action="append", choices=list(FORMATS), help="may be repeated")
    parser.add_argument("--documents", type=int, default=_DOCUMENTS, help="of each language")
    parser.add_argument("--rounds", type=int, default=_ROUNDS)
    parser.add_argument("--no-peers", action="store_true", help="measure ours alone")
    parser.add_argument("--folder", type=Path, default=ROOT / ".benchmarks")
    parser.add_argument("--corpora", type=Path, default=ROOT.parent / "shared" / "corpora")
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
