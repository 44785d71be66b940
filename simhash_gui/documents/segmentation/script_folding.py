"""Traditional characters to simplified ones, one for one, so that both scripts compare as equal.

The characters are those of OpenCC. What OpenCC decides by the words around is decided here once
for all: 著 is always 着, for a length that never changes and a result that no surroundings change
are worth more to a comparison than the right character in print. Not meant to be read.
"""

from __future__ import annotations

from functools import cache

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
    return _text_of(folded)


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
def _differences() -> CodePoints:
    """What to add to each code point, modulo 2**32; made in 20 ms when it is first asked for.

    The system gives memory only to the pages that are used.
    """
    han = np.concatenate([np.arange(*block, dtype=np.uint32) for block in _BLOCKS])
    lines = np.full(2 * len(han), ord("\n"), np.uint32)  # OpenCC looks at no character but one
    lines[::2] = han
    converted = code_points(OpenCC(_CONFIGURATION).convert(_text_of(lines)))
    ends = np.flatnonzero(converted == ord("\n"))
    is_single = np.diff(ends, prepend=-1) == 2
    differences = np.zeros(_TABLE_SIZE, np.uint32)
    differences[han[is_single]] = converted[ends[is_single] - 1] - han[is_single]
    for old, new in _FURTHER.items():
        differences[ord(old)] = (ord(new) - ord(old)) % (1 << 32)
    # A few are the simplified form of one character and the traditional form of another.
    differences[han] += differences[han + differences[han]]
    return differences


def _text_of(codes: CodePoints) -> str:
    return codes.tobytes().decode("utf-32-le", "surrogatepass")
