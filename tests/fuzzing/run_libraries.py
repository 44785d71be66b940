"""Every command against damaged library files: ``python -m tests.fuzzing.run_libraries``.

See ``libraries`` for what is done to them and what is asked. Mutants with a fault are kept under
``.benchmarks/fuzzing``; the exit status is 1 when there is such a one.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.benchmarks.results import say
from tests.fuzzing.libraries import Fault, fuzz, make_seed

_TELL_EVERY = 100
_REPAIR_EVERY = 5


def main(arguments: Sequence[str]) -> int:
    """Fuzz the library file."""
    options = _parser().parse_args(arguments)
    begun_s = time.monotonic()
    ends: Counter[str] = Counter()
    faults: list[Fault] = []
    with tempfile.TemporaryDirectory() as folder:
        seed = make_seed(Path(folder) / "seed")
        numbers = range(options.first, options.first + options.mutants)
        for done, found in enumerate(fuzz(seed, Path(folder), numbers, _REPAIR_EVERY, ends), 1):
            faults += _kept(found, Path(folder), options.keep)
            if done % _TELL_EVERY == 0:
                say(f"  … {done:,} in {time.monotonic() - begun_s:,.0f} s, {len(faults)} faults")
    for end, count in sorted(ends.items()):
        say(f"{count:7,} {end}")
    say(f"{options.mutants:,} mutants, {len(faults)} with a fault")
    return int(bool(faults))


def _kept(found: list[Fault], folder: Path, keep: Path) -> Iterator[Fault]:
    for fault in found:
        say(f"  {fault}")
        keep.mkdir(parents=True, exist_ok=True)
        (keep / f"{fault.number}.simhash").write_bytes((folder / "whole.simhash").read_bytes())
        yield fault


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzzing.run_libraries")
    parser.add_argument("--mutants", type=int, default=2_000)
    parser.add_argument("--first", type=int, default=0, help="the number of the first mutant")
    parser.add_argument("--keep", type=Path, default=Path(".benchmarks/fuzzing"))
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
