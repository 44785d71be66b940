"""How many small changes of the program the tests notice: ``python -m tests.mutation.run``.

``.ci/mutation`` makes the environment that has mutmut, and calls this. A random sample of mutants
of each room (the same for the same code and seed) is put, one at a time, into a copy of the
checkout; against each run those tests of its room that reach the changed line, quickest first,
until one fails. A mutant that no test fails is a survivor; one that makes them hang is killed. The
order is random too, so that what a time budget leaves is still a fair sample.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

from tests.benchmarks.results import say
from tests.mutation.copies import Copy, Ending, Reached, reached_lines

ROOT = Path(__file__).parents[2]
ROOMS = {
    "core": ("simhash_gui/core", ("tests/core",)),
    "store": (
        "simhash_gui/store",
        ("tests/store", "tests/services/library/test_integrity.py", "tests/services/review"),
    ),
    "importing": (
        "simhash_gui/services/importing",
        ("tests/services/importing", "tests/cli/test_importing.py"),
    ),
    "detection": (
        "simhash_gui/services/detection",
        ("tests/services/detection", "tests/cli/test_evidence_commands.py"),
    ),
}
"""The code of a room, and the tests that are to notice its changes."""
_MOST_TESTS = 300


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change of one line, and what became of it."""

    room: str
    path: str
    line: int
    old: str
    new: str
    code: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}\n    - {self.old.strip()}\n    + {self.new.strip()}"


def main(arguments: Sequence[str]) -> int:
    """Make the sample, run it within the budget, tell the score.

    1 when it is below the aim by more than chance.
    """
    options = _parser().parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="mutation-") as temporary:
        Path(temporary).chmod(0o755)  # some tests run as another user
        return _tried(options, Path(temporary))


def _tried(options: argparse.Namespace, temporary: Path) -> int:
    folder: Path = options.folder.resolve()
    mutants = sample(options)
    copies = [
        Copy.made(ROOT, folder / f"copy-{number}", temporary / str(number))
        for number in range(options.workers)
    ]
    say(f"{len(mutants)} mutants; finding out which tests reach which lines …")
    rooms = {mutant.room for mutant in mutants}
    reached = reached_lines(copies[0], [ROOMS[room][1] for room in rooms])
    _check_that_unchanged_code_survives(copies, mutants, reached)
    endings = dict(_run(copies, mutants, reached, time.monotonic() + 60 * options.minutes))
    _tell(endings, folder)
    killed = sum(ending is not Ending.SURVIVED for ending in endings.values())
    return int(killed < fewest_killed(len(endings), options.least))


def fewest_killed(tried: int, least: float) -> float:
    """What a sample must show of a program whose share is ``least``; one in twenty has fewer."""
    return tried * least - 1.645 * math.sqrt(tried * least * (1 - least))


def sample(options: argparse.Namespace) -> list[Mutant]:
    """Mutants of all rooms in random order."""
    rooms = {room: code for room, (code, _) in ROOMS.items() if room in (options.room or ROOMS)}
    order = {"seed": options.seed, "count": options.count, "rooms": rooms}
    made = subprocess.run(
        [options.mutmut, ROOT / "tests" / "mutation" / "make.py"],
        input=json.dumps(order), capture_output=True, cwd=ROOT, encoding="utf-8", check=True,
    ).stdout  # fmt: skip
    answer = json.loads(made)
    for room, told in answer.items():
        say(f"{room}: {len(told['chosen'])} of {told['all']} mutants")
    mutants = [Mutant(room, **one) for room, told in answer.items() for one in told["chosen"]]
    return random.Random(options.seed).sample(mutants, len(mutants))


def tests_for(mutant: Mutant, reached: Reached) -> list[str]:
    """The tests that reach its line: those of its module first, one of each function, by time."""
    tests = reached.tests_of_line[mutant.path].get(mutant.line, set())
    own = [test for test in tests if test.startswith(ROOMS[mutant.room][1])]
    own = own or [test for test in reached.seconds if test.startswith(ROOMS[mutant.room][1])]
    by_function = defaultdict(list)
    for test in sorted(own, key=lambda test: (reached.seconds[test], test)):
        by_function[test.partition("[")[0]].append(test)
    ranked = [
        (not _is_of_module(test, mutant.path), rank, reached.seconds[test], test)
        for found in by_function.values()
        for rank, test in enumerate(found)
    ]
    return [test for *_, test in sorted(ranked)[:_MOST_TESTS]]


def _is_of_module(test: str, path: str) -> bool:
    """Whether it stands where the tests of a module do: these mirror the package."""
    return Path(test.partition("::")[0]).stem == f"test_{Path(path).stem}"


def _check_that_unchanged_code_survives(
    copies: Sequence[Copy], mutants: Sequence[Mutant], reached: Reached
) -> None:
    """Or every mutant would be taken for killed. Tries one line of each room."""
    for mutant in {mutant.room: mutant for mutant in mutants}.values():
        code = (ROOT / mutant.path).read_text(encoding="utf-8")
        ending = copies[0].ending(mutant.path, code, tests_for(mutant, reached), 600)
        if ending is not Ending.SURVIVED:
            raise SystemExit(f"{mutant.path} is {ending} without a change; mend its tests first")


def _run(
    copies: Sequence[Copy], mutants: Sequence[Mutant], reached: Reached, end_s: float
) -> Iterator[tuple[Mutant, Ending]]:
    """Run each, as many at a time as there are copies; begins none after the end."""
    waiting = iter(mutants)
    done: list[tuple[Mutant, Ending]] = []

    def work(copy: Copy) -> None:
        for mutant in waiting:
            if time.monotonic() > end_s:
                return
            tests = tests_for(mutant, reached)
            limit_s = 20 + 5 * sum(reached.seconds[test] for test in tests)
            done.append((mutant, copy.ending(mutant.path, mutant.code, tests, limit_s)))
            if len(done) % 50 == 0:
                say(f"  {len(done)} of {len(mutants)}")

    with ThreadPoolExecutor(len(copies)) as pool:
        for future in [pool.submit(work, copy) for copy in copies]:
            future.result()
    yield from done


def _tell(endings: Mapping[Mutant, Ending], folder: Path) -> None:
    survivors = [mutant for mutant, ending in endings.items() if ending is Ending.SURVIVED]
    survivors.sort(key=lambda mutant: (mutant.path, mutant.line))
    for mutant in survivors:
        say(f"survived: {mutant}")
    say("\n| room | mutants tried | killed | of these by a time limit | score |")
    say("|---|--:|--:|--:|--:|")
    for room in [*ROOMS, "all"]:
        count = Counter(end for one, end in endings.items() if room in (one.room, "all"))
        if tried := count.total():
            killed = tried - count[Ending.SURVIVED]
            share = f"{killed / tried:.1%}"
            say(f"| {room} | {tried} | {killed} | {count[Ending.TIMED_OUT]} | {share} |")
    rows = [{**asdict(one), "ending": end, "code": ""} for one, end in endings.items()]
    (folder / "results.json").write_text(json.dumps(rows, indent=1), encoding="utf-8")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation.run", description=__doc__)
    parser.add_argument("--mutmut", required=True, help="an interpreter that has mutmut")
    parser.add_argument("--room", action="append", choices=ROOMS, help="may be repeated")
    parser.add_argument("--count", type=int, default=400, help="mutants of each room, at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=60, help="begin no mutant after these")
    parser.add_argument("--least", type=float, default=0.85, help="share that must be killed")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--folder", type=Path, default=ROOT / ".mutation")
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
