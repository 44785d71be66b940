"""Pairs and clusters of a library, against brute force over its listed fingerprints."""

from __future__ import annotations

import random
import tracemalloc
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from simhash_gui.core.fingerprint.recipe import recipe_named
from simhash_gui.core.hamming.folding import Folding
from simhash_gui.core.text.classes import PairClass
from simhash_gui.core.types import Linkage
from simhash_gui.services.detection.answers.clusters import (
    ClusterSort,
    ClusterTable,
    DistanceNotSearchedError,
    cluster_table,
)
from simhash_gui.services.detection.answers.filtering import latest_verdicts
from simhash_gui.services.detection.answers.named_results import named_clusters
from simhash_gui.services.detection.detection import with_verdicts
from simhash_gui.services.detection.pairs import CLASSES, DetectionOptions
from simhash_gui.services.detection.search import detect
from simhash_gui.services.importing.adding import add_paths, give_role
from simhash_gui.services.jobs import JobCancelledError, JobControl
from simhash_gui.services.library.browsing import file_rows, list_documents
from simhash_gui.services.library.libraries import FolderRole, Library
from simhash_gui.services.library.text_jobs import change_recipe
from simhash_gui.services.review.verdicts import Verdict, VerdictConflictError, give_verdict
from tests.helpers.calls import counted_calls
from tests.oracles import hamming, linked_groups, near_pairs
from tests.services.conftest import OTHER, REVISED, STORY, Import
from tests.services.listed import named_pairs

SAMPLES = Path(__file__).parents[3] / "resources" / "samples" / "documents"


@pytest.fixture
def samples(library: Library, import_now: Import) -> Library:
    import_now(SAMPLES)
    return library


def candidates(distance: int) -> DetectionOptions:
    """Every pair within the distance, whatever the texts say."""
    return DetectionOptions(distance=distance, all_candidates=True)


def table_of(library: Library, distance: int, linkage: Linkage = Linkage.SINGLE) -> ClusterTable:
    return cluster_table(detect(library, candidates(distance), JobControl()), distance, linkage)


@pytest.mark.parametrize("name", ["default", "wide", "python-hash-128"])
@pytest.mark.parametrize("distance", [0, 3, 10, 20, 32])
def test_pairs_and_clusters_are_those_of_brute_force(
    samples: Library, name: str, distance: int
) -> None:
    change_recipe(samples, recipe_named(name), 0, JobControl())
    listed = list(list_documents(samples))
    prints = {
        item.paths[0]: item.document.fingerprint.hex for item in listed if item.document.fingerprint
    }
    copies = [(item.paths[0], path) for item in listed for path in item.paths[1:]]
    expected = near_pairs(prints, distance)

    detection = detect(samples, candidates(distance), JobControl())
    table = cluster_table(detection, distance, Linkage.SINGLE)

    pairs = list(named_pairs(samples, detection))
    assert {(*sorted((pair.a, pair.b)), pair.distance) for pair in pairs} == expected
    assert detection.pair_count == len(expected)
    counts = np.bincount([near for _, _, near in expected], minlength=len(detection.histogram))
    assert detection.histogram.tolist() == counts.tolist()
    found = {
        frozenset(member.path for member in cluster.members)
        for cluster in named_clusters(samples, table)
    }
    names = [path for item in listed for path in item.paths]
    alike = [
        (pair.a, pair.b)
        for pair in pairs
        if pair.pair_class in {PairClass.IDENTICAL, PairClass.NEAR_DUPLICATE}
    ]
    assert found == linked_groups(names, alike + copies)


def test_a_smaller_distance_is_answered_without_another_search(samples: Library) -> None:
    wide, narrow = (
        detect(samples, candidates(12), JobControl()),
        detect(samples, candidates(4), JobControl()),
    )

    tables = [cluster_table(found, 4, Linkage.SINGLE) for found in (wide, narrow)]

    assert tables[0].member_file_ids(0).tolist() == tables[1].member_file_ids(0).tolist()
    assert tables[0].sizes.tolist() == tables[1].sizes.tolist()


def test_a_larger_distance_than_searched_is_refused(samples: Library) -> None:
    with pytest.raises(DistanceNotSearchedError):
        cluster_table(detect(samples, candidates(3), JobControl()), 4, Linkage.SINGLE)


def test_members_stand_by_their_distance_to_the_medoid(samples: Library) -> None:
    table = table_of(samples, 12)

    for cluster in range(table.cluster_count):
        values = [print_.value for print_ in table.member_fingerprints(cluster)]
        distances = table.member_distances(cluster).tolist()
        assert distances == [hamming(values[0], value) for value in values]
        assert distances == sorted(distances)
        rows = file_rows(samples, table.member_file_ids(cluster).tolist())
        assert [row.document_id for row in rows] == table.member_document_ids(cluster).tolist()


