"""The settings file survives other versions, damage and crashes."""

import json
import logging
from dataclasses import replace
from pathlib import Path

import pytest

from simhash_gui.core.types import Linkage
from simhash_gui.documents.records import Limits
from simhash_gui.services.library.settings import Language, Settings, SettingsFile, Theme
from simhash_gui.services.library.thresholds import Thresholds
from tests.helpers.logfail import ExpectLog


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
def test_a_damaged_file_counts_as_absent_and_is_logged(
    tmp_path: Path, file: SettingsFile, text: str, expect_log: ExpectLog
) -> None:
    write(tmp_path, text)

    with expect_log(logging.WARNING, "the defaults hold"):
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


def test_changed_thresholds_are_kept(file: SettingsFile) -> None:
    file.save(Settings(verdict_limits=("near_jaccard=0.5", "copied_words=30")))

    thresholds = file.load().thresholds

    assert (thresholds.near_jaccard, thresholds.copied_words) == (0.5, 30)
    assert thresholds.near_edit_share == Settings().thresholds.near_edit_share


@pytest.mark.parametrize("text", ["near_jaccard=2", "near_jaccard", "no_such_limit=1", ""])
def test_limits_that_make_no_sense_are_the_defaults(text: str) -> None:
    assert Settings(verdict_limits=(text,)).thresholds == Settings().thresholds


def test_one_broken_limit_leaves_the_others(file: SettingsFile) -> None:
    file.save(Settings(verdict_limits=("near_jaccard=2", "copied_words=30", "contained=NaN")))

    thresholds = file.load().thresholds

    assert thresholds == Thresholds(copied_words=30)


@pytest.mark.parametrize("value", ["near_jaccard=0.5", 7, None, {"near_jaccard": 0.5}])
def test_limits_that_are_no_list_are_the_defaults(value: object) -> None:
    assert Settings.from_json({"verdict_limits": value}).thresholds == Thresholds()


def test_limits_are_kept_in_units_that_people_use() -> None:
    limits = Settings(time_limit_s=90, memory_limit_mib=512, size_limit_mib=8).limits

    assert limits.time_s == 90.0
    assert limits.memory_bytes == 512 * 2**20
    assert limits.size_bytes == 8 * 2**20


def test_limits_are_those_of_the_program_unless_changed() -> None:
    assert Settings().limits == Limits()
