"""``simhash-gui fingerprint``: one text, its fingerprint and, on demand, every step to it."""

from __future__ import annotations

import argparse

from simhash_gui.cli.files import load_sides
from simhash_gui.cli.output import ExitCode, Output, fingerprint_fields
from simhash_gui.core.fingerprint.recipe import DEFAULT_RECIPE, Recipe, recipe_named
from simhash_gui.services.comparison.trace_report import (
    fingerprint_lines,
    trace_fields,
    trace_lines,
)


def run(options: argparse.Namespace, output: Output) -> ExitCode:
    """Fingerprint FILE, or standard input for ``-``."""
    (side,) = load_sides([options.file], _recipe(options.recipe or DEFAULT_RECIPE))
    trace = side.trace
    document = {**fingerprint_fields(trace.fingerprint), "recipe": trace.fingerprint.recipe_id}
    if not trace.features:
        output.message("The text has no features, so the fingerprint says nothing.")
    if options.trace:
        document["trace"] = trace_fields(trace)
    output.result(document, trace_lines(trace) if options.trace else fingerprint_lines(trace))
    return ExitCode.DONE


def _recipe(name: str) -> Recipe:
    """A recipe by its name, or by its id, which says every choice."""
    return Recipe.from_id(name) if ":" in name else recipe_named(name)
