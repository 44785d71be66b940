"""``simhash-gui lab``: what scripts rely on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from simhash_gui.cli import lab
from simhash_gui.cli.main import main
from simhash_gui.services.teaching.laboratory import LabReport, Obstacle, Reading, Shortfall

Capture = pytest.CaptureFixture[str]
FIELDS = [
    "name", "build_s", "bytes", "probes", "candidates", "query_us", "pairs", "skipped",
]  # fmt: skip


def answer(capsys: Capture, *options: str) -> dict[str, Any]:
    status = main(["lab", *options, "--format", "json"])
    assert status == 0
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    return document


def test_json_tells_exactly_what_scripts_read(capsys: Capture) -> None:
    document = answer(capsys, "--size", "100", "--distance", "2", "--seed", "9")
    assert [list(method) for method in document["methods"]] == [FIELDS] * 10
    assert (document["size"], document["distance"], document["seed"]) == (100, 2, 9)
    assert document["agree"] is True
    assert len({method["pairs"] for method in document["methods"]}) == 1
    assert {method["skipped"] for method in document["methods"]} == {None}


@pytest.mark.parametrize(("size", "distance"), [("1", "0"), ("2", "0"), ("2", "6"), ("3", "32")])
def test_the_smallest_sizes_and_largest_distances_are_answered(
    size: str, distance: str, capsys: Capture
) -> None:
    document = answer(capsys, "--size", size, "--distance", distance)
    assert document["agree"] is True
    pairs = {method["pairs"] for method in document["methods"] if method["skipped"] is None}
    assert len(pairs) == 1
    skipped = {method["name"]: method["skipped"] for method in document["methods"]}
    if int(distance) > 5:
        assert "would take" in (skipped["query-variants"] or "")
        assert "memory" in (skipped["stored-variants"] or "")


def test_people_read_why_a_method_was_skipped(capsys: Capture) -> None:
    assert main(["lab", "--size", "100", "--distance", "4"]) == 0
    text = capsys.readouterr().out
    assert "misses pairs beyond distance 3" in text
    assert "All methods that ran found the same." in text


def test_a_library_and_a_size_do_not_go_together(tmp_path: Path, capsys: Capture) -> None:
    library = str(tmp_path / "none.simhash")
    assert main(["lab", "--size", "5", "--library", library, "--format", "json"]) == 2
    assert json.loads(capsys.readouterr().out)["error"]["kind"] == "usage"
    assert main(["lab", "--library", library, "--format", "json"]) == 2
    assert json.loads(capsys.readouterr().out)["error"]["kind"] == "library-missing"


@pytest.mark.parametrize(
    "options", [["--size", "0"], ["--size", "1000001"], ["--distance", "33"], ["--seed", "x"]]
)
def test_what_cannot_be_tried_is_refused(options: list[str], capsys: Capture) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["lab", *options, "--format", "json"])
    assert ended.value.code == 2
    assert json.loads(capsys.readouterr().out)["error"]["kind"] == "usage"


@pytest.mark.parametrize(
    ("obstacle", "needed", "limit", "sentence"),
    [
        (Obstacle.MEMORY, 5e9, 1e9, "would take 5.0 GB of memory, the limit is 1.0 GB"),
        (Obstacle.BUILD_TIME, 90, 60, "would take about 90 s to build, the limit is 60 s"),
        (Obstacle.QUERY_TIME, 2.5, 1, "would take about 2.5 s a query, the limit is 1 s"),
        (Obstacle.PAIRS_TIME, 400, 30, "all pairs would take about 400 s, the limit is 30 s"),
    ],
)
def test_every_obstacle_has_its_sentence(
    obstacle: Obstacle, needed: float, limit: float, sentence: str
) -> None:
    reading = Reading("made", skipped=Shortfall(obstacle, needed, limit))
    assert lab._fields(reading)["skipped"] == sentence


def test_people_read_who_does_not_agree_and_what_died() -> None:
    readings = (Reading("a", died=True), Reading("b", pairs=3))
    lines = list(lab._lines(LabReport(10, 3, readings, ("b",))))
    assert "Not all methods agree: b" in lines
    assert any("passed the limit" in line for line in lines)
