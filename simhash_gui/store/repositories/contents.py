"""A document with all that belongs to it: its text and what it is compared by.

They come and go together, so that nothing is ever left that was made from another text.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import Connection

from simhash_gui.store.records import ComparisonRow, NewDocument
from simhash_gui.store.repositories import comparison_data, documents, texts


@dataclass(frozen=True, slots=True)
class NewContent:
    """A document to be stored, its text as ``texts.compress`` gives it, and the rest if known."""

    document: NewDocument
    compressed_text: bytes
    comparison: ComparisonRow | None = None


def put(
    connection: Connection, new: Iterable[NewContent], comparison_version: int
) -> dict[bytes, int]:
    """Store contents, in place of those with the same digests; return their ids by digest.

    See ``documents.replace`` for what becomes of documents that were there before.
    """
    by_digest = {content.document.digest: content for content in new}
    rows = [content.document for content in by_digest.values()]
    documents.replace(connection, rows)
    documents.insert(connection, rows)
    ids = documents.ids_by_digest(connection, by_digest)
    placed = [(ids[digest], content) for digest, content in by_digest.items()]
    texts.put(connection, ((number, content.compressed_text) for number, content in placed))
    compared = (
        (number, content.comparison) for number, content in placed if content.comparison is not None
    )
    comparison_data.put(connection, comparison_version, compared)
    return ids
