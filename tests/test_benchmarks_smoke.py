"""The benchmarks still run: tiny sizes, no peers, nothing measured that means anything."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from simhash_gui.documents.readers import read_bytes
from simhash_gui.services.evaluation.labelled_sets import read_set
from tests.benchmarks import formats, import_mixed, plot, run
from tests.benchmarks.contenders.texts import MOST_BYTES, documents
from tests.benchmarks.growth import Series, sentences
from tests.benchmarks.made_files import FORMATS
from tests.benchmarks.results import Case, Figure, ratio, read, table, write
from tests.benchmarks.spliced import spliced_set

pytestmark = pytest.mark.thorough  # not the program

OPTIONS = ["--no-peers", "--size", "2000", "--distance", "3", "--rounds", "1"]
PAIRS = Case("all pairs", "uniform", 10**6, 3)


def made(contender: str, seconds: float, n: int = 10**6) -> Figure:
    case = Case(PAIRS.job, PAIRS.kind, n, PAIRS.k)
    return Figure(case, contender, "s", seconds, seconds, seconds, 1)


def test_every_benchmark_runs_without_corpora_and_says_what_it_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, picture = tmp_path / "results", tmp_path / "scaling.svg"

    status = run.main(
        [*OPTIONS, "--folder", str(folder), "--corpora", "/nowhere", "--plot", str(picture)]
    )

    document = json.loads((folder / "results.json").read_text("utf-8"))
    assert status == 0
    assert {figure["case"]["job"] for figure in document["figures"]} == {
        "10,000 equal among all",
        "all pairs",
        "import of ready fingerprints",
        "one query of a library, p50",
        "one query of a library, p95",
    }
    assert {figure["case"]["kind"] for figure in document["figures"]} == {
        "clustered",
        "equal",
        "uniform",
    }
    reason = "needs ../shared/corpora, which is not part of this project"
    assert document["skipped"] == [
        f"skewed data: {reason}",
        f"real data: {reason}",
        f"texts: {reason}",
    ]
    assert "all pairs: uniform, n = 2,000, k = 3" in capsys.readouterr().out
    assert ElementTree.parse(picture).getroot().tag.endswith("svg")


def test_texts_and_skewed_data_come_from_the_corpora(shared_corpora: Path, tmp_path: Path) -> None:
    jobs = ["--only", "texts", "--only", "pairs"]

    run.main([*OPTIONS, *jobs, "--folder", str(tmp_path), "--corpora", str(shared_corpora)])

    kinds = {figure.case.kind for figure in read(tmp_path)}
    assert kinds == {"Chinese", "English", "uniform", "skewed", "clustered", "real"}


def test_pieces_of_documents_are_whole_characters_of_one_to_five_kilobytes(tmp_path: Path) -> None:
    folder = tmp_path / "zh-made" / "docs"
    folder.mkdir(parents=True)
    text = "".join(chr(0x4E00 + number % 5000) for number in range(9000))
    (folder / "a.txt").write_text(text, "utf-8")

    pieces = documents(str(tmp_path), "zh")

    assert all(1000 <= len(piece.encode()) <= MOST_BYTES for piece in pieces)
    assert all(piece in text for piece in pieces)
    assert sum(map(len, pieces)) > 8000


def test_a_later_run_replaces_what_it_measured_and_keeps_the_rest(tmp_path: Path) -> None:
    write(tmp_path, [made("simhash-gui", 1.0), made("simhash-gui", 3.0, n=7)], ["a peer"])

    assert [figure.median for figure in read(tmp_path)] == [1.0, 3.0]
    assert "skipped: a peer" in (tmp_path / "results.txt").read_text("utf-8")


def test_a_ratio_above_one_means_that_ours_is_faster() -> None:
    ours, peer = made("simhash-gui", 0.5), made("peer", 2.0)

    assert ratio(peer, ours) == 4.0
    assert "4.00" in table([ours, peer])


def test_the_exponent_is_the_slope_on_logarithmic_axes() -> None:
    square = Series("x", True, ((10**4, 9.0), (10**5, 1.0), (10**6, 100.0), (10**7, 10_000.0)))

    assert square.exponent == pytest.approx(2.0)
    assert Series("x", True, ((10**6, 1.0),)).exponent is None


def test_growth_is_told_for_the_lines_of_the_plot(tmp_path: Path) -> None:
    figures = [made("simhash-gui, 1 thread", n / 1e6, n) for n in (10**5, 10**6)]

    assert sentences(figures).splitlines() == [
        "All pairs within 3 bits, simhash-gui: ten times as many take 10.0 times as long "
        "(n^1.00), as fast as the number of fingerprints.",
        "All pairs within k bits, simhash-gui, k = 3: ten times as many take 10.0 times as long "
        "(n^1.00), as fast as the number of fingerprints.",
    ]
    plot.draw(figures, tmp_path / "x.svg")
    assert "prefers-color-scheme:dark" in (tmp_path / "x.svg").read_text("utf-8")


def test_a_search_that_was_stopped_at_the_limit_is_no_point_of_a_line() -> None:
    figures = [
        made("simhash-gui, 1 thread", 1.0, 10**5),
        replace(made("simhash-gui, 1 thread", 1.0), note="stopped: more than 40,000,000 pairs"),
    ]

    assert sentences(figures) == ""
    assert "stopped: more than" in table(figures)


def test_made_documents_are_the_same_every_time_and_come_with_their_truth(
    shared_corpora: Path, tmp_path: Path
) -> None:
    one, other = (spliced_set(tmp_path / name, shared_corpora, 60) for name in "ab")

    texts, others = (
        [path.read_text("utf-8") for path in sorted((home / "docs").iterdir())]
        for home in (one, other)
    )
    made_set = read_set(one)
    assert texts == others
    assert len(set(texts)) == 60
    assert made_set.judged is None
    assert 5 < len(made_set.levels) < 200
    assert spliced_set(tmp_path / "a", Path("/nowhere"), 60) == one


def test_evidence_is_scanned_and_scored(shared_corpora: Path, tmp_path: Path) -> None:
    corpora = tmp_path / "corpora"
    corpora.mkdir()
    for name in ("zh-edits-dev", "en-peps-dev"):
        (corpora / name).symlink_to(shared_corpora / name)

    where = ["--folder", str(tmp_path), "--corpora", str(corpora)]
    run.main(["--only", "evidence", "--no-peers", "--size", "300", "--rounds", "1", *where])

    figures = {(one.case.job, one.case.kind): one for one in read(tmp_path)}
    assert figures["scan: F1 of the pairs", "pooled sets"].median > 0.8
    assert figures["scan: in all", "spliced"].median > 0
    assert figures["scan: pairs that the texts prove", "spliced"].case.n == 300


@pytest.mark.parametrize("name", [name for name, one in FORMATS.items() if not one.conversion])
def test_documents_of_every_format_hold_the_text_they_were_made_from(name: str) -> None:
    text = "A line with {braces} & 100 % of it." if "GB" not in name else "中文的一行，第二句。"

    content = FORMATS[name].write([text, "The end."])

    read_text = read_bytes(content, f"a{FORMATS[name].suffix}").text.replace("\t", " ")
    assert text in read_text
    assert "The end." in read_text


def test_formats_are_raced_and_scored(shared_corpora: Path, tmp_path: Path) -> None:
    where = ["--folder", str(tmp_path), "--corpora", str(shared_corpora), "--no-peers"]

    formats.main([*where, "--only", "txt", "--only", "pdf", "--documents", "2", "--rounds", "1"])

    measured = json.loads((tmp_path / "formats.json").read_text("utf-8"))["measured"]
    assert {(one["format"], one["language"]) for one in measured} == {
        ("txt", "English"),
        ("txt", "Chinese"),
        ("pdf", "English"),
        ("pdf", "Chinese"),
    }
    assert all(one["f1"] > 0.99 for one in measured)


def test_the_fastest_peer_is_the_fastest_of_those_that_find_the_text() -> None:
    ours, slow, fast, blind = (
        formats.Measured("odt", "Chinese", name, 60, 6000, cpu_s, cpu_s, f1)
        for name, cpu_s, f1 in (("simhash-gui", 2, 1), ("a", 5, 1), ("b", 3, 1), ("c", 1, 0))
    )

    line = formats.table([ours, slow, fast, blind]).splitlines()[-1]

    assert line == ("| odt | Chinese | 30 | 0.0 | 1.0000 | b | 20 | 0.0 | 1.0000 | 1.50 |")


def test_mixed_documents_are_imported_and_the_import_is_watched(
    shared_corpora: Path, tmp_path: Path
) -> None:
    where = ["--folder", str(tmp_path), "--corpora", str(shared_corpora), "--workers", "1"]

    import_mixed.main([*where, "--documents", "8", "--only", "txt", "--only", "pdf"])

    (run_,) = json.loads((tmp_path / "import.json").read_text("utf-8"))
    assert run_["read"] == run_["documents"] == 8
    assert run_["failed"] == 0
    assert 0 < run_["writing"] < 1
