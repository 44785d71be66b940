"""Counting what stands in many documents, and telling what of a document is its own."""

from __future__ import annotations

import random
from itertools import groupby

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simhash_gui.core.text.candidates import Postings
from simhash_gui.core.text.classes import Thresholds
from simhash_gui.core.text.commonness import (
    FEWEST_DOCUMENTS,
    SAMPLED,
    CommonLimits,
    Commonness,
    OwnText,
    count_documents,
    own_texts_of,
)
from simhash_gui.core.text.shingles import Hashes, shingles_of
from simhash_gui.core.text.spans import TokenMarks
from tests.helpers.examples import examples
from tests.helpers.own_texts import own_text_of

LISTS = st.lists(st.lists(st.integers(0, 2**32 - 1), max_size=6), max_size=12)


def fresh(seed: int, count: int) -> Hashes:
    return np.random.default_rng(seed).integers(0, 2**64, count, np.uint64)


def halves(tokens: Hashes) -> np.ndarray:
    return np.unique(shingles_of(tokens).distinct.astype(np.uint32))


def counted(
    lists: list[list[int]], groups: list[int], limits: CommonLimits, at_once: int = 1 << 20
) -> tuple[list[int], list[int]]:
    owners = np.repeat(np.arange(len(lists)), [len(each) for each in lists])
    hashes = np.array([value for each in lists for value in each], np.uint32)
    ranges = count_documents(
        lambda: [Postings(hashes, owners)],
        np.array(groups, np.int64),
        len(hashes),
        limits,
        range_postings=at_once,
    )
    *_, found = ranges
    return found.frequent.tolist(), found.template.tolist()


@examples(60)
@given(LISTS, st.integers(1, 4), st.integers(1, 5))
def test_counts_are_those_of_groups_in_ranges_of_any_size(
    lists: list[list[int]], group_count: int, at_once: int
) -> None:
    groups = [number % group_count for number in range(len(lists))]
    limits = CommonLimits(1, 2)
    spread = {
        value: len({groups[owner] for owner, each in enumerate(lists) if value in each})
        for each in lists
        for value in each
    }

    assert counted(lists, groups, limits, at_once) == (
        sorted(value for value, count in spread.items() if count > 1),
        sorted(value for value, count in spread.items() if count > 2),
    )


@examples(30)
@given(LISTS, st.randoms(use_true_random=False))
def test_the_order_of_documents_changes_no_count(
    lists: list[list[int]], chance: random.Random
) -> None:
    mixed = chance.sample(lists, len(lists))
    numbers = list(range(len(lists)))

    assert counted(lists, numbers, CommonLimits(1, 2)) == counted(
        mixed, numbers, CommonLimits(1, 2)
    )


def test_thresholds_lower_the_limits_and_never_below_one_of_the_other() -> None:
    few = Thresholds(rare_documents=9, template_documents=5)

    assert CommonLimits.of(1000, few) == CommonLimits(2 + 1, 5)
    assert CommonLimits.of(FEWEST_DOCUMENTS - 1, few).template_documents > 10**9


def test_a_passage_of_a_template_is_not_a_documents_own() -> None:
    form, own = fresh(1, 40), fresh(2, 60)
    text = own_text_of(
        shingles_of(np.concatenate((form, own))), Commonness(halves(form), halves(form))
    )

    assert text.is_on_template
    assert text.in_template.tolist() == [True] * 40 + [False] * 60
    assert text.own_tokens.tolist() == own.tolist()
    assert len(text.own_shingles) == len(halves(np.concatenate((form, own)))) - len(halves(form))


@pytest.mark.parametrize(("tokens", "is_on"), [(7, False), (9, False), (12, True)])
def test_a_short_phrase_is_no_template(tokens: int, is_on: bool) -> None:
    phrase = fresh(1, tokens)
    common = Commonness(halves(phrase), halves(phrase))

    assert (
        own_text_of(shingles_of(np.concatenate((phrase, fresh(2, 100)))), common).is_on_template
        is is_on
    )


def test_characters_count_as_half_a_word_of_a_template() -> None:
    phrase = fresh(1, 14)
    common = Commonness(halves(phrase), halves(phrase))
    text = np.concatenate((phrase, fresh(2, 50)))
    flags = np.ones(64, np.bool_)

    assert own_text_of(shingles_of(text), common).is_on_template
    assert not own_text_of(shingles_of(text, is_character=flags), common).is_on_template


