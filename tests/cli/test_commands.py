"""What each command prints for people, and what it refuses."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from simhash_gui.cli.detecting import share
from simhash_gui.cli.main import main
from simhash_gui.ui.common import format as fmt
from tests.documents.containers.archives import zip_of

STORY = (
    "The ferry leaves the island at seven, and whoever oversleeps has the whole day to himself: "
    "the path around the lighthouse, the bakery, and the bench with a view of three countries."
)

Run = Callable[..., str]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command in a folder with two copies of a story and an empty file."""
    docs = tmp_path / "docs"
    docs.mkdir()
    for name in ("a.txt", "b.txt"):
        (docs / name).write_text(STORY, encoding="utf-8")
    (docs / "empty.txt").touch()
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str, status: int = 0) -> str:
        assert main(arguments) == status
        return capsys.readouterr().out

    return run


@pytest.fixture
def library(run: Run) -> str:
    run("scan", "docs", "--library", "lib.simhash", "--jobs", "1", status=1)
    return "lib.simhash"


def standard_input(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    stream = io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8")
    monkeypatch.setattr("sys.stdin", stream)


def test_scan_prints_clusters_failures_and_counts(run: Run) -> None:
    text = run("scan", "docs", "--jobs", "1", status=1)

    assert "cluster 1: 2 files, overlap from 100 %, Hamming distance 0\n" in text
    assert "   100 %    0  medoid     docs/a.txt\n" in text
    assert "   100 %    0  identical  docs/b.txt  (exact copy of docs/a.txt)\n" in text
    assert "empty: docs/empty.txt\n" in text
    assert "3 files met: 2 read, 0 unchanged, 0 skipped, 0 failed, 1 empty" in text
    assert "1 cluster of 2 files, 0 pairs of different documents, 0 candidates" in text


def test_library_info_tells_empty_files_from_failed_ones(run: Run, library: str) -> None:
    text = run("library", "info", library)

    assert "failed_files    1 (1 of them empty)\n" in text
    answer = json.loads(run("library", "info", library, "--format", "json"))
    assert answer["failed_files"] == 1


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0 %"),
        (0.001, "< 1 %"),
        (0.6479, "65 %"),
        (0.994, "99 %"),
        (0.9999, "> 99 %"),
        (1.0, "100 %"),
    ],
)
def test_shares_are_rounded_as_in_the_window(value: float, text: str) -> None:
    assert share(value) == text
    assert text.replace(" %", "%") == fmt.share(value)


def test_scan_changes_the_recipe_of_a_library(run: Run, library: str) -> None:
    arguments = ("scan", "docs", "--library", library, "--recipe", "1e0ng", "--format", "json")
    answer = json.loads(run(*arguments, status=1))

    assert answer["recipe"].startswith("v1:lower:word-characters:4:")
    assert answer["read"] == 0
    (document,) = json.loads(run("library", "list", library, "--format", "json"))["documents"]
    assert document["recipe"] == answer["recipe"]


