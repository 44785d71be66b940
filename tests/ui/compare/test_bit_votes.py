"""The votes at a bit, against the explanation of the services, which lists every feature."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simhash_gui.core.fingerprint.recipe import recipe_named
from simhash_gui.services.comparison.comparing import Comparison, compare, explain_bit, load_text
from simhash_gui.ui.compare import bit_votes
from simhash_gui.ui.compare.bit_votes import link_features, votes_at

WORDS = st.lists(st.sampled_from(["stone", "river", "cloud", "石", "河"]), max_size=8)


def compared(a: str, b: str, recipe: str = "default") -> Comparison:
    return compare(*(load_text(text, "", recipe_named(recipe)) for text in (a, b)))


@given(WORDS, WORDS, st.integers(0, 127))
@settings(max_examples=60, deadline=None)
def test_it_says_what_the_full_explanation_says(a: list[str], b: list[str], bit: int) -> None:
    comparison = compared(" ".join(a), " ".join(b), "wide")
    links = link_features(comparison.a.trace.features, comparison.b.trace.features)
    full, found = explain_bit(comparison, bit), votes_at(comparison, links, bit)

    assert found.a.margin == pytest.approx(full.a.margin)
    assert found.b.one == pytest.approx(full.b.one)
    assert found.changes == tuple(entry for entry in full.contributions if entry.change)
    assert found.change_count == len(found.changes)


def test_features_are_told_apart_by_who_has_them() -> None:
    links = link_features(("a", "b", "c"), ("c", "d", "a"))

    assert (links.a.tolist(), links.b.tolist()) == ([2, 0], [0, 2])
    assert (links.only_a.tolist(), links.only_b.tolist()) == ([1], [1])


def test_only_the_greatest_changes_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bit_votes, "MAX_CHANGES", 2)
    comparison = compared("one two three four", "five six six six six seven eight", "words")
    links = link_features(comparison.a.trace.features, comparison.b.trace.features)
    found = votes_at(comparison, links, 5)

    assert found.changes[0].feature == "six"
    assert len(found.changes) == 2
    assert found.change_count == 8
