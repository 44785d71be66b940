"""Text to comparison tokens: what two documents are compared by when fingerprints are not enough.

A token is one Han or kana character, or one word of any other script: letters and digits, with the
marks that combine with them (``cutting`` has the whole rule). Everything that is only
a matter of print is made equal first: compatible forms (ligatures, full and half width), case,
traditional and simplified characters, words that a hyphen divides at the end of a line, and the
running heads and page numbers of paginated text, which are in no token. Neither are punctuation,
symbols and white space. An apostrophe or a hyphen within a line divides a word, in all its forms
alike.

No dictionary takes part: where it would cut differs with the text around, and a copied passage
has to give the same tokens everywhere. The hashes go into shingles that libraries keep, so any
change here needs another ``COMPARISON_VERSION`` of core; what is measured from them is
core's.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from simhash_gui.core.fingerprint.joined import character_starts
from simhash_gui.core.fingerprint.normalize import normalize, normalize_with_offsets
from simhash_gui.core.fingerprint.recipe import CaseRule, Normalization
from simhash_gui.core.fingerprint.xxh3 import hash_tokens
from simhash_gui.core.ragged import Indexes
from simhash_gui.core.text.shingles import Hashes
from simhash_gui.core.text.spans import Flags
from simhash_gui.documents.comparison.running_lines import without_running_lines
from simhash_gui.documents.segmentation.cutting import CutText, cut, cut_texts
from simhash_gui.documents.segmentation.script_folding import code_points, fold_code_points

_NORMALIZATION = Normalization(nfkc=True, case=CaseRule.FOLD, white_space=False)

_SOFT_HYPHEN = "\u00ad"
_LINE_BREAK = "(?:\r?\n\f?|[\r\v\f\x85\u2028])"
# One for each: what begins with one certain character is searched for much faster.
_HYPHENS_AT_LINE_END = {
    hyphen: re.compile(rf"{hyphen}[ \t]*{_LINE_BREAK}[ \t]*(?=\w)") for hyphen in "-\u00ad\u2010"
}


@dataclass(frozen=True, slots=True, eq=False)
class ComparisonTokens:
    """The comparison tokens of a document, in order.

    ``hashes``, shape (n,): the xxh3 of each token's UTF-8. Token i is made from
    ``source[starts[i]:ends[i]]``; two tokens that came from one character have the same span.
    ``is_character`` tells which are single characters of scripts that are written without spaces,
    ``is_number`` which have a digit.
    """

    hashes: Hashes
    starts: Indexes
    ends: Indexes
    is_character: Flags
    is_number: Flags

    def __len__(self) -> int:
        return len(self.hashes)


def comparison_tokens(text: str) -> ComparisonTokens:
    """The tokens of a text as it was read, with their places in it, in characters."""
    normalized = normalize_with_offsets(without_layout(text), _NORMALIZATION)
    found = cut(fold_code_points(code_points(normalized.text)))
    firsts, lasts = found.places_of(found.firsts), found.places_of(found.lasts)
    return ComparisonTokens(
        _hashes_of(found),
        normalized.starts[firsts],
        normalized.ends[lasts],
        found.are_characters(),
        found.are_numbers(),
    )


def comparison_hashes_of(texts: Sequence[str]) -> list[Hashes]:
    """The hashes of the tokens of each of some texts, faster than with their places."""
    found, bounds = _cut_of(texts)
    return np.split(_hashes_of(found), bounds[1:-1]) if texts else []


def tokens_of(texts: Sequence[str]) -> tuple[Hashes, Flags, Flags, Indexes]:
    """The hashes of some texts end to end, which are characters and which numbers; the bounds."""
    found, bounds = _cut_of(texts)
    return _hashes_of(found), found.are_characters(), found.are_numbers(), bounds


def _cut_of(texts: Sequence[str]) -> tuple[CutText, Indexes]:
    return cut_texts([folded_text(without_layout(text)) for text in texts], fold_code_points)


def folded_text(text: str) -> str:
    """The text as it is cut, but for its script."""
    return normalize(text, _NORMALIZATION)


def without_layout(text: str) -> str:
    """The text, as long as before, without what pages and lines have put into it."""
    plain = without_running_lines(text)
    for hyphen, at_line_end in _HYPHENS_AT_LINE_END.items():
        if hyphen in plain:
            plain = at_line_end.sub(_joined, plain)
    return plain


def _joined(match: re.Match[str]) -> str:
    """Something invisible where a hyphen and a line break divide a word, else what was there."""
    text, start, end = match.string, match.start(), match.end()
    divides = text[start - 1 : start].isalpha() and text[end].islower()
    return _SOFT_HYPHEN * (end - start) if divides else match[0]


def _hashes_of(found: CutText) -> Hashes:
    text = found.text()
    data = text.encode("utf-8", "surrogatepass")
    if len(data) == len(text):
        return hash_tokens(data, found.firsts, found.lasts + 1, found.characters())
    places = character_starts(data)
    ends = np.append(places[1:], len(data))
    return hash_tokens(data, places[found.firsts], ends[found.lasts], found.characters())
