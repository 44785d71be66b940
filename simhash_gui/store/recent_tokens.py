"""Tokens of texts that were read a moment ago, so that who compares them need not cut them again.

To cut a text takes longer than to compare it with another. The tokens are no part of the library:
they are in a temporary file, which goes when they are forgotten or the process ends, and which
worker processes read, too.
"""

from __future__ import annotations

import logging
import tempfile
import threading
from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from simhash_gui.core.text.token_bytes import TokenBytes
from simhash_gui.workers.owned_folders import held

_log = logging.getLogger(__name__)

_HASH_BYTES = 8
_MOST_BYTES = 576_000_000
"""64 million tokens."""


@dataclass(frozen=True, slots=True)
class LentTokens:
    """Where another process finds some tokens: the first byte, and how many tokens, by digest."""

    path: Path
    places: dict[bytes, tuple[int, int]]


@dataclass(slots=True)
class _Opened:
    """The file, and what is in it."""

    path: Path
    file: BinaryIO
    places: dict[bytes, tuple[int, int]] = field(default_factory=dict)
    end: int = 0

    def write(self, digest: bytes, tokens: TokenBytes) -> None:
        self.file.writelines(tokens)
        self.places[digest] = (self.end, len(tokens[1]))
        self.end += sum(map(len, tokens))

    def read(self, place: tuple[int, int]) -> TokenBytes | None:
        start, count = place
        self.file.seek(start)
        found = self.file.read((_HASH_BYTES + 1) * count)
        is_whole = len(found) == (_HASH_BYTES + 1) * count
        return (found[: _HASH_BYTES * count], found[_HASH_BYTES * count :]) if is_whole else None


class RecentTokens:
    """Tokens by the digest of a text's tokens (``ComparisonData.token_digest``); for all threads.

    Of too many texts, or where the drive has no room, it keeps none until all is forgotten: those
    that came first would be a small part of them.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._stack = ExitStack()
        self._opened: _Opened | None = None
        self._has_room = True

    def keep(self, digest: bytes, tokens: TokenBytes) -> None:
        """Remember the tokens of a text."""
        with self._lock:
            if not self._has_room:
                return
            try:
                opened = self._opened = self._opened or self._made()
                if digest not in opened.places:
                    opened.write(digest, tokens)
            except OSError as error:
                _log.info("tokens are not kept: %s", error)
                self._has_room = False
            if not self._has_room or opened.end > _MOST_BYTES:
                self._close()
                self._has_room = False

    def get(self, digest: bytes) -> TokenBytes | None:
        """The tokens of a text, None if they are not known."""
        with self._lock:
            if self._opened is None or (place := self._opened.places.get(digest)) is None:
                return None
            try:
                return self._opened.read(place)
            except OSError as error:
                _log.info("tokens cannot be read: %s", error)
                return None

    def lend(self, digests: Iterable[bytes]) -> LentTokens | None:
        """Those of some texts for another process, as long as they are not forgotten here."""
        with self._lock:
            if self._opened is None:
                return None
            try:
                self._opened.file.flush()
            except OSError as error:
                _log.info("tokens cannot be read: %s", error)
                return None
            known = self._opened.places
            places = {digest: known[digest] for digest in digests if digest in known}
            return LentTokens(self._opened.path, places)

    def borrow(self, lent: LentTokens | None) -> None:
        """Know what another process has lent, in place of what was known."""
        with self._lock:
            if lent is None or self._opened is None or self._opened.path != lent.path:
                self._close()
            if lent is None:
                return
            if self._opened is None:
                try:
                    file = self._stack.enter_context(lent.path.open("rb"))
                except OSError as error:
                    _log.info("tokens cannot be read: %s", error)
                    return
                self._opened = _Opened(lent.path, file)
            self._opened.places = lent.places

    def forget(self) -> None:
        """Begin again."""
        with self._lock:
            self._close()
            self._has_room = True

    def _made(self) -> _Opened:
        made = tempfile.TemporaryDirectory(prefix="simhash-gui-", ignore_cleanup_errors=True)
        folder = Path(self._stack.enter_context(made))
        self._stack.enter_context(held(folder))
        path = folder / "tokens"
        return _Opened(path, self._stack.enter_context(path.open("a+b")))

    def _close(self) -> None:
        try:
            self._stack.close()
        except OSError as error:  # what was not written yet
            _log.info("tokens are not kept: %s", error)
        self._stack = ExitStack()
        self._opened = None
