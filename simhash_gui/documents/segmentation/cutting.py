"""Cuts a folded text by script: words where there are spaces between them, else characters.

A letter or digit continues a word, with the marks that combine with it. A character of a script
that writes no spaces is a token by itself, so that no dictionary takes part and an edit changes
nothing but its place: Han, kana, Yi, Tangut and Nushu without marks, Thai, Khmer and their kind
with them (Tibetan divides its syllables by a sign and needs nothing of that). Invisible characters,
such as the soft hyphen, are as good as not there. The rest divides. What is folded before, and
made of the tokens after, is left to ``comparison`` and ``pipeline``.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.fingerprint.xxh3 import SEVERAL
from simhash_gui.core.ragged import Indexes
from simhash_gui.core.text.spans import Flags
from simhash_gui.documents.segmentation.script_folding import CodePoints, code_points

_Classes = NDArray[np.uint8]
_BETWEEN_TEXTS = "\n"
_SPACE = ord(" ")


class _Class(IntEnum):
    """What a character is to a token."""

    DIVIDES = 0
    LETTER = 1
    WHOLE = 2
    """A token by itself; marks after it are in no token."""
    BASE = 3
    """The beginning of a token by itself, with the marks that follow."""
    MARK = 4
    INVISIBLE = 5
    UNKNOWN = 6
    """Not asked for yet."""


# Whole planes of Han, so that the next extension does not change the tokens of a text; kana
# without the dots and hyphens that stand among them; Yi, Tangut, Khitan, Nushu.
_WHOLE = re.compile(
    "[\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003fffd"
    "\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff"
    "\U0001aff0-\U0001affe\U0001b000-\U0001b16f"
    "\ua000-\ua48c\U00016fe0\U00016fe1\U00016fe3\U00017000-\U00018d7f\U0001b170-\U0001b2fb]"
)
# The scripts of the line breaking class SA (UAX 14), which breaks by dictionary: Thai, Lao,
# Myanmar, Khmer, Tai Le, New Tai Lue, Tai Tham, Tai Viet, Ahom; and Balinese and Javanese.
_WITHOUT_SPACES = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u1950-\u19df\u1a20-\u1aaf\u1b00-\u1b7f"
    "\ua980-\ua9ff\uaa60-\uaadf\U000116d0-\U000116ff\U00011700-\U0001174f]"
)
_ZEROS = (0x30, 0x660, 0x6F0, 0x966, 0x9E6)
"""Of Western, Arabic, Persian, Devanagari and Bengali digits."""
# Default_Ignorable_Code_Point of Unicode, without the fillers of Hangul, which are letters.
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\ufe00-\ufe0f\ufeff\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff]"
)


@dataclass(frozen=True, slots=True, eq=False)
class CutText:
    """The tokens of a text of code points, in order.

    Token i is made of the visible characters from ``firsts[i]`` to ``lasts[i]``, both included,
    counted in ``codes``, which is the text without invisible characters. ``places`` tells where
    each of these stood before, None where none was invisible.
    """

    codes: CodePoints
    firsts: Indexes
    lasts: Indexes
    places: Indexes | None

    def text(self) -> str:
        """``codes`` as a string."""
        return self.codes.tobytes().decode("utf-32-le", "surrogatepass")

    def joined(self) -> bytes:
        """UTF-8 of the tokens with one space between neighbours."""
        lengths = self.lasts - self.firsts + 2
        ends = np.cumsum(lengths)
        places = np.repeat(self.firsts + lengths - ends, lengths) + np.arange(lengths.sum())
        codes = self.codes.take(places, mode="clip")
        codes[ends - 1] = _SPACE
        text = codes[:-1].tobytes().decode("utf-32-le", "surrogatepass")
        return text.encode("utf-8", "surrogatepass")

    def tokens(self) -> list[str]:
        """The tokens themselves."""
        text, ends = self.text(), self.lasts + 1
        return [text[a:b] for a, b in zip(self.firsts.tolist(), ends.tolist(), strict=True)]

    def characters(self) -> CodePoints:
        """The code point of each token that is one character, ``SEVERAL`` for others."""
        is_one = self.firsts == self.lasts
        return np.where(is_one, self.codes[self.firsts], np.uint32(SEVERAL))

    def are_characters(self) -> Flags:
        """Which tokens are single characters of scripts that are written without spaces."""
        classes = _classes_of(self.codes[self.firsts])
        flags: Flags = (classes == _Class.WHOLE.value) | (classes == _Class.BASE.value)
        return flags

    def are_numbers(self) -> Flags:
        """Which tokens have a decimal digit."""
        digits = np.flatnonzero(_are_digits(self.codes))
        flags = np.zeros(len(self.firsts), np.bool_)
        flags[np.searchsorted(self.lasts, digits)] = True  # every digit is in a token
        return flags

    def places_of(self, positions: Indexes) -> Indexes:
        """Where characters of ``codes`` stood in the text that was cut."""
        return positions if self.places is None else self.places[positions]


def cut(codes: CodePoints) -> CutText:
    """Find the tokens of a folded text."""
    classes = _classes_of(codes)
    places = None
    visible = classes != _Class.INVISIBLE.value
    if not visible.all():
        places = np.flatnonzero(visible)
        codes, classes = codes[places], classes[places]
    firsts, lasts = _runs(classes)
    return CutText(codes, firsts, lasts, places)


def cut_texts(
    texts: Sequence[str], fold: Callable[[CodePoints], CodePoints]
) -> tuple[CutText, Indexes]:
    """Fold and cut several texts at once, faster than one by one.

    ``fold`` leaves every text as long as it is. Text i has the tokens from ``bounds[i]`` to
    ``bounds[i + 1]``.
    """
    found = cut(fold(code_points(_BETWEEN_TEXTS.join(texts))))
    ends = np.cumsum([len(text) + len(_BETWEEN_TEXTS) for text in texts], dtype=np.int64)
    bounds = np.searchsorted(found.places_of(found.firsts), ends)
    return found, np.concatenate(([0], bounds))


def _are_digits(codes: CodePoints) -> Flags:
    """Decimal digits of the scripts that are written most."""
    flags = np.zeros(len(codes), np.bool_)
    for zero in _ZEROS:
        flags |= codes - np.uint32(zero) < 10  # unsigned: what is smaller becomes very large
    return flags


def _runs(classes: _Classes) -> tuple[Indexes, Indexes]:
    """First and last position of every token."""
    is_letter, is_base = classes == _Class.LETTER.value, classes == _Class.BASE.value
    is_whole = classes == _Class.WHOLE.value
    marks = np.flatnonzero(classes == _Class.MARK.value)
    continues = np.zeros(len(classes) + 1, np.bool_)  # the base before; a bare one past the end
    if len(marks):
        carriers = classes[_carriers(classes)[marks]]
        is_letter[marks] = carriers == _Class.LETTER.value
        continues[marks] = carriers == _Class.BASE.value
    firsts = is_base | is_whole
    firsts[:1] |= is_letter[:1]
    firsts[1:] |= is_letter[1:] & ~is_letter[:-1]
    lasts = is_whole | ((is_base | continues[:-1]) & ~continues[1:])
    lasts[-1:] |= is_letter[-1:]
    lasts[:-1] |= is_letter[:-1] & ~is_letter[1:]
    return np.flatnonzero(firsts), np.flatnonzero(lasts)


def _carriers(classes: _Classes) -> Indexes:
    """The position of the last character up to each one that is no mark; 0 where there is none."""
    own = np.where(classes == _Class.MARK.value, 0, np.arange(len(classes)))
    carriers: Indexes = np.maximum.accumulate(own)
    return carriers


def _classes_of(codes: CodePoints) -> _Classes:
    table = _known_classes()
    classes: _Classes = table[codes]
    unknown = classes == _Class.UNKNOWN.value
    if unknown.any():
        for code in set(codes[unknown].tolist()):
            table[code] = _class_of(chr(code))
        classes = table[codes]
    return classes


@cache
def _known_classes() -> _Classes:
    """The class of every character that was met; asking unicodedata for all takes too long."""
    return np.full(0x110000, _Class.UNKNOWN, np.uint8)


def _class_of(char: str) -> _Class:
    if _INVISIBLE.match(char):
        return _Class.INVISIBLE
    if _WHOLE.match(char):
        return _Class.WHOLE
    category = unicodedata.category(char)
    if char.isalnum():
        is_base = category != "Nd" and _WITHOUT_SPACES.match(char)
        return _Class.BASE if is_base else _Class.LETTER
    return _Class.MARK if category[0] == "M" else _Class.DIVIDES
