"""The settings file survives other versions, damage and crashes."""

import json
import logging
import os
import random
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from simhash_gui.core.types import Linkage
from simhash_gui.documents.records import Limits
from simhash_gui.services.library.settings import Language, Settings, SettingsFile, ThemeChoice
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
        theme=ThemeChoice.DARK,
        font_percent=150,
        distance=7,
        linkage=Linkage.COMPLETE,
        recent_libraries=("/文档/a.simhash",),
        samples_offered=True,
        workers=4,
    )

    file.save(settings)

    assert file.load() == settings


@pytest.mark.parametrize(
    "content",
    [
        b"", b"{", b"[1]", b"null", b"\x00", b"\xff\xfe{}", b"[" * 200_000,
        b'{"distance": ' + b"9" * 5000 + b"}", b'{"a": "' + b"x" * (1 << 20) + b'"}',
    ],
)  # fmt: skip
def test_a_damaged_file_is_kept_aside_and_the_defaults_hold(
    tmp_path: Path, file: SettingsFile, content: bytes, expect_log: ExpectLog
) -> None:
    write(tmp_path, "")
    (tmp_path / "config" / "settings.json").write_bytes(content)

    with expect_log(logging.WARNING, "the defaults hold"):
        assert file.load() == Settings()

    file.save(Settings(distance=9))
    aside = tmp_path / "config" / "settings.json.damaged"
    assert file.damaged == aside
    assert aside.read_bytes() == content
    assert SettingsFile(tmp_path / "config" / "settings.json").load() == Settings(distance=9)


def test_a_folder_or_a_pipe_in_place_of_the_file_is_kept_aside(
    tmp_path: Path, file: SettingsFile, expect_log: ExpectLog
) -> None:
    (tmp_path / "config" / "settings.json").mkdir(parents=True)

    with expect_log(logging.WARNING, "the defaults hold"):
        assert file.load() == Settings()
    assert (tmp_path / "config" / "settings.json.damaged").is_dir()

    if hasattr(os, "mkfifo"):
        (tmp_path / "config" / "settings.json.damaged").rmdir()
        os.mkfifo(tmp_path / "config" / "settings.json")
        with expect_log(logging.WARNING, "the defaults hold"):
            assert file.load() == Settings()
        assert (tmp_path / "config" / "settings.json.damaged").is_fifo()


@pytest.mark.parametrize("number", ["Infinity", "-Infinity", "NaN", "1e999", "[]", "{}"])
def test_a_number_that_is_none_takes_its_default(
    tmp_path: Path, file: SettingsFile, number: str
) -> None:
    write(tmp_path, f'{{"distance": {number}, "workers": 2}}')

    assert file.load() == Settings(workers=2)
    assert file.damaged == tmp_path / "config" / "settings.json.damaged"
    assert number in file.damaged.read_text(encoding="utf-8")


def test_lists_keep_the_texts_among_what_is_in_them(tmp_path: Path, file: SettingsFile) -> None:
    write(tmp_path, '{"recent_libraries": ["/a", 1, null, ["b"], "c\\u0000d"], "x": 1}')

    assert file.load().recent_libraries == ("/a",)


def test_a_library_with_an_undecodable_name_is_remembered(file: SettingsFile) -> None:
    settings = Settings(recent_libraries=(os.fsdecode(b"/caf\xe9.simhash"),))

    file.save(settings)

    assert file.load() == settings


_SEED = json.dumps(
    asdict(Settings(recent_libraries=("/文档/a.simhash",), verdict_limits=("near_jaccard=0.5",)))
).encode()
_PIECES = (
    b"Infinity", b"NaN", b"null", b"true", b"[", b"{", b'"', b"\\u0000", b"\\ud800", b"1e999",
    b"-9" * 30, b"\xff", b"\x00", b",", b":", b"[" * 99_999, b'"near_jaccard=nan"',
)  # fmt: skip


def mutant(number: int) -> bytes:
    """A settings file with a few changes; the nth is always the same."""
    rng, data = random.Random(number), bytearray(_SEED)
    for _ in range(rng.randrange(1, 6)):
        place = rng.randrange(len(data) + 1)
        length = rng.choice((0, 1, 1, 2, 8, len(data)))
        data[place : place + length] = rng.choice((*_PIECES, bytes([rng.randrange(256)])))
    return bytes(data)


@pytest.mark.parametrize("count", [100, pytest.param(2000, marks=pytest.mark.thorough)])
def test_any_file_whatever_gives_settings_that_can_be_used_and_kept(
    tmp_path: Path, count: int, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL)
    path = tmp_path / "settings.json"
    damaged = 0
    for number in range(count):
        path.write_bytes(mutant(number))
        file = SettingsFile(path)
        settings = file.load()
        assert settings.limits.memory_bytes > 0
        assert settings.thresholds
        assert settings.recent_that_exist() == []
        if file.damaged is not None:
            damaged += 1
            assert file.damaged.read_bytes() == mutant(number)
        file.save(settings)
        assert SettingsFile(path).load() == settings
    assert count / 10 < damaged < count


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
