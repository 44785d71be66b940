"""One text against a library."""

from __future__ import annotations

from pathlib import Path

import pytest

from simhash_gui.core.fingerprint.recipe import recipe_named
from simhash_gui.core.hamming.distances import InvalidDistanceError
from simhash_gui.core.text.classes import PairClass
from simhash_gui.core.text.comparison_data import COMPARISON_VERSION
from simhash_gui.services.checking import checking
from simhash_gui.services.checking.checking import Checked, check_text
from simhash_gui.services.comparison.fingerprints import RecipesDifferError
from simhash_gui.services.comparison.loading import load_here, load_text
from simhash_gui.services.detection.pairs import DetectionOptions
from simhash_gui.services.detection.search import detect
from simhash_gui.services.jobs import JobCancelledError, JobControl
from simhash_gui.services.library.browsing import list_documents
from simhash_gui.services.library.libraries import Library, document_text, library_recipe
from simhash_gui.services.library.text_jobs import change_recipe
from simhash_gui.store.repositories import comparison_data, texts
from tests.oracles import hamming
from tests.services.conftest import OTHER, REVISED, STORY, Import
from tests.services.listed import named_pairs


def check(library: Library, text: str, options: DetectionOptions | None = None) -> Checked:
    side = load_text(text, "x", library_recipe(library))
    return check_text(library, side, options or DetectionOptions(), JobControl())


def prose(seed: int, words: int) -> str:
    return " ".join(f"w{(seed * 7919 + place * place * 31) % 9973}" for place in range(words))


@pytest.fixture
def shelf(tmp_path: Path, library: Library, import_now: Import) -> Library:
    """Twelve long documents with one opening, each with a story of its own."""
    folder = tmp_path / "shelf"
    folder.mkdir()
    for number in range(12):
        text = f"{prose(999, 60)} {prose(number, 400)}"
        (folder / f"{number:02}.txt").write_text(text, encoding="utf-8")
    import_now(folder)
    return library


def more_of_the_template(tmp_path: Path, import_now: Import) -> None:
    """Twelve more documents with that opening: with twenty, counts begin to tell."""
    folder = tmp_path / "more"
    folder.mkdir()
    for number in range(12, 24):
        text = f"{prose(999, 60)} {prose(number, 400)}"
        (folder / f"{number:02}.txt").write_text(text, encoding="utf-8")
    import_now(folder)


def test_an_identical_text_is_found_and_wholly_covered(filled: Library) -> None:
    checked = check(filled, f"\n{STORY}  \n")

    assert checked.matches[0].evidence.pair_class is PairClass.IDENTICAL
    assert checked.matches[0].distance == 0
    assert checked.covered == 1.0


def test_a_copy_is_found_with_all_its_places(filled: Library, docs: Path) -> None:
    match = check(filled, STORY, DetectionOptions(distance=0)).matches[0]

    assert match.distance == 0
    assert set(match.paths) == {
        str(docs / "story.txt"),
        str(docs / "sub" / "copy of story.txt"),
    }


def test_a_fingerprint_of_another_recipe_is_refused(filled: Library) -> None:
    question = load_text(STORY, "x", recipe_named("1e0ng"))

    with pytest.raises(RecipesDifferError):
        check_text(filled, question, DetectionOptions(), JobControl())


@pytest.mark.parametrize("distance", [-1, 33])
def test_a_distance_outside_0_to_32_is_refused(filled: Library, distance: int) -> None:
    with pytest.raises(InvalidDistanceError):
        check(filled, STORY, DetectionOptions(distance=distance))


def test_an_empty_library_has_nothing_of_a_text(library: Library) -> None:
    checked = check(library, STORY)

    assert (checked.matches, checked.covered) == ((), 0.0)


def test_a_version_is_found_with_what_it_shares(filled: Library) -> None:
    (match,) = check(filled, REVISED.replace("eight", "nine")).matches[:1]

    assert match.evidence.pair_class is PairClass.NEAR_DUPLICATE
    assert 0.5 < match.evidence.overlap.jaccard < 1


