"""Bids for one tender that are alike in what nobody writes by chance.

Beside common passages, which the check of a folder finds: the same rare mistakes, the same author
or program in the properties of the files, and the names, addresses and numbers of one bidder in
the bid of another. What stands in the call for tenders proves nothing and is left out.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from pathlib import Path

from simhash_gui.services.checking.batch import Row
from simhash_gui.services.comparison.evidence import Spans, TextSpan
from simhash_gui.services.comparison.loading import TracedText

_HAN = "\u3400-\u9fff"
_HAN_RUN = re.compile(rf"[{_HAN}]{{5,}}")
_WORD = re.compile(r"[^\W\d_]{6,}")
_COUNTED = frozenset(
    "〇零一二三四五六七八九十百千万甲乙丙丁东西南北上下左右前后内外大小年月日的地得和与及或"
)
"""Characters that take each other's place without being mistakes."""
_USUAL = 3
"""So often, and so many times as often as a mistake, the right form occurs."""
_ENDING = 2
"""A word that differs only in its last letters has another ending."""
_MOST_MISTAKES = 200
_NAME = re.compile(
    r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"
    r"|(?<!\d)1[3-9]\d{9}(?!\d)|(?<!\d)0\d{2,3}[- ]\d{7,8}(?!\d)|\+\d{1,3}[\d ()-]{7,16}\d"
    r"|(?<![0-9A-Z])[159Y][1239]\d{6}[0-9A-HJ-NPQRTUWXY]{10}(?![0-9A-Z])"
    rf"|[{_HAN}]{{2,24}}?(?:股份有限公司|有限责任公司|有限公司|研究院|设计院|事务所)"
    r"|(?:[A-Z][\w&-]+ ){1,5}(?:Limited|Ltd|Inc|GmbH|LLC|Corporation|AG|S\.A)\b"
)
_LEADING = re.compile("[由与和为系是向致称给](?=[^ ]{6})")
"""Words that stand before the name of a company."""
_PEOPLE = ("creator", "lastModifiedBy", "Manager", "Company", "Author", "initial-creator")
_LEAST_NAME = 2
_LEADING_MARKS = re.compile(r"^\W+")
_EXCERPT = 120
"""Characters of a passage that a table shows."""


@dataclass(frozen=True, slots=True, eq=False)
class Bid:
    """A bid with its text, and what its check has found."""

    question: TracedText
    row: Row


@dataclass(frozen=True, slots=True)
class Found:
    """Something in two bids: where it stands in each, in characters, and on which pages.

    An offset is None where it stands in the properties of the file alone.
    """

    text: str
    offsets: tuple[int | None, int | None]
    pages: tuple[int | None, int | None]

    @property
    def spans(self) -> Spans:
        """The characters that it takes in each."""
        length = len(self.text)
        one, other = (
            None if start is None else TextSpan(start, start + length) for start in self.offsets
        )
        return one, other


@dataclass(frozen=True, slots=True)
class Mistake:
    """A rare form that two bids share, and the form that is usual."""

    usual: str
    found: Found


@dataclass(frozen=True, slots=True)
class BidPassage:
    """A passage that is in two bids and not all in the call: how what is not begins, its pages."""

    a: TextSpan
    b: TextSpan
    text: str
    pages: tuple[int | None, int | None]


class SharedKind(StrEnum):
    """What two bids can share."""

    MISTAKE = "same mistake"
    PROPERTY = "same property"
    NAME = "name of the bidder"
    PASSAGE = "passage"


@dataclass(frozen=True, slots=True)
class Shared:
    """One thing that two bids share, for a table.

    ``other``: the usual form of a mistake, what a property is called, or the bid of whose bidder it
    is a name. ``passage``: where a passage stands in both; ``spans``: where anything else does.
    """

    kind: SharedKind
    text: str
    other: str = ""
    passage: BidPassage | None = None
    pages: tuple[int | None, int | None] = (None, None)
    spans: Spans = (None, None)

    @property
    def kind_words(self) -> str:
        """What kind of thing it is, in English."""
        if self.kind is SharedKind.PROPERTY:
            return f"same {self.other}"
        return f"name of {Path(self.other).name}" if self.kind is SharedKind.NAME else self.kind

    @property
    def words(self) -> str:
        """What it is: a span of characters for a passage."""
        if self.passage is not None:
            return f"{self.passage.a.start}–{self.passage.a.end}"
        return f"{self.text} for {self.other}" if self.kind is SharedKind.MISTAKE else self.text

    @property
    def page_words(self) -> str:
        """Its pages in both bids; empty where neither has any."""
        if self.pages == (None, None):
            return ""
        return f"pages {self.pages[0] or '–'} and {self.pages[1] or '–'}"


