"""The longest pause of each act in the real window, in a library of some size.

    python -m tests.benchmarks.window_acts [--documents 3500] [--home FOLDER] [--only ACT…]

Makes documents as ``window_import`` does, imports them, then acts as a person does: changes pages,
sorts, filters, paints, chooses clusters, moves the threshold, flips switches, compares, copies
10,000 rows, changes theme and language, opens another library and this one again. Prints one JSON
object by act, in milliseconds: ``pause``, the longest time between two turns of the event loop,
``own``, the longest without the time in which the system gave the processor to others (Linux only),
and ``used``, the most processor time that the window's thread took for a turn. ``stolen_percent``
is how much of the processors other virtual machines had meanwhile (Linux only): where that is more
than a few percent, pauses say more of the machine than of the window. What is in ``--home``
already, documents and library, is taken as it is, and stays. ``--only`` does the named acts alone.
"""

from __future__ import annotations

import argparse
import gc
import json
import sys
import tempfile
import time
from collections.abc import Callable, Collection
from functools import partial
from pathlib import Path

import psutil
from PySide6.QtTest import QTest

from simhash_gui.services.library.browsing import DocumentSort
from simhash_gui.services.library.paths import AppPaths, resources_folder
from simhash_gui.services.library.settings import Language, SettingsFile, ThemeChoice
from simhash_gui.ui.clusters.clusters_page import ClustersPage
from simhash_gui.ui.common.commands import PageId
from simhash_gui.ui.compare.compare_page import ComparePage
from simhash_gui.ui.library.library_page import LibraryPage
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.shell.application import create_application
from simhash_gui.ui.shell.main_window import MainWindow
from tests.benchmarks.window_import import longest_pauses, make_documents, sample_sentences

_SIZE_PX = (1440, 900)
_STEP_MS = 5
_SETTLED_TURNS = 40


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, default=3_500)
    parser.add_argument("--home", type=Path, help="keep documents and library here")
    parser.add_argument("--only", nargs="+", metavar="ACT", help="as they are named in the result")
    options = parser.parse_args()
    documents: int = options.documents
    with tempfile.TemporaryDirectory(prefix="window-acts-") as temporary:
        home = Path(temporary) if options.home is None else options.home.resolve()
        if not (home / "documents").exists():
            make_documents(home / "documents", documents, sample_sentences(), seed=1)
        stolen_s, started_s = _stolen_s(), time.monotonic()
        pauses = measure(home, options.only)
        passed_s = (time.monotonic() - started_s) * (psutil.cpu_count() or 1)
    stolen = round(100 * (_stolen_s() - stolen_s) / passed_s, 1)
    result = {"documents": documents, "stolen_percent": stolen, **pauses}
    sys.stdout.write(json.dumps(result, indent=1) + "\n")
    return 0


def _stolen_s() -> float:
    return float(getattr(psutil.cpu_times(), "steal", 0.0))


def measure(home: Path, only: Collection[str] | None = None) -> dict[str, dict[str, float]]:
    """The longest pause of each act, by the clock and the window's own, in milliseconds."""
    create_application(["window-acts"])
    paths = AppPaths(
        resources_folder(),
        home / "config" / "settings.json",
        home / "data",
        home / "simhash-gui.log",
    )
    window = MainWindow(Session(paths, SettingsFile(paths.settings_file)))
    window.complete.connect(gc.freeze)  # as ``application.run`` does
    window.resize(*_SIZE_PX)
    window.show()
    window.begin()
    _settle(window)
    try:
        acts = [each for each in _acts(window, home) if only is None or each[0] in only]
        return {name: longest_pauses(window, act, partial(_settle, window)) for name, act in acts}
    finally:
        window.close()


def _acts(window: MainWindow, home: Path) -> list[tuple[str, Callable[[], object]]]:
    session = window.session
    wanted = (PageId.LIBRARY, PageId.CLUSTERS, PageId.COMPARE)
    library, clusters, compare = map(window.page_of, wanted)
    assert isinstance(library, LibraryPage)
    assert isinstance(clusters, ClustersPage)
    assert isinstance(compare, ComparePage)
    table = library.content.table
    own = session.paths.default_library

    def copy_rows() -> None:
        table.selectAll()
        table.copy_rows()

    def first_pair() -> None:
        ids = library.model.ids
        session.compare_requested.emit((int(ids[0]), int(ids[1])))

    return [
        ("import and search", lambda: session.folders_offered.emit([home / "documents"])),
        ("sort by name", lambda: library.model.set_sort(DocumentSort.NAME, True)),
        ("sort by size", lambda: library.model.set_sort(DocumentSort.SIZE, True)),
        ("filter documents", lambda: library.model.set_filter(text="7")),
        ("show all documents", library.model.clear_filter),
        ("paint the table again", table.viewport().repaint),
        ("copy 10,000 rows", copy_rows),
        ("show clusters", lambda: window.show_page(PageId.CLUSTERS)),
        ("choose a cluster", lambda: clusters.clusters.selectRow(1)),
        ("move the threshold", lambda: clusters.model.set_distance(3)),
        ("filter clusters", lambda: clusters.model.set_filter("files>2")),
        ("include partial copies", clusters.partial.click),
        ("leave them out again", clusters.partial.click),
        ("compare", first_pair),
        ("unfold the bits", compare.comparison.measures.fold.click),
        ("next bit", lambda: compare.comparison.bits.pin(5)),
        ("next passage", compare.comparison.texts.next_passage),
        ("dark theme", lambda: session.change_settings(theme=ThemeChoice.DARK)),
        ("Chinese", lambda: session.change_settings(language=Language.CHINESE)),
        ("open another library", lambda: session.open_library(home / "other.simhash")),
        ("open the library again", lambda: session.open_library(own)),
    ]


def _settle(window: MainWindow) -> None:
    """Wait until nothing has been under way for a moment."""
    session, quiet = window.session, 0
    while quiet < _SETTLED_TURNS:
        QTest.qWait(_STEP_MS)
        is_ready = session.library is not None and all(map(window.page_of, PageId))
        is_idle = is_ready and session.jobs.is_idle and session.reads.is_idle
        quiet = quiet + 1 if is_idle else 0


if __name__ == "__main__":
    sys.exit(main())
