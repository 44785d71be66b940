"""Many documents checked in one go: against a library, or among themselves.

Among themselves they are put into a library that is gone afterwards, and each is checked against
the others. The matrix says how much of each document another one has; its rows are in an order in
which those that are alike stand together.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from simhash_gui.services.checking.checking import check_text
from simhash_gui.services.checking.findings import CheckSettings, Findings, find
from simhash_gui.services.comparison.loading import Limits, ReadFailure, TracedText, load
from simhash_gui.services.detection.pairs import DetectionOptions
from simhash_gui.services.importing.adding import import_paths
from simhash_gui.services.importing.importing import ImportOptions
from simhash_gui.services.jobs import JobControl, Stage
from simhash_gui.services.library.libraries import Library, library_recipe, temporary_library
from simhash_gui.services.library.whole_files import replacing

_FILES_AT_ONCE = 16
_ORDERED_UP_TO = 2_000

Shares = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class CheckedDocument:
    """One document of a batch."""

    question: TracedText
    findings: Findings


@dataclass(frozen=True, slots=True)
class UnreadDocument:
    """One that could not be read."""

    path: str
    failure: ReadFailure


@dataclass(frozen=True, slots=True, eq=False)
class Matrix:
    """Row i tells what share of document i stands in each of the others: shape (n, n), 0 to 1."""

    paths: tuple[str, ...]
    shares: Shares


def documents_in(folder: Path) -> list[Path]:
    """The files of a folder and of those in it, but for names that begin with a dot; by path."""
    return sorted(
        path
        for path in folder.rglob("*")
        if path.is_file()
        and not any(part.startswith(".") for part in path.relative_to(folder).parts)
    )


def check_documents(
    library: Library,
    paths: Sequence[Path],
    options: DetectionOptions,
    settings: CheckSettings,
    control: JobControl,
) -> Iterator[CheckedDocument | UnreadDocument]:
    """Check documents one after another. Raises JobCancelledError."""
    recipe = library_recipe(library)
    done = 0
    for start in range(0, len(paths), _FILES_AT_ONCE):
        some = paths[start : start + _FILES_AT_ONCE]
        control.checkpoint()
        for path, side in zip(some, load(some, recipe, Limits()), strict=True):
            control.report(Stage.CHECKING, done, len(paths), current=str(path))
            done += 1
            if isinstance(side, ReadFailure):
                yield UnreadDocument(str(path), side)
                continue
            checked = check_text(library, side, options, control)
            yield CheckedDocument(side, find(side, checked, settings))


@contextmanager
def library_of(folder: Path, control: JobControl) -> Iterator[Library]:
    """A library of the documents of a folder, which is gone afterwards."""
    with temporary_library() as library:
        import_paths(library, [folder], ImportOptions(), control)
        yield library


def matrix_of(documents: Sequence[CheckedDocument]) -> Matrix:
    """How much of each document every other one has, in an order that puts like beside like."""
    paths = [each.question.path for each in documents]
    rows = {str(Path(path).resolve()): row for row, path in enumerate(paths)}
    shares = np.zeros((len(paths), len(paths)))
    for row, each in enumerate(documents):
        for source in each.findings.sources:
            for path in source.match.paths:
                column = rows.get(path)
                if column is not None:
                    shares[row, column] = each.findings.measures.ratio(source.full)
    order = _order(np.maximum(shares, shares.T))
    return Matrix(tuple(paths[place] for place in order), shares[np.ix_(order, order)])


def _order(likeness: Shares) -> list[int]:
    """From the most alike pair on, always the one that is most like the last."""
    count = len(likeness)
    if not 2 < count <= _ORDERED_UP_TO:
        return list(range(count))
    left = likeness.copy()
    place = int(left.max(axis=1).argmax())
    order = [place]
    for _ in range(count - 1):
        left[:, place] = -1
        place = int(left[place].argmax())
        order.append(place)
    return order


def write_overview(documents: Sequence[CheckedDocument], path: Path) -> None:
    """One row for each document, as CSV. Raises OSError."""

    def rows() -> Iterator[Sequence[object]]:
        yield (
            "path", "characters", "overlap_characters", "total_ratio", "without_quoted_ratio",
            "greatest_single_ratio", "greatest_source", "flags",
        )  # fmt: skip
        for each in documents:
            measures, sources = each.findings.measures, each.findings.sources
            yield (
                each.question.path,
                measures.characters,
                measures.overlap,
                f"{measures.ratio(measures.overlap):.4f}",
                f"{measures.ratio(measures.without_quoted):.4f}",
                f"{measures.ratio(measures.greatest_single):.4f}",
                sources[0].path if sources else "",
                len(each.findings.flags),
            )

    write_csv(path, rows)


def write_matrix(matrix: Matrix, path: Path) -> None:
    """The matrix as CSV. Raises OSError."""

    def rows() -> Iterator[Sequence[object]]:
        yield ("", *matrix.paths)
        for name, row in zip(matrix.paths, matrix.shares, strict=True):
            yield (name, *(f"{share:.4f}" for share in row))

    write_csv(path, rows)


def write_csv(path: Path, rows: Callable[[], Iterator[Sequence[object]]]) -> None:
    """Rows as CSV that spreadsheets read. Raises OSError."""
    # with the mark that spreadsheets need to take it for UTF-8
    with replacing(path) as part, part.open("w", encoding="utf-8-sig", newline="") as stream:
        csv.writer(stream).writerows([_plain(cell) for cell in row] for row in rows())


def _plain(cell: object) -> object:
    """No name of a file becomes a formula in a spreadsheet."""
    is_formula = isinstance(cell, str) and cell.startswith(("=", "+", "-", "@", "\t", "\r"))
    return f"'{cell}" if is_formula else cell
