"""``simhash-gui evaluate``: how right the program is on labelled sets."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from simhash_gui.cli.detecting import chosen_thresholds
from simhash_gui.cli.output import ExitCode, Output, counted, watched_job
from simhash_gui.services.detection.pairs import DetectionOptions
from simhash_gui.services.evaluation.evaluating import Evaluation, SetScore, evaluate
from simhash_gui.services.evaluation.labelled_sets import read_set
from simhash_gui.services.evaluation.scoring import Score


def run(options: argparse.Namespace, output: Output) -> ExitCode:
    """Score every SETDIR by itself, or all in one library."""
    sets = [read_set(Path(folder)) for folder in options.sets]
    for labelled in sets:
        if labelled.is_partial and not options.partial:
            output.message(
                f"{labelled.name}: a set of copies of a part or of quotations, which are found"
                " with --partial only"
            )
    wanted = DetectionOptions(partial=options.partial, thresholds=chosen_thresholds(options))
    libraries = [sets] if options.pooled else [[each] for each in sets]
    with watched_job(output) as control:
        done = [
            evaluate(each, wanted, options.jobs, control, options.linkage) for each in libraries
        ]
    output.result(_document(done, is_pooled=options.pooled), _lines(done))
    return ExitCode.DONE


def _document(done: Sequence[Evaluation], *, is_pooled: bool) -> dict[str, Any]:
    sets = [_set_fields(score, evaluation) for evaluation in done for score in evaluation.scores]
    if not is_pooled:
        return {"sets": sets}
    across = {"listed_across_sets": done[0].listed_across}
    return {"sets": sets, "pooled": _library_fields(done[0]) | across}


def _set_fields(score: SetScore, evaluation: Evaluation) -> dict[str, Any]:
    fields = {
        "name": score.name,
        "pairs": _score_fields(score.pairs),
        "f1_interval": list(score.f1_interval),
        "listed": score.listed,
        "left_out": score.left_out,
        "left_out_listed": score.left_out_listed,
        "clusters": _score_fields(score.clusters),
        "levels": score.levels,
        "spans": None if score.spans is None else _score_fields(score.spans),
    }
    if len(evaluation.scores) > 1:
        return fields | {"documents": score.documents}
    return fields | _library_fields(evaluation)


def _library_fields(evaluation: Evaluation) -> dict[str, Any]:
    return {
        "documents": evaluation.documents,
        "candidates": evaluation.candidates,
        "candidates_per_document": round(_per_document(evaluation), 3),
        "listed_pairs": evaluation.listed_pairs,
        "import_s": round(evaluation.import_s, 3),
        "detect_s": round(evaluation.detect_s, 3),
    }


def _score_fields(score: Score) -> dict[str, float]:
    return {"precision": score.precision, "recall": score.recall, "f1": score.f1}


def _lines(done: Sequence[Evaluation]) -> Iterator[str]:
    for evaluation in done:
        for score in evaluation.scores:
            yield from _set_lines(score)
        if len(evaluation.scores) > 1:
            across = counted(evaluation.listed_across, "pair")
            yield f"  listed across sets: {across}, each of them wrong unless two sets share a text"
        yield (
            f"  {counted(evaluation.documents, 'document')},"
            f" {counted(evaluation.candidates, 'candidate')},"
            f" {_per_document(evaluation):.1f} a document; read in {evaluation.import_s:.1f} s,"
            f" searched in {evaluation.detect_s:.1f} s"
        )
        yield ""


def _set_lines(score: SetScore) -> Iterator[str]:
    yield f"{score.name}, {counted(score.documents, 'document')}"
    low, high = score.f1_interval
    yield f"  pairs       {_score_text(score.pairs)}   (95 %: {low:.3f} to {high:.3f})"
    if score.left_out:
        yield (
            f"  left out    {score.left_out_listed:,} of {counted(score.listed, 'listed pair')}:"
            f" no label judges them ({score.left_out:,} such labels)"
        )
    remark = "; labels of parts and quotations are no clusters" if score.is_partial else ""
    yield f"  clusters    {_score_text(score.clusters)}   (B-cubed{remark})"
    if score.spans is not None:
        yield f"  characters  {_score_text(score.spans)}"
    for level, recall in score.levels.items():
        yield f"  recall of {level or 'positives'}: {recall:.3f}"


def _score_text(score: Score) -> str:
    return f"precision {score.precision:.3f}  recall {score.recall:.3f}  F1 {score.f1:.3f}"


def _per_document(evaluation: Evaluation) -> float:
    return evaluation.candidates / max(1, evaluation.documents)
