"""A drive is full: a sentence that says so, however full it is, and nothing is lost."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.postgresql import TestServer
from tests.services.batch.collections import collection, fill, write

PROGRAM = Path(sys.executable).with_name("simhash-gui")

Mount = Callable[[int], Path]


@pytest.fixture
def mount() -> Iterator[Mount]:
    """Mounts a drive of so many KiB in memory."""
    if os.name == "nt" or os.geteuid() != 0:
        pytest.skip("only root may mount a small drive")
    folder = Path(tempfile.mkdtemp(prefix="drive-"))  # where a server's own user gets to, too
    folder.chmod(0o755)

    def mount(size_kib: int) -> Path:
        subprocess.run(["umount", folder], capture_output=True, check=False)
        command = ["mount", "-t", "tmpfs", "-o", f"size={size_kib}k", "tmpfs", folder]
        done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
        if done.returncode:
            pytest.skip(f"not even root may mount a drive here: {done.stderr}")
        return folder

    yield mount
    subprocess.run(["umount", folder], capture_output=True, check=False)
    folder.rmdir()


def test_a_full_temporary_folder_is_told_at_every_size(mount: Mount, tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    for number in range(40):
        words = " ".join(str(word) for word in range(number, number + 400))
        (docs / f"{number}.txt").write_text(words, encoding="utf-8")

    for size_kib in (12, 16, 40, 48, 320):
        drive = mount(size_kib)
        done = subprocess.run(
            [PROGRAM, "scan", docs, "--jobs", "1", "--format", "json"],
            env={**os.environ, "TMPDIR": str(drive)},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )

        assert done.returncode == 2, (size_kib, done.stderr)
        error = json.loads(done.stdout)["error"]
        assert error["kind"] == "disk-full", (size_kib, error)
        assert "TMPDIR" in error["way_out"]
        assert [path.name for path in drive.iterdir() if path.name.startswith("simhash")] == []


def test_a_repair_without_room_for_its_copies_leaves_the_library_as_it_was(
    mount: Mount, tmp_path: Path
) -> None:
    (tmp_path / "story.txt").write_text("a few words of a story", encoding="utf-8")
    made = tmp_path / "made.simhash"
    subprocess.run(
        [PROGRAM, "scan", tmp_path, "--library", made, "--jobs", "1"],
        capture_output=True,
        check=True,
    )
    damaged = b"sqlite" + made.read_bytes()[6:]
    size_kib = len(damaged) // 1024
    ends = []

    for times in (1.1, 1.5, 2.1, 2.5, 5):
        library = mount(int(size_kib * times)) / "mine.simhash"
        library.write_bytes(damaged)
        done = subprocess.run(
            [PROGRAM, "library", "check", library, "--repair", "--format", "json"],
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        told = json.loads(done.stdout)
        ends.append(told.get("error", {}).get("kind", "repaired"))
        if done.returncode == 2:
            assert library.read_bytes() == damaged
            assert list(library.parent.iterdir()) == [library]

    assert ends == ["disk-full"] * 4 + ["repaired"]


def test_a_batch_tells_a_full_drive_and_goes_on_when_there_is_room(
    mount: Mount, tmp_path: Path
) -> None:
    folders = write(tmp_path, collection(3, 300), 2)
    shards = [fill(tmp_path / f"{each.name}.simhash", [each]) for each in folders]
    whole = _batch(shards, tmp_path / "whole")
    drive = mount(1024)

    refused = []
    for size_kib in range(1024, 20_000, 512):
        subprocess.run(["mount", "-o", f"remount,size={size_kib}k", drive], check=True)
        found = _batch(shards, drive)
        if "error" not in found:
            break
        refused.append(found["error"]["kind"])

    assert set(refused) == {"disk-full"}
    for name in ("pairs", "clusters", "groups", "left_out", "complete"):
        assert found[name] == whole[name]


def _batch(shards: list[Path], out: Path) -> dict[str, Any]:
    done = subprocess.run(
        [PROGRAM, "batch", *shards, "--out", out, "--jobs", "1", "--format", "json"],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.thorough
def test_a_full_drive_of_a_server_is_told_and_an_import_goes_on_when_there_is_room(
    mount: Mount, own_server: TestServer, tmp_path: Path
) -> None:
    (docs,) = write(tmp_path, collection(3, 1000, alike=0), 1)
    drive = mount(9_000)
    database = own_server.database("full", drive)

    def scan(library: str) -> Any:
        done = subprocess.run(
            [PROGRAM, "scan", docs, "--jobs", "1", "--format", "json", "--library", library],
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        return done.returncode, json.loads(done.stdout)

    code, answer = scan(database.url)
    assert code == 2
    assert answer["error"]["kind"] == "disk-full"
    subprocess.run(["mount", "-o", "remount,size=200m", drive], check=True)
    assert scan(database.url)[0] in {0, 1}
    (_, again), (_, expected) = scan(database.url), scan(str(tmp_path / "file.simhash"))
    assert again["pairs"] == expected["pairs"]
    assert again["clusters"] == expected["clusters"]
