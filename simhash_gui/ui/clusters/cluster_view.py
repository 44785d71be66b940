"""Which clusters are listed, and in which order: arrays in, an array of medoid ids out.

The filter box takes words of a name, and terms such as ``files>5``, ``type:pdf``, ``path:archive``,
``name:"annual report"`` and ``verdict:none``. Runs in the read pool. Names
are only fetched when the filter or the order asks for them, and remembered as long as the same
detection is shown.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from simhash_gui.services.detection.answers.clusters import ClusterSort, ClusterTable
from simhash_gui.services.detection.answers.filtering import (
    FileField,
    clusters_with_text,
    clusters_with_verdict,
)
from simhash_gui.services.detection.detection import Detection
from simhash_gui.services.library.browsing import file_names, file_rows
from simhash_gui.services.library.libraries import Library
from simhash_gui.services.review.verdicts import Verdict

NOWHERE = -1


@dataclass(frozen=True, slots=True, eq=False)
class IdPositions:
    """An array of distinct ids, shape (n,), and the positions that put it in ascending order."""

    ids: NDArray[np.int64]
    sorter: NDArray[np.int64]

    @classmethod
    def of(cls, ids: NDArray[np.int64]) -> Self:
        """Sort once: a tenth of a second for a million ids."""
        return cls(ids, np.argsort(ids, kind="stable"))

    def find(self, wanted: Sequence[int]) -> list[int]:
        """The position of each wanted id, or NOWHERE."""
        keys = np.asarray(wanted, np.int64)
        if not len(self.ids):
            return [NOWHERE] * len(keys)
        places = np.searchsorted(self.ids, keys, sorter=self.sorter)
        found = self.sorter[np.minimum(places, len(self.ids) - 1)]
        positions: list[int] = np.where(self.ids[found] == keys, found, NOWHERE).tolist()
        return positions


class FilterField(StrEnum):
    """What a term can ask for."""

    FILES = "files"
    SPREAD = "spread"
    OVERLAP = "overlap"
    DOCUMENTS = "documents"
    RECLAIMABLE = "reclaimable"
    COPIES = "copies"


_IN_CHINESE: Mapping[str, str] = {  # as the window calls them
    FilterField.FILES: "文件数",
    FilterField.SPREAD: "距离",
    FilterField.OVERLAP: "重合度",
    FilterField.DOCUMENTS: "文档",
    FilterField.RECLAIMABLE: "可释放",
    FilterField.COPIES: "副本",
    FileField.NAME: "名称",
    FileField.PATH: "路径",
    FileField.TYPE: "类型",
    "verdict": "判定",
    "none": "无",
    Verdict.SAME: "相同",
    Verdict.REVISION: "修订稿",
    Verdict.TEMPLATE: "同一模板",
    Verdict.UNRELATED: "无关",
    Verdict.LATER: "稍后再定",
}
_FIELDS = {name: field for field in FilterField for name in (field.value, _IN_CHINESE[field])}
_FIELDS |= {"size": FilterField.FILES, "wasted": FilterField.RECLAIMABLE}  # names of old columns
_FIELDS |= {"文件": FilterField.FILES}
_TEXT_FIELDS = {name: field for field in FileField for name in (field.value, _IN_CHINESE[field])}
_VERDICT_FIELDS = {"verdict", _IN_CHINESE["verdict"]}
_VERDICTS: Mapping[str, Verdict | None] = {"none": None, _IN_CHINESE["none"]: None} | {
    name: verdict for verdict in Verdict for name in (verdict.value, _IN_CHINESE[verdict])
}
_COMMON_TYPES = ("pdf", "docx", "txt", "md", "html", "odt", "rtf", "eml", "tex", "epub", "xlsx")


class Comparison(StrEnum):
    """How a term compares; the longer signs stand first so that they are read first."""

    AT_LEAST = ">="
    AT_MOST = "<="
    MORE = ">"
    LESS = "<"
    EQUAL = "="


_OPERATORS: dict[Comparison, Callable[[Any, Any], Any]] = {
    Comparison.AT_LEAST: operator.ge,
    Comparison.AT_MOST: operator.le,
    Comparison.MORE: operator.gt,
    Comparison.LESS: operator.lt,
    Comparison.EQUAL: operator.eq,
}
_UNITS_BYTES = {"": 1, "b": 1, "kb": 1 << 10, "mb": 1 << 20, "gb": 1 << 30}  # as they are shown
_UNITS_BYTES |= {"kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30}
_PIECE = re.compile(r'[^\W\d]+:"[^"]*"?|"[^"]*"?|\S+')
_TEXT = re.compile(r'(?P<field>[^\W\d]+):(?P<text>"[^"]*"?|\S*)')
_TERM = re.compile(
    r"(?P<field>[^\W\d]+)(?P<sign>>=|<=|>|<|=|≥|≤)(?P<number>\d+(?:\.\d+)?)(?P<unit>[a-z]*|%)",
    re.IGNORECASE,
)
_SIGNS = {"≥": ">=", "≤": "<="}
_FULL_WIDTH = str.maketrans("＞＜＝％：", "><=%:")


@dataclass(frozen=True, slots=True)
class Term:
    """One condition on a number of the cluster.

    ``number`` of ``RECLAIMABLE`` is in bytes, that of ``OVERLAP`` in percent.
    """

    field: FilterField
    comparison: Comparison
    number: float


@dataclass(frozen=True, slots=True)
class TextTerm:
    """A text that the name, the path or the type of a member must have."""

    field: FileField
    text: str


@dataclass(frozen=True, slots=True)
class ClusterFilter:
    """Every word must occur in the medoid's name, in any case; every term must hold.

    ``verdicts`` are what the latest verdict on all members must be, None for no verdict.
    """

    words: tuple[str, ...] = ()
    terms: tuple[Term, ...] = ()
    texts: tuple[TextTerm, ...] = ()
    verdicts: tuple[Verdict | None, ...] = ()
    unknown: tuple[str, ...] = ()
    """What looks like a term but is none; no condition."""
    text: str = field(default="", compare=False)
    """As it was typed."""

    def numbers_match(self, table: ClusterTable) -> NDArray[np.bool_]:
        """Shape (clusters,): where every term holds."""
        passed = np.ones(len(table.sizes), dtype=np.bool_)
        for term in self.terms:
            passed &= _OPERATORS[term.comparison](_column(table, term.field), term.number)
        return passed

    def name_matches(self, name: str) -> bool:
        """Whether every word occurs in ``name``."""
        folded = name.casefold()
        return all(word in folded for word in self.words)


def parse_filter(text: str) -> ClusterFilter:
    """Read the filter box. What is no term counts as part of a name; quotes hold words together."""
    words: list[str] = []
    terms: list[Term] = []
    unknown: list[str] = []
    texts: list[TextTerm] = []
    verdicts: list[Verdict | None] = []
    for piece in _PIECE.findall(text.translate(_FULL_WIDTH)):
        term, named = _parse_term(piece), _parse_text(piece)
        if term is not None:
            terms.append(term)
        elif isinstance(named, TextTerm):
            texts.append(named)
        elif named is not None:
            verdicts.append(_VERDICTS[named])
        elif _TERM.fullmatch(piece) or _TEXT.fullmatch(piece):
            unknown.append(piece)
        elif word := piece.strip('"').casefold():
            words.append(word)
    return ClusterFilter(
        tuple(words), tuple(terms), tuple(texts), tuple(verdicts), tuple(unknown), text
    )


def _parse_text(piece: str) -> TextTerm | str | None:
    """A condition on the text of a file's name, or the name of a verdict."""
    match = _TEXT.fullmatch(piece)
    text = match["text"].strip('"') if match is not None else ""
    if match is None or not text:
        return None
    name = match["field"].lower()
    if name in _VERDICT_FIELDS:
        return text.lower() if text.lower() in _VERDICTS else None
    field = _TEXT_FIELDS.get(name)
    return None if field is None else TextTerm(field, text)


