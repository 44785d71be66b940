"""The settings of limits and of what is imported."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from simhash_gui.core.text.passages import PassageThresholds
from simhash_gui.services.library.import_rules import ImportRules, load_rules, save_rules
from simhash_gui.services.library.paths import AppPaths
from simhash_gui.services.library.settings import Settings, SettingsFile
from simhash_gui.services.library.thresholds import Thresholds, threshold_values
from simhash_gui.ui.common.commands import SettingsPart
from simhash_gui.ui.common.number_field import NumberBox
from simhash_gui.ui.library.view_model import LibraryViewModel
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.settings.dialog import SettingsDialog
from tests.ui.archive import LETTER
from tests.ui.conftest import WAIT_MS

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def parent(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    made.show()
    return made


def shown(qtbot: QtBot, session: Session, parent: QWidget, part: SettingsPart) -> SettingsDialog:
    dialog = SettingsDialog(session, parent, part)
    qtbot.addWidget(dialog)
    dialog.show()
    settle(qtbot, session)
    return dialog


def settle(qtbot: QtBot, session: Session) -> None:
    qtbot.waitUntil(lambda: session.jobs.is_idle and session.reads.is_idle, timeout=WAIT_MS)


# Limits


def test_a_limit_that_is_typed_holds_for_the_next_import(
    qtbot: QtBot, open_session: Session, parent: QWidget
) -> None:
    dialog = shown(qtbot, open_session, parent, SettingsPart.LIMITS)
    field = dialog.limits.field("time_limit_s")
    field.setFocus()
    field.selectAll()

    qtbot.keyClicks(field, "90")
    qtbot.keyClick(field, Qt.Key.Key_Return)

    assert open_session.settings.time_limit_s == 90
    assert open_session.settings.limits.time_s == 90.0


def test_limits_go_back_to_the_defaults_by_one_button(
    qtbot: QtBot, open_session: Session, parent: QWidget
) -> None:
    open_session.change_settings(size_limit_mib=9, archive_depth=1)
    dialog = shown(qtbot, open_session, parent, SettingsPart.LIMITS)

    qtbot.mouseClick(dialog.limits.reset_button, LEFT)

    assert open_session.settings.limits == Settings().limits
    assert dialog.limits.field("size_limit_mib").value() == Settings().size_limit_mib
    assert not dialog.limits.reset_button.isEnabled()


def test_every_limit_has_a_name_and_a_sentence(
    qtbot: QtBot, open_session: Session, parent: QWidget
) -> None:
    dialog = shown(qtbot, open_session, parent, SettingsPart.LIMITS)
    names = ("time_limit_s", "memory_limit_mib", "size_limit_mib", "expanded_limit_mib")
    fields = [dialog.limits.field(name) for name in (*names, "archive_depth")]

    assert all(field.accessibleName() for field in fields)
    assert all(field.accessibleDescription().endswith(".") for field in fields)


def test_the_parts_are_chosen_by_clicks(
    qtbot: QtBot, open_session: Session, parent: QWidget
) -> None:
    dialog = shown(qtbot, open_session, parent, SettingsPart.GENERAL)
    assert dialog.theme.isVisible()

    qtbot.mouseClick(dialog.parts.button(SettingsPart.IMPORT), LEFT)

    assert dialog.rules.isVisible()
    assert not dialog.theme.isVisible()


# Verdicts


def type_into(qtbot: QtBot, field: NumberBox, text: str) -> None:
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, text)
    qtbot.keyClick(field, Qt.Key.Key_Tab)


def test_every_limit_of_the_verdicts_stands_there_with_its_default(
    qtbot: QtBot, open_session: Session, parent: QWidget
) -> None:
    dialog = shown(qtbot, open_session, parent, SettingsPart.THRESHOLDS)
    form = dialog.thresholds
    fields = {name: form.field(name) for name in threshold_values()}

    assert dialog.thresholds.isVisible()
    assert fields["near_jaccard"].text() == "40%"
    assert form.default_text("near_jaccard") == "default 40%"
    assert fields["copied_words"].text() == "20"
    assert form.default_text("copied_words") == "default 20"
    assert len({field.accessibleName() for field in fields.values()}) == len(fields)
    assert all(form.default_text(name) in fields[name].accessibleDescription() for name in fields)
    assert "next search" in form.note_text()


def test_limits_of_the_verdicts_survive_a_restart(
    qtbot: QtBot, open_session: Session, parent: QWidget, paths: AppPaths
) -> None:
    form = shown(qtbot, open_session, parent, SettingsPart.THRESHOLDS).thresholds

    type_into(qtbot, form.field("near_jaccard"), "57")
    type_into(qtbot, form.field("gap_tokens"), "0")
    qtbot.keyClick(form.field("copied_words"), Qt.Key.Key_Up)

    later = Session(paths, SettingsFile(paths.settings_file))
    kept = later.settings.thresholds
    again = SettingsDialog(later, parent, SettingsPart.THRESHOLDS)
    qtbot.addWidget(again)
    expected = replace(
        Thresholds(near_jaccard=0.57, copied_words=21), passages=PassageThresholds(gap_tokens=0)
    )
    assert kept == open_session.settings.thresholds == expected
    assert again.thresholds.field("near_jaccard").value() == 57
    later.close()


def test_limits_of_the_verdicts_go_back_to_the_defaults_by_one_button(
    qtbot: QtBot, open_session: Session, parent: QWidget, paths: AppPaths
) -> None:
    open_session.change_settings(verdict_limits=("near_jaccard=0.57", "short_tokens=9"))
    form = shown(qtbot, open_session, parent, SettingsPart.THRESHOLDS).thresholds
    assert form.field("short_tokens").value() == 9

    qtbot.mouseClick(form.reset_button, LEFT)

    assert open_session.settings.thresholds == Thresholds()
    assert SettingsFile(paths.settings_file).load().verdict_limits == ()
    assert form.field("near_jaccard").value() == 40
    assert not form.reset_button.isEnabled()


def test_a_limit_that_is_typed_stays_in_its_range(
    qtbot: QtBot, open_session: Session, parent: QWidget
) -> None:
    form = shown(qtbot, open_session, parent, SettingsPart.THRESHOLDS).thresholds

    type_into(qtbot, form.field("near_jaccard"), "101")
    type_into(qtbot, form.field("contained"), "0")
    type_into(qtbot, form.field("short_tokens"), "-3")

    thresholds = open_session.settings.thresholds
    assert thresholds.near_jaccard == form.field("near_jaccard").value() / 100
    assert 0.01 <= thresholds.near_jaccard <= 1
    assert thresholds.contained >= 0.01
    assert thresholds.short_tokens >= 1


def test_broken_limits_in_the_settings_file_show_their_defaults(
    qtbot: QtBot, open_session: Session, parent: QWidget
) -> None:
    broken = ("near_jaccard=7", "copied_words=1e308", "nonsense", "contained=0.8")
    open_session.change_settings(verdict_limits=broken)

    form = shown(qtbot, open_session, parent, SettingsPart.THRESHOLDS).thresholds

    assert form.field("near_jaccard").value() == 40
    assert form.field("copied_words").value() == 20
    assert form.field("contained").value() == 80


def test_scrolling_over_a_field_changes_nothing(
    qtbot: QtBot, open_session: Session, parent: QWidget
) -> None:
    dialog = shown(qtbot, open_session, parent, SettingsPart.THRESHOLDS)
    field = dialog.thresholds.field("near_jaccard")

    turn_wheel(field)
    unfocused = field.value()
    field.setFocus()
    turn_wheel(field)

    assert unfocused == 40
    assert field.value() == 35


def turn_wheel(widget: QWidget) -> None:
    """One notch towards the user."""
    place, none = QPointF(widget.rect().center()), Qt.MouseButton.NoButton
    event = QWheelEvent(
        place,
        QPointF(widget.mapToGlobal(place)),
        QPoint(),
        QPoint(0, -120),
        none,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QCoreApplication.sendEvent(widget, event)


# Rules


def test_the_rules_of_the_library_are_shown(
    qtbot: QtBot, open_session: Session, parent: QWidget
) -> None:
    assert open_session.library is not None
    rules = ImportRules(
        include=("*.txt", "notes/"),
        exclude=("drafts/",),
        hidden=True,
        min_size_bytes=1024,
        max_size_bytes=5 * 2**20,
        types=(".txt", ".md"),
        follow_links=True,
    )
    save_rules(open_session.library, rules)

    dialog = shown(qtbot, open_session, parent, SettingsPart.IMPORT)

    assert dialog.rules.rules() == rules
    assert dialog.rules.types.text() == ".txt .md"
    assert not dialog.rules.save_button.isEnabled()


def test_rules_are_saved_by_the_button_and_a_rescan_follows(
    qtbot: QtBot,
    open_session: Session,
    parent: QWidget,
    folder_of: Callable[..., Path],
) -> None:
    folder = folder_of("mixed", {"a.txt": LETTER, "b.md": f"{LETTER} b", ".c.txt": f"{LETTER} c"})
    model = LibraryViewModel(open_session)
    open_session.folders_offered.emit([folder])
    settle(qtbot, open_session)
    assert len(model.ids) == 2
    dialog = shown(qtbot, open_session, parent, SettingsPart.IMPORT)

    qtbot.keyClicks(dialog.rules.types, "TXT, .html")
    qtbot.mouseClick(dialog.rules.hidden, LEFT)
    qtbot.mouseClick(dialog.rules.save_button, LEFT)
    settle(qtbot, open_session)

    assert open_session.library is not None
    assert load_rules(open_session.library) == ImportRules(types=(".txt", ".html"), hidden=True)
    assert model.last_report is not None
    assert model.last_report.read == 1
    assert model.last_report.files == 2
    model.deleteLater()


def test_a_pattern_that_means_nothing_is_told_and_not_saved(
    qtbot: QtBot, open_session: Session, parent: QWidget
) -> None:
    dialog = shown(qtbot, open_session, parent, SettingsPart.IMPORT)

    dialog.rules.exclude.setPlainText("good/\n!")
    qtbot.mouseClick(dialog.rules.save_button, LEFT)
    settle(qtbot, open_session)

    assert dialog.rules.error_text() == "Not a valid pattern: !"
    assert open_session.library is not None
    assert load_rules(open_session.library) == ImportRules()


def test_without_a_library_there_are_no_rules_to_change(
    qtbot: QtBot, session: Session, parent: QWidget
) -> None:
    dialog = shown(qtbot, session, parent, SettingsPart.IMPORT)

    assert not dialog.rules.isEnabled()