def test_check_prints_every_place_of_a_match(
    run: Run, library: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    standard_input(monkeypatch, STORY)

    text = run("check", "-", "--library", library)

    assert f"  {tmp_path / 'docs' / 'a.txt'}" in text
    assert f"  {tmp_path / 'docs' / 'b.txt'}" in text
    assert "not counted: identical" in text
    assert "0 documents of 1 candidate; 0.0 % of the text found elsewhere" in text


def test_compare_prints_both_fingerprints_and_the_bits(run: Run, tmp_path: Path) -> None:
    (tmp_path / "c.txt").write_text(STORY.replace("island", "harbour"), encoding="utf-8")

    text = run("compare", "docs/a.txt", "c.txt")

    assert re.search(r"A  docs/a\.txt\n +[0-9a-f]{16}   blocks( [0-9a-f]{4}){4}", text)
    assert re.search(r"Hamming distance \d+ of 64 bits\ndiffering bits   \d+", text)
    assert "equal blocks" in text


def test_compare_of_equal_texts_names_no_bits(run: Run) -> None:
    text = run("compare", "docs/a.txt", "docs/b.txt")

    assert "Hamming distance 0 of 64 bits" in text
    assert "differing bits" not in text
    assert "equal blocks     0, 1, 2, 3" in text


def test_compare_gives_evidence_in_characters_of_the_texts_as_read(
    run: Run, tmp_path: Path
) -> None:
    notice = "本馆自下月一日起调整开放时间，周一至周五上午九时开门，晚上八时闭馆，请读者合理安排"
    a = f"{STORY}\n{' '.join(f'a{number}' for number in range(90))}\n{notice}。"
    b = f"ﬁrst {' '.join(f'b{number}' for number in range(90))}《{notice}》{STORY.upper()}"
    for name, text in (("a", a), ("b", b)):
        (tmp_path / f"{name}.txt").write_text(text, encoding="utf-8")

    answer = json.loads(run("compare", "a.txt", "b.txt", "--format", "json"))

    slices = [(a[slice(*found["a"])], b[slice(*found["b"])]) for found in answer["passages"]]
    # in b the next passage follows without a token between, so the bracket belongs to this one
    assert slices == [(STORY[:-1], STORY.upper()[:-1]), (notice, f"{notice}》")]
    assert answer["class"] == "partly-copied"
    assert 0 < answer["jaccard"] < answer["containment_a"] < 1
    assert answer["containment_a"] == pytest.approx(answer["containment_b"], abs=0.01)


def test_compare_keeps_its_fields_and_adds_the_evidence(run: Run) -> None:
    answer = json.loads(run("compare", "docs/a.txt", "docs/b.txt", "--format", "json"))

    fields = ["a", "b", "recipe", "distance", "differing_bits"]
    shares = ["jaccard", "containment_a", "containment_b", "edit_share"]
    evidence = [*shares, "class", "short", "passages"]
    assert list(answer) == [*fields, *evidence, "cosine", "numbers"]
    assert (answer["edit_share"], answer["cosine"]) == (1, pytest.approx(1))
    assert [answer[name] for name in evidence[:5]] == [1, 1, 1, 1, "identical"]
    whole = [0, len(STORY) - 1]  # without the full stop
    assert answer["passages"] == [{"a": whole, "b": whole}]


def test_compare_prints_the_measures_and_the_places_of_passages(run: Run, tmp_path: Path) -> None:
    longer = f"{' '.join(f'w{number}' for number in range(60))} {STORY}"
    (tmp_path / "c.txt").write_text(longer, encoding="utf-8")

    text = run("compare", "docs/a.txt", "c.txt")

    start = longer.index(STORY)
    words = len(re.findall(r"[a-z]+", STORY.lower()))
    assert "class            is-contained (short, so judged by text alone)" in text
    assert re.search(r"Jaccard          0\.\d{3}\ncontainment      A 1\.000, B 0\.\d{3}\n", text)
    assert "common passages  1, 100.0% of A and " in text
    assert f"   A 0–{len(STORY) - 1}   B {start}–{len(longer) - 1}   {words} equal tokens\n" in text


def test_compare_says_when_nothing_is_common(run: Run, tmp_path: Path) -> None:
    (tmp_path / "c.txt").write_text("会议讨论了图书馆新馆的开放时间。", encoding="utf-8")

    text = run("compare", "docs/a.txt", "c.txt")

    assert "class            unrelated (short" in text
    assert text.endswith("common passages  0\n")
    assert "edit share       0.000\nweight cosine    0.000\n" in text


def test_compare_says_when_the_edit_share_would_take_too_long(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    swapped = " ".join(reversed(STORY.split()))
    (tmp_path / "c.txt").write_text(swapped, encoding="utf-8")
    monkeypatch.setattr("simhash_gui.services.comparison.evidence._MOST_CELLS", 10)

    assert "edit share       not measured: " in run("compare", "docs/a.txt", "c.txt")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("compare", "nosuch.txt", "docs/a.txt"), "nosuch.txt: No such file"),
        (("compare", "docs/a.txt", "docs/a.txt/x"), "docs/a.txt/x: No such file"),
        (("compare", "docs", "docs/a.txt"), "docs: this is a folder"),
        (("fingerprint", "nosuch.txt"), "nosuch.txt: No such file"),
        (("fingerprint", "docs"), "docs: this is a folder"),
        (("fingerprint", "docs/empty.txt"), "docs/empty.txt: empty"),
        (("scan", "nosuch"), "nosuch: No such file or folder"),
        (("pairs", "nosuch.npy"), "nosuch.npy: No such file"),
        (("library", "info", "nosuch.simhash"), "no such file"),
    ],
)
def test_a_path_that_will_not_do_is_told(
    run: Run, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], message: str
) -> None:
    assert main(arguments) == 2

    told = capsys.readouterr()
    assert message in told.err
    assert told.out == ""