@dataclass(frozen=True, slots=True)
class Likeness:
    """What two bids share; a is the first by path.

    ``properties`` are names with the value that both have; ``names`` are of the bidder of one of
    them, ``owner`` being the path of his bid.
    """

    a: str
    b: str
    mistakes: tuple[Mistake, ...]
    properties: tuple[tuple[str, str], ...]
    names: tuple[tuple[str, Found], ...]
    passages: tuple[BidPassage, ...]

    def __bool__(self) -> bool:
        return bool(self.mistakes or self.properties or self.names or self.passages)

    def rows(self) -> Iterator[Shared]:
        """All that they share, what nobody writes by chance first."""
        for each in self.mistakes:
            found = each.found
            usual, pages = each.usual, found.pages
            yield Shared(SharedKind.MISTAKE, found.text, usual, pages=pages, spans=found.spans)
        for name, value in self.properties:
            yield Shared(SharedKind.PROPERTY, value, name)
        for owner, found in self.names:
            pages, spans = found.pages, found.spans
            yield Shared(SharedKind.NAME, found.text, owner, pages=pages, spans=spans)
        for passage in self.passages:
            yield Shared(SharedKind.PASSAGE, passage.text, passage=passage, pages=passage.pages)


def likenesses(bids: Sequence[Bid], calls: Sequence[str]) -> list[Likeness]:
    """Every pair of bids that share something; ``calls`` are texts of the call for tenders."""
    call = "\n".join(calls)
    texts = {each.question.path: each.question.text for each in bids}
    mistakes = _mistakes(texts, call)
    names = _names(bids, call)
    pairs = (
        _likeness(a, b, mistakes, names)
        for a, b in combinations(sorted(bids, key=lambda each: each.question.path), 2)
    )
    return [pair for pair in pairs if pair]


def _likeness(
    a: Bid,
    b: Bid,
    mistakes: Mapping[tuple[str, str], list[tuple[str, str]]],
    names: Mapping[str, str],
) -> Likeness:
    one, other = a.question, b.question
    shared = set(one.structure.properties) & set(other.structure.properties)
    return Likeness(
        one.path,
        other.path,
        tuple(
            Mistake(usual, _found(rare, a, b))
            for rare, usual in mistakes.get((one.path, other.path), [])
        ),
        tuple(sorted(shared)),
        tuple(
            (owner, _found(name, a, b))
            for name, owner in names.items()
            if (owner == one.path and name in other.text)
            or (owner == other.path and name in one.text)
        ),
        tuple(_passages(a, b)),
    )


def _found(text: str, a: Bid, b: Bid) -> Found:
    one, other = (_place(text, each.question.text) for each in (a, b))
    pages = (
        None if at is None else each.question.structure.page_at(at)
        for at, each in ((one, a), (other, b))
    )
    return Found(text, (one, other), (next(pages), next(pages)))


def _place(wanted: str, text: str) -> int | None:
    place = text.find(wanted)
    if place < 0:
        place = text.lower().find(wanted)
    return place if place >= 0 else None


def _passages(a: Bid, b: Bid) -> Iterator[BidPassage]:
    """As the check of a found them, without what filters leave out.

    Words of b that a has more than once are told once, in the longest passage.
    """
    one, other = a.question.structure, b.question.structure
    spans = [
        span
        for paths, span in a.row.shared
        if any(path.endswith(b.question.path) for path in paths)
    ]
    told: list[Sequence[int]] = []
    for span in sorted(spans, key=lambda each: each[2] - each[3]):
        if not any(each[2] <= span[2] and span[3] <= each[3] for each in told):
            told.append(span)
    for start, end, other_start, other_end, first in sorted(told, key=tuple):
        pages = one.page_at(start), other.page_at(other_start)
        text = _LEADING_MARKS.sub("", a.question.text[first : min(end, first + _EXCERPT)])
        yield BidPassage(TextSpan(start, end), TextSpan(other_start, other_end), text, pages)


