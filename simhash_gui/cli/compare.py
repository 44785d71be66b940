"""``simhash-gui compare``: two files, their fingerprints and the bits in which they differ."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from simhash_gui.cli.files import load_side
from simhash_gui.cli.output import ExitCode, Output
from simhash_gui.cli.shapes import block_keys, fingerprint_fields
from simhash_gui.core.recipe import recipe_named
from simhash_gui.services.comparing import Comparison, Side, compare
from simhash_gui.services.libraries import DEFAULT_RECIPE


def run(options: argparse.Namespace, output: Output) -> ExitCode:
    """Compare A with B."""
    recipe = recipe_named(options.recipe or DEFAULT_RECIPE)
    comparison = compare(load_side(options.a, recipe), load_side(options.b, recipe))
    output.result(_document(comparison, options.a, options.b), _lines(comparison))
    return ExitCode.DONE


def _document(comparison: Comparison, a: Path, b: Path) -> dict[str, Any]:
    return {
        "a": {"path": str(a), **fingerprint_fields(comparison.a.fingerprint)},
        "b": {"path": str(b), **fingerprint_fields(comparison.b.fingerprint)},
        "recipe": comparison.a.fingerprint.recipe_id,
        "distance": comparison.distance,
        "differing_bits": list(comparison.differing_bits),
    }


def _lines(comparison: Comparison) -> Iterator[str]:
    width = comparison.a.fingerprint.width
    for label, side in (("A", comparison.a), ("B", comparison.b)):
        yield from _side_lines(label, side)
    yield f"Hamming distance {comparison.distance} of {width} bits"
    if comparison.differing_bits:
        yield f"differing bits   {', '.join(map(str, comparison.differing_bits))}"
    equal = [str(block) for block, same in enumerate(comparison.equal_blocks) if same]
    yield f"equal blocks     {', '.join(equal) or 'none'}"


def _side_lines(label: str, side: Side) -> Iterator[str]:
    yield f"{label}  {side.path}"
    yield f"   {side.fingerprint.hex}   blocks {' '.join(block_keys(side.fingerprint))}"
