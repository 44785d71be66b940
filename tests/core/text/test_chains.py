"""Which runs are joined: worked out by hand."""

from itertools import pairwise

import numpy as np

from simhash_gui.core.text.common_runs import Chains, CommonRuns, chains_of

Row = tuple[int, int, int]


def runs(*rows: Row) -> CommonRuns:
    return CommonRuns(*np.array(rows, np.int64).reshape(-1, 3).T)


def members(chains: Chains) -> list[list[Row]]:
    columns = chains.runs.a_start, chains.runs.b_start, chains.runs.length
    rows = list(zip(*(column.tolist() for column in columns), strict=True))
    return [rows[first:end] for first, end in pairwise(chains.offsets.tolist())]


def test_runs_with_a_small_gap_in_both_are_one_chain() -> None:
    chains = chains_of(runs((0, 100, 5), (8, 107, 4), (14, 113, 6)), gap_tokens=3)
    assert members(chains) == [[(0, 100, 5), (8, 107, 4), (14, 113, 6)]]
    assert chains.matched.tolist() == [15]
    assert len(chains) == 1


def test_a_gap_that_is_too_long_in_one_document_divides_chains() -> None:
    chains = chains_of(runs((0, 100, 5), (8, 109, 4)), gap_tokens=3)
    assert members(chains) == [[(0, 100, 5)], [(8, 109, 4)]]
    chains = chains_of(runs((0, 100, 5), (9, 107, 4)), gap_tokens=3)
    assert members(chains) == [[(0, 100, 5)], [(9, 107, 4)]]


def test_runs_in_another_order_are_no_chain() -> None:
    chains = chains_of(runs((0, 100, 5), (6, 90, 5)), gap_tokens=20)
    assert members(chains) == [[(0, 100, 5)], [(6, 90, 5)]]


def test_the_nearest_of_several_continuations_is_taken() -> None:
    # given a run that could go on at two places in b, one on its own diagonal
    chains = chains_of(runs((0, 100, 5), (7, 107, 5), (7, 112, 5)), gap_tokens=10)
    assert members(chains) == [[(0, 100, 5), (7, 107, 5)], [(7, 112, 5)]]


def test_a_run_that_prefers_another_one_is_not_taken() -> None:
    # given two runs that could both go on with a third, which is nearer to the second
    chains = chains_of(runs((0, 100, 5), (2, 106, 5), (9, 111, 5)), gap_tokens=10)
    assert members(chains) == [[(0, 100, 5)], [(2, 106, 5), (9, 111, 5)]]


def test_an_overlap_is_cut_from_the_later_run() -> None:
    # given a text of which one of two equal tokens was left out
    chains = chains_of(runs((0, 0, 6), (6, 5, 6)), gap_tokens=5)
    assert members(chains) == [[(0, 0, 6), (7, 6, 5)]]
    assert chains.matched.tolist() == [11]


def test_runs_that_overlap_by_more_than_half_are_no_chain() -> None:
    chains = chains_of(runs((0, 0, 6), (6, 2, 6)), gap_tokens=5)
    assert members(chains) == [[(0, 0, 6)], [(6, 2, 6)]]


def test_a_long_chain_is_one() -> None:
    steps = [(10 * step, 10 * step + 3, 7) for step in range(1000)]
    assert members(chains_of(runs(*steps), gap_tokens=3)) == [steps]


def test_no_runs_make_no_chains() -> None:
    chains = chains_of(runs(), gap_tokens=3)
    assert (members(chains), len(chains)) == ([], 0)