def test_parts_of_two_documents_are_found_in_one_text(shelf: Library) -> None:
    first, second = (" ".join(prose(number, 400).split()[100:160]) for number in (3, 7))
    own = prose(500, 120)

    checked = check(shelf, f"{first} {own} {second}")

    assert {Path(match.paths[0]).stem for match in checked.matches} == {"03", "07"}
    assert {match.evidence.pair_class for match in checked.matches} == {PairClass.PARTLY_COPIED}
    assert checked.covered == pytest.approx(0.5, abs=0.05)
    text = f"{first} {own} {second}"
    for match in checked.matches:
        source = document_text(shelf, match.document_id)
        for passage in match.evidence.passages:
            a, b = passage.a, passage.b
            assert text[a.start : a.end].split() == source[b.start : b.end].split()


def test_what_stands_in_many_documents_is_only_a_template(
    shelf: Library, tmp_path: Path, import_now: Import
) -> None:
    text = f"{prose(999, 60)} {prose(600, 300)}"

    copied = check(shelf, text)
    more_of_the_template(tmp_path, import_now)
    checked = check(shelf, text)

    assert len(copied.matches) == 12
    assert (checked.matches, checked.covered) == ((), 0.0)


def test_boilerplate_does_not_hide_what_is_copied_beside_it(
    shelf: Library, tmp_path: Path, import_now: Import
) -> None:
    more_of_the_template(tmp_path, import_now)
    part = " ".join(prose(3, 400).split()[100:160])

    checked = check(shelf, f"{prose(999, 60)} {prose(600, 300)} {part}")

    assert [Path(match.paths[0]).stem for match in checked.matches] == ["03"]


@pytest.mark.parametrize("name", ["default", "wide"])
@pytest.mark.parametrize("distance", [0, 3, 10, 20, 32])
def test_all_candidates_are_the_documents_within_the_distance(
    filled: Library, name: str, distance: int
) -> None:
    change_recipe(filled, recipe_named(name), 0, JobControl())

    checked = check(filled, STORY, DetectionOptions(distance=distance, all_candidates=True))

    question = load_text(STORY, "x", recipe_named(name)).fingerprint
    distances = [
        hamming(question.value, document.document.fingerprint.value)
        for document in list_documents(filled)
        if document.document.fingerprint is not None
    ]
    found = [match.distance for match in checked.matches]
    assert sorted(each for each in found if each is not None) == sorted(
        each for each in distances if each <= distance
    )
    assert None not in found


def parted(shelf: Library) -> str:
    """A text of which a part stands in one document, far from it by its fingerprint."""
    return f"{' '.join(prose(3, 400).split()[100:160])} {prose(500, 120)}"


def test_more_candidates_never_lower_what_is_covered(shelf: Library) -> None:
    text = parted(shelf)

    confirmed = check(shelf, text)
    every = check(shelf, text, DetectionOptions(all_candidates=True))
    far = check(shelf, text, DetectionOptions(distance=32, all_candidates=True, partial=True))

    paths = [{match.paths for match in found.matches} for found in (confirmed, every, far)]
    assert paths[0] <= paths[1] <= paths[2]
    assert len(paths[0]) == 1
    assert len(paths[2]) > 1
    assert 0.3 < confirmed.covered <= every.covered <= far.covered


def test_a_distance_leaves_passages_out_unless_they_are_asked_for(shelf: Library) -> None:
    text = parted(shelf)

    near = check(shelf, text, DetectionOptions(distance=3))
    both = check(shelf, text, DetectionOptions(distance=3, partial=True))

    assert (near.matches, near.covered) == ((), 0.0)
    (match,) = both.matches
    assert match.distance is not None
    assert match.distance > 3
    assert both.covered == check(shelf, text).covered


