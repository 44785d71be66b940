"""What an option accepts: words, paths, numbers and sizes, refused by what they should be."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from simhash_gui.services.library.libraries import Server

_Choice = TypeVar("_Choice", bound=StrEnum)

_SIZE = re.compile(r"(\d+(?:\.\d+)?)\s*([kmgt]?)i?b?", re.IGNORECASE)
_UNITS = {"": 1, "k": 2**10, "m": 2**20, "g": 2**30, "t": 2**40}
_LARGEST_BYTES = 2**50
_LEAST_MEMORY_BYTES = 2**26
_LEAST_S, _MOST_S = 0.1, 1_000_000
_MOST_JOBS = 1024
_MOST_FINGERPRINTS = 1_000_000
_LARGEST_SEED = (1 << 64) - 1
_DEEPEST = 20


def one_of(choices: type[_Choice]) -> Callable[[str], _Choice]:
    """What takes one of some words."""

    def choice(text: str) -> _Choice:
        try:
            return choices(text)
        except ValueError:
            words = " nor ".join(choices)
            raise argparse.ArgumentTypeError(f"{text!r} is neither {words}") from None

    return choice


def path_argument(text: str) -> Path:
    """A path, which is never empty: ``Path("")`` would be the current folder."""
    return Path(name_argument(text))


def library_argument(text: str) -> Path | Server:
    """The file of a library, or ``postgresql://`` and where it is on a server."""
    if "://" in text:
        from simhash_gui.services.library.libraries import (  # noqa: PLC0415 - imports SQLAlchemy
            ServerAddressError,
            server_address,
        )

        try:
            server = server_address(text)
        except ServerAddressError as error:
            raise argparse.ArgumentTypeError(str(error)) from None
        if server is not None:
            return server
    return path_argument(text)


def name_argument(text: str) -> str:
    """Anything that is not empty."""
    if not text:
        raise argparse.ArgumentTypeError("the name is empty")
    return text


def jobs_argument(text: str) -> int:
    """How many processes or threads."""
    return whole_number(text, 1, _MOST_JOBS)


def count_argument(text: str) -> int:
    """How many fingerprints are made."""
    return whole_number(text, 1, _MOST_FINGERPRINTS)


def seed_argument(text: str) -> int:
    """What made fingerprints start from."""
    return whole_number(text, 0, _LARGEST_SEED)


def word_count_argument(text: str) -> int:
    """The length of a passage."""
    return whole_number(text, 1, 10_000)


def depth_argument(text: str) -> int:
    """How deep archives may lie in archives."""
    return whole_number(text, 1, _DEEPEST)


def whole_number(text: str, least: int, most: int) -> int:
    """A number of few enough digits."""
    is_short = text.isdecimal() and len(text) <= len(str(most))
    if not is_short or not least <= int(text) <= most:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from {least} to {most:,}")
    return int(text)


def share_argument(text: str) -> float:
    """A share from 0 to 1."""
    message = f"{text!r} is no share from 0 to 1"
    try:
        value = float(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(message) from error
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(message)
    return value


def size_argument(text: str) -> int:
    """Bytes: ``300``, ``20k``, ``1.5M``, ``2G``; the letters count in steps of 1,024."""
    found = _SIZE.fullmatch(text.strip())
    if not found:
        raise argparse.ArgumentTypeError(f"{text!r} is no size, such as 20k or 1.5M")
    size = float(found[1]) * _UNITS[found[2].lower()]
    if size > _LARGEST_BYTES:
        raise argparse.ArgumentTypeError(f"{text!r} is larger than {_LARGEST_BYTES // 2**40}T")
    return int(size)


def least_size_argument(text: str) -> int:
    """A size that something can be below."""
    size = size_argument(text)
    if not size:
        raise argparse.ArgumentTypeError(f"{text!r} lets nothing through, such as 20k would")
    return size


def memory_argument(text: str) -> int:
    """A size that is enough to read a document."""
    size = size_argument(text)
    if size < _LEAST_MEMORY_BYTES:
        least = _LEAST_MEMORY_BYTES // 2**20
        raise argparse.ArgumentTypeError(f"{text!r} is too little to read anything: from {least}M")
    return size


def seconds_argument(text: str) -> float:
    """A time limit."""
    message = (
        f"{text!r} is no number of seconds from {_LEAST_S:g} to {_MOST_S:,}, such as 30 or 2.5"
    )
    try:
        value = float(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(message) from error
    if not _LEAST_S <= value <= _MOST_S:
        raise argparse.ArgumentTypeError(message)
    return value


def extension_argument(text: str) -> str:
    """An extension with its dot, in lower case."""
    return f".{name_argument(text.lower().lstrip('.'))}"
