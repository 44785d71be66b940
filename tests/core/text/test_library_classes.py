"""Pairs inside a library: what many documents share never decides."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simhash_gui.core.text.candidates import Postings
from simhash_gui.core.text.classes import PairClass
from simhash_gui.core.text.commonness import (
    NOTHING_COMMON,
    CommonLimits,
    Commonness,
    OwnText,
    count_documents,
    own_text_of,
)
from simhash_gui.core.text.library_classes import classify_in_library, quoted_sources
from simhash_gui.core.text.shingles import Hashes, shingles_of
from simhash_gui.core.text.spans import TokenMarks


def fresh(seed: int, count: int) -> Hashes:
    return np.random.default_rng(seed).integers(0, 2**64, count, np.uint64)


def replaced(text: Hashes, every: int) -> Hashes:
    changed = text.copy()
    changed[every - 1 :: every] = fresh(99, len(changed[every - 1 :: every]))
    return changed


def library(texts: Sequence[Hashes], groups: Sequence[int] | None = None) -> list[OwnText]:
    documents = [shingles_of(text) for text in texts]
    pieces = [
        Postings(document.distinct.astype(np.uint32), np.full(len(document.distinct), number))
        for number, document in enumerate(documents)
    ]
    counted = np.arange(len(texts)) if groups is None else np.array(groups)
    common: Commonness = NOTHING_COMMON
    limits = CommonLimits.of(len(np.unique(counted)))
    for found in count_documents(lambda: pieces, counted, 1, limits):
        common = found
    return [own_text_of(document, common) for document in documents]


FOOTER = fresh(1, 60)


def with_footer(seed: int, count: int) -> Hashes:
    return np.concatenate((fresh(seed, count), FOOTER))


def judged(texts: Sequence[Hashes], groups: Sequence[int] | None = None) -> PairClass:
    made = library(texts, groups)
    return classify_in_library(made[0], made[1]).pair_class


def strangers(count: int) -> list[Hashes]:
    return [with_footer(1000 + number, 60) for number in range(count)]


def test_two_texts_that_share_only_a_footer_are_near_until_it_is_known_as_one() -> None:
    pair = [with_footer(2, 51), with_footer(3, 52)]
    pair = [np.concatenate((text, FOOTER + np.uint64(7))) for text in pair]
    many = [np.concatenate((text, FOOTER + np.uint64(7))) for text in strangers(30)]
    assert judged(pair) is PairClass.NEAR_DUPLICATE
    assert judged([*pair, *many]) is PairClass.TEMPLATE_ONLY


@settings(max_examples=150, deadline=None)
@given(
    count=st.integers(0, 60),
    own=st.integers(100, 400),
    shared=st.integers(0, 120),
    every=st.integers(8, 30),
    in_pair=st.booleans(),
    seed=st.integers(0, 1 << 30),
)
def test_strangers_that_share_a_passage_turn_no_near_duplicates_into_something_else(
    *,
    count: int,
    own: int,
    shared: int,
    every: int,
    in_pair: bool,
    seed: int,
) -> None:
    passage, body = fresh(seed, shared), fresh(seed + 1, own)
    pair = [body, replaced(body, every)]
    if in_pair:
        pair = [np.concatenate((text, passage)) for text in pair]
    added = [np.concatenate((fresh(seed + 2 + i, 80), passage)) for i in range(count)]
    rest = [fresh(seed + 100 + i, 80) for i in range(20)]
    before, after = judged([*pair, *rest]), judged([*pair, *rest, *added])
    assert before is after is PairClass.NEAR_DUPLICATE


def test_ten_revisions_of_a_text_are_no_template() -> None:
    text = fresh(5, 300)
    revisions = [replaced(text, 20 + number) for number in range(10)]
    rest = [fresh(100 + number, 100) for number in range(30)]
    groups = [0] * 10 + list(range(1, 31))
    assert judged([*revisions, *rest], groups) is PairClass.NEAR_DUPLICATE


@pytest.mark.parametrize(
    ("documents", "limits"), [(20, (3, 4)), (50, (3, 7)), (100, (6, 14)), (10**6, (6, 15))]
)
def test_limits_grow_with_a_small_library_only(documents: int, limits: tuple[int, int]) -> None:
    found = CommonLimits.of(documents)
    assert (found.rare_documents, found.template_documents) == limits


def test_in_a_very_small_library_nothing_is_common_by_count() -> None:
    made = library([with_footer(seed, 60) for seed in range(10, 29)])
    assert not any(text.is_on_template for text in made)


def test_what_a_person_marks_is_common_or_not_whatever_the_counts() -> None:
    footer = shingles_of(FOOTER).distinct.astype(np.uint32)
    marked = Commonness().with_marked(np.sort(footer), np.empty(0, np.uint32))
    assert own_text_of(shingles_of(with_footer(3, 60)), marked).is_on_template
    assert not len(marked.with_marked(np.empty(0, np.uint32), footer).frequent)


def test_a_reply_quotes_its_parent_and_not_a_sibling() -> None:
    parent, other = fresh(1, 200), fresh(2, 200)
    quote = parent[50:110]
    reply, sibling = np.concatenate((quote, fresh(3, 80))), np.concatenate((quote, fresh(4, 80)))
    flags = np.arange(140) < 60

    def marked(text: Hashes) -> OwnText:
        return own_text_of(shingles_of(text), marks=TokenMarks(~flags, flags))

    sources = [own_text_of(shingles_of(other)), own_text_of(shingles_of(parent)), marked(sibling)]
    assert quoted_sources(marked(reply), sources) == [1]
    whole = classify_in_library(marked(reply), own_text_of(shingles_of(parent)))
    assert whole.pair_class in (PairClass.TEMPLATE_ONLY, PairClass.UNRELATED)
