"""``simhash-gui library``: what a library holds."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

from simhash_gui.cli.output import ExitCode, Output
from simhash_gui.cli.shapes import fingerprint_fields
from simhash_gui.services.browsing import ListedDocument, list_documents
from simhash_gui.services.libraries import existing_library, library_info


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
    """Print every document."""
    with existing_library(options.library) as library:
        documents = list_documents(library)
        output.result(
            {"documents": (_fields(document) for document in documents)}, _lines(documents)
        )
    return ExitCode.DONE


def _fields(document: ListedDocument) -> dict[str, Any]:
    shown = document.fingerprint
    made = fingerprint_fields(shown) if shown else {"fingerprint": None, "block_keys": None}
    return {
        "paths": list(document.paths),
        **made,
        "recipe": document.recipe_id,
        "state": document.state.value,
    }


def _lines(documents: Iterator[ListedDocument]) -> Iterator[str]:
    for document in documents:
        shown = document.fingerprint.hex if document.fingerprint else document.state.value
        yield f"{shown:16}  {'  =  '.join(document.paths)}"
