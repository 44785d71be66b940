"""Pairs with their evidence on the command line: scan, check, export, limits, evaluate."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from contextlib import redirect_stderr
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from simhash_gui.cli.main import main

Run = Callable[..., str]


def prose(seed: int, words: int) -> list[str]:
    return [f"w{(seed * 7919 + place * place * 31) % 9973}" for place in range(words)]


OWN = prose(1, 300)
TEXTS = {
    "own": OWN,
    "version": ["changed" if place % 15 == 0 else word for place, word in enumerate(OWN)],
    "thief": [*prose(2, 300), *OWN[100:160]],
    "stranger": prose(3, 300),
}


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command in a folder with four documents in ``docs``; returns what it printed."""
    (tmp_path / "docs").mkdir()
    for name, words in TEXTS.items():
        (tmp_path / "docs" / f"{name}.txt").write_text(" ".join(words), encoding="utf-8")
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str, status: int = 0) -> str:
        code = main(arguments)
        captured = capsys.readouterr()
        assert code == status, captured.err
        return captured.out if status == 0 else captured.err

    return run


def scanned(run: Run, *options: str) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(
        run("scan", "docs", "--jobs", "1", "--format", "json", *options)
    )
    return answer


def named(answer: dict[str, Any]) -> dict[tuple[str, str], dict[str, Any]]:
    return {(Path(pair["a"]).stem, Path(pair["b"]).stem): pair for pair in answer["pairs"]}


def test_scan_lists_confirmed_pairs_with_their_evidence(run: Run) -> None:
    pairs = named(scanned(run))

    assert pairs.keys() == {("own", "version")}
    (pair,) = pairs.values()
    assert pair["class"] == "near-duplicate"
    assert 0.5 < pair["jaccard"] < pair["containment_a"] <= 1
    compared = json.loads(run("compare", pair["a"], pair["b"], "--format", "json"))
    for name in ("jaccard", "containment_a", "containment_b", "class", "distance"):
        assert pair[name] == pytest.approx(compared[name], abs=1e-6)


def test_scan_lists_partial_copies_on_demand(run: Run) -> None:
    pairs = named(scanned(run, "--partial"))

    assert pairs.keys() == {("own", "version"), ("own", "thief"), ("thief", "version")}
    assert pairs["own", "thief"]["class"] == "partly-copied"


def test_scan_says_that_counts_tell_little_in_a_small_library(run: Run, tmp_path: Path) -> None:
    (tmp_path / "form.txt").write_text(" ".join(OWN[100:160]), "utf-8")
    (remark,) = scanned(run, "--partial", "--template", "form.txt")["remarks"]
    assert "fewer than 20 unrelated documents" in remark
    assert "templates (1)" in remark
    assert "marked passages and templates (0)" in run("scan", "docs", "--partial", "--jobs", "1")

    for number in range(20):
        (tmp_path / "docs" / f"{number}.txt").write_text(" ".join(prose(40 + number, 90)), "utf-8")
    assert scanned(run, "--partial")["remarks"] == []


def test_compare_tells_which_numbers_differ(run: Run, tmp_path: Path) -> None:
    for name, numbers in (("a", range(20, 40)), ("b", range(60, 63))):
        words = [*prose(9, 100), *map(str, numbers)]
        (tmp_path / f"{name}.txt").write_text(" ".join(words), "utf-8")

    numbers = json.loads(run("compare", "a.txt", "b.txt", "--format", "json"))["numbers"]
    assert numbers == {
        "only_a": [str(each) for each in range(20, 40)],
        "only_b": ["60", "61", "62"],
    }
    assert "31 and 8 more; B 60, 61, 62" in run("compare", "a.txt", "b.txt")


def test_scan_tells_which_numbers_differ_in_short_texts(run: Run, tmp_path: Path) -> None:
    (tmp_path / "short").mkdir()
    frame = "Gilded frame of oak, {}, with glass and a label of the maker on the back"
    for name, size in (("a", "72 x 96 cm"), ("b", "36 x 48 cm"), ("c", "72 x 96 cm!")):
        (tmp_path / "short" / f"{name}.txt").write_text(frame.format(size), "utf-8")

    scan = run("scan", "short", "--format", "json", "--jobs", "1")
    pairs = {(Path(p["a"]).stem, Path(p["b"]).stem): p for p in json.loads(scan)["pairs"]}
    differing, equal = pairs["a", "b"], pairs["a", "c"]
    assert differing["class"] == "differs-in-numbers"
    assert differing["numbers"] == {"only_a": ["72", "96"], "only_b": ["36", "48"]}
    assert (equal["class"], equal["numbers"]) == ("identical", None)


