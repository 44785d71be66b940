"""Thirty ways to hide a copy: each is found all the same, and flagged where it can be seen."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from simhash_gui.core.fingerprint.recipe import recipe_named
from simhash_gui.documents.manuscript.integrity import FlagKind, inspect
from simhash_gui.services.checking.findings import CheckSettings, Filter, Findings
from simhash_gui.services.checking.judging import find
from simhash_gui.services.comparison.loading import load_text
from tests.services.checking.made_texts import checked

ENGLISH = (
    "The committee approved the annual budget without any further debate on the matter, and the"
    " treasurer explained why the reserves of the association had grown more slowly than expected."
    " Several members asked for a detailed account of the expenses of the previous summer. "
)
CHINESE = (
    "委员会未经进一步讨论便通过了年度预算，财务主管说明了协会储备金增长缓慢的原因。"
    "几位成员要求提供上一年夏季开支的详细说明，主席答应在下次会议之前准备好全部材料。"
)
RUSSIAN = (
    "Комитет утвердил годовой бюджет без дальнейшего обсуждения, и казначей объяснил, почему"
    " резервы объединения росли медленнее, чем ожидалось. Некоторые участники попросили отчёт. "
)
JAPANESE = (
    "委員会はそれ以上の議論をせずに年間予算を承認し、会計担当者は準備金の伸びが予想より遅い理由を"
    "説明した。何人かの会員は前年の夏の支出について詳しい報告を求め、議長はそれに応じた。"
)
Trick = Callable[[str], str]


def swapped(pairs: str) -> Trick:
    table = str.maketrans(pairs[::2], pairs[1::2])
    return lambda text: text.translate(table)


def between(mark: str, every: int = 3) -> Trick:
    def trick(text: str) -> str:
        out = []
        for place, letter in enumerate(text):
            out.append(letter)
            following = text[place + 1 : place + 2]
            if place % every == 0 and letter.isalpha() and following.isalpha():
                out.append(mark)
        return "".join(out)

    return trick


def after_each_letter(mark: str) -> Trick:
    return lambda text: "".join(f"{each}{mark}" if each.isalpha() else each for each in text)


def spaced(text: str) -> str:
    return "  ".join(" ".join(word) if len(word) > 7 else word for word in text.split())


def both(first: Trick, second: Trick) -> Trick:
    return lambda text: second(first(text))


LOOK = swapped("aаeеoоpрcс")
EVASIONS: list[tuple[str, Trick]] = [
    (ENGLISH, swapped("aа")),
    (ENGLISH, swapped("eе")),
    (ENGLISH, swapped("oо")),
    (ENGLISH, LOOK),
    (ENGLISH, swapped("oο")),
    (ENGLISH, swapped("oօ")),
    (ENGLISH, swapped("TТsѕiі")),
    (RUSSIAN, swapped("оoеeаa")),
    (CHINESE, swapped("大⼤人⼈长⻓")),
    (CHINESE.replace("会", "人会长"), swapped("长⻓")),
    (ENGLISH, between("\u200b")),
    (ENGLISH, between("\u200c")),
    (ENGLISH, between("\u200d")),
    (ENGLISH, between("\u2060")),
    (ENGLISH, between("\ufeff")),
    (ENGLISH, between("\u180e")),
    (ENGLISH, between("\U000e0061")),
    (CHINESE, between("\u200b", 2)),
    (CHINESE, between("\u00ad", 2)),
    (JAPANESE, between("\u2060", 2)),
    (RUSSIAN, between("\u200b", 4)),
    (ENGLISH, between("\x08")),
    (CHINESE, between("\x01", 4)),
    (ENGLISH, between("\u202c")),
    (ENGLISH, between("\u200a", 9)),
    (ENGLISH, spaced),
    (ENGLISH, after_each_letter("\u0336")),
    (ENGLISH, both(LOOK, between("\u200b"))),
    (RUSSIAN, both(swapped("оo"), between("\u2060"))),
    (CHINESE, both(between("\u200b", 2), between("\u2060", 5))),
    (ENGLISH, both(swapped("eе"), between("\x08", 5))),
]


def findings(text: str, source: str, settings: CheckSettings | None = None) -> Findings:
    question = load_text(text, "x.txt", recipe_named("default"))
    return find(question, checked(text, [source]), settings)


@pytest.mark.parametrize(("source", "trick"), EVASIONS)
def test_an_evasion_is_found_and_flagged(source: str, trick: Trick) -> None:
    text = trick(source)
    assert text != source

    found = findings(text, source)

    assert found.flags
    assert found.measures.ratio(found.measures.overlap) > 0.9
    for flag in found.flags:
        assert text[flag.offset : flag.offset + flag.length]


@pytest.mark.parametrize(
    ("source", "trick"),
    [
        (CHINESE, swapped("会會财財务務长長说說员員")),
        (ENGLISH, lambda text: text.replace(" ", "\n", 5)),
        (ENGLISH, str.upper),
        (ENGLISH, lambda text: "".join(chr(ord(e) + 0xFEE0) if e.isalpha() else e for e in text)),
        (ENGLISH, lambda text: text.replace("annual", "yearly").replace("further ", "")),
    ],
)
def test_plain_editing_is_found_without_a_flag(source: str, trick: Trick) -> None:
    found = findings(trick(source), source)

    assert found.flags == ()
    assert found.measures.ratio(found.measures.overlap) > 0.9


def test_hidden_quotation_marks_do_not_open_the_filter() -> None:
    text = f"\u201c{ENGLISH}\u201d"
    question = load_text(text, "x.txt", recipe_named("default"))
    from dataclasses import replace  # noqa: PLC0415

    hidden = replace(question, hidden=((0, 1), (len(text) - 1, len(text))))
    settings = CheckSettings(frozenset({Filter.QUOTATIONS}))

    assert find(question, checked(text, [ENGLISH]), settings).measures.overlap == 0
    found = find(hidden, checked(text, [ENGLISH]), settings)
    assert found.measures.ratio(found.measures.overlap) > 0.9


def test_clean_documents_are_hardly_ever_flagged() -> None:
    chosen = random.Random(1)
    flagged = 0
    for number in range(2000):
        sentences = [ENGLISH, CHINESE, RUSSIAN, JAPANESE][number % 4].split(" ")
        chosen.shuffle(sentences)
        extra = chosen.choice(["5 μm", "café", "naïve «x»", "第3章", "α-Helix", "ДНК", "🙂", "№ 5"])
        flagged += bool(inspect(f"{' '.join(sentences)} {extra}").flags)
    assert flagged < 20


def test_a_few_mixed_words_of_a_long_text_are_told_as_slips() -> None:
    kinds = {flag.kind for flag in inspect(RUSSIAN * 15 + "Cервер. ").flags}
    short = {flag.kind for flag in inspect(RUSSIAN + "Cервер. ").flags}
    many = {flag.kind for flag in inspect(RUSSIAN * 60 + "Cервер, Cтрока, Cеть, Cлово. ").flags}

    assert kinds == {FlagKind.MIXED_WORD}
    assert short == many == {FlagKind.LOOK_ALIKE}
