"""A Check page with a library of three texts, and a manuscript made of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

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
    wait_until_complete(page, qtbot)
    return text


def wait_until_complete(page: CheckPage, qtbot: QtBot) -> None:
    """Until every candidate is measured, and judged by the present settings."""
    qtbot.waitUntil(
        lambda: page.model.is_done,
        timeout=WAIT_MS,
    )
