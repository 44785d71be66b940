"""Folders that were made for acts go again, and no others."""

from __future__ import annotations

from pathlib import Path

import pytest

from simhash_gui.services.review.disk import make_aside, remove_empty


@pytest.mark.parametrize("made", ["", "a", "a/b"])
def test_folders_go_however_many_of_them_were_made(tmp_path: Path, made: str) -> None:
    aside = tmp_path / "Set aside"
    make_aside(str(aside))
    (aside / made).mkdir(parents=True, exist_ok=True)

    remove_empty(str(aside / "a" / "b"), str(aside))

    assert list(tmp_path.iterdir()) == []


def test_a_folder_with_something_in_it_stays_with_those_around_it(tmp_path: Path) -> None:
    inner = tmp_path / "aside" / "a" / "b"
    inner.mkdir(parents=True)
    (tmp_path / "aside" / "a" / "kept.txt").touch()

    remove_empty(str(inner), str(tmp_path / "aside"))

    assert sorted(each.name for each in (tmp_path / "aside" / "a").iterdir()) == ["kept.txt"]
