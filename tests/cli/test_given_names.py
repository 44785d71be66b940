"""Paths are shown as the user typed their folder."""

from pathlib import Path

import pytest

from simhash_gui.cli.found import GivenNames


def test_a_path_begins_with_the_folder_as_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "docs").mkdir()
    monkeypatch.chdir(tmp_path)

    names = GivenNames(["./docs"])

    assert names.name(str(tmp_path / "docs" / "a" / "b.txt")) == "./docs/a/b.txt"
    assert names.name(str(tmp_path / "docs")) == "./docs"


def test_the_innermost_given_folder_names_a_path(tmp_path: Path) -> None:
    names = GivenNames([str(tmp_path), str(tmp_path / "in")])

    assert names.name(str(tmp_path / "in" / "x")) == str(tmp_path / "in" / "x")


def test_a_folder_whose_name_only_begins_alike_is_another(tmp_path: Path) -> None:
    names = GivenNames([str(tmp_path / "doc")])

    assert names.name(str(tmp_path / "docs" / "x")) == str(tmp_path / "docs" / "x")


def test_the_current_folder_is_given_as_a_dot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    assert GivenNames(["."]).name(str(tmp_path / "a.txt")) == "./a.txt"


def test_a_given_archive_names_what_is_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    assert GivenNames(["a.zip"]).name(f"{tmp_path}/a.zip!/b.txt") == "a.zip!/b.txt"
