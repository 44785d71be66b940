"""Every search says what damage kept it from comparing, and why."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from simhash_gui.services.checking.checking import check_text
from simhash_gui.services.comparison.loading import load_text
from simhash_gui.services.detection.answers.left_out import (
    LeftOut,
    LeftOutReason,
    left_out,
    texts_left_out,
)
from simhash_gui.services.detection.answers.named_results import measured
from simhash_gui.services.detection.pairs import DetectionOptions
from simhash_gui.services.detection.passage_marks import PassageMark, mark_passage
from simhash_gui.services.detection.search import detect
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.integrity import repair_library
from simhash_gui.services.library.libraries import Library, existing_library, library_recipe
from simhash_gui.services.review.verdicts import Verdict, give_verdict
from simhash_gui.store.repositories import documents, present_files
from tests.services.conftest import REVISED

STORY = "(SELECT document_id FROM files WHERE name = 'story.txt')"
DAMAGE = {
    f"DELETE FROM texts WHERE document_id = {STORY}": LeftOut(
        "documents", LeftOutReason.TEXT_MISSING, 1
    ),
    f"UPDATE texts SET compressed = x'00' WHERE document_id = {STORY}": LeftOut(
        "documents", LeftOutReason.TEXT_UNREADABLE, 1
    ),
    "UPDATE texts SET compressed = (SELECT compressed FROM texts WHERE document_id <>"
    f" {STORY} ORDER BY length(compressed) LIMIT 1) WHERE document_id = {STORY}": LeftOut(
        "documents", LeftOutReason.TEXT_UNREADABLE, 1
    ),
    f"UPDATE comparison_data SET token_digest = x'0011223344556677' WHERE document_id = {STORY}": (
        LeftOut("documents", LeftOutReason.DATA_DAMAGED, 1)
    ),
    f"UPDATE documents SET block2 = block2 + 1 WHERE id = {STORY}": (
        LeftOut("documents", LeftOutReason.DATA_DAMAGED, 1)
    ),
    f"UPDATE documents SET block0 = 0, block1 = NULL WHERE id = {STORY}": (
        LeftOut("documents", LeftOutReason.DATA_DAMAGED, 1)
    ),
    "UPDATE recipes SET recipe_id = 'no-such-recipe'": LeftOut(
        "documents", LeftOutReason.OTHER_RECIPE, 3
    ),
    "UPDATE documents SET state = 'no-such-state', fingerprint = NULL, block0 = NULL,"
    " block1 = NULL, block2 = NULL, block3 = NULL WHERE id = 1": LeftOut(
        "documents", LeftOutReason.STATE_UNKNOWN, 1
    ),
    "UPDATE files SET document_id = 99 WHERE name = 'story.txt'": LeftOut(
        "documents", LeftOutReason.DOCUMENT_MISSING, 1
    ),
    "UPDATE files SET state = 'no-such-state'": LeftOut("files", LeftOutReason.STATE_UNKNOWN, 4),
    "UPDATE folders SET role = 'no-such-role'": LeftOut("files", LeftOutReason.FOLDER_UNKNOWN, 4),
    "DELETE FROM folders": LeftOut("files", LeftOutReason.FOLDER_UNKNOWN, 4),
}


def alter(path: Path, script: str) -> None:
    """As damage would: in ways that SQLite itself does not see when the library is opened."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.executescript(script)


def searched(path: Path) -> tuple[LeftOut, ...]:
    with existing_library(path) as library:
        control = JobControl()
        return left_out(measured(detect(library, DetectionOptions(), control), control))


def searched_pairs(path: Path) -> list[tuple[int, int, int, int]]:
    with existing_library(path) as library:
        control = JobControl()
        pairs = measured(detect(library, DetectionOptions(partial=True), control), control).pairs
        columns = (pairs.left, pairs.right, pairs.distance, pairs.classes)
        return list(zip(*(column.tolist() for column in columns), strict=True))


def test_nothing_is_left_out_of_a_sound_library(filled: Library) -> None:
    assert searched(filled.path) == ()


@pytest.mark.parametrize("script", DAMAGE)
def test_a_search_says_what_it_could_not_compare(filled: Library, script: str) -> None:
    filled.close()
    alter(filled.path, script)

    assert DAMAGE[script] in searched(filled.path)


