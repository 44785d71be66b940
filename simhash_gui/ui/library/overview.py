"""What the Library page shows of a library beside its documents, read together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from simhash_gui.core.fingerprint.recipe import Recipe
from simhash_gui.services.importing.importing import is_cut_off
from simhash_gui.services.library.browsing import readers
from simhash_gui.services.library.libraries import (
    FolderRow,
    Library,
    LibraryInfo,
    Subfolder,
    folders,
    library_info,
    library_recipe,
    subfolders,
)
from simhash_gui.ui.library.folder_rows import Place, Subfolders, own_place
from simhash_gui.ui.library.problem_kinds import ProblemCount, is_failure, problem_counts


@dataclass(frozen=True, slots=True)
class Overview:
    """Counts, folders, problems and types (documents by reader), read together."""

    info: LibraryInfo
    recipe: Recipe
    folders: tuple[FolderRow, ...]
    problems: tuple[ProblemCount, ...]
    types: Mapping[str, int] = field(default_factory=dict)
    subfolders: Subfolders = field(default_factory=dict)
    is_cut_off: bool = False
    """Whether an import ended before all files were read."""

    @property
    def failed_count(self) -> int:
        """Files that could not be read; empty ones are no failures."""
        return sum(group.count for group in self.problems if is_failure(group.kind))


def read_overview(library: Library, unfolded: Sequence[Place]) -> Overview:
    """Read all of it, with the insides of the places that are unfolded."""
    info, rows = library_info(library), tuple(folders(library))
    return Overview(
        info,
        library_recipe(library),
        rows,
        problem_counts(library, info),
        readers(library),
        {
            place: read_inside(library, place)
            for place in dict.fromkeys(own_place(each, rows) for each in unfolded)
        },
        is_cut_off(library),
    )


def read_inside(library: Library, place: Place) -> list[Subfolder]:
    """The folders directly in a place."""
    return subfolders(library, place.folder_id or 0, place.subfolder)
