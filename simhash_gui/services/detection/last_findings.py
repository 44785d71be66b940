"""The findings of the last search of a library, which are shown until the next one has ended.

Pairs, groups and shared passages are stored; what follows from the documents is read again.
Documents that have gone since are left out, new ones are not in it. What is common in the library
is not kept, so that nothing can be measured with these findings: they are for looking at.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from functools import partial
from typing import Any, TypeAlias

import numpy as np

from simhash_gui import __version__
from simhash_gui.core.text.classes import Thresholds
from simhash_gui.core.text.commonness import NOTHING_COMMON
from simhash_gui.core.text.comparison_data import COMPARISON_VERSION
from simhash_gui.core.text.passages import PassageThresholds
from simhash_gui.core.text.spans import Flags
from simhash_gui.services.detection.classes import HERE
from simhash_gui.services.detection.common_text import CommonText
from simhash_gui.services.detection.comparison_arrays import ComparisonArrays
from simhash_gui.services.detection.detection import Detection, with_verdicts
from simhash_gui.services.detection.groups import Groups
from simhash_gui.services.detection.kept_search import (
    SEARCH_TYPES,
    ProvedSearch,
    pack_search,
    unpack_search,
)
from simhash_gui.services.detection.pairs import CLASSES, DetectedPairs, DetectionOptions, Ids
from simhash_gui.services.detection.recounting import Before, CommonOfEach
from simhash_gui.services.detection.search import (
    classifier_of,
    corpus_of,
    detection_of,
    load_documents,
)
from simhash_gui.services.detection.shared_passages import PassageRows, SharedPassage
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.libraries import Library, keep, library_recipe
from simhash_gui.store.repositories import common_text as stored

_MOST_PAIRS = 1 << 23
"""Many more than a library whose pairs are shown at all: 40 bytes each, read into one array."""
_KEY = b"last findings in rows"
_TYPES: list[np.dtype[Any]] = [np.dtype("u1"), np.dtype("u1"), np.dtype("<i8"), *SEARCH_TYPES]


Missed: TypeAlias = tuple[str, str, int | None]
"""The values of a LeftOut."""


@dataclass(frozen=True, slots=True, eq=False)
class LastFindings:
    """What a search has found, and when; ``missed`` as given to ``keep_findings``."""

    detection: Detection
    passages: PassageRows
    found_at: datetime
    missed: Sequence[Missed]


def keep_findings(
    library: Library,
    detection: Detection,
    passages: Sequence[SharedPassage] = (),
    missed: Sequence[Missed] = (),
) -> None:
    """Store the findings in place of those before; too many are not kept.

    ``missed`` is what the search did not look at.
    """
    if len(detection.pairs) > _MOST_PAIRS:
        return
    head = {
        "made_by": _made_by(detection.recipe.recipe_id),
        "options": asdict(detection.options),
        "found_at": datetime.now(UTC).isoformat(),
        "missed": missed,
    }
    proved = ProvedSearch(
        detection.searched_distance,
        detection.is_lowered,
        detection.is_cut,
        detection.candidate_count,
        detection.common.groups,
        detection.found_groups,
        detection.found,
    )
    arrays = (
        np.frombuffer(json.dumps(head).encode(), np.uint8),
        np.frombuffer(PassageRows.of(passages).packed(), np.uint8),
        detection.document_ids.astype("<i8", copy=False),
        *pack_search(proved),
    )
    keep(library, partial(stored.put, key=_KEY, arrays=arrays))


def last_findings(library: Library) -> LastFindings | None:
    """The findings of the last search; None where there are none that this program can show."""
    with library.read() as connection:
        kept = stored.load(connection, _KEY, _TYPES)
    if kept is None:
        return None
    head, recipe = json.loads(kept[0].tobytes()), library_recipe(library)
    if head["made_by"] != _made_by(recipe.recipe_id):
        return None
    ids, proved = kept[2].astype(np.int64, copy=False), unpack_search(kept[3:])
    del kept[3:]
    documents, present = load_documents(library, recipe)
    is_there = np.isin(ids, documents.ids)
    documents = documents.take(np.isin(documents.ids, ids))
    present = present.take(np.isin(present.document_ids, documents.ids))
    place_of = np.where(is_there, np.cumsum(is_there) - 1, -1)
    arrays = ComparisonArrays(library, documents.ids, JobControl(), has_sketches=False)
    corpus = corpus_of(recipe, documents, present, arrays)
    common = _nothing_common(proved.versions[is_there])
    options = _options(head["options"])
    classifier = classifier_of(corpus, options, common, workers=0, engine=HERE)
    proved = replace(
        proved,
        groups=replace(proved.groups, leader_of=_placed(proved.groups, is_there, place_of)),
        pairs=_placed_pairs(proved.pairs, place_of),
    )
    detection = detection_of(corpus, present, proved, classifier, common)
    return LastFindings(
        with_verdicts(library, detection.lean(library)),
        _placed_passages(PassageRows.unpacked(kept[1].tobytes()), place_of),
        datetime.fromisoformat(head["found_at"]),
        [(what, why, how_many) for what, why, how_many in head.get("missed", ())],
    )


def _made_by(recipe_id: str) -> list[object]:
    """By what the same documents have the same findings."""
    return [__version__, COMPARISON_VERSION, recipe_id, [each.value for each in CLASSES]]


def _options(kept: dict[str, Any]) -> DetectionOptions:
    thresholds = kept["thresholds"]
    passages = PassageThresholds(**thresholds["passages"])
    made = Thresholds(**thresholds | {"passages": passages})
    return DetectionOptions(**kept | {"thresholds": made})


def _nothing_common(versions: Ids) -> CommonText:
    count = len(versions)
    is_on_template, states = np.zeros(count, np.bool_), CommonOfEach.nothing(count).states
    before = Before.of(states)
    return CommonText(versions, NOTHING_COMMON, NOTHING_COMMON, is_on_template, states, before)


def _placed(groups: Groups, is_there: Flags, place_of: Ids) -> Ids:
    """Who leads those that are still there, where the leader is; -1 stays."""
    leader_of = groups.leader_of[is_there]
    return np.where(leader_of >= 0, place_of[leader_of], -1)


def _placed_pairs(pairs: DetectedPairs, place_of: Ids) -> DetectedPairs:
    if (place_of >= 0).all():
        return pairs
    left, right = place_of[pairs.left], place_of[pairs.right]
    return replace(pairs, left=left, right=right).take((left >= 0) & (right >= 0))


def _placed_passages(passages: PassageRows, place_of: Ids) -> PassageRows:
    if (place_of >= 0).all():
        return passages
    return PassageRows.of([_placed_passage(each, place_of) for each in passages])


def _placed_passage(passage: SharedPassage, place_of: Ids) -> SharedPassage:
    places = place_of[passage.documents]
    return replace(passage, documents=places[places >= 0])
