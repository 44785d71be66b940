"""A small archive on disk with everything the Library page has to show, imported once.

Two folders: letters (a copy, an empty file, a damaged one, one too short) and 会议纪要.
"""

import shutil
from dataclasses import dataclass
from pathlib import Path

from simhash_gui.services.importing.adding import add_paths
from simhash_gui.services.importing.importing import ImportOptions, import_folders
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.libraries import FolderRole, open_library

LETTER = "Dear Ms Ito, the boat will be ready by the end of the month, weather permitting. "
REPORT = "The harbour was dredged twice this year and the new lamp was lit in October. "
MINUTES = "会议讨论了第三季度的工作计划，决定在十月底以前完成码头的维修，并向居民公布结果。"

LETTERS = {
    "letter.txt": LETTER * 3,
    "copies/letter again.txt": LETTER * 3,
    "report.md": f"# Report\n\n{REPORT * 4}",
    "short.txt": "…",
    "empty.txt": "",
}
DAMAGED = ("damaged.txt", bytes(range(256)) * 40)
MINUTES_OF_MEETINGS = {"一.txt": MINUTES * 2, "二.txt": MINUTES * 3, "三.txt": MINUTES * 4}


@dataclass(frozen=True, slots=True)
class Archive:
    """Folders of documents and a library in which they have been imported."""

    letters: Path
    minutes: Path
    library: Path

    def copy_library(self, target: Path) -> Path:
        """The library as a file of its own, for a test to change."""
        shutil.copyfile(self.library, target)
        return target


def make_archive(home: Path) -> Archive:
    """Write the documents under ``home`` and import them."""
    letters, minutes = home / "letters", home / "会议纪要"
    write_documents(letters, LETTERS)
    write_documents(minutes, MINUTES_OF_MEETINGS)
    (letters / DAMAGED[0]).write_bytes(DAMAGED[1])
    library = home / "archive.simhash"
    with open_library(library) as opened:
        add_paths(opened, [letters, minutes], FolderRole.NORMAL)
        import_folders(opened, None, ImportOptions(workers=1), JobControl())
    return Archive(letters, minutes, library)


def write_documents(folder: Path, documents: dict[str, str]) -> None:
    """Write texts as UTF-8, with the folders they need."""
    for name, text in documents.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
