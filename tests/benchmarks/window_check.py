"""The Check page from end to end in the real window: sources, spans, a filter, both reports.

    python -m tests.benchmarks.window_check CORPORA OUT [--library FILE] [--theme dark]
        [--language zh_CN] [--percent 200] [--size 1360x840]

Checks a manuscript of three sources with edits and a quotation, and prints one JSON object: the
sources, precision and recall of the characters, times until the first source and until all, the
longest pause of the event loop, and what the filter for quotations took away. OUT gets a picture
of the window and both reports. With QT_QPA_PLATFORM=xcb
under ``xvfb-run -s "-screen 0 1600x1000x24"`` it is the window that people see.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtTest import QTest

from simhash_gui.services.checking.findings import Filter
from simhash_gui.services.importing.adding import import_paths
from simhash_gui.services.importing.importing import ImportOptions
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.libraries import open_library
from simhash_gui.services.library.paths import AppPaths, resources_folder
from simhash_gui.services.library.settings import Language, Settings, SettingsFile, ThemeChoice
from simhash_gui.ui.check.check_page import CheckPage
from simhash_gui.ui.common.commands import PageId
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.shell.application import create_application
from simhash_gui.ui.shell.main_window import MainWindow
from tests.benchmarks.sourcing import (
    Answer,
    Manuscript,
    Score,
    manuscripts,
    texts_of,
    write_library,
)
from tests.benchmarks.window_compare import Watch, until

_DRAFTS = 16
_KIND = "words inserted"
_QUOTED = slice(300, 420)


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpora", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--library", type=Path)
    parser.add_argument("--theme", type=ThemeChoice, default=ThemeChoice.LIGHT)
    parser.add_argument("--language", type=Language, default=Language.ENGLISH)
    parser.add_argument("--percent", type=int, default=100)
    parser.add_argument("--size", default="1360x840")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="window-check-") as home:
        found = _measure(Path(home), options)
    sys.stdout.write(json.dumps(found, indent=1, ensure_ascii=False) + "\n")
    return 0


def _measure(home: Path, options: argparse.Namespace) -> dict[str, object]:
    texts = texts_of(options.corpora)
    library = options.library or home / "library.simhash"
    if options.library is None:
        write_library(home / "documents", texts, 0)
        with open_library(library) as made:
            import_paths(made, [home / "documents"], ImportOptions(), JobControl())
    language = "zh" if options.language is Language.CHINESE else "en"
    manuscript = next(
        each for each in manuscripts({language: texts[language]}, 9) if each.kind == _KIND
    )
    manuscript = _with_quotation(manuscript, dict(texts[language])[manuscript.sources[0]])
    (home / "manuscript.txt").write_text(manuscript.text, "utf-8")
    window, page = _window(home, library, options)
    try:
        return _act(window, page, manuscript, home, options.out)
    finally:
        window.close()


def _with_quotation(manuscript: Manuscript, source: str) -> Manuscript:
    quotation = " ".join(source[_QUOTED].split())
    start = len(manuscript.text) + 1
    text = f"{manuscript.text}“{quotation}” [1]\n"
    return replace(
        manuscript, text=text, copied=(*manuscript.copied, (start, start + len(quotation)))
    )


def _window(home: Path, library: Path, options: argparse.Namespace) -> tuple[MainWindow, CheckPage]:
    paths = AppPaths(resources_folder(), home / "settings.json", home / "data", home / "log")
    file = SettingsFile(paths.settings_file)
    file.save(
        replace(
            Settings(),
            theme=options.theme,
            language=options.language,
            font_percent=options.percent,
        )
    )
    create_application(["window-check"])
    session = Session(paths, file)
    window = MainWindow(session)
    window.resize(*map(int, options.size.split("x")))
    window.show()
    window.begin()
    until(lambda: all(window.page_of(page) for page in PageId) and session.library is not None)
    session.open_library(library)
    until(lambda: session.library is not None and session.library.path == library)
    window.show_page(PageId.CHECK)
    page = window.page_of(PageId.CHECK)
    assert isinstance(page, CheckPage)
    return window, page


def _act(
    window: MainWindow, page: CheckPage, manuscript: Manuscript, home: Path, out: Path
) -> dict[str, object]:
    watch, started_s = Watch(page), time.perf_counter()
    page.check(home / "manuscript.txt")
    until(lambda: page.findings is not None)
    first_s = time.perf_counter() - started_s
    until(lambda: page.model.is_done)
    all_s = time.perf_counter() - started_s
    pauses = watch.end("checking")
    findings = page.findings
    assert findings is not None
    spans = [
        (each.passage.a.start, each.passage.a.end)
        for source in findings.sources
        for each in source.passages
    ]
    names = [Path(each.path).name for each in findings.sources]
    score = Score()
    score.add(manuscript, Answer(spans, names, 0.0, 0.0))
    page.text.step(1)
    QTest.qWait(300)
    window.grab().save(str(out / "window.png"))
    before = findings.measures.overlap
    page.filters.boxes[Filter.QUOTATIONS].setChecked(True)
    until(lambda: page.model.is_done)
    QTest.qWait(100)
    assert page.findings is not None
    window.grab().save(str(out / "filtered.png"))
    for name in ("report.html", "report.pdf"):
        page.ask_target = lambda *_, name=name: out / name
        (out / name).unlink(missing_ok=True)
        page.write_report()
        until((out / name).exists)
    _check_folder(window, page, home, out)
    return {
        "sources": f"{score.found} of {score.wanted}",
        "precision": round(score.right / max(1, score.reported), 3),
        "recall": round(score.right / max(1, score.copied), 3),
        "first_s": round(first_s, 2),
        "all_s": round(all_s, 2),
        "quotation_characters": before - page.findings.measures.overlap,
        "page_width": page.width(),
        "page_needs": page.body.parentWidget().minimumSizeHint().width(),
        **pauses,
    }


def _check_folder(window: MainWindow, page: CheckPage, home: Path, out: Path) -> None:
    """Texts of the library and the manuscript among themselves, and pictures of what comes."""
    folder = home / "drafts"
    folder.mkdir()
    shutil.copy(home / "manuscript.txt", folder)
    for path in sorted((home / "documents").glob("*.txt"))[: _DRAFTS - 1]:
        shutil.copy(path, folder)
    page.batches.ask(folder)
    dialog = page.batches.dialog
    assert dialog is not None
    QTest.qWait(200)
    dialog.grab().save(str(out / "dialog.png"))
    dialog.among.setChecked(True)
    dialog.accept_button.click()
    view = page.batches.view
    until(lambda: view.answer is not None)
    for tab, name in ((1, "matrix.png"), (0, "documents.png")):
        view.tabs.setCurrentIndex(tab)
        view.matrix.choose(0, 1)
        QTest.qWait(200)
        window.grab().save(str(out / name))


if __name__ == "__main__":
    random.seed(0)
    sys.exit(main())