def test_files_in_a_folder_whose_role_is_not_known_are_told_and_not_compared(
    filled: Library,
) -> None:
    with filled.read() as connection:
        assert len(present_files.load(connection))
    filled.close()
    alter(filled.path, "UPDATE folders SET role = 'no-such-role'")

    with existing_library(filled.path) as library, library.read() as connection:
        assert not len(present_files.load(connection))


def test_a_pair_that_could_be_read_is_not_told(filled: Library) -> None:
    filled.close()
    alter(filled.path, f"DELETE FROM texts WHERE document_id = {STORY}")

    assert [each.why for each in searched(filled.path)] == [LeftOutReason.TEXT_MISSING]


def test_a_text_that_is_missing_before_its_data_was_derived_is_told(filled: Library) -> None:
    filled.close()
    alter(filled.path, "DELETE FROM texts; DELETE FROM comparison_data")

    assert LeftOut("documents", LeftOutReason.TEXT_MISSING, 3) in searched(filled.path)


@pytest.mark.parametrize(
    "script",
    [script for script, told in DAMAGE.items() if told.why.value[:5] in ("text-", "data-")],
)
def test_looking_a_text_up_says_what_it_could_not_compare(filled: Library, script: str) -> None:
    filled.close()
    alter(filled.path, script)

    with existing_library(filled.path) as library:
        text = load_text(REVISED, "x", library_recipe(library))
        checked = check_text(library, text, DetectionOptions(), JobControl())

    assert checked.left_out == (DAMAGE[script],)


def test_a_document_that_others_remove_meanwhile_is_told_and_no_damage(filled: Library) -> None:
    with filled.read() as connection:
        ids = np.arange(1, documents.newest_id(connection) + 1)
    gone = int(ids[0])
    with filled.write() as connection:
        connection.exec_driver_sql("DELETE FROM files WHERE document_id = ?", (gone,))
        documents.remove_unplaced(connection)

    (told,) = texts_left_out(filled, ids)

    assert told == LeftOut("documents", LeftOutReason.REMOVED_MEANWHILE, 1)
    assert not told.is_damage


def test_nothing_is_left_out_where_a_text_is_looked_up_in_a_sound_library(filled: Library) -> None:
    text = load_text(REVISED, "x", library_recipe(filled))

    assert check_text(filled, text, DetectionOptions(), JobControl()).left_out == ()


def test_what_a_search_left_out_for_its_cost_is_told_and_no_damage(filled: Library) -> None:
    detection = detect(filled, DetectionOptions(), JobControl())

    told = left_out(replace(detection, is_lowered=True, is_cut=True))

    assert told == (
        LeftOut("pairs", LeftOutReason.DISTANCE_LOWERED, None),
        LeftOut("pairs", LeftOutReason.TOO_MUCH_IN_COMMON, None),
    )
    assert not any(one.is_damage for one in told)
    assert LeftOut("documents", LeftOutReason.TEXT_MISSING, 1).is_damage


def test_the_reasons_in_json_stay_what_they_are() -> None:
    assert " ".join(LeftOutReason) == (
        "text-missing text-unreadable data-damaged shard-unreadable not-measured other-recipe"
        " state-unknown document-missing folder-unknown verdict-damaged mark-damaged"
        " folder-damaged distance-lowered too-much-in-common removed-meanwhile"
    )


COLUMNS = (
    *("fingerprint", "fingerprint_rest", "digest", "checksum", "token_digest", "sketch"),
    *("token_sketch", "sample", "passages", "shingles", "shingles_rest", "checksums"),
)


EXCHANGED = (
    "UPDATE files SET document_id = 3 - document_id WHERE document_id < 3",
    "UPDATE documents SET id = -1 WHERE id = 1; UPDATE documents SET id = 1 WHERE id = 2;"
    " UPDATE documents SET id = 2 WHERE id = -1",
    "UPDATE files SET relative_path = 'elsewhere/' || relative_path WHERE document_id < 3",
)


