"""Which documents are in one cluster: a label for each, from the pairs that may join them.

Members of groups that a search lists without their pairs are wherever their leader is, and what
people hold apart is in no cluster together.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.clustering.clusters import cluster_labels
from simhash_gui.core.hamming.pairs import FoldedPairs
from simhash_gui.core.text.classes import PairClass
from simhash_gui.core.types import Linkage, NearDuplicatePairs
from simhash_gui.services.detection.detection import Detection
from simhash_gui.services.detection.pairs import CLASSES, DetectedPairs, DetectionOptions, Ids

_JOINING = [CLASSES.index(each) for each in (PairClass.IDENTICAL, PairClass.NEAR_DUPLICATE)]


def labels_of(
    detection: Detection, distance: int | None, linkage: Linkage, least_overlap: float | None
) -> Ids:
    """The label of each document."""
    pairs = joining_pairs(detection)
    if least_overlap is not None:
        pairs = pairs.take(pairs.overlap >= np.float32(least_overlap))
    is_of_member = np.zeros(len(pairs), np.bool_)
    if linkage is Linkage.COMPLETE:
        is_of_member = np.logical_or(
            *(detection.groups.is_member[each] for each in (pairs.left, pairs.right))
        )
    joining = pairs.take(~is_of_member)
    by_document = cluster_labels(
        _folded(detection, joining),
        linkage,
        k=distance,
        likeness=joining.likeness,
        connect=detection.classifier.engine.connect,
    )
    if is_of_member.any():
        by_document = _with_leaders(detection, by_document, pairs.take(is_of_member), distance)
    return split_apart(detection, by_document, linkage)


def split_apart(detection: Detection, labels: Ids, linkage: Linkage) -> Ids:
    """Split clusters in which people hold documents apart.

    What the medoid is, or else what comes first, stays; of what is apart from it, those that are
    the same by a verdict stay together.
    """
    apart = detection.apart
    if apart.is_empty:
        return labels
    split = labels.copy()
    named = np.flatnonzero(np.isin(apart.labels, apart.keys >> 32))
    named = named[np.argsort(labels[named], kind="stable")]
    _, starts, counts = np.unique(labels[named], return_index=True, return_counts=True)
    beyond = 0 if linkage is Linkage.MEDOID else len(labels)  # else a number may be in use
    for start, count in zip(starts[counts > 1].tolist(), counts[counts > 1].tolist(), strict=True):
        members = named[start : start + count]
        is_medoid = members == labels[members]
        staying: list[int] = []
        for member in np.concatenate([members[is_medoid], members[~is_medoid]]).tolist():
            others = np.array(staying, np.int64)
            if apart.mask(np.full_like(others, member), others).any():
                same = members[apart.labels[members] == apart.labels[member]]
                split[same] = same[0] + beyond
            else:
                staying.append(member)
    return split


def _with_leaders(
    detection: Detection, labels: Ids, pairs: DetectedPairs, distance: int | None
) -> Ids:
    """The labels, where members of a group within the distance of their leader have that of it."""
    leaders = detection.groups.leader_of
    inside = detection.groups.is_inside(pairs.left, pairs.right)
    is_star = inside & ((leaders[pairs.left] == pairs.left) | (leaders[pairs.right] == pairs.right))
    if distance is not None:
        is_star &= pairs.distance <= distance
    labels = labels.copy()
    for members in (side[is_star] for side in (pairs.left, pairs.right)):
        labels[members] = labels[leaders[members]]
    return labels[detection.folding.members[detection.folding.offsets[:-1]]][
        detection.folding.inverse
    ]


def joining_pairs(detection: Detection) -> DetectedPairs:
    """The pairs that may be in one cluster: versions of one text, or what an overlap confirmed.

    What is only contained or copied is a pair and no cluster.
    """
    joins = are_joining(detection.pairs, detection.options)
    if detection.options.least_overlap is not None:
        pairs = detection.pairs.take(joins)
        return replace(pairs, likeness=np.maximum(pairs.overlap, np.finfo(np.float32).tiny))
    return detection.pairs if joins.all() else detection.pairs.take(joins)


def are_joining(pairs: DetectedPairs, options: DetectionOptions) -> NDArray[np.bool_]:
    """Which pairs may be in one cluster, shape (pairs,)."""
    if options.least_overlap is not None:
        return pairs.is_confirmed
    return pairs.is_confirmed & np.isin(pairs.classes, _JOINING)


def _folded(detection: Detection, pairs: DetectedPairs) -> FoldedPairs:
    numbers = detection.folding.inverse
    left, right = numbers[pairs.left], numbers[pairs.right]
    ordered = NearDuplicatePairs(np.minimum(left, right), np.maximum(left, right), pairs.distance)
    return FoldedPairs(detection.folding, ordered)
