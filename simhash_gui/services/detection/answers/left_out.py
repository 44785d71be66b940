"""What a search did not look at, and why: every answer says so.

Damage keeps documents from being compared: a text that is lost, a recipe or a state that is not
known. Other things are left out because they would cost too much.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
from types import MappingProxyType
from typing import Any

import numpy as np

from simhash_gui.services.detection.detection import Detection
from simhash_gui.services.detection.passage_marks import damaged_marks
from simhash_gui.services.library.libraries import Library, has_foreign_text, suspicious_texts
from simhash_gui.services.review.verdicts import Verdicts, load_verdicts
from simhash_gui.store.engine.types import DocumentState, Ids
from simhash_gui.store.repositories import documents, folders, present_files, texts


class LeftOutReason(StrEnum):
    """Why something was not looked at."""

    TEXT_MISSING = "text-missing"
    TEXT_UNREADABLE = "text-unreadable"
    DATA_DAMAGED = "data-damaged"
    """What documents are compared by is not that of the text."""
    SHARD_UNREADABLE = "shard-unreadable"
    """The text is in another library, which is gone or damaged."""
    NOT_MEASURED = "not-measured"
    """The process that compared the texts ended, say for want of memory."""
    OTHER_RECIPE = "other-recipe"
    """The fingerprint was made by another recipe than that of the library, or an unknown one."""
    STATE_UNKNOWN = "state-unknown"
    DOCUMENT_MISSING = "document-missing"
    """Files refer to a document that is not there."""
    FOLDER_UNKNOWN = "folder-unknown"
    """Files are in a folder that is not there, or whose role is not known."""
    VERDICT_DAMAGED = "verdict-damaged"
    """A verdict is not the one that a person gave; it was not followed."""
    MARK_DAMAGED = "mark-damaged"
    """A mark of a passage, or a template, is not the one that a person made."""
    FOLDER_DAMAGED = "folder-damaged"
    """A folder is not the one that was added: it may have another role."""
    DISTANCE_LOWERED = "distance-lowered"
    """Comparing fingerprints as far as usual would take too long."""
    TOO_MUCH_IN_COMMON = "too-much-in-common"
    """So many texts share so much that some pairs were not looked at."""
    REMOVED_MEANWHILE = "removed-meanwhile"
    """Others have removed the document since the search began."""


_NO_DAMAGE = (
    LeftOutReason.DISTANCE_LOWERED,
    LeftOutReason.TOO_MUCH_IN_COMMON,
    LeftOutReason.REMOVED_MEANWHILE,
)
_DECISIONS = (
    LeftOutReason.VERDICT_DAMAGED,
    LeftOutReason.MARK_DAMAGED,
    LeftOutReason.FOLDER_DAMAGED,
)
_REPAIR = "simhash-gui library check FILE --repair"
_READ_AGAIN = f"{_REPAIR}, then scan the folders again"
_WORDS: Mapping[LeftOutReason, tuple[str, str]] = MappingProxyType(
    {
        LeftOutReason.TEXT_MISSING: ("the stored text is missing", _READ_AGAIN),
        LeftOutReason.TEXT_UNREADABLE: ("the stored text is damaged", _READ_AGAIN),
        LeftOutReason.DATA_DAMAGED: ("the comparison data are damaged", _REPAIR),
        LeftOutReason.SHARD_UNREADABLE: (
            "the shard that has the text cannot be read",
            "put it back in its place, then run simhash-gui batch again",
        ),
        LeftOutReason.NOT_MEASURED: (
            "the process that compared the texts ended",
            "free memory, and search again",
        ),
        LeftOutReason.OTHER_RECIPE: (
            "the fingerprint is of another recipe, or an unknown one",
            _REPAIR,
        ),
        LeftOutReason.STATE_UNKNOWN: ("the state is not known", _READ_AGAIN),
        LeftOutReason.DOCUMENT_MISSING: ("the document of the file is missing", _READ_AGAIN),
        LeftOutReason.FOLDER_UNKNOWN: (
            "the folder is missing, or its role is not known",
            _READ_AGAIN,
        ),
        LeftOutReason.VERDICT_DAMAGED: (
            "not as it was given, and not followed",
            f"{_REPAIR} takes it back; then give it again",
        ),
        LeftOutReason.MARK_DAMAGED: (
            "not as it was made, and not followed",
            f"{_REPAIR} takes it back; then mark the passage again",
        ),
        LeftOutReason.FOLDER_DAMAGED: (
            "not as it was added, so its role may be another one",
            f"{_REPAIR} makes it a reference folder; then give it its role again",
        ),
        LeftOutReason.DISTANCE_LOWERED: (
            "fingerprints are so much alike that they were compared less far than usual",
            "--distance K sets how far fingerprints are compared",
        ),
        LeftOutReason.TOO_MUCH_IN_COMMON: (
            "so many texts have so much in common that not all pairs were looked at",
            "search fewer documents at a time",
        ),
        LeftOutReason.REMOVED_MEANWHILE: (
            "others removed the document during the search",
            "search again",
        ),
    }
)
"""What happened, and what to do about it."""
_IN_CHINESE: Mapping[str, str] = MappingProxyType(
    {
        "documents": "{count}篇文档",
        "files": "{count}个文件",
        "pairs": "{count}对文档",
        "verdicts": "{count}条判定",
        "marks": "{count}个标记",
        "folders": "{count}个文件夹",
        LeftOutReason.TEXT_MISSING: "存储的正文缺失",
        LeftOutReason.TEXT_UNREADABLE: "存储的正文已损坏",
        LeftOutReason.DATA_DAMAGED: "用于比较的数据已损坏",
        LeftOutReason.SHARD_UNREADABLE: "正文所在的分库无法读取",
        LeftOutReason.NOT_MEASURED: "比较正文的进程中断",
        LeftOutReason.OTHER_RECIPE: "指纹由其他或未知的方案生成",
        LeftOutReason.STATE_UNKNOWN: "状态未知",
        LeftOutReason.DOCUMENT_MISSING: "文件对应的文档缺失",
        LeftOutReason.FOLDER_UNKNOWN: "文件夹缺失或用途未知",
        LeftOutReason.VERDICT_DAMAGED: "已损坏，未采用",
        LeftOutReason.MARK_DAMAGED: "已损坏，未采用",
        LeftOutReason.FOLDER_DAMAGED: "已损坏，用途可能不同",
        LeftOutReason.DISTANCE_LOWERED: "指纹过于相似，比较的距离小于通常值",
        LeftOutReason.TOO_MUCH_IN_COMMON: "正文共有内容过多，未逐对检查",
        LeftOutReason.REMOVED_MEANWHILE: "搜索期间文档被他人移除",
    }
)
INCOMPLETE = "# incomplete"
"""What the last rows of a CSV file begin with, where something was left out."""
_NO_PAIRS: Ids = np.empty((0, 2), np.int64)


@dataclass(frozen=True, slots=True)
class LeftOut:
    """What was left out, such as ``documents`` or ``pairs``; how many, None if not counted."""

    what: str
    why: LeftOutReason
    how_many: int | None

    @property
    def is_damage(self) -> bool:
        """Whether something is wrong with the library."""
        return self.why not in _NO_DAMAGE

    @property
    def is_decision(self) -> bool:
        """Whether it is what a person has decided, and no document."""
        return self.why in _DECISIONS

    @property
    def reason(self) -> str:
        """Why, in words."""
        return _WORDS[self.why][0]

    @property
    def way_out(self) -> str:
        """What to do about it."""
        return _WORDS[self.why][1]

    def sentence(self, *, in_chinese: bool = False) -> str:
        """What and why, for a report."""
        if in_chinese:
            count = "" if self.how_many is None else f"{self.how_many:,} "
            return f"{_IN_CHINESE[self.what].format(count=count)}：{_IN_CHINESE[self.why]}"
        what = self.what.removesuffix("s") if self.how_many == 1 else self.what
        count = "" if self.how_many is None else f"{self.how_many:,} "
        return f"{count}{what}: {self.reason}"


def left_out_fields(left_out: Sequence[LeftOut]) -> dict[str, Any]:
    """As JSON: whether everything was looked at, and what was not."""
    return {
        "complete": not left_out,
        "left_out": [
            {
                "what": each.what,
                "why": each.why.value,
                "how_many": each.how_many,
                "way_out": each.way_out,
            }
            for each in left_out
        ],
    }


def merged(parts: Sequence[Sequence[LeftOut]]) -> tuple[LeftOut, ...]:
    """What several searches of one library did not look at.

    A number that not all of them tell is not known of all together.
    """
    told: dict[tuple[str, LeftOutReason], list[int | None]] = {}
    for each in chain.from_iterable(parts):
        told.setdefault((each.what, each.why), []).append(each.how_many)
    return tuple(
        LeftOut(what, why, numbers[0] if [numbers[0]] * len(parts) == numbers else None)
        for (what, why), numbers in told.items()
    )


def left_out(detection: Detection) -> tuple[LeftOut, ...]:
    """What a search did not look at. To be asked when its pairs are measured, see ``measured``."""
    classifier = detection.classifier
    found = list(documents_left_out(classifier.library, detection.recipe.recipe_id))
    unread = np.array(classifier.arrays.unread, np.int64)
    pairs, damaged = _distinct_pairs(classifier.unmeasured), classifier.arrays.damaged
    found += texts_left_out(classifier.library, unread, pairs, damaged)
    found += decisions_left_out(classifier.library)
    if detection.is_lowered:
        found.append(LeftOut("pairs", LeftOutReason.DISTANCE_LOWERED, None))
    unlooked = detection.groups.unlooked
    if detection.is_cut or unlooked:
        how_many = None if detection.is_cut else unlooked
        found.append(LeftOut("pairs", LeftOutReason.TOO_MUCH_IN_COMMON, how_many))
    return tuple(found)


def decisions_left_out(library: Library) -> Iterator[LeftOut]:
    """What people have decided, and is not followed because it is damaged."""
    yield from verdicts_left_out(load_verdicts(library))
    if marks := damaged_marks(library):
        yield LeftOut("marks", LeftOutReason.MARK_DAMAGED, marks)
    with library.read() as connection:
        damaged = folders.damaged_ids(connection)
    if damaged:
        yield LeftOut("folders", LeftOutReason.FOLDER_DAMAGED, len(damaged))


def verdicts_left_out(verdicts: Verdicts) -> Iterator[LeftOut]:
    """The damaged ones."""
    if verdicts.damaged:
        yield LeftOut("verdicts", LeftOutReason.VERDICT_DAMAGED, verdicts.damaged)


def documents_left_out(library: Library, recipe_id: str) -> Iterator[LeftOut]:
    """Documents that are there and have no fingerprint of this recipe, though they should."""
    with library.read() as connection:
        unfingerprinted = present_files.without_fingerprint(connection, recipe_id)
        strays = present_files.stray_counts(connection)
    reasons = Counter(reason for reason in map(_reason, unfingerprinted) if reason is not None)
    for reason, how_many in reasons.items():
        yield LeftOut("documents", reason, how_many)
    if strays.of_unknown_state:
        yield LeftOut("files", LeftOutReason.STATE_UNKNOWN, strays.of_unknown_state)
    if strays.of_unknown_folder:
        yield LeftOut("files", LeftOutReason.FOLDER_UNKNOWN, strays.of_unknown_folder)


def texts_left_out(
    library: Library, unread: Ids, unmeasured: Ids = _NO_PAIRS, damaged_data: Iterable[int] = ()
) -> Iterator[LeftOut]:
    """Documents whose texts could not be compared, by their ids.

    ``unread`` have no text that can be read, or that of another document; of ``unmeasured``, pairs
    of shape (p, 2), it is one of two, or the process that measured them ended. ``damaged_data`` are
    those whose data does not fit its checksum, whether they are still there or not.
    """
    with library.read() as connection:
        missing = texts.missing_ids(connection, np.union1d(unread, unmeasured))
        there = documents.digests_of(connection, missing)
        lost = texts.out_of_reach_ids(connection, np.union1d(unread, unmeasured))
        unread = np.setdiff1d(unread, np.union1d(missing, lost))
        rest = unmeasured[~np.isin(unmeasured, np.union1d(missing, lost)).any(axis=1)]
        damaged = texts.unreadable_ids(connection, np.union1d(unread, rest))
    readable = np.setdiff1d(np.union1d(unread, rest), damaged).tolist()
    is_foreign = dict(_suspicious(library, readable))
    misled = {each for each, foreign in is_foreign.items() if not foreign}
    misled |= _present(library, damaged_data)
    foreign = [each for each, foreign in is_foreign.items() if foreign]
    damaged = np.concatenate((damaged, np.array(foreign, np.int64)))
    pairs = rest[~np.isin(rest, [*damaged.tolist(), *misled]).any(axis=1)]
    if there:
        yield LeftOut("documents", LeftOutReason.TEXT_MISSING, len(there))
    if len(missing) > len(there):
        yield LeftOut("documents", LeftOutReason.REMOVED_MEANWHILE, len(missing) - len(there))
    if len(lost):
        yield LeftOut("documents", LeftOutReason.SHARD_UNREADABLE, len(lost))
    if len(damaged):
        yield LeftOut("documents", LeftOutReason.TEXT_UNREADABLE, len(damaged))
    if misled:
        yield LeftOut("documents", LeftOutReason.DATA_DAMAGED, len(misled))
    if len(pairs):
        yield LeftOut("pairs", LeftOutReason.NOT_MEASURED, len(pairs))


def _present(library: Library, ids: Iterable[int]) -> set[int]:
    if not (some := set(ids)):
        return some
    with library.read() as connection:
        return some & set(present_files.document_ids(connection).tolist())


def _suspicious(library: Library, ids: Sequence[int]) -> Iterator[tuple[int, bool]]:
    """Documents whose text has not the tokens it should have; whether it is another's."""
    for each in ids:
        with library.read() as connection:
            text = texts.get(connection, each)
        if text is not None and suspicious_texts(library, {each: text}):
            yield each, has_foreign_text(library, each, text)


def _distinct_pairs(parts: Sequence[tuple[Ids, Ids]]) -> Ids:
    pairs = [np.stack(part, axis=1) for part in parts]
    return np.unique(np.concatenate([_NO_PAIRS, *pairs]), axis=0)


def _reason(document: present_files.Unfingerprinted) -> LeftOutReason | None:
    if not document.is_known:
        return LeftOutReason.DOCUMENT_MISSING
    if document.has_fingerprint:
        return LeftOutReason.OTHER_RECIPE
    is_without_rightly = document.state in {DocumentState.TOO_SHORT, DocumentState.FAILED}
    return None if is_without_rightly else LeftOutReason.STATE_UNKNOWN