def test_complete_linkage_holds_no_pair_beyond_the_distance(samples: Library) -> None:
    for cluster in named_clusters(samples, table_of(samples, 12, Linkage.COMPLETE)):
        values = [member.fingerprint.value for member in cluster.members]
        assert max(hamming(a, b) for a in values for b in values) <= 12


def test_sizes_and_times_are_those_of_the_files(
    docs: Path, library: Library, import_now: Import
) -> None:
    import_now(docs)
    table = table_of(library, 0)

    files = [docs / "story.txt", docs / "sub" / "copy of story.txt"]
    assert (table.cluster_count, table.file_count) == (1, 2)
    assert table.document_counts.tolist() == [1]
    assert table.total_wasted_bytes == len(STORY)
    assert table.newest_ns.tolist() == [max(file.stat().st_mtime_ns for file in files)]
    assert (table.min_distances.tolist(), table.max_distances.tolist()) == ([0], [0])


@pytest.mark.parametrize("linkage", list(Linkage))
def test_one_text_in_three_encodings_is_one_text(
    tmp_path: Path, library: Library, import_now: Import, linkage: Linkage
) -> None:
    text = "渡口的船每天早上七点开往对岸，风大的日子停航，乘客在站房里等候通知。" * 8
    for name in ("utf-8", "utf-16", "gb18030"):
        (tmp_path / "in" / name).mkdir(parents=True)
        (tmp_path / "in" / name / "ferry.txt").write_bytes(text.encode(name))
    (tmp_path / "in" / "copy.txt").write_bytes(text.encode("gb18030"))
    (tmp_path / "in" / "revised.txt").write_text(text.replace("七", "八", 1), "utf-8")
    import_now(tmp_path / "in")

    table = table_of(library, 6, linkage)

    assert (table.sizes.tolist(), table.document_counts.tolist()) == ([5], [4])
    assert table.text_count(0) == 2


@pytest.mark.parametrize("linkage", list(Linkage))
def test_a_cluster_is_named_after_the_file_of_its_medoid_in_a_reference_folder(
    tmp_path: Path, library: Library, import_now: Import, linkage: Linkage
) -> None:
    for name in ("backup", "kept", "old", "z"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "story.txt").write_text(STORY, "utf-8")
    import_now(*(tmp_path / name for name in ("backup", "kept", "old", "z")))
    places = {row.id: row.path for row in file_rows(library, range(1, 5))}

    before = table_of(library, 3, linkage)
    for name in ("kept", "z"):
        give_role(library, tmp_path / name, FolderRole.REFERENCE)
    after = table_of(library, 3, linkage)

    folders = [
        [Path(places[file]).parent.name for file in table.member_file_ids(0).tolist()]
        for table in (before, after)
    ]
    assert folders == [["backup", "kept", "old", "z"], ["kept", "backup", "old", "z"]]
    assert after.medoid_file_ids.tolist() == after.member_file_ids(0)[:1].tolist()


def test_a_version_in_a_reference_folder_does_not_take_the_place_of_the_medoid(
    tmp_path: Path, library: Library, import_now: Import
) -> None:
    for name, text in (("a", STORY), ("b", STORY), ("c", REVISED)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "story.txt").write_text(text, "utf-8")
    import_now(*(tmp_path / name for name in "abc"))

    give_role(library, tmp_path / "c", FolderRole.REFERENCE)

    (row,) = file_rows(library, table_of(library, 32).medoid_file_ids.tolist())
    assert Path(row.path).parent.name == "a"


def test_clusters_are_sorted_by_what_is_asked(samples: Library) -> None:
    table = table_of(samples, 12)
    columns = {
        ClusterSort.SIZE: table.sizes,
        ClusterSort.SPREAD: table.max_distances,
        ClusterSort.WASTED: table.wasted_bytes,
        ClusterSort.NEWEST: table.newest_ns,
    }

    for sort, column in columns.items():
        up = column[table.order(sort, descending=False)].tolist()
        down = column[table.order(sort, descending=True)].tolist()
        assert up == sorted(column.tolist())
        assert down == sorted(column.tolist(), reverse=True)


def test_a_file_that_is_gone_is_in_no_cluster(
    docs: Path, library: Library, import_now: Import
) -> None:
    import_now(docs)
    (docs / "sub" / "copy of story.txt").unlink()
    import_now()

    assert table_of(library, 0).cluster_count == 0


def test_a_folder_that_became_excluded_takes_no_part(
    docs: Path, library: Library, import_now: Import
) -> None:
    add_paths(library, [docs / "sub"], FolderRole.EXCLUDED)
    import_now(docs)

    assert table_of(library, 0).cluster_count == 0


def test_an_empty_library_has_nothing(library: Library) -> None:
    detection = detect(library, candidates(10), JobControl())
    table = cluster_table(detection, 10, Linkage.SINGLE)

    assert (detection.document_count, detection.pair_count) == (0, 0)
    assert (table.cluster_count, table.file_count, table.total_wasted_bytes) == (0, 0, 0)
    assert table.order(ClusterSort.SIZE, descending=True).tolist() == []


