"""Many documents checked in one go: against a library, or among themselves.

Among themselves they are put into a library that is gone afterwards, and each is checked against
the others. The matrix says how much of each document another one has; its rows are in an order in
which those that are alike stand together.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simhash_gui.services.checking.checking import check_text
from simhash_gui.services.checking.findings import CheckSettings, Findings
from simhash_gui.services.checking.judging import find
from simhash_gui.services.comparison.loading import Limits, ReadFailure, TracedText, load
from simhash_gui.services.detection.answers.left_out import (
    INCOMPLETE,
    LeftOut,
    LeftOutReason,
    merged,
)
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
class Row:
    """What a batch keeps of a document, in characters; ``told`` is whatever is told of it.

    ``sources``, the one with most first: the paths of each, and how much it has. ``shared``, of a
    bid alone: the paths of a source, and (start, end, start, end) of a passage in both texts with
    the first character of it that counts.
    ``itself``: where the library has the very file. ``not_compared``: what damage kept from being
    compared, as the values of a LeftOut. ``left_out``: what was found and a filter leaves out.
    """

    path: str
    characters: int
    overlap: int
    without_quoted: int
    greatest_single: int
    flags: int
    sources: Sequence[tuple[Sequence[str], int]]
    told: dict[str, Any]
    shared: Sequence[tuple[Sequence[str], Sequence[int]]] = ()
    itself: Sequence[str] = ()
    not_compared: Sequence[tuple[str, str, int | None]] = ()
    left_out: int = 0

    @classmethod
    def of(cls, document: CheckedDocument, told: dict[str, Any], *, is_bid: bool = False) -> Row:
        """A document that was just checked."""
        measures, findings = document.findings.measures, document.findings
        return cls(
            document.question.path,
            measures.characters,
            measures.overlap,
            measures.without_quoted,
            measures.greatest_single,
            findings.tampered,
            [(source.match.paths, source.full) for source in findings.sources],
            told,
            list(_shared(findings)) if is_bid else (),
            findings.itself,
            [(each.what, each.why.value, each.how_many) for each in findings.not_compared],
            measures.left_out,
        )

    def ratio(self, characters: int) -> float:
        """The share of the whole text, 0 to 1."""
        return characters / max(1, self.characters)

    @property
    def first_source(self) -> str:
        """The path of the source with most; empty where there is none."""
        return self.sources[0][0][0] if self.sources else ""


def not_compared(rows: Sequence[Row]) -> tuple[LeftOut, ...]:
    """What damage kept the documents of a batch from being compared with."""
    return merged(
        [
            [
                LeftOut(what, LeftOutReason(why), how_many)
                for what, why, how_many in row.not_compared
            ]
            for row in rows
        ]
    )


def _shared(findings: Findings) -> Iterator[tuple[Sequence[str], Sequence[int]]]:
    """Places that no filter leaves out; the pieces between them prove nothing."""
    for source in findings.sources:
        for each in source.places:
            a, b = each.passage.a, each.passage.b
            counted = np.flatnonzero(~findings.is_left_out[a.start : a.end])
            if len(counted):
                first = a.start + int(counted[0])
                yield source.match.paths, (a.start, a.end, b.start, b.end, first)


class Progress:
    """The rows of a batch, line by line in a file, so that one that was killed can go on.

    Lines count as long as ``key``, which is what the batch was asked, and the file of the document
    are what they were.
    """

    def __init__(self, path: Path, key: str) -> None:
        self._path = path
        self._rows = {} if not path.exists() else _kept_rows(path, key)
        with path.open("w", encoding="utf-8") as stream:
            for line in (key, *(json.dumps(each) for each in self._rows.values())):
                stream.write(f"{line}\n")

    def row(self, path: Path) -> Row | None:
        """What is known of a document."""
        kept = self._rows.get(str(path))
        if kept is None or kept["state"] != _state(path):
            return None
        return Row(**kept["row"])

    def keep(self, path: Path, row: Row) -> None:
        """Note a document. Raises OSError."""
        with self._path.open("a", encoding="utf-8") as stream:
            stream.write(json.dumps({"state": _state(path), "row": asdict(row)}) + "\n")

    def end(self) -> None:
        """The batch is done: nothing goes on from here."""
        self._path.unlink(missing_ok=True)


def _kept_rows(path: Path, key: str) -> dict[str, Any]:
    rows: dict[str, Any] = {}
    first, *lines = path.read_text("utf-8", "replace").split("\n")
    for line in lines if first == key else ():
        try:
            kept = json.loads(line)
            rows[kept["row"]["path"]] = kept
        except (ValueError, LookupError, TypeError, RecursionError):
            continue  # the last line of a process that was killed
    return rows


def _state(path: Path) -> list[int]:
    found = path.stat()
    return [found.st_size, found.st_mtime_ns]


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


def matrix_of(documents: Sequence[Row]) -> Matrix:
    """How much of each document every other one has, in an order that puts like beside like."""
    paths = [each.path for each in documents]
    rows = {str(Path(path).resolve()): row for row, path in enumerate(paths)}
    shares = np.zeros((len(paths), len(paths)))
    for row, each in enumerate(documents):
        for places, full in each.sources:
            for path in places:
                column = rows.get(path)
                if column is not None:
                    shares[row, column] = each.ratio(full)
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


def write_overview(documents: Sequence[Row], failed: Sequence[UnreadDocument], path: Path) -> None:
    """One row for each document, as CSV; the last ones say what is missing. Raises OSError."""

    def rows() -> Iterator[Sequence[object]]:
        yield (
            "path", "characters", "overlap_characters", "total_ratio", "without_quoted_ratio",
            "greatest_single_ratio", "greatest_source", "flags", "left_out_ratio",
        )  # fmt: skip
        for each in documents:
            yield (
                each.path,
                each.characters,
                each.overlap,
                f"{each.ratio(each.overlap):.4f}",
                f"{each.ratio(each.without_quoted):.4f}",
                f"{each.ratio(each.greatest_single):.4f}",
                each.first_source,
                each.flags,
                f"{each.ratio(each.left_out):.4f}",
            )
        for unread in failed:
            yield INCOMPLETE, unread.path, unread.failure.reason.value
        for missed in not_compared(documents):
            yield INCOMPLETE, missed.what, missed.how_many or "", missed.reason, missed.way_out

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
