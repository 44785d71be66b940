"""Which recipe finds most true pairs for the same number of candidates, on the labelled sets.

``python -m tests.benchmarks.recipe_study``, some minutes. All sets are pooled into one library:
pairs across sets are strangers. For each way to make a fingerprint every distance is tried; told is
the share of true pairs within it (the mean over the sets of whole documents) at the distance that
leaves 0.1, 1, 5 or 20 strangers a document, between two distances by straight line over the
logarithm. A fingerprint has luck in its hash, so each figure is the mean over six hash functions;
the last column, the mean over the whole range of strangers, has its standard error with it.

Sets of partial copies lend their documents only, for a fingerprint of a whole finds no part.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.fingerprint.features import extract
from simhash_gui.core.fingerprint.hashing import hash_features
from simhash_gui.core.fingerprint.recipe import Recipe, Segmentation, Weighting, recipe_named
from simhash_gui.core.fingerprint.votes import merge, reduce
from simhash_gui.core.types import Words
from simhash_gui.documents.segmentation.han import shared_jieba_idf
from simhash_gui.documents.segmentation.pipeline import TextPipeline
from simhash_gui.services.evaluation.labelled_sets import LabelledSet, read_set
from simhash_gui.services.evaluation.scoring import Pair
from tests.benchmarks.results import say

_HASHES = 6
_SEED = 20261120
_BUDGETS = (0.1, 1, 5, 20)
_RANGE = np.geomspace(_BUDGETS[0], _BUDGETS[-1], 25)
_STOP_SHARE = 0.25
_DISTANCES = (3, 8, 10, 12, 14, 16)

Floats: TypeAlias = NDArray[np.float64]
Weigh: TypeAlias = Callable[[Sequence[str], NDArray[np.int64]], Floats]
"""Features and how often each occurs to what each weighs."""


@dataclass(frozen=True, slots=True, eq=False)
class Pool:
    """All documents in one list.

    ``true`` has the pairs of each set of whole documents, shape (p, 2), the lesser position first;
    ``strangers``, shape (n, n), tells which pairs, again the lesser first, are known to be none.
    """

    texts: list[str]
    true: dict[str, NDArray[np.int64]]
    strangers: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Way:
    """A way to make a fingerprint of ``words`` × 64 bits; the recipe only cuts the features."""

    name: str
    recipe: Recipe
    weigh: Weigh
    words: int = 1


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    """By distance, from 0 on: the strangers a document within it, and each set's recall."""

    strangers: Floats
    recalls: dict[str, Floats]

    def recall(self, budgets: Sequence[float] | Floats) -> Floats:
        """The mean recall at some numbers of strangers a document."""
        mean = np.mean(list(self.recalls.values()), axis=0)
        floor = np.maximum(self.strangers, 1e-4)
        recall: Floats = np.interp(np.log(budgets), np.log(floor), mean)
        return recall


def read_pool(corpora: Path) -> Pool:
    """Read all sets that lie in a folder. Raises NotASetError."""
    sets = [read_set(path.parent) for path in sorted(corpora.glob("*/truth.csv"))]
    names = [(own.name, name) for own in sets for name in sorted(own.names)]
    place = {name: number for number, name in enumerate(names)}
    strangers = np.triu(np.ones((len(names), len(names)), np.bool_), 1)
    true = {}
    for own in sets:
        pairs = _positions(own, own.levels, place)
        if own.judged is None and own.spans is None:
            true[own.name] = pairs
        known = own.left_out if own.judged is None else _all_pairs(own)
        for kept_out in (pairs, _positions(own, known, place)):
            strangers[kept_out[:, 0], kept_out[:, 1]] = False
    paths = (own.documents / f"{name}.txt" for own in sets for name in sorted(own.names))
    return Pool([path.read_text("utf-8") for path in paths], true, strangers)


def _all_pairs(own: LabelledSet) -> list[Pair]:
    return [(a, b) for a in own.names for b in own.names if a < b]


def _positions(
    own: LabelledSet, pairs: Iterable[Pair], place: dict[tuple[str, str], int]
) -> NDArray[np.int64]:
    rows = [sorted((place[own.name, a], place[own.name, b])) for a, b in pairs]
    return np.array(rows, np.int64).reshape(-1, 2)


def ways(pool: Pool) -> list[Way]:
    """What is compared; the … of a name stands for what the first of its group says."""
    default = recipe_named("default")
    words = replace(default, segmentation=Segmentation.WORDS)
    characters = replace(default, segmentation=Segmentation.CHARACTERS)
    both_scripts = replace(words, normalization=replace(words.normalization, simplified=False))
    stop_words = _stop_words(pool, words)

    def sizes(recipe: Recipe, *ngram_sizes: int) -> Recipe:
        return replace(recipe, ngram_sizes=ngram_sizes)

    return [
        Way("words, by count", sizes(both_scripts, 1), _count),
        Way("words + pairs", both_scripts, _log_count),
        Way("words + pairs, scripts folded", words, _log_count),
        Way("… without stop words", words, _without(stop_words)),
        Way("… by 1 + log count × IDF", words, _log_count_rarity),
        Way("… pairs only", sizes(words, 2), _log_count),
        Way("4 characters, scripts folded", sizes(characters, 4), _log_count),
        Way("by script, singles, scripts folded", sizes(default, 1), _log_count),
        Way("… pairs only", sizes(default, 2), _log_count),
        Way("… singles + pairs + threes", sizes(default, 1, 2, 3), _log_count),
        Way("… singles + pairs, by count", default, _count),
        Way("… singles + pairs, each once", default, _once),
        Way("… singles + pairs, without stop words", default, _without(stop_words)),
        Way("… singles + pairs (default)", default, _log_count),
        Way("… singles + pairs, 128 bits", default, _log_count, words=2),
    ]