def test_equal_matches_come_by_path(tmp_path: Path, library: Library, import_now: Import) -> None:
    for name in ("c", "a", "b"):
        (tmp_path / "copies" / name).mkdir(parents=True)
        text = STORY.replace(".", "!" * (ord(name) - 96))
        (tmp_path / "copies" / name / "x.txt").write_text(text, encoding="utf-8")
        import_now(tmp_path / "copies" / name)

    names = [Path(match.paths[0]).parent.name for match in check(library, STORY).matches]

    assert names == ["a", "b", "c"]


def test_a_least_overlap_confirms_in_place_of_the_class(filled: Library) -> None:
    options = DetectionOptions(distance=32, least_overlap=0.99)

    checked = check(filled, STORY, options)

    assert [match.evidence.pair_class for match in checked.matches] == [PairClass.IDENTICAL]


def test_what_scan_lists_is_found_whatever_its_distance(
    tmp_path: Path, library: Library, import_now: Import
) -> None:
    # given texts of which every fifth word was replaced, and short ones with one word changed
    folder = tmp_path / "versions"
    folder.mkdir()
    for number in range(12):
        words = prose(number, 300 if number % 2 else 9).split()
        other = [f"new{place}" if place % 5 == 4 else word for place, word in enumerate(words)]
        (folder / f"a{number:02}.txt").write_text(" ".join(words), encoding="utf-8")
        (folder / f"b{number:02}.txt").write_text(" ".join(other), encoding="utf-8")
    import_now(folder)
    listed = named_pairs(library, detect(library, DetectionOptions(), JobControl()))
    far = [pair for pair in listed if pair.distance > 12]
    assert len(far) >= 4

    for pair in far:
        matches = check(library, Path(pair.a).read_text("utf-8")).matches
        assert pair.b in {path for match in matches for path in match.paths}


def test_the_file_that_the_text_is_from_is_no_match(filled: Library, docs: Path) -> None:
    recipe = library_recipe(filled)
    side = load_here(docs / "revised.txt", recipe)

    checked = check_text(filled, side, DetectionOptions(), JobControl())

    (match,) = checked.matches
    assert str(docs / "revised.txt") not in match.paths
    assert match.evidence.pair_class is PairClass.NEAR_DUPLICATE


def test_a_text_without_a_word_is_found_nowhere(filled: Library) -> None:
    checked = check(filled, "…\n")

    assert (checked.matches, checked.covered) == ((), 0.0)


def test_a_document_whose_text_is_damaged_is_left_out(filled: Library) -> None:
    (found,) = check(filled, OTHER).matches
    with filled.write() as connection:
        texts.put(connection, [(found.document_id, b"no zlib")])

    assert check(filled, OTHER).matches == ()


def test_a_check_can_be_cancelled(filled: Library) -> None:
    control = JobControl()
    control.cancel()
    side = load_text(STORY, "x", library_recipe(filled))

    with pytest.raises(JobCancelledError):
        check_text(filled, side, DetectionOptions(), control)


def test_documents_come_in_pieces(filled: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = check(filled, STORY, DetectionOptions(distance=32, all_candidates=True))
    monkeypatch.setattr(checking, "_IDS_AT_ONCE", 1)

    assert check(filled, STORY, DetectionOptions(distance=32, all_candidates=True)) == whole


def test_sketches_are_looked_through_some_at_a_time(
    shelf: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = f"{prose(999, 60)} {prose(7, 400)} and an end of its own"
    at_once = check(shelf, asked).matches

    monkeypatch.setattr(comparison_data, "_ROWS_AT_ONCE", 5)

    with shelf.read() as connection:
        pieces = comparison_data.sketch_pieces(connection, COMPARISON_VERSION)
        assert [len(piece) for piece in pieces] == [5, 5, 2]
    assert check(shelf, asked).matches == at_once
    assert at_once[0].evidence.pair_class is PairClass.NEAR_DUPLICATE
