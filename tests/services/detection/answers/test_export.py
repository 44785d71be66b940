"""Files for other programs."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from simhash_gui.core.types import Linkage
from simhash_gui.services.detection.answers.clusters import ClusterTable, cluster_table
from simhash_gui.services.detection.answers.export import FileFormat, export_clusters, export_pairs
from simhash_gui.services.detection.detection import Detection
from simhash_gui.services.detection.pairs import DetectionOptions
from simhash_gui.services.detection.search import detect, require_unchanged
from simhash_gui.services.importing.adding import give_role
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.libraries import (
    FolderRole,
    Library,
    LibraryChangedError,
    drop_gone,
    folders,
    remove_folder,
)
from tests.oracles import hamming
from tests.services.conftest import Import


def candidates(distance: int) -> DetectionOptions:
    return DetectionOptions(distance=distance, all_candidates=True)


@pytest.fixture
def detection(filled: Library) -> Detection:
    return detect(filled, candidates(32), JobControl())


@pytest.fixture
def table(detection: Detection) -> ClusterTable:
    return cluster_table(detection, 0, Linkage.SINGLE)


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def test_pairs_become_rows_of_a_table(
    filled: Library, detection: Detection, docs: Path, tmp_path: Path
) -> None:
    count = export_pairs(filled, detection, 32, tmp_path / "p.csv", FileFormat.CSV, JobControl())

    written = rows(tmp_path / "p.csv")
    assert count == len(written) == detection.pair_count
    near = [row for row in written if {Path(row["a"]).name[0], Path(row["b"]).name[0]} != {"会"}]
    assert all(Path(row["a"]).exists() for row in near)


def test_clusters_name_every_file(filled: Library, table: ClusterTable, tmp_path: Path) -> None:
    count = export_clusters(filled, table, tmp_path / "c.json", FileFormat.JSON, JobControl())

    written = json.loads((tmp_path / "c.json").read_text(encoding="utf-8"))
    assert count == len(written) == 2
    first, second = (int(row["fingerprint"], 16) for row in written)
    assert hamming(first, second) == 0
    assert {row["cluster"] for row in written} == {1}
    measures = [(row["distance"], row["overlap"], row["class"]) for row in written]
    assert measures == [(0, 1.0, "identical")] * 2


def test_nothing_found_gives_a_valid_file(filled: Library, tmp_path: Path) -> None:
    nothing = cluster_table(detect(filled, candidates(0), JobControl()), 0, Linkage.SINGLE)
    found = detect(filled, candidates(0), JobControl())
    export_pairs(filled, found, 0, tmp_path / "p.json", FileFormat.JSON, JobControl())

    assert nothing.cluster_count == 1
    assert json.loads((tmp_path / "p.json").read_text(encoding="utf-8")) == []


def test_a_name_that_looks_like_a_formula_is_not_run(
    library: Library, docs: Path, import_now: Import, tmp_path: Path
) -> None:
    import_now(docs)
    table = cluster_table(detect(library, candidates(0), JobControl()), 0, Linkage.SINGLE)

    export_clusters(library, table, tmp_path / "c.csv", FileFormat.CSV, JobControl())

    assert all(not row["path"].startswith(("=", "+", "@")) for row in rows(tmp_path / "c.csv"))


def test_a_folder_that_cannot_be_written_is_reported_and_nothing_is_left(
    filled: Library, table: ClusterTable, tmp_path: Path
) -> None:
    with pytest.raises(OSError, match="gone"):
        export_clusters(filled, table, tmp_path / "gone" / "c.csv", FileFormat.CSV, JobControl())

    assert not (tmp_path / "gone").exists()


def test_an_older_file_stays_when_writing_fails(
    filled: Library, table: ClusterTable, tmp_path: Path
) -> None:
    target = tmp_path / "c.csv"
    target.write_text("old", encoding="utf-8")
    filled.close()

    with pytest.raises(RuntimeError):
        export_clusters(filled, table, target, FileFormat.CSV, JobControl())

    assert target.read_text(encoding="utf-8") == "old"
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".tmp"] == []


@pytest.mark.parametrize("what", ["pairs", "clusters"])
def test_an_incomplete_search_says_so_in_the_last_row(
    filled: Library, detection: Detection, tmp_path: Path, what: str
) -> None:
    lowered = replace(detection, is_lowered=True, is_cut=True)

    for file_format in FileFormat:
        path = tmp_path / f"{what}.{file_format}"
        if what == "pairs":
            export_pairs(filled, lowered, 32, path, file_format, JobControl())
        else:
            export_clusters(
                filled, cluster_table(lowered, 0, Linkage.SINGLE), path, file_format, JobControl()
            )

    (lines,) = (path.read_text("utf-8").splitlines() for path in tmp_path.glob("*.csv"))
    assert [line.partition(",")[0] for line in lines[-2:]] == ["# incomplete"] * 2
    last = json.loads((tmp_path / f"{what}.json").read_text("utf-8"))[-1]
    assert last["complete"] is False
    assert [each["why"] for each in last["left_out"]] == ["distance-lowered", "too-much-in-common"]


def moved(_library: Library, docs: Path, import_now: Import) -> None:
    (docs / "story.txt").rename(docs / "z.txt")
    import_now()


def removed(library: Library, _docs: Path, _import: Import) -> None:
    remove_folder(library, folders(library)[0].id)


def excluded(library: Library, _docs: Path, _import: Import) -> None:
    give_role(library, folders(library)[0].path, FolderRole.EXCLUDED)


def rewritten(_library: Library, docs: Path, import_now: Import) -> None:
    (docs / "revised.txt").write_text("Something else.", encoding="utf-8")
    import_now()


def added(_library: Library, docs: Path, import_now: Import) -> None:
    (docs / "new.txt").write_text("Something new.", encoding="utf-8")
    import_now()


def dropped(library: Library, docs: Path, import_now: Import) -> None:
    (docs / "revised.txt").unlink()
    import_now()
    drop_gone(library)


Change = Callable[[Library, Path, Import], None]


def test_an_import_that_finds_nothing_new_changes_nothing(
    filled: Library, detection: Detection, import_now: Import
) -> None:
    import_now()

    require_unchanged(filled, detection)


@pytest.mark.parametrize("change", [moved, removed, excluded, rewritten, added, dropped])
def test_any_change_of_what_was_searched_is_noticed(
    filled: Library, detection: Detection, docs: Path, import_now: Import, change: Change
) -> None:
    change(filled, docs, import_now)

    with pytest.raises(LibraryChangedError):
        require_unchanged(filled, detection)


def test_what_goes_while_it_is_written_leaves_no_file(
    filled: Library, detection: Detection, table: ClusterTable, tmp_path: Path
) -> None:
    remove_folder(filled, folders(filled)[0].id)

    with pytest.raises(LibraryChangedError):
        export_pairs(filled, detection, 32, tmp_path / "p.csv", FileFormat.CSV, JobControl())
    with pytest.raises(LibraryChangedError):
        export_clusters(filled, table, tmp_path / "c.json", FileFormat.JSON, JobControl())
    assert list(tmp_path.glob("*.csv")) + list(tmp_path.glob("*.json")) == []
