"""Paths of files, and of files in archives."""

from __future__ import annotations

from pathlib import Path

from simhash_gui.services.library.places import file_on_disk


def test_a_member_leads_to_its_archive(tmp_path: Path) -> None:
    archive = tmp_path / "a.zip"
    archive.write_bytes(b"x")

    assert file_on_disk(f"{archive}!/b.zip!/c.txt") == archive
    assert file_on_disk(str(archive)) == archive


def test_a_folder_that_looks_like_an_archive_is_a_folder(tmp_path: Path) -> None:
    folder = tmp_path / "a.zip!"
    folder.mkdir()
    (folder / "b.txt").write_bytes(b"x")

    assert file_on_disk(f"{folder}/b.txt") == folder / "b.txt"
