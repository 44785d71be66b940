"""The commands on a library on a server, beside the same on a file."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from simhash_gui.cli.main import main
from simhash_gui.services.library.libraries import library_info, open_library
from simhash_gui.store.engine.place import Server
from tests.helpers.postgresql import TestServer
from tests.services.batch.collections import collection, write

pytest.importorskip("psycopg", reason="needs psycopg: pip install 'simhash-gui[postgresql]'")

SAMPLES = Path(__file__).resolve().parent.parent.parent / "resources" / "samples"


@pytest.fixture
def database(server: TestServer) -> Server:
    return server.database("commands")


@pytest.fixture
def answer(capsys: pytest.CaptureFixture[str]) -> Callable[..., Any]:
    """Runs a command; what it prints as JSON, without what differs from run to run."""

    def answer(*arguments: str | Path) -> Any:
        assert main([*map(str, arguments), "--format", "json"]) in {0, 1}
        return comparable(json.loads(capsys.readouterr().out))

    return answer


def comparable(value: Any) -> Any:
    if isinstance(value, dict):
        of_run = {"path", "size_bytes"} if "recipes" in value else set()
        return {
            key: comparable(each)
            for key, each in value.items()
            if key not in {*of_run, "elapsed_s", "person"}
        }
    return [comparable(each) for each in value] if isinstance(value, list) else value


def test_every_command_says_the_same_of_both(
    database: Server, tmp_path: Path, answer: Callable[..., Any]
) -> None:
    file, server = str(tmp_path / "file.simhash"), database.url
    question = next(path for path in sorted(SAMPLES.rglob("*.txt")))
    commands: list[list[str | Path]] = [
        ["scan", SAMPLES, "--partial", "--jobs", "1", "--library", "LIBRARY"],
        ["check", question, "--library", "LIBRARY"],
        ["check", SAMPLES, "--library", "LIBRARY", "--report", tmp_path / "reports"],
        ["library", "info", "LIBRARY"],
        ["library", "list", "LIBRARY"],
        ["plan", "--library", "LIBRARY", "--output", tmp_path / "plan.json"],
        ["verdict", "list", "--library", "LIBRARY"],
        ["journal", "--library", "LIBRARY"],
    ]
    for command in commands:
        of_file, of_server = (
            answer(*(place if each == "LIBRARY" else each for each in command))
            for place in (file, server)
        )
        if command[:2] == ["library", "list"]:  # in the order in which documents were read
            for each in (of_file, of_server):
                each["documents"].sort(key=lambda one: one["paths"])
        assert of_file == of_server, command[:2]


_CUT = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE application_name LIKE 'simhash-gui%'"
)


@pytest.mark.parametrize("fault", ["restart", "cut"])
def test_an_import_that_loses_its_server_is_told_and_goes_on_where_it_was(
    own_server: TestServer, tmp_path: Path, answer: Callable[..., Any], fault: str
) -> None:
    import psycopg  # noqa: PLC0415 - an extra

    database = own_server.database("lost")
    open_library(database).close()
    (docs,) = write(tmp_path, collection(4, 1500, alike=0), 1)
    scan = ["scan", str(docs), "--library", database.url, "--jobs", "1", "--format", "json"]
    with psycopg.connect(database.url, autocommit=True) as other:
        other.execute("LISTEN simhash_gui")
        program = subprocess.Popen(
            [sys.executable, "-m", "simhash_gui", *scan], stdout=subprocess.PIPE
        )
        list(other.notifies(stop_after=3))  # the folder, then the first documents
        if fault == "cut":
            other.execute(_CUT)
        else:
            own_server.stop()
    output, _ = program.communicate()
    if fault == "restart":
        own_server.start()

    assert program.returncode == 2
    assert json.loads(output)["error"]["kind"] == "library-unreachable"
    with open_library(database) as library:
        kept = library_info(library).files
    again = answer(*scan[:-2])
    assert again["unchanged"] == kept  # how far it came depends on the machine
    whole = answer("scan", docs, "--library", tmp_path / "file.simhash", "--jobs", "1")
    assert again["pairs"] == whole["pairs"]
    assert again["documents"] == whole["documents"]


def test_what_only_a_file_has_is_refused_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["library", "check", "postgresql:///news"]) == 2
    assert "pg_amcheck" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("place", "words"),
    [("postgresql://anna:secret@db/news", "pgpass"), ("postgresql://db", "names no database")],
)
def test_an_address_that_will_not_do_is_refused_without_its_password(
    capsys: pytest.CaptureFixture[str], place: str, words: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["library", "info", place])

    told = capsys.readouterr().err
    assert ended.value.code == 2
    assert words in told
    assert "secret" not in told
