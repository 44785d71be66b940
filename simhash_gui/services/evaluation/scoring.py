"""How right an answer is, given the truth: pairs, clusters, levels, and characters in spans.

Pairs are scored by precision, recall and F1. Clusters are scored by B-cubed (Bagga and Baldwin
1998): for every document the share of its cluster that belongs with it, and the share of what
belongs with it that is in its cluster, each averaged over all documents. Spans are scored by the
characters that they cover.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass
from math import fsum
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.clustering.linkage import connected_labels

_DRAWS = 1000
_PERCENTILES = (2.5, 97.5)

Pair: TypeAlias = tuple[str, str]
"""Two names, the lesser first."""
Spans: TypeAlias = Mapping[str, Iterable[tuple[int, int]]]
"""For each document the spans of characters, start and end; they may overlap."""


@dataclass(frozen=True, slots=True)
class Score:
    """Shares from 0 to 1. Precision is 1 where nothing was answered, recall where nothing is."""

    precision: float
    recall: float

    @property
    def f1(self) -> float:
        """The harmonic mean."""
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0


def pair_of(a: str, b: str) -> Pair:
    """The pair of two names in its one order."""
    return (a, b) if a <= b else (b, a)


def score_pairs(answered: Collection[Pair], positive: Collection[Pair]) -> Score:
    """How many of the answered pairs are positive, and of the positive ones answered."""
    right = len(set(answered) & set(positive))
    return Score(_share(right, len(answered)), _share(right, len(positive)))


def f1_interval(
    answered: Collection[Pair], positive: Collection[Pair], groups: Mapping[str, str]
) -> tuple[float, float]:
    """Where F1 lies in 95 of 100 sets drawn like this one: the bootstrap over groups.

    ``groups`` names, for every document, all that belong together. Groups are drawn again with
    repeats, and a pair counts as often as both its groups were drawn, or its one group. The draws
    are the same in every run (Efron 1979; the percentiles 2.5 and 97.5 of ``_DRAWS``).
    """
    numbers = {group: number for number, group in enumerate(sorted(set(groups.values())))}
    chance = np.random.default_rng(0)
    count = len(numbers)
    drawn = chance.multinomial(count, np.full(count, 1 / max(1, count)), _DRAWS)

    def counted(pairs: Collection[Pair]) -> NDArray[np.int64]:
        sums = np.zeros(_DRAWS, np.int64)
        for a, b in pairs:
            own, other = numbers[groups[a]], numbers[groups[b]]
            sums += drawn[:, own] * (1 if own == other else drawn[:, other])
        return sums

    right = counted(set(answered) & set(positive))
    found, wanted = counted(set(answered)), counted(set(positive))
    f1 = np.where(found + wanted > 0, 2 * right / np.maximum(found + wanted, 1), 1.0)
    low, high = np.percentile(f1, _PERCENTILES)
    return float(low), float(high)


def recall_by_level(answered: Collection[Pair], levels: Mapping[Pair, str]) -> dict[str, float]:
    """Recall of the positive pairs of each level, by the names of the levels."""
    total = Counter(levels.values())
    found = Counter(levels[pair] for pair in answered if pair in levels)
    return {level: found[level] / total[level] for level in sorted(total)}


def score_clusters(
    clusters: Mapping[str, Hashable], groups: Mapping[str, Hashable], names: Collection[str]
) -> Score:
    """B-cubed of all ``names``; one that a mapping does not know stands alone there."""
    if not names:
        return Score(1.0, 1.0)
    found = {name: clusters.get(name, ("alone", name)) for name in names}
    truth = {name: groups.get(name, ("alone", name)) for name in names}
    found_sizes, true_sizes = Counter(found.values()), Counter(truth.values())
    together = Counter((found[name], truth[name]) for name in names)
    common = {name: together[found[name], truth[name]] for name in names}
    # fsum: the same in whatever order a set gives the names
    precision = fsum(common[name] / found_sizes[found[name]] for name in names)
    recall = fsum(common[name] / true_sizes[truth[name]] for name in names)
    return Score(precision / len(names), recall / len(names))


def score_spans(answered: Spans, truth: Spans) -> Score:
    """How many characters of the answer are in the truth, and of the truth in the answer."""
    right = answered_count = true_count = 0
    for name in answered.keys() | truth.keys():
        own, true = _characters(answered.get(name, ())), _characters(truth.get(name, ()))
        right += len(own & true)
        answered_count += len(own)
        true_count += len(true)
    return Score(_share(right, answered_count), _share(right, true_count))


def groups_of(names: Iterable[str], pairs: Iterable[Pair]) -> dict[str, str]:
    """For each name one that stands for all that it is joined with, directly or not."""
    ordered = sorted(names)
    place = {name: position for position, name in enumerate(ordered)}
    joined = np.array([(place[a], place[b]) for a, b in pairs], np.int64).reshape(-1, 2)
    labels = connected_labels(len(ordered), joined[:, 0], joined[:, 1])
    return {name: ordered[label] for name, label in zip(ordered, labels.tolist(), strict=True)}


def _characters(spans: Iterable[tuple[int, int]]) -> set[int]:
    return {place for start, end in spans for place in range(start, end)}


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 1.0
