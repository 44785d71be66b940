"""How long one check takes: a text of 20,000 characters that comes from 20 documents of a library.

The library is one that ``sourcing`` made with ``--keep``. Each round asks twice, as the page does
and as the command does, with cold and with warm caches. Cold: the operating system is told to drop
the pages of the library and of the program (``posix_fadvise``), which takes no rights; it keeps
those that another process has mapped.

    python -m tests.benchmarks.sourcing CORPORA --documents 50000 --manuscripts 0 --keep HOME
    python -m tests.benchmarks.sourcing_latency HOME [--rounds 5]
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event

import PySide6

import simhash_gui
from simhash_gui.services.checking.findings import CheckSettings
from simhash_gui.services.detection.pairs import DetectionOptions
from simhash_gui.ui.check.check_desk import RemoteCheckDesk
from tests.benchmarks.results import say

_CHARACTERS, _SOURCES = 20_000, 20
Times = dict[str, float]


def question(documents: Path, characters: int, sources: int) -> str:
    """Pieces of so many documents, one after another."""
    source = random.Random(20)
    size = characters // sources
    pieces: list[str] = []
    for path in source.sample(sorted(documents.rglob("*.txt")), 4 * sources):
        text = path.read_text("utf-8")
        if len(text) > size and len(pieces) < sources:
            start = source.randrange(len(text) - size + 1)
            pieces.append(text[start : start + size - 1])
    return "\n".join(pieces)


def drop_caches(library: Path) -> None:
    """Have the library and the program read from disk again."""
    for path in (library, *_program()):
        with path.open("rb") as stream:
            os.posix_fadvise(stream.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def _program() -> Iterator[Path]:
    """Our modules, the packages that they use, and the interpreter."""
    site = Path(PySide6.__file__).parents[1]
    for folder in (Path(simhash_gui.__file__).parent, site):
        yield from (path for path in folder.rglob("*") if path.is_file())
    yield Path(sys.executable).resolve()


def ask_page(library: Path, text: Path) -> Times:
    """From the drop of a file to the first source, and to the last.

    Once in the moment in which the page comes to the front, and once a little later, when its desk
    is prepared.
    """
    times: Times = {}
    for state, is_prepared in (("page just opened", False), ("page in front", True)):
        desk = RemoteCheckDesk(library)
        try:
            started = time.perf_counter()
            if is_prepared:
                desk.prepare()
                times["preparation"] = time.perf_counter() - started
                started = time.perf_counter()
            judged = desk.begin(text, DetectionOptions(), CheckSettings(), Event())
            times[f"{state}, first sources"] = time.perf_counter() - started
            while not judged.is_complete:
                judged = desk.go_on(CheckSettings(), Event())
            times[f"{state}, complete"] = time.perf_counter() - started
            times["sources"] = len(judged.findings.sources)
        finally:
            desk.end()
    return times


def ask_command(library: Path, text: Path) -> Times:
    """From the start of the program to its answer as JSON."""
    command = [sys.executable, "-m", "simhash_gui", "check", str(text), "--library", str(library)]
    started, before = time.perf_counter(), os.times()
    subprocess.run([*command, "--format", "json"], check=False, capture_output=True)
    clock, after = time.perf_counter() - started, os.times()
    spent = after.children_user + after.children_system
    return {
        "command": clock,
        "command, processor time": spent - before.children_user - before.children_system,
    }


def main() -> None:
    """Measure in turns, and print a table of medians."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("home", type=Path, help="what sourcing --keep made")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    library = options.home / "library.simhash"
    asks: tuple[Callable[[Path, Path], Times], ...] = (ask_page, ask_command)
    found: dict[str, dict[str, list[float]]] = {}
    with tempfile.TemporaryDirectory() as made:
        text = Path(made) / "question.txt"
        text.write_text(question(options.home / "documents", _CHARACTERS, _SOURCES), "utf-8")
        for _ in range(options.rounds):
            for state in ("cold", "warm"):
                for ask in asks:
                    if state == "cold":
                        drop_caches(library)
                    for name, value in ask(library, text).items():
                        found.setdefault(name, {}).setdefault(state, []).append(value)
    say(f"load {os.getloadavg()[0]:.1f} of {os.cpu_count()} processors")
    say("| | cold, median (most) | warm, median (most) |\n|---|---|---|")
    for name, states in found.items():
        cells = [f"{statistics.median(all_):.2f} ({max(all_):.2f})" for all_ in states.values()]
        say(f"| {name} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
