"""Take pictures of the real window: every page, both themes, both languages, empty and full.

    python -m tests.screenshots [OUTDIR] [--corpus DIR]... [--platform offscreen|xcb|both]
    python -m tests.screenshots --every     # every page in every look, type and size of window
    python -m tests.screenshots --readme    # the pictures of README.md again

The window is driven as a user drives it, on a home of its own; nothing is read or written outside
OUTDIR but the documents. Without a corpus it shows the bundled samples. Pictures of both platforms
are taken by default: without a screen (``offscreen``), and on a virtual X server (``xcb``, where
there is Xvfb).
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from PySide6.QtCore import QEventLoop, QTimer  # noqa: E402 - after the path is set
from PySide6.QtWidgets import QApplication, QDialog, QWidget  # noqa: E402

from simhash_gui.services.comparison.evidence import PairClass, evidence  # noqa: E402
from simhash_gui.services.comparison.loading import Content  # noqa: E402
from simhash_gui.services.detection.pairs import DetectionOptions  # noqa: E402
from simhash_gui.services.detection.search import detect  # noqa: E402
from simhash_gui.services.importing.importing import FailureReason  # noqa: E402
from simhash_gui.services.jobs import JobControl  # noqa: E402
from simhash_gui.services.library.browsing import document_rows  # noqa: E402
from simhash_gui.services.library.libraries import Library, document_text  # noqa: E402
from simhash_gui.services.library.paths import AppPaths, resources_folder  # noqa: E402
from simhash_gui.services.library.settings import (  # noqa: E402
    Language,
    Settings,
    SettingsFile,
    ThemeChoice,
)
from simhash_gui.ui.check.check_page import CheckPage  # noqa: E402
from simhash_gui.ui.check.coloured_text import Place  # noqa: E402
from simhash_gui.ui.clusters.cluster_texts import Tab as ClustersTab  # noqa: E402
from simhash_gui.ui.clusters.clusters_page import ClustersPage  # noqa: E402
from simhash_gui.ui.common.commands import PageId, SettingsPart  # noqa: E402
from simhash_gui.ui.compare.compare_body import Tab  # noqa: E402
from simhash_gui.ui.compare.compare_page import ComparePage  # noqa: E402
from simhash_gui.ui.learn.learn_page import LearnPage  # noqa: E402
from simhash_gui.ui.library.library_page import LibraryPage  # noqa: E402
from simhash_gui.ui.library.problem_kinds import Aside, ways_out  # noqa: E402
from simhash_gui.ui.review.plan_dialog import PlanDialog  # noqa: E402
from simhash_gui.ui.session.session import Session  # noqa: E402
from simhash_gui.ui.shell.application import create_application  # noqa: E402
from simhash_gui.ui.shell.main_window import MainWindow  # noqa: E402

SIZE_PX = (1360, 840)
NARROW_PX = (900, 640)
LARGE_PERCENT = 150
GREATEST_PERCENT = 200
SMALL_PX = (1280, 800)
EVERY_PX = ((1280, 720), (1440, 900), NARROW_PX)
SETTLED_S = 0.4
PATIENCE_S = 1800.0
_MAX_PAIRS_READ = 200
README_FOLDER = ROOT / "resources" / "pictures"
LOOKS = [
    (theme, language)
    for theme in (ThemeChoice.LIGHT, ThemeChoice.DARK)
    for language in (Language.ENGLISH, Language.CHINESE)
]


@dataclass(frozen=True)
class Studio:
    """A window on show and where its pictures go."""

    window: MainWindow
    folder: Path

    @property
    def session(self) -> Session:
        return self.window.session

    def take(self, name: str, widget: QWidget | None = None) -> None:
        """One picture of the window or of a dialog, as it is now."""
        wait(0.1)
        target, taken = self.folder / f"{name}.png", widget or self.window
        parts = [part for part in (taken, *taken.findChildren(QWidget)) if part.isVisible()]
        until(lambda: all(part.updatesEnabled() for part in parts))
        taken.grab().save(str(target))
        print(target)  # noqa: T201 - the list of pictures is what the script says

    def look(self, theme: ThemeChoice, language: Language) -> str:
        """Switch colours and language; the part of file names that tells them."""
        self.session.change_settings(theme=theme, language=language)
        return f"{theme.value}-{language.value.partition('_')[0]}"

    def settle(self) -> None:
        """Wait until every job has ended and every answer has been shown for a moment."""
        quiet_since = time.monotonic()
        deadline = quiet_since + PATIENCE_S
        while time.monotonic() - quiet_since < SETTLED_S:
            wait(0.02)
            if not (self.session.jobs.is_idle and self.session.reads.is_idle):
                quiet_since = time.monotonic()
            if time.monotonic() > deadline:
                raise TimeoutError("the window does not come to rest")

    def library_page(self) -> LibraryPage:
        """The Library page."""
        page = self.window.page_of(PageId.LIBRARY)
        assert isinstance(page, LibraryPage)
        return page

    def library(self) -> Library:
        """The open library."""
        assert self.session.library is not None
        return self.session.library


def main() -> int:
    """Take the pictures that the command line asks for."""
    options = parse_arguments(sys.argv[1:])
    if options.platform == "both":
        return max(run_again(platform) for platform in ("offscreen", "xcb"))
    if options.platform == "xcb" and "DISPLAY" not in os.environ:
        return run_again("xcb")
    os.environ["QT_QPA_PLATFORM"] = options.platform
    create_application(sys.argv[:1])
    with tempfile.TemporaryDirectory(prefix="screenshots-") as home:
        if options.readme:
            take_readme(Path(home), README_FOLDER)
            return 0
        folder = options.outdir / options.platform
        folder.mkdir(parents=True, exist_ok=True)
        if options.every:
            take_every(Path(home), folder)
        else:
            take_all(Path(home), folder, options.corpus)
    return 0


def parse_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description="Take pictures of every page of the window.")
    default = ROOT / ".screenshots"
    parser.add_argument("outdir", nargs="?", type=Path, default=default, metavar="OUTDIR")
    parser.add_argument("--corpus", type=Path, action="append", default=[], metavar="DIR")
    parser.add_argument("--platform", choices=["offscreen", "xcb", "both"], default="both")
    parser.add_argument(
        "--every",
        action="store_true",
        help="each page in both themes and languages, at 100 and 200 %%, in three sizes of window",
    )
    parser.add_argument(
        "--readme", action="store_true", help="only those in README.md, into resources/pictures"
    )
    options = parser.parse_args(arguments)
    if options.readme:
        options.platform = "offscreen"
    return options


def run_again(platform: str) -> int:
    """Run this script on one platform; X11 needs a server, for which Xvfb stands in."""
    command = [sys.executable, *sys.argv, "--platform", platform]
    if platform == "xcb" and "DISPLAY" not in os.environ:
        server = shutil.which("xvfb-run")
        if server is None:
            print("no Xvfb here: no pictures of X11", file=sys.stderr)  # noqa: T201
            return 0
        command = [server, "-a", "-s", "-screen 0 1600x1000x24", *command]
    return subprocess.run(command, check=False).returncode


def take_all(home: Path, folder: Path, corpora: Sequence[Path]) -> None:
    """Every picture: an empty library, the samples, then each corpus."""
    with open_studio(home, folder) as studio:
        take_empty(studio)
        take_refused(studio, home)
        take_samples(studio)
        take_dialogs(studio)
        take_sizes(studio)
        take_checks(studio, home)
        take_problems(studio, home)
        for corpus in corpora:
            take_corpus(studio, home, corpus.resolve())


def take_every(home: Path, folder: Path) -> None:
    """Each page in every look, type and size of window: nothing, troubles, then the samples."""
    with open_studio(home, folder) as studio:
        for look in every_look(studio):
            studio.take(f"empty-{look}")
        content = open_troubles(studio, home).content
        content.show_problems()
        for look in every_look(studio):
            studio.take(f"problems-{look}")
        studio.session.open_samples()
        until(lambda: len(studio.library_page().model.ids) > 0)
        studio.settle()
        studio.window.notices.dismiss()
        pair = telling_pair(studio.library())
        assert pair is not None
        check_half(studio, pair[0])
        for look in every_look(studio):
            take_every_page(studio, pair, look)


def every_look(studio: Studio) -> Iterator[str]:
    """Dress the window in one way after the other; the part of file names that tells which."""
    window = studio.window
    for percent in (100, GREATEST_PERCENT):
        studio.session.change_settings(font_percent=percent)
        for theme, language in LOOKS:
            look = studio.look(theme, language)
            for width, height in EVERY_PX:
                window.resize(width, height)
                studio.settle()
                yield f"{percent}-{width}-{look}"


def take_every_page(studio: Studio, pair: tuple[int, int], look: str) -> None:
    """The pages with documents, alike ones half in light and half in dark; dialogs once."""
    window, is_dark = studio.window, ThemeChoice.DARK.value in look
    pages = {page: window.page_of(page) for page in PageId}
    clusters, compare, learn = pages[PageId.CLUSTERS], pages[PageId.COMPARE], pages[PageId.LEARN]
    assert isinstance(clusters, ClustersPage)
    assert isinstance(compare, ComparePage)
    assert isinstance(learn, LearnPage)
    for page in (PageId.LIBRARY, PageId.CHECK):
        window.show_page(page)
        studio.settle()
        studio.take(f"{page}-{look}")
    window.show_page(PageId.CLUSTERS)
    studio.settle()
    if not clusters.threshold.is_folded:
        clusters.threshold.fold.click()
    studio.settle()
    studio.take(f"clusters-{look}")
    clusters.partial.click()
    clusters.threshold.fold.click()
    studio.settle()
    studio.take(f"clusters-unfolded-{look}")
    tab = ClustersTab.CONTAINED if is_dark else ClustersTab.PASSAGES
    clusters.show_tab(tab)
    studio.settle()
    studio.take(f"clusters-{tab.value}-{look}")
    relations = clusters.relations.table
    relations.selectRow(0)
    relations.opened.emit(relations.current_id())
    studio.settle()
    studio.take(f"compare-passage-{look}")
    clusters.show_tab(ClustersTab.CLUSTERS)
    clusters.partial.click()
    studio.session.compare_requested.emit(pair)
    studio.settle()
    studio.take(f"compare-{look}")
    compare.comparison.tabs.button(Tab.BITS).click()
    studio.settle()
    studio.take(f"compare-bits-{look}")
    compare.comparison.tabs.button(Tab.PASSAGES).click()
    window.show_page(PageId.LEARN)
    for number in range(int(is_dark), len(learn.stages), 2):
        learn.show_stage(number)
        studio.settle()
        studio.take(f"learn-{number + 1:02d}-{look}")
    if f"-{EVERY_PX[0][0]}-" in look:
        window.show_page(PageId.CLUSTERS)
        take_dialog(studio, window.show_settings, f"settings-{look}")
        take_dialog(studio, clusters.reviewing.open_plan, f"plan-{look}")
        open_first = partial(studio.library_page().content.open_document, pair[0])
        take_dialog(studio, open_first, f"document-{look}")
        take_dialog(studio, compare.choose_two, f"choose-{look}")


def take_readme(home: Path, folder: Path) -> None:
    """Clusters and Compare as README.md shows them: the samples, in a folder of a neutral name."""
    archive = Path(tempfile.gettempdir()) / "archive"
    shutil.copytree(resources_folder() / "samples" / "documents", archive)
    try:
        with open_studio(home, folder) as studio:
            studio.session.folders_offered.emit([archive])
            studio.settle()
            studio.window.notices.dismiss()
            studio.window.show_page(PageId.CLUSTERS)
            studio.settle()
            studio.take("clusters")
            pair = telling_pair(studio.library())
            page = studio.window.page_of(PageId.COMPARE)
            assert pair is not None
            assert isinstance(page, ComparePage)
            studio.session.compare_requested.emit(pair)
            studio.settle()
            page.comparison.set_folded(False)
            studio.settle()
            studio.take("compare")
    finally:
        shutil.rmtree(archive)


@contextmanager
def open_studio(home: Path, folder: Path) -> Iterator[Studio]:
    """A window of a user who starts the program for the first time."""
    paths = AppPaths(
        resources_folder(),
        home / "config" / "settings.json",
        home / "data",
        home / "simhash-gui.log",
    )
    settings_file = SettingsFile(paths.settings_file)
    settings_file.save(Settings(theme=ThemeChoice.LIGHT, language=Language.ENGLISH))
    window = MainWindow(Session(paths, settings_file))
    window.resize(*SIZE_PX)
    window.show()
    window.begin()
    until(lambda: all(window.page_of(page) for page in PageId))
    studio = Studio(window, folder)
    studio.settle()
    yield studio
    window.close()
    until(lambda: window.session.library is None)


def take_empty(studio: Studio) -> None:
    """Every page of a library without documents."""
    for theme, language in LOOKS:
        look = studio.look(theme, language)
        for page in PageId:
            studio.window.show_page(page)
            studio.settle()
            studio.take(f"empty-{page}-{look}")
    studio.window.show_page(PageId.LIBRARY)


def take_refused(studio: Studio, home: Path) -> None:
    """A library that cannot be opened."""
    damaged = home / "damaged.simhash"
    damaged.write_bytes(b"not what it was")
    studio.look(ThemeChoice.LIGHT, Language.ENGLISH)
    studio.session.open_library(damaged)
    studio.settle()
    studio.take("refused-library-light-en")
    studio.window.notices.dismiss()


def take_samples(studio: Studio) -> None:
    """Every page with the bundled samples, and an import under way."""
    studio.session.open_samples()
    until(lambda: studio.session.library is not None)
    studio.settle()
    take_full(studio, "samples")


def take_corpus(studio: Studio, home: Path, corpus: Path) -> None:
    """Every page with the documents of one folder, in a library of its own."""
    name = corpus.parent.name if corpus.name == "docs" else corpus.name
    studio.session.open_library(home / f"{name}.simhash")
    studio.settle()
    studio.look(ThemeChoice.LIGHT, Language.ENGLISH)
    studio.window.show_page(PageId.LIBRARY)
    studio.session.folders_offered.emit([corpus])
    if until_progress(studio):
        studio.take(f"{name}-importing-light-en")
    studio.settle()
    take_full(studio, name)


def take_full(studio: Studio, name: str) -> None:
    """Library (with its problems), clusters and a comparison."""
    pair = telling_pair(studio.library())
    for theme, language in LOOKS:
        look = studio.look(theme, language)
        take_library(studio, name, look)
        take_clusters(studio, name, look)
        if pair is not None:
            take_comparison(studio, pair, name, look)
        if name == "samples":
            if pair is not None:
                take_check(studio, pair[0], look)
            take_lessons(studio, look)
        studio.window.show_page(PageId.LIBRARY)


def take_clusters(studio: Studio, name: str, look: str) -> None:
    """What the texts confirm; then with partial copies and unconfirmed pairs as well."""
    page = studio.window.page_of(PageId.CLUSTERS)
    assert isinstance(page, ClustersPage)
    studio.window.show_page(PageId.CLUSTERS)
    studio.settle()
    studio.take(f"{name}-clusters-{look}")
    for switch in (page.partial, page.unconfirmed):
        switch.click()
        studio.settle()
    studio.take(f"{name}-all-clusters-{look}")
    for tab in ClustersTab:
        if tab is not ClustersTab.CLUSTERS:
            page.tabs.button(tab).click()
            studio.settle()
            studio.take(f"{name}-{tab.value}-{look}")
    page.tabs.button(ClustersTab.CLUSTERS).click()
    for switch in (page.partial, page.unconfirmed):
        switch.click()
        studio.settle()


def take_check(studio: Studio, document: int, look: str) -> None:
    """The first half of a document, checked."""
    page = check_half(studio, document)
    studio.take(f"check-{look}")
    page.clear()


def take_checks(studio: Studio, home: Path) -> None:
    """A folder that was checked with filters, and leaving out a match, in normal and large type."""
    page = studio.window.page_of(PageId.CHECK)
    assert isinstance(page, CheckPage)
    studio.window.show_page(PageId.CHECK)
    for each in page.filters.boxes.values():
        each.setChecked(True)
    folder = resources_folder() / "samples" / "documents" / "mixed"
    page.batches.start(folder, home / "reports", None, True)
    studio.settle()
    for look in types_and_looks(studio):
        studio.take(f"check-folder-{look}")
    for each in page.filters.boxes.values():
        each.setChecked(False)
    pair = telling_pair(studio.library())
    assert pair is not None
    findings = check_half(studio, pair[0]).findings
    assert findings is not None
    place = Place(0, findings.sources[0].passages[0])
    for look in types_and_looks(studio):
        take_dialog(studio, partial(page.exclude, place), f"leave-out-{look}")
    page.clear()
    studio.window.notices.dismiss()


def types_and_looks(studio: Studio) -> Iterator[str]:
    """Dress the window in normal and in the largest type, and in every look."""
    for percent in (GREATEST_PERCENT, 100):
        studio.session.change_settings(font_percent=percent)
        for theme, language in LOOKS:
            look = studio.look(theme, language)
            studio.settle()
            yield f"{percent}-{look}"


def check_half(studio: Studio, document: int) -> CheckPage:
    page = studio.window.page_of(PageId.CHECK)
    assert isinstance(page, CheckPage)
    studio.window.show_page(PageId.CHECK)
    text = document_text(studio.library(), document)
    page.check(Content(text[: len(text) // 2].encode(), "manuscript.txt"))
    studio.settle()
    return page


def take_comparison(studio: Studio, pair: tuple[int, int], name: str, look: str) -> None:
    """Texts, a passage of them, their characters, bits and measures."""
    studio.session.compare_requested.emit(pair)
    studio.settle()
    page = studio.window.page_of(PageId.COMPARE)
    assert isinstance(page, ComparePage)
    studio.take(f"{name}-compare-{look}")
    page.comparison.texts.passages.next_action.trigger()
    studio.take(f"{name}-passage-{look}")
    for tab in (Tab.CHARACTERS, Tab.BITS, Tab.MEASURES):
        page.comparison.tabs.button(tab).click()
        studio.settle()
        studio.take(f"{name}-{tab.value}-{look}")
    page.comparison.tabs.button(Tab.PASSAGES).click()


def take_lessons(studio: Studio, look: str) -> None:
    """Every stage of the Learn page, asked and revealed, and two of them in a lecture."""
    page = studio.window.page_of(PageId.LEARN)
    assert isinstance(page, LearnPage)
    studio.window.show_page(PageId.LEARN)
    for number, stage in enumerate(page.stages):
        page.show_stage(number)
        for gate in stage.gates:
            gate.ask(gate.task.seed)
        studio.settle()
        studio.take(f"learn-{number + 1:02d}-asked-{look}")
        for gate in stage.gates:
            gate.reveal()
        studio.settle()
        studio.take(f"learn-{number + 1:02d}-revealed-{look}")
    page.lecture_action.setChecked(True)
    for number in (0, 6):
        page.show_stage(number)
        studio.settle()
        studio.take(f"learn-{number + 1:02d}-lecture-{look}")
    page.lecture_action.setChecked(False)


def take_library(studio: Studio, name: str, look: str) -> None:
    studio.window.show_page(PageId.LIBRARY)
    page = studio.library_page()
    studio.settle()
    studio.take(f"{name}-library-{look}")
    page.content.table.selectRow(1)
    page.content.show_problems()
    studio.settle()
    studio.take(f"{name}-problems-{look}")
    page.clear()


def take_problems(studio: Studio, home: Path) -> None:
    """Files that are locked, damaged, otherwise encoded, gone or skipped, and the ways out."""
    page = open_troubles(studio, home)
    for theme, language in LOOKS:
        look = studio.look(theme, language)
        content = page.content
        studio.take(f"troubles-library-{look}")
        for kind in (FailureReason.PASSWORD, FailureReason.NOT_TEXT, Aside.GONE):
            content.problems.opened.emit(kind)
            studio.settle()
            studio.take(f"troubles-{kind}-{look}")
            content.problem_files.table.selectRow(0)
            first = next(iter(content.problem_files.buttons[way] for way in ways_out(kind)))
            if kind is not Aside.GONE:
                take_dialog(studio, first.click, f"troubles-{kind}-dialog-{look}")
        take_dialog(studio, content.show_summary, f"summary-{look}")
        page.clear()
        ids = page.model.ids
        rows = document_rows(studio.library(), [int(number) for number in ids])
        told = next((row for row in rows if row.encoding == "koi8-r"), rows[0])
        open_told = partial(content.open_document, told.id)
        take_dialog(studio, open_told, f"troubles-document-{look}")
        for part in SettingsPart:
            show = partial(studio.window.show_settings, part)
            take_dialog(studio, show, f"settings-{part.name.lower()}-{look}")


def open_troubles(studio: Studio, home: Path) -> LibraryPage:
    """The Library page over a folder of troubles, one of whose files has gone."""
    folder = home / "一箱旧文件 box of old files"
    make_troubles(folder)
    studio.session.open_library(home / "troubles.simhash")
    studio.settle()
    studio.session.folders_offered.emit([folder])
    studio.settle()
    (folder / "moved away.txt").unlink()
    page = studio.library_page()
    studio.window.show_page(PageId.LIBRARY)
    page.model.rescan()
    studio.settle()
    return page


def make_troubles(folder: Path) -> None:
    """One document of each kind of trouble, and a few that have none."""
    folder.mkdir()
    prose = "В порту дважды за год углубили дно, и в октябре зажгли новый маяк. "
    (folder / "harbour.txt").write_text("The harbour was dredged twice this year. " * 9)
    (folder / "moved away.txt").write_text("The lamp was lit in October, as planned. " * 9)
    (folder / "гавань.txt").write_bytes((prose * 6).encode("koi8-r"))
    (folder / "empty.txt").touch()
    (folder / "noise.txt").write_bytes(bytes(range(256)) * 40)
    (folder / "cut off.pdf").write_bytes(b"%PDF-1.7\n1 0 obj")
    (folder / "picture.png").write_bytes(b"\x89PNG")
    shutil.copyfile(ROOT / "tests/fuzzing/files/locked.docx", folder / "contract.docx")
    shutil.copyfile(ROOT / "tests/fuzzing/files/locked.xlsx", folder / "accounts.xlsx")


def telling_pair(library: Library) -> tuple[int, int] | None:
    """Two near-duplicates with a passage that was moved, or else the first that differ at all."""
    detection = detect(library, DetectionOptions(), JobControl())
    pairs = [
        pair for batch in detection.expanded() for pair in zip(batch.left, batch.right, strict=True)
    ]
    differing: tuple[int, int] | None = None
    for left, right in pairs[:_MAX_PAIRS_READ]:
        a, b = (int(detection.document_ids[place]) for place in (left, right))
        found = evidence(document_text(library, a), document_text(library, b))
        starts = [passage.b.start for passage in found.passages]
        if starts != sorted(starts):
            return a, b
        if found.pair_class is not PairClass.IDENTICAL:
            differing = differing or (a, b)
    return differing


def take_dialogs(studio: Studio) -> None:
    """Every dialog, and the menus of the rail."""
    for theme, language in (LOOKS[0], LOOKS[3]):
        look = studio.look(theme, language)
        window = studio.window
        take_all_dialogs(studio, look)
        studio.window.library_menu.popup(window.mapToGlobal(window.rect().topLeft()))
        studio.take(f"menu-{look}", window.library_menu)
        window.library_menu.close()


def take_all_dialogs(studio: Studio, look: str) -> None:
    """Every dialog that needs no trouble to be opened."""
    window, page = studio.window, studio.library_page()
    window.show_page(PageId.LIBRARY)
    compare = window.page_of(PageId.COMPARE)
    assert isinstance(compare, ComparePage)
    open_first = partial(page.content.open_document, int(page.model.ids[0]))
    take_dialog(studio, window.show_settings, f"settings-{look}")
    take_dialog(studio, partial(window.show_settings, SettingsPart.IMPORT), f"rules-{look}")
    take_dialog(studio, partial(window.show_settings, SettingsPart.LIMITS), f"limits-{look}")
    take_dialog(studio, window.show_shortcuts, f"shortcuts-{look}")
    take_dialog(studio, window.show_about, f"about-{look}")
    take_dialog(studio, open_first, f"document-{look}")
    take_dialog(studio, page.choose_recipe, f"recipe-{look}")
    take_dialog(studio, compare.choose_two, f"choose-{look}")
    clusters = window.page_of(PageId.CLUSTERS)
    assert isinstance(clusters, ClustersPage)
    window.show_page(PageId.CLUSTERS)
    reviewing = clusters.reviewing
    take_dialog(studio, reviewing.open_plan, f"plan-{look}")
    plan = reviewing.open_plan()
    assert isinstance(plan, PlanDialog)
    take_dialog(studio, plan.add_pattern.click, f"pattern-{look}")
    plan.close()
    take_dialog(studio, reviewing.open_journal, f"journal-{look}")
    take_dialog(studio, reviewing.open_verdicts, f"verdicts-{look}")


def take_dialog(studio: Studio, show: Callable[[], object], name: str) -> None:
    """A dialog, also one that its caller waits for."""
    taken = []

    def take() -> None:
        studio.settle()
        dialogs = [d for d in studio.window.findChildren(QDialog) if d.isVisible()]
        studio.take(name, dialogs[-1])
        dialogs[-1].close()
        taken.append(name)

    QTimer.singleShot(0, take)
    show()
    until(lambda: bool(taken))


def take_sizes(studio: Studio) -> None:
    """A narrow window, and large type."""
    window = studio.window
    for theme, language in (LOOKS[1], LOOKS[2]):
        look = studio.look(theme, language)
        for name, size, percent in (
            ("narrow", NARROW_PX, 100),
            ("large", SIZE_PX, LARGE_PERCENT),
            ("greatest", SMALL_PX, GREATEST_PERCENT),
            ("greatest-narrow", NARROW_PX, GREATEST_PERCENT),
        ):
            studio.session.change_settings(font_percent=percent)
            window.resize(*size)
            for page in PageId:
                window.show_page(page)
                studio.settle()
                studio.take(f"{name}-{page}-{look}")
            if percent == GREATEST_PERCENT and size == SMALL_PX:
                take_all_dialogs(studio, f"greatest-{look}")
    studio.session.change_settings(font_percent=100)
    window.resize(*SIZE_PX)


def until_progress(studio: Studio) -> bool:
    """Wait until the job bar has something to tell; False when the job was too quick for that."""
    until(lambda: studio.session.jobs.is_idle or "/s" in studio.window.job_bar.text())
    return not studio.session.jobs.is_idle


def wait(seconds: float) -> None:
    """Let the window live for a while."""
    loop = QEventLoop()
    QTimer.singleShot(round(seconds * 1000), loop.quit)
    loop.exec()


def until(condition: Callable[[], bool]) -> None:
    """Let the window live until something is so."""
    deadline = time.monotonic() + PATIENCE_S
    while not condition():
        wait(0.02)
        if time.monotonic() > deadline:
            raise TimeoutError("waited in vain")


if __name__ == "__main__":
    status = main()
    QApplication.processEvents()
    sys.exit(status)
