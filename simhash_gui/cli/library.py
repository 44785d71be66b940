"""``simhash-gui library``: what a library holds."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

from simhash_gui.cli.output import ExitCode, Output
from simhash_gui.cli.shapes import fingerprint_fields
from simhash_gui.core.types import Fingerprint
from simhash_gui.services.library.browsing import DocumentRow, ListedDocument, list_documents
from simhash_gui.services.library.inventory import KnownPlace, known_places
from simhash_gui.services.library.libraries import Library, existing_library, library_info

_WIDTHS = (16, 18, 8, 10, 15)
"""Of the columns before the path: fingerprint, state, type, encoding and how sure it is."""


def run_info(options: argparse.Namespace, output: Output) -> ExitCode:
    """Print counts, size and recipes."""
    with existing_library(options.library) as library:
        info = library_info(library)
    fields: dict[str, Any] = {
        "path": str(info.path),
        "schema_version": info.schema_version,
        "documents": info.documents,
        "files": info.files,
        "fingerprinted": info.fingerprinted,
        "too_short": info.too_short,
        "failed_files": info.failed_files,
        "gone_files": info.gone_files,
        "size_bytes": info.size_bytes,
        "recipes": list(info.recipe_ids),
    }
    output.result(fields, (f"{name:15} {value}" for name, value in fields.items()))
    return ExitCode.DONE


def run_list(options: argparse.Namespace, output: Output) -> ExitCode:
    """Print every document, and every file that is known."""
    with existing_library(options.library) as library:
        documents = list_documents(library)
        document: dict[str, Any] = {
            "documents": (_document_fields(one) for one in documents),
            "files": (_file_fields(one) for one in known_places(library)),
        }
        output.result(document, _lines(library))
    return ExitCode.DONE


def _document_fields(document: ListedDocument) -> dict[str, Any]:
    return {
        "paths": list(document.paths),
        **_fingerprint_fields(document.fingerprint),
        "recipe": document.recipe_id,
        "state": document.state.value,
        **_reading_fields(document),
    }


def _file_fields(place: KnownPlace) -> dict[str, Any]:
    document = place.document
    return {
        "path": place.path,
        "state": place.state.value,
        "reason": place.reason.value if place.reason else None,
        "detail": place.detail or None,
        **_reading_fields(document),
        **_fingerprint_fields(document.fingerprint if document else None),
    }


def _reading_fields(document: DocumentRow | ListedDocument | None) -> dict[str, Any]:
    """How a document was read; nothing where there never was a text."""
    source = document.encoding_source if document else None
    return {
        "type": (document.reader or None) if document else None,
        "encoding": (document.encoding or None) if document else None,
        "encoding_confidence": document.encoding_confidence if document else None,
        "encoding_source": source.value if source else None,
    }


def _fingerprint_fields(fingerprint: Fingerprint | None) -> dict[str, Any]:
    if fingerprint is None:
        return {"fingerprint": None, "block_keys": None}
    return fingerprint_fields(fingerprint)


def _lines(library: Library) -> Iterator[str]:
    """One line for each file: columns of a fixed width, and the path, which may be any, last."""
    yield _line("fingerprint", "state", "type", "encoding", "sure", "path")
    for place in known_places(library):
        document = place.document
        state = f"{place.state.value}: {place.reason.value}" if place.reason else place.state.value
        yield _line(
            _shown(document),
            state,
            document.reader if document else "",
            document.encoding if document else "",
            _sureness(document),
            place.path,
        )


def _line(*columns: str) -> str:
    *first, path = (column or "-" for column in columns)
    widths = zip(first, _WIDTHS, strict=True)
    return "  ".join([*(f"{column:{width}}" for column, width in widths), path])


def _shown(document: DocumentRow | None) -> str:
    if document is None:
        return ""
    return document.fingerprint.hex if document.fingerprint else document.state.value


def _sureness(document: DocumentRow | None) -> str:
    """How sure the encoding is, and what told it."""
    if document is None or document.encoding_source is None:
        return ""
    source = document.encoding_source.value
    if document.encoding_confidence is None:
        return source
    return f"{document.encoding_confidence:.0%} {source}"
