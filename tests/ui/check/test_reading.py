"""What an editor sees of a checked text: where one is, what counts, and what does not."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QItemSelectionModel, QPoint, Qt
from PySide6.QtGui import QFontMetrics, QTextCharFormat
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

from simhash_gui.services.checking.findings import Exclusion, Filter
from simhash_gui.services.checking.report_texts import Form, ReportLanguage, ReportOptions
from simhash_gui.services.comparison.loading import Content
from simhash_gui.services.importing.adding import import_paths
from simhash_gui.services.importing.importing import ImportOptions
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.settings import ThemeChoice
from simhash_gui.ui.check.check_page import CheckPage
from simhash_gui.ui.check.check_texts import source_text
from simhash_gui.ui.check.report_dialog import ReportDialog
from simhash_gui.ui.common.buttons import IconButton
from simhash_gui.ui.common.errors import error_notice
from simhash_gui.ui.common.format import number, percent
from simhash_gui.ui.common.spaced_text import reading_font
from simhash_gui.ui.theme.theme import Theme
from simhash_gui.ui.theme.tokens import Space
from tests.ui.check.conftest import checked, prose, wait_until_complete
from tests.ui.conftest import WAIT_MS

_CURRENT_ALONE = QItemSelectionModel.SelectionFlag.NoUpdate


def click_source(page: CheckPage, qtbot: QtBot, place: int) -> None:
    item = page.sources.topLevelItem(place)
    where = QPoint(20, page.sources.visualItemRect(item).center().y())
    qtbot.mouseClick(page.sources.viewport(), Qt.MouseButton.LeftButton, pos=where)


def test_a_file_that_the_library_holds_is_named_as_such(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    shutil.copy(tmp_path / "shelf" / "s2.txt", tmp_path / "draft.txt")

    page.choose()
    wait_until_complete(page, qtbot)

    assert page.answer.total.text().startswith("The library holds this very file · besides it, ")
    assert page.answer.known.isVisibleTo(page)
    assert str(tmp_path / "shelf" / "s2.txt") in page.answer.known.text()
    checked(page, qtbot, tmp_path)
    assert "this very file" not in page.answer.total.text()
    assert not page.answer.known.isVisibleTo(page)


def test_filters_behind_the_button_are_counted_on_it(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    checked(page, qtbot, tmp_path)
    assert not any(letter.isdigit() for letter in page.filters.more.text())

    page.filters.set_phrases("a phrase of no other text")
    page.filters.set_own(tmp_path / "shelf" / "s2.txt")
    wait_until_complete(page, qtbot)

    assert "2" in page.filters.more.text()


def test_own_works_change_what_is_told(page: CheckPage, qtbot: QtBot, tmp_path: Path) -> None:
    checked(page, qtbot, tmp_path)
    before = page.answer.details.text()

    page.filters.set_own(tmp_path / "shelf" / "s2.txt")
    wait_until_complete(page, qtbot)

    assert page.answer.details.text() != before
    assert page.answer.details.text().endswith(before)


def test_what_was_left_out_by_hand_stays_in_grey_and_can_be_counted_again(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    checked(page, qtbot, tmp_path)
    assert page.findings is not None
    source, kept = page.findings.sources[0], page.findings.sources[1]
    span = source.passages[0].passage.a
    page.filters.exclude(Exclusion(source.path, span, "ours to use"))
    page.filters.exclude(Exclusion(kept.path, kept.passages[0].passage.a, "a form"))
    wait_until_complete(page, qtbot)

    places = range(len(page.text.toPlainText()))
    left_out = {
        found.passage.reason: found
        for place in places
        if (found := page.text.left_out_at(place)) is not None
    }
    assert set(left_out) == {"ours to use", "a form"}
    page.text.left_out_menu_wanted.emit(left_out["ours to use"], page.mapToGlobal(page.pos()))
    menu = page.findChildren(QMenu)[-1]
    assert menu.actions()[0].text() == "ours to use"
    menu.actions()[1].trigger()
    menu.close()
    wait_until_complete(page, qtbot)

    assert [each.reason for each in page.filters.settings.exclusions] == ["a form"]


def test_the_passage_that_was_stepped_to_is_marked(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    checked(page, qtbot, tmp_path)
    page.resize(900, 640)
    page.show()
    before = page.text.viewport().grab().toImage()

    with qtbot.waitSignal(page.text.stepped) as stepped:
        page.text.step(1)

    assert stepped.args == [1, 3]
    assert page.text.place_at(page.text.textCursor().position()) is not None
    assert "1" in page.place.full_text()
    assert page.text.viewport().grab().toImage() != before
    page.text.step(-1)
    assert "3 of 3" in page.place.full_text()


def test_a_piece_of_two_words_between_passages_is_coloured_and_not_stepped_to(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    (tmp_path / "turned").mkdir()
    first, last = (" ".join(prose(7, 90)[start : start + 40]) for start in (0, 45))
    source = f"{last} new1 heron kettle new2 {first}"
    (tmp_path / "turned" / "t.txt").write_text(source, "utf-8")
    assert page.session.library is not None
    import_paths(
        page.session.library, [tmp_path / "turned"], ImportOptions(workers=1), JobControl()
    )
    text = f"{first} own1 heron kettle own2 {last}"

    page.check(Content(text.encode(), "turned.txt"))
    wait_until_complete(page, qtbot)
    with qtbot.waitSignal(page.text.stepped) as stepped:
        page.text.step(1)
    assert stepped.args == [1, 2]
    page.text.step(1)

    assert page.text.toPlainText()[page.text.textCursor().position() :].endswith(last)
    assert page.text.place_at(page.text.toPlainText().index("kettle")) is not None
    assert page.findings is not None
    assert "Passages: 2, and 1 smaller piece" in source_text(page.findings.sources[0])


def test_letters_that_were_tampered_with_are_marked(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    words = prose(1, 300)[100:180]
    words[5] = words[5][:2] + "\u200b" + words[5][2:]
    (tmp_path / "draft.txt").write_text(f"😀 {' '.join(words)}", "utf-8")

    page.choose()
    wait_until_complete(page, qtbot)

    wave = QTextCharFormat.UnderlineStyle.WaveUnderline
    marked = [
        mark.cursor.selectedText()
        for mark in page.text.extraSelections()
        if mark.format.underlineStyle() == wave
    ]
    assert marked == [f"{words[5][1]}\u200b{words[5][3]}"]


def test_a_second_click_on_a_source_shows_all_of_them_again(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    checked(page, qtbot, tmp_path)
    page.show()
    everything = page.text.marks()

    click_source(page, qtbot, 1)
    chosen = page.text.marks()
    click_source(page, qtbot, 1)

    assert 0 < len(chosen) < len(everything)
    assert page.text.marks() == everything


def test_a_source_that_counts_for_nothing_shows_all_that_it_has(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    words = prose(1, 300)
    (tmp_path / "shelf" / "twin.txt").write_text(
        " ".join([*prose(8, 90), *words[110:290]]), "utf-8"
    )
    assert page.session.library is not None
    import_paths(page.session.library, [tmp_path / "shelf"], ImportOptions(workers=1), JobControl())
    checked(page, qtbot, tmp_path)
    assert page.findings is not None
    place = next(
        number
        for number, each in enumerate(page.findings.sources)
        if each.path.endswith("twin.txt")
    )
    twin = page.findings.sources[place]
    assert twin.best < twin.full
    assert page.sources.topLevelItem(place).text(3) == "–"
    assert "count" in page.sources.topLevelItem(place).toolTip(3)

    click_source(page, qtbot, place)

    marks = page.text.extraSelections()
    shown = "".join(
        each.cursor.selectedText() for each in marks if each.format.background().color().alpha()
    )
    assert len(shown) == pytest.approx(twin.full, abs=4)
    assert {source for _, _, source in page.text.marks()} == {place}
    steps = qtbot.waitSignal(page.text.stepped, timeout=WAIT_MS)
    with steps:
        page.text.step(1)
    assert steps.args == [1, 1]


def test_to_reach_the_list_with_the_tab_key_chooses_nothing(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    checked(page, qtbot, tmp_path)
    page.show()
    everything = page.text.marks()

    page.sources.setFocus(Qt.FocusReason.TabFocusReason)
    page.sources.setCurrentItem(page.sources.topLevelItem(0), 0, _CURRENT_ALONE)

    assert page.sources.chosen is None
    assert page.text.marks() == everything


def test_the_numbers_of_the_sources_have_room_beside_their_colours(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    checked(page, qtbot, tmp_path)

    icon = page.sources.iconSize().width()
    number = page.sources.fontMetrics().horizontalAdvance("3")
    assert page.sources.columnWidth(0) > icon + number + Space.S


def test_only_what_is_coloured_answers_to_a_click(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    checked(page, qtbot, tmp_path)
    page.show()
    first = page.text.place_at(5)
    assert first is not None

    click_source(page, qtbot, 0 if first.source else 1)

    assert page.text.place_at(5) is None


def test_a_revision_is_compared_with_the_last_check_whatever_is_left_out(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    text = checked(page, qtbot, tmp_path)
    page.filters.boxes[Filter.QUOTATIONS].setChecked(True)
    wait_until_complete(page, qtbot)
    page.choose()
    wait_until_complete(page, qtbot)
    same = "The last check of this file found the same, with nothing left out."
    qtbot.waitUntil(lambda: page.answer.since.text() == same, timeout=WAIT_MS)

    (tmp_path / "draft.txt").write_text(text[: text.index("\n\n")], "utf-8")
    page.choose()
    wait_until_complete(page, qtbot)
    qtbot.waitUntil(lambda: page.model.changes is not None, timeout=WAIT_MS)

    changes = page.model.changes
    assert changes is not None
    assert {Path(path).stem for path in changes.gone} == {"s2", "s3"}


def test_what_changed_says_of_which_total_it_speaks_where_a_filter_is_on(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    text = checked(page, qtbot, tmp_path)
    (tmp_path / "draft.txt").write_text(f"{text}{' '.join(prose(8, 60))}\n", "utf-8")
    page.choose()
    wait_until_complete(page, qtbot)
    qtbot.waitUntil(lambda: page.model.changes is not None, timeout=WAIT_MS)
    assert page.answer.since.text().startswith("Since the last check: ")

    page.filters.boxes[Filter.QUOTATIONS].setChecked(True)
    wait_until_complete(page, qtbot)

    assert page.answer.since.text().startswith("Since the last check, with nothing left out: ")


def test_form_language_and_names_of_a_report_are_chosen(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    checked(page, qtbot, tmp_path)
    page.ask_report()
    dialog = page.findChildren(ReportDialog)[-1]

    dialog.form.setCurrentIndex(dialog.form.findData(Form.BRIEF))
    dialog.language.setCurrentIndex(dialog.language.findData(ReportLanguage.CHINESE))
    dialog.anonymise.setChecked(True)
    dialog.accept_button.click()

    qtbot.waitUntil((tmp_path / "report.html").exists, timeout=WAIT_MS)
    written = (tmp_path / "report.html").read_text("utf-8")
    assert "总文字复制比" in written
    assert "s1.txt" not in written
    assert page.text.toPlainText()[3:40] not in written


@pytest.mark.parametrize(
    ("anonymise", "proposed"), [(False, "draft-report.html"), (True, "report.html")]
)
def test_a_report_without_names_has_none_in_its_own(
    page: CheckPage, qtbot: QtBot, tmp_path: Path, *, anonymise: bool, proposed: str
) -> None:
    checked(page, qtbot, tmp_path)
    names: list[str] = []
    page.ask_target = lambda _parent, _title, name: names.append(name)

    page.write_report(ReportOptions(anonymise=anonymise))

    assert names == [proposed]


def test_a_report_can_be_a_pdf(page: CheckPage, qtbot: QtBot, tmp_path: Path) -> None:
    checked(page, qtbot, tmp_path)
    proposed: list[str] = []

    def ask(_parent: QWidget, _title: str, name: str) -> Path:
        proposed.append(name)
        return tmp_path / name

    page.ask_target = ask
    page.ask_report()
    dialog = page.findChildren(ReportDialog)[-1]

    dialog.format.setCurrentText("PDF")
    dialog.accept_button.click()

    qtbot.waitUntil((tmp_path / "draft-report.pdf").exists, timeout=WAIT_MS)
    assert proposed == ["draft-report.pdf"]
    assert (tmp_path / "draft-report.pdf").read_bytes().startswith(b"%PDF-")


def test_a_report_takes_the_place_of_no_document(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    checked(page, qtbot, tmp_path)
    document = Path(page.findings.sources[0].path) if page.findings else tmp_path
    before = document.read_bytes()
    page.ask_target = lambda *_: document

    with qtbot.waitSignal(page.session.reads.failed, timeout=WAIT_MS) as failed:
        page.write_report()

    told = "A document of the library has this name, and stays as it is. Choose another name."
    assert error_notice(failed.args[0]).text() == told
    assert document.read_bytes() == before


def test_a_source_that_is_chosen_tells_passages_distance_and_class(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    checked(page, qtbot, tmp_path)
    item, other = page.sources.topLevelItem(0), page.sources.topLevelItem(1)
    assert item is not None
    assert other is not None

    page.sources.setCurrentItem(item)

    more = item.child(0)
    assert more is not None
    assert re.fullmatch(r"Passages: 1 · Hamming distance: \d+ · Partly copied", more.text(0))
    assert item.isExpanded()
    page.sources.setCurrentItem(other)
    assert (item.isExpanded(), other.isExpanded()) == (False, True)
    assert page.sources.chosen == 1


def test_the_total_is_told_for_long_passages_and_for_each_group(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    checked(page, qtbot, tmp_path)
    assert page.findings is not None
    long = page.findings.measures.by_length[-1][1]

    share = percent(page.findings.measures.ratio(long), 1)
    assert f"{share} in passages of 25 words and more" in page.answer.details.text()
    shown = [page.groups.itemText(place) for place in range(1, page.groups.count())]
    assert [text.split(":")[0] for text in shown] == [
        "Not cited or quoted",
        "Quotation marks missing",
        "Citation missing",
        "Cited and quoted",
    ]
    for group, characters in ((each, count) for each, _, count in page.findings.groups):
        text = page.groups.itemText(page.groups.findData(group))
        assert text.endswith(percent(page.findings.measures.ratio(characters), 1))


def test_chapters_are_listed_with_their_shares_and_gone_to(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    own, copied = " ".join(prose(9, 60)), " ".join(prose(1, 300)[100:180])
    draft = tmp_path / "draft.md"
    draft.write_text(f"# First\n\n{own}\n\n{copied}\n\n# Second & last\n\n{own}", "utf-8")
    page.check(draft)
    wait_until_complete(page, qtbot)
    actions = page.answer.chapters.menu().actions()
    assert [action.text().split(": ")[0] for action in actions] == ["First", "Second && last"]
    assert actions[1].text().endswith(": 0.0%")

    actions[1].trigger()

    position = page.text.textCursor().position()
    assert page.text.toPlainText()[position:].startswith("Second & last")


def test_the_arrows_stay_beside_each_other_where_the_filters_wrap(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    checked(page, qtbot, tmp_path)
    page.show()
    names = ("Previous passage", "Next passage")
    arrows = [
        next(one for one in page.findChildren(IconButton) if one.accessibleName().startswith(name))
        for name in names
    ]

    row = page.filters.row
    for width_px in range(row.minimumSizeHint().width(), row.one_line_px() + 20, 4):
        row.setFixedWidth(width_px)
        QApplication.processEvents()
        assert len({arrow.mapTo(page, QPoint()).y() for arrow in arrows}) == 1


def test_a_narrow_list_of_sources_leaves_the_room_to_their_names(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    checked(page, qtbot, tmp_path)
    sources = page.sources
    page.show()

    sources.setFixedWidth(600)
    qtbot.waitUntil(lambda: not sources.isColumnHidden(4), timeout=WAIT_MS)
    assert sources.headerItem().text(2) == "In full"
    sources.setFixedWidth(380)
    qtbot.waitUntil(lambda: sources.isColumnHidden(4), timeout=WAIT_MS)
    assert not sources.isColumnHidden(3)
    sources.setFixedWidth(300)
    qtbot.waitUntil(lambda: sources.isColumnHidden(3), timeout=WAIT_MS)


def test_the_checked_text_is_set_in_the_type_of_texts_to_read(page: CheckPage) -> None:
    assert page.text.font().pointSizeF() == pytest.approx(reading_font().pointSizeF())
    assert page.text.font().pointSizeF() > page.font().pointSizeF()


def test_what_every_share_is_a_share_of_is_told(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    text = checked(page, qtbot, tmp_path)

    assert f"all {number(len(text))} characters" in page.answer.total.toolTip()
    tips = [page.sources.headerItem().toolTip(column) for column in (2, 3, 4)]
    assert all(tips)
    assert len(set(tips)) == len(tips)


@pytest.mark.parametrize("width_px", [824, 1204])  # of a window of 900 px and of 1280 px
def test_names_of_sources_stand_whole_at_large_type(
    page: CheckPage, qtbot: QtBot, tmp_path: Path, theme: Theme, width_px: int
) -> None:
    name = "meeting-minutes-of-the-council-24-03.txt"
    assert len(name) == 40
    text = " ".join(prose(5, 300))
    (tmp_path / "shelf" / name).write_text(text, "utf-8")
    library = page.session.library
    assert library is not None
    import_paths(library, [tmp_path / "shelf"], ImportOptions(workers=1), JobControl())
    theme.apply(ThemeChoice.LIGHT, 200)
    page.resize(width_px, 640)
    page.show()
    page.check(Content(text[:900].encode(), "clipboard.txt"))
    wait_until_complete(page, qtbot)
    sources = page.sources
    (item,) = (sources.topLevelItem(place) for place in range(sources.topLevelItemCount()))
    assert item is not None

    qtbot.waitUntil(lambda: "".join(sources.lines_of(item.text(1))) == name, timeout=WAIT_MS)

    def spare_px() -> int:
        metrics = QFontMetrics(sources.name_font)
        needed_px = len(sources.lines_of(item.text(1))) * metrics.height()
        return sources.visualItemRect(item).height() - needed_px

    line_px = QFontMetrics(sources.name_font).height()
    qtbot.waitUntil(lambda: 0 <= spare_px() < line_px, timeout=WAIT_MS)


def test_the_next_manuscript_is_checked_without_the_filters_of_the_last(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    text = checked(page, qtbot, tmp_path)
    page.resize(1200, 700)
    page.show()
    shorts = page.filters.boxes[Filter.SHORT]
    qtbot.mouseClick(shorts, Qt.MouseButton.LeftButton, pos=QPoint(8, shorts.height() // 2))
    page.filters.set_phrases("w10")
    qtbot.keyClick(page.sources, Qt.Key.Key_Down)
    qtbot.keyClick(page.groups, Qt.Key.Key_Down)
    wait_until_complete(page, qtbot)
    assert page.sources.chosen == 0

    page.check(tmp_path / "draft.txt")  # the same again
    wait_until_complete(page, qtbot)
    assert (shorts.isChecked(), page.sources.chosen) == (True, 0)
    assert page.filters.more.text() == "More filters (1 on)"
    (tmp_path / "next.txt").write_text(text, "utf-8")
    page.check(tmp_path / "next.txt")
    wait_until_complete(page, qtbot)

    assert not shorts.isChecked()
    assert page.filters.more.text() == "More filters"
    assert page.sources.chosen is None
    assert page.groups.currentIndex() == 0
    assert page.findings is not None
    assert not any(effect.is_on for effect in page.findings.effects)


def test_what_was_left_out_of_a_manuscript_is_so_again_when_it_is_checked_again(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    text = checked(page, qtbot, tmp_path)
    (tmp_path / "next.txt").write_text(f"{text} And more.", "utf-8")
    assert page.findings is not None
    source = page.findings.sources[0]
    left_out = Exclusion(source.path, source.passages[0].passage.a, "ours to use")
    page.filters.exclude(left_out)
    page.filters.boxes[Filter.QUOTATIONS].setChecked(True)
    wait_until_complete(page, qtbot)
    overlap = page.findings.measures.overlap

    for path in ("draft.txt", "next.txt", "draft.txt"):
        page.check(tmp_path / path)
        wait_until_complete(page, qtbot)
        is_own = path == "draft.txt"
        assert page.filters.settings.exclusions == ((left_out,) if is_own else ())
        assert page.filters.boxes[Filter.QUOTATIONS].isChecked() is is_own
        assert (page.findings.measures.overlap == overlap) is is_own

    (tmp_path / "draft.txt").write_text(f"Before it. {text}", "utf-8")  # passages are elsewhere
    page.check(tmp_path / "draft.txt")
    wait_until_complete(page, qtbot)
    assert page.filters.settings.exclusions == ()
    assert page.filters.boxes[Filter.QUOTATIONS].isChecked()


def test_a_source_that_was_chosen_is_so_again_when_it_is_found_again(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    checked(page, qtbot, tmp_path)
    qtbot.keyClick(page.sources, Qt.Key.Key_Down)
    qtbot.keyClick(page.sources, Qt.Key.Key_Down)
    assert page.findings is not None
    before = page.findings.sources[1].path

    page.sources.show_findings(replace(page.findings, sources=()))  # nothing is measured yet
    assert page.sources.chosen is None
    page.sources.show_findings(replace(page.findings, sources=page.findings.sources[1:]))
    assert page.sources.chosen == 0
    page.sources.show_findings(page.findings)
    assert page.sources.chosen is not None
    assert page.findings.sources[page.sources.chosen].path == before


def test_a_manuscript_that_cannot_be_read_leaves_the_filters_of_the_check_before(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    checked(page, qtbot, tmp_path)
    page.filters.boxes[Filter.SHORT].setChecked(True)
    wait_until_complete(page, qtbot)

    with qtbot.waitSignal(page.session.notice_posted, timeout=WAIT_MS):
        page.check(tmp_path / "missing.txt")
    wait_until_complete(page, qtbot)

    assert page.filters.boxes[Filter.SHORT].isChecked()


def test_sources_are_ordered_by_their_full_shares_and_a_little_is_not_nothing(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    parts = [" ".join(prose(seed, 300)[:size]) for seed, size in ((1, 16), (2, 40), (3, 24))]
    (tmp_path / "draft.txt").write_text(" ".join((*parts, *prose(9, 60_000))), "utf-8")
    page.choose()
    wait_until_complete(page, qtbot)

    items = [page.sources.topLevelItem(place) for place in range(3)]
    assert [item.text(1) for item in items] == ["s2.txt", "s3.txt", "s1.txt"]
    assert items[2].text(2) == "< 0.1%"


def test_colours_lie_on_their_passages_in_a_file_of_windows(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    copied = " ".join(prose(1, 300)[100:180])
    lines = [*prose(9, 60), copied, *prose(8, 20)]
    (tmp_path / "draft.txt").write_text("\r\n".join(lines), "utf-8", newline="")
    page.choose()
    wait_until_complete(page, qtbot)

    first = page.text.extraSelections()[0]
    assert first.cursor.selectedText().startswith(f"→1 {copied[:20]}")


def test_large_type_and_a_notice_leave_some_lines_to_the_text(
    page: CheckPage, qtbot: QtBot, tmp_path: Path, theme: Theme
) -> None:
    theme.apply(ThemeChoice.LIGHT, 200)
    page.resize(780, 620)
    page.show()
    checked(page, qtbot, tmp_path)
    (tmp_path / "draft.txt").unlink()
    page.activated()
    qtbot.waitUntil(lambda: "or is gone" in page.answer.missed.text(), timeout=WAIT_MS)
    page.session.documents_changed.emit()
    least_px = 5 * page.text.fontMetrics().lineSpacing()

    qtbot.waitUntil(lambda: page.text.viewport().height() >= least_px, timeout=WAIT_MS)
