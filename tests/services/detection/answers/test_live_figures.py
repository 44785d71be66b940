"""What a threshold comes to is told alike while it is dragged and by the clusters themselves."""

from __future__ import annotations

import os
import random
import threading
import zipfile
from pathlib import Path

import pytest

from simhash_gui.core.types import Linkage
from simhash_gui.services.detection.answers.clusters import ClusterSort, cluster_table
from simhash_gui.services.detection.answers.live_figures import LiveFigures, figures_of
from simhash_gui.services.detection.detection import Detection, with_verdicts
from simhash_gui.services.detection.pairs import NEAREST_FIRST, DetectionOptions
from simhash_gui.services.detection.search import detect
from simhash_gui.services.importing.adding import give_role
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.libraries import FolderRole, Library, folders
from simhash_gui.services.review.verdicts import Verdict, give_verdict
from tests.services.conftest import Import


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    """Twelve texts in up to five versions, some of them with copies."""
    dice, folder = random.Random(3), tmp_path / "docs"
    folder.mkdir()
    for text in range(12):
        words = [f"{chr(97 + text)}word{dice.randrange(900)}" for _ in range(80)]
        for version in range(dice.randint(1, 5)):
            for copy in range(dice.randint(1, 3)):
                name = folder / f"{text} {version} {copy}.txt"
                name.write_text(" ".join(words), encoding="utf-8")
            words[dice.randrange(80)] = f"changed{version}"
            words.append("more" * version)
    return folder


def found(library: Library) -> Detection:
    return detect(library, DetectionOptions(), JobControl(), workers=1)


THRESHOLDS = [(None, None), (0, None), (3, None), (8, None), (None, 1.0), (None, 0.95), (6, 0.9)]


@pytest.mark.parametrize(("distance", "overlap"), THRESHOLDS)
def test_figures_are_those_of_the_table(
    library: Library,
    docs: Path,
    import_now: Import,
    distance: int | None,
    overlap: float | None,
) -> None:
    import_now(docs)
    give_verdict(library, Verdict.UNRELATED, [str(docs / f"3 {each} 0.txt") for each in (0, 1)])
    detection = found(library)

    table = cluster_table(detection, distance, Linkage.MEDOID, overlap)

    assert LiveFigures(detection).at(distance, overlap) == figures_of(table)


def test_what_a_slider_leads_to_is_worked_out_before_it_is_moved(
    library: Library, docs: Path, import_now: Import, monkeypatch: pytest.MonkeyPatch
) -> None:
    import_now(docs)
    detection = found(library)
    live = LiveFigures(detection)
    live.work_ahead(6, 0.9, range(9), threading.Event())
    expected = [
        figures_of(cluster_table(detection, distance, Linkage.MEDOID, overlap))
        for distance, overlap in ((2, 0.9), (None, 0.9), (6, 0.75), (6, None))
    ]

    monkeypatch.setattr(live, "_ready", lambda: pytest.fail("worked out again"))

    ready = [live.at(2, 0.9), live.at(None, 0.9), live.at(6, 0.75), live.at(6, None)]
    assert ready == expected


def test_figures_after_a_verdict_use_what_is_known_of_the_documents(
    library: Library, docs: Path, import_now: Import
) -> None:
    import_now(docs)
    live = LiveFigures(found(library))
    assert not live.is_ready
    live.at(None, None)
    assert live.is_ready

    give_verdict(library, Verdict.UNRELATED, [str(docs / f"3 {each} 0.txt") for each in (0, 1)])
    after = with_verdicts(library, live.detection)

    figures = LiveFigures(after, live).at(None, None)
    assert figures == figures_of(cluster_table(after, None, Linkage.MEDOID))
    assert figures != live.at(None, None)


def test_working_ahead_stops_when_told_to(library: Library) -> None:
    stop = threading.Event()
    stop.set()

    live = LiveFigures(found(library))
    live.work_ahead(None, None, range(9), stop)

    assert live._known == {}


def test_pairs_are_counted_by_their_overlap(
    library: Library, docs: Path, import_now: Import
) -> None:
    import_now(docs)
    detection = found(library)

    counts = detection.overlap_histogram

    assert counts.sum() == detection.histogram.sum()
    for place in range(11):
        least = 1 - 0.05 * place
        listed = detection.pairs.take(detection.pairs.overlap >= least - 1e-6)
        assert counts[:, : place + 1].sum() == len(listed)


@pytest.mark.skipif(os.name == "nt", reason="needs links")
def test_hard_links_take_nothing(library: Library, tmp_path: Path, import_now: Import) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    text = "A parcel of tea was left at the door, and nobody in the house could say by whom. " * 3
    (folder / "a.txt").write_text(text, encoding="utf-8")
    (folder / "b.txt").write_text(text, encoding="utf-8")
    (folder / "a link.txt").hardlink_to(folder / "a.txt")
    (folder / "b link.txt").hardlink_to(folder / "b.txt")
    (folder / "b link too.txt").hardlink_to(folder / "b.txt")
    import_now(folder)

    table = cluster_table(found(library), None, Linkage.MEDOID)

    assert table.total_wasted_bytes == len(text)


@pytest.mark.skipif(os.name == "nt", reason="needs links")
def test_a_link_of_a_file_in_a_reference_folder_takes_nothing(
    library: Library, tmp_path: Path, import_now: Import
) -> None:
    text = "A parcel of tea was left at the door, and nobody in the house could say by whom. " * 3
    for name in ("a", "kept"):
        (tmp_path / name).mkdir()
    (tmp_path / "kept" / "k.txt").write_text(text, encoding="utf-8")
    (tmp_path / "a" / "link.txt").hardlink_to(tmp_path / "kept" / "k.txt")
    import_now(tmp_path / "a")
    import_now(tmp_path / "kept")
    kept = next(row for row in folders(library) if row.path.name == "kept")
    give_role(library, kept.path, FolderRole.REFERENCE)

    assert found(library).reclaimable_bytes.sum() == 0


def test_copies_in_archives_take_nothing_and_are_not_what_is_kept(
    library: Library, tmp_path: Path, import_now: Import
) -> None:
    text = "A parcel of tea was left at the door, and nobody in the house could say by whom. " * 3
    folder = tmp_path / "docs"
    (folder / "a folder!").mkdir(parents=True)
    with zipfile.ZipFile(folder / "a.zip", "w") as archive:
        archive.writestr("a.txt", text)
        archive.writestr("b.txt", text)
    (folder / "c.txt").write_text(text, encoding="utf-8")
    import_now(folder)
    assert found(library).reclaimable_bytes.sum() == 0

    (folder / "a folder!" / "d.txt").write_text(text, encoding="utf-8")
    import_now(folder)

    assert found(library).reclaimable_bytes.sum() == len(text)


def test_clusters_are_ordered_by_their_weakest_class(
    library: Library, docs: Path, import_now: Import
) -> None:
    import_now(docs)
    table = cluster_table(found(library), None, Linkage.MEDOID)

    order = table.order(ClusterSort.CLASS, descending=True)

    ranks = [
        max(NEAREST_FIRST.index(each) for each in table.member_classes(place) if each is not None)
        for place in range(table.cluster_count)
    ]
    assert table.weakest_ranks.tolist() == ranks
    assert [ranks[place] for place in order.tolist()] == sorted(ranks, reverse=True)
    assert len(set(ranks)) > 1
