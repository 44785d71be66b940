"""Measures the engine beside its peers: ``make bench``, or this module with options.

Results go to ``.benchmarks/results.json`` and ``.benchmarks/results.txt``, a sentence on the growth
of each to ``.benchmarks/growth.txt``; with ``--plot`` it is drawn as well. Peers are installed by
themselves, each into an environment of its own. On a machine that does other things too, trust the
column of ratios by processor time.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.benchmarks import plot
from tests.benchmarks.bench import Bench, Effort
from tests.benchmarks.data import Kind, Store
from tests.benchmarks.growth import sentences
from tests.benchmarks.jobs import evidence, exact, library, pairs, texts
from tests.benchmarks.results import read, say, write

ROOT = Path(__file__).resolve().parents[2]
_SIZES = (10_000, 100_000, 1_000_000, 5_000_000)
_QUICK_SIZES = (10_000, 100_000)
_DISTANCES = (3, 6, 10, 12)

JOBS: dict[str, Callable[[Bench], None]] = {
    "exact": exact.run,
    "texts": texts.run,
    "library": library.run,
    "pairs": pairs.run,
    "evidence": evidence.run,
}
_BY_ITSELF = "evidence"
"""Reads 100,000 texts several times, so it is run only when asked for: ``--only evidence``."""


def main(arguments: Sequence[str]) -> int:
    """Run the chosen benchmarks."""
    options = _parser().parse_args(arguments)
    store = Store(options.folder / "data", options.corpora)
    kept = read(options.folder) if _is_partial(options) else []
    bench = Bench(options.folder, store, _effort(options), kept)
    for name in options.only or (name for name in JOBS if name != _BY_ITSELF):
        JOBS[name](bench)
    write(options.folder, bench.figures, bench.skipped)
    growth = sentences(bench.figures)
    say(growth)
    (options.folder / "growth.txt").write_text(growth + "\n", "utf-8")
    if options.plot:
        plot.draw(bench.figures, options.plot)
    return 0


def _is_partial(options: argparse.Namespace) -> bool:
    return bool(options.only or options.kind or options.size or options.distance)


def _effort(options: argparse.Namespace) -> Effort:
    sizes = options.size or (_QUICK_SIZES if options.quick else _SIZES)
    distances = options.distance or ((3, 6) if options.quick else _DISTANCES)
    return Effort(
        tuple(options.kind or Kind),
        tuple(sizes),
        tuple(distances),
        rounds=options.rounds or (3 if options.quick else 5),
        patience_s=5.0 if options.quick else 20.0,
        with_peers=not options.no_peers,
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.run", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="small sizes, few rounds")
    parser.add_argument("--only", action="append", choices=list(JOBS), help="may be repeated")
    parser.add_argument("--kind", action="append", type=Kind, choices=list(Kind), metavar="KIND")
    parser.add_argument("--size", action="append", type=int, help="fingerprints; may be repeated")
    parser.add_argument("--distance", action="append", type=int, help="k; may be repeated")
    parser.add_argument("--rounds", type=int, help="how often each contender takes its turn")
    parser.add_argument("--no-peers", action="store_true", help="measure ours alone")
    parser.add_argument("--plot", type=Path, metavar="SVG", help="draw all results so far")
    parser.add_argument("--folder", type=Path, default=ROOT / ".benchmarks")
    parser.add_argument("--corpora", type=Path, default=ROOT.parent / "shared" / "corpora")
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
