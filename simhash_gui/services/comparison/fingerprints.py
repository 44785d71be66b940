"""Two documents bit by bit: their distance, and which bits differ; ``bit_votes`` says why.

Everything shown is read from the traces that production fingerprinting returns.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from simhash_gui.core.fingerprint.simhash import Trace
from simhash_gui.core.hamming import distances
from simhash_gui.services.comparison.loading import TracedText, load_text
from simhash_gui.services.library.libraries import (
    Library,
    document_paths,
    document_text,
    library_recipe,
)

__all__ = [
    "Comparison",
    "compare",
    "load_document",
    "weight_cosine",
]


class RecipesDifferError(ValueError):
    """Fingerprints of different recipes mean different things and have no distance."""


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """What two fingerprints say of each other; bit 0 is the least significant."""

    a: TracedText
    b: TracedText
    distance: int
    xor: int
    differing_bits: tuple[int, ...]
    equal_blocks: tuple[bool, bool, bool, bool]


def load_document(library: Library, document_id: int) -> TracedText:
    """A document of the library, from its stored text.

    Raises DocumentNotFoundError when it is no longer there.
    """
    text = document_text(library, document_id)
    path = next(iter(document_paths(library, document_id)), "")
    return load_text(text, path, library_recipe(library))


def compare(a: TracedText, b: TracedText) -> Comparison:
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
