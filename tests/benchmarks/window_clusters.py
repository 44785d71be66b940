"""The Clusters page in the real window, in a made library with very many clusters.

    python -m tests.benchmarks.window_clusters LIBRARY [--documents 1000000]

Makes LIBRARY when it is not there, the same every time and straight into the store: every tenth
document begins a cluster of two to eight versions, a fifth of the clusters have exact copies, the
rest of the documents stand alone. Then acts as a reviewer does and prints one JSON object: the
longest time between two turns of the event loop, the most processor time of the window's thread for
one, how long each act took and how long the figures of the thresholds, in milliseconds, and the
memory of the window's process in MB, at the end and at the highest moment.
"""

from __future__ import annotations

import argparse
import gc
import json
import random
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import psutil
import xxhash
from PySide6.QtTest import QTest

from simhash_gui.core.fingerprint.recipe import recipe_named
from simhash_gui.core.text.comparison_data import COMPARISON_VERSION
from simhash_gui.documents.comparison.deriving import derive
from simhash_gui.documents.segmentation.pipeline import TextPipeline
from simhash_gui.services.library.paths import AppPaths, resources_folder
from simhash_gui.services.library.settings import SettingsFile
from simhash_gui.services.review.verdicts import Verdict
from simhash_gui.store.engine.types import DocumentState, FileState, FolderRole
from simhash_gui.store.library import Library
from simhash_gui.store.repositories import comparison_data, documents, files, folders, meta, texts
from simhash_gui.store.repositories.documents import NewDocument
from simhash_gui.store.repositories.files import NewFile
from simhash_gui.store.repositories.refingerprint import bulk_load
from simhash_gui.ui.clusters.cluster_texts import Tab
from simhash_gui.ui.clusters.cluster_view import ClusterOrder
from simhash_gui.ui.clusters.clusters_page import ClustersPage
from simhash_gui.ui.clusters.view_model import ClustersViewModel
from simhash_gui.ui.common.commands import PageId
from simhash_gui.ui.session.session import Session
from simhash_gui.ui.shell.application import create_application
from simhash_gui.ui.shell.main_window import MainWindow
from tests.benchmarks.window_import import Heartbeat

_SIZE_PX = (1440, 900)
_STEP_MS = 5
_SETTLED_TURNS = 40
_AT_ONCE = 5_000
_WORDS = 48
_VOCABULARY = 50_000
_FILES_A_FOLDER = 1_000
_TIME_NS = 1_600_000_000 * 10**9


