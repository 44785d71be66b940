"""Fingerprints to search among, kept under ``.benchmarks/data`` as arrays of distinct words.

Distinct, because simhash-cpp's sets hold no others; what equal ones cost is a benchmark of its own.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.fingerprint.recipe import recipe_named
from simhash_gui.core.types import Words
from simhash_gui.documents.segmentation.pipeline import TextPipeline
from tests.benchmarks.contenders.texts import documents, edited

QUESTIONS = 2000
_COPIES = 100
_COPIED_SHARE = 10
_MOST_REAL = 100_000
_ROWS_AT_ONCE = 1 << 18


class Kind(StrEnum):
    """What the fingerprints are like."""

    UNIFORM = "uniform"
    SKEWED = "skewed"
    """Bits as biased as those of the English documents, words weighted by count: a bucket is on
    average some 200 times as full as a uniform one."""
    CLUSTERED = "clustered"
    """A tenth of all are near copies, a hundred of each original: 100 copies of 1,000 in 10**6."""
    REAL = "real"
    """The default fingerprints of real documents, each with edits of up to a fifth of its words."""


class NoCorporaError(Exception):
    """There is no ../shared/corpora beside the checkout, which this data is made from."""


@dataclass(frozen=True, slots=True)
class Store:
    """Makes data when it is first asked for."""

    folder: Path
    corpora: Path

    def words(self, kind: Kind, count: int) -> Path:
        """An array of ``count`` fingerprints. Raises NoCorporaError."""
        path = self.folder / f"{kind}-{count}.npy"
        if not path.exists():
            self.folder.mkdir(parents=True, exist_ok=True)
            np.save(path, self._made(kind, count, np.random.default_rng(count)))
        return path

    def questions(self, kind: Kind, count: int) -> Path:
        """Fingerprints to ask for: half of them near to one of the ``count``, half strangers."""
        path = self.folder / f"{kind}-{count}-questions.npy"
        if not path.exists():
            rng = np.random.default_rng(count + 1)
            words = np.load(self.words(kind, count))
            near = rng.choice(words, QUESTIONS // 2) ^ _flips(rng, QUESTIONS // 2, 3)
            if kind is Kind.REAL:  # strangers of their kind are others of them, well edited
                strangers = rng.choice(words, QUESTIONS // 2) ^ _flips(rng, QUESTIONS // 2, 24)
            else:
                strangers = self._made(kind, QUESTIONS // 2, rng)
            np.save(path, rng.permutation(np.concatenate((near, strangers))))
        return path

    def _made(self, kind: Kind, count: int, rng: np.random.Generator) -> Words:
        if kind is Kind.UNIFORM:
            return _distinct(_uniform_batches(rng), count, rng)
        if kind is Kind.CLUSTERED:
            return _distinct(_clustered_batches(rng, count), count, rng)
        self._require_corpora()
        if kind is Kind.SKEWED:
            return _distinct(_biased_batches(rng, self._biases()), count, rng)
        return _distinct(self._real_batches(), count, rng)

    def _require_corpora(self) -> None:
        if not self.corpora.is_dir():
            raise NoCorporaError("needs ../shared/corpora, which is not part of this project")

    def _biases(self) -> NDArray[np.float32]:
        """How often each bit is set, bit 0 first."""
        texts = documents(str(self.corpora), "en")
        words = np.unique(TextPipeline(recipe_named("words")).fingerprint_texts(texts).words)
        return unpacked(words).mean(axis=0, dtype=np.float32)

    def _real_batches(self) -> Iterator[Words]:
        texts = documents(str(self.corpora), "en") + documents(str(self.corpora), "zh")
        pipeline, source = TextPipeline(recipe_named("default")), random.Random(0)
        while True:
            versions = [edited(text, source.uniform(0, 0.2), source) for text in texts]
            yield pipeline.fingerprint_texts(versions).words


def sizes_for(kind: Kind, sizes: list[int]) -> list[int]:
    """Those of the sizes that a kind can be made in within reasonable time."""
    return [size for size in sizes if kind is not Kind.REAL or size <= _MOST_REAL]


def unpacked(words: Words) -> NDArray[np.uint8]:
    """The bits of words, shape (n, 64), bit 0 first."""
    octets = words.astype("<u8").view(np.uint8).reshape(-1, 8)
    return np.unpackbits(octets, axis=1, bitorder="little")


def packed(bits: NDArray[np.bool_]) -> Words:
    """The inverse of ``unpacked``."""
    octets = np.packbits(bits, axis=1, bitorder="little")
    return octets.view("<u8").ravel().astype(np.uint64)


def _distinct(batches: Iterator[Words], count: int, rng: np.random.Generator) -> Words:
    words = np.empty(0, np.uint64)
    while len(words) < count:
        words = np.unique(np.concatenate((words, next(batches)[: count - len(words)])))
    return rng.permutation(words)


def _uniform_batches(rng: np.random.Generator) -> Iterator[Words]:
    while True:
        yield rng.integers(0, 1 << 64, _ROWS_AT_ONCE, dtype=np.uint64)


def _clustered_batches(rng: np.random.Generator, count: int) -> Iterator[Words]:
    """A tenth of all as copies first, strangers to fill up."""
    originals = rng.integers(0, 1 << 64, max(1, count // _COPIED_SHARE // _COPIES), np.uint64)
    copies = np.repeat(originals, _COPIES)
    strangers = rng.integers(0, 1 << 64, count, dtype=np.uint64)
    yield np.concatenate((copies ^ _flips(rng, len(copies), 4), strangers[: -len(copies)]))
    yield from _uniform_batches(rng)


def _biased_batches(rng: np.random.Generator, biases: NDArray[np.float32]) -> Iterator[Words]:
    while True:
        yield packed(rng.random((_ROWS_AT_ONCE, 64), np.float32) < biases)


def _flips(rng: np.random.Generator, count: int, most: int) -> Words:
    """Masks of up to ``most`` random bits."""
    masks, bits = np.zeros(count, np.uint64), rng.integers(0, most + 1, count)
    for number in range(most):
        bit = np.uint64(1) << rng.integers(0, 64, count).astype(np.uint64)
        masks ^= np.where(bits > number, bit, np.uint64(0))
    return masks
