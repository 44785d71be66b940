"""Where a library is, in a file or on a PostgreSQL server, and whether it is still there."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from urllib.parse import unquote, urlsplit

_SCHEMES = ("postgresql", "postgres")


class ServerAddressError(ValueError):
    """An address of a server that cannot be used; the message says why."""


@dataclass(frozen=True, slots=True)
class Server:
    """A database on a PostgreSQL server; ``url`` has no password."""

    url: str

    @property
    def name(self) -> str:
        """The name of the database."""
        return unquote(urlsplit(self.url).path.strip("/"))

    def __str__(self) -> str:
        return self.url


Place = Path | Server
"""Where a library is."""


class Presence(Enum):
    """What became of an open library."""

    IN_PLACE = "in-place"
    CHANGED = "changed"
    """Others have changed it since it was looked at last."""
    OVERWRITTEN = "overwritten"
    """Another library stands in its file."""
    GONE = "gone"
    """Its file was deleted, moved or replaced, its drive removed, or its server does not answer."""


def place_name(place: Place) -> str:
    """What people call a library: the name of its file without the suffix, or of its database."""
    return place.name if isinstance(place, Server) else place.stem


def server_address(text: str) -> Server | None:
    """The server that a text names; None for everything that is no address of one.

    Raises ServerAddressError for one with a password in it, which other users of the machine could
    read in the list of processes, or without a database.
    """
    scheme, separator, _ = text.partition("://")
    if not separator or scheme.casefold() not in _SCHEMES:
        return None
    try:
        parts = urlsplit(text)
        password = parts.password
    except ValueError as error:
        raise ServerAddressError(f"not an address of a server: {error}") from error
    if password is not None or "password=" in parts.query.casefold():
        raise ServerAddressError(
            "a password does not belong into the address: keep it in a password file (~/.pgpass)"
            " or in PGPASSWORD"
        )
    server = Server(text)
    if not server.name:
        raise ServerAddressError("the address names no database: postgresql://HOST/DATABASE")
    return server
