"""Pairs inside a library: what many documents share never decides."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from simhash_gui.core.text.candidates import Postings
from simhash_gui.core.text.classes import DEFAULT_THRESHOLDS, Classification, PairClass
from simhash_gui.core.text.commonness import (
    NOTHING_COMMON,
    CommonLimits,
    Commonness,
    OwnText,
    count_documents,
)
from simhash_gui.core.text.library_classes import (
    COPIED_OWN_SHARE,
    Depends,
    cluster_likeness,
    judge_in_library,
    likeness_stays,
    near_duplicates_stay,
    own_share,
    own_token_bounds,
    quoted_sources,
)
from simhash_gui.core.text.overlap import Overlap
from simhash_gui.core.text.shingles import Hashes, distinct_of, shingles_of
from simhash_gui.core.text.spans import TokenMarks
from tests.helpers.own_texts import own_text_of


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


def classified(a: OwnText, b: OwnText) -> Classification:
    return judge_in_library(a, b)[0]


FOOTER = fresh(1, 60)


def with_footer(seed: int, count: int) -> Hashes:
    return np.concatenate((fresh(seed, count), FOOTER))


def judged(texts: Sequence[Hashes], groups: Sequence[int] | None = None) -> PairClass:
    made = library(texts, groups)
    return classified(made[0], made[1]).pair_class


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
    whole = classified(marked(reply), own_text_of(shingles_of(parent)))
    assert whole.pair_class in (PairClass.TEMPLATE_ONLY, PairClass.UNRELATED)


def test_half_of_ones_own_text_is_a_copy_between_documents_on_one_template() -> None:
    copied = fresh(7, 100)
    pair = [
        np.concatenate((FOOTER, copied, fresh(8, 70), FOOTER + np.uint64(1))),
        np.concatenate((FOOTER, copied[:90], fresh(9, 400), FOOTER + np.uint64(1))),
    ]
    rest = [np.concatenate((FOOTER, fresh(20 + i, 90), FOOTER + np.uint64(1))) for i in range(25)]

    assert judged([*pair, *rest]) is PairClass.PARTLY_COPIED


def test_one_paragraph_between_documents_on_one_template_is_a_shared_passage() -> None:
    paragraph = fresh(7, 40)
    pair = [np.concatenate((FOOTER, fresh(seed, 300), paragraph)) for seed in (8, 9)]
    rest = [np.concatenate((FOOTER, fresh(20 + number, 90))) for number in range(25)]

    assert judged([*pair, *rest]) is PairClass.TEMPLATE_ONLY
    assert judged([*(text[60:] for text in pair), *rest]) is PairClass.PARTLY_COPIED


def test_half_of_ones_own_text_in_small_pieces_is_no_copy() -> None:
    words = fresh(7, 90)
    pieces = [np.concatenate((words[i : i + 9], fresh(1000 + i, 30))) for i in range(0, 90, 9)]
    scattered = np.concatenate(pieces)
    pair = [np.concatenate((FOOTER, words)), np.concatenate((FOOTER, scattered))]
    rest = [np.concatenate((FOOTER, fresh(20 + number, 90))) for number in range(25)]

    assert judged([*pair, *rest]) in (PairClass.TEMPLATE_ONLY, PairClass.PARTLY_COPIED)


def test_versions_on_a_template_agree_in_their_own_text_also_by_order_alone() -> None:
    own = fresh(7, 150)
    other = replaced(own, 3)
    pair = [np.concatenate((FOOTER * np.uint64(3), FOOTER, text)) for text in (own, other)]
    rest = [
        np.concatenate((FOOTER * np.uint64(3), FOOTER, fresh(20 + number, 90)))
        for number in range(25)
    ]

    assert judged([*pair, *rest]) is PairClass.NEAR_DUPLICATE


def test_forms_without_text_of_their_own_are_versions_by_the_whole() -> None:
    form = fresh(7, 300)
    forms = [np.concatenate((form, fresh(20 + number, 20))) for number in range(25)]

    assert judged(forms) is PairClass.NEAR_DUPLICATE
    made = library(forms)
    found = classified(made[0], made[1])
    assert cluster_likeness(made[0], made[1], found) >= 0.8


@given(st.integers(0, 400), st.integers(1, 40), st.booleans())
def test_a_pair_has_one_class_from_either_side(own: int, every: int, with_footer_: bool) -> None:
    text = fresh(own, own)
    pair = [text, replaced(text, every)[: max(1, own // 2)]]
    if with_footer_:
        pair = [np.concatenate((each, FOOTER)) for each in pair]
    rest = [with_footer(500 + number, 60) for number in range(25)]
    made = library([*pair, *rest])

    one, other = (
        classified(made[0], made[1]).pair_class,
        classified(made[1], made[0]).pair_class,
    )
    turned = {
        PairClass.CONTAINS: PairClass.IS_CONTAINED,
        PairClass.IS_CONTAINED: PairClass.CONTAINS,
    }
    assert other in (turned.get(one, one), one)


def test_few_shared_shingles_are_not_looked_at_further() -> None:
    made = library([fresh(1, 100), fresh(2, 100)])

    found = classified(made[0], made[1])

    assert (found.pair_class, found.copied) == (PairClass.UNRELATED, None)


def test_messages_that_only_quote_the_same_are_no_versions() -> None:
    quote = fresh(1, 300)
    flags = np.arange(380) < 300
    answers = [
        own_text_of(
            shingles_of(np.concatenate((quote, fresh(seed, 80)))), marks=TokenMarks(~flags, flags)
        )
        for seed in (2, 3)
    ]

    assert classified(*answers).pair_class is PairClass.TEMPLATE_ONLY


def test_messages_with_nothing_but_a_quotation_are_judged_as_wholes() -> None:
    flags = np.ones(100, np.bool_)
    text = shingles_of(fresh(1, 100))
    changed = shingles_of(replaced(fresh(1, 100), 20))
    marked = [own_text_of(each, marks=TokenMarks(~flags, flags)) for each in (text, changed)]

    assert classified(*marked).pair_class is PairClass.NEAR_DUPLICATE


def test_nothing_is_quoted_from_nobody() -> None:
    flags = np.ones(60, np.bool_)
    reply = own_text_of(shingles_of(fresh(1, 60)), marks=TokenMarks(~flags, flags))

    assert quoted_sources(reply, []) == []


def mixed(text: Hashes, size: int) -> Hashes:
    blocks = [text[start : start + size] for start in range(0, len(text), size)]
    return np.concatenate(
        [blocks[place] for place in np.random.default_rng(1).permutation(len(blocks))]
    )


@pytest.mark.parametrize(("size", "is_member"), [(30, True), (9, False)])
def test_members_of_a_cluster_have_seven_tenths_in_common(size: int, is_member: bool) -> None:
    text = fresh(1, 300)
    a, b = (own_text_of(shingles_of(each)) for each in (text, mixed(text, size)))
    found = classified(a, b)

    assert found.pair_class is PairClass.NEAR_DUPLICATE
    assert (cluster_likeness(a, b, found) >= 0.7) is is_member


def test_likeness_is_measured_in_order_where_shingles_leave_it_open() -> None:
    text = fresh(1, 300)
    a, b = (own_text_of(shingles_of(each)) for each in (text, replaced(text, 10)))
    found = classified(a, b)

    assert found.edit_share is None
    assert 0.4 <= found.overlap.jaccard < 0.54
    assert cluster_likeness(a, b, found) == pytest.approx(0.9, abs=0.01)


@given(st.integers(4, 60), st.sampled_from([4, 30, 300]), st.booleans())
@example(5, 300, False)  # a likeness that is the bound itself is asked for again
@settings(deadline=None)
def test_likeness_that_stays_is_that_of_thin_and_of_other_forms(
    every: int, size: int, was_thin: bool
) -> None:
    """Likeness of thin forms asks more; which documents are thin follows from what is common."""
    one = shingles_of(fresh(1, 300))
    two = shingles_of(mixed(replaced(fresh(1, 300), every), size))
    every_shingle = np.unique(np.concatenate((one.hashes, two.hashes)).astype(np.uint32))
    common = Commonness(every_shingle, every_shingle)
    thin, plain = (
        (own_text_of(one, each), own_text_of(two, each)) for each in (common, NOTHING_COMMON)
    )
    found = classified(*plain)
    before, after = (thin, plain) if was_thin else (plain, thin)
    likeness = cluster_likeness(*before, found)
    share = np.nan if found.edit_share is None else found.edit_share
    kept = np.array([[found.overlap.jaccard], [share], [likeness]], np.float32)

    if likeness_stays(*kept)[0]:
        assert cluster_likeness(*after, found) == likeness
    assert likeness_stays(*kept)[0] or likeness <= 0.8 or found.edit_share is None


def test_the_same_text_is_wholly_alike_and_strangers_not_at_all() -> None:
    a, b = own_text_of(shingles_of(fresh(1, 100))), own_text_of(shingles_of(fresh(2, 100)))

    assert cluster_likeness(a, a, classified(a, a)) == 1.0
    assert cluster_likeness(a, b, classified(a, b)) == 0.0


def test_a_reply_quotes_its_parent_though_that_quotes_more_than_it_says() -> None:
    quoted_before, own = fresh(1, 200), fresh(2, 40)
    parent_text = np.concatenate((quoted_before, own))
    flags = np.arange(240) < 200
    parent = own_text_of(shingles_of(parent_text), marks=TokenMarks(~flags, flags))
    reply_text = np.concatenate((parent_text, fresh(3, 50)))
    is_quoted = np.arange(290) < 240
    reply = own_text_of(shingles_of(reply_text), marks=TokenMarks(~is_quoted, is_quoted))
    assert quoted_sources(reply, [parent]) == [0]


def test_a_quoted_footer_is_no_evidence_of_a_quotation() -> None:
    reply = np.concatenate((FOOTER, fresh(3, 80)))
    is_quoted = np.arange(140) < 60
    common = Commonness(np.sort(shingles_of(FOOTER).distinct.astype(np.uint32)))
    marks = TokenMarks(~is_quoted, is_quoted)
    quoting = own_text_of(shingles_of(reply), common, marks)
    other = own_text_of(shingles_of(with_footer(4, 80)), common)
    assert quoted_sources(quoting, [other]) == []
    assert quoted_sources(own_text_of(shingles_of(reply), marks=marks), [other]) == [0]


def test_who_says_nothing_is_near_to_nobody_who_does() -> None:
    words, frame = fresh(1, 60), fresh(2, 100)
    text = np.concatenate((words, frame))
    speaks = own_text_of(
        shingles_of(text), marks=TokenMarks(np.arange(160) < 60, np.zeros(160, bool))
    )
    silent = own_text_of(
        shingles_of(frame), marks=TokenMarks(np.zeros(100, bool), np.zeros(100, bool))
    )
    assert classified(speaks, silent).pair_class is not PairClass.NEAR_DUPLICATE
    assert classified(silent, silent).pair_class is PairClass.IDENTICAL


def test_who_forwards_a_text_without_a_word_has_it_whole() -> None:
    text = fresh(1, 100)
    every = np.ones(104, bool)
    forwarded = own_text_of(
        shingles_of(np.concatenate((fresh(2, 4), text))), marks=TokenMarks(~every, every)
    )
    found = classified(forwarded, own_text_of(shingles_of(text)))
    assert found.pair_class is PairClass.NEAR_DUPLICATE


def test_a_long_passage_under_one_cover_sheet_is_a_copy() -> None:
    sheet, paragraph = fresh(1, 40), fresh(7, 60)
    pair = [np.concatenate((sheet, fresh(seed, 500), paragraph)) for seed in (8, 9)]
    rest = [np.concatenate((sheet, fresh(20 + number, 500))) for number in range(25)]
    assert judged([*pair, *rest]) is PairClass.PARTLY_COPIED


@pytest.mark.parametrize(
    ("others", "words", "pair_class"),
    [(4, 14, "partly-copied"), (10, 14, "template-only"), (10, 22, "partly-copied")],
)
def test_a_stock_phrase_that_several_have_is_no_copy(
    others: int, words: int, pair_class: str
) -> None:
    phrase = fresh(1, words)
    texts = [np.concatenate((fresh(10 + number, 300), phrase)) for number in range(2 + others)]
    rest = [fresh(100 + number, 300) for number in range(100)]
    assert judged([*texts, *rest]) == pair_class


def test_short_passages_that_several_have_are_copies_where_they_take_much_of_a_text() -> None:
    phrases = [fresh(number, 14) for number in range(3)]
    texts = []
    for number in range(12):
        parts = [
            np.concatenate((fresh(100 * number + each, 90), phrases[each])) for each in (0, 1, 2)
        ]
        texts.append(np.concatenate(parts))
    rest = [fresh(5000 + number, 300) for number in range(100)]
    assert judged([*texts, *rest]) is PairClass.PARTLY_COPIED


def test_forms_are_told_apart_by_a_few_words_of_their_own() -> None:
    form = [fresh(number, 20) for number in range(5)]

    def filled(seed: int) -> Hashes:
        slots = fresh(seed, 40).reshape(5, 8)
        return np.concatenate([part for pair in zip(form, slots, strict=True) for part in pair])

    forms = [filled(100 + number) for number in range(27)]
    assert judged(forms) is PairClass.TEMPLATE_ONLY
    reminder = forms[0].copy()
    reminder[[30, 31]] = fresh(7, 2)
    assert judged([forms[0], reminder, *forms[1:]], [0, *range(27)]) is PairClass.NEAR_DUPLICATE


def test_messages_in_which_nobody_wrote_anything_are_no_versions() -> None:
    flags = np.zeros(30, np.bool_)
    text, other = fresh(1, 30), replaced(fresh(1, 30), 10)
    notes = [
        own_text_of(shingles_of(each), marks=TokenMarks(flags, flags)) for each in (text, other)
    ]

    assert classified(*notes).pair_class is not PairClass.NEAR_DUPLICATE
    assert classified(notes[0], notes[0]).pair_class is PairClass.IDENTICAL


def short_form(seed: int) -> Hashes:
    name = fresh(seed, 1)
    return np.concatenate((name, fresh(1, 8), name, fresh(2, 8), name))


def test_short_forms_with_other_names_in_them_are_no_versions() -> None:
    forms = [short_form(100 + number) for number in range(30)]
    assert judged(forms[:2]) is PairClass.NEAR_DUPLICATE
    assert judged(forms) is PairClass.TEMPLATE_ONLY


def test_a_short_form_in_other_words_but_with_the_same_names_is_a_version() -> None:
    forms = [short_form(100 + number) for number in range(30)]
    reworded = forms[0].copy()
    reworded[[3, 12]] = fresh(7, 2)
    assert judged([forms[0], reworded, *forms[1:]], [0, *range(30)]) is PairClass.NEAR_DUPLICATE


def test_edits_of_what_many_documents_have_are_no_text_of_their_own() -> None:
    pool = [fresh(number, 60) for number in range(6)]

    def edited(seed: int) -> Hashes:
        text = np.concatenate(pool[:4])
        places = np.random.default_rng(seed).choice(len(text), 40, replace=False)
        text[places] = fresh(seed, 40)
        return text

    rest = [np.concatenate((*pool, fresh(50 + number, 100))) for number in range(30)]
    texts = [edited(1), edited(2), *rest]
    made = library(texts, [0, *range(31)])
    assert all(text.is_on_template and text.own.mean() > 0.22 for text in made[:2])
    assert classified(made[0], made[1]).pair_class is PairClass.NEAR_DUPLICATE


def test_what_many_documents_have_in_another_order_makes_no_versions() -> None:
    pool = [fresh(number, 60) for number in range(4)]
    pair = [np.concatenate((*pool, fresh(9, 100))), np.concatenate((*pool[::-1], fresh(10, 100)))]
    rest = [np.concatenate((*pool, fresh(50 + number, 100))) for number in range(30)]
    assert judged([*pair, *rest]) is PairClass.TEMPLATE_ONLY


@pytest.mark.parametrize(("copied", "pair_class"), [(0, "template-only"), (16, "partly-copied")])
def test_a_template_with_other_words_in_its_slots_is_no_copy(copied: int, pair_class: str) -> None:
    # given pieces of a template that are too short to tell of one by themselves
    pieces = fresh(9, 42).reshape(6, 7)
    halves = [shingles_of(piece).distinct.astype(np.uint32) for piece in pieces]
    template = np.unique(np.concatenate(halves))

    def filled(seed: int) -> OwnText:
        slots = fresh(seed, 18).reshape(6, 3)
        form = np.concatenate((pieces, slots), axis=1).ravel()
        text = np.concatenate((fresh(seed + 10, 200), form, fresh(5, copied)))
        return own_text_of(shingles_of(text), Commonness(template, template))

    a, b = filled(1), filled(2)

    assert not any(text.is_on_template for text in (a, b))
    assert classified(a, b).pair_class == pair_class


PARTS = [fresh(500 + number, length) for number, length in enumerate((60, 60, 40, 25, 12, 30))]
RARE, FREQUENT, OF_TEMPLATE = range(3)
some_parts = st.lists(st.integers(0, len(PARTS) - 1), min_size=1, max_size=5)
some_levels = st.lists(
    st.sampled_from((RARE, FREQUENT, OF_TEMPLATE)), min_size=len(PARTS), max_size=len(PARTS)
)


def common_parts(levels: Sequence[int]) -> Commonness:
    """Where the shingles of each part are as common as its level says."""

    def at_least(least: int) -> np.ndarray:
        chosen = [part for part, level in zip(PARTS, levels, strict=True) if level >= least]
        halves = [shingles_of(part).distinct.astype(np.uint32) for part in chosen]
        return np.unique(np.concatenate([np.empty(0, np.uint32), *halves]))

    return Commonness(at_least(FREQUENT), at_least(OF_TEMPLATE))


Told = tuple[PairClass, float | None, Overlap, float]


def measured(
    texts: Sequence[Hashes], common: Commonness, *, whole_only: bool
) -> tuple[Told, Depends]:
    """What is told of two texts, and on what that depends."""
    a, b = (own_text_of(shingles_of(text), common) for text in texts)
    found, depends = judge_in_library(a, b, whole_only=whole_only)
    told = (found.pair_class, found.edit_share, found.overlap, cluster_likeness(a, b, found))
    return told, depends


def may_be_changed(
    texts: Sequence[Sequence[int]], levels: Sequence[int], others: Sequence[int], depends: Depends
) -> list[int]:
    """Other levels, as far as nothing changes on which it depends; where that is what is own, more
    of what is frequent may be of a template."""
    if depends is Depends.NOTHING:
        return list(others)
    if depends is Depends.ALL:
        return list(levels)
    if depends is Depends.LESS:
        return [max(pair) for pair in zip(levels, others, strict=True)]
    on_templates = [own for own in texts if any(levels[part] == OF_TEMPLATE for part in own)]
    may_grow = depends in {Depends.OWN, Depends.LESS_OWN}
    fixed = {part for own in on_templates for part in own} if may_grow else set()
    return [
        max(level, other)
        if may_grow and level == FREQUENT
        else level
        if level == OF_TEMPLATE or part in fixed
        else min(other, FREQUENT)
        for part, (level, other) in enumerate(zip(levels, others, strict=True))
    ]


@settings(max_examples=200, deadline=None)
@given(
    own=some_parts,
    other=some_parts,
    every=st.integers(3, 40),
    is_version=st.booleans(),
    levels=some_levels,
    others=some_levels,
    whole_only=st.booleans(),
)
def test_what_a_pair_does_not_depend_on_changes_nothing_of_it(
    *,
    own: list[int],
    other: list[int],
    every: int,
    is_version: bool,
    levels: list[int],
    others: list[int],
    whole_only: bool,
) -> None:
    parts = [own, own if is_version else other]
    texts = [np.concatenate([PARTS[part] for part in each]) for each in parts]
    texts[1] = replaced(texts[1], every)
    told, depends = measured(texts, common_parts(levels), whole_only=whole_only)
    changed = may_be_changed(parts, levels, others, depends)

    assert measured(texts, common_parts(changed), whole_only=whole_only)[0] == told


@settings(max_examples=200, deadline=None)
@given(
    own=some_parts,
    other=some_parts,
    form=st.sampled_from((0, 4)),
    levels=some_levels,
    others=some_levels,
    whole_only=st.booleans(),
)
@example(
    own=[0, 2, 5],
    other=[0, 1, 3],
    form=4,
    levels=[0, 0, 0, 1, 2, 0],
    others=[2] * 6,
    whole_only=False,
)
def test_more_of_what_is_frequent_on_templates_changes_only_what_depends_on_all(
    *,
    own: list[int],
    other: list[int],
    form: int,
    levels: list[int],
    others: list[int],
    whole_only: bool,
) -> None:
    levels = [OF_TEMPLATE if part == form else level for part, level in enumerate(levels)]
    parts = [[form, *own], [form, *other]]
    texts = [np.concatenate([PARTS[part] for part in each]) for each in parts]
    told, depends = measured(texts, common_parts(levels), whole_only=whole_only)
    changed = may_be_changed(parts, levels, others, depends)

    assert measured(texts, common_parts(changed), whole_only=whole_only)[0] == told


FORM, BODY, PHRASE = 0, 1, 4
ON_FORM = [OF_TEMPLATE, RARE, RARE, RARE, FREQUENT, RARE]


@pytest.mark.parametrize(
    ("parts", "every", "whole_only", "depends"),
    [
        (([BODY], [BODY]), 1000, False, Depends.NOTHING),
        (([BODY, 2], [BODY, 2]), 20, False, Depends.TEMPLATE),
        (([FORM, BODY], [FORM, BODY]), 20, False, Depends.OWN),
        (([FORM, 2], [BODY, 3]), 20, True, Depends.NOTHING),
        (([FORM, 2], [FORM, 3]), 1000, True, Depends.OWN),
        (([BODY, 2, 3], [BODY, 5, 5]), 1000, False, Depends.SHARED),
        (([PHRASE, *[BODY, 2, 3, 5] * 2], [PHRASE, *[FORM] * 6]), 1000, False, Depends.APART),
        (([PHRASE, BODY, 2, 3, 5], [PHRASE, FORM, FORM, FORM]), 1000, False, Depends.LESS),
        (([FORM, BODY, 2], [FORM, 5, 5]), 1000, False, Depends.LESS_OWN),
        (([FORM, BODY, 2, 3, 5], [FORM, 3]), 1000, False, Depends.ALL),
    ],
)
def test_a_pair_depends_on_no_more_than_what_could_change_it(
    parts: tuple[list[int], list[int]], every: int, whole_only: bool, depends: Depends
) -> None:
    texts = [np.concatenate([PARTS[part] for part in own]) for own in parts]
    texts[1] = replaced(texts[1], every)

    assert measured(texts, common_parts(ON_FORM), whole_only=whole_only)[1] is depends


Levels = dict[int, int]
"""How common each shingle is."""


def levels_of(texts: Sequence[Hashes], chance: random.Random) -> Levels:
    """Runs of shingles, also across the ends of what two texts share, that are equally common."""
    levels: Levels = {}
    for text in texts:
        hashes = shingles_of(text).hashes.tolist()
        while hashes:
            level = chance.choice((RARE, RARE, FREQUENT, OF_TEMPLATE))
            count = chance.choice((2, 10, 40, 90))
            levels |= dict.fromkeys(hashes[:count], level)
            del hashes[:count]
    return levels


def common_at(levels: Levels) -> Commonness:
    of_level = [[key for key, own in levels.items() if own >= least] for least in (1, 2)]
    return Commonness(
        *(np.unique(np.array(keys, np.uint64).astype(np.uint32)) for keys in of_level)
    )


def changed_levels(texts: Sequence[Hashes], levels: Levels, chance: random.Random) -> Levels:
    """Others, of which at times only some shingles have them, and at times only those that are
    more common."""
    others, share, may_fall = (
        levels_of(texts, chance),
        chance.choice((0.1, 1)),
        chance.random() < 0.4,
    )
    return {
        key: other if (may_fall or other > level) and chance.random() < share else level
        for key, level, other in ((key, level, others[key]) for key, level in levels.items())
    }


def may_hold(depends: Depends, texts: Sequence[Hashes], levels: Levels, others: Levels) -> bool:
    """Whether nothing on which a pair depends is another."""
    a, b = (own_text_of(shingles_of(text), common_at(others)) for text in texts)
    is_more = all(others[key] >= level for key, level in levels.items())
    is_beside = not (a.is_on_template and b.is_on_template)
    shared = np.intersect1d(a.shingles.hashes, b.shingles.hashes).tolist()
    kept = [(levels[key] == OF_TEMPLATE) == (others[key] == OF_TEMPLATE) for key in shared]
    return {
        Depends.NOTHING: True,
        Depends.LESS: is_more,
        Depends.LESS_OWN: is_more and own_share(a, b) < COPIED_OWN_SHARE,
        Depends.SHARED: is_beside and all(kept),
        Depends.APART: is_beside,
    }.get(depends, levels == others)


@settings(max_examples=600, deadline=None)
@given(seed=st.integers(0, 1 << 40))
def test_what_is_copied_changes_with_what_it_depends_on_alone(seed: int) -> None:
    chance = random.Random(seed)
    shared = fresh(seed, chance.choice((5, 12, 25, 40, 90)))
    texts = [
        np.concatenate(
            (
                fresh(seed + 1 + side, chance.choice((0, 10, 60, 150))),
                shared if side else replaced(shared, chance.choice((4, 7, 12, 1000))),
                fresh(seed + 3 + side, chance.choice((5, 60, 150))),
            )
        )
        for side in (0, 1)
    ]
    levels = levels_of(texts, chance)
    told, depends = measured(texts, common_at(levels), whole_only=False)
    others = changed_levels(texts, levels, chance)

    if may_hold(depends, texts, levels, others):
        assert measured(texts, common_at(others), whole_only=False)[0] == told


def bounds_of(*texts: OwnText) -> tuple[np.ndarray, np.ndarray]:
    """Of the own tokens of the two of a pair, by what is stored of them."""
    documents = [text.shingles for text in texts]
    rare = [distinct_of(text.shingles.hashes[~text.is_frequent]) for text in texts]
    return own_token_bounds(
        tokens_of(texts),
        np.array([[len(document.distinct)] for document in documents]),
        np.array([[len(each)] for each in rare]),
        np.array([[text.is_marked] for text in texts]),
    )


def tokens_of(texts: Sequence[OwnText]) -> np.ndarray:
    return np.array([[len(text.shingles.tokens)] for text in texts])


@settings(max_examples=200, deadline=None)
@given(own=some_parts, levels=some_levels, tail=st.integers(0, 8), body=st.integers(0, 120))
def test_a_text_has_as_many_own_tokens_as_its_shingles_say(
    *, own: list[int], levels: list[int], tail: int, body: int
) -> None:
    tokens = np.concatenate([*(PARTS[part] for part in own), PARTS[own[0]][:tail]])
    flags = np.arange(len(tokens)) < body
    marks = TokenMarks(flags, np.zeros(len(tokens), np.bool_)) if body % 2 else None
    text = own_text_of(shingles_of(tokens), common_parts(levels), marks)
    least, most = bounds_of(text, text)

    assert least[0, 0] <= text.own_count <= most[0, 0]


@settings(max_examples=200, deadline=None)
@given(
    own=some_parts,
    front=st.integers(1, 60),
    every=st.integers(2, 40),
    levels=some_levels,
    others=some_levels,
    whole_only=st.booleans(),
)
def test_near_duplicates_that_stay_are_measured_as_they_were(
    *,
    own: list[int],
    front: int,
    every: int,
    levels: list[int],
    others: list[int],
    whole_only: bool,
) -> None:
    text = np.concatenate([fresh(77, front), *(PARTS[part] for part in own)])
    texts = [text, replaced(text, every)]
    before, _ = measured(texts, common_parts(levels), whole_only=whole_only)
    now = [own_text_of(shingles_of(each), common_parts(others)) for each in texts]
    rare = [each.own_shingles for each in now]
    share = len(np.intersect1d(*rare)) / max(1, min(map(len, rare)))
    pair_class, edit_share, overlap, likeness = before
    kept = ([overlap.jaccard], [np.nan if edit_share is None else edit_share], [likeness])
    arrays = (np.array(each, np.float32) for each in kept)
    stays = near_duplicates_stay(*arrays, np.array([share]), tokens_of(now), bounds_of(*now))

    if pair_class is PairClass.NEAR_DUPLICATE and stays[0]:
        assert measured(texts, common_parts(others), whole_only=whole_only)[0] == before


@pytest.mark.parametrize(
    ("levels", "least", "most"),
    [
        ([RARE, RARE, RARE, RARE, RARE, RARE], 227, 227),
        ([RARE, RARE, RARE, RARE, FREQUENT, RARE], 191, 218),
        ([FREQUENT, FREQUENT, FREQUENT, FREQUENT, FREQUENT, RARE], 0, 45),
    ],
)
def test_shingles_tell_how_much_is_own_where_nearly_all_or_nothing_is(
    levels: list[int], least: int, most: int
) -> None:
    text = own_text_of(shingles_of(np.concatenate(PARTS)), common_parts(levels))

    assert [bounds[0].tolist() for bounds in bounds_of(text)] == [[least], [most]]


ALL_RARE = [RARE] * len(PARTS)
HARDLY_ANY_RARE = [FREQUENT, FREQUENT, FREQUENT, RARE, OF_TEMPLATE, FREQUENT]
SOME_RARE = [OF_TEMPLATE, RARE, OF_TEMPLATE, RARE, OF_TEMPLATE, RARE]
BARELY_ALIKE = DEFAULT_THRESHOLDS.cluster_likeness + 0.05


@pytest.mark.parametrize(
    ("levels", "likeness", "own_share", "stays"),
    [
        (ALL_RARE, BARELY_ALIKE, 0.9, True),
        (SOME_RARE, BARELY_ALIKE, 0.9, False),
        (ALL_RARE, 0.95, 0.0, False),
        (HARDLY_ANY_RARE, 0.95, 0.0, True),
        (SOME_RARE, 0.95, 0.0, False),
    ],
)
def test_near_duplicates_stay_where_it_is_clear_what_is_own(
    levels: list[int], likeness: float, own_share: float, stays: bool
) -> None:
    """Thin forms have to be more alike than others, and need no text of their own to be near."""
    texts = [np.concatenate(PARTS), replaced(np.concatenate(PARTS), 12)]
    now = [own_text_of(shingles_of(each), common_parts(levels)) for each in texts]
    kept = (likeness / (2 - likeness), np.nan, likeness)
    arrays = (np.array([each], np.float32) for each in kept)

    found = near_duplicates_stay(*arrays, np.array([own_share]), tokens_of(now), bounds_of(*now))

    assert found.tolist() == [stays]
