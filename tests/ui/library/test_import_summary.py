"""The summary of an import: every file it met in one line, and what the library holds apart."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QScrollArea
from pytestqt.qtbot import QtBot

from simhash_gui.services.importing.importing import FailureReason, ImportReport, SkipReason
from simhash_gui.ui.library.problems_panel import ImportSummaryDialog

FIRST = ImportReport(
    files=9,
    documents=6,
    read=8,
    unchanged=0,
    skipped=3,
    gone=0,
    failed=1,
    failures=(),
    elapsed_s=2.0,
    duplicates=2,
    skipped_by_reason={SkipReason.HIDDEN: 2, SkipReason.LINK: 1},
    failed_by_reason={FailureReason.EMPTY: 1},
    failed_now=1,
    failed_now_by_reason={FailureReason.EMPTY: 1},
    duplicates_read=2,
)
AGAIN = replace(
    FIRST,
    read=1,
    unchanged=8,
    failed_now=0,
    failed_now_by_reason={},
    still_failed=1,
    duplicates_read=0,
    moved=1,
    gone=1,
)


def of_import(qtbot: QtBot, report: ImportReport) -> list[tuple[str, int, bool]]:
    dialog = ImportSummaryDialog(report, None)
    qtbot.addWidget(dialog)
    lines = dialog.lines()
    return lines[: [text for text, *_ in lines].index("Files")]


def test_every_file_that_was_met_is_in_one_line(qtbot: QtBot) -> None:
    assert of_import(qtbot, FIRST) == [
        ("Read", 8, False),
        ("Identical to another file", 2, True),
        ("Unchanged", 0, False),
        ("Skipped", 3, False),
        ("Hidden", 2, True),
        ("Links", 1, True),
        ("Failed", 0, False),
        ("Empty", 1, False),
        ("Moved since the last import", 0, False),
        ("Gone since the last import", 0, False),
    ]


def test_what_failed_earlier_is_a_part_of_what_is_unchanged(qtbot: QtBot) -> None:
    lines = of_import(qtbot, AGAIN)

    four = {text: count for text, count, is_part in lines if not is_part}
    assert four["Read"] + four["Unchanged"] + four["Skipped"] + four["Failed"] == AGAIN.met == 12
    assert lines[3] == ("Unreadable since an earlier import", 1, True)
    assert (four["Moved since the last import"], four["Gone since the last import"]) == (1, 1)


def test_an_empty_file_is_no_failure_as_on_the_page(qtbot: QtBot) -> None:
    damaged = {FailureReason.DAMAGED: 1, FailureReason.EMPTY: 1}
    report = replace(FIRST, failed=2, failed_by_reason=damaged)
    dialog = ImportSummaryDialog(report, None)
    qtbot.addWidget(dialog)

    lines = dialog.lines()

    first = lines.index(("Could not be read", 1, False))
    assert lines[first + 1 : first + 3] == [("Damaged", 1, True), ("Empty", 1, False)]


def test_all_counts_are_in_view_at_once(qtbot: QtBot) -> None:
    dialog = ImportSummaryDialog(FIRST, None)
    qtbot.addWidget(dialog)
    dialog.show()

    assert dialog.findChildren(QScrollArea)[0].verticalScrollBar().maximum() == 0
