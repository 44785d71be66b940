"""Damage of every kind is found, told and mended, and nothing else changes."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from simhash_gui.services.detection.passage_marks import PassageMark, mark_passage
from simhash_gui.services.importing.adding import add_paths, give_role
from simhash_gui.services.importing.importing import ImportOptions, import_folders
from simhash_gui.services.jobs import JobCancelledError, JobControl
from simhash_gui.services.library.browsing import list_documents
from simhash_gui.services.library.import_rules import ImportRules, load_rules, save_rules
from simhash_gui.services.library.integrity import (
    Damage,
    LibraryCheck,
    check_library,
    repair_library,
)
from simhash_gui.services.library.libraries import (
    FolderRole,
    LibraryBusyError,
    LibraryDamagedError,
    LibraryMissingError,
    NotALibraryError,
    document_text,
    existing_library,
    folders,
    open_library,
)
from simhash_gui.services.review.verdicts import (
    Verdict,
    give_verdict,
    load_verdicts,
    take_back,
)
from simhash_gui.store.integrity import derived
from simhash_gui.store.repositories import encoding_overrides
from tests.store.builders import other_process
from tests.store.older import first_library, second_library, tenth_library

OPEN_AND_CLOSE = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1])
connection.execute("SELECT * FROM meta").fetchall()
connection.close()
print("ready", flush=True)
sys.stdin.read()
"""
STORY_TEXT = "The ferry leaves the island at seven, and whoever oversleeps has the day to himself."
REVISED = STORY_TEXT.replace("seven", "eight")
OTHER = "会议讨论了图书馆新馆的开放时间、志愿者排班以及读者意见箱的处理办法，并决定下周公布结果。"
STORY = "(SELECT document_id FROM files WHERE name = 'story.txt')"
TEXT_OF_ANOTHER = (
    "UPDATE texts SET compressed = (SELECT compressed FROM texts WHERE document_id ="
    f" (SELECT document_id FROM files WHERE name = '会议.md')) WHERE document_id = {STORY}"
)
ALTERATIONS = {
    "DROP INDEX ix_documents_block2": (Damage.INDEXES, "documents"),
    "DROP INDEX ux_files_place; CREATE INDEX ux_files_place ON files (folder_id)": (
        Damage.INDEXES,
        "files",
    ),
    "UPDATE alembic_version SET version_num = '0001'": (Damage.VERSION, "alembic_version"),
    "DELETE FROM alembic_version": (Damage.VERSION, "alembic_version"),
    "DROP TABLE encoding_overrides": (Damage.SCHEMA, "encoding_overrides"),
    "ALTER TABLE files DROP COLUMN detail": (Damage.SCHEMA, "files"),
    "ALTER TABLE files DROP COLUMN size_bytes": (Damage.SCHEMA, "files"),
    "DELETE FROM folders": (Damage.REFERENCES, "files"),
    f"DELETE FROM documents WHERE id = {STORY}": (Damage.REFERENCES, "files"),
    "UPDATE documents SET state = 'no-such-state'": (Damage.VALUES, "documents"),
    "UPDATE documents SET digest = 'a text' WHERE id = 1": (Damage.VALUES, "documents"),
    "UPDATE documents SET language = x'ff'": (Damage.VALUES, "documents"),
    "UPDATE documents SET title = CAST(x'ff' AS TEXT)": (Damage.VALUES, "documents"),
    "UPDATE documents SET imported_at_ms = 9e18": (Damage.VALUES, "documents"),
    "UPDATE documents SET encoding_source = 'a guess'": (Damage.VALUES, "documents"),
    "UPDATE files SET state = 'no-such-state'": (Damage.VALUES, "files"),
    "UPDATE files SET name = 'another name'": (Damage.VALUES, "files"),
    "UPDATE files SET reason = 'no-such-reason'": (Damage.VALUES, "files"),
    "UPDATE folders SET role = 'no-such-role'": (Damage.VALUES, "folders"),
    "UPDATE runs SET counts = '{'": (Damage.VALUES, "runs"),
    "INSERT INTO meta VALUES ('import_rules', '[]')": (Damage.VALUES, "meta"),
    "UPDATE comparison_data SET sketch = x'00'": (Damage.VALUES, "comparison_data"),
    "UPDATE recipes SET recipe_id = 'no-such-recipe'": (Damage.RECIPES, "recipes"),
    "INSERT INTO meta VALUES ('recipe_id', (SELECT replace(recipe_id, '1+2', '1') FROM recipes))": (
        Damage.RECIPES,
        "documents",
    ),
    "UPDATE documents SET block1 = block1 + 1": (Damage.BLOCKS, "documents"),
    "UPDATE files SET document_id = 3 - document_id WHERE document_id < 3": (Damage.FILES, "files"),
    "UPDATE folders SET path = path || ' of another'": (Damage.FILES, "files"),
    "DELETE FROM texts": (Damage.TEXTS, "texts"),
    "UPDATE texts SET compressed = zeroblob(20)": (Damage.TEXTS, "texts"),
    TEXT_OF_ANOTHER: (Damage.TEXTS, "texts"),
    "UPDATE documents SET feature_count = 1": (Damage.FINGERPRINTS, "documents"),
    "UPDATE comparison_data SET token_digest = zeroblob(8)": (
        Damage.COMPARISON,
        "comparison_data",
    ),
}