def test_check_tells_a_path_that_leads_nowhere(
    library: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(("check", "nosuch.txt", "--library", library)) == 2

    assert "nosuch.txt: No such file" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["", " \n"])
@pytest.mark.parametrize("command", ["check", "fingerprint"])
def test_standard_input_without_text_is_refused(
    library: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    command: str,
    text: str,
) -> None:
    standard_input(monkeypatch, text)
    options = ("--library", library) if command == "check" else ()

    assert main((command, "-", *options)) == 2

    told = capsys.readouterr()
    assert "standard input: empty: There is no text in it" in told.err
    assert told.out == ""


def test_a_text_without_features_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    standard_input(monkeypatch, "…!?")

    assert main(("fingerprint", "-")) == 0

    assert "no features" in capsys.readouterr().err


def test_a_text_without_features_has_no_distance(run: Run, tmp_path: Path) -> None:
    (tmp_path / "dots.txt").write_text("…", encoding="utf-8")
    files = ("docs/a.txt", "dots.txt")

    assert json.loads(run("compare", *files, "--format", "json"))["distance"] is None
    assert "Hamming distance none, for a text has no features" in run("compare", *files)


def test_fingerprint_prints_every_step_on_demand(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    standard_input(monkeypatch, "one two one")

    text = run("fingerprint", "-", "--recipe", "words", "--trace")

    assert re.search(r"    2    2\.0000  [0-9a-f]{16}  one", text)
    assert re.search(r"\n 63 +-?\d\.0000  [01]\n", text)
    assert re.search(r"fingerprint [0-9a-f]{16}\nblock keys  ([0-9a-f]{4} ?){4}\n", text)


def test_a_wide_fingerprint_has_32_digits_and_the_blocks_of_its_first_half(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    standard_input(monkeypatch, STORY)

    arguments = ("fingerprint", "-", "--recipe", "python-hash-128", "--trace", "--format", "json")
    answer = json.loads(run(*arguments))

    assert len(answer["fingerprint"]) == 32
    assert "".join(answer["block_keys"]) == answer["fingerprint"][:16]
    assert {len(row["hash"]) for row in answer["trace"]["features"]} == {32}


def test_library_info_and_list_are_readable(run: Run, library: str, tmp_path: Path) -> None:
    info, listed = run("library", "info", library), run("library", "list", library)

    assert re.search(r"documents +1\nfiles +3\nfingerprinted +1\n", info)
    assert re.search(r"\nrecipes +v1:\S+:zero\n", info)
    head, *rows, end = listed.split("\n")
    assert (head.split(), end) == (["fingerprint", "state", "type", "encoding", "sure", "path"], "")
    assert re.fullmatch(
        rf"[0-9a-f]{{16}}  present +text +ascii +100% valid +{tmp_path}/docs/a\.txt", rows[0]
    )
    assert re.fullmatch(rf"- +failed: empty +- +- +- +{tmp_path}/docs/empty\.txt", rows[2])
    assert len({row.index(str(tmp_path)) for row in rows}) == 1


def test_library_list_shows_what_is_gone_or_failed_and_how_each_file_was_read(
    run: Run, library: str, tmp_path: Path
) -> None:
    (tmp_path / "docs" / "b.txt").unlink()
    russian = "Собрание обсудило часы работы библиотеки и решило опубликовать итоги. " * 3
    (tmp_path / "docs" / "c.txt").write_bytes(russian.encode("koi8-r"))
    run("scan", "docs", "--library", library, "--jobs", "1", status=1)

    answer = json.loads(run("library", "list", library, "--format", "json"))

    by_name = {Path(row["path"]).name: row for row in answer["files"]}
    states = {name: (row["state"], row["reason"]) for name, row in by_name.items()}
    assert states == {
        "a.txt": ("present", None),
        "b.txt": ("gone", None),
        "c.txt": ("present", None),
        "empty.txt": ("failed", "empty"),
    }
    assert by_name["b.txt"]["fingerprint"] == by_name["a.txt"]["fingerprint"] is not None
    assert by_name["c.txt"]["encoding"] == "koi8-r"
    assert by_name["c.txt"]["encoding_source"] == "statistics"
    assert 0 < by_name["c.txt"]["encoding_confidence"] < 1
    assert by_name["c.txt"]["type"] == "text"
    assert by_name["empty.txt"]["detail"] == "The file is empty."
    assert by_name["empty.txt"]["encoding"] is None
    assert [document["encoding"] for document in answer["documents"]] == ["ascii", "koi8-r"]
    assert [Path(path).name for path in answer["documents"][0]["paths"]] == ["a.txt"]


def test_library_list_names_no_archives_as_files(run: Run, library: str, tmp_path: Path) -> None:
    (tmp_path / "docs" / "z.zip").write_bytes(zip_of({"in.txt": STORY.encode()}))
    run("scan", "docs", "--library", library, "--jobs", "1", status=1)
    (tmp_path / "docs" / "z.zip").unlink()
    run("scan", "docs", "--library", library, "--jobs", "1", status=1)

    answer = json.loads(run("library", "list", library, "--format", "json"))

    gone = [row["path"] for row in answer["files"] if row["state"] == "gone"]
    assert gone == [str(tmp_path / "docs" / "z.zip!" / "in.txt")]


@pytest.mark.parametrize(
    ("what", "told"),
    [("pairs", "1 row written to out.json\n"), ("clusters", "2 rows written to out.json\n")],
)
def test_export_says_how_much_it_wrote(
    run: Run, library: str, tmp_path: Path, what: str, told: str
) -> None:
    assert run("export", what, "out.json", "--library", library) == told

    rows = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))
    assert told.startswith(f"{len(rows)} row")


