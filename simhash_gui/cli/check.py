"""``simhash-gui check``: what a library has of a text, whole or in part."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

from simhash_gui.cli.detecting import detection_options, share, tell_damage
from simhash_gui.cli.files import load_sides
from simhash_gui.cli.output import ExitCode, Output, counted, watched_job
from simhash_gui.cli.shapes import evidence_fields, fingerprint_fields
from simhash_gui.core.types import Fingerprint
from simhash_gui.services.checking.checking import Checked, TextMatch, check_text
from simhash_gui.services.detection.left_out import left_out_fields
from simhash_gui.services.library.libraries import existing_library, library_recipe
from simhash_gui.services.library.text_jobs import lacks_comparison_data


def run(options: argparse.Namespace, output: Output) -> ExitCode:
    """Look FILE, or standard input for ``-``, up in the library."""
    with existing_library(options.library) as library:
        recipe = library_recipe(library)
        (side,) = load_sides([options.file], recipe)
        missing = lacks_comparison_data(library)
        if missing:
            output.message(
                f"made by an earlier version: {counted(missing, 'document')}, of which copies of a"
                " part are not found; run scan once on this library"
            )
        with watched_job(output) as control:
            checked = check_text(library, side, detection_options(options), control)
    output.result(_document(side.fingerprint, checked), _lines(checked))
    return tell_damage(checked.left_out, output)


def _document(fingerprint: Fingerprint, checked: Checked) -> dict[str, Any]:
    return {
        **fingerprint_fields(fingerprint),
        "recipe": fingerprint.recipe_id,
        "covered": checked.covered,
        "candidates": checked.candidates,
        **left_out_fields(checked.left_out),
        "matches": [_match_fields(match) for match in checked.matches],
    }


def _match_fields(match: TextMatch) -> dict[str, Any]:
    return {
        "path": match.paths[0],
        "distance": match.distance,
        "paths": list(match.paths),
        **evidence_fields(match.evidence),
    }


def _lines(checked: Checked) -> Iterator[str]:
    for match in checked.matches:
        yield from _match_lines(match)
    yield (
        f"{counted(len(checked.matches), 'document')} of"
        f" {counted(checked.candidates, 'candidate')};"
        f" {share(checked.covered)} of the text found elsewhere"
    )


def _match_lines(match: TextMatch) -> Iterator[str]:
    proof = match.evidence
    distance = "" if match.distance is None else f", Hamming distance {match.distance}"
    short = ", short" if proof.is_short else ""
    yield (
        f"{proof.pair_class.value}{short}: {share(proof.covered_a)} of the text,"
        f" {share(proof.covered_b)} of the document{distance}"
    )
    for path in match.paths:
        yield f"  {path}"
    for passage in proof.passages:
        yield (
            f"    {passage.a.start}–{passage.a.end}  is there"
            f" {passage.b.start}–{passage.b.end}  {counted(passage.equal_tokens, 'equal token')}"
        )