def alter(path: Path, script: str) -> None:
    """Change a library as nobody should."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.executescript(script)


def kinds(check: LibraryCheck) -> set[tuple[Damage, str]]:
    """What was found, without numbers and words."""
    return {(finding.damage, finding.table) for finding in check.findings}


def contents(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table but the book of runs."""
    with closing(sqlite3.connect(path)) as connection:
        names = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
        tables = sorted(name for (name,) in names if name not in {"runs", "sqlite_stat1"})
        return {
            table: sorted(connection.execute(f"SELECT * FROM {table}").fetchall(), key=repr)
            for table in tables
        }


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a library of three documents in four files, and these files."""
    folder = tmp_path_factory.mktemp("sound")
    docs = folder / "docs"
    (docs / "sub").mkdir(parents=True)
    (docs / "story.txt").write_text(STORY_TEXT, "utf-8")
    (docs / "sub" / "copy of story.txt").write_text(STORY_TEXT, "utf-8")
    (docs / "revised.txt").write_text(REVISED, "utf-8")
    (docs / "会议.md").write_text(OTHER, "utf-8")
    with open_library(folder / "test.simhash") as library:
        add_paths(library, [docs], FolderRole.NORMAL)
        import_folders(library, None, ImportOptions(workers=1), JobControl())
    return folder


@pytest.fixture
def path(sound: Path, tmp_path: Path) -> Path:
    """A copy of the library, whose files are those of the original."""
    return Path(shutil.copy(sound / "test.simhash", tmp_path / "test.simhash"))


def rescan(path: Path, *others: Path) -> None:
    with open_library(path) as library:
        add_paths(library, others, FolderRole.NORMAL)
        import_folders(library, None, ImportOptions(workers=1), JobControl())


def test_a_sound_library_is_told_to_be_sound(path: Path) -> None:
    assert check_library(path, 1, JobControl()).findings == ()


def test_a_check_changes_nothing(path: Path) -> None:
    before = path.read_bytes()

    check_library(path, 1, JobControl())

    assert path.read_bytes() == before
    assert [each.name for each in path.parent.glob(f"{path.name}*")] == [path.name]


def test_a_library_can_be_checked_while_it_is_open(path: Path) -> None:
    with open_library(path):
        assert check_library(path, 1, JobControl()).is_sound


@pytest.mark.parametrize("script", ALTERATIONS)
def test_damage_is_found(path: Path, script: str) -> None:
    alter(path, script)

    found = check_library(path, 1, JobControl())

    assert ALTERATIONS[script] in kinds(found)
    assert all(finding.count and finding.example for finding in found.findings)


@pytest.mark.parametrize("script", ALTERATIONS)
def test_a_repair_leaves_nothing_but_lost_texts(path: Path, script: str) -> None:
    alter(path, script)

    repair = repair_library(path, 1, JobControl())

    assert {finding.damage for finding in repair.after.findings} <= {Damage.TEXTS}
    open_library(path).close()


@pytest.mark.parametrize(
    "script",
    [
        f"DELETE FROM documents WHERE id = {STORY}",
        "UPDATE documents SET state = 'no-such-state'",
        "UPDATE documents SET digest = 'a text' WHERE id = 1",
        "UPDATE documents SET title = CAST(x'ff' AS TEXT)",
        "UPDATE files SET state = 'no-such-state'",
        "UPDATE recipes SET recipe_id = 'no-such-recipe'",
        "UPDATE texts SET compressed = zeroblob(20)",
        TEXT_OF_ANOTHER,
    ],
)
def test_a_repair_and_a_scan_bring_everything_back(path: Path, script: str) -> None:
    alter(path, script)

    repair_library(path, 1, JobControl())
    rescan(path)

    assert check_library(path, 1, JobControl()).is_sound
    with open_library(path) as library:
        assert len(list(list_documents(library))) == 3


@pytest.mark.parametrize(
    "script",
    [
        "DROP INDEX ix_documents_block2",
        "UPDATE documents SET block1 = block1 + 1",
        "UPDATE documents SET fingerprint = fingerprint + 1",
        "UPDATE documents SET feature_count = 1, state = 'too-short'",
        "UPDATE comparison_data SET token_digest = zeroblob(8)",
        "UPDATE alembic_version SET version_num = '0001'",
    ],
)
def test_what_can_be_derived_is_as_it_was(path: Path, script: str) -> None:
    before = contents(path)
    alter(path, script)

    repair_library(path, 1, JobControl())

    assert contents(path) == before


def test_a_sound_library_is_left_alone(path: Path) -> None:
    before = path.read_bytes()

    repair = repair_library(path, 1, JobControl())

    assert repair.before.is_sound
    assert repair.backup is None
    assert path.read_bytes() == before


def test_the_damaged_file_is_kept_as_it_was(path: Path) -> None:
    alter(path, "DELETE FROM texts")
    damaged = path.read_bytes()

    repair = repair_library(path, 1, JobControl())

    assert repair.backup == path.with_name("test.damaged.backup")
    assert repair.backup.read_bytes() == damaged


def test_a_second_repair_finds_nothing_more_to_do(path: Path) -> None:
    alter(path, "DELETE FROM texts")
    repair_library(path, 1, JobControl())

    assert repair_library(path, 1, JobControl()).backup is None


def test_a_lost_text_is_read_again_by_the_next_scan(path: Path) -> None:
    alter(path, f"DELETE FROM texts WHERE document_id = {STORY}")

    repair = repair_library(path, 1, JobControl())
    assert repair.to_read == 2  # the story and its copy
    rescan(path)

    with open_library(path) as library:
        story = next(one for one in list_documents(library) if len(one.paths) == 2)
        assert document_text(library, story.document.id) == STORY_TEXT


def test_nothing_is_derived_from_the_text_of_another_document(path: Path) -> None:
    derived = "SELECT fingerprint, token_digest FROM documents JOIN comparison_data"
    query = f"{derived} ON document_id = id ORDER BY digest"
    with closing(sqlite3.connect(path)) as connection:
        before = connection.execute(query).fetchall()
    alter(path, TEXT_OF_ANOTHER)

    repair = repair_library(path, 1, JobControl())

    assert kinds(repair.before) == {(Damage.TEXTS, "texts")}
    assert (repair.derived, repair.to_read) == (0, 2)  # the story and its copy
    rescan(path)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute(query).fetchall() == before
    with open_library(path) as library:
        story = next(one for one in list_documents(library) if len(one.paths) == 2)
        assert document_text(library, story.document.id) == STORY_TEXT


def of_digests(path: Path) -> dict[bytes, tuple[str, int]]:
    """The first file and the fingerprint of each content."""
    query = (
        "SELECT digest, min(files.name), fingerprint FROM documents JOIN files"
        " ON document_id = documents.id GROUP BY documents.id"
    )
    with closing(sqlite3.connect(path)) as connection:
        return {digest: (name, word) for digest, name, word in connection.execute(query)}


def exchanged(path: Path, of_other: str) -> None:
    """Give the story the digest of the revised document, and that another one."""
    with closing(sqlite3.connect(path)) as connection:
        query = "SELECT document_id, digest FROM files JOIN documents ON document_id = documents.id"
        named = f"{query} WHERE name = ?"
        (one, own), (other, its) = (
            connection.execute(named, (name,)).fetchone() for name in ("story.txt", "revised.txt")
        )
        moves = [(b"0" * 16, one), ({"own": own, "none": b"1" * 16}[of_other], other), (its, one)]
        with connection:
            connection.executemany("UPDATE documents SET digest = ? WHERE id = ?", moves)


def test_exchanged_digests_are_given_back(path: Path) -> None:
    before = of_digests(path)
    exchanged(path, "own")

    repair = repair_library(path, 1, JobControl())

    assert (repair.after.is_sound, repair.to_read) == (True, 0)
    assert of_digests(path) == before


@pytest.mark.parametrize("damage", ["digest of another", "another digest", "another checksum"])
def test_what_has_a_digest_that_was_not_summed_up_is_read_again(path: Path, damage: str) -> None:
    before = of_digests(path)
    if damage == "digest of another":
        exchanged(path, "none")
    else:
        value = "digest = randomblob(16)" if damage == "another digest" else "checksum = 7"
        alter(path, f"UPDATE documents SET {value} WHERE id = {STORY}")

    repair = repair_library(path, 1, JobControl())
    assert repair.after.is_sound
    assert repair.to_read in (1, 2)  # the revised document, or the story and its copy
    rescan(path)

    assert of_digests(path) == before
    assert check_library(path, 1, JobControl()).is_sound
    with open_library(path) as library:
        story = next(one for one in list_documents(library) if len(one.paths) == 2)
        assert document_text(library, story.document.id) == STORY_TEXT


def of_files(path: Path) -> dict[str, bytes]:
    """The content of each file that is there, or was, as the library has it."""
    query = (
        "SELECT path || '/' || relative_path, digest FROM files JOIN folders"
        " ON folders.id = folder_id JOIN documents ON documents.id = document_id"
    )
    with closing(sqlite3.connect(path)) as connection:
        return dict(connection.execute(query))


@pytest.mark.parametrize("state", ["present", "gone", "skipped", "left-out"])
def test_files_get_their_exchanged_documents_back(path: Path, state: str) -> None:
    alter(path, f"UPDATE files SET state = '{state}'")
    before = of_files(path)
    alter(path, "UPDATE files SET document_id = 3 - document_id WHERE document_id < 3")
    assert of_files(path) != before

    repair = repair_library(path, 1, JobControl())

    assert (repair.after.is_sound, repair.to_read) == (True, 0)
    assert of_files(path) == before


@pytest.mark.parametrize(
    "script",
    [
        "UPDATE documents SET id = -1 WHERE id = 1; UPDATE documents SET id = 1 WHERE id = 2;"
        " UPDATE documents SET id = 2 WHERE id = -1",
        "UPDATE files SET checksum = 7 WHERE document_id < 3",
        "UPDATE files SET relative_path = 'sub/' || name WHERE document_id < 3",
    ],
)
def test_files_of_which_nothing_tells_the_document_are_read_again(path: Path, script: str) -> None:
    before = of_files(path)
    alter(path, script)

    repair = repair_library(path, 1, JobControl())
    assert (repair.after.is_sound, repair.to_read > 1) == (True, True)
    rescan(path)

    assert of_files(path) == before
    assert check_library(path, 1, JobControl()).is_sound


@pytest.fixture
def decided(path: Path) -> Path:
    """The same library with what a person has decided."""
    with open_library(path) as library:
        docs = folders(library)[0].path
        story, revised = str(docs / "story.txt"), str(docs / "revised.txt")
        give_verdict(library, Verdict.UNRELATED, [story, revised], "other stories")
        give_verdict(library, Verdict.LATER, [story, str(docs / "会议.md")])
        mark_passage(library, STORY_TEXT, PassageMark.BOILERPLATE)
        mark_passage(library, OTHER, PassageMark.COPIED)
        with library.write() as connection:
            encoding_overrides.put(connection, "/a.txt", "cp1251", 5)
            encoding_overrides.put(connection, "/b.txt", "gb18030", 5)
    return path


ALTERED = {
    "UPDATE verdicts SET verdict = 'same' WHERE id = 1": ("verdicts", 1),
    "UPDATE verdicts SET note = 'other storieS' WHERE id = 1": ("verdicts", 1),
    "UPDATE verdicts SET person = 'another'": ("verdicts", 0),
    "UPDATE verdicts SET given_at_ms = given_at_ms + 1 WHERE id = 2": ("verdicts", 1),
    "UPDATE verdicts SET verdict = CASE id WHEN 1 THEN 'later' ELSE 'unrelated' END": (
        "verdicts",
        0,
    ),
    "UPDATE verdict_members SET digest = randomblob(16) WHERE id = 1": ("verdicts", 1),
    "UPDATE verdict_members SET path = '/elsewhere' WHERE id = 4": ("verdicts", 1),
    "UPDATE verdict_members SET verdict_id = 5 - verdict_id - 2 WHERE id IN (2, 4)": (
        "verdicts",
        0,
    ),
    "DELETE FROM verdict_members WHERE id = 2": ("verdicts", 1),
    "DELETE FROM verdict_members WHERE verdict_id = 1; DELETE FROM verdicts WHERE id = 1": (
        "verdicts",
        1,
    ),
    "DELETE FROM verdict_members; DELETE FROM verdicts": ("verdicts", 0),
    "UPDATE passage_marks SET mark = 'copied'": ("passage_marks", 1),
    "UPDATE passage_marks SET anchors = zeroblob(8)": ("passage_marks", 0),
    "UPDATE passage_marks SET text = text || '.' WHERE mark = 'copied'": ("passage_marks", 1),
    "UPDATE encoding_overrides SET encoding = 'cp1252' WHERE pattern = '/a.txt'": (
        "encoding_overrides",
        1,
    ),
    "UPDATE encoding_overrides SET pattern = CASE pattern WHEN '/a.txt' THEN '/b.txt' ELSE"
    " '/c.txt' END WHERE pattern = '/b.txt'": ("encoding_overrides", 1),
}
"""Of what was decided: the table, and how many rows of it are as they were."""


@pytest.mark.parametrize("script", ALTERED)
def test_what_is_not_what_a_person_decided_is_told_and_taken_back(
    decided: Path, script: str
) -> None:
    table, staying = ALTERED[script]
    before = contents(decided)
    alter(decided, f"PRAGMA foreign_keys = OFF; {script}")

    found = check_library(decided, 1, JobControl()).findings
    repair = repair_library(decided, 1, JobControl())

    assert [(each.damage, each.table) for each in found] == [(Damage.DECISIONS, table)]
    assert found[0].count == 2 - staying
    assert repair.after.is_sound
    after = contents(decided)
    assert len(after[table]) == staying
    assert set(after[table]) <= set(before[table])


@pytest.mark.parametrize(
    "script",
    [
        "UPDATE meta SET value = replace(value, 'drafts', 'Drafts') WHERE key = 'import_rules'",
        "DELETE FROM meta WHERE key = 'import_rules'",
        "UPDATE meta SET value = 7 WHERE key = 'import_rules.checksum'",
    ],
)
def test_rules_that_are_not_those_that_were_chosen_are_told_and_taken_back(
    path: Path, script: str
) -> None:
    with open_library(path) as library:
        save_rules(library, ImportRules(exclude=("drafts/",)))
        assert check_library(path, 1, JobControl()).is_sound
    alter(path, script)

    with existing_library(path) as library, pytest.raises(LibraryDamagedError):
        load_rules(library)
    found = check_library(path, 1, JobControl()).findings
    repair = repair_library(path, 1, JobControl())

    assert [(each.damage, each.table, each.count) for each in found] == [(Damage.VALUES, "meta", 1)]
    assert repair.after.is_sound
    with open_library(path) as library:
        assert load_rules(library) == ImportRules()
        save_rules(library, ImportRules(exclude=("drafts/",)))
    assert check_library(path, 1, JobControl()).is_sound


def test_a_verdict_that_is_given_after_others_were_lost_does_not_make_up_for_them(
    decided: Path,
) -> None:
    alter(decided, "DELETE FROM verdict_members; DELETE FROM verdicts")
    with open_library(decided) as library:
        docs = folders(library)[0].path
        paths = [str(docs / name) for name in ("story.txt", "revised.txt")]
        given = give_verdict(library, Verdict.SAME, paths)
        assert load_verdicts(library).damaged == 2
        take_back(library, [given or 0])
        assert load_verdicts(library).damaged == 2

    (found,) = check_library(decided, 1, JobControl()).findings
    assert (found.damage, found.count) == (Damage.DECISIONS, 2)
    assert repair_library(decided, 1, JobControl()).after.is_sound
    with open_library(decided) as library:
        assert load_verdicts(library).damaged == 0


def test_a_folder_with_another_role_is_told_and_becomes_a_reference(path: Path) -> None:
    alter(path, "UPDATE folders SET role = 'excluded'")

    with open_library(path) as library:
        assert folders(library)[0].role is FolderRole.REFERENCE
    found = kinds(check_library(path, 1, JobControl()))
    repair = repair_library(path, 1, JobControl())

    assert found == {(Damage.DECISIONS, "folders")}
    assert repair.after.is_sound
    with open_library(path) as library:
        give_role(library, folders(library)[0].path, FolderRole.NORMAL)
    assert check_library(path, 1, JobControl()).is_sound


DETAILS = (
    "UPDATE documents SET title = 'another'",
    "UPDATE documents SET language = 'xx'",
    "UPDATE documents SET encoding_confidence = 0.25",
    "UPDATE documents SET size_bytes = size_bytes + 1",
    "UPDATE documents SET reader = (SELECT reader FROM documents AS other"
    " WHERE other.reader <> documents.reader)",
)


@pytest.mark.parametrize("script", DETAILS)
def test_what_is_noted_of_documents_and_was_not_read_is_told_and_read_again(
    path: Path, script: str
) -> None:
    noted = "SELECT title, language, encoding_confidence, size_bytes, reader FROM documents"
    with closing(sqlite3.connect(path)) as connection:
        before = sorted(connection.execute(noted).fetchall(), key=repr)
    alter(path, script)

    found = kinds(check_library(path, 1, JobControl()))
    repair = repair_library(path, 1, JobControl())
    rescan(path)

    assert found == {(Damage.DETAILS, "documents")}
    assert (repair.after.is_sound, repair.to_read) == (True, 4)
    with closing(sqlite3.connect(path)) as connection:
        assert sorted(connection.execute(noted).fetchall(), key=repr) == before
    assert check_library(path, 1, JobControl()).is_sound


def test_no_file_is_read_with_an_encoding_that_nobody_chose(decided: Path) -> None:
    alter(decided, "UPDATE encoding_overrides SET encoding = 'cp1252' WHERE pattern = '/a.txt'")

    with pytest.raises(LibraryDamagedError, match=r"an encoding is not what was chosen: /a\.txt"):
        rescan(decided)


def test_files_of_an_older_library_are_taken_as_they_are(path: Path) -> None:
    alter(path, "UPDATE files SET checksum = NULL")

    assert check_library(path, 1, JobControl()).is_sound


def test_exchanged_files_of_a_library_that_was_upgraded_are_told(tmp_path: Path) -> None:
    path = tenth_library(tmp_path / "older.simhash")
    open_library(path).close()
    alter(path, "UPDATE files SET document_id = 5 - document_id WHERE document_id IN (2, 3)")

    found = kinds(check_library(path, 1, JobControl()))

    assert (Damage.FILES, "files") in found


def test_more_than_a_thousand_exchanged_digests_are_given_back(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(derived, "_MOST_EXCHANGED", 1)
    before = of_digests(path)
    exchanged(path, "own")

    repair = repair_library(path, 1, JobControl())

    assert (repair.after.is_sound, repair.to_read) == (True, 0)
    assert of_digests(path) == before


def test_a_lost_text_comes_back_with_any_copy(path: Path, tmp_path: Path) -> None:
    alter(path, f"DELETE FROM texts WHERE document_id = {STORY}")
    (tmp_path / "another copy.txt").write_text(STORY_TEXT, "utf-8")

    rescan(path, tmp_path / "another copy.txt")

    assert check_library(path, 1, JobControl()).is_sound


def test_a_deleted_document_keeps_its_number(path: Path) -> None:
    alter(path, "UPDATE sqlite_sequence SET seq = 1000; DROP INDEX ux_documents_digest")

    repair_library(path, 1, JobControl())

    assert contents(path)["sqlite_sequence"] == [("documents", 1000)]


def test_rows_beside_damaged_pages_are_saved(tmp_path: Path, path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        page_bytes = connection.execute("PRAGMA page_size").fetchone()[0]
        root = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'texts'")
        page = root.fetchone()[0]
    data = bytearray(path.read_bytes())
    data[(page - 1) * page_bytes : page * page_bytes] = bytes(page_bytes)
    path.write_bytes(data)
    with pytest.raises(LibraryDamagedError):
        open_library(path)

    repair = repair_library(path, 1, JobControl())

    assert (Damage.PAGES, "") in kinds(repair.before)
    assert kinds(repair.after) == {(Damage.TEXTS, "texts")}
    rescan(path)
    assert check_library(path, 1, JobControl()).is_sound


def test_a_cancelled_repair_leaves_everything_as_it_was(path: Path) -> None:
    alter(path, "DELETE FROM texts")
    before = path.read_bytes()
    control = JobControl()
    control.cancel()

    with pytest.raises(JobCancelledError):
        repair_library(path, 1, control)

    assert path.read_bytes() == before
    assert [each.name for each in path.parent.glob(f"{path.name}*")] == [path.name]


def test_an_open_library_is_not_repaired(path: Path) -> None:
    with open_library(path), pytest.raises(LibraryBusyError):
        repair_library(path, 1, JobControl())


def test_nothing_is_made_of_a_file_of_which_nothing_can_be_read(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:100] + bytes(5000))
    before = path.read_bytes()

    assert not check_library(path, 1, JobControl()).is_sound
    with pytest.raises(LibraryDamagedError):
        repair_library(path, 1, JobControl())

    assert path.read_bytes() == before


def test_what_is_no_library_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LibraryMissingError):
        check_library(tmp_path / "nothing.simhash", 1, JobControl())
    with closing(sqlite3.connect(tmp_path / "other.db")) as connection:
        connection.execute("CREATE TABLE other (a)")
    with pytest.raises(NotALibraryError):
        check_library(tmp_path / "other.db", 1, JobControl())


def test_a_schema_that_cannot_even_be_quoted_is_damage(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b"NOT NULL", b"NOT \xceULL"))

    (finding,) = check_library(path, 1, JobControl()).findings

    assert finding.damage is Damage.PAGES
    with pytest.raises(LibraryDamagedError):
        repair_library(path, 1, JobControl())


def test_a_table_that_can_be_read_but_not_written_is_damage(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b"(fingerprint >> 48)", b"(fingerprint0>> 48)"))
    with pytest.raises(LibraryDamagedError):
        open_library(path)

    repair = repair_library(path, 1, JobControl())

    assert kinds(repair.before) == {(Damage.SCHEMA, "documents")}
    assert repair.after.is_sound
    open_library(path).close()


ANY_VALUE = {*range(40, 44), *range(96, 100)}
"""Bytes of a counter and of SQLite's version, in which no value is wrong."""


