"""The kinds of archives that are looked into. A new one is a module here and a line below.

The content alone decides: an archive under a wrong name is opened, a message called
``message.zip`` is a message.
"""

from __future__ import annotations

from simhash_gui.documents.containers import compressed, mail_archive, tar_archive, zip_archive
from simhash_gui.documents.containers.container import HEAD_BYTES, Archive, Container, Opening

__all__ = ["CONTAINERS", "HEAD_BYTES", "Archive", "Container", "Opening", "container_of"]

CONTAINERS: tuple[Container, ...] = (
    zip_archive.CONTAINER,
    *compressed.CONTAINERS,
    tar_archive.CONTAINER,
    mail_archive.MAILBOX,
    mail_archive.MESSAGE,
)


def container_of(head: bytes, name: str) -> Container | None:
    """What the first ``HEAD_BYTES`` of a file may be an archive of; None: certainly none."""
    return next((kind for kind in CONTAINERS if kind.may_be(head, name)), None)
