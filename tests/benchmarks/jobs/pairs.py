"""All near-duplicate pairs: every kind, size and distance, beside each peer that is exact there."""

from __future__ import annotations

from tests.benchmarks.bench import Bench, Call, Contender, wall_time
from tests.benchmarks.data import Kind, NoCorporaError, sizes_for
from tests.benchmarks.results import OURS, Case

_BLOCKS = {3: 5, 6: 8, 10: 12, 12: 14}
_SKEWED_BLOCKS = {3: 7, 6: 9, 10: 12, 12: 14}
"""How many blocks simhash-cpp cuts 64 bits into: what was fastest at 10**6."""

_LARGEST = {
    OURS: {3: 10_000_000, 6: 5_000_000, 10: 5_000_000, 12: 1_000_000},
    "simhash-pybind": {3: 5_000_000, 6: 1_000_000, 10: 100_000, 12: 10_000},
    "duckdb": {3: 1_000_000},
    "faiss": {3: 1_000_000, 6: 100_000, 10: 10_000, 12: 10_000},
    "simhash": {3: 10_000},
}
"""The largest sizes that end within half a minute, by peer and distance."""
_LARGEST_SKEWED = {
    OURS: {3: 10_000_000, 6: 5_000_000, 10: 1_000_000, 12: 1_000_000},
    "simhash-pybind": {3: 5_000_000, 6: 100_000, 10: 10_000, 12: 10_000},
    "duckdb": {3: 100_000},
    "faiss": {3: 100_000, 6: 10_000, 10: 10_000, 12: 10_000},
    "simhash": {3: 10_000},
}
"""Skewed fingerprints have thousands of millions of pairs from here on, which ours tells."""
_PATIENCE_S = 12.0


def run(bench: Bench) -> None:
    """One thread and two of ours, and the peers."""
    for kind in bench.effort.kinds:
        for k in bench.effort.distances:
            for n in sizes_for(kind, bench.effort.sizes):
                if n <= _largest(kind, OURS, k):
                    _race(bench, kind, n, k)


def _race(bench: Bench, kind: Kind, n: int, k: int) -> None:
    try:
        path = str(bench.store.words(kind, n))
    except NoCorporaError as error:
        bench.skip(f"{kind} data: {error}")
        return
    contenders = [_ours(path, k, jobs) for jobs in (1, 2)] + [
        one for one in _peers(path, kind, k) if n <= _largest(kind, str(one.peer), k)
    ]
    bench.race(contenders, wall_time(Case("all pairs", kind, n, k)), _PATIENCE_S)


def _largest(kind: Kind, contender: str, k: int) -> int:
    table = _LARGEST_SKEWED if kind is Kind.SKEWED else _LARGEST
    return table[contender].get(k, 0)


def _ours(path: str, k: int, jobs: int) -> Contender:
    load = Call("load", {"path": path, "k": k, "jobs": jobs})
    name = f"{OURS}, {jobs} thread{'s' if jobs > 1 else ''}"
    return Contender(name, "ours_pairs.py", (load,), Call("pairs"), summary="summary")


def _peers(path: str, kind: Kind, k: int) -> list[Contender]:
    load, pairs = {"path": path, "k": k}, Call("pairs")
    blocks = (_SKEWED_BLOCKS if kind is Kind.SKEWED else _BLOCKS).get(k, k + 2)
    peers = [
        Contender(
            f"simhash-cpp, {blocks} blocks",
            "simhash_cpp.py",
            (Call("load", {**load, "blocks": blocks}),),
            pairs,
            "simhash-pybind",
            summary="summary",
        )
    ]
    for name, script, peer in (
        ("faiss MultiHash, 1 thread", "faiss_multihash.py", "faiss"),
        ("duckdb, 1 thread", "duckdb_join.py", "duckdb"),
        ("1e0ng/simhash index", "simhash_1e0ng.py", "simhash"),
    ):
        peers.append(Contender(name, script, (Call("load", load),), pairs, peer, summary="summary"))
    return peers
