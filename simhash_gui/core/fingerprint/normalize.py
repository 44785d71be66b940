"""Make equal what a reader takes for equal: compatible forms, case, width and white space.

With ``nfkc`` the text is brought to NFKC, its case is mapped, and it is brought to NFKC again,
because folding can undo it. White space comes last. Both ways in give the same text:
``normalize`` is quick, ``normalize_with_offsets`` also tells where in the source each character
comes from. Which steps are taken is the recipe's choice; cutting into tokens, and the simplified
characters of a recipe, which need a table, are left to others.

Text may hold anything a ``str`` can: NUL and lone surrogates pass through.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.fingerprint.recipe import CaseRule, Normalization

# Each maps to its compatibility decomposition, so doing it first cannot change the NFKC of the
# text. They are what keeps ordinary Chinese text from being in NFKC already; without them it is
# about 20 times faster to find that there is nothing to do.
_COMMON_COMPATIBILITY_FORMS = {
    "，": ",", "：": ":", "；": ";", "！": "!", "？": "?", "（": "(", "）": ")", "％": "%",
    "～": "~", "\u3000": " ", "\u00a0": " ", "…": "...",
}  # fmt: skip

# Inside these ranges every character is its own NFKC, never combines with the one before, and
# stays one character when its case is mapped; so only the others need a closer look.
_PLAIN = (
    "\x00-\x7f\u00c0-\u00de\u00e0-\u012f\u0131\u0400-\u0482\u2013-\u2016\u2018-\u2022"
    "\u3001-\u3029\u3041-\u3096\u30a1-\u30fa\u3400-\u4dbf\u4e00-\u9fff"
)
_NOT_PLAIN = re.compile(f"[^{_PLAIN}]")
_NOT_PLAIN_RUN_WITH_PREVIOUS = re.compile(f"(?s:.)?[^{_PLAIN}]+")
_NOT_PLAIN_AT_LINE_BEGIN = re.compile(f"\n[^{_PLAIN}]")
_WHITE_SPACE = re.compile(r"\s")

# Vowels and final consonants of Hangul, and the vowel signs of Kirat Rai: letters, not marks, and
# yet they combine with the letter before.
_COMBINING_LETTERS = re.compile("[\u1160-\u11ff\U00016d63-\U00016d6a]")


@dataclass(frozen=True, slots=True, eq=False)
class NormalizedText:
    """A normalised text; character i stands for ``source[starts[i]:ends[i]]``.

    ``starts`` and ``ends`` have shape (len(text),) and never descend. Characters that were
    combined, or that one character became, share one span.
    """

    text: str
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]


def normalize(text: str, normalization: Normalization) -> str:
    """The text after the steps of ``normalization``."""
    folded = _fold(text, normalization)
    return " ".join(folded.split()) if normalization.white_space else folded


def normalize_with_offsets(text: str, normalization: Normalization) -> NormalizedText:
    """The same text as ``normalize`` gives, and where each of its characters comes from."""
    folded = _fold(text, normalization)
    starts, ends = _folded_spans(text, normalization)
    if not normalization.white_space:
        return NormalizedText(folded, starts, ends)
    firsts, lasts = _collapsed_positions(folded)
    return NormalizedText(" ".join(folded.split()), starts[firsts], ends[lasts])


def joins_no_lines(text: str) -> bool:
    """Whether every line break certainly stays a character by itself, between the same others."""
    return text.isascii() or _NOT_PLAIN_AT_LINE_BEGIN.search(text) is None


def _fold(text: str, normalization: Normalization) -> str:
    if not normalization.nfkc:
        return _map_case(text, normalization.case)
    composed = _nfkc(text)
    mapped = _map_case(composed, normalization.case)
    return mapped if mapped == composed else _nfkc(mapped)


def _nfkc(text: str) -> str:
    if unicodedata.is_normalized("NFKC", text):
        return text
    for form, plain in _COMMON_COMPATIBILITY_FORMS.items():
        text = text.replace(form, plain)
    if unicodedata.is_normalized("NFKC", text):
        return text
    return _NOT_PLAIN_RUN_WITH_PREVIOUS.sub(_nfkc_of_match, text)


def _nfkc_of_match(match: re.Match[str]) -> str:
    return unicodedata.normalize("NFKC", match[0])


def _map_case(text: str, rule: CaseRule) -> str:
    if rule is CaseRule.FOLD:
        return text.casefold()
    return text.lower() if rule is CaseRule.LOWER else text


def _folded_spans(
    text: str, normalization: Normalization
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The source span of every character of the folded text."""
    is_first, lengths = _clusters(text, normalization)
    firsts = np.flatnonzero(is_first)
    ends = np.append(firsts, len(text))[1:]
    return np.repeat(firsts, lengths[firsts]), np.repeat(ends, lengths[firsts])


def _clusters(
    text: str, normalization: Normalization
) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
    """Which characters begin a cluster, and at each of these its length once folded.

    A cluster is the least that can be folded by itself: a character, with the marks that combine
    with it. One that folding leaves alone is taken apart again, so that spans stay as fine as
    they can. Folding goes on in the whole text (the lower case of a final sigma depends on its
    surroundings); only lengths are taken from here, and they do not depend on surroundings.
    """
    special = set(_NOT_PLAIN.findall(text))
    lengths = _look_up(text, {char: len(_fold(char, normalization)) for char in special}, 1)
    is_first = np.ones(len(text), bool)
    if normalization.nfkc:
        is_first = _look_up(text, dict.fromkeys(filter(_combines_with_previous, special), 0), 1) > 0
        is_first[:1] = True
        for start, end in _combining_runs(is_first):
            cluster = text[start:end]
            folded = _fold(cluster, normalization)
            if folded == cluster:
                is_first[start:end], lengths[start:end] = True, 1
            else:
                lengths[start] = len(folded)
    return is_first, lengths


def _combining_runs(is_first: NDArray[np.bool_]) -> Iterator[tuple[int, int]]:
    """Start and end of every cluster of more than one character."""
    firsts = np.flatnonzero(is_first)
    ends = np.append(firsts, len(is_first))[1:]
    several = ends - firsts > 1
    yield from zip(firsts[several].tolist(), ends[several].tolist(), strict=True)


def _combines_with_previous(char: str) -> bool:
    """Whether normalisation may join this character to the one before it, or reorder the two."""
    first = unicodedata.normalize("NFKD", char)[0]
    return unicodedata.category(first)[0] == "M" or _COMBINING_LETTERS.match(first) is not None


def _collapsed_positions(folded: str) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """First and last position in ``folded`` behind each character of its single-spaced form."""
    is_space = _look_up(folded, dict.fromkeys(_WHITE_SPACE.findall(folded), 1), 0) > 0
    follows_space = np.append(True, is_space[:-1])[: len(folded)]
    kept = np.flatnonzero(~(is_space & follows_space))
    if len(kept) and is_space[kept[-1]]:
        kept = kept[:-1]
    return kept, np.append(kept[1:] - 1, kept[-1:])


def _look_up(text: str, values: Mapping[str, int], default: int) -> NDArray[np.int64]:
    """The value (below 256) of the character at every position."""
    if not values:
        return np.full(len(text), default, np.int64)
    codes = _code_points(text)
    table = np.full(int(codes.max()) + 1, default, np.uint8)
    table[_code_points("".join(values))] = list(values.values())
    return table[codes].astype(np.int64)


def _code_points(text: str) -> NDArray[np.uint32]:
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.dtype("<u4"))
