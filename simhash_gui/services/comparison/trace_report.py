"""A trace in the words of ``simhash-gui fingerprint --trace``: lines for people, fields for JSON.

The command prints these and the Learn page shows them, so both say the same.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import Any

from simhash_gui.core.fingerprint.simhash import Trace
from simhash_gui.services.printable import printable


def trace_fields(trace: Trace) -> dict[str, Any]:
    """Tokens, features with count, weight and hash, and the sum and the value of every bit."""
    rows = zip(
        trace.features,
        trace.counts.tolist(),
        trace.weights.tolist(),
        feature_hashes(trace),
        strict=True,
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


def trace_lines(trace: Trace) -> Iterator[str]:
    """A line for each feature, one for each bit, most significant first, and the fingerprint."""
    yield "count    weight  hash              feature"
    for row in trace_fields(trace)["features"]:
        feature = printable(row["feature"])
        yield f"{row['count']:5d} {row['weight']:9.4f}  {row['hash']}  {feature}"
    yield "bit         sum  value"
    for bit in reversed(range(trace.fingerprint.width)):
        yield f"{bit:3d} {trace.sums[bit]:11.4f}  {trace.bits[bit]}"
    yield from fingerprint_lines(trace)


def fingerprint_lines(trace: Trace) -> Iterator[str]:
    """Fingerprint, block keys and recipe."""
    yield f"fingerprint {trace.fingerprint.hex}"
    yield f"block keys  {' '.join(f'{key:04x}' for key in trace.fingerprint.block_keys)}"
    yield f"recipe      {trace.fingerprint.recipe_id}"


def trace_csv(trace: Trace) -> str:
    """A row for each feature: count, weight, hash and its vote on every bit; then sums and bits."""
    width = trace.fingerprint.width
    stream = io.StringIO()
    writer = csv.writer(stream)
    writer.writerow(["feature", "count", "weight", "hash", *reversed(range(width))])
    rows = zip(trace_fields(trace)["features"], trace.votes().tolist(), strict=True)
    for row, votes in rows:
        writer.writerow([*row.values(), *reversed(votes)])
    writer.writerow(["sum", "", "", "", *reversed(trace.sums.tolist())])
    writer.writerow(["bit", "", "", "", *reversed(trace.bits.tolist())])
    return stream.getvalue()


def feature_hashes(trace: Trace) -> list[str]:
    """The hash of each feature in hexadecimal, cut to the width of the fingerprint."""
    digits = -(-trace.fingerprint.width // 4)
    rest_bits = max(trace.fingerprint.width - 64, 0)
    values = (
        row[0] << rest_bits | (row[1] if len(row) > 1 else 0) for row in trace.hashes.tolist()
    )
    return [f"{value:0{digits}x}" for value in values]
