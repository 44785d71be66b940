"""What is imported from the command line, and what a library is told to keep."""

from __future__ import annotations

import argparse
import json
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from simhash_gui.cli.arguments.values import size_argument
from simhash_gui.cli.main import main
from tests.documents.containers.archives import locked_zip, zip_of
from tests.helpers.logfail import ExpectLog
from tests.store.older import first_library

STORY = "The ferry leaves the island at seven, and whoever oversleeps has the day to himself."

Run = Callable[..., Any]


@pytest.fixture
def docs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "a.txt").write_text(STORY, encoding="utf-8")
    (docs / "notes.md").write_text(f"{STORY} Notes.", encoding="utf-8")
    picture = b"\x89PNG\r\n\x1a\n\0"
    (docs / "b.zip").write_bytes(zip_of({"a.txt": STORY.encode(), "photo.png": picture}))
    monkeypatch.chdir(tmp_path)
    return docs


@pytest.fixture
def run(docs: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command and gives its JSON, or its text when it was not asked for JSON."""

    def run(*arguments: str, status: int = 0) -> Any:
        assert main(arguments) == status
        captured = capsys.readouterr()
        if status == 2:
            return captured.err
        return json.loads(captured.out) if "json" in arguments else captured.out

    return run


def scan(run: Run, *arguments: str, status: int = 0) -> Any:
    fixed = ("--library", "lib.simhash", "--jobs", "1", "--format", "json")
    return run("scan", "docs", *fixed, *arguments, status=status)


def test_all_counts_are_in_the_answer(run: Run) -> None:
    answer = scan(run)

    counted = {name: answer[name] for name in ("files", "documents", "duplicates", "archives")}
    assert counted == {"files": 3, "documents": 2, "duplicates": 1, "archives": 1}
    assert (answer["read"], answer["members"], answer["moved"], answer["gone"]) == (3, 1, 0, 0)
    assert (answer["skipped_by_reason"], answer["failed_by_reason"]) == ({"no-document": 1}, {})
    assert any(
        member["path"] == "docs/b.zip!/a.txt"
        for cluster in answer["clusters"]
        for member in cluster["members"]
    )


def test_people_see_the_counts_too(run: Run) -> None:
    text = run("scan", "docs", "--jobs", "1")

    assert "4 files met: 3 read, 0 unchanged, 1 skipped, 0 failed\n" in text
    assert "skipped: 1 no-document\nof those read: 1 duplicate of content\n" in text
    assert (
        "in the library: 3 files (1 in 1 archive), 2 documents, 1 duplicate of content, 0 failed\n"
    ) in text


def test_every_file_is_counted_once_at_every_scan(run: Run, docs: Path) -> None:
    (docs / "empty.txt").touch()

    first, again = scan(run, status=1), scan(run, status=1)

    for answer, expected in ((first, (3, 0, 1, 1)), (again, (0, 4, 1, 0))):
        four = tuple(answer[name] for name in ("read", "unchanged", "skipped", "failed_now"))
        assert four == expected
        assert answer["met"] == sum(four) == 5
        assert sum(answer["skipped_by_reason"].values()) == answer["skipped"]
        assert sum(answer["failed_by_reason"].values()) == answer["failed_now"]
        assert len(answer["failed"]) == answer["failed_now"]
        assert len(answer["failed_earlier"]) == answer["still_failed"]
        assert answer["duplicates"] <= answer["read"]
        assert answer["library"] == {
            "files": 4,
            "documents": 2,
            "duplicates": 1,
            "failed": 1,
            "failed_by_reason": {"empty": 1},
        }


def test_people_see_every_file_counted_once_at_a_second_scan(run: Run, docs: Path) -> None:
    (docs / "empty.txt").touch()
    scan(run, status=1)
    (docs / "a.txt").rename(docs / "z.txt")
    (docs / "notes.md").unlink()

    text = run("scan", "docs", "--library", "lib.simhash", "--jobs", "1", status=1)

    assert "empty earlier: docs/empty.txt\n" in text
    assert "4 files met: 1 read, 2 unchanged, 1 skipped, 0 failed\n" in text
    assert (
        "of those read: 1 duplicate of content\nof those unchanged: 1 failed or empty earlier\n"
        in text
    )
    assert "no longer where they were: 1 moved, 1 gone\n" in text


def test_rules_are_kept_until_given_anew_or_reset(run: Run) -> None:
    assert scan(run, "--include", "*.md", "--max-size", "1k")["files"] == 1
    assert scan(run)["files"] == 1
    rules = run("library", "rules", "lib.simhash", "--format", "json")
    assert (rules["include"], rules["max_size"], rules["hidden"]) == (["*.md"], 1024, False)
    assert scan(run, "--include", "*.txt")["files"] == 2

    rules = run("library", "rules", "lib.simhash", "--reset", "--format", "json")

    assert (rules["include"], rules["max_size"]) == ([], None)
    assert scan(run)["files"] == 3


def test_hidden_files_types_and_exclusions_can_be_chosen(run: Run, docs: Path) -> None:
    (docs / ".hidden.txt").write_text("hidden words", encoding="utf-8")

    assert scan(run, "--hidden", "--type", "txt", "--exclude", "*.zip")["files"] == 2
    assert scan(run, "--no-hidden")["files"] == 1


def test_a_senseless_pattern_is_refused(run: Run) -> None:
    assert "'!'" in run("scan", "docs", "--exclude", "!", status=2)


def test_a_single_file_is_scanned_alone(run: Run) -> None:
    answer = run("scan", "docs/a.txt", "--jobs", "1", "--format", "json")
    assert answer["files"] == 1

    answer = run("scan", "docs/b.zip", "docs/a.txt", "--jobs", "1", "--format", "json")
    (cluster,) = answer["clusters"]
    assert {member["path"] for member in cluster["members"]} == {"docs/b.zip!/a.txt", "docs/a.txt"}


def test_a_path_that_leads_nowhere_is_a_failure_among_others(run: Run, docs: Path) -> None:
    answer = run("scan", "docs", "nowhere", "--jobs", "1", "--format", "json", status=1)

    assert (answer["read"], answer["failed_now"]) == (3, 1)
    assert answer["met"] == 5
    assert [(one["path"], one["reason"]) for one in answer["failed"]] == [("nowhere", "gone")]
    assert "nowhere: No such file" in run("scan", "nowhere", status=2)


def test_a_folder_of_the_library_that_is_gone_is_named_once(run: Run, docs: Path) -> None:
    (docs.parent / "more").mkdir()
    fixed = ("scan", "docs", "more", "--library", "lib.simhash", "--jobs", "1", "--format", "json")
    run(*fixed)
    docs.rename(docs.parent / "aside")

    answer = run(*fixed, status=1)

    assert [(one["path"], one["reason"]) for one in answer["failed"]] == [("docs", "gone")]
    assert (answer["failed_now"], answer["gone"], answer["documents"]) == (1, 0, 2)


def test_passwords_come_from_a_file(run: Run, docs: Path) -> None:
    (docs / "b.zip").write_bytes(locked_zip("a.txt", STORY.encode(), b"secret"))
    assert scan(run, status=1)["failed_by_reason"] == {"password": 1}
    Path("passwords").write_text("wrong\nsecret\n", encoding="utf-8")

    assert scan(run, "--password-file", "passwords")["failed_by_reason"] == {}
    assert b"secret" not in Path("lib.simhash").read_bytes()
    assert "gone" in run("scan", "docs", "--password-file", "gone", status=2)


def test_limits_can_be_given(run: Run) -> None:
    assert scan(run, "--time-limit", "5", "--memory-limit", "1G")["files"] == 3


def test_every_limit_of_the_settings_holds(run: Run, docs: Path) -> None:
    inner = zip_of({"deep.txt": STORY.encode()})
    (docs / "nested.zip").write_bytes(zip_of({"in.zip": inner}))
    (docs / "bomb.zip").write_bytes(zip_of({"zeros.txt": bytes(50_000)}))

    answer = scan(
        run, "--size-limit", "230", "--unpacked-limit", "20k", "--nesting-limit", "1", status=1
    )

    large = sum(path.stat().st_size > 230 for path in (docs / "a.txt", docs / "notes.md"))
    assert answer["failed_by_reason"]["bomb"] == 1
    assert answer["failed_by_reason"]["nested"] == 1
    assert answer["failed_by_reason"].get("too-large", 0) >= large


@pytest.mark.parametrize(
    ("option", "value", "words"),
    [
        ("--time-limit", "abc", "number of seconds from 0.1 to 1,000,000"),
        ("--time-limit", "-1", "number of seconds from 0.1 to 1,000,000"),
        ("--time-limit", "nan", "number of seconds from 0.1 to 1,000,000"),
        ("--nesting-limit", "0", "whole number from 1 to 20"),
        ("--jobs", "two", "whole number from 1 to 1,024"),
        ("--size-limit", "much", "no size, such as 20k"),
    ],
)
def test_a_limit_that_is_none_is_refused_with_what_is_expected(
    capsys: pytest.CaptureFixture[str], option: str, value: str, words: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["scan", "docs", option, value])

    assert ended.value.code == 2
    assert words in capsys.readouterr().err


def test_what_is_gone_can_be_dropped(run: Run, docs: Path) -> None:
    scan(run)
    (docs / "b.zip").unlink()
    assert scan(run)["gone"] == 1

    assert run("library", "drop-gone", "lib.simhash", "--format", "json") == {"dropped": 2}
    assert run("library", "info", "lib.simhash", "--format", "json")["gone_files"] == 0


def test_a_folder_can_be_removed(run: Run, docs: Path) -> None:
    scan(run)
    assert "docs" in run("library", "remove-folder", "lib.simhash", "elsewhere", status=2)

    answer = run("library", "remove-folder", "lib.simhash", "docs", "--format", "json")

    assert answer == {"removed": str(docs), "read_with": None}
    assert run("library", "info", "lib.simhash", "--format", "json")["files"] == 0


def test_a_folder_that_is_removed_says_what_reads_its_files_from_now_on(
    run: Run, docs: Path
) -> None:
    (docs / "originals").mkdir()
    (docs / "originals" / "a.txt").write_text("The boat will be ready on Friday.")
    scan(run)
    run("library", "role", "lib.simhash", "docs/originals", "reference")

    told = run("library", "remove-folder", "lib.simhash", "docs/originals")

    assert f"; the next scan of {docs} reads its files again" in told


def test_an_encoding_is_chosen_listed_and_forgotten(run: Run, docs: Path) -> None:
    scan(run)
    command = ("library", "encoding", "lib.simhash")

    answer = run(*command, "docs/a.txt", "cp1251", "--format", "json")

    assert (answer["pattern"], answer["read"]) == (f"{docs}/a.txt", 1)
    listed = run(*command, "--format", "json")
    assert listed == {"encodings": {f"{docs}/a.txt": "cp1251"}}
    assert run(*command, "docs/*.md", "big5", "--format", "json")["read"] == 1
    assert run(*command, "docs/a.txt", "--forget", "--format", "json")["read"] == 1
    assert list(run(*command, "--format", "json")["encodings"]) == [f"{docs}/*.md"]


def test_a_pattern_of_names_is_for_all_folders_and_an_archive_for_all_in_it(run: Run) -> None:
    scan(run)
    command = ("library", "encoding", "lib.simhash")
    json_of = ("--format", "json", "--jobs", "1")

    by_name = run(*command, "*.md", "latin-1", *json_of)
    assert (by_name["pattern"], by_name["matched"], by_name["read"]) == ("**/*.md", 1, 1)
    by_archive = run(*command, "docs/b.zip", "latin-1", *json_of)
    assert (by_archive["matched"], by_archive["read"]) == (1, 1)
    assert run(*command, "*.md", "--forget", *json_of)["read"] == 1


def test_a_pattern_that_matches_nothing_is_told(
    run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    scan(run)

    assert main(["library", "encoding", "lib.simhash", "nowhere/*.txt", "big5"]) == 0

    captured = capsys.readouterr()
    assert "0 files of the library matched" in captured.out
    assert "in any folder" in captured.err


def test_an_encoding_must_be_one(run: Run) -> None:
    scan(run)
    command = ("library", "encoding", "lib.simhash", "docs")

    assert "klingon" in run(*command, "klingon", status=2)
    assert "--forget" in run(*command, status=2)


@pytest.mark.parametrize("name", ["drop-gone", "rules", "encoding"])
def test_a_library_that_is_not_there_is_not_made(run: Run, name: str) -> None:
    assert run("library", name, "nowhere.simhash", status=2)
    assert not Path("nowhere.simhash").exists()


@pytest.mark.parametrize(
    ("text", "size_bytes"),
    [("300", 300), ("20k", 20_480), ("1.5M", 1_572_864), ("2GiB", 2**31), ("7 kb", 7168)],
)
def test_sizes_have_units(text: str, size_bytes: int) -> None:
    assert size_argument(text) == size_bytes


@pytest.mark.parametrize("text", ["", "k", "-1", "1x", "1e3"])
def test_what_is_no_size_is_refused(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError):
        size_argument(text)


def test_the_logs_that_a_library_moved_away_has_left_are_told_with_their_new_names(
    docs: Path, capsys: pytest.CaptureFixture[str], expect_log: ExpectLog
) -> None:
    library = docs.with_name("lib.simhash")
    kept = [docs.with_name(f"lib.{log}.backup") for log in ("wal", "journal")]
    for log in ("wal", "journal"):
        library.with_name(f"lib.simhash-{log}").write_bytes(log.encode())

    with expect_log(logging.WARNING, "of one that was moved", logger="simhash_gui.store.library"):
        status = main(["scan", "docs", "--library", str(library), "--jobs", "1", "--format=json"])

    printed = capsys.readouterr()
    notices = json.loads(printed.out)["notices"]
    told = [(notice["kind"], notice["path"]) for notice in notices]
    assert (status, told) == (0, [("log-kept", str(each)) for each in kept])
    assert all(f"it is kept: {each}" in printed.err for each in kept)
    assert [each.read_bytes() for each in kept] == [b"wal", b"journal"]


def test_the_copy_of_an_older_library_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    library = str(first_library(tmp_path / "old.simhash"))
    copy = tmp_path / "old.0001.backup"

    status = main(["library", "drop-gone", library, "--format", "json"])

    printed = capsys.readouterr()
    (notice,) = json.loads(printed.out)["notices"]
    assert (status, notice["kind"], notice["path"]) == (0, "library-upgraded", str(copy))
    assert printed.err == f"{library}: upgraded; a copy of it as it was is kept: {copy}\n"
    assert copy.exists()
    main(["library", "drop-gone", library, "--format", "json"])
    assert "notices" not in json.loads(capsys.readouterr().out)