def main() -> int:
    """Make what is missing, measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("library", type=Path)
    parser.add_argument("--documents", type=int, default=1_000_000)
    parser.add_argument("--make", action="store_true", help="make it, and measure nothing")
    options = parser.parse_args()
    path: Path = options.library.resolve()
    if options.make:
        make_library(path, options.documents)
        return 0
    if not path.exists():  # in a process of its own, whose memory does not count
        command = [sys.executable, "-m", __spec__.name, path, "--make"]
        subprocess.run([*command, "--documents", str(options.documents)], check=True)
    with tempfile.TemporaryDirectory(prefix="window-clusters-") as home:
        result = measure(path, Path(home))
    sys.stdout.write(json.dumps({"documents": options.documents} | result, indent=1) + "\n")
    return 0


@dataclass(frozen=True, slots=True)
class MadeText:
    """A text and how many files have it."""

    text: str
    file_count: int


def made_texts(count: int) -> Iterator[MadeText]:
    """The texts of ``count`` documents, the same every time."""
    dice = random.Random(1)
    made = 0
    while made < count:
        words = [_word(dice) for _ in range(_WORDS)]
        has_copies = dice.random() < 0.2
        for number in range(dice.randint(2, 8)):
            version = list(words)
            for _ in range(min(number, 3)):
                version[dice.randrange(_WORDS)] = _word(dice)
            yield MadeText(" ".join(version), 1 + (has_copies and dice.randrange(3)))
            made += 1
        for _ in range(5):
            alone = (_word(dice) for _ in range(_WORDS))
            yield MadeText(" ".join(alone), 1)
            made += 1


def _word(dice: random.Random) -> str:
    """Of letters alone: texts that differ in numbers would be no versions of each other."""
    number = dice.randrange(_VOCABULARY)
    return "".join(chr(ord("a") + number // 26**place % 26) for place in range(4))


def make_library(path: Path, count: int) -> None:
    """Write a library of ``count`` documents that stand nowhere on the disk."""
    recipe = recipe_named("default")
    pipeline = TextPipeline(recipe)
    made = islice(made_texts(count), count)
    number = 0
    with Library.create(path) as library, library.write() as connection:
        meta.set_current_recipe(connection, recipe.recipe_id)
        roots = [
            folders.add(connection, Path(f"/made/{name}"), FolderRole.NORMAL, 0).id
            for name in ("archive", "letters", "work")
        ]
        with bulk_load(connection, count):
            while batch := list(islice(made, _AT_ONCE)):
                _store(connection, batch, pipeline, roots, number)
                number += len(batch)


def _store(
    connection: Any, batch: list[MadeText], pipeline: TextPipeline, roots: list[int], number: int
) -> None:
    contents = [each.text.encode() for each in batch]
    derived = derive([each.text for each in batch], pipeline)
    digests = [xxhash.xxh3_128_digest(content) for content in contents]
    documents.insert(
        connection,
        (
            NewDocument(
                digest,
                DocumentState.FINGERPRINTED,
                0,
                len(content),
                pipeline.recipe.recipe_id,
                made.word,
                character_count=len(content),
                feature_count=made.feature_count,
                language="en",
                reader="text",
            )
            for digest, content, made in zip(digests, contents, derived, strict=True)
        ),
    )
    ids = documents.ids_by_digest(connection, digests)
    own = [ids[digest] for digest in digests]
    texts.put(
        connection,
        ((each, zlib.compress(content)) for each, content in zip(own, contents, strict=True)),
    )
    comparison_data.put(
        connection,
        COMPARISON_VERSION,
        ((each, made.comparison) for each, made in zip(own, derived, strict=True)),
    )
    files.upsert(
        connection,
        (
            NewFile(
                roots[(number + place + copy) % len(roots)],
                f"{(number + place) // _FILES_A_FOLDER:04}/report-{number + place}-{copy}.txt",
                len(contents[place]),
                _TIME_NS + (number + place) * 10**9,
                FileState.PRESENT,
                own[place],
            )
            for place, each in enumerate(batch)
            for copy in range(each.file_count)
        ),
    )


def measure(library: Path, home: Path) -> dict[str, Any]:
    """The longest pause of each act and how long it took, and memory."""
    create_application(["window-clusters"])
    paths = AppPaths(
        resources_folder(), home / "config" / "settings.json", home / "data", home / "log.txt"
    )
    window = MainWindow(Session(paths, SettingsFile(paths.settings_file)))
    window.complete.connect(gc.freeze)  # as ``application.run`` does
    window.resize(*_SIZE_PX)
    window.show()
    window.begin()
    _settle(window)
    try:
        page = window.page_of(PageId.CLUSTERS)
        assert isinstance(page, ClustersPage)
        acts = _acts(window, page, library)
        measured = {name: _measured(window, page.model, act) for name, act in acts}
        clusters = 0 if page.model.table is None else page.model.table.cluster_count
        memory_mb = round(psutil.Process().memory_info().rss / 2**20, 1)
    finally:
        window.close()
    return {"clusters": clusters, "acts": measured, "memory_mb": memory_mb, "peak_mb": _peak_mb()}


def _peak_mb() -> float:
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmHWM"):
            return round(int(line.split()[1]) / 1024, 1)
    return round(psutil.Process().memory_info().rss / 2**20, 1)


def _acts(
    window: MainWindow, page: ClustersPage, library: Path
) -> list[tuple[str, Callable[[], object]]]:
    model = page.model
    verdicts = page.reviewing.bar.actions_by_verdict

    def sort(order: ClusterOrder) -> Callable[[], object]:
        return lambda: model.sort_by(order, not model.query.is_descending)

    return [
        ("open the library", lambda: window.session.open_library(library)),
        ("show clusters and search", lambda: window.show_page(PageId.CLUSTERS)),
        *((f"sort by {order.value}", sort(order)) for order in ClusterOrder),
        ("filter by numbers", lambda: model.set_filter("files>5 overlap>=80")),
        ("filter by a word", lambda: model.set_filter("report-77")),
        ("filter by path", lambda: model.set_filter("path:archive verdict:none type:txt")),
        ("no filter", lambda: model.set_filter("")),
        ("threshold 3", lambda: model.set_distance(3)),
        ("threshold 6", lambda: model.set_distance(6)),
        ("any distance", model.reset_distance),
        ("overlap from 95 %", lambda: model.set_overlap(0.95)),
        ("and threshold 6", lambda: model.set_distance(6)),
        ("and overlap from 80 %", lambda: model.set_overlap(0.8)),
        ("any overlap", model.reset_distance),
        ("choose a cluster", lambda: page.clusters.selectRow(2)),
        ("verdict, on to the next", verdicts[Verdict.REVISION].trigger),
        ("verdict unrelated, on to the next", verdicts[Verdict.UNRELATED].trigger),
        ("back", page.reviewing.bar.back_action.trigger),
        ("back again", page.reviewing.bar.back_action.trigger),
        ("to the last cluster", lambda: page.clusters.selectRow(len(model.listed) - 1)),
        ("folders view", lambda: page.show_tab(Tab.FOLDERS)),
        ("map", lambda: page.show_tab(Tab.MAP)),
    ]


def _measured(
    window: MainWindow, model: ClustersViewModel, act: Callable[[], object]
) -> dict[str, float]:
    heartbeat, started_s = Heartbeat(window), time.perf_counter()
    QTest.qWait(_STEP_MS)
    told_s: list[float] = []
    told = model.figures_changed.connect(lambda: told_s.append(time.perf_counter()))
    acted_s = time.perf_counter()
    act()
    _settle(window)
    model.figures_changed.disconnect(told)
    took_ms = (time.perf_counter() - started_s) * 1000 - _SETTLED_TURNS * _STEP_MS
    seen = heartbeat.stop()
    figures = {"figures_ms": round((told_s[0] - acted_s) * 1000)} if told_s else {}
    pauses = {name: seen[name] for name in ("longest_pause_ms", "longest_used_ms")}
    return pauses | {"took_ms": round(took_ms)} | figures


def _settle(window: MainWindow) -> None:
    """Wait until nothing has been under way for a moment."""
    session, quiet = window.session, 0
    while quiet < _SETTLED_TURNS:
        QTest.qWait(_STEP_MS)
        is_ready = session.library is not None and all(map(window.page_of, PageId))
        is_idle = is_ready and session.jobs.is_idle and session.reads.is_idle
        quiet = quiet + 1 if is_idle else 0


if __name__ == "__main__":
    sys.exit(main())
