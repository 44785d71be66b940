"""Which characters of a text are marked as quoted, and which stand in a sentence that cites.

Quoted: between quotation marks, Western and East Asian, that begin and end in one paragraph; lines
that begin with ``>``; paragraphs that are set in. Cited: sentences with a reference, ``[1]``,
``(Author, year)``, ``Author (year)``, a mark of a footnote, and quotations that reach into one.
What the format of the document sets off as a quotation, and its marks of notes, come beside.
Marks that a reader does not see mark nothing: whoever calls says where those are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simhash_gui.documents.records import SetOff

_NOTHING_SET_OFF = SetOff()
CharacterFlags = NDArray[np.bool_]
"""Shape (n,): something that is true or false of each character of a text."""

_CLOSING = {
    "“": "”", "„": "“”", "‟": "”", "«": "»", "「": "」", "『": "』", "《": "》", "〈": "〉",
    "﹁": "﹂", "﹃": "﹄", "｢": "｣", "〝": "〞〟",
}  # fmt: skip
_MARKS = re.compile(
    f'[{"".join(sorted(set("".join(_CLOSING) + "".join(_CLOSING.values()))))}"＂]'
    r"|(?<![^\W\d_])‘(?=\w)|(?<=[^\s‘])’(?![^\W\d_])"
)
_PARAGRAPH = re.compile(r"(?:[^\n]|\n(?![^\S\n]*\n))+")
# The end of a line belongs to the quotation where the next line does.
_QUOTED_LINE = re.compile(r"^[ \t]{0,3}[>＞].*(?:\n(?=[ \t]{0,3}[>＞])|$)", re.M)
_LINE = re.compile(r"[^\n]+")
_WIDE = "\u3000"
_SET_IN = 4
_SET_IN_ALONE = 8

_YEAR = r"(?:1[5-9]|20)\d\d[a-z]?"
_NAME = r"[A-ZÀ-ÞА-ЯЁ][\w'’-]+"
_REFERENCE = (
    r"[\[［〔【]\^?\s?\d{1,3}(?:\s?[,，、;–—~-]\s?\d{1,3})*\s?[\]］〕】]"
    r"|\[\^[\w-]{1,20}\](?!:)"
    rf"|[(（][^()（）\n]{{0,80}}?[^\W\d_][^()（）\n]{{0,60}}?[,，.\s]\s?{_YEAR}\b[^()（）\n]{{0,60}}[)）]"
    r"|(?<=[。，；、”’」』.,;\w])[\u2460-\u2473]"
    r"|(?<=[^\W\d_mM]|[.,;:!?”’」』»)。，；])[¹²³⁴-⁹⁰]{1,3}(?![\w])"
    r"|(?<=[”」』»])\d{1,3}(?![\w.])"
)
CITATION = re.compile(
    rf"{_REFERENCE}"
    rf"|\b{_NAME}(?:,? (?:and|&|и|und|et) {_NAME}| et al\.?| и др\.)*,? "
    rf"\({_YEAR}(?:[,:] ?[\w. –-]{{1,30}})?\)"
    rf"|[\u4e00-\u9fff]{{2,4}}等?[(（]{_YEAR}[)）]"
)
# A sentence ends with its stop, the closing marks after it, and references after those.
_SENTENCE = re.compile(
    r"(?:[^。！？!?.\n;；]|\n(?![^\S\n]*\n)|[.](?=\S))*"
    rf"(?:[。！？!?.;；]+[\"＂”’」』»〉》)）]*(?:[^\S\n]?(?:{_REFERENCE}))*|\n|$)",
    re.M,
)


_ABBREVIATION = re.compile(
    r"\b(?:et al|cf|e\.g|i\.e|pp?|vol|no|eds?|fig|др|см|стр|с|vgl|bzw|z\.B)\.(?=[^\S\n]|[,;)])",
    re.I,
)


@dataclass(frozen=True, slots=True, eq=False)
class Attribution:
    """Which characters are marked as quoted, and which as cited; each of shape (n,)."""

    quoted: CharacterFlags
    cited: CharacterFlags


def attribution(
    text: str, unseen: CharacterFlags | None = None, set_off: SetOff = _NOTHING_SET_OFF
) -> Attribution:
    """What a text marks as somebody else's; marks among ``unseen`` characters count for nothing."""
    quoted, cited = np.zeros(len(text), np.bool_), np.zeros(len(text), np.bool_)
    refers = np.zeros(len(text), np.bool_)
    refers[[each - 1 for each in set_off.references]] = True
    for match in _SENTENCE.finditer(_ABBREVIATION.sub(_without_stop, text)):
        if refers[match.start() : match.end()].any() or CITATION.search(text, *match.span()):
            cited[match.start() : match.end()] = True
    for start, end in quotations(text, unseen, set_off):
        quoted[start:end] = True
        if cited[start:end].any():
            cited[start:end] = True
    return Attribution(quoted, cited)


def _without_stop(match: re.Match[str]) -> str:
    return f"{match[0][:-1]},"


def quotations(
    text: str, unseen: CharacterFlags | None = None, set_off: SetOff = _NOTHING_SET_OFF
) -> Iterator[tuple[int, int]]:
    """Where quotations stand, with their marks; those inside others are not told apart."""
    yield from set_off.quotations
    for paragraph in _PARAGRAPH.finditer(text):
        yield from _between_marks(text, paragraph.span(), unseen)
    yield from (match.span() for match in _QUOTED_LINE.finditer(text))
    yield from _set_in(text)


def _between_marks(
    text: str, span: tuple[int, int], unseen: CharacterFlags | None
) -> Iterator[tuple[int, int]]:
    """Outermost quotations of one paragraph."""
    opened: list[tuple[str, int]] = []
    for match in _MARKS.finditer(text, *span):
        mark, place = match[0], match.start()
        if unseen is not None and unseen[place]:
            continue
        depth = _matching(opened, mark)
        if depth is not None:
            if depth == 0:
                yield opened[0][1], match.end()
            del opened[depth:]
        elif mark in _CLOSING or mark in '"＂‘':
            opened.append((mark, place))


def _matching(opened: list[tuple[str, int]], mark: str) -> int | None:
    """The innermost open mark that this one closes."""
    for depth in range(len(opened) - 1, -1, -1):
        first = opened[depth][0]
        closing = "’" if first == "‘" else first if first in '"＂' else _CLOSING[first]
        if mark in closing:
            return depth
    return None


def _set_in(text: str) -> Iterator[tuple[int, int]]:
    """Paragraphs all of whose lines are set in, in a text whose lines are not."""
    lines = [match for match in _LINE.finditer(text) if match[0].strip()]
    if not lines or 2 * sum(_indentation(line[0]) >= _SET_IN for line in lines) > len(lines):
        return
    is_led_up_to = False  # by the paragraph before
    for paragraph in _PARAGRAPH.finditer(text):
        own = [line for line in paragraph[0].split("\n") if line.strip()]
        if not own:
            continue
        least = min(map(_indentation, own))
        enough = _SET_IN if len(own) > 1 or is_led_up_to else _SET_IN_ALONE
        is_led_up_to = own[-1].rstrip().endswith((":", "："))
        if least >= enough:
            yield paragraph.span()


def _indentation(line: str) -> int:
    """In columns; an ideographic space takes two."""
    columns = 0
    for character in line:
        if character == "\t":
            columns += 4
        elif character == _WIDE:
            columns += 2
        elif character == " ":
            columns += 1
        else:
            break
    return columns