def flip(path: Path, place: int) -> None:
    data = bytearray(path.read_bytes())
    data[place] ^= 0xFF
    path.write_bytes(data)


@pytest.mark.parametrize("place", range(100))
def test_a_flipped_byte_of_the_header_is_told_and_costs_nothing(path: Path, place: int) -> None:
    before = contents(path)
    flip(path, place)
    damaged = path.read_bytes()

    found = check_library(path, 1, JobControl())
    repair = repair_library(path, 1, JobControl())

    assert found.is_sound is (place in ANY_VALUE)
    assert (repair.backup is None) is (place in ANY_VALUE)
    assert repair.after.is_sound
    assert contents(path) == before
    assert (repair.backup or path).read_bytes() == damaged


def test_what_was_wrong_in_the_header_is_said(path: Path) -> None:
    flip(path, 3)
    flip(path, 59)

    (finding,) = check_library(path, 1, JobControl()).findings
    repair = repair_library(path, 1, JobControl())

    names = "name of the format (bytes 0 to 15), encoding of texts (bytes 56 to 59)"
    assert (finding.damage, finding.count, finding.example) == (Damage.HEADER, 2, names)
    assert repair.before.findings == (finding,)


def test_a_header_that_is_lost_as_a_whole_costs_nothing(path: Path) -> None:
    before = contents(path)
    path.write_bytes(bytes(100) + path.read_bytes()[100:])

    assert repair_library(path, 1, JobControl()).after.is_sound

    assert contents(path) == before


