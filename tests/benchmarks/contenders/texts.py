"""Real documents from the shared corpora, cut to 1 to 5 KB; read again each time, never kept.

Needs the standard library only, for it also runs beside peers.
"""

from __future__ import annotations

import random
from pathlib import Path

LEAST_BYTES, MOST_BYTES = 1000, 5000


def documents(corpora: str, language: str) -> list[str]:
    """All pieces of 1 to 5 KB of the documents whose sets begin with ``language``."""
    source = random.Random(language)
    pieces: list[str] = []
    for path in sorted(Path(corpora).glob(f"{language}-*/docs/*.txt")):
        pieces += _pieces(path.read_text("utf-8"), source)
    source.shuffle(pieces)
    return pieces


def _pieces(text: str, source: random.Random) -> list[str]:
    pieces, begin = [], 0
    while begin < len(text):
        wanted = source.randint(LEAST_BYTES, MOST_BYTES)
        piece = text[begin : begin + wanted].encode()[:wanted].decode(errors="ignore")
        if len(piece.encode()) >= LEAST_BYTES:
            pieces.append(piece)
        begin += max(1, len(piece))
    return pieces


def edited(text: str, share: float, source: random.Random) -> str:
    """The text with this share of its characters put in another order, word by word or by two."""
    is_spaced = text.count(" ") > len(text) / 20
    units = text.split(" ") if is_spaced else [text[i : i + 2] for i in range(0, len(text), 2)]
    for _ in range(round(share * len(units))):
        a, b = source.randrange(len(units)), source.randrange(len(units))
        units[a] = units[b]
    return (" " if is_spaced else "").join(units)
