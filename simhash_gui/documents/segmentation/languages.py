"""A cheap guess at the language of a text, by script. Good for a column in a table, no more.

Han is Chinese unless there are kana; whether it is simplified or traditional depends on which of
the two old national character sets holds more of it; English is recognised among Latin texts by its
most common words. Everything else is named by its script, as BCP 47 writes an unknown language
(``und-Cyrl``). Short, mixed or transliterated texts are guessed wrongly.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from enum import IntEnum
from functools import cache

import numpy as np
from numpy.typing import NDArray

from simhash_gui.documents.segmentation.script_folding import CodePoints, code_points

_SAMPLE_CHARACTERS = 300  # from the beginning, and as many from the middle: heads mislead
_HAN_SAMPLE_CHARACTERS = 200
_LEAST_KANA_SHARE = 0.1
_LEAST_ENGLISH_SHARE = 0.1
_UNKNOWN = "und"
# A letter says less than an ideograph, and documents about programs are full of names and code.
_LETTERS_PER_IDEOGRAPH = 6

_LATIN = re.compile("[A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u1e00-\u1eff]+")
_NO_LETTERS = bytes(code for code in range(128) if not chr(code).isalpha())
_ASCII_LETTERS = bytes.maketrans(_NO_LETTERS, bytes([ord(" ")] * len(_NO_LETTERS)))


class _Script(IntEnum):
    """The scripts that are recognised."""

    NONE = 0
    LATIN = 1
    HAN = 2
    KANA = 3
    HANGUL = 4
    CYRILLIC = 5
    GREEK = 6
    ARABIC = 7
    HEBREW = 8
    THAI = 9
    DEVANAGARI = 10


_BLOCKS = {
    _Script.LATIN: "AZazÀÖØöø\u024f\u1e00\u1eff",
    _Script.HAN: "\u3400\u4dbf\u4e00\u9fff\U00020000\U0003134f",
    _Script.KANA: "\u3041\u3096\u30a1\u30fa",  # without the marks that Chinese uses too
    _Script.HANGUL: "\uac00\ud7a3\u1100\u11ff",
    _Script.CYRILLIC: "\u0400\u052f",
    _Script.GREEK: "\u0370\u03ff\u1f00\u1fff",
    _Script.ARABIC: "\u0600\u06ff",
    _Script.HEBREW: "\u0590\u05ff",
    _Script.THAI: "\u0e00\u0e7f",
    _Script.DEVANAGARI: "\u0900\u097f",
}
"""The first and the last character of each block of a script."""

_TAGS = {
    _Script.CYRILLIC: "und-Cyrl",
    _Script.GREEK: "el",
    _Script.ARABIC: "und-Arab",
    _Script.HEBREW: "und-Hebr",
    _Script.THAI: "th",
    _Script.DEVANAGARI: "und-Deva",
    _Script.HANGUL: "ko",
}
_ENGLISH = frozenset({
    "a", "all", "an", "and", "are", "as", "at", "be", "but", "by", "can", "for", "from", "has",
    "have", "he", "her", "his", "in", "is", "it", "may", "not", "of", "on", "or", "she", "that",
    "the", "their", "they", "this", "to", "was", "we", "which", "will", "with", "you",
})  # fmt: skip


def language_of(text: str) -> str:
    """A BCP 47 tag: zh-Hans, zh-Hant, zh, ja, ko, en, el, th, ``und-`` and a script, or und."""
    sample = _sample(text)
    if sample.isascii():
        letters = sample.lower().encode().translate(_ASCII_LETTERS)  # sooner than by a pattern
        return _latin_language(letters.decode().split())
    codes = code_points(sample)
    scripts = _scripts()[codes]
    counts = np.bincount(scripts, minlength=len(_Script)).tolist()
    counts[_Script.HANGUL] *= _LETTERS_PER_IDEOGRAPH
    latin, kana_count = counts[_Script.LATIN], counts[_Script.KANA]
    ideographs = (counts[_Script.HAN] + kana_count) * _LETTERS_PER_IDEOGRAPH
    if ideographs > max(latin, counts[_Script.HANGUL]):
        is_japanese = kana_count > (counts[_Script.HAN] + kana_count) * _LEAST_KANA_SHARE
        return "ja" if is_japanese else _chinese(codes[scripts == _Script.HAN.value])
    commonest = max(_TAGS, key=counts.__getitem__)
    if counts[commonest] > latin:
        return _TAGS[commonest]
    return _latin_language(_LATIN.findall(sample.lower()))


@cache
def _scripts() -> NDArray[np.uint8]:
    """The script of every code point; only the pages that are used take memory."""
    table = np.zeros(sys.maxunicode + 1, np.uint8)
    for script, blocks in _BLOCKS.items():
        for first, last in zip(blocks[::2], blocks[1::2], strict=True):
            table[ord(first) : ord(last) + 1] = script
    return table


def _text_of(codes: CodePoints) -> str:
    return codes.tobytes().decode("utf-32-le")


def _sample(text: str) -> str:
    middle = max(len(text) // 2, _SAMPLE_CHARACTERS)
    return text[:_SAMPLE_CHARACTERS] + text[middle : middle + _SAMPLE_CHARACTERS]


def _chinese(han: CodePoints) -> str:
    sample = _text_of(han[:_HAN_SAMPLE_CHARACTERS])
    simplified = len(sample.encode("gb2312", "ignore"))
    traditional = len(sample.encode("big5", "ignore"))
    if simplified == traditional:
        return "zh"
    return "zh-Hans" if simplified > traditional else "zh-Hant"


def _latin_language(words: Sequence[str]) -> str:
    if not words:
        return _UNKNOWN
    english = sum(map(_ENGLISH.__contains__, words))
    return "en" if english > len(words) * _LEAST_ENGLISH_SHARE else "und-Latn"
