"""What the filter box of the Clusters page means: words of a name, and terms such as ``size>5``.

Only reads the text and judges arrays; which clusters there are is the view model's business.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simhash_gui.services.detection.detection import ClusterTable


class FilterField(StrEnum):
    """What a term can ask for."""

    SIZE = "size"
    SPREAD = "spread"
    OVERLAP = "overlap"
    DOCUMENTS = "documents"
    WASTED = "wasted"


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
_UNITS_BYTES = {"": 1, "b": 1, "kb": 1000, "mb": 1000**2, "gb": 1000**3}
_UNITS_BYTES |= {"kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30}
_PIECE = re.compile(r'"[^"]*"?|\S+')
_TERM = re.compile(
    r"(?P<field>[a-z]+)(?P<sign>>=|<=|>|<|=|≥|≤)(?P<number>\d+(?:\.\d+)?)(?P<unit>[a-z]*|%)",
    re.IGNORECASE,
)
_SIGNS = {"≥": ">=", "≤": "<="}


@dataclass(frozen=True, slots=True)
class Term:
    """One condition on a number of the cluster.

    ``number`` of ``WASTED`` is in bytes, that of ``OVERLAP`` in per cent.
    """

    field: FilterField
    comparison: Comparison
    number: float


@dataclass(frozen=True, slots=True)
class ClusterFilter:
    """Every word must occur in the medoid's name, in any case; every term must hold."""

    words: tuple[str, ...] = ()
    terms: tuple[Term, ...] = ()

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
    for piece in _PIECE.findall(text):
        term = _parse_term(piece)
        if term is not None:
            terms.append(term)
        elif word := piece.strip('"').casefold():
            words.append(word)
    return ClusterFilter(tuple(words), tuple(terms))


def _parse_term(piece: str) -> Term | None:
    match = _TERM.fullmatch(piece)
    if match is None or match["field"].lower() not in set(FilterField):
        return None
    field = FilterField(match["field"].lower())
    unit = match["unit"].lower()
    if unit == "%" and field is FilterField.OVERLAP:
        unit = ""
    if unit not in _UNITS_BYTES or (unit and field is not FilterField.WASTED):
        return None
    comparison = Comparison(_SIGNS.get(match["sign"], match["sign"]))
    return Term(field, comparison, float(match["number"]) * _UNITS_BYTES[unit])


def _column(table: ClusterTable, field: FilterField) -> NDArray[Any]:
    columns: dict[FilterField, NDArray[Any]] = {
        FilterField.SIZE: table.sizes,
        FilterField.SPREAD: table.max_distances,
        FilterField.OVERLAP: table.min_overlaps * 100,
        FilterField.DOCUMENTS: table.document_counts,
        FilterField.WASTED: table.wasted_bytes,
    }
    return columns[field]
