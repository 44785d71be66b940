"""Lost files are paired with found ones of the same document, one with one."""

from __future__ import annotations

from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from simhash_gui.services.importing.absence import paired
from simhash_gui.store.repositories.present_files import PlacedFiles

DOCUMENTS = st.lists(st.integers(1, 5), max_size=12)


def placed(documents: list[int], first_id: int) -> PlacedFiles:
    ids = np.arange(first_id, first_id + len(documents), dtype=np.int64)
    return PlacedFiles(ids, np.array(documents, np.int64), np.ones_like(ids))


@given(lost=DOCUMENTS, found=DOCUMENTS)
def test_each_found_file_takes_one_lost_one(lost: list[int], found: list[int]) -> None:
    moved = paired(placed(lost, 1), placed(found, 100)).tolist()

    documents = [lost[file_id - 1] for file_id in moved]
    assert len(set(moved)) == len(moved)
    assert Counter(documents) == Counter(lost) & Counter(found)


def test_the_oldest_goes_first() -> None:
    assert paired(placed([7, 7, 7], 1), placed([7, 7], 9)).tolist() == [1, 2]