def test_single_linkage_tells_who_is_linked_through_others_only(run: Run, tmp_path: Path) -> None:
    (tmp_path / "steps").mkdir()
    for number in range(5):  # each has three quarters of the one before
        text = prose(9, 700)[70 * number : 70 * number + 300]
        (tmp_path / "steps" / f"{number}.txt").write_text(" ".join(text), "utf-8")

    def chained(linkage: str) -> list[list[bool]]:
        answer = run("scan", "steps", "--linkage", linkage, "--jobs", "1", "--format", "json")
        clusters = json.loads(answer)["clusters"]
        return [[member["chained"] for member in one["members"]] for one in clusters]

    (members,) = chained("single")
    assert members == [False, False, False, True, True]
    assert "(linked through others)" in run("scan", "steps", "--linkage", "single", "--jobs", "1")
    assert not any(any(members) for members in chained("medoid"))


def test_scan_lists_by_overlap_on_demand(run: Run) -> None:
    assert named(scanned(run, "--overlap", "0.99")) == {}
    assert named(scanned(run, "--overlap", "0.5")).keys() == {("own", "version")}


def test_scan_lists_every_candidate_on_demand(run: Run) -> None:
    pairs = named(scanned(run, "--distance", "32", "--all-candidates"))

    assert {pair["class"] for pair in pairs.values()} >= {"near-duplicate"}
    assert all(pair["distance"] <= 32 for pair in pairs.values())
    assert len(pairs) > 1


def test_scan_prints_pairs_for_people(run: Run) -> None:
    text = run("scan", "docs", "--jobs", "1")

    assert "cluster 1: 2 files, overlap from " in text
    assert "1 cluster of 2 files, 1 pair of different documents, " in text


def test_limits_are_listed_and_change_what_is_found(run: Run) -> None:
    strict = ("--limit", "near_jaccard=0.99", "--limit", "near-edit-share=0.99")

    assert named(scanned(run, *strict)) == {}
    assert json.loads(run("limits", *strict, "--format", "json"))["limits"]["near_jaccard"] == 0.99
    assert "near_jaccard" in run("limits")


@pytest.mark.parametrize(
    ("limit", "message"),
    [("nearness=1", "there is no limit"), ("near_jaccard=7", "share"), ("x", "NAME=NUMBER")],
)
def test_a_limit_that_makes_no_sense_is_refused(run: Run, limit: str, message: str) -> None:
    assert message in run("scan", "docs", "--limit", limit, status=2)


@pytest.mark.parametrize("share", ["-0.1", "1.5", "x"])
def test_an_overlap_is_a_share(run: Run, share: str) -> None:
    with pytest.raises(SystemExit) as stopped:
        run("scan", "docs", "--overlap", share)
    assert stopped.value.code == 2


def test_check_finds_a_part_and_says_how_much_is_covered(run: Run, tmp_path: Path) -> None:
    scanned(run, "--library", "lib.simhash")
    words = [*prose(7, 60), *OWN[200:260]]
    (tmp_path / "question.txt").write_text(" ".join(words), encoding="utf-8")

    answer = json.loads(
        run("check", "question.txt", "--library", "lib.simhash", "--format", "json")
    )

    by_name = {Path(match["path"]).stem: match for match in answer["matches"]}
    assert by_name.keys() == {"own", "version"}
    assert answer["covered"] == pytest.approx(0.5, abs=0.05)
    (passage,) = by_name["own"]["passages"]
    source = (tmp_path / "docs" / "own.txt").read_text(encoding="utf-8")
    question = " ".join(words)
    assert question[slice(*passage["a"])] == source[slice(*passage["b"])]
    assert by_name["own"]["class"] == "partly-copied"
    text = run("check", "question.txt", "--library", "lib.simhash")
    assert "% of the text found elsewhere" in text


def test_check_says_when_a_library_lacks_what_it_needs(run: Run) -> None:
    from simhash_gui.services.library.libraries import open_library  # noqa: PLC0415

    scanned(run, "--library", "lib.simhash")
    with open_library(Path("lib.simhash")) as library, library.write() as connection:
        connection.exec_driver_sql("DELETE FROM comparison_data")

    assert main(("check", "docs/own.txt", "--library", "lib.simhash")) == 0


