"""Documents that are nearly all alike cost what they are, and are listed once."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from simhash_gui.core.types import Linkage
from simhash_gui.services.detection import groups
from simhash_gui.services.detection.answers.clusters import cluster_table
from simhash_gui.services.detection.answers.export import FileFormat, export_pairs
from simhash_gui.services.detection.answers.file_pairs import GroupKind
from simhash_gui.services.detection.answers.left_out import LeftOutReason, left_out
from simhash_gui.services.detection.answers.named_results import NamedFiles
from simhash_gui.services.detection.detection import Detection, with_confirmed
from simhash_gui.services.detection.pairs import DetectionOptions
from simhash_gui.services.detection.search import detect
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.libraries import Library
from tests.services.conftest import Import
from tests.services.listed import named_pairs

SYLLABLES = [a + b for a in "bdfgklmnprstvw" for b in "aeiou"]
FRAME = 150


def word(number: int) -> str:
    """A word of its own for every number."""
    number = number * 7919 % 343_000
    return "".join(SYLLABLES[number // 70**place % 70] for place in range(3))


def made(number: int, own_words: int) -> str:
    """A text on a template, with words of its own behind it."""
    frame = [word(place) for place in range(FRAME)]
    own = [word(1000 + number * own_words + place) for place in range(own_words)]
    return " ".join(frame + own)


def write(folder: Path, texts: dict[str, str]) -> Path:
    folder.mkdir(exist_ok=True)
    for name, text in texts.items():
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")
    return folder


def search(library: Library, *, partial: bool = False) -> Detection:
    return detect(library, DetectionOptions(partial=partial), JobControl())


def stems(paths: tuple[str, ...]) -> list[str]:
    return [Path(path).stem for path in paths]


@pytest.fixture
def on_a_template(tmp_path: Path, library: Library, import_now: Import) -> Library:
    """240 forms with little text of their own, and another text in two versions."""
    texts = {f"{number:03}": made(number, 10) for number in range(240)}
    other = [word(90_000 + place) for place in range(60)]
    texts |= {"x": " ".join(other), "y": " ".join([*other[:40], "changed", *other[41:]])}
    import_now(write(tmp_path / "forms", texts))
    return library


@pytest.mark.parametrize("partial", [False, True])
def test_documents_on_one_template_are_a_group(on_a_template: Library, *, partial: bool) -> None:
    detection = search(on_a_template, partial=partial)

    named = NamedFiles(on_a_template, detection)
    (group,) = named.groups()
    assert group.kind is GroupKind.TEMPLATE
    assert sorted(stems(group.paths)) == [f"{number:03}" for number in range(240)]
    assert group.pair_count == named.implied_count == 240 * 239 // 2
    assert [stems((pair.a, pair.b)) for pair in named.pairs()] == [["x", "y"]]
    assert detection.pair_count == group.pair_count + 1
    assert detection.candidate_count < 500
    assert left_out(detection) == ()


def test_also_unconfirmed_ones_are_compared_with_one_of_a_group_only(
    on_a_template: Library,
) -> None:
    every = detect(on_a_template, DetectionOptions(all_candidates=True), JobControl())
    confirmed = search(on_a_template)

    assert every.candidate_count < 500
    assert every.implied_count == 240 * 239 // 2
    together = with_confirmed(every, confirmed)
    assert (together.pair_count, together.implied_count) == (
        confirmed.pair_count,
        confirmed.implied_count,
    )


def test_groups_are_those_of_the_confirmed_pairs_whatever_is_listed_beside_them(
    on_a_template: Library,
) -> None:
    confirmed = search(on_a_template)
    near = detect(on_a_template, DetectionOptions(distance=32), JobControl())

    assert with_confirmed(near, confirmed).implied_count == confirmed.implied_count


def test_who_is_no_member_of_a_group_is_listed_up_to_the_distance_only(
    tmp_path: Path, library: Library, import_now: Import
) -> None:
    texts = {f"{number:03}": made(number, 110) for number in range(240)}
    import_now(write(tmp_path / "reports", texts))

    every = detect(library, DetectionOptions(3, all_candidates=True), JobControl())

    assert all(every.pairs.distance[~every.pairs.is_confirmed] <= 3)
    assert [each.why for each in left_out(every)] == [LeftOutReason.TOO_MUCH_IN_COMMON]


def test_twice_as_many_documents_on_a_template_are_twice_as_many_candidates(
    on_a_template: Library, tmp_path: Path, import_now: Import
) -> None:
    before = search(on_a_template)
    more = {f"{number:03}": made(number, 10) for number in range(240, 480)}
    import_now(write(tmp_path / "forms", more))
    after = search(on_a_template)

    assert before.pair_count == 240 * 239 // 2 + 1
    assert after.pair_count == 480 * 479 // 2 + 1
    assert 0 < before.candidate_count < after.candidate_count < 2.2 * before.candidate_count


@pytest.mark.parametrize("linkage", Linkage)
def test_a_group_is_a_cluster_by_every_linkage(on_a_template: Library, linkage: Linkage) -> None:
    table = cluster_table(search(on_a_template), None, linkage)

    assert sorted(table.sizes.tolist()) == [2, 240]


def test_a_few_documents_on_a_template_are_all_pairs(
    tmp_path: Path, library: Library, import_now: Import
) -> None:
    import_now(
        write(tmp_path / "forms", {f"{number:02}": made(number, 10) for number in range(30)})
    )

    named = NamedFiles(library, search(library))

    assert not list(named.groups())
    assert len(list(named.pairs())) == 30 * 29 // 2


def test_many_alike_among_far_more_others_are_all_pairs(
    on_a_template: Library, tmp_path: Path, import_now: Import
) -> None:
    others = {f"other {number}": made(0, 0)[:30] + word(number) * 9 for number in range(100)}
    import_now(write(tmp_path / "others", others))

    named = NamedFiles(on_a_template, search(on_a_template))

    assert 240 * 239 // 2 < 100 * 342
    assert not list(named.groups())
    assert len(list(named.pairs())) >= 240 * 239 // 2


def test_documents_with_text_of_their_own_on_a_template_are_no_group_and_told(
    tmp_path: Path, library: Library, import_now: Import, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(groups, "LEAST_FILES", 42)
    monkeypatch.setattr(groups, "PAIRS_A_FILE", 20)
    texts = {f"{number:03}": made(number, 64) for number in range(230)}
    texts["copy of 007"] = made(7, 64).replace(word(5), "changed")
    import_now(write(tmp_path / "letters", texts))

    detection = search(library)

    (pair,) = named_pairs(library, detection)
    assert stems((pair.a, pair.b)) == ["007", "copy of 007"]
    (told,) = left_out(detection)
    assert (told.what, told.why) == ("pairs", LeftOutReason.TOO_MUCH_IN_COMMON)
    assert told.how_many is not None
    assert 0 < told.how_many <= 231 * 230 // 2


def test_copies_of_one_text_are_a_group_with_all_of_them(
    tmp_path: Path, library: Library, import_now: Import
) -> None:
    texts = {f"{number:03}": made(0, 9) for number in range(250)}
    texts["near"] = made(0, 9).replace(word(5), "changed")
    import_now(write(tmp_path / "copies", texts))
    detection = search(library)

    named = NamedFiles(library, detection)

    (group,) = named.groups()
    assert (group.kind, len(group.paths)) == (GroupKind.TEXT, 250)
    (pair,) = named.pairs()
    assert stems((pair.a, pair.b)) == ["000", "near"]
    assert left_out(detection) == ()


def test_up_to_a_hundred_pairs_a_file_are_all_listed(
    tmp_path: Path, library: Library, import_now: Import
) -> None:
    import_now(write(tmp_path / "copies", {f"{number:03}": made(0, 9) for number in range(201)}))

    assert len(list(named_pairs(library, search(library)))) == 201 * 100


def test_an_export_names_every_member_with_the_first(
    on_a_template: Library, tmp_path: Path
) -> None:
    path = tmp_path / "pairs.json"

    count = export_pairs(
        on_a_template, search(on_a_template), None, path, FileFormat.JSON, JobControl()
    )

    rows = json.loads(path.read_text("utf-8"))
    grouped = [row for row in rows if row["class"] == "group:template"]
    assert (count, len(grouped)) == (240, 239)
    assert len({row["a"] for row in grouped}) == 1


def test_who_leads_does_not_follow_from_the_order_of_import(
    on_a_template: Library, tmp_path: Path, import_now: Import
) -> None:
    before = list(NamedFiles(on_a_template, search(on_a_template)).groups())
    (tmp_path / "forms" / "000.txt").rename(tmp_path / "aside.txt")
    import_now()
    (tmp_path / "aside.txt").rename(tmp_path / "forms" / "000.txt")
    import_now()

    assert list(NamedFiles(on_a_template, search(on_a_template)).groups()) == before
