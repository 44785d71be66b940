"""The sample documents by every family of methods, each with its usual threshold."""

from __future__ import annotations

import csv
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import combinations
from pathlib import Path

import numpy as np

from simhash_gui.core.fingerprint.recipe import DEFAULT_RECIPE, recipe_named
from simhash_gui.core.fingerprint.simhash import Trace
from simhash_gui.core.text.sketches import Sketches, estimate, sketch_of
from simhash_gui.services.comparison.evidence import ComparedText, evidence_between
from simhash_gui.services.comparison.fingerprints import weight_cosine
from simhash_gui.services.teaching.lessons import bits_between, pipeline_of

_LONGEST_SENTENCES = 3
_ONE_TEXT = frozenset(
    {
        "exact-copy",
        "near-duplicate",
        "revision",
        "reordered",
        "encoding-twin",
        "format-twin",
        "script-twin",
    }
)
"""Relations of ``truth.csv`` between copies and versions of one text."""
_STRANGERS = frozenset({"unrelated", "shared-template"})


@dataclass(frozen=True, slots=True)
class FamilyResult:
    """What a family of methods finds among the samples: of the labelled pairs, and besides."""

    name: str
    found: int
    missed: int
    strangers: int
    example_missed: str


class Samples:
    """The documents of ``truth.csv`` with what each family measures of two of them, by place."""

    def __init__(self, folder: Path) -> None:
        with (folder / "truth.csv").open(encoding="utf-8", newline="") as file:
            self._truth = list(csv.DictReader(file))
        self.names = sorted({row[side] for row in self._truth for side in ("a", "b")})
        self._labelled = {
            frozenset((row["a"], row["b"])) for row in self._truth if row["relation"] in _ONE_TEXT
        }
        self._texts = [_decoded(folder / "documents" / name) for name in self.names]
        self.measures: Mapping[str, Callable[[int, int], float]] = {
            "distance": cache(self._distance),
            "shingles": cache(self._jaccard),
            "minhash": self._estimate,
            "cosine": cache(self._cosine),
        }

    def results(self) -> tuple[FamilyResult, ...]:
        """A row for each family."""
        families: dict[str, Callable[[int, int], bool]] = {
            "simhash-3": lambda a, b: self._distance(a, b) <= 3,
            "simhash-12": lambda a, b: self._distance(a, b) <= 12,
            "sentences": lambda a, b: bool(self._sentences[a] & self._sentences[b]),
            "shingles": lambda a, b: self._jaccard(a, b) >= 0.5,
            "minhash": lambda a, b: self._estimate(a, b) >= 0.5,
            "cosine": lambda a, b: self._cosine(a, b) >= 0.9,
        }
        return tuple(self._judged(name, finds) for name, finds in families.items())

    def pairs(self) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
        """All pairs of places: copies and versions of one text, and the others."""
        every = list(combinations(range(len(self.names)), 2))
        true = [pair for pair in every if self._is_labelled(*pair)]
        return true, [pair for pair in every if not self._is_labelled(*pair)]

    def strangers(self) -> list[tuple[int, int]]:
        """Pairs of places that no chain of copies, versions, parts or other orders joins."""
        group = {name: number for number, name in enumerate(self.names)}
        for row in self._truth:
            if row["relation"] not in _STRANGERS:
                joined = {group[row["a"]], group[row["b"]]}
                group = {n: min(joined) if g in joined else g for n, g in group.items()}
        every = combinations(range(len(self.names)), 2)
        return [(a, b) for a, b in every if group[self.names[a]] != group[self.names[b]]]

    def _judged(self, name: str, finds: Callable[[int, int], bool]) -> FamilyResult:
        true, others = self.pairs()
        missed = [pair for pair in true if not finds(*pair)]
        strangers = sum(finds(*pair) for pair in others)
        example = " · ".join(self.names[place] for place in missed[0]) if missed else ""
        return FamilyResult(name, len(true) - len(missed), len(missed), strangers, example)

    def _is_labelled(self, a: int, b: int) -> bool:
        return frozenset((self.names[a], self.names[b])) in self._labelled

    @cached_property
    def _traces(self) -> list[Trace]:
        pipeline = pipeline_of(recipe_named(DEFAULT_RECIPE))
        return [pipeline.trace_text(text) for text in self._texts]

    @cached_property
    def _sentences(self) -> list[frozenset[str]]:
        cuts = [text.replace("。", ".\n").replace(". ", ".\n").split("\n") for text in self._texts]
        return [
            frozenset(sorted(map(str.strip, cut), key=len)[-_LONGEST_SENTENCES:]) for cut in cuts
        ]

    @cached_property
    def _compared(self) -> list[ComparedText]:
        return [ComparedText.of(text) for text in self._texts]

    @cached_property
    def _estimated(self) -> np.ndarray:
        distinct = [compared.shingles.distinct for compared in self._compared]
        values = np.array([sketch_of(hashes) for hashes in distinct])
        sketches = Sketches(values, np.array([len(hashes) for hashes in distinct]))
        count = len(distinct)
        left, right = np.divmod(np.arange(count * count), count)
        return estimate(sketches, left, right).jaccard.reshape(count, count)

    def _estimate(self, a: int, b: int) -> float:
        return float(self._estimated[a, b])

    def _jaccard(self, a: int, b: int) -> float:
        return evidence_between(self._compared[a], self._compared[b]).overlap.jaccard

    def _cosine(self, a: int, b: int) -> float:
        return weight_cosine(self._traces[a], self._traces[b])

    def _distance(self, a: int, b: int) -> float:
        return bits_between(self._traces[a], self._traces[b])


@lru_cache(maxsize=1)
def samples_of(folder: Path) -> Samples:
    """The samples of a folder, read once."""
    return Samples(folder)


def _decoded(path: Path) -> str:
    """Through the readers, as an import would."""
    from simhash_gui.documents.contents import read_file  # noqa: PLC0415 - only this stage reads

    return read_file(path)[0].text
