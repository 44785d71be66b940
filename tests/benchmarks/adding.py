"""``python -m tests.benchmarks.adding --documents 10000``: what adding some documents costs.

A library of spliced documents is read and searched, again unchanged, and once more with a hundred
documents added; with ``--partial`` also copies of a part are looked for. Processor time counts,
with that of worker processes; the clock tells more about what else the machine does.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import time
from pathlib import Path

from simhash_gui.services.detection.pairs import DetectionOptions
from simhash_gui.services.detection.search import detect
from simhash_gui.services.importing.adding import add_paths
from simhash_gui.services.importing.importing import ImportOptions, import_folders
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.libraries import FolderRole, open_library
from tests.benchmarks.contenders.serving import cpu_s
from tests.benchmarks.results import say
from tests.benchmarks.spliced import spliced_set

_ADDED = 100
_DATA = Path(".benchmarks/data")
_CORPORA = Path("../shared/corpora")


def main() -> int:
    """Scan three times."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.adding", description=__doc__)
    parser.add_argument("--documents", type=int, default=10_000)
    parser.add_argument("--corpora", type=Path, default=_CORPORA)
    parser.add_argument("--partial", action="store_true")
    options = parser.parse_args()
    if not options.corpora.is_dir():
        say(f"needs {options.corpora}, which is not part of this project")
        return 1
    source = spliced_set(_DATA, options.corpora, options.documents + _ADDED) / "docs"
    paths = sorted(source.iterdir())
    with tempfile.TemporaryDirectory() as folder:
        docs, library = Path(folder) / "docs", Path(folder) / "library.simhash"
        docs.mkdir()
        _place(paths[: options.documents], docs)
        wanted = DetectionOptions(partial=options.partial)
        _scan("first", docs, library, wanted)
        _scan("again", docs, library, wanted)
        _place(paths[options.documents :], docs)
        _scan(f"with {_ADDED} added", docs, library, wanted)
    return 0


def _place(paths: list[Path], folder: Path) -> None:
    for path in paths:
        shutil.copyfile(path, folder / path.name)


def _scan(name: str, docs: Path, path: Path, options: DetectionOptions) -> None:
    begun_s, before_s = time.monotonic(), cpu_s()
    with open_library(path) as library:
        add_paths(library, [docs], FolderRole.NORMAL)
        import_folders(library, None, ImportOptions(), JobControl())
        read_s = cpu_s() - before_s
        pairs = detect(library, options, JobControl()).pair_count
    clock_s, spent_s = time.monotonic() - begun_s, cpu_s() - before_s
    say(
        f"{name}: {spent_s:.1f} s of processor time, {read_s:.1f} of them for reading; "
        f"{clock_s:.1f} s by the clock, {pairs:,} pairs"
    )


if __name__ == "__main__":
    sys.exit(main())
