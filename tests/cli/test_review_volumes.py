"""Volumes that are read-only, taken away or reached by two ways, where the system lets us mount.

Only the disk is asked what became of the files.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from simhash_gui.cli.main import main
from simhash_gui.ui.common.trash import QtTrash
from tests.cli.test_review_tricks import OTHER, STORY, Run, paths, plan, runner, scan, skipped
from tests.services.review.desk import tree, write


def mount(*arguments: str | Path) -> None:
    done = subprocess.run(["mount", *map(str, arguments)], capture_output=True, check=False)
    if done.returncode:
        pytest.skip("nothing can be mounted here")


def unmount(place: Path) -> None:
    subprocess.run(["umount", "--lazy", str(place)], capture_output=True, check=False)


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return runner(tmp_path, monkeypatch, capsys)


@pytest.fixture
def drive(tmp_path: Path) -> Iterator[Path]:
    """A volume of its own, with a text and a copy of it; it goes and comes with what is on it."""
    place, contents = tmp_path / "docs" / "drive", tmp_path / "on the drive"
    place.mkdir(parents=True)
    contents.mkdir()
    try:
        mount("-t", "tmpfs", "tmpfs", contents)
        mount("--bind", contents, place)
    except FileNotFoundError:
        pytest.skip("there is no mount here")
    write(place / "a.txt", STORY)
    write(place / "b" / "a copy.txt", STORY)
    yield place
    unmount(place)
    unmount(contents)


@pytest.mark.parametrize("system", ["btrfs", "xfs"])
def test_a_reflink_shares_blocks_and_keeps_time_and_mode(
    run: Run, tmp_path: Path, system: str
) -> None:
    make = shutil.which(f"mkfs.{system}")
    if make is None:
        pytest.skip(f"there is no mkfs.{system} here")
    image, place = tmp_path / "image", tmp_path / "docs"
    with image.open("wb") as made:
        made.truncate(320 << 20)  # the least that mkfs.xfs takes
    subprocess.run([make, "-q", image], check=True, capture_output=True)
    place.mkdir()
    mount("-o", "loop", image, place)
    try:
        text = STORY * (4_000_000 // len(STORY))
        write(place / "a.txt", text)
        write(place / "b" / "a copy.txt", text)
        (place / "b" / "a copy.txt").chmod(0o640)
        os.utime(place / "b" / "a copy.txt", (1, 1_600_000_000))
        scan(run)
        plan(run, "--act", "reflink")
        before, free = tree(place), free_bytes(place)

        answer = run("apply", "plan.json")

        assert (answer["done"], answer["bytes"]) == (1, len(text))
        assert tree(place) == before
        assert free_bytes(place) - free > 3_000_000
        assert run("undo", str(answer["run"]))["undone"] == 1
        assert tree(place) == before
        assert free_bytes(place) - free < 1_000_000
    finally:
        unmount(place)


def free_bytes(place: Path) -> int:
    """What a volume has left once all is written, and freed, which XFS does later by itself."""
    for mode in ("ro", "rw"):
        subprocess.run(["mount", "-o", f"remount,{mode}", place], check=True)
    found = os.statvfs(place)
    return found.f_bfree * found.f_frsize


def test_on_a_read_only_volume_nothing_is_done_and_all_is_told(run: Run, drive: Path) -> None:
    scan(run)
    plan(run)
    before = tree(drive)
    mount("-o", "remount,ro,bind", drive)

    answer = run("apply", "plan.json", status=1)

    assert answer["done"] == 0
    assert list(skipped(answer)) == ["a copy.txt"]
    assert tree(drive) == before
    mount("-o", "remount,rw,bind", drive)
    assert run("apply", "plan.json")["done"] == 1
    assert not (drive / "b" / "a copy.txt").exists()


def test_an_undo_waits_for_a_volume_that_can_be_written(run: Run, drive: Path) -> None:
    scan(run)
    plan(run)
    before = tree(drive)
    number = str(run("apply", "plan.json")["run"])
    mount("-o", "remount,ro,bind", drive)

    assert run("undo", number, status=1)["undone"] == 0

    mount("-o", "remount,rw,bind", drive)
    answer = run("undo", number)
    assert (answer["undone"], answer["failed"]) == (1, [])
    assert tree(drive) == before


def test_a_drive_that_was_unplugged_loses_nothing(run: Run, drive: Path) -> None:
    other = drive.parent / "here" / "with a longer name" / "a copy too.txt"
    write(other, STORY)
    scan(run)
    assert len(plan(run)["acts"]) == 2
    unmount(drive)

    answer = run("apply", "plan.json", status=1)

    assert answer["done"] == 0
    assert set(skipped(answer)) == {"a copy.txt", "a copy too.txt"}
    assert other.read_bytes() == STORY
    mount("--bind", drive.parent.parent / "on the drive", drive)
    assert (drive / "b" / "a copy.txt").read_bytes() == STORY
    assert run("apply", "plan.json")["done"] == 2
    assert (drive / "a.txt").read_bytes() == STORY


def test_a_folder_mounted_in_two_places_holds_one_file_and_no_copy(run: Run, drive: Path) -> None:
    again = drive.parent / "mounted again"
    again.mkdir()
    (drive / "b" / "a copy.txt").unlink()
    mount("--bind", drive, again)
    try:
        scan(run)

        document = plan(run)

        assert document["acts"] == []
        assert len(document["refused"]) == 1
        assert run("apply", "plan.json")["done"] == 0
        assert (drive / "a.txt").read_bytes() == (again / "a.txt").read_bytes() == STORY
    finally:
        unmount(again)


def test_a_reference_folder_is_safe_by_its_second_mount_too(run: Run, drive: Path) -> None:
    second = drive.parent / "way in"
    second.mkdir()
    write(drive.parent / "c.txt", OTHER)
    write(drive / "kept" / "c.txt", OTHER)
    mount("--bind", drive / "kept", second)
    try:
        scan(run, "docs", "--reference", str(drive / "kept"))

        document = plan(run, "--keep", "shortest-path")

        assert not {str(second / "c.txt"), str(drive / "kept" / "c.txt")} & set(
            paths(document["acts"])
        )
        run("apply", "plan.json")
        assert (drive / "kept" / "c.txt").read_bytes() == OTHER
    finally:
        unmount(second)


@pytest.fixture
def exfat(tmp_path: Path) -> Iterator[Path]:
    """A volume of exFAT by FUSE: without hard links, and with a number for each spelling."""
    for tool in ("mkfs.exfat", "mount.exfat-fuse", "losetup"):
        if shutil.which(tool) is None:
            pytest.skip(f"there is no {tool} here")
    image, place = tmp_path / "image", tmp_path / "drive"
    with image.open("wb") as made:
        made.truncate(16 << 20)
    subprocess.run(["mkfs.exfat", image], check=True, capture_output=True)
    found = subprocess.run(["losetup", "-f", "--show", image], capture_output=True, check=False)
    if found.returncode:
        pytest.skip("there is no loop device here")
    device = found.stdout.decode().strip()
    place.mkdir()
    try:
        quiet = subprocess.DEVNULL
        subprocess.run(["mount.exfat-fuse", device, place], check=True, stdout=quiet, stderr=quiet)
        yield place
    finally:
        unmount(place)
        subprocess.run(["losetup", "-d", device], check=False)


@pytest.mark.parametrize("act", ["set-aside", "move", "trash"])
def test_a_file_that_has_a_number_for_each_spelling_is_no_copy_of_itself(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    exfat: Path,
    act: str,
) -> None:
    run = runner(tmp_path, monkeypatch, capsys, QtTrash())
    write(exfat / "docs" / "a.txt", STORY)
    scan(run, "drive/docs", "drive/DOCS")
    before = tree(exfat / "docs")
    moved = ["--to", str(exfat / "moved")] if act == "move" else []
    assert len(plan(run, "--keep", "folder:drive/DOCS", "--act", act, *moved)["acts"]) == 1

    answer = run("apply", "plan.json", status=1)

    assert (answer["done"], len(answer["skipped"])) == (0, 1)
    assert tree(exfat / "docs") == before


def test_a_dry_run_promises_no_links_on_a_volume_of_which_nothing_is_known(
    run: Run, exfat: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(exfat / "docs" / "a.txt", STORY)
    write(exfat / "docs" / "a copy.txt", STORY)
    scan(run, "drive/docs")
    plan(run, "--act", "hardlink")
    before = tree(exfat)

    assert main(["apply", "plan.json", "--library", "l.simhash", "--dry-run"]) == 0

    assert "1 file: whether the trash takes a file, or the drive links" in capsys.readouterr().err
    assert tree(exfat) == before
    answer = run("apply", "plan.json", status=1)
    assert answer["skipped"][0]["reason"].startswith("this drive cannot do it")


def test_a_dry_run_promises_links_where_they_are_possible(
    run: Run, drive: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scan(run)
    plan(run, "--act", "hardlink")

    assert main(["apply", "plan.json", "--library", "l.simhash", "--dry-run"]) == 0

    printed = capsys.readouterr()
    assert (printed.out.startswith("dry run: 1 file would be done"), printed.err) == (True, "")
    assert run("apply", "plan.json")["done"] == 1


def test_a_dry_run_foresees_that_no_link_leads_from_one_mount_to_another(
    run: Run, drive: Path
) -> None:
    write(drive / "a" / "a.txt", STORY)
    (drive / "a.txt").unlink()
    contents = drive.parent.parent / "on the drive"
    unmount(drive)
    places = [drive.parent / name for name in ("a", "b")]
    try:
        for place in places:
            place.mkdir()
            mount("--bind", contents / place.name, place)
        scan(run)
        plan(run, "--act", "hardlink")

        foreseen = run("apply", "plan.json", "--dry-run", status=1)

        assert [each["reason"] for each in foreseen["skipped"]] == ["on another drive"]
        assert foreseen["skipped"] == run("apply", "plan.json", status=1)["skipped"]
    finally:
        for place in places:
            unmount(place)
