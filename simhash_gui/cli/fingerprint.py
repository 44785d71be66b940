"""``simhash-gui fingerprint``: one text, its fingerprint and, on demand, every step to it."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

from simhash_gui.cli.files import load_sides
from simhash_gui.cli.output import ExitCode, Output
from simhash_gui.cli.shapes import block_keys, fingerprint_fields
from simhash_gui.core.fingerprint.recipe import DEFAULT_RECIPE, recipe_named
from simhash_gui.core.fingerprint.simhash import Trace


def run(options: argparse.Namespace, output: Output) -> ExitCode:
    """Fingerprint FILE, or standard input for ``-``."""
    (side,) = load_sides([options.file], recipe_named(options.recipe or DEFAULT_RECIPE))
    trace = side.trace
    document = {**fingerprint_fields(trace.fingerprint), "recipe": trace.fingerprint.recipe_id}
    if not trace.features:
        output.message("The text has no features, so the fingerprint says nothing.")
    if options.trace:
        document["trace"] = _trace_fields(trace)
    output.result(document, _lines(trace, options.trace))
    return ExitCode.DONE


def _hashes(trace: Trace) -> list[str]:
    digits = -(-trace.fingerprint.width // 4)
    rest_bits = max(trace.fingerprint.width - 64, 0)
    values = (
        row[0] << rest_bits | (row[1] if len(row) > 1 else 0) for row in trace.hashes.tolist()
    )
    return [f"{value:0{digits}x}" for value in values]


def _trace_fields(trace: Trace) -> dict[str, Any]:
    rows = zip(
        trace.features, trace.counts.tolist(), trace.weights.tolist(), _hashes(trace), strict=True
    )
    return {
        "tokens": list(trace.tokens),
        "features": [
            {"feature": feature, "count": count, "weight": weight, "hash": hashed}
            for feature, count, weight, hashed in rows
        ],
        "sums": trace.sums.tolist(),
        "bits": trace.bits.tolist(),
    }


def _lines(trace: Trace, with_trace: bool) -> Iterator[str]:
    if with_trace:
        yield "count    weight  hash              feature"
        for feature, count, weight, hashed in zip(
            trace.features,
            trace.counts.tolist(),
            trace.weights.tolist(),
            _hashes(trace),
            strict=True,
        ):
            yield f"{count:5d} {weight:9.4f}  {hashed}  {feature}"
        yield "bit         sum  vote"
        for bit in reversed(range(trace.fingerprint.width)):
            yield f"{bit:3d} {trace.sums[bit]:11.4f}  {trace.bits[bit]}"
    yield f"fingerprint {trace.fingerprint.hex}"
    yield f"block keys  {' '.join(block_keys(trace.fingerprint))}"
    yield f"recipe      {trace.fingerprint.recipe_id}"
