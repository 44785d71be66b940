"""The system libraries are there, and `.ci/system-libraries` brings or names those that are not.

The first tests are why each group of packages is installed for a test run: take one away and
one of them fails.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QFontDatabase, QGuiApplication

SCRIPT = Path(__file__).resolve().parents[2] / ".ci" / "system-libraries"
WINDOW_LIBRARIES = (
    "libgl1 libegl1 libxkbcommon0 libglib2.0-0 libfontconfig1 libdbus-1-3"
    " libxkbcommon-x11-0 libxcb-cursor0 libxcb-icccm4 libxcb-keysyms1 libxcb-shape0"
)
OPEN_A_WINDOW = """
from PySide6.QtWidgets import QApplication, QLabel
application = QApplication([])
label = QLabel("指纹 fingerprint")
label.show()
application.processEvents()
print(application.platformName(), label.grab().isNull())
"""

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="system packages of Linux")


def open_a_window(**environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", OPEN_A_WINDOW],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.fixture
def screen() -> Iterator[str]:
    """Yield the name of a virtual X11 screen."""
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x800x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL) as server:
        os.close(write)
        with os.fdopen(read) as answer:
            number = answer.readline().strip()
        yield f":{number}"
        server.terminate()


def test_a_window_opens_without_a_screen() -> None:
    assert open_a_window(QT_QPA_PLATFORM="offscreen") == "offscreen False"


def test_a_window_opens_on_an_x11_screen(screen: str) -> None:
    assert open_a_window(QT_QPA_PLATFORM="xcb", DISPLAY=screen) == "xcb False"


def test_locales_can_be_made(tmp_path: Path) -> None:
    """Without it, the tests of locales that are not UTF-8 would be left out."""
    made = tmp_path / "zh_CN.GB18030"
    command = ["localedef", "-i", "zh_CN", "-f", "GB18030", str(made)]
    said = subprocess.run(command, capture_output=True, text=True, check=False).stderr
    assert made.is_dir(), said


def test_a_chinese_font_is_there(qapp: QGuiApplication) -> None:
    assert QFontDatabase.families(QFontDatabase.WritingSystem.SimplifiedChinese)


@pytest.fixture
def bare_machine(tmp_path: Path) -> Path:
    """Return a folder of programs as on a machine with no library; apt-get writes down its task."""
    commands = {
        "ldconfig": "exit 0",
        "Xvfb": "exit 0",
        "id": "echo 0",
        "sudo": "exit 1",
        "apt-get": f'echo "$*" >>{tmp_path}/asked',
    }
    programs = tmp_path / "programs"
    programs.mkdir()
    for name, line in commands.items():
        put(programs / name, line)
    return programs


def put(program: Path, line: str) -> None:
    program.write_text(f"#!/bin/bash\n{line}\n", encoding="utf-8")
    program.chmod(0o755)


def system_libraries(programs: Path, group: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [SCRIPT, group],
        env={"PATH": f"{programs}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_root_gets_what_is_missing_through_apt(bare_machine: Path) -> None:
    done = system_libraries(bare_machine, "run")
    assert done.returncode == 0, done.stderr
    asked = (bare_machine.parent / "asked").read_text(encoding="utf-8")
    assert asked.strip().endswith(f"install -y --no-install-recommends {WINDOW_LIBRARIES}")


def test_the_package_lists_are_fetched_when_apt_does_not_know_a_package(bare_machine: Path) -> None:
    asked = bare_machine.parent / "asked"
    put(bare_machine / "apt-get", f'echo "$*" >>{asked}; (($(wc -l <{asked}) > 1))')
    done = system_libraries(bare_machine, "run")
    assert done.returncode == 0, done.stderr
    steps = [line.split()[3] for line in asked.read_text(encoding="utf-8").splitlines()]
    assert steps == ["install", "update", "install"]


def test_a_password_less_sudo_serves_as_root(bare_machine: Path) -> None:
    put(bare_machine / "id", "echo 1000")
    put(bare_machine / "sudo", 'shift; "$@"')
    assert system_libraries(bare_machine, "run").returncode == 0
    assert (bare_machine.parent / "asked").exists()


def test_without_root_the_exact_command_is_printed(bare_machine: Path) -> None:
    put(bare_machine / "id", "echo 1000")
    done = system_libraries(bare_machine, "run")
    assert done.returncode == 1
    install = f"sudo apt-get install -y --no-install-recommends {WINDOW_LIBRARIES}"
    assert f"  sudo apt-get update && {install}\n" in done.stderr
    assert not (bare_machine.parent / "asked").exists()


def test_what_apt_says_is_shown_when_it_fails(bare_machine: Path) -> None:
    put(bare_machine / "apt-get", "echo no space left; exit 100")
    done = system_libraries(bare_machine, "run")
    assert done.returncode == 1
    assert "no space left" in done.stderr


def test_nothing_is_done_when_nothing_is_missing() -> None:
    done = subprocess.run([SCRIPT, "test"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
