"""Extractors that do what bad documents make readers do; run in real worker processes.

The content of a document is the order: its first word says what happens.
"""

from __future__ import annotations

import ctypes
import os
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

from simhash_gui.documents.readers import read_source
from simhash_gui.documents.readers.reader import Source
from simhash_gui.documents.records import EncodingSource, Extracted

_MEGABYTE = 2**20
_kept: list[bytearray] = []


class _DeadlyText(str):
    """Ends the process when it is normalised, which is after it has been read."""

    __slots__ = ()

    def casefold(self) -> NoReturn:
        os._exit(7)


def extract(source: Source) -> Extracted:
    order = source.data.decode().partition(" ")[0]
    if order.startswith("/"):  # remove this file and die
        Path(order).unlink()
        os._exit(5)
    _ORDERS.get(order, lambda: None)()
    if order == "deadly":
        return Extracted(_DeadlyText("words"), "text", "ascii", 1.0, EncodingSource.VALID)
    if order == "process":
        return Extracted(f"number {os.getpid()}", "text", "ascii", 1.0, EncodingSource.VALID)
    return read_source(source)


def _exit() -> None:
    os._exit(3)


def _segfault() -> None:
    ctypes.string_at(0)


def _sleep() -> None:
    time.sleep(600)


def _spin_in_compiled_code() -> None:
    re.match(r"(a+)+$", "a" * 60 + "b")


def _eat_bit_by_bit() -> None:
    while True:
        _kept.append(bytearray(os.urandom(_MEGABYTE)))


def _chatter() -> None:
    for stream in (1, 2):
        os.write(stream, b"look at me\n")


def _ask_for_much() -> None:
    _kept.append(bytearray(2**40))


def _leave_behind() -> None:
    _kept.append(bytearray(b"x") * (120 * _MEGABYTE))


def _swell_and_abort() -> None:
    _leave_behind()
    time.sleep(0.5)  # as long as the supervisor needs to see it
    os.abort()


_ORDERS: dict[str, Callable[[], None]] = {
    "exit": _exit,
    "segfault": _segfault,
    "abort": os.abort,
    "sleep": _sleep,
    "spin": _spin_in_compiled_code,
    "eat": _eat_bit_by_bit,
    "ask": _ask_for_much,
    "leave": _leave_behind,
    "chatter": _chatter,
    "swell": _swell_and_abort,
}
