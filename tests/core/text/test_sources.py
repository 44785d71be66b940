"""Two numbers for each source, and their sum."""

from __future__ import annotations

import random

import numpy as np

from simhash_gui.core.text.sources import NOBODY, SourceSpans, shares_of


def spans(*passages: tuple[int, int], equal: tuple[tuple[int, int], ...] = ()) -> SourceSpans:
    rows = np.array(passages, np.int64).reshape(-1, 2)
    runs = np.array(equal, np.int64).reshape(-1, 2)
    return SourceSpans(rows[:, 0], rows[:, 1], runs[:, 0], runs[:, 1])


def test_a_character_counts_for_the_best_source_that_has_it() -> None:
    small, large = spans((0, 4)), spans((2, 10), equal=((2, 5), (7, 10)))

    shares = shares_of([small, large], np.ones(12, np.bool_))

    assert shares.order.tolist() == [1, 0]
    assert shares.full.tolist() == [4, 8]
    assert shares.best.tolist() == [2, 8]
    assert shares.owners.tolist() == [0] * 2 + [1] * 8 + [NOBODY] * 2
    assert np.flatnonzero(shares.is_equal).tolist() == [2, 3, 4, 7, 8, 9]


def test_what_does_not_count_belongs_to_nobody() -> None:
    shares = shares_of([spans((0, 4))], np.array([True, False, False, True, True]))

    assert shares.full.tolist() == shares.best.tolist() == [2]
    assert shares.owners.tolist() == [0, NOBODY, NOBODY, 0, NOBODY]


def test_no_source_has_nothing() -> None:
    assert shares_of([], np.ones(3, np.bool_)).owners.tolist() == [NOBODY] * 3


def test_best_shares_add_up_to_the_total() -> None:
    chosen = random.Random(5)
    for _ in range(50):
        sources = [
            spans(*((start, start + chosen.randint(1, 9)) for start in chosen.sample(range(40), 3)))
            for _ in range(chosen.randint(1, 6))
        ]
        counted = np.array([chosen.random() < 0.8 for _ in range(50)])

        shares = shares_of(sources, counted)

        covered = {
            place
            for source in sources
            for start, end in zip(source.starts, source.ends, strict=True)
            for place in range(start, end)
            if counted[place]
        }
        assert shares.best.sum() == len(covered) == np.count_nonzero(shares.owners != NOBODY)
        assert (shares.best <= shares.full).all()
