"""A library that refers to shards, in the window: clusters, texts, and a shard that is gone."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from simhash_gui.services.batch.batch import review_library, run_batch
from simhash_gui.services.detection.pairs import DetectionOptions
from simhash_gui.services.jobs import JobControl
from simhash_gui.ui.clusters.clusters_page import ClustersPage
from simhash_gui.ui.clusters.view_model import Phase
from simhash_gui.ui.compare.compare_page import ComparePage
from simhash_gui.ui.reading.text_differences import Side
from simhash_gui.ui.session.session import Session
from tests.services.batch.collections import Answer, answer, collection, in_shards
from tests.ui.clusters.desk import named
from tests.ui.conftest import WAIT_MS

TEXT = collection(5, 1)[0]
REVISED = TEXT.replace(TEXT.split()[50], "ferry")


@pytest.fixture
def found(qtbot: QtBot, session: Session, tmp_path: Path) -> Answer:
    """What the batch found; the session has the review library open."""
    _, shards = in_shards(tmp_path, [TEXT, REVISED, *collection(6, 12)], 2)
    with review_library(tmp_path / "out") as review:
        batch = run_batch(review, shards, DetectionOptions(), JobControl(), workers=1)
        found = answer(review, batch.detection)
    with qtbot.waitSignal(session.library_opened, timeout=WAIT_MS):
        session.open_library(tmp_path / "out" / "review.simhash")
    return found


def settle(qtbot: QtBot, session: Session) -> None:
    qtbot.waitUntil(lambda: session.jobs.is_idle and session.reads.is_idle, timeout=WAIT_MS)


def test_the_clusters_page_shows_what_the_batch_found(
    qtbot: QtBot, session: Session, found: Answer
) -> None:
    page = ClustersPage(session)
    qtbot.addWidget(page)
    page.resize(1100, 800)
    page.show()

    page.activated()
    settle(qtbot, session)

    assert page.model.phase is Phase.FOUND
    medoids = {Path(cluster.members[0].path).name for cluster in found.clusters}
    assert set(named(page.clusters, "medoid")) == medoids


def test_the_compare_page_shows_texts_of_two_shards(
    qtbot: QtBot, session: Session, found: Answer
) -> None:
    page = ComparePage(session)
    qtbot.addWidget(page)
    page.resize(1100, 800)
    page.show()

    session.compare_requested.emit((1, 8))
    settle(qtbot, session)

    texts = page.comparison.texts
    shown = {texts.pane(side).toPlainText() for side in Side}
    assert shown == {TEXT, REVISED}
