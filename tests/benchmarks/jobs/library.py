"""A library of ready fingerprints: written at once, and asked for one."""

from __future__ import annotations

from pathlib import Path

from tests.benchmarks.bench import Bench, Call, Contender, Measure, Sample, rate
from tests.benchmarks.data import Kind, NoCorporaError
from tests.benchmarks.processes import Answer
from tests.benchmarks.results import OURS, Case

_KINDS = (Kind.UNIFORM, Kind.SKEWED)
_LARGEST = 1_000_000
_IMPORT_PATIENCE_S = 20.0
_PATIENCE_S = 4.0
_ASKED = {3: 2000, 6: 1000}
_ASKED_FAR = 400
"""How many questions are asked: answers to far ones take longer."""


def run(bench: Bench) -> None:
    """Import, then ask, uniform and skewed."""
    for kind in (kind for kind in _KINDS if kind in bench.effort.kinds):
        for n in (size for size in bench.effort.sizes if size <= _LARGEST):
            try:
                words = bench.store.words(kind, n)
            except NoCorporaError as error:
                bench.skip(f"{kind} data: {error}")
                break
            _Measured(bench, kind, n, words).run()


class _Measured:
    """One kind and size, with the database files that belong to it."""

    def __init__(self, bench: Bench, kind: Kind, n: int, words: Path) -> None:
        self._bench, self._kind, self._n, self._words = bench, kind, n, words
        folder = bench.folder / "libraries"
        folder.mkdir(parents=True, exist_ok=True)
        self._files = {
            name: folder / f"{kind}-{n}-{name}.db" for name in ("ours", "covering", "single")
        }

    def run(self) -> None:
        self._import()
        for k in self._bench.effort.distances:
            self._ask(k)
        for path in self._files.values():
            for part in path.parent.glob(f"{path.name}*"):
                part.unlink()

    def _import(self) -> None:
        remove = (Call("remove"),)
        ours = Call("prepare", {"path": str(self._words), "library": str(self._files["ours"])})
        contenders = [
            Contender(OURS, "ours_library.py", (ours,), Call("import_ready"), between=remove)
        ]
        for name, how in (
            ("covering", "import_then_index"),
            ("single", "import_then_index"),
            ("single", "import_kept"),
        ):
            arguments = {
                "path": str(self._words),
                "library": str(self._files[name]),
                "covering": name == "covering",
            }
            contenders.append(
                Contender(
                    f"bare SQLite, {name} indexes {how.removeprefix('import_')}",
                    "bare_sqlite.py",
                    (Call("prepare", arguments),),
                    Call(how),
                    between=remove,
                )
            )
        case = Case("import of ready fingerprints", self._kind, self._n)
        self._bench.race(contenders, rate(case, self._n), _IMPORT_PATIENCE_S)

    def _ask(self, k: int) -> None:
        questions = str(self._bench.store.questions(self._kind, self._n))

        def asked(name: str, script: str, file: str, method: str) -> Contender:
            arguments = {
                "library": str(self._files[file]),
                "questions": questions,
                "most": _ASKED.get(k, _ASKED_FAR),
                "k": k,
            }
            return Contender(name, script, (Call("open", arguments),), Call(method))

        contenders = [
            asked(f"{OURS}, one connection", "ours_library.py", "ours", "ask_connection"),
            asked(f"{OURS}, one connection a question", "ours_library.py", "ours", "ask_apart"),
        ]
        if k <= 3:
            contenders += [
                asked(f"bare SQLite, {name} indexes", "bare_sqlite.py", name, "ask")
                for name in ("covering", "single")
            ]
        measure = _latency("one query of a library", self._kind, self._n, k)
        self._bench.race(contenders, measure, _PATIENCE_S)


def _latency(job: str, kind: Kind, n: int, k: int) -> Measure:
    """Median and 95th percentile of what a contender's ``latencies`` told."""
    p50, p95 = (Case(f"{job}, {part}", kind, n, k) for part in ("p50", "p95"))

    def measure(answer: Answer) -> list[Sample]:
        told = answer.result
        return [
            Sample(p50, told["p50_us"], told["cpu_p50_us"], "µs"),
            Sample(p95, told["p95_us"], told["cpu_p95_us"], "µs"),
        ]

    return measure