@pytest.mark.parametrize("place", [3, 16, 31, 59])
def test_the_header_is_restored_of_a_file_whose_log_has_the_last_rows(
    path: Path, place: int
) -> None:
    crashed, log = path.with_name("crashed.simhash"), path.with_name("crashed.simhash-wal")
    with open_library(path) as library:
        give_role(library, folders(library)[0].path, FolderRole.REFERENCE)
        shutil.copy(path, crashed)
        shutil.copy(f"{path}-wal", log)
    before = contents(path)
    flip(crashed, place)

    assert repair_library(crashed, 1, JobControl()).after.is_sound

    assert contents(crashed) == before


def test_of_a_library_that_was_cut_short_the_rest_is_kept(tmp_path: Path, path: Path) -> None:
    (tmp_path / "long.txt").write_text(" ".join(map(str, range(40_000))), "utf-8")
    rescan(path, tmp_path / "long.txt")
    before = contents(path)
    path.write_bytes(path.read_bytes()[:-8192])

    repair = repair_library(path, 1, JobControl())

    assert (Damage.HEADER, "") in kinds(repair.before)
    assert contents(path)["folders"] == before["folders"]
    rescan(path)
    assert check_library(path, 1, JobControl()).is_sound
    assert len(contents(path)["documents"]) == len(before["documents"])


