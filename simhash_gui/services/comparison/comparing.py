"""Two documents bit by bit: their distance, and which bits differ; ``bit_votes`` says why.

Everything shown is read from the traces that production fingerprinting returns.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from simhash_gui.core.fingerprint.recipe import Recipe
from simhash_gui.core.fingerprint.simhash import Trace
from simhash_gui.core.hamming import distances
from simhash_gui.core.types import Fingerprint
from simhash_gui.documents.contents import read_file
from simhash_gui.documents.readers import read_bytes, refuse_blank
from simhash_gui.documents.records import FailureReason, ReadFailure
from simhash_gui.documents.segmentation.pipeline import TextPipeline
from simhash_gui.services.library.libraries import (
    Library,
    document_paths,
    document_text,
    library_recipe,
)

__all__ = [
    "Comparison",
    "FailureReason",
    "ReadFailure",
    "Side",
    "compare",
    "load_bytes",
    "load_document",
    "load_file",
    "load_text",
    "weight_cosine",
]


class RecipesDifferError(ValueError):
    """Fingerprints of different recipes mean different things and have no distance."""


@dataclass(frozen=True, slots=True, eq=False)
class Side:
    """One of the compared documents."""

    name: str
    path: str
    text: str
    trace: Trace

    @property
    def fingerprint(self) -> Fingerprint:
        """The end of the trace."""
        return self.trace.fingerprint


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """What two fingerprints say of each other; bit 0 is the least significant."""

    a: Side
    b: Side
    distance: int
    xor: int
    differing_bits: tuple[int, ...]
    equal_blocks: tuple[bool, bool, bool, bool]


def load_document(library: Library, document_id: int) -> Side:
    """A document of the library, from its stored text.

    Raises DocumentNotFoundError when it is no longer there.
    """
    text = document_text(library, document_id)
    path = next(iter(document_paths(library, document_id)), "")
    return load_text(text, path, library_recipe(library))


def load_file(path: Path, recipe: Recipe) -> Side:
    """A file from disk. Raises ReadFailure with the reason."""
    return load_text(read_file(path).text, str(path), recipe)


def load_bytes(data: bytes, name: str, recipe: Recipe) -> Side:
    """The content of a file that has no path. Raises ReadFailure, also where there is no text."""
    text = read_bytes(data, name).text
    refuse_blank(text)
    return load_text(text, name, recipe)


def load_text(text: str, path: str, recipe: Recipe) -> Side:
    """Text at hand; ``path`` only names it."""
    return Side(Path(path).name, path, text, TextPipeline(recipe).trace_text(text))


def compare(a: Side, b: Side) -> Comparison:
    """Distance, differing bits and equal blocks. Raises RecipesDifferError."""
    first, second = a.fingerprint, b.fingerprint
    if first.recipe_id != second.recipe_id:
        raise RecipesDifferError(f"{first.recipe_id} and {second.recipe_id}")
    xor = first.value ^ second.value
    keys = zip(first.block_keys, second.block_keys, strict=True)
    one, two, three, four = (key_a == key_b for key_a, key_b in keys)
    return Comparison(
        a=a,
        b=b,
        distance=distances.distance(first.value, second.value),
        xor=xor,
        differing_bits=tuple(bit for bit in range(first.width) if xor >> bit & 1),
        equal_blocks=(one, two, three, four),
    )


def weight_cosine(a: Trace, b: Trace) -> float:
    """The cosine of the weights of all features, 0 to 1: 1 for the same words as often.

    Two texts without a feature are equal, one without and one with have nothing in common.
    """
    weights = dict(zip(a.features, a.weights.tolist(), strict=True))
    pairs = zip(b.features, b.weights.tolist(), strict=True)
    product: float = sum(weights.get(feature, 0.0) * weight for feature, weight in pairs)
    lengths = float(np.linalg.norm(a.weights)) * float(np.linalg.norm(b.weights))
    if not lengths:
        return float(len(a.features) == len(b.features))
    return min(1.0, product / lengths)
