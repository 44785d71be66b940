"""What happens to a library while its window is open: see ``presses``."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path

from simhash_gui.services.importing.adding import add_paths
from simhash_gui.services.importing.importing import ImportOptions, import_folders
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.libraries import FolderRole, open_library
from tests.fuzzing.libraries import WORDS
from tests.torture.small_drives import small_drive, unplug


@dataclass(frozen=True, slots=True)
class Home:
    """Where everything of one window is. ``library`` was imported from ``docs``."""

    folder: Path
    library: Path
    docs: Path
    spare: Path
    """Documents that no library has."""
    empty: Path
    other: Path
    """Another library, of ``spare``."""

    @property
    def settings(self) -> Path:
        return self.folder / "settings.json"


def make_home(folder: Path, on_drive: bool, undone: ExitStack) -> Home:
    """Documents and libraries; ``on_drive``: the library is on a small drive of its own."""
    place = folder / "place"
    place.mkdir()
    if on_drive:
        undone.enter_context(small_drive(place, 6_000))
    made = Home(
        folder, place / "library.simhash", folder / "docs", folder / "spare",
        folder / "empty", folder / "other.simhash",
    )  # fmt: skip
    made.empty.mkdir()
    for docs, seed in ((made.docs, 1), (made.spare, 2)):
        _write_documents(docs, seed)
    for library, docs in ((made.library, made.docs), (made.other, made.spare)):
        _import(library, docs)
    return made


def _write_documents(folder: Path, seed: int) -> None:
    """Versions, copies, a part, something empty and something that cannot be read."""
    folder.mkdir()
    dice = random.Random(seed)
    for number in range(12):
        words = dice.choices(WORDS, k=200)
        for version in range(3):
            words[dice.randrange(200)] = f"version{version}"
            name = f"{number} version {version}.txt"
            (folder / name).write_text(" ".join(words), encoding="utf-8")
        (folder / f"{number} again.txt").write_text(" ".join(words), encoding="utf-8")
    (folder / "part.txt").write_text(" ".join(words[50:150]), encoding="utf-8")
    (folder / "empty.txt").touch()
    (folder / "noise.txt").write_bytes(bytes(range(256)) * 40)


def _import(library: Path, docs: Path) -> None:
    with open_library(library) as opened:
        add_paths(opened, [docs], FolderRole.NORMAL)
        import_folders(opened, None, ImportOptions(workers=1), JobControl())


@dataclass(frozen=True, slots=True)
class Disturbance:
    """``words``: a pattern of what the window has to say, whatever was pressed."""

    name: str
    disturb: Callable[[Home, ExitStack], object]
    words: str
    on_drive: bool = False


def _nothing(_home: Home, _undone: ExitStack) -> None:
    pass


def _delete(home: Home, _undone: ExitStack) -> None:
    for path in home.library.parent.glob("library.simhash*"):
        path.unlink()


def _replace(home: Home, _undone: ExitStack) -> None:
    _delete(home, _undone)
    shutil.copyfile(home.other, home.library)


def _overwrite(home: Home, _undone: ExitStack) -> None:
    home.library.write_bytes(home.other.read_bytes())


def _damage(home: Home, _undone: ExitStack) -> None:
    data = bytearray(home.library.read_bytes())
    for place in range(8192, len(data), 700):
        data[place : place + 60] = bytes(60)
    home.library.write_bytes(data)


def _empty(home: Home, _undone: ExitStack) -> None:
    os.truncate(home.library, 0)


def _forbid(home: Home, undone: ExitStack) -> None:
    """What is open can still be written to; nothing new can be made beside it."""
    place = home.library.parent
    undone.callback(place.chmod, 0o700)
    for path in (*place.iterdir(), place):
        path.chmod(0o555)


def _rename_folder(home: Home, _undone: ExitStack) -> None:
    home.library.parent.rename(home.folder / "elsewhere")


def _unplug_drive(home: Home, _undone: ExitStack) -> None:
    unplug(home.library.parent)


def _fill_drive(home: Home, _undone: ExitStack) -> None:
    filling = home.library.with_name("filling")
    with filling.open("wb", buffering=0) as file:
        try:
            while file.write(bytes(4096)):
                pass
        except OSError:
            pass


def _lock(home: Home, undone: ExitStack) -> None:
    other = undone.enter_context(closing(sqlite3.connect(home.library, isolation_level=None)))
    other.execute("BEGIN EXCLUSIVE")


def _delete_rows(home: Home, _undone: ExitStack) -> None:
    odd = "PRAGMA foreign_keys = ON", "DELETE FROM files WHERE document_id % 2"
    _sql(home, *odd, "DELETE FROM documents WHERE id % 2")


def _damage_texts(home: Home, _undone: ExitStack) -> None:
    _sql(home, "UPDATE texts SET compressed = substr(compressed, 1, 9)")


def _remove_documents(home: Home, _undone: ExitStack) -> None:
    shutil.rmtree(home.docs)


def _remove_folders(home: Home, _undone: ExitStack) -> None:
    _sql(home, "PRAGMA foreign_keys = ON", "DELETE FROM files", "DELETE FROM folders")


def _import_elsewhere(home: Home, undone: ExitStack) -> None:
    command = [sys.executable, "-m", "simhash_gui", "scan", home.spare, "--library", home.library]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    undone.callback(process.wait)


def _change_version(home: Home, _undone: ExitStack) -> None:
    _sql(home, "UPDATE alembic_version SET version_num = '9999'")


def _sql(home: Home, *statements: str) -> None:
    with closing(sqlite3.connect(home.library, isolation_level=None)) as other:
        for statement in statements:
            other.execute(statement)


_CHANGED = "has changed since|no longer has"
_GONE = "was deleted, moved or replaced"
DISTURBANCES = (
    Disturbance("nothing", _nothing, ""),
    Disturbance("deleted", _delete, _GONE),
    Disturbance("replaced", _replace, _GONE),
    Disturbance("overwritten", _overwrite, "Another library was written"),
    Disturbance("damaged", _damage, "is damaged"),
    Disturbance("emptied", _empty, "is damaged|of the library .* is empty"),
    Disturbance("read-only", _forbid, ""),
    Disturbance("folder renamed", _rename_folder, _GONE),
    Disturbance("unplugged", _unplug_drive, _GONE, on_drive=True),
    Disturbance("drive full", _fill_drive, "is full", on_drive=True),
    Disturbance("locked", _lock, "Another program is using"),
    Disturbance("rows deleted", _delete_rows, _CHANGED),
    Disturbance("texts damaged", _damage_texts, "damaged|could not be compared"),
    Disturbance("documents gone", _remove_documents, r"(?m)^1 file could not be read\.$"),
    Disturbance("folders removed", _remove_folders, _CHANGED),
    Disturbance("imported by another", _import_elsewhere, ""),
    Disturbance("version changed", _change_version, "newer version"),
)
