"""A folder of documents with troubles: locked, of no recognised encoding, empty; and one that is
fine.
"""

from dataclasses import dataclass
from pathlib import Path

from simhash_gui.services.importing.adding import add_paths
from simhash_gui.services.importing.importing import ImportOptions, import_folders
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.libraries import FolderRole, Library
from tests.documents.containers.archives import locked_zip
from tests.ui.archive import LETTER

SECRET = "open sesame"
TELEGRAM = "В порту дважды за год углубили дно, и в октябре зажгли новый маяк. "
NOISE = bytes(range(256)) * 40


@dataclass(frozen=True, slots=True)
class Troubles:
    """Where the troubled files are."""

    folder: Path

    @property
    def locked(self) -> Path:
        return self.folder / "locked.zip"

    @property
    def noise(self) -> Path:
        return self.folder / "noise.txt"

    @property
    def empty(self) -> Path:
        return self.folder / "empty.txt"

    @property
    def fine(self) -> Path:
        return self.folder / "fine.txt"

    @property
    def telegram(self) -> Path:
        return self.folder / "телеграмма.txt"


def make_troubles(folder: Path) -> Troubles:
    """Write the files."""
    folder.mkdir(parents=True)
    made = Troubles(folder)
    made.locked.write_bytes(locked_zip("inner.txt", (LETTER * 3).encode(), SECRET.encode()))
    made.noise.write_bytes(NOISE)
    made.empty.touch()
    made.fine.write_text(LETTER * 2)
    made.telegram.write_bytes((TELEGRAM * 4).encode("koi8-r"))
    return made


def import_all(library: Library, folder: Path) -> None:
    """Add the folder and import it."""
    add_paths(library, [folder], FolderRole.NORMAL)
    import_folders(library, None, ImportOptions(workers=1), JobControl())
