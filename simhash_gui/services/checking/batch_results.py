"""What comes of a batch: what was done so far, and the files that it leaves in a folder.

A batch that was cancelled or killed goes on where it stopped, as long as it is asked the same and
writes to the same folder.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from simhash_gui import __version__
from simhash_gui.services.checking import markup
from simhash_gui.services.checking.batch import (
    Matrix,
    Progress,
    Row,
    UnreadDocument,
    write_csv,
    write_matrix,
    write_overview,
)
from simhash_gui.services.checking.findings import CheckSettings
from simhash_gui.services.checking.overview import Finished, Overview, overview_page, report_names
from simhash_gui.services.checking.report_texts import ReportOptions
from simhash_gui.services.checking.tenders import Likeness
from simhash_gui.services.library.libraries import Library, library_info
from simhash_gui.services.library.outputs import (
    DocumentInTheWayError,
    ForeignFileError,
    require_no_document,
)
from simhash_gui.services.library.paths import real_path
from simhash_gui.services.library.whole_files import replacing

_PROGRESS = "progress.jsonl"
_PAGE, _OVERVIEW, _MATRIX, _TENDER = "index.html", "overview.csv", "matrix.csv", "tender.csv"
_HEADS = {
    _PROGRESS: r'\["',
    _OVERVIEW: "\ufeffpath,characters,",
    _MATRIX: r'\ufeff(""\n|,.*\n.*(,[01]\.\d{4})+\n)',
    _TENDER: "\ufeffa,b,kind,what,pages\n",
}
"""How files begin that a batch writes; all others are pages."""
_BEGINNING_CHARACTERS = 1_000_000


@dataclass(frozen=True, slots=True)
class BatchFolder:
    """Where a batch writes: a report of each document by its path, and what sums them up.

    ``key`` is what was asked; documents of which an earlier batch with the same key left a row
    are not checked again.
    """

    path: Path
    reports: dict[Path, str]
    options: ReportOptions
    key: str

    @classmethod
    def of(
        cls,
        path: Path,
        documents: Sequence[Path],
        library: Library | None,
        asked: Mapping[str, object],
        options: ReportOptions,
    ) -> BatchFolder:
        """For these documents, compared with a library or, with None, among themselves.

        Raises OSError.
        """
        states = _states_of(library, documents)
        question = [__version__, asked, asdict(options), states]
        key = json.dumps(question, default=_in_order, sort_keys=True)
        return cls(path, report_names(documents), options, key)

    def require_own_place(self, library: Library) -> None:
        """Refuse to write over what is checked, what the library holds, or what others wrote.

        What an earlier batch has left may be replaced. Raises OSError, DocumentInTheWayError and
        ForeignFileError.
        """
        checked = set(map(real_path, self.reports))
        for name in (_PROGRESS, _PAGE, _OVERVIEW, _MATRIX, _TENDER, *self.reports.values()):
            place = self.path / name
            if real_path(place) in checked:
                raise DocumentInTheWayError(f"{place}: this is one of the documents")
            require_no_document(library, place)
            if place.is_file() and not _is_of_a_batch(place):
                raise ForeignFileError(f"{place}: this is no report of this program")

    def report(self, document: Path) -> Path:
        """Where the report of a document goes."""
        return self.path / self.reports[document]

    def progress(self) -> Progress:
        """What was done before. Raises OSError."""
        return Progress(self.path / _PROGRESS, self.key)

    def write(
        self,
        results: Results,
        matrix: Matrix | None,
        pairs: Sequence[Likeness] | None,
        settings: CheckSettings,
    ) -> None:
        """Write what sums the reports up. Raises OSError."""
        write_overview(results.rows, results.failed, self.path / _OVERVIEW)
        if matrix is not None:
            write_matrix(matrix, self.path / _MATRIX)
        if pairs is not None:
            write_pairs(pairs, self.path / _TENDER)
        finished = [Finished(self.reports[Path(row.path)], row) for row in results.rows]
        found = Overview(finished, results.failed, matrix, pairs)
        page = overview_page(found, self.options, settings)
        with replacing(self.path / _PAGE) as part:
            part.write_text(page, encoding="utf-8", errors="replace")


def _is_of_a_batch(path: Path) -> bool:
    """Whether a batch has written a file, by how it begins; an empty one holds nothing to lose."""
    with path.open(encoding="utf-8", errors="replace") as stream:
        text = stream.read(_BEGINNING_CHARACTERS)
    head = _HEADS.get(path.name)
    return not text or (markup.is_page(text) if head is None else bool(re.match(head, text)))


def _states_of(library: Library | None, documents: Sequence[Path]) -> list[tuple[object, ...]]:
    """What the rows of a batch depend on: files, or the documents of a server."""
    if library is not None and not isinstance(library.place, Path):
        info = library_info(library)
        return [(str(library.place), repr(replace(info, size_bytes=0)))]
    files = documents if library is None else [library.path]
    return [(str(each), each.stat().st_size, each.stat().st_mtime_ns) for each in files]


def _in_order(value: object) -> object:
    """Sets have another order in every process."""
    return sorted(map(str, value)) if isinstance(value, frozenset | set) else str(value)


@dataclass(slots=True)
class Results:
    """The documents of a batch that were checked, and those that could not be read."""

    paths: Sequence[Path]
    rows: list[Row] = field(default_factory=list)
    failed: list[UnreadDocument] = field(default_factory=list)

    def known(self, progress: Progress | None) -> list[Path]:
        """Take what was done before; the documents that are left."""
        rows = {path: progress.row(path) for path in self.paths} if progress is not None else {}
        self.rows += [row for row in rows.values() if row is not None]
        return [path for path in self.paths if rows.get(path) is None]

    def take(self, each: Row | UnreadDocument, progress: Progress | None) -> None:
        """One more. Raises OSError."""
        if isinstance(each, UnreadDocument):
            self.failed.append(each)
            return
        if progress is not None:
            progress.keep(Path(each.path), each)
        self.rows.append(each)

    def sort(self) -> None:
        """In the order of the documents."""
        order = {str(path): place for place, path in enumerate(self.paths)}
        self.rows.sort(key=lambda row: order[row.path])


def write_pairs(pairs: Sequence[Likeness], path: Path) -> None:
    """One row for each thing that two bids share, as CSV. Raises OSError."""

    def rows() -> Iterator[Sequence[object]]:
        yield ("a", "b", "kind", "what", "pages")
        for pair in pairs:
            for each in pair.rows():
                pages = f"({each.page_words})" if each.page_words else ""
                yield (pair.a, pair.b, each.kind_words, each.words, pages)

    write_csv(path, rows)
