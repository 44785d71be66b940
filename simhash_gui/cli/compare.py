"""``simhash-gui compare``: two files, their fingerprints, and what their texts have in common."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

from simhash_gui.cli.files import load_sides
from simhash_gui.cli.output import (
    ExitCode,
    Output,
    block_keys,
    counted,
    evidence_fields,
    fingerprint_fields,
)
from simhash_gui.core.fingerprint.recipe import DEFAULT_RECIPE, recipe_named
from simhash_gui.services.comparison.evidence import Evidence, TextSpan, evidence
from simhash_gui.services.comparison.fingerprints import Comparison, compare, weight_cosine
from simhash_gui.services.comparison.loading import TracedText

_NUMBERS_SHOWN = 12


def run(options: argparse.Namespace, output: Output) -> ExitCode:
    """Compare A with B."""
    recipe = recipe_named(options.recipe or DEFAULT_RECIPE)
    comparison = compare(*load_sides([options.a, options.b], recipe))
    proof = evidence(comparison.a.text, comparison.b.text)
    cosine = weight_cosine(comparison.a.trace, comparison.b.trace)
    fields = {
        **_fields(comparison, options.a, options.b),
        **evidence_fields(proof),
        "cosine": cosine,
        "numbers": {"only_a": proof.numbers_only_a, "only_b": proof.numbers_only_b},
    }
    lines = chain(_lines(comparison), _evidence_lines(proof, cosine), _passage_lines(proof))
    output.result(fields, lines)
    return ExitCode.DONE


def _fields(comparison: Comparison, a: Path, b: Path) -> dict[str, Any]:
    return {
        "a": {"path": str(a), **fingerprint_fields(comparison.a.fingerprint)},
        "b": {"path": str(b), **fingerprint_fields(comparison.b.fingerprint)},
        "recipe": comparison.a.fingerprint.recipe_id,
        "distance": _distance(comparison),
        "differing_bits": list(comparison.differing_bits),
    }


def _distance(comparison: Comparison) -> int | None:
    """None where one of the texts has no features, so that its fingerprint says nothing."""
    has_both = comparison.a.trace.features and comparison.b.trace.features
    return comparison.distance if has_both else None


def _lines(comparison: Comparison) -> Iterator[str]:
    width = comparison.a.fingerprint.width
    for label, side in (("A", comparison.a), ("B", comparison.b)):
        yield from _side_lines(label, side)
    if _distance(comparison) is None:
        yield "Hamming distance none, for a text has no features"
        return
    yield f"Hamming distance {comparison.distance} of {width} bits"
    if comparison.differing_bits:
        yield f"differing bits   {', '.join(map(str, comparison.differing_bits))}"
    equal = [str(block) for block, same in enumerate(comparison.equal_blocks) if same]
    yield f"equal blocks     {', '.join(equal) or 'none'}"


def _side_lines(label: str, side: TracedText) -> Iterator[str]:
    yield f"{label}  {side.path}"
    yield f"   {side.fingerprint.hex}   blocks {' '.join(block_keys(side.fingerprint))}"


def _evidence_lines(proof: Evidence, cosine: float) -> Iterator[str]:
    overlap = proof.overlap
    short = " (short, so judged by text alone)" if proof.is_short else ""
    yield f"class            {proof.pair_class.value}{short}"
    yield f"Jaccard          {overlap.jaccard:.3f}"
    yield f"containment      A {overlap.containment_a:.3f}, B {overlap.containment_b:.3f}"
    yield f"edit share       {_edit_share(proof)}"
    if proof.numbers_only_a or proof.numbers_only_b:
        only = [f"{side} {_some(numbers)}" for side, numbers in _numbers(proof) if numbers]
        yield f"numbers only in  {'; '.join(only)}"
    yield f"weight cosine    {cosine:.3f}"


def _numbers(proof: Evidence) -> tuple[tuple[str, Sequence[str]], ...]:
    return ("A", proof.numbers_only_a), ("B", proof.numbers_only_b)


def _some(numbers: Sequence[str]) -> str:
    """As many as a line takes, and how many there are."""
    shown = ", ".join(numbers[:_NUMBERS_SHOWN])
    more = len(numbers) - _NUMBERS_SHOWN
    return f"{shown} and {more:,} more" if more > 0 else shown


def _edit_share(proof: Evidence) -> str:
    if proof.edit_share is None:
        return "not measured: the texts are too long, and differ throughout"
    return f"{proof.edit_share:.3f}"


def _passage_lines(proof: Evidence) -> Iterator[str]:
    yield f"common passages  {len(proof.passages)}{_covered(proof)}"
    for passage in proof.passages:
        places = f"A {_place(passage.a)}   B {_place(passage.b)}"
        yield f"   {places}   {counted(passage.equal_tokens, 'equal token')}"


def _covered(proof: Evidence) -> str:
    if not proof.passages:
        return ""
    return f", {proof.covered_a:.1%} of A and {proof.covered_b:.1%} of B"


def _place(span: TextSpan) -> str:
    return f"{span.start}–{span.end}"
