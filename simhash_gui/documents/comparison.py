r"""Text to comparison tokens: what two documents are compared by when fingerprints are not enough.

A token is one Han or kana character, or one word of any other script: letters and digits, with the
marks that combine with them. Compatible forms, width and case are made equal first; punctuation,
symbols and white space are in no token, so that layout does not matter. An apostrophe or a hyphen
divides a word, in all its forms alike.

No dictionary takes part: where it would cut differs with the text around, and a copied passage
has to give the same tokens everywhere. Traditional and simplified characters are different ones.
The hashes go into shingles that libraries keep; what is measured from them is core's.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from simhash_gui.core.hashing import HashCache, whole_hashes
from simhash_gui.core.normalize import normalize_with_offsets
from simhash_gui.core.ragged import Indexes
from simhash_gui.core.recipe import CaseRule, HashFunction, Normalization
from simhash_gui.core.shingles import Hashes

_NORMALIZATION = Normalization(nfkc=True, case=CaseRule.FOLD, white_space=False)

# Whole planes of Han, so that the next extension does not change the tokens of a text; kana
# without the dots and hyphens that stand among them.
_HAN = "\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003fffd"
_KANA = (
    "\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff"
    "\U0001aff0-\U0001affe\U0001b000-\U0001b16f"
)
_MARK = "M"  # first letter of the Unicode categories of marks


@dataclass(frozen=True, slots=True, eq=False)
class ComparisonTokens:
    """The comparison tokens of a document, in order.

    ``hashes``, shape (n,): the xxh3 of each token's UTF-8. Token i is made from
    ``source[starts[i]:ends[i]]``; two tokens that came from one character have the same span.
    """

    hashes: Hashes
    starts: Indexes
    ends: Indexes

    def __len__(self) -> int:
        return len(self.hashes)


def comparison_tokens(text: str) -> ComparisonTokens:
    """The tokens of a text as it was read, with their places in it, in characters."""
    normalized = normalize_with_offsets(text, _NORMALIZATION)
    found = list(_tokens(_marks_in(normalized.text)).finditer(normalized.text))
    cache = HashCache(HashFunction.XXH3_64)
    hashes = whole_hashes((cache[match[0]] for match in found), HashFunction.XXH3_64)
    spans = np.array([match.span() for match in found], np.int64).reshape(-1, 2)
    return ComparisonTokens(
        hashes.reshape(-1), normalized.starts[spans[:, 0]], normalized.ends[spans[:, 1] - 1]
    )


def _marks_in(text: str) -> str:
    """The marks of a text, each once: ``re`` has no class for them, and few texts have any."""
    if text.isascii():
        return ""
    return "".join(sorted(char for char in set(text) if unicodedata.category(char)[0] == _MARK))


@lru_cache(maxsize=64)
def _tokens(marks: str) -> re.Pattern[str]:
    """Matches one token of a text that has these marks."""
    letters = rf"[^\W_{_HAN}{_KANA}]+"
    word = rf"{letters}(?:[{marks}]+(?:{letters})?)*" if marks else letters
    return re.compile(f"[{_HAN}{_KANA}]|{word}")