def test_a_repair_that_is_cancelled_while_the_header_is_restored_leaves_nothing(path: Path) -> None:
    flip(path, 3)
    before = path.read_bytes()
    control = JobControl()
    control.cancel()

    with pytest.raises(JobCancelledError):
        repair_library(path, 1, control)

    assert [each.name for each in path.parent.glob(f"{path.name}*")] == [path.name]
    assert path.read_bytes() == before


def test_a_check_does_not_cost_this_process_its_locks(path: Path) -> None:
    with open_library(path):
        check_library(path, 1, JobControl())

        with other_process(OPEN_AND_CLOSE, path):
            assert path.with_name(f"{path.name}-wal").exists()


@pytest.mark.parametrize(
    "content",
    [b"Dear reader, " * 2000, b"%PDF-1.7\n" + bytes(range(256)) * 200, bytes(50_000), b"SQL"],
    ids=["text", "PDF", "zeros", "short"],
)
def test_a_file_of_another_kind_is_no_damaged_library(path: Path, content: bytes) -> None:
    path.write_bytes(content)

    for action in (check_library, repair_library):
        with pytest.raises(NotALibraryError):
            action(path, 1, JobControl())
    with pytest.raises(NotALibraryError):
        open_library(path)

    assert path.read_bytes() == content
    assert [each.name for each in path.parent.glob(f"{path.name}*")] == [path.name]


