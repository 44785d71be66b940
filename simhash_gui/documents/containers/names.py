"""Names of archive members: decoded, made harmless, and told apart.

A name is only ever shown and compared, never used as a path on the disk; still it must not seem
to lead out of its archive.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePosixPath

from simhash_gui.documents.encoding.encodings import decode
from simhash_gui.documents.records import MEMBER_MARK, ReadFailure

_DOS = "cp437"
_EAST_ASIAN = frozenset({"gb18030", "big5hkscs", "cp932", "euc_jp", "cp949"})


def harmless_names(names: Iterable[str]) -> Iterator[str]:
    """The names one by one without ``..``, roots and zero bytes; a repeated one gets a number."""
    taken: Counter[str] = Counter()
    for name in names:
        plain = _harmless(name)
        unique = plain
        while unique in taken:
            taken[plain] += 1
            unique = _numbered(plain, taken[plain])
        taken[unique] += 1
        yield unique


def _harmless(name: str) -> str:
    parts = name.replace("\0", "_").replace("\\", "/").split("/")
    kept = [part for part in parts if part not in {"", ".", ".."}]
    return "/".join(kept).replace(MEMBER_MARK, "!_/") or "_"


def _numbered(name: str, number: int) -> str:
    """E.g. ``letter (2).txt``."""
    path = PurePosixPath(name)
    return str(path.with_name(f"{path.stem} ({number}){path.suffix}"))


def decoded_names(raw_names: Sequence[bytes]) -> list[str]:
    """Names without a declared encoding; those of one archive are taken to be in the same one."""
    encoding = _encoding(raw_names)
    return [raw.decode(encoding, "replace") for raw in raw_names]


def _encoding(raw_names: Sequence[bytes]) -> str:
    joined = b"\n".join(raw_names)
    try:
        joined.decode("utf-8")
    except UnicodeDecodeError:
        return _guessed(joined)
    return "utf-8"


def _guessed(joined: bytes) -> str:
    """East Asian where it looks so, else what gives most letters; DOS is the one specified."""
    try:
        found = decode(joined)
    except ReadFailure:
        return _DOS
    if found.encoding in _EAST_ASIAN and "\ufffd" not in found.text:
        return found.encoding
    candidates = (_DOS, found.encoding)
    return max(candidates, key=lambda encoding: _letters(joined, encoding))


def _letters(joined: bytes, encoding: str) -> int:
    text = joined.decode(encoding, "replace")
    return sum(character.isalpha() for character in text)
