"""Traditional characters to simplified ones, one for one, so that both scripts compare as equal.

The characters are those of OpenCC. What OpenCC decides by the words around is decided here once
for all: 著 is always 着, for a length that never changes and a result that no surroundings change
are worth more to a comparison than the right character in print. Not meant to be read.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray
from opencc import OpenCC

CodePoints = NDArray[np.uint32]

_CONFIGURATION = "t2s"
_BLOCKS = ((0x3400, 0x4DC0), (0x4E00, 0xA000), (0x20000, 0x33480))
_FIRST_HAN = _BLOCKS[0][0]
_TABLE_SIZE = 0x110000

# What OpenCC leaves alone because it depends on the word, and forms of Taiwan and Hong Kong that
# only its configurations for these places know.
_FURTHER = {
    "著": "着", "瞭": "了", "痺": "痹", "簷": "檐", "睪": "睾", "潀": "潨",
    "敍": "叙", "枱": "台", "粧": "妆", "糭": "粽", "衞": "卫", "衹": "只",
}  # fmt: skip


def fold_script(text: str) -> str:
    """The text with each traditional character replaced by its simplified one; as long as before.

    Folding twice changes no more than folding once.
    """
    if text.isascii():
        return text
    folded = fold_code_points(code_points(text))
    return folded.tobytes().decode("utf-32-le", "surrogatepass")


def fold_code_points(codes: CodePoints) -> CodePoints:
    """The same for code points, shape (n,); the array that was given where nothing changes."""
    if not len(codes) or int(codes.max()) < _FIRST_HAN:
        return codes
    folded: CodePoints = codes + _differences()[codes]  # modulo 2**32
    return folded


def code_points(text: str) -> CodePoints:
    """The code points of a text, also of lone surrogates: shape (len(text),)."""
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.dtype("<u4"))


@cache
def simplified_characters() -> Mapping[str, str]:
    """Each traditional character with its simplified one, which is never traditional itself.

    Made in 40 ms when it is first asked for.
    """
    characters = [chr(code) for first, end in _BLOCKS for code in range(first, end)]
    converted = OpenCC(_CONFIGURATION).convert("\n".join(characters)).split("\n")
    pairs = zip(characters, converted, strict=True)
    single = {old: new for old, new in pairs if new != old and len(new) == 1} | _FURTHER
    # A few are the simplified form of one character and the traditional form of another.
    return MappingProxyType({old: single.get(new, new) for old, new in single.items()})


@cache
def _differences() -> CodePoints:
    """What to add to each code point; the system gives memory only to the pages that are used."""
    table = np.zeros(_TABLE_SIZE, np.uint32)
    for old, new in simplified_characters().items():
        table[ord(old)] = (ord(new) - ord(old)) % (1 << 32)
    return table
