"""The Learn page of a session, shown and ready."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from simhash_gui.ui.learn.learn_page import LearnPage
from simhash_gui.ui.session.session import Session


class Files:
    """Answers for the dialogs that ask for files."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.name: str | None = None

    def __call__(self, _parent: QWidget, _title: str, *_names: str) -> Path | None:
        return None if self.name is None else self.folder / self.name


@pytest.fixture
def files(tmp_path: Path) -> Files:
    return Files(tmp_path)


@pytest.fixture
def still_page(qtbot: QtBot, session: Session, files: Files) -> LearnPage:
    """The page before it comes to the front: questions need nobody to ask."""
    made = LearnPage(session, ask_target=files, ask_file=files)
    qtbot.addWidget(made)
    made.resize(1200, 900)
    return made


@pytest.fixture
def page(qtbot: QtBot, session: Session, files: Files) -> LearnPage:
    made = LearnPage(session, ask_target=files, ask_file=files)
    qtbot.addWidget(made)
    made.resize(1200, 900)
    made.show()
    made.activated()
    return made
