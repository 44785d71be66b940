"""The trash, as far as services know it: where a file goes, and how it is found again.

What puts a file there is Qt's, and comes from outside as a ``Trash``.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from simhash_gui.services.review.disk import Identity, drop_name, identity_at


class Trash(Protocol):
    """Where files can be put without being deleted."""

    def put(self, path: str) -> str | None:
        """Put a file into the trash; its path there, None where there is no trash for it."""
        ...

    def may_take(self, path: str) -> bool:
        """Whether there may be a trash for a file; where not, ``put`` would do nothing."""
        ...


class NoTrash:
    """A place without a trash."""

    def put(self, path: str) -> str | None:  # noqa: ARG002 - as every trash
        """Nothing is done."""
        return None

    def may_take(self, path: str) -> bool:  # noqa: ARG002 - as every trash
        """Never."""
        return False


def find_in_trash(wanted: Identity, path: str) -> str | None:
    """Where the trash has a file that stood at ``path``, by inode, size and time of change.

    When a trash is emptied, what is thrown away next may have the inode.
    """
    for folder in _trash_folders(path):
        with suppress(OSError), os.scandir(folder) as entries:
            for entry in entries:
                if entry.inode() != wanted.inode:
                    continue
                found = identity_at(entry.path)
                if found is not None and found.is_alike(wanted):
                    return entry.path
    return None


def forget_in_trash(path: str) -> None:
    """Remove the trash's own note on a file that has left it."""
    place = Path(path)
    note = place.parent.parent / "info" / f"{place.name}.trashinfo"
    if place.parent.name == "files" and not os.path.lexists(path):
        with suppress(OSError):
            drop_name(str(note))


def _trash_folders(path: str) -> Iterator[str]:
    """As freedesktop.org lays them out: of the user, and at the top of each volume."""
    data = os.environ.get("XDG_DATA_HOME") or Path("~/.local/share").expanduser()
    yield str(Path(data) / "Trash" / "files")
    yield str(Path("~/.Trash").expanduser())
    if hasattr(os, "getuid"):
        user = os.getuid()
        for folder in Path(path).parents:
            yield str(folder / f".Trash-{user}" / "files")
            yield str(folder / ".Trash" / str(user) / "files")