def test_exported_pairs_carry_their_evidence(run: Run, tmp_path: Path) -> None:
    scanned(run, "--library", "lib.simhash")

    run("export", "pairs", "pairs.csv", "--library", "lib.simhash")
    run("export", "clusters", "clusters.json", "--library", "lib.simhash", "--partial")

    with (tmp_path / "pairs.csv").open(encoding="utf-8-sig", newline="") as file:
        (row,) = csv.DictReader(file)
    assert row["class"] == "near-duplicate"
    assert 0.5 < float(row["jaccard"]) < 1
    clusters = json.loads((tmp_path / "clusters.json").read_text(encoding="utf-8"))
    assert {Path(row["path"]).stem for row in clusters} == {"own", "version"}
    assert all(0 < row["min_overlap"] < 1 for row in clusters)


@pytest.fixture
def labelled(run: Run, tmp_path: Path) -> Path:
    """The four documents as a labelled set."""
    (tmp_path / "truth.csv").write_text(
        "a,b,label,level\nown,version,1,near\nown,thief,-1,\nthief,version,-1,\n",
        encoding="utf-8",
    )
    (tmp_path / "meta.json").write_text('{"name": "made", "closed_world": true}', encoding="utf-8")
    return tmp_path


def hinted(labelled: Path, kind: str, *options: str) -> bool:
    """Whether ``evaluate`` tells to add --partial for a set of this kind."""
    meta = {"name": "made", "closed_world": True, "kind": kind}
    (labelled / "meta.json").write_text(json.dumps(meta), encoding="utf-8")
    with redirect_stderr(StringIO()) as told:
        assert main(("evaluate", str(labelled), "--jobs", "1", *options)) == 0
    return "made: " in told.getvalue() and "--partial" in told.getvalue()


@pytest.mark.parametrize("kind", ["partial", "partial (answers copied from a source)"])
def test_a_set_of_partial_copies_without_partial_gets_a_hint(labelled: Path, kind: str) -> None:
    assert hinted(labelled, kind)
    assert not hinted(labelled, kind, "--partial")
    assert not hinted(labelled, "whole")


def test_evaluate_scores_every_set(run: Run, labelled: Path) -> None:
    answer = json.loads(run("evaluate", str(labelled), "--jobs", "1", "--format", "json"))

    (score,) = answer["sets"]
    assert score["name"] == "made"
    assert score["pairs"] == {"precision": 1.0, "recall": 1.0, "f1": 1.0}
    assert score["clusters"]["f1"] == 1.0
    assert score["levels"] == {"near": 1.0}
    assert score["spans"] is None
    assert score["candidates"] >= 1


def test_evaluate_prints_scores_for_people(run: Run, labelled: Path) -> None:
    text = run("evaluate", str(labelled), "--jobs", "1", "--partial")

    assert "made, 4 documents" in text
    assert "pairs       precision 1.000  recall 1.000  F1 1.000" in text
    assert "recall of near: 1.000" in text
    assert "candidates" in text


def test_evaluate_puts_sets_into_one_library_on_demand(run: Run, labelled: Path) -> None:
    answer = json.loads(
        run("evaluate", str(labelled), "--pooled", "--jobs", "1", "--format", "json")
    )

    assert answer["pooled"]["documents"] == 4
    assert answer["pooled"]["candidates_per_document"] > 0


def test_a_folder_that_is_no_set_is_refused(run: Run) -> None:
    assert "no documents" in run("evaluate", "docs", status=2)
    assert "nosuch: No such folder" in run("evaluate", "nosuch", status=2)
    assert "docs/own.txt: this is a file" in run("evaluate", "docs/own.txt", status=2)


@pytest.fixture
def folders(tmp_path: Path) -> list[str]:
    """Three folders of versions and copies, whose clusters and medoids are ties."""
    words = [prose(number, 120) for number in range(40, 44)]
    for place, name in enumerate(("north", "east", "south")):
        folder = tmp_path / name
        folder.mkdir()
        for number, text in enumerate(words):
            version = [*text, "!" * (place + 1)]  # the same tokens, another content
            (folder / f"{number}.txt").write_text(" ".join(version), encoding="utf-8")
            copy = " ".join([*text[:-3], "revised", *text[-2:]])
            (folder / f"copy{number}.txt").write_text(copy, encoding="utf-8")
        (folder / "nothing.txt").touch()
        (folder / f"blank{place}.txt").write_text(" ", encoding="utf-8")
    return ["north", "east", "south"]


def test_what_scan_prints_does_not_depend_on_order_or_workers(
    folders: list[str], capsys: pytest.CaptureFixture[str], run: Run
) -> None:
    printed = set()
    for jobs in ("1", "2"):
        for order in (folders, folders[::-1]):
            assert main(("scan", *order, "--format", "json", "--jobs", jobs)) == 1
            answer = json.loads(capsys.readouterr().out)
            assert answer.pop("elapsed_s") >= 0
            printed.add(json.dumps(answer))

    (only,) = printed
    assert len(json.loads(only)["clusters"]) == 4


