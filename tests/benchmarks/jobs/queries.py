"""One fingerprint against many in memory."""

from __future__ import annotations

from tests.benchmarks.bench import Bench, Call, Contender, Measure, Sample
from tests.benchmarks.data import Kind, NoCorporaError, sizes_for
from tests.benchmarks.processes import Answer
from tests.benchmarks.results import OURS, Case

_ASKED = {3: 2000, 6: 1000}
_ASKED_FAR = 400
_PATIENCE_S = 4.0
_LARGEST_1E0NG = 1_000_000
_LARGEST_FAISS = {3: 10_000_000, 6: 5_000_000, 10: 1_000_000, 12: 1_000_000}
_LARGEST_FAISS_SKEWED = {3: 5_000_000, 6: 1_000_000, 10: 100_000, 12: 100_000}


def run(bench: Bench) -> None:
    """Every kind, size and distance."""
    for kind in bench.effort.kinds:
        for n in sizes_for(kind, bench.effort.sizes):
            for k in bench.effort.distances:
                try:
                    measure = latency("one query", kind, n, k)
                    bench.race(_contenders(bench, kind, n, k), measure, _PATIENCE_S)
                except NoCorporaError as error:
                    bench.skip(f"{kind} data: {error}")


def latency(job: str, kind: Kind, n: int, k: int) -> Measure:
    """Median and 95th percentile of what a contender's ``latencies`` told."""
    p50, p95 = (Case(f"{job}, {part}", kind, n, k) for part in ("p50", "p95"))

    def measure(answer: Answer) -> list[Sample]:
        told = answer.result
        return [
            Sample(p50, told["p50_us"], told["cpu_p50_us"], "µs"),
            Sample(p95, told["p95_us"], told["cpu_p95_us"], "µs"),
        ]

    return measure


def asked_at(k: int) -> int:
    """How many questions are asked: answers to far ones take longer."""
    return _ASKED.get(k, _ASKED_FAR)


def _contenders(bench: Bench, kind: Kind, n: int, k: int) -> list[Contender]:
    path, questions = bench.store.words(kind, n), bench.store.questions(kind, n)
    asked = {"questions": str(questions), "most": asked_at(k), "k": k}
    load = Call("load", {"path": str(path), **asked})
    setup, ask = (load, Call("index")), Call("ask")
    contenders = [Contender(OURS, "ours_queries.py", setup, ask)]
    largest = _LARGEST_FAISS_SKEWED if kind is Kind.SKEWED else _LARGEST_FAISS
    if n <= largest.get(k, 0):
        contenders.append(Contender("faiss MultiHash", "faiss_multihash.py", setup, ask, "faiss"))
    if k == 3 and n <= _LARGEST_1E0NG and kind is Kind.UNIFORM:
        contenders.append(
            Contender("1e0ng/simhash index", "simhash_1e0ng.py", setup, ask, "simhash")
        )
    return contenders
