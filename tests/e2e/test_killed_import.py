"""An import that is killed again and again loses nothing but what was in flight."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from simhash_gui.core.types import Fingerprint
from simhash_gui.services.library.libraries import existing_library, open_library
from simhash_gui.store.engine.types import FileState, ImportRunState
from simhash_gui.store.library import Library
from simhash_gui.store.repositories import browse, files, present_files
from tests.documents.containers.archives import tar_of, zip_of
from tests.store.builders import all_runs, faults

PROGRAM = """
import sys
from pathlib import Path

from simhash_gui.services.importing.importing import ImportOptions, import_folders
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.libraries import FolderRole, open_library
from simhash_gui.services.importing.adding import add_paths

if __name__ == "__main__":
    with open_library(Path(sys.argv[2])) as library:
        add_paths(library, [Path(sys.argv[1])], FolderRole.NORMAL)
        import_folders(library, None, ImportOptions(workers=1), JobControl())
"""
MANY = 20
SEED = 20
WORDS = "harbour ledger tide captain cargo rope quay lamp storm 港口 账本 船长 货物 灯塔".split()  # noqa: SIM905

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs SIGKILL")


def text(dice: random.Random) -> bytes:
    return " ".join(dice.choices(WORDS, k=60)).encode()


def add_documents(folder: Path, number: int, dice: random.Random) -> None:
    """Some files, an archive, and another content for an archive that was there."""
    new = folder / str(number)
    new.mkdir()
    for name in range(25):
        (new / f"{name}.txt").write_bytes(text(dice))
    members = {f"{name}.txt": text(dice) for name in range(15)}
    inner = zip_of({f"{name}.txt": text(dice) for name in range(5)})
    (new / "a.zip").write_bytes(zip_of(members | {"inner.zip": inner}))
    changed = {f"{name}.txt": text(dice) for name in range(dice.randrange(20))}
    (folder / "changing.tgz").write_bytes(tar_of(changed, "w:gz"))


@pytest.fixture
def program(tmp_path: Path, short_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Imports a folder into a library, in a process of its own."""
    monkeypatch.setenv("PYTHONPATH", str(Path.cwd()))
    monkeypatch.setenv("TMPDIR", str(short_folder))
    path = tmp_path / "program.py"
    path.write_text(PROGRAM, encoding="utf-8")
    return path


def start(program: Path, folder: Path, library: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, program, folder, library])


def finish(program: Path, folder: Path, library: Path) -> float:
    """Import undisturbed; how long that takes."""
    begun_s = time.monotonic()
    with start(program, folder, library) as running:
        assert running.wait(timeout=120) == 0
    return time.monotonic() - begun_s


def held(library: Library) -> dict[str, tuple[FileState, bytes | None, Fingerprint | None]]:
    """State, digest and fingerprint of every file that is there."""
    with library.read() as connection:
        states = (FileState.PRESENT, FileState.FAILED, FileState.CONTAINER)
        ids = [number for state in states for number in files.ids_in_state(connection, state)]
        rows = files.rows(connection, ids)
        found = browse.document_rows(connection, {row.document_id or 0 for row in rows})
        digests = dict(connection.exec_driver_sql("SELECT id, digest FROM documents").all())
        by_id = {row.id: (digests[row.id], row.fingerprint) for row in found}
    paths = [row.relative_path for row in rows]
    assert len(paths) == len(set(paths))
    nothing = None, None
    return {
        row.relative_path: (row.state, *by_id.get(row.document_id or 0, nothing)) for row in rows
    }


def run_states(library: Path) -> list[ImportRunState]:
    """How all imports ended, the last one first."""
    with existing_library(library) as opened, opened.read() as connection:
        return [run.state for run in reversed(all_runs(connection))]


def counts_of_last_run(library: Path) -> tuple[int, int, int]:
    """Files that were there, read or not, those left out, and those that failed."""
    with existing_library(library) as opened, opened.read() as connection:
        last = all_runs(connection)[-1]
    counts = last.counts
    return counts["read"] + counts["unchanged"], counts["skipped"], counts["failed"]


@pytest.mark.parametrize("kills", [4, pytest.param(MANY, marks=pytest.mark.thorough)])
def test_nothing_is_lost_by_kills(tmp_path: Path, program: Path, kills: int) -> None:
    dice = random.Random(SEED)
    folder, library = tmp_path / "docs", tmp_path / "killed.simhash"
    folder.mkdir()
    add_documents(folder, 0, dice)
    longest_s = finish(program, folder, library)
    kept: set[str] = set()
    killed = 0
    for number in range(1, 3 * kills + 5):
        add_documents(folder, number, dice)
        with start(program, folder, library) as running:
            time.sleep(dice.uniform(0.2, 0.9) * longest_s)
            running.send_signal(signal.SIGKILL)
            is_caught = running.wait(timeout=60) == -signal.SIGKILL
        killed += is_caught
        longest_s *= 1.0 if is_caught else 0.8  # the machine is faster than it was
        assert run_states(library).count(ImportRunState.RUNNING) <= is_caught
        with open_library(library) as opened:
            assert faults(opened) == []
            now = set(held(opened))
        assert set(run_states(library)) <= {ImportRunState.INTERRUPTED, ImportRunState.FINISHED}
        assert {path for path in kept if not path.startswith("changing.tgz")} <= now
        kept = now
        if killed == kills:
            break
    assert killed == kills

    finish(program, folder, library)
    finish(program, folder, tmp_path / "undisturbed.simhash")

    assert run_states(library)[0] is ImportRunState.FINISHED
    # on a busy machine a few kills may all come before an import has begun
    assert (kills == MANY) <= run_states(library).count(ImportRunState.INTERRUPTED) <= kills
    assert counts_of_last_run(library) == counts_of_last_run(tmp_path / "undisturbed.simhash")
    with (
        open_library(library) as disturbed,
        open_library(tmp_path / "undisturbed.simhash") as fresh,
    ):
        assert faults(disturbed) == []
        assert held(disturbed) == held(fresh)
        with disturbed.read() as connection:
            present = present_files.document_ids(connection)
        assert len(present) == len({digest for _, digest, _ in held(fresh).values()} - {None})
