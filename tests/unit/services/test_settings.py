"""The settings file survives other versions, damage and crashes."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from simhash_gui.core.types import Linkage
from simhash_gui.services.settings import Language, Settings, SettingsFile, Theme


@pytest.fixture
def file(tmp_path: Path) -> SettingsFile:
    return SettingsFile(tmp_path / "config" / "settings.json")


def write(tmp_path: Path, text: str) -> None:
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "settings.json").write_text(text, encoding="utf-8")


def test_without_a_file_every_setting_has_its_default(file: SettingsFile) -> None:
    assert file.load() == Settings()


def test_what_was_saved_is_loaded(file: SettingsFile) -> None:
    settings = Settings(
        language=Language.CHINESE,
        theme=Theme.DARK,
        font_percent=150,
        distance=7,
        linkage=Linkage.COMPLETE,
        recent_libraries=("/文档/a.simhash",),
        samples_offered=True,
        workers=4,
    )

    file.save(settings)

    assert file.load() == settings


@pytest.mark.parametrize("text", ["", "{", "[1]", "null", "\x00"])
def test_a_damaged_file_counts_as_absent(tmp_path: Path, file: SettingsFile, text: str) -> None:
    write(tmp_path, text)

    assert file.load() == Settings()


def test_unknown_and_senseless_values_take_their_defaults(
    tmp_path: Path, file: SettingsFile
) -> None:
    values = {
        "language": "tlh",
        "theme": 3,
        "distance": "x",
        "recent_libraries": 5,
        "from_2031": True,
        "workers": None,
        "samples_offered": 1,
    }
    write(tmp_path, json.dumps(values))

    assert file.load() == replace(Settings(), samples_offered=True)


@pytest.mark.parametrize(("given", "kept"), [(-4, 0), (12, 12), (99, 32)])
def test_numbers_are_kept_within_their_limits(
    tmp_path: Path, file: SettingsFile, given: int, kept: int
) -> None:
    write(tmp_path, json.dumps({"distance": given}))

    assert file.load().distance == kept


def test_saving_leaves_no_other_file_behind(tmp_path: Path, file: SettingsFile) -> None:
    file.save(Settings())
    file.save(Settings(distance=9))

    assert [path.name for path in (tmp_path / "config").iterdir()] == ["settings.json"]


def test_a_recent_library_moves_to_the_head_and_the_list_stays_short() -> None:
    settings = Settings(recent_libraries=tuple(f"/{number}" for number in range(8)))

    newest = settings.with_recent(Path("/5")).with_recent(Path("/new")).recent_libraries

    assert newest == ("/new", "/5", "/0", "/1", "/2", "/3", "/4", "/6")
