"""Pytest plugin: no test reads or writes the developer's own home, settings or caches.

Every test gets an empty home of its own, in this process and in those it starts. Language, time
zone, signals and Qt's own switches are the same on every machine. Where `tmp_path` is enough, use
that.
"""

import itertools
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings

SAME_EVERYWHERE = {"LC_ALL": "C.UTF-8", "LANG": "C.UTF-8", "TZ": "UTC"}
SWITCHED_OFF = ("LANGUAGE", "QT_")
KEPT = ("QT_QPA_PLATFORM", "QT_QPA_PLATFORM_PLUGIN_PATH")
HOME_VARIABLES = {
    "HOME": "",
    "USERPROFILE": "",
    "APPDATA": "AppData/Roaming",
    "LOCALAPPDATA": "AppData/Local",
    "XDG_CONFIG_HOME": ".config",
    "XDG_DATA_HOME": ".local/share",
    "XDG_STATE_HOME": ".local/state",
    "XDG_CACHE_HOME": ".cache",
}

_numbers = itertools.count()


def home_environment(home: Path) -> dict[str, str]:
    """Return the variables that make `home` the home of a process."""
    return {name: str(home / below) for name, below in HOME_VARIABLES.items()}


def pytest_configure(config: pytest.Config) -> None:
    """Settle language, time zone, signals and Qt's switches before anything reads them."""
    for name in [name for name in os.environ if name.startswith(SWITCHED_OFF) and name not in KEPT]:
        del os.environ[name]
    os.environ.update(SAME_EVERYWHERE)
    if hasattr(time, "tzset"):
        time.tzset()
    # What a shell starts in the background ignores Ctrl-C, and so do the processes it starts.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    # The same of hang-ups under nohup; who handles a signal hands on the default.
    if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
        signal.signal(signal.SIGHUP, lambda *_: None)


@pytest.fixture(scope="session")
def _homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    # Qt wants a private run-time folder and warns about any other.
    base = tmp_path_factory.mktemp("homes", numbered=False)
    run_time = base / "run"
    run_time.mkdir(mode=0o700)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_RUNTIME_DIR", str(run_time))
        yield base


@pytest.fixture(autouse=True)
def hermetic_home(_homes: Path) -> Iterator[Path]:
    """Give the test, and every process it starts, an empty home; yield its path."""
    home = _homes / str(next(_numbers))
    home.mkdir()
    # Qt reads the variables once in a process, so it has to be told of each new home.
    QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, str(home / ".config"))
    QSettings.setPath(
        QSettings.Format.NativeFormat, QSettings.Scope.UserScope, str(home / ".config")
    )
    with pytest.MonkeyPatch.context() as patch:
        for name, value in home_environment(home).items():
            patch.setenv(name, value)
        yield home
