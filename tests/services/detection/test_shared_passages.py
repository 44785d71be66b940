"""Passages that several documents share are rows of their own, and keep the marks of people."""

from __future__ import annotations

import zlib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from simhash_gui.services.detection.answers.left_out import LeftOut, LeftOutReason, left_out
from simhash_gui.services.detection.detection import Detection
from simhash_gui.services.detection.pairs import DetectionOptions
from simhash_gui.services.detection.passage_marks import (
    PassageMark,
    TooLittleTextError,
    mark_passage,
    marked_hashes,
    marked_passages,
    unmark_passage,
)
from simhash_gui.services.detection.search import detect
from simhash_gui.services.detection.search_process import detect_with_passages_apart
from simhash_gui.services.detection.shared_passages import (
    PassageRows,
    SharedPassage,
    shared_passages,
)
from simhash_gui.services.jobs import JobCancelledError, JobControl
from simhash_gui.services.library.libraries import Library
from simhash_gui.store.repositories import texts
from tests.services.conftest import Import

PARTIAL = DetectionOptions(partial=True)


def words(name: str, count: int) -> str:
    return " ".join(f"{name}{number}" for number in range(count))


FOOTER, ADVICE = words("footer", 60), words("advice", 40)
LETTERS = {f"letter {n}.txt": f"{words(f'own{n}x', 200)} {FOOTER}" for n in range(5)}
NOTES = {f"note {n}.txt": f"{ADVICE} {words(f'note{n}x', 200)}" for n in range(3)}


@pytest.fixture
def letters(tmp_path: Path, library: Library, import_now: Import) -> Library:
    folder = tmp_path / "letters"
    folder.mkdir()
    for name, text in (LETTERS | NOTES).items():
        (folder / name).write_text(text, encoding="utf-8")
    import_now(folder)
    return library


def search(library: Library) -> Detection:
    return detect(library, PARTIAL, JobControl())


def names(detection: Detection, row: SharedPassage) -> list[str]:
    paths = [Path(path).name for path in sorted(LETTERS | NOTES)]
    first = np.full(detection.document_count, -1)
    first[detection.file_documents] = np.arange(len(detection.files))
    return [paths[int(first[document])] for document in row.documents]


def test_each_passage_is_one_row_with_all_who_have_it(letters: Library) -> None:
    detection = search(letters)

    footer, advice = shared_passages(letters, detection, JobControl())

    assert (footer.text, footer.spread, footer.words) == (FOOTER, 5, 60)
    assert (advice.text, advice.spread, advice.words) == (ADVICE, 3, 40)
    assert names(detection, footer) == list(LETTERS)
    assert names(detection, advice) == list(NOTES)


@pytest.mark.parametrize("count", [200, 140])
def test_a_document_with_a_part_of_a_passage_is_told_with_about_its_share(
    tmp_path: Path, library: Library, import_now: Import, count: int
) -> None:
    long = words("clause", 200)
    for number in range(5):
        part = " ".join(long.split()[: count if number == 4 else None])
        text = f"{words(f'own{number}x', 200)} {part}"
        (tmp_path / f"contract {number}.txt").write_text(text, encoding="utf-8")
    import_now(tmp_path)
    detection = search(library)

    (row,) = shared_passages(library, detection, JobControl())
    (kept,) = shared_passages(library, detection, JobControl())

    assert row.shares.tolist() == kept.shares.tolist()
    assert row.shares[:4].tolist() == [1, 1, 1, 1]
    assert row.shares[4] == pytest.approx(count / 200, abs=0.1)


def test_a_passage_of_which_others_have_pieces_is_one_row(
    tmp_path: Path, library: Library, import_now: Import
) -> None:
    parts = [words(name, 60) for name in ("begin", "middle", "end")]
    texts_shared = [*3 * [" ".join(parts)], *6 * [parts[0]], *6 * [parts[2]]]
    for number, shared in enumerate(texts_shared):
        text = f"{words(f'own{number}x', 200)} {shared} {words(f'last{number}x', 50)}"
        (tmp_path / f"letter {number:02}.txt").write_text(text, encoding="utf-8")
    import_now(tmp_path)

    (row,) = shared_passages(library, search(library), JobControl())

    assert row.text == " ".join(parts)
    assert (row.spread, len(row.documents)) == (15, 15)
    assert row.shares[:3].tolist() == [1, 1, 1]
    assert row.shares[3:].tolist() == pytest.approx(12 * [1 / 3], abs=0.12)


def test_a_mark_is_found_again_and_told_with_its_key(letters: Library) -> None:
    marked = mark_passage(letters, FOOTER, PassageMark.BOILERPLATE)

    footer, advice = shared_passages(letters, search(letters), JobControl())

    assert (footer.mark, footer.marked_key) == (PassageMark.BOILERPLATE, marked.key)
    assert (advice.mark, advice.marked_key) == (None, None)


