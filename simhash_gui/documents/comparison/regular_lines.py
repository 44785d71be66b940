"""Lines that come back regularly, as running heads and feet do in a text with no form feeds.

Two kinds are found, each in a row of lines a quarter more or less as far apart as they mostly are,
and never nearer than eight lines that are not blank:

- *Counting* lines, three or more, alike but for one number that goes up by one each time:
  ``Annual report   Page 3 of 12``, ``- 3 -``, ``第 3 页``, ``iv``. One word beside the number is
  taken for a heading (``Chapter 3``, ``第3章``) or for a log (``Step 3/9``), unless it says page.
- *Constant* lines, four or more, and most of all that are equal: ``ACME Annual Report``.

At either end of its row, one line may be nearer: the first and the last page are often short.

Unless it says page, or has nothing beside its number, a row must look like a title (not begin in
lower case, nor end as a sentence or as code does) and be set apart from the text: with a third of
its lines, a sentence goes on behind them, or most of them are beside a blank line, in long pages.
What has the same lines around it again and again is no running line, nor is a block of more than
four lines: it is a refrain, a form or a repeated paragraph.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, groupby, pairwise

_LEAST_CHARACTERS, _LONGEST_CHARACTERS = 4, 120
_MOST_NUMBERS = 4
_LEAST_COUNTING = 3
_LEAST_CONSTANT = 4
_LEAST_LINES_APART, _MOST_LINES_APART = 8, 100
_LEAST_LINES_OF_LONG_PAGE = 15
_EDGE_LINES = 3
_LARGEST_BLOCK = 4
_LEAST_WORDS = 3
_LEAST_BESIDE_BLANK = 5
_LEAST_FULL_HAN_LINE = 20

_LONGEST_OCTETS = 4 * _LONGEST_CHARACTERS
_NUMBER = re.compile(r"[0-9]{1,9}")
_WHITE_SPACE = b" \t\r\v"
_SKELETON = bytes.maketrans(b"123456789\f", b"000000000\n")
_ROMAN_NUMBER = "((?=[ivxlc])(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3}))"
_ROMAN = re.compile(rf"(?:[-–—] ?|[Pp]age )?{_ROMAN_NUMBER}(?: ?[-–—])?")
_ROMAN_OCTETS = re.compile(rf"(?:[Pp]age|-|–|—)?{_ROMAN_NUMBER}(?:-|–|—)?".encode())
_ROMAN_THREE = re.compile(r"\n(?:[Pp]age|-|–|—)?iii(?:-|–|—)?\n".encode())
_ROMAN_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
_SAYS_PAGE = re.compile(
    r"(?i)\b(?:page|pag\.|pp?\.|seite|página|strona|страница) ?0"
    r"|第 ?0 ?[页頁]|(?<!第)(?<!第 )0 ?[页頁]|[页頁][码碼]?[:： ]*0"
)
_BARE_NUMBER = re.compile(
    r"(?i)[(\[<|·•~–—-]* ?0( ?(?:/|of|von|de|из|，?共) ?0)?(?: ?[页頁])? ?[)\]>|·•~–—-]*"
)
_HAN = re.compile(r"[\u3400-\u9fff\U00020000-\U0003ffff]")
_WORD = re.compile(r"[^\W\d_]+")
_BESIDE_NUMBERS = {"第", "共", "of", "von", "de", "из", "no"}
_LONGEST_HAN_HEADING = 3
_BEGINS_HEAD = tuple("([<|·•~–—-《〈「『【（“")
_ENDS_NO_HEAD = tuple(".!?:;,{}()[]=+*|\\。！？：；，、…")
_ENDS_NO_HEAD_OCTETS = tuple(sign.encode() for sign in _ENDS_NO_HEAD if sign not in ")]|")
_WITHIN_SENTENCE = (",", ";", "-", "'", "’", '"', "”", ")")


@dataclass(frozen=True, slots=True)
class _Counting:
    """A line with numbers: which line it is, and these."""

    index: int
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class _Lines:
    """The lines of a text, no white space around them, and how many so far are not blank."""

    texts: Sequence[str]
    filled: Sequence[int]

    def apart(self, one: int, other: int) -> int:
        """How many lines that are not blank it takes from one to the other."""
        return self.filled[other] - self.filled[one]

    def are_apart(self, one: int, other: int) -> bool:
        """Whether they can be on two pages; the first and the last one may be short."""
        return (
            self.apart(one, other) >= _LEAST_LINES_APART
            or self.filled[one] <= _EDGE_LINES
            or self.filled[-1] - self.filled[other] < _EDGE_LINES
        )


@dataclass(frozen=True, slots=True)
class _Block:
    """Running lines with nothing but blank lines between: how many, and the text lines around."""

    size: int
    has_blank: bool
    before: str
    after: str

    @classmethod
    def around(cls, lines: _Lines, index: int, recurring: set[int]) -> _Block:
        """The block a line is in; a larger one than can be running is not looked at to its end."""
        above, before, blank_above = _outward(lines, range(index - 1, -1, -1), recurring)
        below, after, blank_below = _outward(lines, range(index + 1, len(lines.texts)), recurring)
        return cls(above + 1 + below, blank_above or blank_below, before, after)


def _outward(lines: _Lines, indexes: Iterable[int], recurring: set[int]) -> tuple[int, str, bool]:
    """The recurring lines that are passed, the first line of text after them, and any blank."""
    passed, has_blank = 0, False
    for index in indexes:
        line = lines.texts[index]
        if line and index not in recurring:
            return passed, line, has_blank
        passed += bool(line)
        has_blank = has_blank or not line
        if passed >= _LARGEST_BLOCK:
            break
    return passed, "", has_blank


def starts_of_regular_lines(text: str) -> Iterator[int]:
    """Where the running lines begin, each at its first character that is not white space."""
    groups = _groups_of_alike_lines(text)
    if not groups:
        return
    raw = text.replace("\f", "\n").split("\n")
    texts = [line.strip() for line in raw]
    lines = _Lines(texts, list(accumulate(map(bool, texts))))
    wanted = _running(lines, groups)
    if wanted:
        ends = accumulate(len(line) + 1 for line in raw)
        for index, start in enumerate(chain([0], ends)):
            if index in wanted:
                yield start + raw[index].index(texts[index][0])


def _groups_of_alike_lines(text: str) -> list[list[int]]:
    """The indexes of lines that are alike but for their numbers and white space."""
    if text.count("\n") + text.count("\f") < _LEAST_LINES_APART * (_LEAST_COUNTING - 1):
        return []
    skeleton = text.encode("utf-8", "surrogatepass").translate(_SKELETON, _WHITE_SPACE)
    # Pages 1 to 9999 become alike; any more would cost more than it finds.
    keys = skeleton.replace(b"000", b"0").replace(b"00", b"0").split(b"\n")
    groups: dict[bytes, list[int]] = {
        key: []
        for key, count in (Counter(keys).items() if _has_repeats(keys) else ())
        if count >= _LEAST_COUNTING and _may_run(key, count)
    }
    if groups:
        for index, key in enumerate(keys):
            if key in groups:
                groups[key].append(index)
    found = list(groups.values())
    if b"iii" in skeleton and _ROMAN_THREE.search(skeleton):
        found.append([index for index, key in enumerate(keys) if _ROMAN_OCTETS.fullmatch(key)])
    return found


def _has_repeats(keys: Sequence[bytes]) -> bool:
    """Whether any line can be there three times; much faster than to count them all."""
    repeats = len(keys) - len(set(keys)) - max(keys.count(b"") - 1, 0)
    return repeats >= _LEAST_COUNTING - 1


def _may_run(key: bytes, count: int) -> bool:
    """Whether some lines that are alike are worth a closer look."""
    if not 0 < len(key) <= _LONGEST_OCTETS or key.endswith(_ENDS_NO_HEAD_OCTETS):
        return False
    return b"0" in key or (
        count >= _LEAST_CONSTANT and len(key) >= _LEAST_CHARACTERS and not key[:1].islower()
    )


def _running(lines: _Lines, groups: Iterable[Sequence[int]]) -> set[int]:
    """The indexes of the running lines."""
    sure: list[list[int]] = []
    doubtful: list[list[int]] = []
    for group in groups:
        words = _NUMBER.sub("0", lines.texts[group[0]])
        if "0" in words or _ROMAN.fullmatch(words):
            kind = sure if _is_page_number(words) else doubtful
            if kind is sure or (_may_be_a_head(words) and not _is_heading(words)):
                kind += _counting(lines, group)
        doubtful += _constant(lines, group)
    recurring = {index for row in (*sure, *doubtful) for index in row}
    found = [*sure, *(row for row in doubtful if _is_set_apart(lines, row, recurring))]
    return {index for row in found for index in row}


def _constant(lines: _Lines, group: Sequence[int]) -> list[list[int]]:
    """The rows of equal lines in a group, if most of such lines are in one."""
    equal: dict[str, list[int]] = defaultdict(list)
    for index in group:
        equal[lines.texts[index]].append(index)
    found: list[list[int]] = []
    for line, indexes in equal.items():
        if len(indexes) >= _LEAST_CONSTANT and _may_be_a_head(line):
            rows = list(_regular(lines, indexes, _LEAST_CONSTANT))
            found += rows if 3 * sum(map(len, rows)) >= 2 * len(indexes) else []
    return found


def _counting(lines: _Lines, group: Sequence[int]) -> list[list[int]]:
    """The rows of lines in a group that count on."""
    counted = [
        _Counting(index, numbers) for index in group if (numbers := _numbers(lines.texts[index]))
    ]
    rows = _counting_rows(lines, counted)
    return [part for row in rows for part in _regular(lines, row, _LEAST_COUNTING)]


def _numbers(line: str) -> tuple[int, ...]:
    """The numbers in a line, none if it is too long or there are too many."""
    if roman := _ROMAN.fullmatch(line):
        return (_roman_value(roman[1]),)
    numbers = _NUMBER.findall(line) if len(line) <= _LONGEST_CHARACTERS else []
    return tuple(map(int, numbers)) if len(numbers) <= _MOST_NUMBERS else ()


def _may_be_a_head(line: str) -> bool:
    if not _LEAST_CHARACTERS <= len(line) <= _LONGEST_CHARACTERS or line.endswith(_ENDS_NO_HEAD):
        return False
    word = _WORD.search(line)
    begins_well = line[0].isalnum() or line.startswith(_BEGINS_HEAD)
    return begins_well and word is not None and not word[0][0].islower()


def _roman_value(number: str) -> int:
    values = [_ROMAN_VALUES[digit] for digit in number]
    return sum(
        -value if value < after else value
        for value, after in zip(values, [*values[1:], 0], strict=True)
    )


def _is_page_number(key: str) -> bool:
    """Whether a line, with 0 for its numbers, says that it numbers a page, or says nothing else."""
    is_bare = _ROMAN.fullmatch(key) or _BARE_NUMBER.fullmatch(key)
    return is_bare is not None or _SAYS_PAGE.search(key) is not None


def _is_heading(key: str) -> bool:
    """Whether a line, with 0 for its numbers, has one word beside them, as ``Chapter 3`` has."""
    words = [word for word in _WORD.findall(key.casefold()) if word not in _BESIDE_NUMBERS]
    words = [word.removeprefix("第") for word in words]
    longest = _LONGEST_HAN_HEADING if _HAN.search(key) else _LONGEST_CHARACTERS
    return len(words) == 1 and len(words[0]) <= longest


def _counting_rows(lines: _Lines, group: Sequence[_Counting]) -> list[list[int]]:
    """The indexes of lines that count on, one place among their numbers going up by one."""
    waiting: dict[tuple[int, tuple[int, ...]], list[int]] = {}  # by that place, and what comes next
    rows: list[list[int]] = []
    for line in group:
        for place, number in enumerate(line.numbers):
            row = waiting.get((place, line.numbers))
            if row is None:
                row = []
                rows.append(row)
            elif not lines.are_apart(row[-1], line.index):
                continue
            waiting.pop((place, line.numbers), None)
            row.append(line.index)
            after = (place, (*line.numbers[:place], number + 1, *line.numbers[place + 1 :]))
            if len(row) >= len(waiting.get(after, [])):
                waiting[after] = row
    return [row for row in rows if len(row) >= _LEAST_COUNTING]


def _regular(lines: _Lines, row: Sequence[int], least: int) -> Iterator[list[int]]:
    """The parts of a row in which the lines are about as far apart as they mostly are."""
    gaps = [other - one for one, other in pairwise(row)]
    usual = sorted(gaps)[len(gaps) // 2]
    if not _LEAST_LINES_APART <= usual <= _MOST_LINES_APART:
        return
    short = [
        4 * (other - one) < 3 * usual and lines.are_apart(one, other)
        for one, other in pairwise(row)
    ]
    fits = [
        3 * usual <= 4 * (other - one) <= 5 * usual
        and lines.apart(one, other) >= _LEAST_LINES_APART
        for one, other in pairwise(row)
    ]
    for first, last in _runs(fits):
        if last - first + 2 >= least:
            begin = first - (first > 0 and short[first - 1])
            end = last + 1 + (last + 1 < len(gaps) and short[last + 1])
            yield list(row[begin : end + 1])


def _runs(flags: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """The first and the last place of each unbroken run of true ones."""
    for is_true, run in groupby(range(len(flags)), flags.__getitem__):
        if is_true:
            places = list(run)
            yield places[0], places[-1]


def _is_set_apart(lines: _Lines, row: Sequence[int], recurring: set[int]) -> bool:
    """Whether a row of lines interrupts the text or is, in long pages, beside blank lines."""
    blocks = [_Block.around(lines, index, recurring) for index in row]
    inner = [block for block in blocks if block.before and block.after]
    is_repeated = any(
        4 * len(set(around)) < 3 * len(inner)
        for around in ([block.before for block in inner], [block.after for block in inner])
    )
    if not inner or is_repeated or any(block.size > _LARGEST_BLOCK for block in blocks):
        return False
    interrupting = sum(_interrupts(block.before, block.after) for block in inner)
    beside_blank = sum(block.has_blank for block in inner)
    apart = sorted(lines.apart(one, other) for one, other in pairwise(row))
    is_long = len(row) >= _LEAST_BESIDE_BLANK and (
        apart[len(apart) // 2] >= _LEAST_LINES_OF_LONG_PAGE
    )
    return 3 * interrupting >= len(inner) or (is_long and 4 * beside_blank >= 3 * len(inner))


def _interrupts(before: str, after: str) -> bool:
    """Whether a sentence seems to go on from one line to the other."""
    if _HAN.match(before[-1]):
        return len(before) >= _LEAST_FULL_HAN_LINE and _HAN.match(after) is not None
    if len(_WORD.findall(before)) < _LEAST_WORDS:
        return False
    goes_on = before[-1].isalnum() or before.endswith(_WITHIN_SENTENCE)
    return goes_on and after[0].islower()
