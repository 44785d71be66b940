"""Pictures of the window in trouble: its library lost or changed, its home read-only, no fonts.

    python -m tests.torture.pictures OUTDIR

The pages of a library after each disturbance that a person would see, in both themes and languages.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from simhash_gui.ui.common.commands import PageId
from simhash_gui.ui.shell.application import create_application
from simhash_gui.ui.shell.faults import tell_missing_fonts
from tests.screenshots import LOOKS, Studio, open_studio, until
from tests.torture.disturbances import DISTURBANCES, Disturbance, make_home

_SEEN = ("deleted", "replaced", "overwritten", "read-only", "unplugged", "drive full")
_NO_RIGHTS = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]
_NO_FONTS = "<fontconfig><cachedir>{cache}</cachedir>{folders}</fontconfig>"
_LATIN = "<dir>/usr/share/fonts/truetype/dejavu</dir>"


def main(folder: Path) -> None:
    """Each trouble in a process of its own, which root's right to write anywhere does not reach."""
    folder.mkdir(parents=True, exist_ok=True)
    before = _NO_RIGHTS if os.geteuid() == 0 and shutil.which("setpriv") else []
    with tempfile.TemporaryDirectory() as fonts:
        for name in (*_SEEN, "home", "no-fonts", "no-chinese"):
            environment = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
            if name.startswith("no-"):
                config = Path(fonts, f"{name}.conf")
                folders = _LATIN if name == "no-chinese" else ""
                config.write_text(_NO_FONTS.format(cache=fonts, folders=folders))
                environment["FONTCONFIG_FILE"] = str(config)
            command = [*before, sys.executable, "-m", __spec__.name, str(folder), name]
            subprocess.run(command, check=True, env=environment)


def take(folder: Path, name: str) -> None:
    """The pictures of one trouble."""
    create_application(["pictures"])
    with tempfile.TemporaryDirectory() as home, ExitStack() as undone:
        studio = undone.enter_context(open_studio(Path(home), folder))
        disturbance = next((each for each in DISTURBANCES if each.name == name), None)
        if disturbance is not None:
            take_disturbed(studio, Path(home), disturbance, undone)
        elif name == "home":
            take_read_only(studio, Path(home), undone)
        else:
            tell_missing_fonts(studio.session, print)
            take_looks(studio, name, PageId.LIBRARY)


def take_disturbed(
    studio: Studio, folder: Path, disturbance: Disturbance, undone: ExitStack
) -> None:
    """What is said by itself, what the pages show, and what an import says then."""
    home = make_home(folder, disturbance.on_drive, undone)
    studio.session.open_library(home.library)
    studio.settle()
    studio.window.notices.dismiss()
    disturbance.disturb(home, undone)
    if disturbance.name not in {"read-only", "drive full"}:  # are only met by writing
        until(studio.window.notices.isVisible)
        take_looks(studio, disturbance.name, PageId.LIBRARY, PageId.CLUSTERS, PageId.COMPARE)
        studio.window.notices.dismiss()
    studio.library_page().model.import_paths([home.spare])
    studio.settle()
    take_looks(studio, f"{disturbance.name}-import", PageId.LIBRARY)
    studio.window.notices.dismiss()
    studio.session.open_library(home.library, makes=False)
    studio.settle()
    take_looks(studio, f"{disturbance.name}-again", PageId.LIBRARY)


def take_read_only(studio: Studio, home: Path, undone: ExitStack) -> None:
    """A home that nothing may be written to: settings, and a library in it that is to be made."""
    for path in (home / "config", home / "data", home):
        undone.callback(path.chmod, 0o700)
        path.chmod(0o500)
    take_looks(studio, "home-settings", PageId.LIBRARY)
    studio.window.notices.dismiss()
    studio.session.open_library(home / "data" / "new.simhash")
    studio.settle()
    take_looks(studio, "home-library", PageId.LIBRARY)


def take_looks(studio: Studio, name: str, *pages: PageId) -> None:
    """The pages in both themes and languages."""
    for theme, language in LOOKS:
        look = studio.look(theme, language)
        for page in pages:
            studio.window.show_page(page)
            studio.settle()
            studio.take(f"{name.replace(' ', '-')}-{page}-{look}")


if __name__ == "__main__":
    if len(sys.argv) > 2:
        take(Path(sys.argv[1]), sys.argv[2])
    else:
        main(Path(sys.argv[1]))
