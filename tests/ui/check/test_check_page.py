"""The Check page: a manuscript made of sources, what it shows of them, and the report."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from simhash_gui.services.checking.findings import Filter
from simhash_gui.services.comparison.loading import Content
from simhash_gui.services.importing.adding import import_paths
from simhash_gui.services.importing.importing import ImportOptions
from simhash_gui.services.jobs import JobControl
from simhash_gui.ui.check.check_page import CheckPage
from simhash_gui.ui.session.session import Session
from tests.ui.conftest import WAIT_MS


def prose(seed: int, words: int) -> list[str]:
    return [f"w{(seed * 7919 + place * place * 31) % 9973}" for place in range(words)]


@pytest.fixture
def page(session: Session, qtbot: QtBot, tmp_path: Path) -> CheckPage:
    """The page with a library of three texts."""
    (tmp_path / "shelf").mkdir()
    for seed in (1, 2, 3):
        (tmp_path / "shelf" / f"s{seed}.txt").write_text(" ".join(prose(seed, 300)), "utf-8")
    session.open_library(tmp_path / "l.simhash")
    qtbot.waitUntil(lambda: session.library is not None, timeout=WAIT_MS)
    assert session.library is not None
    import_paths(session.library, [tmp_path / "shelf"], ImportOptions(workers=1), JobControl())
    page = CheckPage(
        session,
        ask_file=lambda *_: tmp_path / "draft.txt",
        ask_target=lambda *_: tmp_path / "report.html",
    )
    qtbot.addWidget(page)
    return page


def checked(page: CheckPage, qtbot: QtBot, tmp_path: Path) -> str:
    parts = [" ".join(prose(seed, 300)[100:180]) for seed in (1, 2, 3)]
    text = f"{parts[0]} {' '.join(prose(9, 60))}\n\n{parts[1]}.\n\n“{parts[2]}” [1]\n"
    (tmp_path / "draft.txt").write_text(text, "utf-8")
    page.choose()
    qtbot.waitUntil(lambda: page.findings is not None, timeout=WAIT_MS)
    return text


def test_three_sources_are_found_with_their_passages(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    text = checked(page, qtbot, tmp_path)

    findings = page.findings
    assert findings is not None
    names = {Path(source.path).stem for source in findings.sources}
    assert names == {"s1", "s2", "s3"}
    found = findings.owners >= 0
    own = " ".join(prose(9, 60))
    expected = len(text) - len(own)
    assert found.sum() == pytest.approx(expected, rel=0.03)
    assert page.sources.topLevelItemCount() == 3
    assert "[1]" in page.text.toPlainText()


def test_a_filter_takes_the_quotation_off(page: CheckPage, qtbot: QtBot, tmp_path: Path) -> None:
    checked(page, qtbot, tmp_path)

    page.filters[Filter.QUOTATIONS].setChecked(True)

    assert page.findings is not None
    assert {Path(source.path).stem for source in page.findings.sources} == {"s1", "s2"}
    assert page.sources.topLevelItemCount() == 2


def test_passages_are_stepped_through_and_a_source_is_compared(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    checked(page, qtbot, tmp_path)
    places = []
    for _ in range(3):
        page.text.step(1)
        places.append(page.text.textCursor().position())
    page.text.step(-1)

    assert len(set(places)) == 3
    assert page.text.textCursor().position() in places
    assert page.text.source_at(places[-1]) is not None
    with qtbot.waitSignal(page.session.file_compare_requested) as asked:
        page.sources.itemActivated.emit(page.sources.topLevelItem(0), 0)
    assert asked.args[0][0] == tmp_path / "draft.txt"


def test_the_report_is_written(page: CheckPage, qtbot: QtBot, tmp_path: Path) -> None:
    checked(page, qtbot, tmp_path)

    page.write_report()

    qtbot.waitUntil((tmp_path / "report.html").exists, timeout=WAIT_MS)
    assert "s1.txt" in (tmp_path / "report.html").read_text("utf-8")


def test_text_at_hand_is_checked(page: CheckPage, qtbot: QtBot) -> None:
    page.check(Content(" ".join(prose(2, 200)).encode(), "clipboard.txt"))

    qtbot.waitUntil(lambda: page.findings is not None, timeout=WAIT_MS)
    assert page.findings is not None
    assert Path(page.findings.sources[0].path).stem == "s2"


def test_a_document_that_cannot_be_read_is_told(
    page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    (tmp_path / "draft.txt").touch()

    with qtbot.waitSignal(page.session.notice_posted, timeout=WAIT_MS) as told:
        page.choose()

    assert "draft.txt" in told.args[0].text()
