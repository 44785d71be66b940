"""A whole import of very many documents of all formats, and who was busy meanwhile.

``python -m tests.benchmarks.import_mixed``. Read, extract, fingerprint, prepare for comparison and
store, with 1 and 2 workers, each time into a new library. Results go to ``.benchmarks/import.json``
and ``.benchmarks/import.md``. On a machine that does other things too a worker cannot compute all
the time: it counts as busy, too, while it is ready and waits for a processor (Linux tells).
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from tests.benchmarks.made_files import FORMATS, LANGUAGES, Format, make, texts
from tests.benchmarks.processes import Child
from tests.benchmarks.results import say

ROOT = Path(__file__).resolve().parents[2]
_DOCUMENTS = 10_000
_CONVERTED = 60
_FILES_A_FOLDER = 500
_STAMP = "Stamp 00000000"


def main(arguments: Sequence[str]) -> int:
    """Measure with each number of workers."""
    options = _parser().parse_args(arguments)
    if not options.corpora.is_dir():
        say("skipped: needs ../shared/corpora, which is not part of this project")
        return 0
    folder = mixed_documents(
        options.folder / "data", options.corpora, options.documents, options.only
    )
    runs = [_run(folder, workers) for workers in options.workers]
    text = json.dumps(runs, indent=1)
    (options.folder / "import.json").write_text(text + "\n", "utf-8")
    (options.folder / "import.md").write_text(table(runs), "utf-8")
    say(table(runs))
    return 0


def mixed_documents(data: Path, corpora: Path, count: int, only: Sequence[str] | None) -> Path:
    """A folder of ``count`` documents, made when it is not there: each format as often."""
    folder = data / f"mixed-{count}{''.join(f'-{name}' for name in only or ())}"
    if not folder.exists():
        data.mkdir(parents=True, exist_ok=True)
        unfinished = Path(tempfile.mkdtemp(dir=data))
        for number, (name, content) in enumerate(_files(data, corpora, count, only or [*FORMATS])):
            part = unfinished / f"{number // _FILES_A_FOLDER:03}"
            part.mkdir(exist_ok=True)
            (part / f"{number:06}{name}").write_bytes(content)
        unfinished.rename(folder)
    return folder


def _files(
    data: Path, corpora: Path, count: int, names: Sequence[str]
) -> Iterator[tuple[str, bytes]]:
    """Suffix and content; languages and formats by turns."""
    documents = {language: cycle(texts(corpora, language, count)) for language in LANGUAGES}
    turns = [
        (language, FORMATS[name])
        for name in names
        for language in LANGUAGES
        if language in FORMATS[name].languages
    ]
    converted = {
        (language, one.name): paths
        for language, one in turns
        if one.conversion and (paths := _converted(data, corpora, language, one))
    }
    turns = [
        turn for turn in turns if not turn[1].conversion or (turn[0], turn[1].name) in converted
    ]
    for number, (language, one) in enumerate(islice(cycle(turns), count)):
        if one.conversion:
            paths = converted[language, one.name]
            path = paths[number % len(paths)]
            yield path.suffix, _stamped(path.read_bytes(), number)
        else:
            yield one.suffix, one.write(next(documents[language]))


def _converted(data: Path, corpora: Path, language: str, format_: Format) -> list[Path]:
    """Some files that take long to make, with a stamp in them that can be changed."""
    documents = [[_STAMP, *text] for text in texts(corpora, language, _CONVERTED)]
    return make(data / f"{language}-stamped-{format_.name}", format_, documents)


def _stamped(content: bytes, number: int) -> bytes:
    stamp = f"Stamp {number:08}"
    for encoding in ("ascii", "utf-16-le"):
        content = content.replace(_STAMP.encode(encoding), stamp.encode(encoding))
    return content


def _run(folder: Path, workers: int) -> dict[str, Any]:
    size_bytes = sum(path.stat().st_size for path in folder.rglob("*.*"))
    home = Path(tempfile.mkdtemp(dir=folder.parent))
    try:
        with Child(Path(sys.executable), "ours_import.py") as child:
            library = home / "library.simhash"
            answer = child.call("run", folder=str(folder), library=str(library), workers=workers)
    finally:
        shutil.rmtree(home)
    return {"workers": workers, "size_bytes": size_bytes, **answer.result}


def table(runs: Sequence[Mapping[str, Any]]) -> str:
    """One line for each number of workers, in Markdown."""
    return "\n".join([_HEAD, *map(_line, runs)]) + "\n"


_HEAD = """\
| workers | documents | failed | s | documents/s | MB/s | workers computing | workers busy \
| main process computing | writing | main MB | largest worker MB | processor time |
|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|"""


def _line(run: Mapping[str, Any]) -> str:
    cells = [
        f"{run['workers']}",
        f"{run['read']:,}",
        f"{run['failed']:,}",
        f"{run['wall_s']:.1f}",
        f"{run['read'] / run['wall_s']:,.0f}",
        f"{run['size_bytes'] / run['wall_s'] / 1e6:.1f}",
        *(f"{run[share]:.0%}" for share in ("workers_cpu", "workers_busy", "main_cpu", "writing")),
        f"{run['main_peak_bytes'] / 1e6:,.0f}",
        f"{run['worker_peak_bytes'] / 1e6:,.0f}",
        f"{run['workers_cpu_s']:.1f} s + {run['main_cpu_s']:.1f} s",
    ]
    return f"| {' | '.join(cells)} |"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.import_mixed")
    parser.add_argument("--documents", type=int, default=_DOCUMENTS)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--only", action="append", choices=list(FORMATS), help="may be repeated")
    parser.add_argument("--folder", type=Path, default=ROOT / ".benchmarks")
    parser.add_argument("--corpora", type=Path, default=ROOT.parent / "shared" / "corpora")
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
