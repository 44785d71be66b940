"""What evidence costs, and what it is worth: scans of texts with and without, beside datasketch.

Two libraries: the labelled sets pooled, and very many documents made of them by cutting and
splicing. datasketch gets the threshold that serves it best on the pooled sets.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

from simhash_gui.services.evaluation.labelled_sets import LabelledSet, read_set
from simhash_gui.services.evaluation.scoring import pair_of, score_pairs
from tests.benchmarks.bench import Bench, Call, Contender, Sample
from tests.benchmarks.processes import Answer
from tests.benchmarks.results import OURS, Case, Figure
from tests.benchmarks.spliced import spliced_set

_WORKERS = 2
_THRESHOLDS = (0.2, 0.3, 0.4, 0.5)
_PATIENCE_S = 1.0
_MOST_MADE = 100_000
_STEPS = {
    "read": "scan: texts read and sketched",
    "fingerprints": "scan: pairs of near fingerprints, no evidence",
    "pairs": "scan: pairs that the texts prove",
}


def run(bench: Bench) -> None:
    """Pooled, then many."""
    corpora = bench.store.corpora
    if not corpora.is_dir():
        bench.skip("evidence: needs ../shared/corpora, which is not part of this project")
        return
    pooled = _Library("pooled sets", tuple(_whole_sets(corpora)))
    best = _scan(bench, pooled, _THRESHOLDS)
    count = min(max(bench.effort.sizes), _MOST_MADE)
    made = read_set(spliced_set(bench.store.folder, corpora, count))
    _scan(bench, _Library("spliced", (made,)), (best,))


@dataclass(frozen=True, slots=True)
class _Library:
    """Labelled sets that are scanned together."""

    kind: str
    sets: tuple[LabelledSet, ...]

    @property
    def folders(self) -> list[str]:
        return [str(one.documents.resolve()) for one in self.sets]

    @property
    def count(self) -> int:
        return sum(len(one.names) for one in self.sets)

    def case(self, job: str) -> Case:
        return Case(job, self.kind, self.count)

    def f1(self, answer: Path) -> float:
        """The mean over the sets, as ``simhash-gui evaluate`` scores them."""
        lines = answer.read_text("utf-8").splitlines()
        found = [(Path(a), Path(b)) for a, b in (line.split("\t") for line in lines)]
        return fmean(_f1(one, found) for one in self.sets)


def _whole_sets(corpora: Path) -> Iterator[LabelledSet]:
    """Those sets that are about whole documents."""
    for meta in sorted(corpora.glob("*/meta.json")):
        if '"whole"' in meta.read_text("utf-8"):
            yield read_set(meta.parent)


def _f1(one: LabelledSet, found: Sequence[tuple[Path, Path]]) -> float:
    folder = one.documents.resolve()
    own = frozenset(pair_of(a.stem, b.stem) for a, b in found if a.parent == b.parent == folder)
    return score_pairs(one.counted(own), one.levels.keys()).f1


def _scan(bench: Bench, library: _Library, thresholds: Sequence[float]) -> float:
    """Race; the threshold that served datasketch best, the first where it was not there."""
    answers = bench.folder / "answers"
    answers.mkdir(parents=True, exist_ok=True)
    load = Call("load", {"folders": library.folders, "workers": _WORKERS})
    ours = _contender(f"{OURS}, {_WORKERS} processes", "ours_scan.py", load, answers)
    peers = {
        threshold: _contender(
            f"datasketch MinHashLSH from {threshold}",
            "datasketch_lsh.py",
            Call("load", {"folders": library.folders, "threshold": threshold}),
            answers,
            "datasketch",
        )
        for threshold in thresholds
    }
    every = [ours, *peers.values()]
    bench.race(every, lambda answer: list(_samples(library, answer)), _PATIENCE_S)
    scores = {
        one.name: library.f1(_answer(one, answers)) for one in every if _is_there(one, answers)
    }
    _keep(bench, library, scores)
    return max(thresholds, key=lambda threshold: scores.get(peers[threshold].name, 0.0))


def _contender(
    name: str, script: str, load: Call, answers: Path, peer: str | None = None
) -> Contender:
    timed = Call("scan", {"answer": str(answers / f"{name}.tsv")})
    Path(timed.arguments["answer"]).unlink(missing_ok=True)
    return Contender(name, script, (load,), timed, peer)


def _answer(contender: Contender, answers: Path) -> Path:
    return answers / f"{contender.name}.tsv"


def _is_there(contender: Contender, answers: Path) -> bool:
    return _answer(contender, answers).exists()


def _samples(library: _Library, answer: Answer) -> Iterator[Sample]:
    """Each step, and reading and proving together."""
    steps: Mapping[str, Mapping[str, float]] = answer.result["steps"]
    for name, job in _STEPS.items():
        if name in steps:
            yield _sample(library.case(job), [steps[name]])
    yield _sample(library.case("scan: in all"), [steps["read"], steps["pairs"]])


def _sample(case: Case, steps: Sequence[Mapping[str, float]]) -> Sample:
    wall_s, cpu_s = (sum(step[field] for step in steps) for field in ("wall_s", "cpu_s"))
    peak = max(int(step["peak_bytes"]) for step in steps)
    return Sample(case, wall_s, cpu_s, peak_bytes=peak)


def _keep(bench: Bench, library: _Library, scores: Mapping[str, float]) -> None:
    """F1 as figures of its own."""
    case = library.case("scan: F1 of the pairs")
    bench.add([Figure(case, name, "F1", f1, f1, f1, 1) for name, f1 in scores.items()])
