"""What documents are compared by, made from the stored texts where it is missing or older.

New documents bring theirs along; this is for libraries of earlier versions of the program. A job
that is cut off keeps what it has made and goes on from there.
"""

from __future__ import annotations

from simhash_gui.core.text.comparison_data import COMPARISON_VERSION, ComparisonData
from simhash_gui.documents.comparison.deriving import comparison_data_of
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.libraries import Library, LibraryReadOnlyError
from simhash_gui.services.library.text_jobs import TextJob, run
from simhash_gui.store.repositories import comparison_data

__all__ = ["derive_comparison_data", "lacks_comparison_data"]


def lacks_comparison_data(library: Library) -> int:
    """How many documents ``derive_comparison_data`` has to do; quick when there are none."""
    with library.read() as connection:
        return len(comparison_data.missing_ids(connection, COMPARISON_VERSION))


def derive_comparison_data(library: Library, workers: int, control: JobControl) -> int:
    """Make what is missing of the documents that are there; return of how many.

    ``workers`` 0 means one for every processor. A document whose stored text is damaged is left
    out. Raises JobCancelledError and, where something is missing in a library that is open for
    reading only, LibraryReadOnlyError.
    """
    with library.read() as connection:
        missing = comparison_data.missing_ids(connection, COMPARISON_VERSION)
    if len(missing) == 0:
        return 0
    if library.is_read_only:
        raise LibraryReadOnlyError(
            library.path,
            f"{library.path}: data to compare {len(missing)} documents by is missing;"
            " open the library for writing once to have it made",
        )

    def put(made: list[tuple[int, ComparisonData]]) -> None:
        with library.write() as connection:
            comparison_data.put(connection, COMPARISON_VERSION, made)

    job = TextJob(comparison_data_of, put, skips_damaged=True)
    return run(library, missing, job, workers, control)