def _mistakes(texts: Mapping[str, str], call: str) -> dict[tuple[str, str], list[tuple[str, str]]]:
    """By the two bids that alone have it: the rare form, and the usual one."""
    found: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for forms_of, variants in ((_words, _word_variants), (_grams, _gram_variants)):
        counts = {path: Counter(forms_of(text)) for path, text in texts.items()}
        in_call = Counter(forms_of(call))
        together = sum(counts.values(), Counter(in_call))
        usual = _by_variant(together, variants)
        for form, pair in _of_two(counts):
            if form in in_call:
                continue
            near = [each for key in variants(form) for each in usual.get(key, ())]
            right = _right_form(form, near)
            if right is not None and together[right] >= _USUAL * together[form]:
                own = found.setdefault(pair, [])
                if len(own) < _MOST_MISTAKES:
                    own.append((form, right))
    return found


def _by_variant(
    together: Counter[str], variants: Callable[[str], Iterator[str]]
) -> dict[str, list[str]]:
    """The usual forms by what they have in common with others."""
    found: dict[str, list[str]] = {}
    for form, count in together.items():
        if count >= _USUAL:
            for key in variants(form):
                found.setdefault(key, []).append(form)
    return found


def _of_two(counts: Mapping[str, Counter[str]]) -> Iterator[tuple[str, tuple[str, str]]]:
    """What exactly two bids have, with their paths."""
    holders: dict[str, list[str]] = {}
    for path, own in sorted(counts.items()):
        for form in own:
            holders.setdefault(form, []).append(path)
    for form, paths in sorted(holders.items()):
        if len(paths) == 2:
            yield form, (paths[0], paths[1])


def _right_form(form: str, candidates: Sequence[str]) -> str | None:
    """One that differs by a letter inside the word, or by a character that is no number."""
    for each in sorted(set(candidates) - {form}):
        if len(form) == len(each) == 5 and _HAN_RUN.fullmatch(form):
            if not {form[2], each[2]} & _COUNTED:
                return each
        elif form[:-_ENDING] != each[:-_ENDING] and _differ_by_one(form, each):
            return each
    return None


def _differ_by_one(a: str, b: str) -> bool:
    """Whether one letter is another one, too much, missing, or two have changed places."""
    start = 0
    while start < min(len(a), len(b)) and a[start] == b[start]:
        start += 1
    end = 0
    while end < min(len(a), len(b)) - start and a[-1 - end] == b[-1 - end]:
        end += 1
    own, other = a[start : len(a) - end], b[start : len(b) - end]
    is_swapped = len(own) == 2 and own == other[::-1]
    return max(len(own), len(other)) == 1 or is_swapped


def _words(text: str) -> Iterator[str]:
    return (match[0].lower() for match in _WORD.finditer(text) if match[0].isascii())


def _word_variants(word: str) -> Iterator[str]:
    yield word
    yield from (word[:place] + word[place + 1 :] for place in range(len(word)))


def _grams(text: str) -> Iterator[str]:
    for run in _HAN_RUN.finditer(text):
        yield from (run[0][place : place + 5] for place in range(len(run[0]) - 4))


def _gram_variants(gram: str) -> Iterator[str]:
    yield f"{gram[:2]}*{gram[3:]}"


def _names(bids: Sequence[Bid], call: str) -> dict[str, str]:
    """Names, addresses and numbers, and the bid that has each most often: its owner's."""
    counts: dict[str, Counter[str]] = {}
    for bid in bids:
        question = bid.question
        for match in _NAME.finditer(question.text):
            for name in {match[0].strip(), _LEADING.split(match[0])[-1]}:
                counts.setdefault(name, Counter())[question.path] += 1
        for name, value in question.structure.properties:
            if name in _PEOPLE and len(value) > _LEAST_NAME:
                counts.setdefault(value, Counter())[question.path] += _USUAL
    owners: dict[str, str] = {}
    for name, own in sorted(counts.items()):
        (owner, most), *others = own.most_common()
        if name not in call and not any(count == most for _, count in others):
            owners[name] = owner
    return owners
