"""Sources, measures, groups, filters and chapters of a check, beside a slow oracle."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from simhash_gui.core.fingerprint.recipe import recipe_named
from simhash_gui.documents.manuscript.integrity import FlagKind
from simhash_gui.documents.records import SetOff, Structure
from simhash_gui.services.checking.checking import Checked
from simhash_gui.services.checking.findings import (
    ANY_SOURCE,
    CheckSettings,
    Exclusion,
    Filter,
    Findings,
    Group,
    SourcePassage,
)
from simhash_gui.services.checking.judging import find
from simhash_gui.services.comparison.evidence import ComparedText, TextSpan
from simhash_gui.services.comparison.loading import TracedText, load_text
from tests.services.checking.made_texts import checked, made, match_of, oracle, places


def question(text: str, hidden: tuple[tuple[int, int], ...] = ()) -> TracedText:
    plain = load_text(text, "x.txt", recipe_named("default"))
    return TracedText("x.txt", "x.txt", text, plain.trace, b"", hidden)


def judged(seed: int, settings: CheckSettings) -> tuple[Findings, Checked]:
    text, sources = made(seed).text, made(seed).sources
    found = checked(text, sources)
    return find(question(text), found, settings), found


def agree_with_the_oracle(seed: int) -> None:
    own = ("/library/0.txt",)
    filters = frozenset({Filter.QUOTATIONS}) if seed % 3 == 0 else frozenset()
    settings = CheckSettings(filters=filters, own=own)
    findings, found = judged(seed, settings)
    marks = findings.attribution
    expected = oracle(
        findings.text, found.matches, marks.quoted.tolist(), marks.cited.tolist(), settings
    )
    measures = findings.measures
    assert measures.overlap == expected.overlap == measures.identical + measures.edited
    assert measures.identical == expected.identical
    assert measures.without_quoted == expected.without_quoted
    assert measures.without_own == expected.without_own
    assert measures.greatest_single == expected.greatest
    assert measures.front == expected.front
    assert {each.path: each.full for each in findings.sources} == {
        path: size for path, size in expected.full.items() if size
    }
    assert sum(each.best for each in findings.sources) == measures.overlap
    assert {each.path: each.best for each in findings.sources if each.best} == {
        path: size for path, size in expected.best.items() if size
    }
    out = marks.quoted.tolist() if filters else [False] * len(findings.text)
    for each in findings.sources:
        spans = [(one.passage.a.start, one.passage.a.end) for one in each.passages]
        assert each.longest == max(out[start:end].count(False) for start, end in spans)
    assert {group: size for group, _, size in findings.groups} == expected.groups
    assert sum(chapter.overlap for chapter in findings.chapters) == measures.overlap


@pytest.mark.parametrize("seed", range(20))
def test_every_measure_agrees_with_a_slow_oracle(seed: int) -> None:
    agree_with_the_oracle(seed)


@pytest.mark.thorough
def test_every_measure_agrees_with_a_slow_oracle_on_500_texts() -> None:
    for seed in range(20, 520):
        agree_with_the_oracle(seed)


SOURCE = " ".join(f"word{number}" for number in range(60))


def spots(text: str, part: str) -> slice:
    return slice(text.index(part), text.index(part) + len(part))


@pytest.mark.parametrize(
    ("text", "group"),
    [
        (f"{SOURCE}.", Group.UNMARKED),
        (f"{SOURCE} [1].", Group.NO_QUOTATION_MARKS),
        (f"“{SOURCE}”.", Group.NO_CITATION),
        (f"“{SOURCE}” (Smith, 2019).", Group.MARKED),
    ],
)
def test_a_match_is_in_one_of_four_groups(text: str, group: Group) -> None:
    findings = find(question(text), checked(text, [SOURCE]))

    assert {each.group for source in findings.sources for each in source.passages} == {group}
    assert {each: matches for each, matches, _ in findings.groups if matches} == {group: 1}


def test_hidden_quotation_marks_quote_nothing_and_are_flagged() -> None:
    text = f"“{SOURCE}”"
    hidden = ((0, 1), (len(text) - 1, len(text)))

    findings = find(question(text, hidden), checked(text, [SOURCE]))

    assert findings.groups[0][:2] == (Group.UNMARKED, 1)
    assert [(each.kind, each.offset) for each in findings.flags] == [
        (FlagKind.HIDDEN_QUOTATION_MARK, 0),
        (FlagKind.HIDDEN_TEXT, 0),
        (FlagKind.HIDDEN_QUOTATION_MARK, len(text) - 1),
        (FlagKind.HIDDEN_TEXT, len(text) - 1),
    ]


@pytest.mark.parametrize(
    ("text", "settings"),
    [
        (f"Own words here. “{SOURCE}”", CheckSettings(frozenset({Filter.QUOTATIONS}))),
        (f"References\n[1] {SOURCE} 2019.", CheckSettings(frozenset({Filter.BIBLIOGRAPHY}))),
        (f"Text[^1]\n[^1]: {SOURCE}", CheckSettings(frozenset({Filter.FOOTNOTES}))),
        (SOURCE, CheckSettings(frozenset({Filter.TEMPLATE}), templates=(SOURCE,))),
        (SOURCE, CheckSettings(frozenset({Filter.PHRASES}), phrases=(SOURCE, "nowhere", "…"))),
        (SOURCE, CheckSettings(frozenset({Filter.SHORT}), least_words=61)),
    ],
)
def test_a_filter_takes_off_what_it_says(text: str, settings: CheckSettings) -> None:
    found = checked(text, [SOURCE])

    everything = find(question(text), found)
    filtered = find(question(text), found, settings)

    (chosen,) = settings.filters
    effect = next(each for each in filtered.effects if each.filter is chosen)
    assert effect.is_on
    assert everything.measures.overlap >= len(SOURCE)
    assert filtered.measures.overlap == everything.measures.overlap - effect.overlap == 0
    assert filtered.measures.left_out == everything.measures.overlap
    assert everything.measures.left_out == 0
    assert filtered.measures.characters == everything.measures.characters == len(text)
    assert filtered.sources == ()


def test_a_note_behind_the_last_reference_is_no_reference() -> None:
    text = f"Text.\n\nReferences\n[1] Smith, A. A book. London, 2019.\n{SOURCE} 2019."
    place = spots(text, SOURCE)
    noted = SetOff(notes=((place.start, place.stop),))
    asked = replace(question(text), structure=Structure(set_off=noted))

    effects = {each.filter: each.overlap for each in find(asked, checked(text, [SOURCE])).effects}

    assert effects[Filter.FOOTNOTES] >= len(SOURCE)
    assert effects[Filter.BIBLIOGRAPHY] == 0


def test_what_many_documents_share_can_be_left_out() -> None:
    compared = ComparedText.of(SOURCE)
    shared = np.arange(len(compared.tokens)) < 30
    found = replace(checked(SOURCE, [SOURCE]), is_shared=shared)

    findings = find(question(SOURCE), found, CheckSettings(frozenset({Filter.SHARED})))

    assert findings.measures.overlap == len(SOURCE) - SOURCE.index(" word30")


def test_an_excluded_match_keeps_its_reason_and_does_not_count() -> None:
    text = f"{SOURCE}. Something else."
    found = checked(text, [SOURCE])
    span = found.matches[0].evidence.passages[0].a

    for path in (ANY_SOURCE, "/library/0.txt"):
        left_out = CheckSettings(exclusions=(Exclusion(path, span, "with permission"),))
        findings = find(question(text), found, left_out)
        assert findings.measures.overlap == 0
        assert findings.matches[0].passages[0].reason == "with permission"
        assert findings.is_left_out[span.start : span.end].all()
    elsewhere = CheckSettings(exclusions=(Exclusion("/other.txt", span, "no"),))
    assert find(question(text), found, elsewhere).measures.overlap > 0


def test_every_match_between_the_ends_of_an_exclusion_is_left_out() -> None:
    text = f"{SOURCE}. Something else."
    found = checked(text, [SOURCE])
    span = found.matches[0].evidence.passages[0].a

    def overlap(start: int, end: int) -> int:
        exclusion = Exclusion(ANY_SOURCE, TextSpan(start, end), "a form")
        return find(question(text), found, CheckSettings(exclusions=(exclusion,))).measures.overlap

    assert overlap(0, len(text)) == 0
    assert overlap(span.start, span.end - 1) > 0


def test_own_earlier_works_are_shown_and_taken_off_in_a_measure_of_their_own() -> None:
    text = f"{SOURCE}. Something else."

    for own in ("/library", "/library/", "*/0.txt", "/library/0.txt"):
        findings = find(question(text), checked(text, [SOURCE]), CheckSettings(own=(own,)))
        assert findings.sources[0].is_own
        assert findings.measures.overlap > findings.measures.without_own == 0


def test_edited_copying_is_split_into_identical_and_edited() -> None:
    text = SOURCE.replace("word20 ", "changed ").replace("word40 word41", "word41")

    findings = find(question(text), checked(text, [SOURCE]))

    assert findings.measures.overlap == len(text)
    assert findings.measures.edited == len(" changed ") + len(" ")
    place = text.index("changed")
    assert not findings.is_equal[place : place + len("changed")].any()


def test_the_total_is_shown_at_two_lengths() -> None:
    short, long = " ".join(SOURCE.split()[:10]), " ".join(SOURCE.split()[20:50])
    between = " ".join(f"own{number}" for number in range(40))
    text = f"{short} {between} {long}"

    measures = find(question(text), checked(text, [SOURCE])).measures

    assert measures.by_length == ((5, len(short) + len(long)), (25, len(long)))


def test_chapters_have_their_own_figures() -> None:
    text = f"第一章 开头\n没有什么。\n第二章 正文\n{SOURCE}"

    findings = find(question(text), checked(text, [SOURCE]))

    first, second = findings.chapters
    assert (first.overlap, first.source, first.ratio) == (0, None, 0)
    assert (second.overlap, second.source, second.greatest_single) == (len(SOURCE), 0, len(SOURCE))
    assert (findings.suspects.chapters, findings.suspects.suspected) == (2, 1)
    assert findings.suspects.greatest == findings.suspects.least == len(SOURCE)


def test_a_source_that_better_ones_hide_keeps_its_full_share() -> None:
    text = SOURCE
    matches = (match_of(0, (0, 50)), match_of(1, (0, 100)))
    found = replace(checked(text, []), matches=matches)

    better, hidden = find(question(text), found).sources

    assert (better.path, better.best, better.full) == ("/library/1.txt", 100, 100)
    assert (hidden.path, hidden.best, hidden.full) == ("/library/0.txt", 0, 50)


def test_the_document_that_is_the_text_itself_is_no_source() -> None:
    found = replace(checked(SOURCE, [SOURCE]), itself=0)

    findings = find(question(SOURCE), found)

    assert (findings.sources, findings.measures.overlap) == ((), 0)
    assert findings.itself == ("/library/0.txt",)
    assert len(findings.matches) == 1


def test_an_empty_text_has_nothing() -> None:
    findings = find(question(""), checked("", [SOURCE]))

    assert findings.measures.ratio(findings.measures.overlap) == 0
    assert findings.sources == ()


BEFORE, AFTER = (
    "春天的河水漫过旧石桥，渔夫把网晒在岸边的柳树上",
    "孩子们赶着鹅群穿过菜地去看新来的磨坊主",
)


def test_a_piece_of_a_few_characters_between_passages_counts_but_is_no_place() -> None:
    text, source = f"{BEFORE}了，那{AFTER}", f"{AFTER}了，那{BEFORE}"

    findings = find(question(text), checked(text, [source]))

    (found,) = findings.sources
    assert [shown(text, each) for each in found.pieces] == ["了，那"]
    assert [shown(text, each) for each in found.places] == [BEFORE, AFTER]
    assert sum(matches for _, matches, _ in findings.groups) == 2
    assert found.full == findings.measures.overlap == len(text)


def shown(text: str, each: SourcePassage) -> str:
    return text[each.passage.a.start : each.passage.a.end].strip("，")


def test_the_whole_of_a_short_text_is_a_place() -> None:
    findings = find(question("河水漫过"), checked("河水漫过", ["河水漫过"]))

    (found,) = findings.sources
    assert (len(found.places), found.pieces) == (1, ())


@pytest.mark.parametrize("seed", range(40))
def test_the_places_agree_with_a_slow_oracle(seed: int) -> None:
    findings, _found = judged(seed, CheckSettings())

    for source in findings.sources:
        spans = [each.passage.a for each in source.places]
        assert [(span.start, span.end) for span in spans] == places(findings.text, source)
    places_of_all = sum(len(source.places) for source in findings.sources)
    assert sum(matches for _, matches, _ in findings.groups) == places_of_all


def test_what_a_source_has_twice_is_one_passage_of_the_text() -> None:
    words = SOURCE.split()
    source = " ".join([*words, *(f"other{number}" for number in range(30)), *words[20:40]])

    findings = find(question(SOURCE), checked(SOURCE, [source]))

    (found,) = findings.sources
    (whole,) = found.places
    assert len(found.passages) == 2
    assert whole.passage.a == TextSpan(0, len(SOURCE))
    assert [matches for group, matches, _ in findings.groups if group is Group.UNMARKED] == [1]
    assert found.places is found.places  # worked out once: reports ask for it often
