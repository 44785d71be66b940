"""One row for what many share."""

import numpy as np

from simhash_gui.core.clustering.shared_passages import find_shared_passages
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
