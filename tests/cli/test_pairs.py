"""``simhash-gui pairs``: what scripts rely on."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from simhash_gui.cli import pairs
from simhash_gui.cli.main import main
from simhash_gui.core.types import NearDuplicatePairs
from simhash_gui.services.detection.pair_files import written_size
from simhash_gui.services.detection.pair_search import plan_pair_search
from tests.core.made_words import Kind, brute_pairs, made, triples
from tests.core.made_words import words as words_of

Capture = pytest.CaptureFixture[str]
Save = Callable[[np.ndarray], Path]


@pytest.fixture
def save(tmp_path: Path) -> Save:
    def save(array: np.ndarray) -> Path:
        np.save(tmp_path / "fingerprints.npy", array)
        return tmp_path / "fingerprints.npy"

    return save


def test_json_tells_exactly_what_scripts_read(save: Save, capsys: Capture) -> None:
    path = save(words_of(0, 1, 3, 1 << 40, 0))

    status = main(["pairs", str(path), "--distance", "1", "--format", "json"])

    document = json.loads(capsys.readouterr().out)
    assert status == 0
    assert list(document) == [
        "n",
        "distance",
        "pairs",
        "implied_pairs",
        "groups",
        "clusters",
        "search_s",
        "peak_bytes",
        "method",
    ]
    assert (document["n"], document["distance"]) == (5, 1)
    assert (document["pairs"], document["clusters"]) == (6, 1)
    assert document["method"] == "blocked scan"
    assert 0 <= document["search_s"] < 10
    assert document["peak_bytes"] > 1 << 24


@pytest.mark.parametrize("options", [[], ["--distance", "12"], ["--jobs", "1"]])
def test_the_output_holds_all_pairs_of_positions(
    save: Save, tmp_path: Path, capsys: Capture, options: list[str]
) -> None:
    words, output = made(Kind.CLUSTERED, 500), tmp_path / "pairs.npz"

    status = main(["pairs", str(save(words)), "--output", str(output), *options])

    distance = 12 if "12" in options else 3
    with np.load(output) as arrays:
        found = NearDuplicatePairs(arrays["left"], arrays["right"], arrays["distance"])
    assert status == 0
    assert triples(found) == brute_pairs(words, distance)
    assert f"pairs written to {output}" in capsys.readouterr().out


def test_text_is_for_people(save: Save, capsys: Capture) -> None:
    main(["pairs", str(save(words_of(*range(0, 700, 7), *range(0, 70, 7)))), "--distance", "0"])

    first, second = capsys.readouterr().out.splitlines()
    assert first == "10 pairs within Hamming distance 0 among 110 fingerprints, 10 clusters"
    assert second.startswith("searched in 0.")


def test_no_fingerprints_have_no_pairs(save: Save, capsys: Capture) -> None:
    status = main(["pairs", str(save(words_of())), "--format", "json"])

    document = json.loads(capsys.readouterr().out)
    assert status == 0
    assert (document["n"], document["pairs"], document["clusters"]) == (0, 0, 0)


@pytest.mark.parametrize(
    ("array", "message"),
    [
        (np.zeros(3, np.int64), "holds int64, fingerprints are uint64"),
        (np.zeros((2, 2), np.uint64), "not one dimension"),
    ],
)
def test_another_array_is_refused(
    save: Save, capsys: Capture, array: np.ndarray, message: str
) -> None:
    status = main(["pairs", str(save(array))])

    assert status == 2
    assert message in capsys.readouterr().err


def test_another_file_is_refused(tmp_path: Path, capsys: Capture) -> None:
    assert main(["pairs", str(tmp_path / "missing.npy")]) == 2
    assert main(["pairs", str(tmp_path)]) == 2
    assert "Traceback" not in capsys.readouterr().err


def test_an_output_that_cannot_be_written_is_refused_before_the_search(
    save: Save, tmp_path: Path, capsys: Capture
) -> None:
    path = save(made(Kind.UNIFORM, 10))

    assert main(["pairs", str(path), "--output", str(tmp_path)]) == 2
    assert main(["pairs", str(path), "--output", str(tmp_path / "no" / "x.npz")]) == 2
    assert "there is no such folder" in capsys.readouterr().err


def test_the_fingerprints_themselves_are_never_written_over(save: Save, capsys: Capture) -> None:
    path = save(made(Kind.UNIFORM, 10))
    before = path.read_bytes()

    assert main(["pairs", str(path), "--output", str(path)]) == 2
    assert "choose another name" in capsys.readouterr().err
    assert path.read_bytes() == before


def test_a_failed_write_is_told(save: Save, tmp_path: Path, capsys: Capture) -> None:
    longest_name = "x" * 251 + ".npz"

    status = main(["pairs", str(save(words_of(1, 1))), "--output", str(tmp_path / longest_name)])

    assert status == 2
    assert "name too long" in capsys.readouterr().err
    assert not (tmp_path / longest_name).exists()


def test_a_long_search_says_beforehand_how_long_it_will_take(
    save: Save, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pairs, "_WORTH_TELLING_S", 0.0)

    main(["pairs", str(save(words_of(1)))])

    assert capsys.readouterr().err == "blocked scan, less than 1 s\n"


def test_too_many_pairs_are_refused_with_what_to_do(
    save: Save, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = partial(plan_pair_search, pair_limit=5)
    monkeypatch.setattr(pairs, "plan_pair_search", few)

    status = main(["pairs", str(save(words_of(*range(8))))])

    assert status == 2
    assert "choose a smaller distance" in capsys.readouterr().err


def test_a_distance_beyond_32_is_a_usage_error(save: Save) -> None:
    with pytest.raises(SystemExit) as error:
        main(["pairs", str(save(words_of(1))), "--distance", "33"])

    assert error.value.code == 2


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0.0, "less than 1 s"),
        (0.99, "less than 1 s"),
        (12.3, "about 12 s"),
        (89.0, "about 89 s"),
        (90.0, "about 2 min"),
        (3600.0, "about 60 min"),
        (5400.0, "about 2 h"),
        (9e6, "about 2,500 h"),
    ],
)
def test_a_duration_is_told_in_one_figure(seconds: float, text: str) -> None:
    assert pairs.rough_duration(seconds) == text


def test_a_large_output_says_beforehand_what_it_takes(
    save: Save, tmp_path: Path, capsys: Capture
) -> None:
    path, output = save(np.arange(1_600, dtype=np.uint64) % 8), tmp_path / "pairs.npz"

    assert main(["pairs", str(path), "--output", str(output)]) == 0

    told = "1,279,200 pairs take 21.7 MB, and 0 kB beside it while it is written"
    assert capsys.readouterr().err == f"{output}: {told}\n"
    assert 0 <= written_size(1_279_200).file_bytes - output.stat().st_size < 1024


def test_an_output_that_its_drive_has_no_room_for_is_refused(
    save: Save, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, output = save(np.arange(1_600, dtype=np.uint64) % 8), tmp_path / "pairs.npz"
    usage = shutil.disk_usage(tmp_path)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=1_000_000))

    assert main(["pairs", str(path), "--output", str(output), "--format", "json"]) == 2

    error = json.loads(capsys.readouterr().out)["error"]
    assert error["kind"] == "disk-full"
    assert "take 21.7 MB, and 0 kB beside it" in error["message"]
    assert not output.exists()


def test_many_equal_fingerprints_are_a_group_whose_pairs_are_counted(
    save: Save, tmp_path: Path, capsys: Capture
) -> None:
    # given 300 copies of 8 and near it 9 and twice 24
    path, output = save(words_of(9, *[8] * 300, 24, 24)), tmp_path / "pairs.npz"

    status = main(["pairs", str(path), "--output", str(output), "--format", "json"])

    document = json.loads(capsys.readouterr().out)
    inside = 300 * 299 // 2
    assert status == 0
    assert document["groups"] == [{"pairs": inside, "members": list(range(1, 301))}]
    assert document["pairs"] == inside + 3 * 300 + 1 + 2
    with np.load(output) as written:
        pairs = set(zip(written["left"].tolist(), written["right"].tolist(), strict=True))
        assert written["group_members"].tolist() == list(range(1, 301))
        assert written["group_offsets"].tolist() == [0, 300]
    assert pairs == {(0, 1), (0, 301), (0, 302), (1, 301), (1, 302), (301, 302)}
    assert document["implied_pairs"] == document["pairs"] - len(pairs)


def test_every_pair_is_written_where_there_are_up_to_a_hundred_for_each_fingerprint(
    save: Save, tmp_path: Path, capsys: Capture
) -> None:
    path, output = save(words_of(*[8] * 201)), tmp_path / "pairs.npz"

    main(["pairs", str(path), "--output", str(output), "--format", "json"])

    document = json.loads(capsys.readouterr().out)
    assert (document["groups"], document["implied_pairs"]) == ([], 0)
    with np.load(output) as written:
        assert len(written["left"]) == document["pairs"] == 201 * 100
