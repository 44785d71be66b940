"""What the search of the Clusters page finds: runs on the thread of jobs, and knows no window.

What was found of one kind is filtered for a narrower one. The findings of the last search are kept
in the library.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

import numpy as np
from numpy.typing import NDArray

from simhash_gui.services.comparison.evidence import Thresholds
from simhash_gui.services.detection.answers.left_out import LeftOut, LeftOutReason, left_out
from simhash_gui.services.detection.detection import (
    Detection,
    confirmed_of,
    whole_pairs_of,
    with_confirmed,
    with_verdicts,
)
from simhash_gui.services.detection.last_findings import keep_findings, last_findings
from simhash_gui.services.detection.pairs import DetectionOptions
from simhash_gui.services.detection.search import detect, require_unchanged
from simhash_gui.services.detection.search_process import (
    detect_apart,
    detect_with_passages_apart,
)
from simhash_gui.services.detection.shared_passages import SharedPassage, shared_passages
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.libraries import Library, library_info
from simhash_gui.services.library.settings import Settings

_WORTH_A_PROCESS = 1_000  # documents: fewer are searched without a pause that is felt


@dataclass(frozen=True, slots=True)
class SearchKind:
    """What is to be found beside pairs of whole documents that their texts confirm.

    ``with_unconfirmed``: every candidate pair. ``with_partial``: copies of a part.
    """

    with_unconfirmed: bool = False
    with_partial: bool = False

    def covers(self, other: SearchKind) -> bool:
        """Whether all that the other kind finds is among what this one finds."""
        return (
            self.with_unconfirmed >= other.with_unconfirmed
            and self.with_partial >= other.with_partial
        )


@dataclass(frozen=True, slots=True, eq=False)
class SearchResult:
    """A detection with what the page shows of it all the time.

    ``confirmed`` and ``unconfirmed`` count pairs of distinct documents at distance 0, 1, …, as far
    as fingerprints go, ``overlaps`` all of them by overlap (``overlap_histogram``);
    ``implied_count`` are pairs that groups imply. ``passages`` are there where copies of a part
    were looked for. ``missed`` is what was not looked at. ``found_at`` is None but for the findings
    of an earlier time, which can only be looked at.
    """

    kind: SearchKind
    detection: Detection
    confirmed: NDArray[np.int64]
    unconfirmed: NDArray[np.int64]
    overlaps: NDArray[np.int64]
    implied_count: int
    passages: Sequence[SharedPassage] = ()
    missed: tuple[LeftOut, ...] = ()
    found_at: datetime | None = None

    @property
    def thresholds(self) -> Thresholds:
        """Where classes of pairs ended in this search."""
        return self.detection.options.thresholds

    @property
    def reach(self) -> int:
        """The largest distance up to which fingerprints were compared."""
        return self.detection.searched_distance

    @property
    def pair_count(self) -> int:
        """Pairs that are confirmed, and those that groups imply."""
        return int(self.confirmed.sum()) + self.implied_count


@dataclass(frozen=True, slots=True)
class Wanted:
    """A search: its kind, how far unconfirmed pairs are looked for, and the settings."""

    kind: SearchKind
    distance: int
    settings: Settings

    @property
    def confirmed(self) -> DetectionOptions:
        """The pairs that their texts confirm, at any distance."""
        return DetectionOptions(partial=self.kind.with_partial, thresholds=self.settings.thresholds)

    @property
    def candidates(self) -> DetectionOptions:
        """Every candidate pair up to the distance."""
        return replace(self.confirmed, distance=self.distance, all_candidates=True)


def find(
    library: Library,
    wanted: Wanted,
    base: SearchResult | None,
    shown: SearchResult | None,
    control: JobControl,
) -> SearchResult:
    """``base`` is what is known of the confirmed pairs, if anything is.

    They are the same whether unconfirmed ones are listed beside them or not. What is the same in
    ``shown``, which stays until then, takes no room again.
    """
    workers = wanted.settings.workers
    is_large = library_info(library).fingerprinted >= _WORTH_A_PROCESS
    known = shown.detection if shown is not None else None
    search = partial(detect_apart, known=known) if is_large else detect
    detection = base.detection if base is not None else None
    passages = base.passages if base is not None else ()
    if detection is None:
        if not wanted.kind.with_partial:
            detection = search(library, wanted.confirmed, control, workers=workers)
        elif is_large:
            detection, passages = detect_with_passages_apart(
                library, wanted.confirmed, control, workers=workers, known=known
            )
        else:
            detection = detect(library, wanted.confirmed, control, workers=workers)
            passages = shared_passages(library, detection, control)
    missed = base.missed if base is not None else left_out(detection)
    if wanted.kind.with_unconfirmed:
        every = search(library, wanted.candidates, control, workers=workers)
        require_unchanged(library, detection)
        missed = tuple({each.why: each for each in (*missed, *left_out(every))}.values())
        detection = with_confirmed(every, detection)
    values = [(each.what, each.why.value, each.how_many) for each in missed]
    keep_findings(library, detection, passages, values)
    return findings_of(wanted.kind, detection, passages, missed)


def kept(library: Library, thresholds: Thresholds, kind: SearchKind) -> SearchResult | None:
    """What of the last search belongs to a kind, if that was by these thresholds.

    It may be less than all of the kind: a wider search that did not end is not kept.
    """
    found = last_findings(library)
    if found is None or found.detection.options.thresholds != thresholds:
        return None
    options = found.detection.options
    known = SearchKind(options.all_candidates, options.partial)
    shown = SearchKind(
        known.with_unconfirmed and kind.with_unconfirmed,
        known.with_partial and kind.with_partial,
    )
    missed = tuple(LeftOut(what, LeftOutReason(why), count) for what, why, count in found.missed)
    every = findings_of(known, found.detection, found.passages, missed)
    return replace(narrowed(every, shown), found_at=found.found_at)


def findings_of(
    kind: SearchKind,
    detection: Detection,
    passages: Sequence[SharedPassage],
    missed: tuple[LeftOut, ...] = (),
) -> SearchResult:
    """A detection, counted."""
    every = detection.histogram
    unconfirmed = _unconfirmed_counts(detection, len(every))
    return SearchResult(
        kind,
        detection,
        every - unconfirmed,
        unconfirmed,
        detection.overlap_histogram,
        detection.implied_count,
        passages,
        missed,
    )


def narrowed(found: SearchResult, kind: SearchKind) -> SearchResult:
    """What of a wider search belongs to a kind, without another search."""
    detection = found.detection
    if found.kind.with_partial and not kind.with_partial:
        detection = whole_pairs_of(detection)
    if found.kind.with_unconfirmed and not kind.with_unconfirmed:
        detection = confirmed_of(detection)
    passages = found.passages if kind.with_partial else ()
    return findings_of(kind, detection, passages, found.missed)


def judged(
    library: Library, fresh: dict[SearchKind, SearchResult]
) -> dict[SearchKind, SearchResult]:
    """What was found without what people hold apart; the very same where that is unchanged."""
    after = {kind: with_verdicts(library, found.detection) for kind, found in fresh.items()}
    if all(after[kind] is found.detection for kind, found in fresh.items()):
        return fresh
    return {
        kind: findings_of(kind, after[kind], found.passages, found.missed)
        for kind, found in fresh.items()
    }


def _unconfirmed_counts(detection: Detection, length: int) -> NDArray[np.int64]:
    """Pairs of documents that no text confirms, by distance; copies are pairs of their own."""
    folding, pairs = detection.folding, detection.pairs.take(~detection.pairs.is_confirmed)
    sizes = folding.sizes[folding.inverse]
    products = (sizes[pairs.left] * sizes[pairs.right]).astype(np.float64)
    counts = np.bincount(pairs.distance, products, length)
    return counts.astype(np.int64)
