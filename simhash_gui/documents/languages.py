"""A cheap guess at the language of a text, by script. Good for a column in a table, no more.

Han is Chinese unless there are kana; simplified or traditional is told by which of the two old
national character sets holds more of it; English is told from other Latin text by its commonest
words. Everything else is named by its script, as BCP 47 writes an unknown language
(``und-Cyrl``). Short, mixed or transliterated texts are guessed wrongly.
"""

from __future__ import annotations

import re

_SAMPLE_CHARACTERS = 300  # from the beginning, and as many from the middle: heads mislead
_HAN_SAMPLE_CHARACTERS = 200
_LEAST_KANA_SHARE = 0.1
_LEAST_ENGLISH_SHARE = 0.1
_UNKNOWN = "und"
# A letter says less than an ideograph, and documents about programs are full of names and code.
_LETTERS_PER_IDEOGRAPH = 6

_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0003134f]+")
_KANA = re.compile("[\u3041-\u3096\u30a1-\u30fa]+")  # without the marks that Chinese uses too
_LATIN = re.compile("[A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u1e00-\u1eff]+")
_HANGUL = re.compile("[\uac00-\ud7a3\u1100-\u11ff]+")
_OTHER_SCRIPTS = {
    "und-Cyrl": re.compile("[\u0400-\u052f]+"),
    "el": re.compile("[\u0370-\u03ff\u1f00-\u1fff]+"),
    "und-Arab": re.compile("[\u0600-\u06ff]+"),
    "und-Hebr": re.compile("[\u0590-\u05ff]+"),
    "th": re.compile("[\u0e00-\u0e7f]+"),
    "und-Deva": re.compile("[\u0900-\u097f]+"),
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
        return _latin_language(sample)
    latin = _letters(_LATIN, sample)
    korean = _letters(_HANGUL, sample) * _LETTERS_PER_IDEOGRAPH
    han, kana_count = "".join(_HAN.findall(sample)), _letters(_KANA, sample)
    if (len(han) + kana_count) * _LETTERS_PER_IDEOGRAPH > max(latin, korean):
        return _han_language(han, kana_count)
    counts = {tag: _letters(script, sample) for tag, script in _OTHER_SCRIPTS.items()}
    counts["ko"] = korean
    commonest = max(counts, key=counts.__getitem__)
    return commonest if counts[commonest] > latin else _latin_language(sample)


def _sample(text: str) -> str:
    middle = max(len(text) // 2, _SAMPLE_CHARACTERS)
    return text[:_SAMPLE_CHARACTERS] + text[middle : middle + _SAMPLE_CHARACTERS]


def _letters(script: re.Pattern[str], sample: str) -> int:
    return len("".join(script.findall(sample)))


def _han_language(han: str, kana_count: int) -> str:
    if kana_count > (len(han) + kana_count) * _LEAST_KANA_SHARE:
        return "ja"
    sample = han[:_HAN_SAMPLE_CHARACTERS]
    simplified = len(sample.encode("gb2312", "ignore"))
    traditional = len(sample.encode("big5", "ignore"))
    if simplified == traditional:
        return "zh"
    return "zh-Hans" if simplified > traditional else "zh-Hant"


def _latin_language(sample: str) -> str:
    words = _LATIN.findall(sample.lower())
    if not words:
        return _UNKNOWN
    english = sum(map(_ENGLISH.__contains__, words))
    return "en" if english > len(words) * _LEAST_ENGLISH_SHARE else "und-Latn"
