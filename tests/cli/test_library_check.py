"""``library check`` for people and for scripts, with its exit statuses."""

from __future__ import annotations

import json
import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from simhash_gui.cli.main import main

Run = Callable[..., str]
STORY = "The ferry leaves the island at seven, and whoever oversleeps has the day to himself."


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*arguments: str, status: int) -> str:
        assert main(["library", "check", *arguments]) == status
        return capsys.readouterr().out

    return run


@pytest.fixture
def library(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    (tmp_path / "story.txt").write_text(STORY, encoding="utf-8")
    path = tmp_path / "mine.simhash"
    assert main(["scan", str(tmp_path / "story.txt"), "--library", str(path), "--jobs", "1"]) == 0
    capsys.readouterr()
    return path


def alter(path: Path, script: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(script)


def test_a_sound_library(run: Run, library: Path) -> None:
    assert run(str(library), status=0) == f"{library}: no damage found\n"
    assert run(str(library), "--repair", status=0) == f"{library}: no damage found\n"


def test_damage_is_told_with_a_way_out(run: Run, library: Path) -> None:
    alter(library, "DROP INDEX ix_documents_block0")

    text = run(str(library), status=1)

    assert "indexes: 1 in the table documents, such as the index ix_documents_block0" in text
    assert "--repair builds the indexes again" in text


def test_damage_in_json(run: Run, library: Path) -> None:
    alter(library, "DELETE FROM texts")

    assert json.loads(run(str(library), "--format", "json", status=1)) == {
        "path": str(library),
        "sound": False,
        "problems": [
            {
                "kind": "texts",
                "table": "texts",
                "count": 1,
                "example": "document 1: the text is missing",
                "way_out": "--repair marks the files of these documents, and the next scan reads"
                " them",
            }
        ],
        "repaired": None,
        "backup": None,
    }


def test_a_repair_says_where_the_damaged_file_is(run: Run, library: Path) -> None:
    alter(library, "DROP INDEX ix_documents_block0")

    text = run(str(library), "--repair", status=0)

    assert f"the damaged file is kept: {library.with_name('mine.damaged.backup')}" in text
    assert text.endswith(f"{library}: repaired\n")


def test_a_repair_in_json_says_what_is_left(run: Run, library: Path) -> None:
    alter(library, "DELETE FROM texts")

    told = json.loads(run(str(library), "--repair", "--format", "json", status=1))

    assert told["backup"] == str(library.with_name("mine.damaged.backup"))
    assert told["repaired"]["to_read"] == 1
    assert [left["kind"] for left in told["repaired"]["left"]] == ["texts"]


def test_what_is_left_after_a_repair_has_a_way_out(run: Run, library: Path) -> None:
    alter(library, "DELETE FROM texts")

    text = run(str(library), "--repair", status=1)

    assert "1 kind of damage left" in text
    assert "scan the folders again" in text


def test_no_library_is_refused(run: Run, tmp_path: Path) -> None:
    run(str(tmp_path / "nothing.simhash"), status=2)


def test_what_no_repair_can_read_is_named_with_another_way_out(run: Run, library: Path) -> None:
    library.write_bytes(bytes(8192) + library.read_bytes()[8192:])

    told = json.loads(run(str(library), "--repair", "--format", "json", status=2))["error"]

    assert told["kind"] == "library-damaged"
    assert told["message"] == f"{library}: nothing of it can be read"
    assert told["way_out"] == "restore a backup of it, or scan the folders into a new library"
    assert {each.name for each in library.parent.iterdir()} == {library.name, "story.txt"}


@pytest.mark.parametrize("options", [[], ["--repair"]])
def test_a_file_of_another_kind_is_not_sent_to_the_repair(
    run: Run, tmp_path: Path, options: list[str]
) -> None:
    path = tmp_path / "story.txt"
    path.write_text(STORY, encoding="utf-8")

    told = json.loads(run(str(path), *options, "--format", "json", status=2))["error"]

    assert told["kind"] == "not-a-library"
    assert told["message"] == f"{path}: it is a file of another kind"
    assert told["way_out"].startswith("choose a library that simhash-gui scan has made")
    assert [each.name for each in tmp_path.iterdir()] == ["story.txt"]


def test_what_is_restored_in_the_header_is_said(run: Run, library: Path) -> None:
    library.write_bytes(b"sqlite" + library.read_bytes()[6:])

    text = run(str(library), "--repair", status=0)

    assert "header: 1, such as name of the format (bytes 0 to 15)" in text
    assert text.endswith(f"{library}: repaired\n")


@pytest.fixture
def without_texts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """A library of two versions of a text, of which neither texts nor what was kept are left."""
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "a.txt").write_text(STORY, encoding="utf-8")
    (docs / "b.txt").write_text(STORY.replace("seven", "eight"), encoding="utf-8")
    path = tmp_path / "broken.simhash"
    assert main(["scan", str(docs), "--library", str(path), "--jobs", "1"]) == 0
    capsys.readouterr()
    alter(path, "DELETE FROM texts; DELETE FROM pairs; DELETE FROM common_text")
    return path


@pytest.mark.parametrize(
    "command",
    [
        ["scan", "{docs}", "--jobs", "1"],
        ["check", "{docs}/a.txt"],
        ["check", "{docs}"],
        ["export", "pairs", "{docs}.csv"],
        ["export", "clusters", "{docs}.json"],
    ],
)
def test_every_search_says_that_it_is_not_complete(
    without_texts: Path, command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    docs = str(without_texts.parent / "docs")
    arguments = [each.format(docs=docs) for each in command]

    assert main([*arguments, "--library", str(without_texts), "--format", "json"]) == 1

    printed = capsys.readouterr()
    told = json.loads(printed.out)
    assert told["complete"] is False
    assert [(each["why"], each["what"]) for each in told["left_out"]] == [
        ("text-missing", "documents")
    ]
    assert "library check FILE --repair" in told["left_out"][0]["way_out"]
    assert "not compared:" in printed.err


@pytest.fixture
def with_text_of_another(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """A library of two versions each of nine texts; the first document has the text of the last."""
    docs = tmp_path / "docs"
    docs.mkdir()
    for number in range(9):
        words = random.Random(number).choices(STORY.split(), k=80)
        (docs / f"{number} first.txt").write_text(" ".join(words), encoding="utf-8")
        words[40] = "something"
        (docs / f"{number} second.txt").write_text(" ".join(words), encoding="utf-8")
    path = tmp_path / "swapped.simhash"
    assert main(["scan", str(docs), "--library", str(path), "--jobs", "1"]) == 0
    capsys.readouterr()
    alter(
        path,
        "DELETE FROM pairs; DELETE FROM common_text; UPDATE texts SET compressed ="
        " (SELECT compressed FROM texts WHERE document_id = 18) WHERE document_id = 1",
    )
    return path


def scanned(path: Path, capsys: pytest.CaptureFixture[str], status: int) -> dict[str, Any]:
    """What a scan of the folder beside a library says."""
    folder = str(path.parent / "docs")
    arguments = ["scan", folder, "--library", str(path), "--jobs", "1", "--format", "json"]
    assert main(arguments) == status
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    return told


def test_a_search_says_that_a_text_is_that_of_another_document(
    with_text_of_another: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = scanned(with_text_of_another, capsys, status=1)

    assert told["complete"] is False
    assert [(each["why"], each["what"], each["how_many"]) for each in told["left_out"]] == [
        ("text-unreadable", "documents", 1)
    ]


def test_a_repair_and_a_scan_bring_the_right_pairs_back(
    run: Run, with_text_of_another: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = with_text_of_another
    (problem,) = json.loads(run(str(path), "--format", "json", status=1))["problems"]
    assert (problem["kind"], problem["count"]) == ("texts", 1)

    repaired = json.loads(run(str(path), "--repair", "--format", "json", status=1))["repaired"]
    told = scanned(path, capsys, status=0)

    assert (repaired["derived"], repaired["to_read"]) == (0, 1)
    assert told["complete"] is True
    found = {frozenset(Path(each[side]).name[0] for side in ("a", "b")) for each in told["pairs"]}
    assert found == {frozenset(str(number)) for number in range(9)}
    assert len(told["pairs"]) == 9
    run(str(path), status=0)


DAMAGED_VALUES = [
    "UPDATE documents SET language = CAST(x'ff' AS TEXT) WHERE id = 1",
    "UPDATE documents SET size_bytes = 'many' WHERE id = 1",
    "UPDATE documents SET imported_at_ms = 9e18 WHERE id = 1",
    "UPDATE documents SET fingerprint_rest = 7 WHERE id = 1",
    "UPDATE documents SET title = x'00' WHERE id = 1",
    "UPDATE files SET state = 'no-such-state' WHERE document_id = 1",
    "UPDATE files SET relative_path = CAST(x'61ff' AS TEXT) WHERE document_id = 1",
    "UPDATE files SET mtime_ns = 'yesterday' WHERE document_id = 1",
    "UPDATE files SET folder_id = 77 WHERE document_id = 1",
]


@pytest.fixture
def pair(without_texts: Path) -> Path:
    """A library of two documents, whose rows are whole."""
    return without_texts


@pytest.mark.parametrize("script", DAMAGED_VALUES)
def test_a_damaged_value_is_one_damaged_entry_of_a_list(
    pair: Path, script: str, capsys: pytest.CaptureFixture[str]
) -> None:
    alter(pair, script)

    assert main(["library", "list", str(pair), "--format", "json"]) == 1

    printed = capsys.readouterr()
    listed = json.loads(printed.out)
    assert "1 damaged entry; simhash-gui library check FILE --repair" in printed.err
    assert len(listed["files"]) == 2
    rows = listed["files"] + listed["documents"]
    assert "damaged" in {row["state"] for row in rows}
    assert [row["state"] for row in rows].count("damaged") < len(rows)


@pytest.mark.parametrize("script", DAMAGED_VALUES)
def test_a_wrong_value_is_one_line_for_people(
    pair: Path, script: str, capsys: pytest.CaptureFixture[str]
) -> None:
    alter(pair, script)

    assert main(["library", "list", str(pair)]) == 1

    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3
    assert len([line for line in lines if "damaged" in line]) == 1


@pytest.mark.parametrize(
    "script",
    [
        "UPDATE folders SET role = 'no-such-role'",
        "UPDATE folders SET role = 'excluded'",
        "PRAGMA foreign_keys = OFF; DELETE FROM folders",
    ],
)
def test_what_is_in_a_folder_of_unknown_role_is_counted_and_told(
    library: Path, capsys: pytest.CaptureFixture[str], script: str
) -> None:
    alter(library, script)

    status = main(["library", "info", str(library), "--format", "json"])

    printed = capsys.readouterr()
    info = json.loads(printed.out)
    assert (info["documents"], info["fingerprinted"], info["damaged_folders"]) == (1, 1, 1)
    assert "1 damaged folder; simhash-gui library check FILE --repair" in printed.err
    assert status == 1


def test_what_is_in_an_excluded_folder_is_not_counted(
    library: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["library", "role", str(library), str(library.parent), "excluded"]) == 0
    capsys.readouterr()

    status = main(["library", "info", str(library), "--format", "json"])

    info = json.loads(capsys.readouterr().out)
    assert (info["documents"], info["damaged_folders"], status) == (0, 0, 0)
