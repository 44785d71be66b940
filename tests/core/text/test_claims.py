"""Who keeps a text that several chains claim: worked out by hand.

Chains are given as lists of (place in a, place in b, equal tokens), documents have 1000 tokens.
"""

import numpy as np

from simhash_gui.core.text.common_runs import Chains, CommonRuns
from simhash_gui.core.text.passages import Claims, FoundPassage, PassageThresholds

Chain = list[tuple[int, int, int]]
THRESHOLDS = PassageThresholds(gap_tokens=5, least_tokens=4, near_tokens=30)


def settled(*chains: Chain, thresholds: PassageThresholds = THRESHOLDS) -> list[FoundPassage]:
    pieces = [piece for chain in chains for piece in chain]
    offsets = np.cumsum([0, *(len(chain) for chain in chains)])
    matched = np.array([sum(length for _, _, length in chain) for chain in chains], np.int64)
    runs = CommonRuns(*np.array(pieces, np.int64).reshape(-1, 3).T)
    return sorted(Claims(1000, 1000, thresholds).settle(Chains(runs, offsets, matched)))


def test_a_chain_is_one_passage_with_what_lies_between() -> None:
    assert settled([(0, 500, 20), (23, 522, 20)]) == [FoundPassage(0, 43, 500, 542, 40)]


def test_a_short_chain_that_stands_alone_is_dropped() -> None:
    # 1000 times 1000 tokens: 11 equal ones are needed
    assert settled([(0, 500, 10)]) == []
    assert settled([(0, 500, 11)]) == [FoundPassage(0, 11, 500, 511, 11)]


def test_a_short_chain_near_to_a_passage_is_kept() -> None:
    found = settled([(100, 100, 50)], [(160, 80, 8)], [(400, 700, 8)])
    assert found == [FoundPassage(100, 150, 100, 150, 50), FoundPassage(160, 168, 80, 88, 8)]


def test_near_means_in_both_documents() -> None:
    assert len(settled([(100, 100, 50)], [(160, 700, 8)])) == 1


def test_short_chains_are_found_from_one_to_the_next() -> None:
    found = settled([(100, 100, 50)], [(160, 70, 8)], [(190, 40, 8)])
    assert [span.a_start for span in found] == [100, 160, 190]


def test_the_way_from_one_to_the_next_ends_after_eight() -> None:
    steps: list[Chain] = [[(560 + 30 * step, 480 - 30 * step, 8)] for step in range(10)]
    assert len(settled([(500, 500, 50)], *steps)) == 1 + 8


def test_much_free_text_nearby_is_no_help_to_a_short_chain() -> None:
    # given passages so far from each other that all of both documents is near to one
    passages: list[Chain] = [[(at, at, 20)] for at in range(0, 1000, 80)]
    # then a chain must be as long as anywhere
    assert len(settled(*passages, [(30, 120, 9)])) == len(passages)


def test_the_longer_chain_keeps_what_two_claim_in_both_documents() -> None:
    found = settled([(0, 0, 30)], [(20, 20, 40)])
    assert found == [FoundPassage(0, 20, 0, 20, 20), FoundPassage(20, 60, 20, 60, 40)]


def test_what_is_left_of_a_chain_may_be_too_short() -> None:
    assert settled([(10, 10, 12)], [(12, 12, 40)]) == [FoundPassage(12, 52, 12, 52, 40)]


def test_a_chain_that_is_cut_in_the_middle_falls_into_two() -> None:
    # given a chain with many gaps, and a longer one for its middle in a
    found = settled([(9 * step, 9 * step, 4) for step in range(20)], [(50, 400, 81)])
    # then both ends are left, and what is still free in b
    assert found == [
        FoundPassage(0, 49, 0, 49, 24),
        FoundPassage(50, 131, 400, 481, 81),
        FoundPassage(54, 130, 54, 130, 36),
        FoundPassage(135, 175, 135, 175, 20),
    ]


def test_a_passage_does_not_reach_over_what_another_one_has() -> None:
    # given a text that stands again, in two pieces with a passage from elsewhere between them
    longest: Chain = [(600, 0, 100)]
    again: Chain = [(0, 0, 20), (45, 25, 20)]
    between: Chain = [(25, 500, 15)]
    found = settled(longest, again, between, thresholds=PassageThresholds(gap_tokens=30))
    assert found == [
        FoundPassage(0, 20, 0, 20, 20),
        FoundPassage(25, 40, 500, 515, 15),
        FoundPassage(45, 65, 25, 45, 20),
        FoundPassage(600, 700, 0, 100, 100),
    ]


def test_a_text_that_stands_twice_in_one_document_is_found_twice() -> None:
    found = settled([(0, 100, 40)], [(0, 600, 40)])
    assert found == [FoundPassage(0, 40, 100, 140, 40), FoundPassage(0, 40, 600, 640, 40)]
    found = settled([(100, 0, 40)], [(600, 0, 40)])
    assert found == [FoundPassage(100, 140, 0, 40, 40), FoundPassage(600, 640, 0, 40, 40)]


def test_of_equally_long_chains_the_first_is_served_first() -> None:
    found = settled([(0, 0, 30)], [(20, 20, 30)])
    assert found == [FoundPassage(0, 30, 0, 30, 30), FoundPassage(30, 50, 30, 50, 20)]


def test_no_chains_give_no_passages() -> None:
    assert settled() == []