def _count(_: Sequence[str], counts: NDArray[np.int64]) -> Floats:
    return counts.astype(np.float64)


def _once(_: Sequence[str], counts: NDArray[np.int64]) -> Floats:
    return np.ones(len(counts))


def _log_count(_: Sequence[str], counts: NDArray[np.int64]) -> Floats:
    weights: Floats = 1 + np.log(counts)
    return weights


def _log_count_rarity(features: Sequence[str], counts: NDArray[np.int64]) -> Floats:
    idf = shared_jieba_idf()
    rarity = [np.mean([idf.weight(token) for token in feature.split(" ")]) for feature in features]
    weights: Floats = _log_count(features, counts) * np.array(rarity)
    return weights


def _without(stop_words: frozenset[str]) -> Weigh:
    def weigh(features: Sequence[str], counts: NDArray[np.int64]) -> Floats:
        kept = np.array([feature not in stop_words for feature in features], np.float64)
        weights: Floats = _log_count(features, counts) * kept
        return weights

    return weigh


def _stop_words(pool: Pool, recipe: Recipe) -> frozenset[str]:
    """What more than a quarter of all documents have, as a library could find out by itself."""
    pipeline = TextPipeline(recipe)
    documents = Counter(
        token for text in pool.texts for token in set(pipeline.segment(text).tokens)
    )
    return frozenset(
        token for token, count in documents.items() if count > _STOP_SHARE * len(pool.texts)
    )


def fingerprints(texts: Sequence[str], way: Way, count: int) -> Words:
    """Fingerprints by ``count`` hash functions: shape (count, len(texts))."""
    pipeline = TextPipeline(way.recipe)
    counting = replace(way.recipe, weighting=Weighting.COUNT)
    seeds = np.random.default_rng(_SEED).integers(0, 2**63, count, np.uint64)
    words = np.empty((count, len(texts)), np.uint64)
    for row, text in enumerate(texts):
        features = extract(pipeline.segment(text).tokens, counting)
        hashes = hash_features(features.texts, counting)
        weights = way.weigh(features.texts, features.counts)
        for number, seed in enumerate(seeds):
            sums = merge(_mixed(hashes ^ seed), weights, 64)
            words[number, row] = reduce(sums, counting.tie_rule)
    return words


def _mixed(hashes: Words) -> Words:
    """Another hash of each hash: the finaliser of SplitMix64."""
    hashes = (hashes ^ (hashes >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    hashes = (hashes ^ (hashes >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return hashes ^ (hashes >> np.uint64(31))


def curves(pool: Pool, way: Way) -> list[Curve]:
    """One for each hash function."""
    words = fingerprints(pool.texts, way, _HASHES * way.words)
    return [
        curve(pool, words[first : first + way.words]) for first in range(0, len(words), way.words)
    ]


def curve(pool: Pool, words: Words) -> Curve:
    """The curve of fingerprints of several words, shape (words, n)."""
    distances = np.zeros(pool.strangers.shape, np.int64)
    for column in words:
        distances += np.bitwise_count(column[:, None] ^ column)
    longest = 64 * len(words) + 1
    strangers = np.cumsum(np.bincount(distances[pool.strangers], minlength=longest))
    recalls = {}
    for name, pairs in pool.true.items():
        found = np.bincount(distances[pairs[:, 0], pairs[:, 1]], minlength=longest)
        recalls[name] = np.cumsum(found) / len(pairs)
    return Curve(strangers / len(pool.texts), recalls)


def main(arguments: Sequence[str]) -> None:
    """Print the tables as Markdown."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--corpora", type=Path, default=Path("../shared/corpora"))
    pool = read_pool(parser.parse_args(arguments).corpora)
    say(f"{len(pool.texts):,} documents; recall at strangers a document:\n")
    _print_row("features", *(f"at {budget:g}" for budget in _BUDGETS), "mean")
    _print_row(*["---"] * (len(_BUDGETS) + 2))
    found: list[Curve] = []
    for way in ways(pool):
        of_way = curves(pool, way)
        _print_way(way, of_way)
        found = of_way if way.words == 1 else found
    say("\nThe default by distance: strangers a document, and the recall of each set:\n")
    _print_row("distance", "strangers", *pool.true)
    _print_row(*["---"] * (len(pool.true) + 2))
    for distance in _DISTANCES:
        strangers = np.mean([one.strangers[distance] for one in found])
        recalls = [np.mean([one.recalls[name][distance] for one in found]) for name in pool.true]
        _print_row(str(distance), f"{strangers:.3f}", *(f"{recall:.2f}" for recall in recalls))


def _print_way(way: Way, of_way: Sequence[Curve]) -> None:
    at_budgets = np.mean([one.recall(_BUDGETS) for one in of_way], axis=0)
    means = [one.recall(_RANGE).mean() for one in of_way]
    error = np.std(means, ddof=1) / np.sqrt(len(means))
    mean = f"{np.mean(means):.3f} ± {error:.3f}"
    _print_row(way.name, *(f"{recall:.3f}" for recall in at_budgets), mean)


def _print_row(*cells: str) -> None:
    say(f"| {' | '.join(cells)} |")


if __name__ == "__main__":
    main(sys.argv[1:])
