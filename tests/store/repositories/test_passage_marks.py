"""What people say of a text is kept by its key and comes back as it was said."""

from __future__ import annotations

import numpy as np
import pytest
from sqlalchemy import Connection, update

from simhash_gui.store.engine.schema import passage_marks as passage_marks_table
from simhash_gui.store.engine.types import DamagedValueError, PassageMark
from simhash_gui.store.repositories import passage_marks
from simhash_gui.store.repositories.passage_marks import MarkedPassage


def marked(key: str, mark: PassageMark = PassageMark.COPIED, words: str = "") -> MarkedPassage:
    return MarkedPassage(key, mark, words, np.array([7, 2**32 - 1], np.uint32))


def told(connection: Connection) -> list[tuple[str, PassageMark, str, list[int]]]:
    return [
        (one.key, one.mark, one.text, one.anchors.tolist())
        for one in passage_marks.load_all(connection)[0]
    ]


def test_everything_given_comes_back_with_the_latest_last(connection: Connection) -> None:
    passage_marks.put(connection, marked("b", PassageMark.TEMPLATE, "late"), 2)
    passage_marks.put(connection, marked("c", PassageMark.COPIED, "early"), 1)
    passage_marks.put(connection, marked("a", PassageMark.BOILERPLATE, "as late"), 2)

    assert told(connection) == [
        ("c", PassageMark.COPIED, "early", [7, 2**32 - 1]),
        ("a", PassageMark.BOILERPLATE, "as late", [7, 2**32 - 1]),
        ("b", PassageMark.TEMPLATE, "late", [7, 2**32 - 1]),
    ]


def test_a_second_mark_of_a_text_replaces_the_first(connection: Connection) -> None:
    passage_marks.put(connection, marked("a", PassageMark.COPIED, "old"), 1)

    passage_marks.put(connection, marked("a", PassageMark.TEMPLATE, "new"), 2)

    assert told(connection) == [("a", PassageMark.TEMPLATE, "new", [7, 2**32 - 1])]


def test_a_mark_can_be_taken_back_once(connection: Connection) -> None:
    passage_marks.put(connection, marked("a"), 1)
    passage_marks.put(connection, marked("b"), 1)

    assert passage_marks.remove(connection, "a") is True
    assert passage_marks.remove(connection, "a") is False
    assert [one[0] for one in told(connection)] == ["b"]


def test_a_list_of_hashes_that_is_cut_off_is_reported(connection: Connection) -> None:
    passage_marks.put(connection, marked("a"), 1)
    connection.execute(update(passage_marks_table).values(anchors=b"12345", checksum=None))

    with pytest.raises(DamagedValueError, match="cut off"):
        passage_marks.load_all(connection)