@examples(40)
@given(st.lists(st.lists(st.integers(0, 9), max_size=20), max_size=5), st.booleans(), st.data())
def test_what_is_common_in_several_documents_is_what_is_in_each(
    lists: list[list[int]], is_sampled: bool, data: st.DataObject
) -> None:
    documents = [shingles_of(np.array(each, np.uint64)) for each in lists]
    every = sorted(
        {value for each in documents for value in each.hashes.astype(np.uint32).tolist()}
    )
    frequent = [value for value in every if data.draw(st.booleans())]
    template = [value for value in frequent if data.draw(st.booleans())]
    common = Commonness(np.array(frequent, np.uint32), np.array(template, np.uint32), is_sampled)

    together = own_texts_of(documents, common, [None] * len(documents))

    alone = [own_text_of(document, common) for document in documents]
    assert [each.rare.tolist() for each in together] == [each.rare.tolist() for each in alone]
    assert [each.in_template.tolist() for each in together] == [
        each.in_template.tolist() for each in alone
    ]
    if not is_sampled:
        for text in together:
            halves_of = text.shingles.hashes.astype(np.uint32)
            assert text.is_frequent.tolist() == np.isin(halves_of, frequent).tolist()
            assert text.is_of_template.tolist() == np.isin(halves_of, template).tolist()


@pytest.mark.parametrize("seed", range(8))
def test_documents_on_a_template_are_told_all_at_once_as_by_hand(seed: int) -> None:
    # given texts of all lengths with pieces of a form, of which every third token is a character
    chance = np.random.default_rng(seed)
    form, documents = fresh(1, 60), []
    for length in (0, 2, 12, 48, 49, 50, 51, 90, 700, 700, 3, 60):
        tokens = fresh(int(chance.integers(9, 99)), length)
        size = int(chance.integers(0, 17))
        place = int(chance.integers(0, max(1, length - size)))
        piece = form[: min(size, length - place)]
        tokens[place : place + len(piece)] = piece
        documents.append(shingles_of(tokens, is_character=tokens % np.uint64(3) == 0))
    common = Commonness(halves(form), halves(form))

    found = own_texts_of(documents, common, [None] * len(documents))

    assert [text.is_on_template for text in found] == [*map(is_on_template_by_hand, found)]


def is_on_template_by_hand(text: OwnText) -> bool:
    """By walking from token to token."""
    tokens, characters = text.shingles.tokens.tolist(), text.shingles.is_character
    assert characters is not None
    span, of_template = text.shingles.span, np.flatnonzero(text.is_of_template).tolist()
    flags = [
        any(place - back in of_template for back in range(span)) for place in range(len(tokens))
    ]
    if len(tokens) < 50:
        return sum(flags) >= 1 and sum(flags) / len(tokens) >= 0.3
    in_runs: list[int] = []
    for is_in, run in groupby(range(len(tokens)), flags.__getitem__):
        places = list(run)
        in_runs += places if is_in and len(places) >= 8 else []
    words = {tokens[place]: 0.5 if characters[place] else 1.0 for place in in_runs}
    return len(in_runs) >= 0.02 * len(tokens) and sum(words.values()) >= 10


def test_a_shingle_that_was_not_sampled_is_what_its_neighbour_is() -> None:
    form, own = fresh(1, 400), fresh(2, 400)
    document = shingles_of(np.concatenate((form, own)))
    sampled = halves(form)[halves(form) % SAMPLED == 0]
    text = own_text_of(document, Commonness(sampled, sampled, is_sampled=True))

    assert text.in_template[20:380].all()
    assert not text.in_template[420:].any()


def test_without_a_sampled_shingle_nothing_is_common() -> None:
    some = shingles_of(next(each for each in map(tiny, range(99)) if not sampled_in(each)))

    text = own_text_of(some, Commonness(is_sampled=True))

    assert not text.in_template.any()


def tiny(seed: int) -> Hashes:
    return fresh(seed, 5)


def sampled_in(tokens: Hashes) -> bool:
    return bool((halves(tokens) % SAMPLED == 0).any())


def test_marked_text_is_no_body_and_nothing_marked_leaves_all() -> None:
    document = shingles_of(fresh(1, 30), is_character=np.ones(30, np.bool_))
    marks = TokenMarks(np.arange(30) < 10, np.arange(30) >= 20)
    text = own_text_of(document, marks=marks)

    assert text.is_marked
    assert len(text.body_shingles.tokens) == 10
    assert text.body_shingles.is_character is not None
    assert own_text_of(document).body_shingles is document
    everything = TokenMarks(np.zeros(30, np.bool_), np.ones(30, np.bool_))
    assert own_text_of(document, marks=everything).body_shingles is document


def test_numbers_stay_numbers_in_the_body() -> None:
    flags = np.arange(30) % 2 == 0
    document = shingles_of(fresh(1, 30), is_number=flags)
    text = own_text_of(document, marks=TokenMarks(np.arange(30) < 10, np.zeros(30, np.bool_)))

    assert text.body_shingles.is_number is not None
    assert text.body_shingles.is_number.tolist() == flags[:10].tolist()


def test_an_empty_document_has_nothing_of_its_own() -> None:
    text = own_text_of(
        shingles_of(fresh(1, 0)), Commonness(halves(fresh(2, 9)), halves(fresh(2, 9)))
    )

    assert (len(text.own_shingles), len(text.own_tokens), text.is_on_template) == (0, 0, False)


def test_without_marks_what_is_common_stays() -> None:
    common, nothing = Commonness(halves(fresh(1, 20))), np.empty(0, np.uint32)

    assert common.with_marked(nothing, nothing) is common
