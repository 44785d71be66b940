"""``simhash-gui check``: the documents of a library near a text."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from typing import Any

from simhash_gui.cli.files import load_side
from simhash_gui.cli.output import ExitCode, Output
from simhash_gui.cli.shapes import fingerprint_fields
from simhash_gui.core.types import Fingerprint
from simhash_gui.services.checking import Match, find_matches
from simhash_gui.services.libraries import existing_library, library_recipe
from simhash_gui.services.lookup import LibraryLookup


def run(options: argparse.Namespace, output: Output) -> ExitCode:
    """Look FILE, or standard input for ``-``, up in the library."""
    with existing_library(options.library) as library:
        recipe = library_recipe(library)
        fingerprint = load_side(options.file, recipe).fingerprint
        lookup = LibraryLookup(library, recipe)
        matches = find_matches(library, lookup, fingerprint, options.distance)
    output.result(_document(fingerprint, matches), _lines(matches, options.distance))
    return ExitCode.DONE


def _document(fingerprint: Fingerprint, matches: Sequence[Match]) -> dict[str, Any]:
    return {
        **fingerprint_fields(fingerprint),
        "recipe": fingerprint.recipe_id,
        "matches": [
            {"path": match.paths[0], "distance": match.distance, "paths": list(match.paths)}
            for match in matches
        ],
    }


def _lines(matches: Sequence[Match], distance: int) -> Iterator[str]:
    for match in matches:
        for path in match.paths:
            yield f"{match.distance:3d}  {path}"
    yield f"{len(matches):,} documents within Hamming distance {distance}"
