"""A command that is told to end, by Ctrl-C or by the system; a scan keeps what it has read."""

from __future__ import annotations

import json
import os
import re
import select
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psutil
import pytest

from simhash_gui.services.library.libraries import existing_library, library_info, open_library
from simhash_gui.store.engine.types import FileState, ImportRunState
from simhash_gui.store.repositories import counts
from tests.documents.bad_documents import pdf_that_inflates_quietly
from tests.helpers.pace import allowed_s
from tests.store.builders import all_runs
from tests.store.older import eleventh_library

PROGRAM = Path(sys.executable).with_name("simhash-gui")
FILES = 3000
WORDS = "harbour ledger tide captain cargo rope quay lamp storm"
SIGNALS = [("SIGTERM", 143), ("SIGINT", 130), ("SIGHUP", 129)]
PATIENCE_S = 60

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs signals and a terminal")


@pytest.fixture(scope="module")
def docs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """So many files that reading them takes much longer than a signal takes to arrive."""
    docs = tmp_path_factory.mktemp("docs")
    for number in range(FILES):
        (docs / f"{number}.txt").write_text(f"{number} {WORDS} {number}", encoding="utf-8")
    return docs


@pytest.fixture
def temporary(tmp_path: Path) -> Path:
    folder = tmp_path / "temporary"
    folder.mkdir()
    return folder


class Scan:
    """The program at work, its progress shown on a terminal of its own."""

    def __init__(self, docs: Path, temporary: Path, *arguments: str | Path) -> None:
        try:
            self._terminal, theirs = os.openpty()
        except OSError as error:
            pytest.skip(f"no terminal to watch the progress on: {error}")
        self.process = subprocess.Popen(
            [PROGRAM, "scan", docs, "--jobs", "1", "--format", "json", *arguments],
            stdout=subprocess.PIPE,
            stderr=theirs,
            env={**os.environ, "TMPDIR": str(temporary)},
            start_new_session=True,
        )
        os.close(theirs)

    def read_until(self, wanted: str) -> str:
        """What it says up to where the pattern is found, or up to its end."""
        said = ""
        while not re.search(wanted, said):
            ready, _, _ = select.select([self._terminal], [], [], PATIENCE_S)
            assert ready, f"nothing more after {said!r}"
            try:
                piece = os.read(self._terminal, 4096)
            except OSError:  # the other end is closed
                break
            said += piece.decode()
        return said

    def end(self) -> None:
        self.process.kill()
        self.process.communicate()
        os.close(self._terminal)


@pytest.fixture
def scans() -> Iterator[list[Scan]]:
    scans: list[Scan] = []
    yield scans
    for scan in scans:
        scan.end()


@pytest.mark.parametrize(("name", "status"), SIGNALS)
def test_nothing_is_left_of_a_temporary_library(
    docs: Path, temporary: Path, scans: list[Scan], name: str, status: int
) -> None:
    scan = Scan(docs, temporary)
    scans.append(scan)
    assert f"of {FILES:,}" in scan.read_until(f"of {FILES:,}")
    assert list(temporary.glob("simhash-gui-*"))

    scan.process.send_signal(getattr(signal, name))

    said = scan.read_until("what was done is kept")
    assert scan.process.wait(PATIENCE_S) == status
    assert "Traceback" not in said
    assert scan.process.stdout is not None
    assert json.loads(scan.process.stdout.read())["error"]["kind"] == "interrupted"
    assert list(temporary.glob("simhash-gui-*")) == []


@pytest.mark.skipif(sys.platform != "linux", reason="needs worker processes that are forks")
def test_what_a_killed_scan_leaves_is_removed_by_the_next_start(
    docs: Path, temporary: Path, scans: list[Scan]
) -> None:
    scan = Scan(docs, temporary)
    scans.append(scan)
    scan.read_until(rf"[1-9][\d,]* of {FILES:,}")
    scan.process.kill()
    scan.process.wait(PATIENCE_S)
    left = list(temporary.iterdir())
    # The library, the tokens of what was read, and what processes talk through.
    kinds = ["pymp", "simhash", "simhash"]
    assert sorted(path.name.partition("-")[0] for path in left) == kinds
    for path in left:
        os.utime(path, (1_000_000_000, 1_000_000_000))

    command = [PROGRAM, "limits"]
    subprocess.run(command, env={**os.environ, "TMPDIR": str(temporary)}, check=True)

    assert list(temporary.iterdir()) == []


def test_what_was_read_stays_in_a_named_library_and_no_document_is_blamed(
    docs: Path, temporary: Path, tmp_path: Path, scans: list[Scan]
) -> None:
    library = tmp_path / "kept.simhash"
    scan = Scan(docs, temporary, "--library", library)
    scans.append(scan)
    scan.read_until(r"reading [\d,]{2,} of")  # at least ten

    os.killpg(scan.process.pid, signal.SIGTERM)  # the workers as well

    assert scan.process.wait(PATIENCE_S) == 143
    assert sorted(tmp_path.iterdir()) == [library, temporary]
    with existing_library(library) as kept, kept.read() as connection:
        states = counts.files_by_state(connection)
        assert [run.state for run in all_runs(connection)] == [ImportRunState.CANCELLED]
    assert states[FileState.FAILED] == 0
    assert 0 < states[FileState.PRESENT] < FILES
    again = subprocess.run(
        [PROGRAM, "scan", docs, "--library", library, "--format", "json", "--distance", "0"],
        capture_output=True,
        check=False,
    )
    answer = json.loads(again.stdout)
    assert (answer["read"], answer["unchanged"]) == (
        FILES - states[FileState.PRESENT],
        states[FileState.PRESENT],
    )
    with existing_library(library) as kept:
        assert library_info(kept).files == FILES