def test_a_library_filled_step_by_step_tells_the_same_clusters(
    folders: list[str], run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    printed = set()
    for order in (folders, folders[::-1]):
        library = f"{order[0]}.simhash"
        for folder in order:
            assert main(("scan", folder, "--library", library, "--jobs", "1")) == 1
        capsys.readouterr()
        assert main(("scan", *folders, "--library", library, "--format", "json")) == 1
        answer = json.loads(capsys.readouterr().out)
        printed.add(json.dumps([answer["pairs"], answer["clusters"]]))

    assert len(printed) == 1


def test_check_measures_sources_groups_and_flags(run: Run, tmp_path: Path) -> None:
    scanned(run, "--library", "lib.simhash")
    words = [*prose(7, 60), *OWN[200:260]]
    text = " ".join(words).replace(OWN[210], f"{OWN[210][:2]}\u200b{OWN[210][2:]}")
    (tmp_path / "question.txt").write_text(text, encoding="utf-8")

    arguments = ("check", "question.txt", "--library", "lib.simhash")
    answer = json.loads(run(*arguments, "--format", "json"))

    measures = answer["measures"]
    assert measures["characters"] == len(text)
    assert measures["total_ratio"] == measures["overlap_characters"] / len(text)
    assert measures["total_ratio"] == pytest.approx(0.5, abs=0.05)
    assert measures["without_quoted_ratio"] == measures["total_ratio"]
    assert measures["identical_ratio"] + measures["edited_ratio"] == measures["total_ratio"]
    best, other = answer["sources"]
    assert Path(best["path"]).stem == "own"
    assert best["full_share"] == best["best_share"] == measures["greatest_single_ratio"]
    assert other["best_share"] < other["full_share"]
    assert {each["group"] for each in best["passages"]} == {"not-cited-or-quoted"}
    assert {p["group"] for match in answer["matches"] for p in match["passages"]} == {
        "not-cited-or-quoted"
    }
    assert answer["flags"] == [{"kind": "zero-width", "offset": text.index("\u200b"), "length": 1}]
    assert "zero-width at" in run(*arguments)
    assert "largest single source" in run(*arguments)


def test_check_leaves_out_what_it_is_told_to(run: Run, tmp_path: Path) -> None:
    scanned(run, "--library", "lib.simhash")
    (tmp_path / "question.txt").write_text(" ".join([*prose(7, 60), *OWN[200:260]]), "utf-8")
    (tmp_path / "template.txt").write_text(" ".join(OWN[200:260]), "utf-8")
    (tmp_path / "phrases.txt").write_text(f"{' '.join(OWN[200:230])}\n\n", "utf-8")

    def measures(*options: str) -> dict[str, Any]:
        arguments = ("check", "question.txt", "--library", "lib.simhash", "--format", "json")
        answer: dict[str, Any] = json.loads(run(*arguments, *options))
        return answer

    assert measures("--template", "template.txt")["measures"]["overlap_characters"] == 0
    phrases = measures("--phrases", "phrases.txt", "--without", "quotations")
    assert 0 < phrases["measures"]["total_ratio"] < 0.3
    assert {each["name"] for each in phrases["filters"] if each["on"]} == {"phrases", "quotations"}
    assert measures("--least-words", "100")["measures"]["overlap_characters"] == 0
    span = measures()["sources"][0]["passages"][0]["a"]
    left_out = measures("--leave-out", f"{span[0]}-{span[1]}=agreed")
    assert {each["reason"] for each in left_out["left_out_matches"]} == {"agreed"}
    assert measures("--own", "*")["measures"]["without_own_ratio"] == 0


def test_check_refuses_an_exclusion_without_a_reason(run: Run) -> None:
    scanned(run, "--library", "lib.simhash")
    arguments = ("check", "docs/own.txt", "--library", "lib.simhash", "--leave-out", "1-2=")

    assert "START-END=REASON" in run(*arguments, status=2)


def test_check_knows_a_file_of_the_library_by_its_content(run: Run, tmp_path: Path) -> None:
    scanned(run, "--library", "lib.simhash")
    (tmp_path / "elsewhere.txt").write_text(" ".join(OWN), "utf-8")

    text = run("check", "elsewhere.txt", "--library", "lib.simhash")
    answer = json.loads(
        run("check", "elsewhere.txt", "--library", "lib.simhash", "--format", "json")
    )

    assert "the library holds this very file" in text
    assert [Path(path).stem for path in answer["itself"]] == ["own"]
    assert "own" not in {Path(each["path"]).stem for each in answer["sources"]}
