"""The votes at a bit, against the votes of each feature alone."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simhash_gui.core.fingerprint.recipe import recipe_named
from simhash_gui.core.fingerprint.simhash import Trace
from simhash_gui.services.comparison import bit_votes
from simhash_gui.services.comparison.bit_votes import BitVotes, link_features, votes_at
from simhash_gui.services.comparison.fingerprints import Comparison, compare
from simhash_gui.services.comparison.loading import load_text
from tests.services.conftest import REVISED, STORY

WORDS = st.lists(st.sampled_from(["stone", "river", "cloud", "石", "河"]), max_size=8)


def compared(a: str, b: str, recipe: str = "default") -> Comparison:
    return compare(*(load_text(text, "", recipe_named(recipe)) for text in (a, b)))


def votes_of(comparison: Comparison, bit: int) -> BitVotes:
    links = link_features(comparison.a.trace.features, comparison.b.trace.features)
    return votes_at(comparison, links, bit)


def signed(trace: Trace, bit: int) -> dict[str, float]:
    """Each feature's weight, negative where its hash has a zero at the bit."""
    votes = trace.votes()[:, bit].tolist()
    return dict(zip(trace.features, votes, strict=True))


@given(WORDS, WORDS, st.integers(0, 127))
@settings(max_examples=60, deadline=None)
def test_the_votes_are_those_of_each_feature_alone(a: list[str], b: list[str], bit: int) -> None:
    comparison = compared(" ".join(a), " ".join(b), "wide")
    own, other = signed(comparison.a.trace, bit), signed(comparison.b.trace, bit)
    changes = {
        feature: other.get(feature, 0.0) - own.get(feature, 0.0) for feature in {**own, **other}
    }
    ordered = sorted(changes.items(), key=lambda entry: (-abs(entry[1]), entry[0]))

    found = votes_of(comparison, bit)

    assert found.a.one == pytest.approx(sum(vote for vote in own.values() if vote > 0))
    assert found.b.zero == pytest.approx(-sum(vote for vote in other.values() if vote < 0))
    assert [(each.feature, each.change) for each in found.changes] == [
        entry for entry in ordered if entry[1]
    ]
    assert found.change_count == len(found.changes)


@pytest.mark.parametrize("name", ["default", "wide", "1e0ng", "python-hash-128"])
def test_the_votes_of_each_bit_add_up_to_its_sum(name: str) -> None:
    comparison = compared(STORY, REVISED, name)
    a, b = comparison.a.trace, comparison.b.trace

    for bit in (0, 1, 31, 63, a.fingerprint.width - 1):
        found = votes_of(comparison, bit)
        assert found.a.margin == pytest.approx(a.sums[bit])
        assert found.b.margin == pytest.approx(b.sums[bit])


def test_the_largest_change_comes_first() -> None:
    changes = [abs(entry.change) for entry in votes_of(compared(STORY, REVISED), 5).changes]

    assert changes == sorted(changes, reverse=True)
    assert changes[0] > 0


def test_equal_texts_have_nothing_to_explain() -> None:
    found = votes_of(compared(STORY, STORY), 0)

    assert (found.changes, found.change_count) == ((), 0)


def test_features_are_distinguished_by_who_has_them() -> None:
    links = link_features(("a", "b", "c"), ("c", "d", "a"))

    assert (links.a.tolist(), links.b.tolist()) == ([2, 0], [0, 2])
    assert (links.only_a.tolist(), links.only_b.tolist()) == ([1], [1])


def test_only_the_largest_changes_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bit_votes, "MAX_CHANGES", 2)
    comparison = compared("one two three four", "five six six six six seven eight", "words")
    links = link_features(comparison.a.trace.features, comparison.b.trace.features)
    found = votes_at(comparison, links, 5)

    assert found.changes[0].feature == "six"
    assert len(found.changes) == 2
    assert found.change_count == 8
