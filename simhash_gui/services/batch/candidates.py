"""The candidates stage: what was found is kept, and found again only when something changed."""

from __future__ import annotations

from dataclasses import astuple, dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray
from xxhash import xxh3_128

from simhash_gui import __version__
from simhash_gui.core.text.comparison_data import COMPARISON_VERSION
from simhash_gui.services.batch.stages import StageFiles
from simhash_gui.services.detection.candidates import Candidates, Corpus, FoundCandidates
from simhash_gui.services.detection.classes import FindCandidates
from simhash_gui.services.detection.common_text import (
    COUNTS_VERSION,
    PACKED_TYPES,
    packed,
    unpacked,
)
from simhash_gui.services.detection.groups import Crowds
from simhash_gui.services.detection.pairs import DetectionOptions
from simhash_gui.services.detection.passage_marks import MarkedHashes
from simhash_gui.services.jobs import JobControl

STAGE = "candidates"

_PAIRS = [field.name for field in fields(Candidates)]


@dataclass(slots=True)
class KeptCandidates:
    """Finds candidates, unless they are kept of the same documents and options.

    Afterwards ``is_reused`` and ``size_bytes`` say which it was, and how large the stage is.
    """

    files: StageFiles
    find: FindCandidates
    is_reused: bool = False
    size_bytes: int = 0

    def __call__(
        self, corpus: Corpus, options: DetectionOptions, marked: MarkedHashes, control: JobControl
    ) -> FoundCandidates:
        """As ``find_candidates``."""
        inputs = _inputs(corpus, options, marked)
        kept = self.files.load(STAGE, inputs)
        self.is_reused = kept is not None
        if kept is not None:
            return _found(kept)
        found = self.find(corpus, options, marked, control)
        self.size_bytes = self.files.keep(STAGE, inputs, _arrays(found))
        return found


def _inputs(corpus: Corpus, options: DetectionOptions, marked: MarkedHashes) -> str:
    """A digest of all that candidates depend on: digests of tokens stand for texts."""
    versions = (__version__, COMPARISON_VERSION, COUNTS_VERSION)
    key = xxh3_128(repr((versions, corpus.recipe.recipe_id, options)).encode())
    arrays = corpus.arrays
    rests = np.empty(0, np.uint64) if corpus.rests is None else corpus.rests
    of_documents = (arrays.ids, corpus.words, rests, arrays.digests, arrays.mark_digests)
    for array in (*of_documents, corpus.files, *astuple(marked)):
        key.update(np.uint64(len(array)).tobytes())
        key.update(array.tobytes())
    return key.hexdigest()


def _arrays(found: FoundCandidates) -> dict[str, NDArray[Any]]:
    own, other = found.crowds.rings
    arrays = {
        "leader_of": found.crowds.leader_of,
        "own": own,
        "other": other,
        "search": np.array([found.distance, found.is_lowered, found.is_cut]),
        "groups": found.common.groups,
    }
    arrays |= {f"common{place}": array for place, array in enumerate(packed(found.common))}
    for name in _PAIRS:
        arrays[f"outside_{name}"] = getattr(found.candidates, name)
        arrays[f"inside_{name}"] = getattr(found.inside, name)
    return arrays


def _found(arrays: dict[str, NDArray[Any]]) -> FoundCandidates:
    distance, is_lowered, is_cut = arrays["search"].tolist()
    common = [arrays[f"common{place}"] for place in range(len(PACKED_TYPES))]
    outside, inside = (
        Candidates(*(arrays[f"{where}_{name}"] for name in _PAIRS))
        for where in ("outside", "inside")
    )
    return FoundCandidates(
        outside,
        inside,
        Crowds(arrays["leader_of"], (arrays["own"], arrays["other"])),
        distance,
        bool(is_lowered),
        bool(is_cut),
        unpacked(arrays["groups"], common),
    )
