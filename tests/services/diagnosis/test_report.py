"""Diagnostics tell versions, settings and counts, and name no document and no folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from simhash_gui import __version__
from simhash_gui.services.diagnosis.report import (
    LAST_RECORDS,
    component,
    components,
    diagnostics,
    last_records,
)
from simhash_gui.services.library.libraries import open_library
from simhash_gui.services.library.settings import Settings

LOG = """\
2026-01-02 10:00:00,000 INFO 7 simhash_gui.app: started
2026-01-02 10:00:01,000 DEBUG 7 simhash_gui.store: /home/ann/secret.simhash opened
and more of it
2026-01-02 10:00:02,000 CRITICAL 7 simhash_gui.app: uncaught
Traceback (most recent call last):
KeyError: …
"""


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "program.log"
    path.write_text(LOG, encoding="utf-8")
    return path


def test_versions_settings_and_the_end_of_the_log_are_there(log: Path) -> None:
    settings = Settings(distance=7, recent_libraries=("/home/ann/secret.simhash",))

    text = diagnostics(None, settings, log, "Qt 6.0")

    assert text.startswith(f"simhash-gui {__version__}\n")
    for part in ("\nPython 3.", "\nQt 6.0\n", "\nnumpy ", "distance 7", "none is open", "started"):
        assert part in text
    assert text.endswith("KeyError: …\n")


def test_no_path_is_reported(log: Path, tmp_path: Path, hermetic_home: Path) -> None:
    settings = Settings(recent_libraries=("/home/ann/secret.simhash",))
    log.write_text(f"{LOG}  File {hermetic_home}/program.py", encoding="utf-8")

    with open_library(tmp_path / "secret.simhash") as library:
        text = diagnostics(library, settings, log, "Qt 6.0")

    assert "secret" not in text
    assert "recent_libraries 1" in text
    assert "0 documents" in text
    assert "File ~/program.py" in text


def test_records_that_may_name_files_are_left_out(log: Path) -> None:
    lines = last_records(log)

    assert len(lines) == 4
    assert lines[-1] == "KeyError: …"


def test_only_the_last_records_are_reported(log: Path) -> None:
    log.write_text(LOG * LAST_RECORDS, encoding="utf-8")

    assert len(last_records(log)) == LAST_RECORDS * 2


def test_a_log_that_is_not_there_is_reported(tmp_path: Path) -> None:
    assert last_records(tmp_path / "program.log") == ["cannot be read: No such file or directory"]


@pytest.mark.parametrize(
    ("fields", "line"),
    [
        ("License-Expression: MIT", "made-up 1.0 · MIT"),
        ("Classifier: License :: OSI Approved :: BSD License", "made-up 1.0 · BSD License"),
        ("License: Zlib\n long text", "made-up 1.0 · Zlib"),
        (f"License: {'word ' * 20}", "made-up 1.0"),
        ("Summary: none given", "made-up 1.0"),
    ],
)
def test_a_licence_is_found_wherever_a_package_states_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fields: str, line: str
) -> None:
    folder = tmp_path / "made_up-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text(
        f"Metadata-Version: 2.4\nName: made-up\nVersion: 1.0\n{fields}\n"
    )
    monkeypatch.syspath_prepend(tmp_path)

    assert component("made-up") == line


def test_a_package_without_metadata_is_named_all_the_same() -> None:
    assert component("not-installed-anywhere") == "not-installed-anywhere"


def test_what_the_program_needs_is_listed_behind_python_and_the_others() -> None:
    first, second, *rest = components("Qt 6.0")

    assert first.startswith("Python 3.")
    assert second == "Qt 6.0"
    assert [line for line in rest if line.startswith("numpy ")]
