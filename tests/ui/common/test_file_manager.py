"""A file is shown selected in its folder by the file manager, where one can be asked."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from shutil import which

import pytest

from simhash_gui.ui.common.file_manager import select_command

# A desktop of its own: a file manager that tells what it is asked for, and a program that asks.
_DESKTOP = """
import sys
from pathlib import Path
from PySide6.QtCore import ClassInfo, QObject, QTimer, QUrl, Slot
from PySide6.QtDBus import QDBusConnection
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication
from simhash_gui.ui.common.file_manager import show_in_folder

application = QApplication(sys.argv)

@ClassInfo({"D-Bus Interface": "org.freedesktop.FileManager1"})
class FileManager(QObject):
    @Slot("QStringList", str)
    def ShowItems(self, addresses, _startup):
        print("selected", *addresses)
        QTimer.singleShot(0, application.quit)

    @Slot(QUrl)
    def open(self, address):
        print("opened", address.toString(QUrl.FullyEncoded))
        QTimer.singleShot(0, application.quit)

manager = FileManager()
QDesktopServices.setUrlHandler("file", manager, "open")
if sys.argv[1] == "with":
    bus = QDBusConnection.connectToBus(QDBusConnection.BusType.SessionBus, "file manager")
    assert bus.registerService("org.freedesktop.FileManager1")
    assert bus.registerObject(
        "/org/freedesktop/FileManager1", manager, QDBusConnection.RegisterOption.ExportAllSlots
    )
show_in_folder(Path("/a b/报告 #1.txt"))
application.exec()
"""


@pytest.fixture
def bus(tmp_path: Path) -> Iterator[str]:
    """The address of a message bus that nobody else uses."""
    if (program := which("dbus-daemon")) is None:
        pytest.skip("dbus-daemon is not installed")
    address = f"unix:path={tmp_path / 'bus'}"
    command = [program, "--session", "--nofork", "--print-address", "--address", address]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as daemon:
        assert daemon.stdout is not None
        yield daemon.stdout.readline().strip()
        daemon.terminate()


@pytest.mark.parametrize(
    ("manager", "told"),
    [
        ("with", "selected file:///a%20b/%E6%8A%A5%E5%91%8A%20%231.txt"),
        ("without", "opened file:///a%20b"),
    ],
)
def test_a_file_is_selected_where_a_file_manager_answers(
    bus: str, manager: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", bus)

    assert _told([sys.executable, "-c", _DESKTOP, manager]) == told


def test_without_a_message_bus_the_folder_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", f"unix:path={tmp_path / 'nobody'}")

    assert _told([sys.executable, "-c", _DESKTOP, "without"]) == "opened file:///a%20b"


@pytest.mark.parametrize(
    ("platform", "command"),
    [
        ("win32", ["explorer.exe", "/select,", "/a b/报告.txt"]),
        ("darwin", ["open", "-R", "/a b/报告.txt"]),
        ("linux", []),
    ],
)
def test_windows_and_macos_have_a_command_that_selects(platform: str, command: list[str]) -> None:
    assert select_command(platform, Path("/a b/报告.txt")) == command


def _told(command: list[str]) -> str:
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    return done.stdout.strip()