@pytest.mark.parametrize(("versions", "is_few"), [(19, True), (20, False)])
def test_few_documents_are_few_wherever_they_stand(
    samples: Library, versions: int, is_few: bool
) -> None:
    found = detect(samples, DetectionOptions(), JobControl())
    groups = np.concatenate((np.zeros(2_000, np.int64), np.arange(versions)))

    found = replace(found, common=replace(found.common, groups=groups))

    with counted_calls() as calls:
        assert found.has_few_documents is is_few
    assert not calls["unique"], "the window would wait until all documents are sorted"


def test_a_question_about_one_pair_takes_no_look_at_every_document(samples: Library) -> None:
    count = 1 << 18
    every = np.arange(count + 1)
    found = detect(samples, DetectionOptions(), JobControl())
    many = replace(found, folding=Folding(found.folding.lanes, every[:-1], every[:-1], every))

    tracemalloc.start()
    classes = many.classes_of(np.array([0]), np.array([0]))
    _, peak_bytes = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert classes.tolist() == [CLASSES.index(PairClass.IDENTICAL)]
    assert peak_bytes < count


def test_verdicts_on_some_clusters_are_found_without_a_look_at_all(samples: Library) -> None:
    table = cluster_table(detect(samples, DetectionOptions(), JobControl()), None, Linkage.MEDOID)
    for cluster in (0, 1):
        files = file_rows(samples, table.member_file_ids(cluster).tolist())
        give_verdict(samples, Verdict.REVISION, [file.path for file in files])
    every = latest_verdicts(samples, table)

    with counted_calls() as calls:
        some = latest_verdicts(samples, table, among=[1])

    assert every == {0: Verdict.REVISION, 1: Verdict.REVISION}
    assert some == {1: Verdict.REVISION}
    assert not calls["ClusterTable.with_documents"]


def test_a_cancelled_search_ends(samples: Library) -> None:
    control = JobControl()
    control.cancel()

    with pytest.raises(JobCancelledError):
        detect(samples, candidates(3), control)


def test_documents_too_short_for_a_fingerprint_pair_with_nothing(
    tmp_path: Path, library: Library, import_now: Import
) -> None:
    folder = tmp_path / "short"
    folder.mkdir()
    for name, text in (("a", "…"), ("b", "!!"), ("c", STORY), ("d", REVISED), ("e", OTHER)):
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")
    import_now(folder)

    assert detect(library, candidates(32), JobControl()).document_count == 3


def test_verdicts_that_hold_nothing_else_apart_leave_a_detection_as_it_is(
    filled: Library, docs: Path
) -> None:
    story, revised, other = (str(docs / name) for name in ("story.txt", "revised.txt", "会议.md"))
    detection = detect(filled, candidates(32), JobControl())
    give_verdict(filled, Verdict.LATER, [story, revised])
    assert with_verdicts(filled, detection) is detection

    give_verdict(filled, Verdict.UNRELATED, [story, other])
    apart = with_verdicts(filled, detection)
    assert len(apart.pairs) == len(detection.pairs) - 1
    assert with_verdicts(filled, apart) is apart

    give_verdict(filled, Verdict.REVISION, [story, revised])
    assert with_verdicts(filled, apart) is apart

    give_verdict(filled, Verdict.SAME, [story, revised])  # so the revision is unrelated too
    assert len(with_verdicts(filled, apart).pairs) == len(detection.pairs) - 2

    give_verdict(filled, None, [story, other])
    assert len(with_verdicts(filled, apart).pairs) == len(detection.pairs)


def test_verdicts_one_after_the_other_leave_what_all_at_once_leave(
    tmp_path: Path, library: Library, import_now: Import
) -> None:
    folder = tmp_path / "versions"
    folder.mkdir()
    names = [f"version {number}.txt" for number in range(7)]
    for number, name in enumerate(names):
        text = STORY.replace(" ", f" {'again ' * number}", 1)
        (folder / name).write_text(text, encoding="utf-8")
    import_now(folder)
    searched = step_by_step = detect(library, DetectionOptions(), JobControl())
    assert len(searched.pairs) == 21
    dice = random.Random(3)

    for _ in range(40):
        pair = [str(folder / name) for name in dice.sample(names, 2)]
        with suppress(VerdictConflictError):
            give_verdict(library, dice.choice((Verdict.UNRELATED, Verdict.SAME, None)), pair)
        step_by_step = with_verdicts(library, step_by_step)
        at_once = with_verdicts(library, searched)
        for kind in ("pairs", "held_apart", "found"):
            own, expected = getattr(step_by_step, kind), getattr(at_once, kind)
            assert own.left.tolist() == expected.left.tolist()
            assert own.right.tolist() == expected.right.tolist()
            assert own.overlap.tolist() == expected.overlap.tolist()
        assert step_by_step.found.left.tolist() == searched.pairs.left.tolist()