def test_half_of_a_marked_passage_still_has_its_mark(letters: Library) -> None:
    longer = mark_passage(letters, f"{FOOTER} {words('more', 20)}", PassageMark.COPIED)

    footer, _ = shared_passages(letters, search(letters), JobControl())

    assert footer.mark is PassageMark.COPIED
    assert footer.marked_key == longer.key != footer.key


def test_the_latest_mark_counts_and_can_be_taken_back(letters: Library) -> None:
    mark_passage(letters, FOOTER, PassageMark.COPIED)
    (marked,) = [mark_passage(letters, FOOTER, PassageMark.TEMPLATE)]
    assert [one.mark for one in marked_passages(letters)] == [PassageMark.TEMPLATE]

    assert unmark_passage(letters, marked.key) is True
    assert unmark_passage(letters, marked.key) is False
    assert marked_passages(letters) == []


def test_a_text_without_a_word_cannot_be_marked(letters: Library) -> None:
    with pytest.raises(TooLittleTextError):
        mark_passage(letters, " … ", PassageMark.COPIED)


def test_hashes_of_copied_texts_are_kept_apart_from_common_ones(letters: Library) -> None:
    copied = mark_passage(letters, FOOTER, PassageMark.COPIED)
    common = [
        mark_passage(letters, ADVICE, PassageMark.BOILERPLATE),
        mark_passage(letters, words("form", 50), PassageMark.TEMPLATE),
    ]

    found = marked_hashes(marked_passages(letters))

    assert found.copied_passages.tolist() == copied.anchors.tolist()
    of_common = np.unique(np.concatenate([one.anchors for one in common]))
    assert found.common_passages.tolist() == of_common.tolist()
    assert (len(found.copied_shingles), len(found.common_shingles)) == (57, 37 + 47)


def test_documents_whose_text_is_lost_do_not_hide_a_passage(letters: Library) -> None:
    detection = search(letters)
    first = int(
        detection.document_ids[shared_passages(letters, detection, JobControl())[0].documents[0]]
    )
    with letters.write() as connection:
        connection.exec_driver_sql("DELETE FROM texts WHERE document_id <> ?", (first,))
        connection.exec_driver_sql("DELETE FROM common_text")

    (footer,) = shared_passages(letters, search(letters), JobControl())

    assert footer.text.startswith(words("footer", 50))  # its end is told by another text
    assert footer.spread == 5


def test_a_passage_is_not_shown_in_the_words_of_another_documents_text(letters: Library) -> None:
    detection = search(letters)
    shown = shared_passages(letters, detection, JobControl())[0]
    first = int(detection.document_ids[shown.documents[0]])
    with letters.write() as connection:
        another = zlib.compress(words("other", 90).encode() + shown.text.encode())
        texts.put(connection, [(first, another)])
        connection.exec_driver_sql("DELETE FROM common_text")
    detection = search(letters)

    rows = shared_passages(letters, detection, JobControl())

    assert all(int(detection.document_ids[row.documents[0]]) != first for row in rows)
    assert LeftOut("documents", LeftOutReason.TEXT_UNREADABLE, 1) in left_out(detection)


def test_a_cancelled_search_for_passages_ends(letters: Library) -> None:
    detection, control = search(letters), JobControl()
    control.cancel()

    with pytest.raises(JobCancelledError):
        shared_passages(letters, detection, control)


def test_they_are_the_same_from_a_process_of_its_own(letters: Library) -> None:
    _, apart = detect_with_passages_apart(letters, PARTIAL, JobControl())

    here = shared_passages(letters, search(letters), JobControl())

    assert len(apart) == 2
    assert apart.packed() == here.packed()


def test_the_program_keeps_what_another_process_found(letters: Library) -> None:
    detection, apart = detect_with_passages_apart(letters, PARTIAL, JobControl())
    with letters.write() as connection:
        connection.exec_driver_sql("UPDATE texts SET compressed = x'00'")

    kept = shared_passages(letters, detection, JobControl())

    assert kept.packed() == apart.packed()


def test_one_row_is_marked_and_the_others_stay(letters: Library) -> None:
    rows = shared_passages(letters, search(letters), JobControl())

    changed = rows.with_row(1, replace(rows[1], mark=PassageMark.COPIED, marked_key="said"))

    for place, (before, after) in enumerate(zip(rows, changed, strict=True)):
        assert after.text == before.text == rows[place : place + 1][0].text
        assert after.documents.tolist() == before.documents.tolist()
        assert after.mark is (PassageMark.COPIED if place == 1 else before.mark)
    again = PassageRows.unpacked(changed.packed())
    assert [one.marked_key for one in again] == [one.marked_key for one in changed]
    for listed in (changed, again):
        assert listed.words.tolist() == [one.words for one in listed]
        assert listed.document_counts.tolist() == [len(one.documents) for one in listed]
        assert listed.is_marked.tolist() == [one.mark is not None for one in listed]