def test_export_writes_pages_and_marks_csv_files_if_wanted(run: Run, library: str) -> None:
    run("export", "clusters", "out.html", "--library", library, "--language", "zh_CN")
    assert '<html lang="zh-CN">' in Path("out.html").read_text(encoding="utf-8")
    for more, mark in (([], b"\xef\xbb\xbf"), (["--no-bom"], b"")):
        run("export", "clusters", "out.csv", "--library", library, *more)
        assert Path("out.csv").read_bytes().startswith(mark + b"cluster,path,")


def test_export_refuses_an_unknown_ending(run: Run, library: str) -> None:
    run("export", "pairs", "out.html", "--library", library, status=2)
    run("export", "pairs", "out.doc", "--library", library, status=2)


def test_export_refuses_a_folder_that_is_not_there(run: Run, library: str) -> None:
    run("export", "pairs", "gone/out.csv", "--library", library, status=2)


def test_a_job_that_is_interrupted_says_so(
    run: Run, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("simhash_gui.cli.scan.import_paths", interrupted)

    run("scan", "docs", status=130)


@pytest.mark.parametrize("number", ["-1", "33", "x"])
def test_a_distance_that_makes_no_sense_is_refused(run: Run, number: str) -> None:
    with pytest.raises(SystemExit) as refused:
        run("scan", "docs", "--distance", number)

    assert refused.value.code == 2


def test_a_job_needs_a_worker(run: Run) -> None:
    with pytest.raises(SystemExit) as refused:
        run("scan", "docs", "--jobs", "0")

    assert refused.value.code == 2