def _parse_term(piece: str) -> Term | None:
    match = _TERM.fullmatch(piece)
    field = _FIELDS.get(match["field"].lower()) if match is not None else None
    if match is None or field is None:
        return None
    unit = match["unit"].lower()
    if unit == "%" and field is FilterField.OVERLAP:
        unit = ""
    if unit not in _UNITS_BYTES or (unit and field is not FilterField.RECLAIMABLE):
        return None
    comparison = Comparison(_SIGNS.get(match["sign"], match["sign"]))
    return Term(field, comparison, float(match["number"]) * _UNITS_BYTES[unit])


def known_fields(*, in_chinese: bool) -> list[str]:
    """What can be asked for; what takes a text has a colon."""
    texts = [f"{_named(field.value, in_chinese)}:" for field in FileField]
    numbers = [_named(field.value, in_chinese) for field in FilterField]
    return [*numbers, *texts, f"{_named('verdict', in_chinese)}:"]


def known_terms(*, in_chinese: bool) -> list[str]:
    """What a term can begin with, for completion; in Chinese, the English terms too."""
    *fields, verdict = known_fields(in_chinese=in_chinese)
    texts = [field for field in fields if field.endswith(":")]
    numbers = [f"{field}{sign}" for field in fields if field not in texts for sign in (">", "<")]
    types = [f"{_named(FileField.TYPE, in_chinese)}:{name}" for name in _COMMON_TYPES]
    verdicts = [f"{verdict}{_named(name, in_chinese)}" for name in ("none", *Verdict)]
    english = known_terms(in_chinese=False) if in_chinese else ["size>"]
    return [*numbers, *texts, *types, *verdicts, *english]


