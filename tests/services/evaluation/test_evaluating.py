"""Labelled sets read, run through the services and scored; and sets that are none."""

from __future__ import annotations

import csv
import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

from simhash_gui.services.detection.pairs import DetectionOptions
from simhash_gui.services.evaluation.evaluating import Evaluation, SetScore, evaluate
from simhash_gui.services.evaluation.labelled_sets import NotASetError, read_set
from simhash_gui.services.evaluation.scoring import groups_of, pair_of, score_clusters, score_pairs
from simhash_gui.services.jobs import JobCancelledError, JobControl

WORDS = [f"{stem}{ending}" for stem in ["ab", "ra", "ko", "li", "mu", "ne"] for ending in "nortsek"]


def prose(seed: int, words: int) -> str:
    return " ".join(random.Random(seed).choices(WORDS, k=words))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two versions of one text, a copy of it, a part of it in another text, and a stranger."""
    own, other = prose(1, 300), prose(2, 300)
    texts = {
        "first": own,
        "copy": own,
        "version": own.replace("an", "on", 3),
        "thief": f"{other} {own[:600]}",
        "stranger": prose(3, 300),
    }
    folder = tmp_path / "set"
    (folder / "docs").mkdir(parents=True)
    for name, text in texts.items():
        (folder / "docs" / f"{name}.txt").write_text(text, encoding="utf-8")
    rows = [
        ("first", "copy", 1, "same"),
        ("version", "first", 1, "edited"),
        ("copy", "version", 1, "edited"),
        ("first", "thief", -1, ""),
        ("copy", "thief", -1, ""),
        ("version", "thief", -1, ""),
    ]
    write_truth(folder, rows)
    write_meta(folder, closed_world=True)
    write_rows(
        folder / "spans.csv",
        ("susp", "source", "this_offset", "this_length"),
        [("thief", "first", len(other) + 1, 600)],
    )
    return folder


def write_rows(path: Path, columns: tuple[str, ...], rows: list[tuple[object, ...]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([columns, *rows])


def write_truth(folder: Path, rows: list[tuple[object, ...]]) -> None:
    write_rows(folder / "truth.csv", ("a", "b", "label", "level"), rows)


def write_meta(folder: Path, *, closed_world: bool) -> None:
    meta = {"name": "made", "closed_world": closed_world}
    (folder / "meta.json").write_text(json.dumps(meta), encoding="utf-8")


def run(*folders: Path, partial: bool = False) -> Evaluation:
    sets = [read_set(folder) for folder in folders]
    return evaluate(sets, DetectionOptions(partial=partial), 1, JobControl())


def scored(folder: Path, *, partial: bool = False) -> SetScore:
    (score,) = run(folder, partial=partial).scores
    return score


def test_exact_copies_and_versions_are_pairs(folder: Path) -> None:
    score = scored(folder)

    assert (score.name, score.documents) == ("made", 5)
    assert (score.pairs.precision, score.pairs.recall) == (1.0, 1.0)
    assert score.levels == {"edited": 1.0, "same": 1.0}
    assert (score.clusters.precision, score.clusters.recall) == (1.0, 1.0)


def test_a_missing_positive_lowers_recall_and_a_false_one_precision(folder: Path) -> None:
    write_truth(folder, [("first", "copy", 1, "x"), ("first", "stranger", 1, "y")])

    score = scored(folder)

    assert (score.pairs.precision, score.pairs.recall) == (1 / 3, 1 / 2)
    assert score.levels == {"x": 1.0, "y": 0.0}


def test_in_an_open_world_only_listed_pairs_count(folder: Path) -> None:
    write_truth(folder, [("first", "copy", 1, "x")])
    write_meta(folder, closed_world=False)

    assert scored(folder).pairs.precision == 1.0


def test_copied_characters_are_scored_where_copies_of_a_part_are_looked_for(folder: Path) -> None:
    write_truth(folder, [(name, "thief", 1, "part") for name in ("first", "copy", "version")])
    write_meta(folder, closed_world=False)

    without, score = scored(folder), scored(folder, partial=True)

    assert without.spans is not None
    assert (without.spans.precision, without.spans.recall) == (1.0, 0.0)
    assert score.pairs.recall == 1.0
    assert score.spans is not None
    assert score.spans.recall > 0.95
    assert score.spans.precision > 0.9


def test_a_set_without_spans_has_no_score_of_them(folder: Path) -> None:
    (folder / "spans.csv").unlink()

    assert scored(folder).spans is None


def test_several_sets_in_one_library_are_distinguished(folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    (other / "docs").mkdir(parents=True)
    for name in ("first", "second"):
        (other / "docs" / f"{name}.txt").write_text(prose(9, 200), encoding="utf-8")
    write_truth(other, [("first", "second", 1, "same")])
    write_meta(other, closed_world=True)

    evaluation = run(folder, other)

    assert [score.pairs.f1 for score in evaluation.scores] == [1.0, 1.0]
    assert evaluation.documents == 5
    assert evaluation.candidates >= 1


def test_an_evaluation_can_be_cancelled(folder: Path) -> None:
    control = JobControl()
    control.cancel()

    with pytest.raises(JobCancelledError):
        evaluate([read_set(folder)], DetectionOptions(), 1, control)


@pytest.mark.parametrize("missing", ["truth.csv", "meta.json"])
def test_a_folder_without_truth_or_meta_is_no_set(folder: Path, missing: str) -> None:
    (folder / missing).unlink()

    with pytest.raises(NotASetError, match=missing):
        read_set(folder)


@pytest.mark.parametrize("text", ["{", "[]", "7", '"text"', "[" * 100_000])
def test_a_folder_whose_meta_is_another_document_is_no_set(folder: Path, text: str) -> None:
    (folder / "meta.json").write_text(text, encoding="utf-8")

    with pytest.raises(NotASetError, match="not a JSON object with closed_world"):
        read_set(folder)


def test_a_folder_without_documents_is_no_set(folder: Path) -> None:
    for document in (folder / "docs").iterdir():
        document.unlink()

    with pytest.raises(NotASetError, match="no documents"):
        read_set(folder)


def test_a_folder_that_is_not_there_is_no_set(tmp_path: Path) -> None:
    with pytest.raises(NotASetError, match="No such folder"):
        read_set(tmp_path / "nowhere")


def test_a_file_is_no_set(folder: Path) -> None:
    with pytest.raises(NotASetError, match="this is a file"):
        read_set(folder / "truth.csv")


@pytest.mark.parametrize(
    ("kind", "has_spans", "is_partial"),
    [("whole", False, False), ("partial", False, True), (None, False, False), (None, True, True)],
)
def test_the_kind_of_a_set_or_its_spans_tell_copies_of_a_part(
    folder: Path, kind: str | None, has_spans: bool, is_partial: bool
) -> None:
    meta = {"closed_world": True} | ({"kind": kind} if kind else {})
    (folder / "meta.json").write_text(json.dumps(meta), encoding="utf-8")
    if not has_spans:
        (folder / "spans.csv").unlink()

    assert read_set(folder).is_partial is is_partial


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("truth.csv", "a,b\nfirst,copy\n", "needs the columns"),
        ("truth.csv", "", "needs the columns"),
        ("truth.csv", "a,b,label\nfirst,nobody,1\n", "no document nobody"),
        ("truth.csv", "a,b,label\nfirst,copy,2\n", "label"),
        ("truth.csv", b"a,b,label\n\xff\xfe,b,1\n", "UTF-8"),
        ("meta.json", "[]", "closed_world"),
        ("meta.json", "{}", "closed_world"),
        ("meta.json", "{", "closed_world"),
        ("spans.csv", "susp,this_offset,this_length\nthief,x,1\n", "not a number"),
        ("spans.csv", "susp,this_offset,this_length\nnobody,1,1\n", "no document nobody"),
    ],
)
def test_what_makes_no_sense_is_reported(
    folder: Path, name: str, content: str | bytes, message: str
) -> None:
    data = content if isinstance(content, bytes) else content.encode()
    (folder / name).write_bytes(data)

    with pytest.raises(NotASetError, match=message):
        read_set(folder)


def test_a_document_that_cannot_be_read_stands_alone(folder: Path) -> None:
    (folder / "docs" / "empty.txt").write_bytes(b"")

    score = scored(folder)

    assert (score.documents, score.pairs.f1) == (6, 1.0)


@pytest.mark.parametrize("name", ["zh-docs-dev", "en-peps-dev", "en-clough-stevenson"])
def test_the_scores_are_those_of_the_reference_program(
    shared_corpora: Path, name: str, tmp_path: Path
) -> None:
    program = shared_corpora.parent / "tools" / "score.py"
    if not program.exists():
        pytest.skip("needs ../shared/tools/score.py, which is no part of this project")
    labelled = read_set(shared_corpora / name)
    some = sorted(labelled.names)
    answered = {
        *sorted(labelled.levels)[::2],
        *(pair_of(a, b) for a, b in zip(some[::3], some[1::3], strict=False)),
    }
    groups = groups_of(labelled.names, answered)
    pairs, clusters = tmp_path / "pairs.csv", tmp_path / "groups.csv"
    write_rows(pairs, ("a", "b"), sorted(answered))
    write_rows(clusters, ("doc", "group"), sorted(groups.items()))

    command = [sys.executable, program, labelled.folder, pairs, "--clusters", clusters]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout

    own = score_pairs(labelled.counted(frozenset(answered)), labelled.levels.keys())
    truth = groups_of(labelled.names, labelled.levels)
    b_cubed = score_clusters(groups, truth, labelled.names)
    assert f"P {own.precision:.3f} R {own.recall:.3f} F1 {own.f1:.3f}" in said
    assert f"B-cubed P {b_cubed.precision:.3f} R {b_cubed.recall:.3f}" in said
