"""Tests run in a home of their own, the same on every machine."""

import locale
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import platformdirs
import pytest
from PySide6.QtCore import QDir, QSettings, QStandardPaths

from tests.helpers.nested import NestedPytest


def test_the_home_is_empty_and_private(hermetic_home: Path) -> None:
    assert Path.home() == hermetic_home
    assert list(hermetic_home.iterdir()) == []


@pytest.mark.parametrize("kind", ["config", "data", "state", "cache"])
def test_the_folders_of_a_program_lie_below_the_home(hermetic_home: Path, kind: str) -> None:
    folder = getattr(platformdirs, f"user_{kind}_path")("simhash-gui")
    assert folder.is_relative_to(hermetic_home)


def test_qt_sees_the_same_home(hermetic_home: Path) -> None:
    location = QStandardPaths.StandardLocation.GenericConfigLocation
    assert Path(QDir.homePath()) == hermetic_home
    assert Path(QStandardPaths.writableLocation(location)).is_relative_to(hermetic_home)
    assert Path(QSettings("simhash-gui", "test").fileName()).is_relative_to(hermetic_home)


def test_a_process_started_by_a_test_sees_the_same_home(hermetic_home: Path) -> None:
    ask = "from pathlib import Path; print(Path.home())"
    answer = subprocess.run(
        [sys.executable, "-c", ask], capture_output=True, text=True, check=True
    ).stdout
    assert answer.strip() == str(hermetic_home)


def test_language_and_time_zone_are_fixed() -> None:
    assert locale.getlocale()[1] == "UTF-8"
    assert time.tzname == ("UTC", "UTC")


def test_the_switches_of_the_developer_are_off(
    nested_pytest: NestedPytest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QT_SCALE_FACTOR", "2")
    monkeypatch.setenv("LANGUAGE", "tlh")
    nested_pytest.using("-ptests.helpers.hermetic")(
        """
        def test_it():
            assert "QT_SCALE_FACTOR" not in os.environ
            assert "LANGUAGE" not in os.environ
        """
    ).assert_outcomes(passed=1)


def test_each_test_gets_another_home(nested_pytest: NestedPytest) -> None:
    nested_pytest.using("-ptests.helpers.hermetic")(
        """
        def test_one(): (Path.home() / "left.txt").touch()
        def test_two(): assert list(Path.home().iterdir()) == []
        """
    ).assert_outcomes(passed=2)


def test_no_screen_is_needed() -> None:
    assert os.environ["QT_QPA_PLATFORM"]


@pytest.mark.skipif(os.name == "nt", reason="processes inherit no ignored signals there")
def test_ctrl_c_is_heard_where_the_tests_run_in_the_background(
    nested_pytest: NestedPytest,
) -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        outcome = nested_pytest.using("-ptests.helpers.hermetic")(
            """
            import signal
            import pytest

            def test_it():
                with pytest.raises(KeyboardInterrupt):
                    signal.raise_signal(signal.SIGINT)
                child = "import os, signal; os.kill(os.getpid(), signal.SIGINT)"
                assert subprocess.run([sys.executable, "-c", child]).returncode == -signal.SIGINT
            """.replace("import signal\n", "import signal, pytest\n", 1)
        )
    finally:
        signal.signal(signal.SIGINT, before)
    outcome.assert_outcomes(passed=1)


@pytest.mark.skipif(os.name == "nt", reason="there are no hang-ups there")
def test_programs_hear_a_hang_up_where_the_tests_run_under_nohup(
    nested_pytest: NestedPytest,
) -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        outcome = nested_pytest.using("-ptests.helpers.hermetic")(
            """
            import signal

            def test_it():
                signal.raise_signal(signal.SIGHUP)
                child = "import os, signal; os.kill(os.getpid(), signal.SIGHUP)"
                assert subprocess.run([sys.executable, "-c", child]).returncode == -signal.SIGHUP
            """
        )
    finally:
        signal.signal(signal.SIGHUP, before)
    outcome.assert_outcomes(passed=1)