def _named(term: str, in_chinese: bool) -> str:
    return _IN_CHINESE[term] if in_chinese else term


def _column(table: ClusterTable, field: FilterField) -> NDArray[Any]:
    columns: dict[FilterField, NDArray[Any]] = {
        FilterField.FILES: table.sizes,
        FilterField.SPREAD: table.max_distances,
        FilterField.OVERLAP: table.min_overlaps * 100,
        FilterField.DOCUMENTS: table.document_counts,
        FilterField.RECLAIMABLE: table.wasted_bytes,
    }
    return table.most_copies if field is FilterField.COPIES else columns[field]


_NAMES_AT_ONCE = 2_000


class ClusterOrder(StrEnum):
    """Columns to sort by."""

    SIZE = "size"
    NAME = "name"
    SPREAD = "spread"
    OVERLAP = "overlap"
    WASTED = "wasted"
    VERSIONS = "versions"
    NEWEST = "newest"
    CLASS = "class"


_SERVICE_SORTS = {
    ClusterOrder.SIZE: ClusterSort.SIZE,
    ClusterOrder.SPREAD: ClusterSort.SPREAD,
    ClusterOrder.OVERLAP: ClusterSort.OVERLAP,
    ClusterOrder.WASTED: ClusterSort.WASTED,
    ClusterOrder.VERSIONS: ClusterSort.VERSIONS,
    ClusterOrder.NEWEST: ClusterSort.NEWEST,
    ClusterOrder.CLASS: ClusterSort.CLASS,
}


@dataclass(frozen=True, slots=True)
class ClusterQuery:
    """What the user asked to see."""

    filter: ClusterFilter = field(default_factory=ClusterFilter)
    order: ClusterOrder = ClusterOrder.SIZE
    is_descending: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class SortedTable:
    """A table of clusters of a detection, with a quick way to the cluster of a medoid."""

    detection: Detection
    table: ClusterTable
    positions: IdPositions


@dataclass(eq=False, slots=True)
class FileNames:
    """File names by file id, read a few thousand at a time."""

    library: Library
    _known: dict[int, str] = field(default_factory=dict)

    def of(self, file_ids: Sequence[int]) -> list[str]:
        """The names in the order of the ids; empty for a file that is gone by now."""
        missing = [file_id for file_id in file_ids if file_id not in self._known]
        for start in range(0, len(missing), _NAMES_AT_ONCE):
            part = missing[start : start + _NAMES_AT_ONCE]
            self._known.update(dict.fromkeys(part, ""))
            self._known.update(file_names(self.library, part))
        return [self._known[file_id] for file_id in file_ids]


def listed_medoids(table: ClusterTable, query: ClusterQuery, names: FileNames) -> NDArray[np.int64]:
    """Medoids' file ids of the clusters that pass the filter, in order."""
    positions = _ordered(table, query, names)
    if query.filter.terms:
        positions = positions[query.filter.numbers_match(table)[positions]]
    for mask in _masks(table, query.filter, names.library):
        positions = positions[mask[positions]]
    medoids = table.medoid_file_ids[positions]
    if query.filter.words:
        found = [query.filter.name_matches(name) for name in names.of(medoids.tolist())]
        medoids = medoids[np.array(found, dtype=np.bool_)]
    file_rows(names.library, medoids[:1].tolist())  # or the first painting would prepare it
    return medoids


def _masks(
    table: ClusterTable, wanted: ClusterFilter, library: Library
) -> Iterator[NDArray[np.bool_]]:
    """What the library has to say for: texts of files, and verdicts."""
    for term in wanted.texts:
        yield clusters_with_text(library, table, term.field, term.text)
    for verdict in wanted.verdicts:
        yield clusters_with_verdict(library, table, verdict)


def _ordered(table: ClusterTable, query: ClusterQuery, names: FileNames) -> NDArray[np.int64]:
    if query.order is not ClusterOrder.NAME:
        return table.order(_SERVICE_SORTS[query.order], descending=query.is_descending)
    folded = [name.casefold() for name in names.of(table.medoid_file_ids.tolist())]
    ordered = sorted(range(len(folded)), key=folded.__getitem__, reverse=query.is_descending)
    return np.array(ordered, np.int64)