@pytest.mark.parametrize("script", EXCHANGED)
def test_a_file_that_has_the_document_or_the_path_of_another_is_told(
    filled: Library, script: str
) -> None:
    filled.close()
    alter(filled.path, script)
    told = (LeftOut("documents", LeftOutReason.DATA_DAMAGED, 2),)

    assert searched(filled.path) == told
    with existing_library(filled.path) as library:
        text = load_text(REVISED, "x", library_recipe(library))
        checked = check_text(library, text, DetectionOptions(all_candidates=True), JobControl())
    assert {each.why for each in checked.left_out} == {LeftOutReason.DATA_DAMAGED}
    assert len(checked.matches) < 2

    repair_library(filled.path, 1, JobControl())
    assert searched(filled.path) == ()


def test_a_folder_that_is_at_another_place_than_its_files_were_found_at_is_told(
    filled: Library,
) -> None:
    filled.close()
    alter(filled.path, "UPDATE folders SET path = path || ' of another'")

    assert searched(filled.path) == (
        LeftOut("documents", LeftOutReason.DATA_DAMAGED, 3),
        LeftOut("folders", LeftOutReason.FOLDER_DAMAGED, 1),
    )


DECISIONS = {
    "UPDATE verdicts SET verdict = 'later'": LeftOut("verdicts", LeftOutReason.VERDICT_DAMAGED, 1),
    "UPDATE verdict_members SET digest = zeroblob(16) WHERE id = 1": LeftOut(
        "verdicts", LeftOutReason.VERDICT_DAMAGED, 1
    ),
    "UPDATE verdict_members SET digest = 'v1' WHERE id = 1": LeftOut(
        "verdicts", LeftOutReason.VERDICT_DAMAGED, 1
    ),
    "UPDATE verdict_members SET verdict_id = 7 WHERE id = 1": LeftOut(
        "verdicts", LeftOutReason.VERDICT_DAMAGED, 1
    ),
    "DELETE FROM verdicts": LeftOut("verdicts", LeftOutReason.VERDICT_DAMAGED, 1),
    "DELETE FROM verdicts; DELETE FROM verdict_members": LeftOut(
        "verdicts", LeftOutReason.VERDICT_DAMAGED, 1
    ),
    "UPDATE passage_marks SET mark = 'copied'": LeftOut("marks", LeftOutReason.MARK_DAMAGED, 1),
    "UPDATE folders SET role = 'reference'": LeftOut("folders", LeftOutReason.FOLDER_DAMAGED, 1),
}


@pytest.mark.parametrize("script", DECISIONS)
def test_what_is_not_what_a_person_decided_is_told_and_mended(
    filled: Library, docs: Path, script: str
) -> None:
    paths = [str(docs / name) for name in ("story.txt", "revised.txt")]
    give_verdict(filled, Verdict.UNRELATED, paths)
    mark_passage(filled, REVISED, PassageMark.BOILERPLATE)
    filled.close()
    assert searched(filled.path) == ()
    alter(filled.path, f"PRAGMA foreign_keys = OFF; {script}")

    (told,) = searched(filled.path)

    assert told == DECISIONS[script]
    assert told.is_damage
    repair_library(filled.path, 1, JobControl())
    assert searched(filled.path) == ()


@pytest.mark.parametrize("column", COLUMNS)
def test_a_value_that_is_that_of_another_document_is_told_and_mended(
    filled: Library, column: str
) -> None:
    filled.close()
    sound = searched_pairs(filled.path)
    is_own = column in {"fingerprint", "fingerprint_rest", "digest", "checksum"}
    table, key = ("documents", "id") if is_own else ("comparison_data", "document_id")
    value = f"(SELECT {column} FROM {table} WHERE {key} = {{}})"
    with closing(sqlite3.connect(filled.path)) as connection, connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        one, other = (connection.execute(f"SELECT {value.format(n)}").fetchone()[0] for n in (1, 2))
        assert one != other or column == "fingerprint_rest"
        moves = [(b"0" * 16, 1), (one, 2), (other if one != other else 7, 1)]
        connection.executemany(f"UPDATE {table} SET {column} = ? WHERE {key} = ?", moves)
        connection.executescript("DELETE FROM pairs; DELETE FROM common_text")

    (told,) = searched(filled.path)
    assert (told.what, told.why) == ("documents", LeftOutReason.DATA_DAMAGED)

    repair_library(filled.path, 1, JobControl())
    assert searched(filled.path) == ()
    assert searched_pairs(filled.path) == sound
