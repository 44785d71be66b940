"""Choosing the recipe of a library: what each says, and the job that follows."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from simhash_gui.core.fingerprint.recipe import (
    Recipe,
    Segmentation,
    Weighting,
    named_recipes,
    recipe_named,
)
from simhash_gui.services.library.libraries import library_info, library_recipe
from simhash_gui.ui.common import recipe_texts
from simhash_gui.ui.common.notices import Notice
from simhash_gui.ui.library.library_page import LibraryPage
from simhash_gui.ui.library.recipe import RecipeDialog
from simhash_gui.ui.session.job_runner import JobKind
from simhash_gui.ui.session.session import Session
from tests.ui.archive import Archive
from tests.ui.conftest import WAIT_MS

LEFT = Qt.MouseButton.LeftButton
MakeDialog = Callable[[Recipe], RecipeDialog]


class Chosen:
    """Remembers the recipe that was asked for."""

    def __init__(self) -> None:
        self.recipe: Recipe | None = None

    def __call__(self, recipe: Recipe) -> None:
        self.recipe = recipe


@pytest.fixture
def chosen() -> Chosen:
    return Chosen()


@pytest.fixture
def make_dialog(qtbot: QtBot, chosen: Chosen) -> MakeDialog:
    def make(current: Recipe) -> RecipeDialog:
        made = RecipeDialog(current, 54, chosen, None)
        made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
        qtbot.addWidget(made)
        made.show()
        return made

    return make


def go_to(dialog: RecipeDialog, label: str) -> None:
    (item,) = dialog.recipes.findItems(label, Qt.MatchFlag.MatchExactly)
    dialog.recipes.setCurrentItem(item)


def settle(qtbot: QtBot, session: Session) -> None:
    qtbot.waitUntil(lambda: session.jobs.is_idle and session.reads.is_idle, timeout=WAIT_MS)


@pytest.fixture
def page(qtbot: QtBot, archive_session: Session) -> LibraryPage:
    made = LibraryPage(archive_session)
    qtbot.addWidget(made)
    made.resize(1200, 760)
    made.show()
    settle(qtbot, archive_session)
    return made


def change_to(qtbot: QtBot, page: LibraryPage, label: str) -> None:
    dialog = page.choose_recipe()
    assert dialog is not None
    go_to(dialog, label)
    qtbot.mouseClick(dialog.change_button, LEFT)


# The dialog


def test_the_recipe_in_use_is_chosen_and_cannot_be_chosen_again(make_dialog: MakeDialog) -> None:
    dialog = make_dialog(recipe_named("default"))

    assert dialog.recipes.currentItem().text() == "Standard (in use)"
    assert not dialog.change_button.isEnabled()


def test_every_recipe_says_what_it_is_good_for(make_dialog: MakeDialog) -> None:
    dialog = make_dialog(recipe_named("default"))
    said = set()
    for row in range(dialog.recipes.count()):
        if dialog.recipes.item(row).flags() & Qt.ItemFlag.ItemIsSelectable:
            dialog.recipes.setCurrentRow(row)
            said.add(dialog.text())

    assert len(said) == len(named_recipes())
    assert all("Good for: " in text for text in said)


def test_keys_walk_over_the_heading_between_our_own_and_other_programs_recipes(
    make_dialog: MakeDialog,
) -> None:
    dialog = make_dialog(recipe_named("default"))
    dialog.recipes.setFocus()
    seen = []
    for _ in range(dialog.recipes.count()):
        seen.append(dialog.recipes.currentItem().text())
        QTest.keyClick(dialog.recipes, Qt.Key.Key_Down)

    assert "As in other programs" not in seen
    assert "Keywords" in seen


def test_the_button_counts_the_fingerprints_and_starts(
    qtbot: QtBot, make_dialog: MakeDialog, chosen: Chosen
) -> None:
    dialog = make_dialog(recipe_named("default"))
    go_to(dialog, "Pairs of words")
    label = dialog.change_button.text()
    qtbot.mouseClick(dialog.change_button, LEFT)

    assert label == "Recompute 54 fingerprints"
    assert chosen.recipe == recipe_named("word-pairs")
    assert not dialog.isVisible()


def test_closing_changes_nothing(qtbot: QtBot, make_dialog: MakeDialog, chosen: Chosen) -> None:
    dialog = make_dialog(recipe_named("words"))
    go_to(dialog, "Standard")
    qtbot.mouseClick(dialog.close_button, LEFT)

    assert chosen.recipe is None


def test_it_says_that_the_files_are_not_needed_and_the_old_fingerprints_serve(
    make_dialog: MakeDialog,
) -> None:
    dialog = make_dialog(recipe_named("default"))

    assert "never needs your original files" in dialog.promise()
    assert "old fingerprints stay in use until all new ones are ready" in dialog.promise()


def test_a_recipe_without_a_name_is_explained_by_its_parts(make_dialog: MakeDialog) -> None:
    odd = replace(recipe_named("words"), ngram_sizes=(3,))
    dialog = make_dialog(odd)

    assert dialog.chosen() == odd
    assert dialog.text().startswith("Custom or earlier recipe\n")
    assert "in runs of 3" in dialog.text()


@pytest.mark.parametrize("segmentation", sorted(set(Segmentation) - {Segmentation.KEYWORDS}))
def test_every_kind_of_token_has_words(segmentation: Segmentation) -> None:
    assert recipe_texts.feature_text(replace(recipe_named("words"), segmentation=segmentation))


@pytest.mark.parametrize("weighting", list(Weighting))
def test_every_weighting_has_words(weighting: Weighting) -> None:
    assert recipe_texts.weight_text(replace(recipe_named("words"), weighting=weighting))


def test_the_words_follow_the_language(make_dialog: MakeDialog) -> None:
    dialog = make_dialog(recipe_named("default"))
    QCoreApplication.sendEvent(dialog, QEvent(QEvent.Type.LanguageChange))

    assert dialog.recipes.currentItem().text() == "Standard (in use)"
    assert not dialog.grab().isNull()


# The job


def test_the_page_names_the_recipe(page: LibraryPage) -> None:
    assert page.recipe_action.text() == "Recipe: Standard…"


def test_a_change_makes_every_fingerprint_anew(
    qtbot: QtBot, page: LibraryPage, archive_session: Session
) -> None:
    posted: list[Notice] = []
    archive_session.notice_posted.connect(posted.append)
    changed: list[bool] = []
    archive_session.recipe_changed.connect(lambda: changed.append(True))
    change_to(qtbot, page, "Single words")
    settle(qtbot, archive_session)
    library = archive_session.library
    assert library is not None

    assert library_recipe(library) == recipe_named("words")
    assert library_info(library).recipe_ids == (recipe_named("words").recipe_id,)
    assert page.recipe_action.text() == "Recipe: Single words…"
    assert "were recomputed with the recipe “Single words”" in posted[-1].text()
    assert changed == [True]


def test_a_change_needs_no_original_file(
    qtbot: QtBot, session: Session, tmp_path: Path, imported_archive: Archive
) -> None:
    """The library is copied to where none of its folders can be reached by relative paths."""
    with qtbot.waitSignal(session.library_opened, timeout=WAIT_MS):
        session.open_library(imported_archive.copy_library(tmp_path / "far.simhash"))
    assert session.library is not None
    with session.library.write() as connection:
        connection.exec_driver_sql("UPDATE folders SET path = '/gone/' || id")
    page = LibraryPage(session)
    qtbot.addWidget(page)
    page.show()
    settle(qtbot, session)
    change_to(qtbot, page, "Pairs of words")
    settle(qtbot, session)

    assert library_recipe(session.library) == recipe_named("word-pairs")


def test_a_cancelled_change_keeps_the_old_recipe_and_can_go_on(
    qtbot: QtBot, page: LibraryPage, archive_session: Session
) -> None:
    posted: list[Notice] = []
    archive_session.notice_posted.connect(posted.append)
    archive_session.jobs.pause()
    change_to(qtbot, page, "Single words")
    archive_session.jobs.cancel_all()
    settle(qtbot, archive_session)
    library = archive_session.library
    assert library is not None

    assert library_recipe(library) == recipe_named("default")
    assert "keeps its recipe “Standard”" in posted[-1].text()
    assert posted[-1].action is not None
    posted[-1].action()
    settle(qtbot, archive_session)
    assert library_recipe(library) == recipe_named("words")


def test_it_is_a_job_of_its_own_kind(
    qtbot: QtBot, page: LibraryPage, archive_session: Session
) -> None:
    kinds: list[JobKind] = []
    archive_session.jobs.started.connect(lambda handle: kinds.append(handle.job.kind))
    change_to(qtbot, page, "Single words")
    settle(qtbot, archive_session)

    assert kinds == [JobKind.REFINGERPRINT]