def test_a_library_without_its_first_page_is_still_a_damaged_one(path: Path) -> None:
    path.write_bytes(bytes(8192) + path.read_bytes()[8192:])

    with pytest.raises(LibraryDamagedError):
        open_library(path)
    assert not check_library(path, 1, JobControl()).is_sound


def test_of_a_link_what_it_leads_to_is_repaired(path: Path, tmp_path: Path) -> None:
    (tmp_path / "links").mkdir()
    link = tmp_path / "links" / "link.simhash"
    try:
        link.symlink_to(path)
    except OSError:
        pytest.skip("links need a permission here")
    flip(path, 3)

    repair = repair_library(link, 1, JobControl())

    assert link.readlink() == path
    assert check_library(link, 1, JobControl()).is_sound
    assert repair.backup == path.with_name("test.damaged.backup")
    assert [each.name for each in link.parent.iterdir()] == [link.name]


def test_a_folder_is_not_repaired(path: Path, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()

    with pytest.raises(NotALibraryError):
        repair_library(tmp_path / "folder", 1, JobControl())


@pytest.mark.parametrize("made", [first_library, second_library])
def test_an_upgraded_library_is_sound(made: Callable[[Path], Path], tmp_path: Path) -> None:
    """It goes on by the recipe that it was made by, so that all its documents can be compared."""
    path = made(tmp_path / "old.simhash")
    open_library(path).close()

    assert check_library(path, 1, JobControl()).findings == ()


def test_an_older_library_with_a_damaged_header_can_be_upgraded_again(tmp_path: Path) -> None:
    path = first_library(tmp_path / "old.simhash")
    flip(path, 3)

    repair = repair_library(path, 1, JobControl())

    assert {finding.damage for finding in repair.before.findings} == {Damage.HEADER}
    with open_library(path) as library:
        assert len(list(list_documents(library))) == 3
