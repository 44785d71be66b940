"""Every k differing blocks leave some table of a cover untouched."""

from itertools import combinations

import pytest

from simhash_gui.core.covers import MAX_TABLES, Cover, covers, equal_blocks


def dirty_masks(cover: Cover, k: int) -> list[int]:
    """Return the masks of all sets of at most k differing blocks."""
    return [
        sum(1 << block for block in blocks)
        for size in range(k + 1)
        for blocks in combinations(range(cover.block_count), size)
    ]


def first_untouched(cover: Cover, dirty: int) -> int:
    """Return the first table without a differing block, or the number of tables."""
    untouched = (i for i, table in enumerate(cover.tables) if not table & dirty)
    return next(untouched, len(cover.tables))


@pytest.mark.parametrize("k", [1, 2, 3, 4, 6])
def test_k_differing_blocks_leave_a_table_untouched(k: int) -> None:
    for cover in covers(k):
        assert all(first_untouched(cover, d) < len(cover.tables) for d in dirty_masks(cover, k))


@pytest.mark.parametrize("k", [1, 3, 12, 19])
def test_covers_have_more_and_more_tables_up_to_a_limit(k: int) -> None:
    counts = [len(cover.tables) for cover in covers(k)]
    assert counts == sorted(counts)
    assert counts[-1] <= MAX_TABLES


def test_the_simplest_cover_of_three_has_four_tables_of_one_block() -> None:
    assert next(covers(3)) == Cover(4, (1, 2, 4, 8))


def test_fourteen_tables_of_half_of_all_bits_cover_three() -> None:
    planes = next(cover for cover in covers(3) if len(cover.tables) == 14)
    assert planes.block_count == 8
    assert {table.bit_count() for table in planes.tables} == {4}


def test_there_is_no_cover_of_a_distance_that_buckets_are_no_help_for() -> None:
    assert list(covers(20)) == []


def test_a_table_names_its_key_blocks() -> None:
    cover = equal_blocks(4, 2)
    assert len(cover.tables) == 6
    assert [cover.key_blocks(table) for table in (0, 5)] == [(0, 1), (2, 3)]


@pytest.mark.parametrize("cover", [*covers(3)][:4] + [*covers(6)][:2])
def test_the_first_untouched_table_is_known_for_every_set_of_blocks(cover: Cover) -> None:
    every = range(1 << cover.block_count)
    assert cover.first_tables().tolist() == [first_untouched(cover, dirty) for dirty in every]
