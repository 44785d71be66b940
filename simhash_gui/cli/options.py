"""Options that several commands take, and the values that they accept."""

from __future__ import annotations

import argparse
from pathlib import Path

from simhash_gui.core.fingerprint.recipe import named_recipes
from simhash_gui.services.library.settings import MAX_DISTANCE


def add_text_file(parser: argparse.ArgumentParser) -> None:
    """The document that a command is about."""
    parser.add_argument("file", metavar="FILE", help="a document, or - for text on standard input")


def add_existing_library(parser: argparse.ArgumentParser) -> None:
    """``--library`` of a command that does not make one."""
    parser.add_argument(
        "--library", type=Path, metavar="FILE", required=True, help="a library that scan has made"
    )


def add_jobs(parser: argparse.ArgumentParser) -> None:
    """``--jobs``."""
    parser.add_argument(
        "--jobs",
        type=at_least_one,
        metavar="N",
        default=0,
        help="worker processes (default: one for every processor)",
    )


def add_recipe(parser: argparse.ArgumentParser, default: str) -> None:
    """``--recipe``."""
    parser.add_argument(
        "--recipe",
        metavar="NAME",
        help=f"how fingerprints are made (default: {default}): {', '.join(named_recipes())}",
    )


def at_least_one(text: str) -> int:
    """A whole number that is not 0."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 1 on")
    return int(text)


def distance_argument(text: str) -> int:
    """A Hamming distance that can be searched."""
    if not text.isdecimal() or int(text) > MAX_DISTANCE:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 0 to {MAX_DISTANCE}")
    return int(text)