def test_a_signal_after_the_first_is_not_needed_and_does_no_harm(
    docs: Path, temporary: Path, scans: list[Scan]
) -> None:
    scan = Scan(docs, temporary)
    scans.append(scan)
    scan.read_until(rf"[1-9][\d,]* of {FILES:,}")

    scan.process.send_signal(signal.SIGTERM)
    scan.process.send_signal(signal.SIGINT)

    assert scan.process.wait(PATIENCE_S) in (130, 143)
    assert list(temporary.glob("simhash-gui-*")) == []


@pytest.mark.parametrize(
    ("command", "name", "status", "niceness"),
    [
        ("fingerprint", "SIGTERM", 143, 1),
        ("compare", "SIGINT", 130, 1),
        ("check", "SIGTERM", 143, 1),
        ("fingerprint", "SIGTERM", 143, 0),  # while workers are still being started
    ],
)
def test_reading_a_file_ends_within_a_second(
    short_folder: Path, command: str, name: str, status: int, niceness: int
) -> None:
    bomb, library = short_folder / "bomb.txt", short_folder / "empty.simhash"
    bomb.write_bytes(pdf_that_inflates_quietly())
    open_library(library).close()
    arguments = {"compare": [bomb, bomb], "check": [bomb, "--library", library]}
    process = subprocess.Popen(
        [PROGRAM, command, *arguments.get(command, [bomb])],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "TMPDIR": str(short_folder)},
        text=True,
    )
    while not children_of(process.pid, os.nice(0) + niceness):
        assert process.poll() is None
        select.select([], [], [], 0.01)

    begun_s = time.monotonic()
    process.send_signal(getattr(signal, name))
    said, complaint = process.communicate(timeout=PATIENCE_S)

    assert time.monotonic() - begun_s < allowed_s(1)
    # before the command has begun, the system ends it, which a shell tells by the same status
    assert process.returncode in {status, *([128 - status] if niceness == 0 else [])}
    assert (said, "Traceback" in complaint) == ("", False)


def test_ctrl_c_when_the_answer_is_read_changes_nothing(short_folder: Path) -> None:
    ends = set()
    for _ in range(20):
        process = subprocess.Popen(
            [PROGRAM, "limits", "--format", "json"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, "TMPDIR": str(short_folder)},
            encoding="utf-8",
        )
        assert process.stdout is not None
        document = ""
        while not document.endswith("\n}\n"):
            document += process.stdout.readline()

        process.send_signal(signal.SIGINT)
        rest, complaint = process.communicate(timeout=PATIENCE_S)

        json.loads(document)
        ends.add((process.returncode, rest, complaint))

    assert ends == {(0, "", "")}


@pytest.fixture
def library(tmp_path: Path) -> Path:
    library = tmp_path / "held.simhash"
    open_library(library).close()
    return library


@pytest.fixture
def other(library: Path) -> Iterator[sqlite3.Connection]:
    """Another program that uses the library, and waits long for it."""
    with closing(sqlite3.connect(library, timeout=PATIENCE_S, isolation_level=None)) as program:
        yield program


@pytest.mark.parametrize(
    "hold", ["PRAGMA locking_mode = NORMAL", "PRAGMA locking_mode = EXCLUSIVE"]
)
@pytest.mark.parametrize(
    "command",
    [
        ["scan", "{docs}", "--library", "{library}"],
        ["library", "role", "{library}", "{docs}", "reference"],
    ],
)
@pytest.mark.parametrize("is_older", [False, True])
def test_waiting_for_a_library_that_is_to_be_opened_ends_within_a_second(
    docs: Path,
    library: Path,
    other: sqlite3.Connection,
    command: list[str],
    hold: str,
    *,
    is_older: bool,
) -> None:
    if is_older:
        library.unlink()
        eleventh_library(library)
        other.execute("PRAGMA journal_mode = WAL")
    other.execute(hold)
    other.execute("BEGIN EXCLUSIVE")
    other.execute("SELECT 1 FROM sqlite_schema").fetchall()
    arguments = [each.format(docs=docs, library=library) for each in command]
    process = subprocess.Popen([PROGRAM, *arguments], stderr=subprocess.PIPE, text=True)
    while str(library) not in {file.path for file in psutil.Process(process.pid).open_files()}:
        assert process.poll() is None
        select.select([], [], [], 0.01)

    begun_s = time.monotonic()
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=PATIENCE_S)

    assert time.monotonic() - begun_s < allowed_s(1)
    assert process.returncode == 130
    assert said.startswith("simhash-gui: interrupted; ")


def test_a_job_that_waits_for_another_program_says_so_and_ends_within_a_second(
    docs: Path,
    temporary: Path,
    library: Path,
    other: sqlite3.Connection,
    scans: list[Scan],
) -> None:
    scan = Scan(docs, temporary, "--library", library)
    scans.append(scan)
    scan.read_until(r"reading [\d,]{2,} of")
    other.execute("BEGIN EXCLUSIVE")
    scan.read_until("waiting for another program")

    begun_s = time.monotonic()
    scan.process.send_signal(signal.SIGINT)

    assert "what was done is kept" in scan.read_until("what was done is kept")
    assert scan.process.wait(PATIENCE_S) == 130
    assert time.monotonic() - begun_s < allowed_s(1)


def children_of(process_id: int, niceness: int) -> list[psutil.Process]:
    """The processes below it that give way so far; workers do when they have begun."""
    below = psutil.Process(process_id).children(recursive=True)
    return [each for each in below if each.is_running() and each.nice() >= niceness]
