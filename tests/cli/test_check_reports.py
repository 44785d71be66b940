"""Reports of a check, and checks of a folder, on the command line."""

from __future__ import annotations

import csv
import json
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from simhash_gui.cli.main import main
from simhash_gui.services.checking.batch import Progress, Row
from tests.cli.test_review_volumes import mount, unmount

Run = Callable[..., str]


def prose(seed: int, words: int) -> list[str]:
    return [f"w{(seed * 7919 + place * place * 31) % 9973}" for place in range(words)]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command in a folder with a library of two texts and a folder of three desks."""
    for folder in ("docs", "desk", "desk/more"):
        (tmp_path / folder).mkdir()
    for seed in (1, 2):
        (tmp_path / "docs" / f"s{seed}.txt").write_text(" ".join(prose(seed, 300)), "utf-8")
    parts = {"a": (1, 9), "more/b": (2, 9), "c": (1, 8)}
    for name, (seed, own) in parts.items():
        words = [*prose(own, 80), *prose(seed, 300)[100:180]]
        (tmp_path / "desk" / f"{name}.txt").write_text(" ".join(words), "utf-8")
    monkeypatch.chdir(tmp_path)
    assert main(("scan", "docs", "--library", "lib.simhash", "--jobs", "1")) == 0
    capsys.readouterr()

    def run(*arguments: str, status: int = 0) -> str:
        code = main(arguments)
        captured = capsys.readouterr()
        assert code == status, captured.err
        return captured.out if status != 2 else captured.err

    return run


def test_a_report_is_written_beside_the_answer(run: Run, tmp_path: Path) -> None:
    arguments = ("check", "desk/a.txt", "--library", "lib.simhash")
    run(*arguments, "--report", "out.html", "--form", "marked", "--language", "zh_CN")

    page = (tmp_path / "out.html").read_text("utf-8")
    assert "总文字复制比" in page
    assert "s1.txt" in page
    run(*arguments, "--report", "secret.html", "--anonymise")
    assert "s1.txt" not in (tmp_path / "secret.html").read_text("utf-8")


def test_a_text_of_many_hidden_letters_is_told_in_a_few_lines(run: Run, tmp_path: Path) -> None:
    words = prose(1, 300)[100:180]
    hidden = [f"{word[:1]}\u200b{word[1:]}" for word in words[:30]]
    (tmp_path / "hidden.txt").write_text(" ".join([*hidden, *words[30:]]), "utf-8")

    answer = run("check", "hidden.txt", "--library", "lib.simhash").splitlines()

    assert [line for line in answer if "zero-width" in line] == [
        "zero-width at 1, 1 character",
        "  and zero-width at 29 further places",
    ]


def test_the_totals_of_an_answer_are_those_of_its_report(run: Run, tmp_path: Path) -> None:
    arguments = ("check", "desk/a.txt", "--library", "lib.simhash")

    answer = run(*arguments, "--report", "out.html", "--form", "brief")
    total = json.loads(run(*arguments, "--format", "json"))["measures"]["total_ratio"]

    assert f"total {total * 100:.1f} % (" in answer
    assert f"{total * 100:.1f}%" in (tmp_path / "out.html").read_text("utf-8")
    assert f"total {total * 100:.1f} %, " in run("check", "desk", "--library", "lib.simhash")


def test_an_answer_counts_the_matches_of_its_report(run: Run, tmp_path: Path) -> None:
    words = prose(5, 300)
    twice = [*words, *prose(6, 90), *words[120:140]]
    (tmp_path / "docs" / "twice.txt").write_text(" ".join(twice), "utf-8")
    run("scan", "docs", "--library", "lib.simhash", "--jobs", "1")
    text = [*prose(8, 80), *words[100:180], *prose(9, 80), *prose(6, 90)[10:50]]
    (tmp_path / "draft.txt").write_text(" ".join(text), "utf-8")
    arguments = ("check", "draft.txt", "--library", "lib.simhash")

    answer = json.loads(run(*arguments, "--format", "json"))
    told = run(*arguments)

    first, second = (" ".join(part) for part in (words[100:180], prose(6, 90)[10:50]))
    starts = [" ".join(text).index(part) for part in (first, second)]
    expected = [
        [start, start + len(part)] for start, part in zip(starts, (first, second), strict=True)
    ]
    (source,), (match,) = answer["sources"], answer["matches"]
    assert source["passage_count"] == 2
    assert [each["a"] for each in source["passages"]] == expected
    assert [each["a"] for each in match["passages"]] == expected
    assert told.count("is there") == 2
    assert answer["groups"]["not-cited-or-quoted"]["matches"] == 2


def test_an_answer_says_how_much_of_the_total_is_word_for_word(run: Run, tmp_path: Path) -> None:
    words = prose(1, 300)[100:260]
    words[8::8] = [f"changed{place}" for place in range(len(words[8::8]))]
    (tmp_path / "swapped.txt").write_text(" ".join(words), "utf-8")
    arguments = ("check", "swapped.txt", "--library", "lib.simhash")

    measures = json.loads(run(*arguments, "--format", "json"))["measures"]
    same, other = (f"{measures[key] * 100:.1f} %" for key in ("identical_ratio", "edited_ratio"))

    assert measures["total_ratio"] > 0.9
    assert measures["identical_ratio"] < 0.85
    assert f"({same} word for word, {other} changed words in between)" in run(*arguments)


def test_an_answer_without_a_source_says_what_was_looked_for(run: Run, tmp_path: Path) -> None:
    (tmp_path / "own.txt").write_text(" ".join(f"own{place}" for place in range(200)), "utf-8")

    answer = run("check", "own.txt", "--library", "lib.simhash")

    assert answer.startswith("compared with 2 documents: what has about six words in a row")


def test_what_does_not_count_is_no_part_of_the_figures_of_an_answer(
    run: Run, tmp_path: Path
) -> None:
    quoted, plain = prose(1, 300)[100:180], prose(2, 300)[100:180]
    text = f"“{' '.join(quoted)}”\n\n{' '.join(plain)}\n"
    (tmp_path / "quoting.txt").write_text(text, "utf-8")
    arguments = ("check", "quoting.txt", "--library", "lib.simhash", "--without", "quotations")

    answer = run(*arguments)
    (source,) = json.loads(run(*arguments, "--format", "json"))["sources"]

    figure = f"{source['full_share'] * 100:.1f} %"
    assert f"partly-copied: {figure} of the text ({figure} counted in the total)" in answer
    assert re.search(f"total {figure} .*, largest single source {figure}", answer)
    assert f"1 document of 2 candidates; {figure} of the text found elsewhere" in answer
    assert "not counted: partly-copied\n  " in answer
    assert re.search(r"left out of the total: 4\d\.\d % that was found as well", answer)


@pytest.mark.parametrize(
    ("span", "is_told"), [("0-2000", False), ("0-5", True)], ids=["covers", "fits-nothing"]
)
def test_matches_between_two_characters_are_left_out_or_it_is_told(
    span: str, is_told: bool, run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ("check", "desk/a.txt", "--library", "lib.simhash", "--format", "json")
    main((*arguments, "--leave-out", f"{span}=agreed"))
    out, err = capsys.readouterr()

    assert (json.loads(out)["measures"]["overlap_characters"] == 0) is not is_told
    assert ("no match lies between" in err) is is_told


def test_an_empty_library_is_told(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "none").mkdir()
    main(("scan", "none", "--library", "empty.simhash"))

    assert main(("check", "desk/a.txt", "--library", "empty.simhash")) == 0

    assert "the library holds no documents" in capsys.readouterr().err


def test_a_text_of_three_words_is_told_to_be_too_short(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "short.txt").write_text("the old mill", "utf-8")

    assert main(("check", "short.txt", "--library", "lib.simhash")) == 0

    assert "the text has 3 words" in capsys.readouterr().err


def test_a_library_on_a_read_only_drive_is_checked_against(run: Run, tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    (tmp_path / "lib.simhash").rename(shared / "lib.simhash")
    arguments = ("--library", "shared/lib.simhash", "--format", "json")
    answer = run("check", "desk/a.txt", *arguments)
    before = {path.name: path.read_bytes() for path in shared.iterdir()}
    try:
        mount("--bind", shared, shared)
        mount("-o", "remount,ro,bind", shared)

        assert run("check", "desk/a.txt", *arguments) == answer
        many = json.loads(run("check", "desk", *arguments, "--report", "reports"))
    finally:
        unmount(shared)

    assert [len(each["sources"]) for each in many["documents"]] == [1, 1, 1]
    assert {path.name: path.read_bytes() for path in shared.iterdir()} == before


def test_a_revised_manuscript_is_compared_with_its_last_check(run: Run, tmp_path: Path) -> None:
    arguments = ("check", "desk/a.txt", "--library", "lib.simhash")
    (tmp_path / "before.json").write_text(run(*arguments, "--format", "json"), "utf-8")
    (tmp_path / "desk" / "a.txt").write_text(" ".join(prose(2, 300)[:90]), "utf-8")

    answer = json.loads(run(*arguments, "--since", "before.json", "--format", "json"))
    text = run(*arguments, "--since", "before.json")

    changes = answer["changes"]
    assert changes["total_ratio_before"] == pytest.approx(0.5, abs=0.06)
    assert [Path(path).stem for path in changes["gone"]] == ["s1"]
    assert [Path(path).stem for path in changes["new"]] == ["s2"]
    assert changes["changed"] == []
    assert "since the last check: 49 % before" in text or "50 % before" in text
    assert changes["same_counting"] is True
    assert "counted" not in text.partition("since the last check")[2]


def test_checks_with_different_filters_are_not_compared_silently(run: Run, tmp_path: Path) -> None:
    arguments = ("check", "desk/a.txt", "--library", "lib.simhash")
    before = json.loads(run(*arguments, "--least-words", "20", "--format", "json"))
    (tmp_path / "before.json").write_text(json.dumps(before), "utf-8")
    del before["counting"]
    (tmp_path / "old.json").write_text(json.dumps(before), "utf-8")
    since = ("--since", "before.json", "--least-words")

    other = run(*arguments, "--since", "before.json")
    longer = run(*arguments, *since, "30")
    unknown = run(*arguments, "--since", "old.json", "--least-words", "20")

    told = "not counted alike: without short, fewer than 20.0 words before"
    assert f"{told}, no filters now" in other
    assert f"{told}, without short, fewer than 30.0 words now" in longer
    assert "counted" not in run(*arguments, *since, "20").partition("since the last check")[2]
    assert "does not say by which filters it counted" in unknown


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("desk/a.txt", "--library", "lib.simhash", "--report", "out.doc"), ".html or .pdf"),
        (("desk/a.txt", "--library", "lib.simhash", "--report", "no/out.html"), "no such folder"),
        (("desk/a.txt",), "--library"),
        (("desk/a.txt", "--library", "lib.simhash", "--since", "desk/a.txt"), "no earlier check"),
        (("desk/a.txt", "--library", "lib.simhash", "--since", "deep.json"), "no earlier check"),
        (("desk/a.txt", "--library", "lib.simhash", "--since", "none.json"), "No such file"),
        (("desk",), "--library"),
        (("desk/a.txt", "--among-themselves"), "no folder"),
        (("desk", "--library", "lib.simhash", "--report", "lib.simhash"), "no folder"),
    ],
)
def test_what_makes_no_sense_is_refused(
    run: Run, tmp_path: Path, arguments: tuple[str, ...], message: str
) -> None:
    (tmp_path / "deep.json").write_text("[" * 100_000, "utf-8")

    assert message in run("check", *arguments, status=2)


def test_a_folder_is_checked_against_a_library(run: Run, tmp_path: Path) -> None:
    arguments = ("check", "desk", "--library", "lib.simhash", "--report", "reports")
    answer = json.loads(run(*arguments, "--format", "json"))

    ratios = {
        Path(each["path"]).stem: each["measures"]["total_ratio"] for each in answer["documents"]
    }
    assert ratios == pytest.approx({"a": 0.5, "b": 0.5, "c": 0.5}, abs=0.06)
    assert [Path(each["sources"][0]["path"]).stem for each in answer["documents"]] == [
        "s1", "s1", "s2"
    ]  # fmt: skip
    names = sorted(path.name for path in (tmp_path / "reports").iterdir())
    assert names == ["0001-a.html", "0002-c.html", "0003-b.html", "index.html", "overview.csv"]
    index = (tmp_path / "reports" / "index.html").read_text("utf-8")
    assert 'href="0001-a.html"' in index
    with (tmp_path / "reports" / "overview.csv").open(encoding="utf-8-sig") as stream:
        assert len(list(csv.DictReader(stream))) == 3


def test_a_checked_folder_says_how_much_of_each_document_is_left_out(
    run: Run, tmp_path: Path
) -> None:
    quoted = f"“{' '.join(prose(1, 300)[:150])}” [1] {' '.join(prose(9, 150))}"
    (tmp_path / "drafts").mkdir()
    (tmp_path / "drafts" / "a.txt").write_text(quoted, "utf-8")
    check = ("check", "drafts", "--library", "lib.simhash")

    assert "left out" not in run(*check)
    assert re.search(
        r"^total 0\.0 % \(left out: \d\d\.\d %\), largest", run(*check, "--without", "quotations")
    )


@pytest.mark.parametrize("name", ["index.html", "overview.csv", "0002-a.html", "progress.jsonl"])
def test_no_report_of_a_folder_takes_the_place_of_a_document(
    run: Run, tmp_path: Path, name: str
) -> None:
    text = " ".join(prose(5, 200))
    for folder in ("docs", "desk"):
        (tmp_path / folder / name).write_text(text, "utf-8")
    run("scan", "docs", "--library", "lib.simhash", "--jobs", "1")
    before = [sorted((tmp_path / folder).rglob("*")) for folder in ("docs", "desk")]

    own = run("check", "desk", "--among-themselves", "--report", "desk", status=2)
    held = run("check", "desk", "--library", "lib.simhash", "--report", "docs", status=2)

    assert "this is one of the documents" in own
    assert "this is a document of the library" in held
    assert [sorted((tmp_path / folder).rglob("*")) for folder in ("docs", "desk")] == before
    for folder in ("docs", "desk"):
        assert (tmp_path / folder / name).read_text("utf-8") == text


FOREIGN = {
    "index.html": "<!DOCTYPE html><title>My own pages</title>",
    "overview.csv": "year,sum\n2024,7\n",
    "matrix.csv": "\ufeff,a,b\na,1,0.3\nb,0.3,1\n",
    "0002-c.html": "<p>A page about c</p>",
    "progress.jsonl": '{"step": 1}\n',
}


@pytest.mark.parametrize("name", FOREIGN)
def test_no_report_of_a_folder_takes_the_place_of_what_others_wrote(
    run: Run, tmp_path: Path, name: str
) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / name).write_text(FOREIGN[name], "utf-8")

    refused = run("check", "desk", "--among-themselves", "--report", "site", status=2)

    assert "this is no report of this program" in refused
    assert [path.name for path in (tmp_path / "site").iterdir()] == [name]
    assert (tmp_path / "site" / name).read_text("utf-8") == FOREIGN[name]


@pytest.mark.parametrize("options", [(), ("--tender", "call.txt")])
def test_reports_of_an_earlier_check_are_replaced(
    run: Run, tmp_path: Path, options: tuple[str, ...]
) -> None:
    bids(tmp_path / "bids")
    arguments = ("check", "bids", "--among-themselves", *options, "--report", "reports")
    run(*arguments)
    (tmp_path / "reports" / "progress.jsonl").write_text('["1.0", {}, {}, []]\n', "utf-8")
    before = (tmp_path / "reports" / "index.html").read_text("utf-8")

    run(*arguments, "--language", "zh_CN")
    run(*arguments)

    assert (tmp_path / "reports" / "index.html").read_text("utf-8") == before


def test_the_documents_of_a_folder_are_checked_among_themselves(run: Run, tmp_path: Path) -> None:
    arguments = ("check", "desk", "--among-themselves", "--report", "reports")
    answer = json.loads(run(*arguments, "--format", "json"))

    matrix = answer["matrix"]
    places = {Path(path).stem: place for place, path in enumerate(matrix["paths"])}
    shares = matrix["shares"]
    assert shares[places["a"]][places["c"]] == pytest.approx(0.5, abs=0.06)
    assert shares[places["a"]][places["b"]] == pytest.approx(0.5, abs=0.06)
    assert shares[places["b"]][places["c"]] == 0
    assert all(shares[place][place] == 0 for place in range(3))
    assert (tmp_path / "reports" / "matrix.csv").exists()
    text = run("check", "desk", "--among-themselves")
    assert "3 documents checked, 0 failed" in text
    anonymous = ("check", "desk", "--among-themselves", "--report", "secret", "--anonymise")
    run(*anonymous)
    assert "desk/" not in (tmp_path / "secret" / "index.html").read_text("utf-8")


def test_a_document_that_cannot_be_read_is_told_and_the_others_are_checked(
    run: Run, tmp_path: Path
) -> None:
    (tmp_path / "desk" / "empty.txt").touch()
    (tmp_path / "desk" / ".hidden.txt").write_text("x", "utf-8")

    text = run("check", "desk", "--library", "lib.simhash", status=1)

    assert "failed: desk/empty.txt: empty: " in text
    assert "3 documents checked, 1 failed" in text


def bids(folder: Path) -> Path:
    """Three bids, of which a and b were written by one hand, and the call that all repeat."""
    folder.mkdir()
    call = "The bidder shall describe the warranty, the maintenance and the schedule. 应当完整。"
    (folder.parent / "call.txt").write_text(call, "utf-8")
    plain = "We guarantee the maintenance of every installation and maintenance of documents. "
    own = {
        "a": "Our maintanance team is Alpha Works Ltd, mail info@alpha.example.\n"
        + "本公司提供技术服务方案，技术服务方案详见附件，技术服务方案如下，技术朋务方案另附。",
        "b": "Their maintanance offer was prepared by Beta House. Ask info@alpha.example.\n"
        + "技术服务方案，技术服务方案，技术服务方案，技术朋务方案。",
        "c": "Gamma Partners GmbH offers maintenance, maintenance and more. 技术服务方案。",
    }
    for name, text in own.items():
        (folder / f"{name}.txt").write_text(f"{call}\n{plain}\n{text}\n", "utf-8")
    with (folder / "a.txt").open("a", encoding="utf-8") as more:
        more.write("Write to info@alpha.example for more.\n")
    return folder


def test_a_passage_that_two_bids_share_is_told_once(run: Run, tmp_path: Path) -> None:
    bids(tmp_path / "bids")
    twice, once = " ".join(prose(11, 14)), " ".join(prose(12, 60))
    for name, own in (("d", f"{twice} {once} {twice} {prose(13, 9)}"), ("e", f"{once}. {twice}")):
        (tmp_path / "bids" / f"{name}.txt").write_text(own, "utf-8")
    arguments = ("check", "bids", "--among-themselves", "--tender", "call.txt")

    answer = json.loads(run(*arguments, "--format", "json"))

    found = answer["tender"]["pairs"]
    pairs = {Path(each["a"]).stem + Path(each["b"]).stem: each for each in found}
    (whole,) = pairs["de"]["passages"]  # with what d has before it once more
    assert whole["b"] == [0, len(f"{once}. {twice}")]
    assert [each["a"] for each in pairs["ac"]["passages"]] == [[0, 240]]


def test_bids_of_one_hand_are_told_by_mistakes_and_names(run: Run, tmp_path: Path) -> None:
    bids(tmp_path / "bids")
    arguments = ("check", "bids", "--among-themselves", "--tender", "call.txt")

    answer = json.loads(run(*arguments, "--report", "reports", "--format", "json"))
    text = run(*arguments)

    pairs = {
        (Path(each["a"]).stem, Path(each["b"]).stem): each for each in answer["tender"]["pairs"]
    }
    mistakes = {(each["text"], each["usual"]) for each in pairs["a", "b"]["mistakes"]}
    assert ("maintanance", "maintenance") in mistakes
    assert ("技术朋务方", "技术服务方") in mistakes
    (name,) = pairs["a", "b"]["names"]
    assert (name["text"], Path(name["owner"]).stem) == ("info@alpha.example", "a")
    assert not any(pairs[pair]["mistakes"] for pair in pairs if "c" in pair)
    assert "same mistake: maintanance for maintenance" in text
    with (tmp_path / "reports" / "tender.csv").open(encoding="utf-8-sig") as stream:
        assert "same mistake" in {row["kind"] for row in csv.DictReader(stream)}
    page = (tmp_path / "reports" / "index.html").read_text("utf-8")
    assert "same mistake, for maintenance" in page
    assert "info@alpha.example" in page


def test_a_tender_that_was_killed_goes_on(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bids(tmp_path / "bids")
    asked = ("check", "bids", "--among-themselves", "--tender", "call.txt", "--format", "json")
    whole = json.loads(run(*asked, "--report", "whole"))
    kept = Progress.keep

    def die_after_two(self: Progress, path: Path, row: Row) -> None:
        kept(self, path, row)
        if path.stem == "b":
            raise KeyboardInterrupt

    with monkeypatch.context() as killed:
        killed.setattr(Progress, "keep", die_after_two)
        run(*asked, "--report", "reports", status=130)
    report = tmp_path / "reports" / "0001-a.html"
    kept_text = f"{report.read_text('utf-8')}<!-- kept -->"
    report.write_text(kept_text, "utf-8")

    assert json.loads(run(*asked, "--report", "reports")) == whole
    assert report.read_text("utf-8") == kept_text
    for name in ("tender.csv", "index.html"):
        again, before = (tmp_path / each / name for each in ("reports", "whole"))
        assert again.read_bytes() == before.read_bytes()


def test_an_anonymised_overview_tells_no_names_of_bidders(run: Run, tmp_path: Path) -> None:
    bids(tmp_path / "bids")

    arguments = ("--among-themselves", "--tender", "call.txt", "--report", "reports")
    run("check", "bids", *arguments, "--anonymise", "--language", "zh_CN")

    page = (tmp_path / "reports" / "index.html").read_text("utf-8")
    assert "maintanance" in page
    assert "他方信息" in page
    assert "info@alpha.example" not in page


def test_a_tender_is_about_documents_among_themselves(run: Run) -> None:
    message = run("check", "desk", "--library", "lib.simhash", "--tender", "desk/a.txt", status=2)

    assert "--among-themselves" in message


def test_a_batch_that_was_killed_goes_on(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = ("check", "desk", "--library", "lib.simhash", "--report", "reports")
    whole = json.loads(run(*arguments, "--format", "json"))
    kept = Progress.keep

    def die_after_two(self: Progress, path: Path, row: Row) -> None:
        kept(self, path, row)
        if path.stem == "c":
            raise KeyboardInterrupt

    with monkeypatch.context() as killed:
        killed.setattr(Progress, "keep", die_after_two)
        run(*arguments, "--format", "json", status=130)
    with (tmp_path / "reports" / "progress.jsonl").open("a", encoding="utf-8") as cut_off:
        cut_off.write('{"state": [1, 2], "ro')
    report = tmp_path / "reports" / "0001-a.html"
    kept_text = f"{report.read_text('utf-8')}<!-- kept -->"
    report.write_text(kept_text, "utf-8")

    assert json.loads(run(*arguments, "--format", "json")) == whole
    assert report.read_text("utf-8") == kept_text
    assert not (tmp_path / "reports" / "progress.jsonl").exists()
    run(*arguments)
    assert report.read_text("utf-8") != kept_text


def test_reports_say_what_was_not_compared_and_not_read(run: Run, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "lib.simhash")) as connection:
        connection.executescript("DELETE FROM texts WHERE document_id = 1")
    (tmp_path / "desk" / "locked.pdf").write_bytes(b"%PDF-1.4 no more")

    answer = run("check", "desk", "--library", "lib.simhash", "--report", "reports", status=1)
    single = ("check", "desk/a.txt", "--library", "lib.simhash")
    run(*single, "--report", "a.html", "--language", "zh_CN", status=1)

    told = "Not complete: 1 document: the stored text is missing"
    assert "1 failed" in answer
    overview = (tmp_path / "reports" / "index.html").read_text("utf-8")
    assert "Not complete: documents: the stored text is missing" in overview
    assert "Could not be read: desk/locked.pdf (" in overview
    last = (tmp_path / "reports" / "overview.csv").read_text("utf-8-sig").splitlines()[-2:]
    assert last[0].startswith("# incomplete,desk/locked.pdf,")
    assert last[1].startswith("# incomplete,documents,,the stored text is missing,")
    assert told in next((tmp_path / "reports").glob("*-a.html")).read_text("utf-8")
    assert "不完整：1 篇文档：存储的正文缺失" in (tmp_path / "a.html").read_text("utf-8")
