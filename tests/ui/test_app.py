"""The way in: the window without a command, the command line with one, never both."""

import subprocess
import sys
from pathlib import Path

import pytest


def run_python(code: str) -> subprocess.CompletedProcess[str]:
    """Run ``code`` in a fresh interpreter and return what it said."""
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=120
    )


def test_a_command_never_imports_qt(tmp_path: Path) -> None:
    document = tmp_path / "letter.txt"
    document.write_text("Dear Ms Ito, the boat will be ready by the end of the month.")

    done = run_python(
        f"""
import sys
from simhash_gui import app
status = app.run(["fingerprint", {str(document)!r}])
print("status", status, [name for name in sys.modules if "PySide6" in name or ".ui" in name])
"""
    )

    assert done.stdout.splitlines()[-1] == "status 0 []", done.stderr


def test_garbage_is_collected_again_once_a_command_is_imported(tmp_path: Path) -> None:
    document = tmp_path / "letter.txt"
    document.write_text("Dear Ms Ito, the boat will be ready by the end of the month.")

    done = run_python(
        f"""
import gc
from simhash_gui import app
app.run(["fingerprint", {str(document)!r}])
print(gc.isenabled(), gc.get_freeze_count() > 10_000)
"""
    )

    assert done.stdout.splitlines()[-1] == "True True", done.stderr


def test_the_window_needs_neither_database_nor_segmenter_before_it_is_shown() -> None:
    done = run_python(
        """
import sys
import simhash_gui.ui.shell.application
late = ("sqlalchemy", "jieba", "rjieba", "simhash_gui.cli")
print([name for name in late if name in sys.modules])
"""
    )

    assert done.stdout.strip() == "[]", done.stderr


def test_the_window_reads_no_document_and_so_loads_no_reader() -> None:
    done = run_python(
        """
import sys
from simhash_gui.ui.common.commands import PageId
from simhash_gui.ui.shell.page_stack import load_page
for page in PageId:
    load_page(page)
print([name for name in sys.modules if name.startswith("simhash_gui.documents.readers")])
"""
    )

    assert done.stdout.strip() == "[]", done.stderr


def test_the_first_page_is_ready_before_what_it_does_without_is_imported() -> None:
    """By counts, for the clock tells more of the machine than of the program."""
    done = run_python(
        """
import sys
from simhash_gui import app
from simhash_gui.ui.shell import main_window

class ToldWindow(main_window.MainWindow):
    def begin(self, **options):
        self.ready.connect(self.tell)
        super().begin(**options)
    def tell(self):
        found = {*sys.modules}
        late = ("services.detection.search", "services.detection.detection", "ui.clusters",
                "ui.compare", "ui.check", "ui.learn", "ui.settings", "ui.review")
        print([name for name in late if f"simhash_gui.{name}" in found])
        print(len([name for name in found if name.startswith("simhash_gui.")]))
        self.close()

main_window.MainWindow = ToldWindow
app.run([])
"""
    )

    late, count = done.stdout.splitlines()
    assert late == "[]", done.stderr
    assert int(count) <= 225


@pytest.mark.parametrize("arguments", [[], ["--samples"]])
def test_the_window_opens_and_closes(arguments: list[str]) -> None:
    done = run_python(
        f"""
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from simhash_gui import app
from simhash_gui.ui.shell import main_window
shown = main_window.MainWindow.showEvent
def show(window, event):
    shown(window, event)
    QTimer.singleShot(300, window.close)
main_window.MainWindow.showEvent = show
sys.exit(app.run({arguments!r}))
"""
    )

    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="fontconfig")
def test_a_system_without_fonts_is_told_at_the_start(tmp_path: Path) -> None:
    fonts = tmp_path / "fonts.conf"
    fonts.write_text(f"<fontconfig><cachedir>{tmp_path}</cachedir></fontconfig>", "utf-8")
    done = run_python(
        f"""
import os, sys
os.environ["FONTCONFIG_FILE"] = {str(fonts)!r}
from PySide6.QtCore import QTimer
from simhash_gui import app
from simhash_gui.ui.shell import main_window
shown = main_window.MainWindow.showEvent
def show(window, event):
    shown(window, event)
    QTimer.singleShot(300, window.close)
main_window.MainWindow.showEvent = show
sys.exit(app.run([]))
"""
    )

    assert done.returncode == 0, done.stderr
    assert "simhash-gui: no font is installed" in done.stderr


def test_a_window_that_is_closed_as_soon_as_it_is_shown_ends_the_program(tmp_path: Path) -> None:
    log = tmp_path / "window.log"
    done = run_python(
        f"""
import sys
from simhash_gui import app
from simhash_gui.ui.shell import main_window
shown = main_window.MainWindow.showEvent
def show(window, event):
    shown(window, event)
    window.close()
main_window.MainWindow.showEvent = show
sys.exit(app.run(["--log-file", {str(log)!r}]))
"""
    )

    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert "uncaught" not in log.read_text(encoding="utf-8")


def test_an_error_in_a_slot_is_logged_and_becomes_a_notice(tmp_path: Path) -> None:
    log = tmp_path / "window.log"
    done = run_python(
        f"""
import sys
from PySide6.QtCore import QTimer
from simhash_gui import app
from simhash_gui.ui.shell import main_window
shown = main_window.MainWindow.showEvent
def fail():
    raise KeyError("the minutes of the meeting")
def show(window, event):
    shown(window, event)
    def look():
        if window.notices.notice is not None:
            print(window.notices.notice.text())
            window.close()
    window.timer = QTimer()
    window.timer.timeout.connect(look)
    window.timer.start(50)
    QTimer.singleShot(0, fail)
main_window.MainWindow.showEvent = show
sys.exit(app.run(["--log-file", {str(log)!r}]))
"""
    )

    logged = log.read_text(encoding="utf-8")
    assert done.returncode == 0, done.stderr
    assert "Something went wrong inside the program" in done.stdout
    assert done.stderr == ""
    assert "uncaught: KeyError" in logged
    assert "in fail" in logged
    assert "minutes" not in logged
