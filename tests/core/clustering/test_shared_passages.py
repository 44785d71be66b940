"""One row for what many share."""

import numpy as np

from simhash_gui.core.clustering.shared_passages import (
    PassageArrays,
    find_shared_passages,
    place_of,
)
from simhash_gui.core.text.candidates import Postings
from simhash_gui.core.text.winnowing import winnow


def fresh(seed: int, count: int) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, 2**64, count, np.uint64)


def found(texts: list[np.ndarray], groups: list[int] | None = None) -> list[list[int]]:
    selected = [winnow(text).hashes.astype(np.uint32) for text in texts]
    postings = Postings(
        np.concatenate(selected), np.repeat(np.arange(len(texts)), list(map(len, selected)))
    )
    passages = find_shared_passages(postings, np.array(groups or range(len(texts))), 3)
    return [sorted(passages.documents_of(number).tolist()) for number in range(len(passages))]


def test_a_paragraph_in_twelve_of_two_hundred_documents_is_one_row_with_twelve_names() -> None:
    paragraph = fresh(1, 80)
    texts = [fresh(10 + number, 200) for number in range(200)]
    for number in range(0, 24, 2):
        texts[number] = np.concatenate((texts[number], paragraph, fresh(500 + number, 50)))
    assert found(texts) == [list(range(0, 24, 2))]


def test_pieces_around_a_slot_are_one_passage() -> None:
    one, two = fresh(1, 60), fresh(2, 60)
    texts = [np.concatenate((one, fresh(10 + i, 2), two)) for i in range(8)]
    assert found(texts) == [list(range(8))]


def test_versions_of_one_document_do_not_make_a_passage_shared() -> None:
    text = fresh(1, 200)
    assert found([text] * 5, [0] * 5) == []


def test_two_passages_of_different_documents_are_two_rows() -> None:
    one, two = fresh(1, 60), fresh(2, 60)
    texts = [np.concatenate((one, fresh(10 + i, 40))) for i in range(5)]
    texts += [np.concatenate((two, fresh(20 + i, 40))) for i in range(4)]
    assert sorted(found(texts)) == [[0, 1, 2, 3, 4], [5, 6, 7, 8]]


def passages_of(
    texts: list[np.ndarray], *, most: int | None = None, least: int = 3
) -> PassageArrays:
    selected = [winnow(text).hashes.astype(np.uint32) for text in texts]
    owners = np.repeat(np.arange(len(texts)), list(map(len, selected)))
    postings = Postings(np.concatenate(selected), owners)
    return find_shared_passages(postings, np.arange(len(texts)), least, most)


def test_the_most_widespread_passage_comes_first_and_some_can_be_taken() -> None:
    one, two = fresh(1, 60), fresh(2, 60)
    texts = [np.concatenate((one, fresh(10 + i, 40), two[: 60 * (i < 3)])) for i in range(8)]

    found = passages_of(texts)

    assert found.spread.tolist() == [8, 3]
    assert found.take(np.array([1])).documents_of(0).tolist() == [0, 1, 2]
    assert len(found.held_of(0)) == 8
    assert np.isin(found.anchors_of(0), winnow(texts[0]).hashes.astype(np.uint32)).all()
    assert found.take(np.array([1])).anchors_of(0).tolist() == found.anchors_of(1).tolist()


def test_passages_of_two_are_found_where_they_are_asked_for() -> None:
    one, two = fresh(1, 60), fresh(2, 60)
    texts = [np.concatenate((one, fresh(10 + i, 40), two[: 60 * (i < 2)])) for i in range(6)]

    found = passages_of(texts, least=2, most=2)

    assert [found.documents_of(number).tolist() for number in range(len(found))] == [[0, 1]]


def test_a_passage_is_found_in_its_place_and_not_where_a_piece_of_it_stands_alone() -> None:
    passage = fresh(1, 80)
    text = np.concatenate((passage[:12], fresh(2, 200), passage, fresh(3, 50)))
    selected, anchors = winnow(text), winnow(passage).hashes.astype(np.uint32)

    place = place_of(anchors, selected.hashes.astype(np.uint32), selected.positions, 25)

    assert place is not None
    assert 212 <= place.start < 224
    assert 276 <= place.stop < 292


def test_a_document_without_the_passage_has_no_place_of_it() -> None:
    selected = winnow(fresh(2, 100))
    anchors = winnow(fresh(1, 80)).hashes.astype(np.uint32)

    assert place_of(anchors, selected.hashes.astype(np.uint32), selected.positions, 25) is None
