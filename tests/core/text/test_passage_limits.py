"""How long a passage must be."""

import pytest

from simhash_gui.core.text.passage_limits import InvalidLimitError, PassageLimits, least_matched


@pytest.mark.parametrize(
    ("a_tokens", "b_tokens", "least"),
    [(10, 10, 6), (200, 500, 9), (3000, 3000, 13), (100_000, 100_000, 20)],
)
def test_longer_documents_need_longer_passages(a_tokens: int, b_tokens: int, least: int) -> None:
    assert least_matched(a_tokens, b_tokens, PassageLimits()) == least


def test_a_user_can_ask_for_longer_passages_only() -> None:
    assert least_matched(3000, 3000, PassageLimits(least_tokens=40)) == 40


def test_a_passage_has_at_least_one_token() -> None:
    assert least_matched(0, 0, PassageLimits(least_tokens=0)) == 1


@pytest.mark.parametrize("name", ["gap_tokens", "least_tokens", "near_tokens"])
def test_no_number_of_tokens_is_below_nought(name: str) -> None:
    with pytest.raises(InvalidLimitError, match=f"{name}=-1"):
        PassageLimits(**{name: -1})
