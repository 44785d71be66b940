"""The page beside ``evaluate --partial``: the same pairs of the partial sets, characters scored.

python -m tests.benchmarks.one_engine CORPORA/zh-partial-dev CORPORA/en-pan13-dev
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from simhash_gui.services.checking.findings import CheckSettings
from simhash_gui.services.detection.pairs import DetectionOptions
from simhash_gui.services.evaluation.evaluating import evaluate
from simhash_gui.services.evaluation.labelled_sets import LabelledSet, read_set
from simhash_gui.services.evaluation.scoring import pair_of, score_spans
from simhash_gui.services.importing.adding import import_paths
from simhash_gui.services.importing.importing import ImportOptions
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.libraries import open_library
from simhash_gui.ui.check.check_desk import CheckDesk
from tests.benchmarks.results import say

Spans = dict[str, list[tuple[int, int]]]


def spans_of_page(labelled: LabelledSet, desk: CheckDesk) -> Spans:
    """What the page's desk finds of each suspicious document in those that are not."""
    assert labelled.spans is not None
    found: Spans = {}
    for own in sorted(labelled.spans):
        path = labelled.documents / f"{own}.txt"
        judged = desk.begin(path, DetectionOptions(), CheckSettings())
        while not judged.is_complete:
            judged = desk.go_on(CheckSettings())
        found[own] = [
            (each.passage.a.start, each.passage.a.end)
            for source in judged.findings.matches
            if (name := Path(source.path).stem) not in labelled.spans
            and labelled.counted(frozenset({pair_of(own, name)}))
            for each in source.passages
        ]
    return found


def main() -> None:
    """Print precision and recall of characters by both."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="+", type=Path)
    for folder in parser.parse_args().sets:
        labelled = read_set(folder)
        with tempfile.TemporaryDirectory() as home:
            place = Path(home) / "library.simhash"
            with open_library(place) as library:
                import_paths(library, [labelled.documents], ImportOptions(), JobControl())
            page = score_spans(spans_of_page(labelled, CheckDesk(place)), labelled.spans or {})
        options = DetectionOptions(partial=True)
        (score,) = evaluate([labelled], options, 2, JobControl()).scores
        for name, spans in (("page", page), ("evaluate --partial", score.spans)):
            assert spans is not None
            say(f"{labelled.name}, {name}: {spans.precision:.4f} | {spans.recall:.4f}")


if __name__ == "__main__":
    main()
