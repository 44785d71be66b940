"""With ``--format json`` whatever is refused is one JSON document; statuses are those of README."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simhash_gui.cli.arguments.parser import EXIT_CODES
from simhash_gui.cli.main import main
from simhash_gui.cli.output import ExitCode, Output, OutputFormat, Refusal
from simhash_gui.cli.refusals import WAYS_OUT
from simhash_gui.cli.wanted_form import wants_json

TEXT = "The ferry leaves the island at seven, and whoever oversleeps has the day to himself."

Refused = Callable[..., dict[str, str]]


@pytest.fixture
def refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Refused:
    """Runs a command that is to be refused, with ``--format json``; what the document says."""
    (tmp_path / "a.txt").write_text(TEXT, encoding="utf-8")
    (tmp_path / "empty.txt").touch()
    (tmp_path / "zero.simhash").touch()
    np.save(tmp_path / "words.npy", np.arange(3, dtype=np.uint64))
    monkeypatch.chdir(tmp_path)

    def refused(*arguments: str) -> dict[str, str]:
        assert status_of([*arguments, "--format", "json"]) == 2
        told = capsys.readouterr()
        assert "Traceback" not in told.err
        document = json.loads(told.out)
        assert list(document) == ["error"]
        error: dict[str, str] = document["error"]
        assert list(error) == ["kind", "message", "way_out"]
        assert all(error.values())
        assert f"{error['message']}; {error['way_out']}\n" in told.err
        return error

    return refused


def status_of(arguments: Sequence[str]) -> Any:
    try:
        return main(arguments)
    except SystemExit as exit_:
        return exit_.code


@pytest.mark.parametrize(
    ("arguments", "kind", "message"),
    [
        ("scan nowhere", "no-such-file", "nowhere: No such file or folder"),
        ("scan a.txt --recipe nosuch", "unknown-recipe", "no recipe is named 'nosuch'"),
        ("scan a.txt --library zero.simhash", "library-empty", "it is empty"),
        ("scan a.txt --library a.txt", "not-a-library", "a file of another kind"),
        ("scan a.txt --library .", "not-a-library", "it is not a file"),
        ("scan a.txt --min-size 9 --max-size 8", "usage", "no file has at least 9 bytes"),
        ("scan a.txt --password-file empty", "usage", "passwords cannot be read: No such file"),
        ("scan a.txt --include !", "invalid-rule", "is not a pattern"),
        ("scan a.txt --limit nosuch=1", "invalid-limit", "there is no limit nosuch"),
        ("check a.txt --library gone", "library-missing", "there is no such file"),
        ("compare a.txt empty.txt", "unreadable", "empty.txt: empty: "),
        ("compare a.txt .", "unreadable", ".: this is a folder"),
        ("library info zero.simhash", "library-empty", "it is empty"),
        ("library check zero.simhash", "library-empty", "it is empty"),
        ("library check zero.simhash --repair", "library-empty", "it is empty"),
        ("evaluate .", "not-a-set", "there are no documents docs/*.txt"),
        ("pairs a.txt", "not-fingerprints", "no array as numpy.save writes it"),
        ("pairs words.npy --output no/x.npz", "output-unwritable", "there is no such folder"),
        ("export pairs out.doc --library zero.simhash", "usage", "must end in .csv or .json"),
        ("export pairs no/out.csv --library gone", "output-unwritable", "there is no such folder"),
        ("plan --library gone --output p.json", "library-missing", "there is no such file"),
        ("plan --library gone --output no/p.json", "output-unwritable", "there is no such folder"),
        ("plan --library gone --output p.json --keep no", "invalid-keep-rule", "is no keep rule"),
        ("apply gone.json --library gone", "not-a-plan", "gone.json: No such file"),
        ("apply . --library gone", "not-a-plan", "this is a folder"),
        ("apply a.txt --library gone", "not-a-plan", "no JSON"),
        ("undo 1 --library zero.simhash", "library-empty", "it is empty"),
        ("undo x --library gone", "usage", "'x' is no number of a run"),
        ("journal --library gone", "library-missing", "there is no such file"),
        ("verdict list --library gone", "library-missing", "there is no such file"),
        ("verdict import gone.csv --library gone", "unreadable", "gone.csv: No such file"),
        ("verdict export no/v.csv --library gone", "output-unwritable", "there is no such folder"),
        ("verdict set nosuch a.txt --library gone", "usage", "invalid choice: 'nosuch'"),
        ("lab --size 0", "usage", "'0' is no whole number"),
        ("check . --library gone", "library-missing", "there is no such file"),
        ("batch gone --out out", "library-missing", "there is no such file"),
        ("nosuch", "usage", "invalid choice: 'nosuch'"),
        ("scan", "usage", "required: PATH"),
        ("scan a.txt --nosuch", "usage", "unrecognized arguments: --nosuch"),
        ("--samples limits", "usage", "takes no command"),
    ],
)
def test_what_is_refused_is_one_document(
    refused: Refused, arguments: str, kind: str, message: str
) -> None:
    error = refused(*arguments.split())

    assert error["kind"] == kind
    assert message in error["message"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("scan", ""),
        ("scan", "a.txt", ""),
        ("scan", "a.txt", "--library", ""),
        ("scan", "a.txt", "--include", ""),
        ("scan", "a.txt", "--type", "."),
        ("scan", "a.txt", "--recipe", ""),
        ("scan", "a.txt", "--log-file", ""),
        ("compare", "", "a.txt"),
        ("fingerprint", ""),
        ("evaluate", ""),
        ("pairs", ""),
        ("export", "pairs", "", "--library", "x"),
        ("library", "encoding", "x", "", "utf-8"),
    ],
)
def test_an_empty_name_is_refused(refused: Refused, arguments: Sequence[str]) -> None:
    assert "the name is empty" in refused(*arguments)["message"]


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--memory-limit", "1"),
        ("--memory-limit", "0"),
        ("--memory-limit", "99999999999999T"),
        ("--memory-limit", "9" * 400),
        ("--size-limit", "0"),
        ("--unpacked-limit", "0"),
        ("--unpacked-limit", "9" * 20 + "T"),
        ("--max-size", "9" * 20 + "T"),
        ("--time-limit", "1e-300"),
        ("--time-limit", "1e300"),
        ("--time-limit", "inf"),
        ("--nesting-limit", "0"),
        ("--nesting-limit", "9" * 20),
        ("--jobs", "9" * 5000),
        ("--jobs", "0"),
        ("--distance", "33"),
        ("--distance", "9" * 5000),
        ("--overlap", "nan"),
    ],
)
def test_a_number_that_makes_no_sense_is_refused_with_those_that_do(
    refused: Refused, option: str, value: str
) -> None:
    message = refused("scan", "a.txt", option, value)["message"]

    assert message.startswith(f"argument {option}: '{value}' ")
    assert re.search(
        r" (from|between) .*\d|larger than \d|lets nothing through|from 0 to 1", message
    )


def test_a_result_on_a_full_drive_is_told_with_a_way_out(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full")
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        monkeypatch.setattr("sys.stdout", full)
        status = status_of(["limits"])
        monkeypatch.undo()
        with contextlib.suppress(OSError):
            full.close()

    assert status == 2
    assert capsys.readouterr().err == (
        "simhash-gui: the result could not be written: No space left on device; "
        "send it to a file, on another drive if this one is full\n"
    )


def test_another_format_is_refused_with_those_that_there_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert status_of(["limits", "--format", "xml"]) == 2

    told = capsys.readouterr()
    assert "--format: 'xml' is neither text nor json; see simhash-gui limits --help" in told.err
    assert told.out == ""


def test_without_json_a_refusal_leaves_standard_output_empty(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert status_of(["scan", "nowhere"]) == 2

    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ("scan --format json", True),
        ("scan --format=json", True),
        ("scan --form=json", True),
        ("scan --f json", True),
        ("--format json scan", True),
        ("scan --format text", False),
        ("scan json --format", False),
        ("scan -- json", False),
        ("", False),
    ],
)
def test_json_is_recognised_among_arguments_that_make_no_sense(
    arguments: str, expected: bool
) -> None:
    assert wants_json(arguments.split()) is expected


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes with names")
def test_a_pipe_is_not_to_be_saved_in_another_format(refused: Refused) -> None:
    os.mkfifo("pipe.txt")

    error = refused("fingerprint", "pipe.txt")

    assert "This is a pipe" in error["message"]
    assert error["way_out"] == "name a file"


def test_a_closed_standard_input_is_told(refused: Refused, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", None)

    assert refused("fingerprint", "-")["message"] == "standard input: it is closed"


def test_a_standard_input_that_cannot_be_read_is_told(
    refused: Refused, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Directory(io.RawIOBase):
        def readable(self) -> bool:
            return True

        def readinto(self, _buffer: object) -> int:
            raise IsADirectoryError(21, "Is a directory")

    stream = io.TextIOWrapper(io.BufferedReader(Directory()), encoding="utf-8")
    monkeypatch.setattr("sys.stdin", stream)

    assert refused("fingerprint", "-")["message"] == "standard input: Is a directory"


def test_an_interrupted_command_is_one_document(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("simhash_gui.cli.limits.threshold_values", interrupted)

    assert main(["limits", "--format", "json"]) == 130
    assert json.loads(capsys.readouterr().out)["error"]["kind"] == "interrupted"


def test_a_bug_is_one_document_and_goes_on_to_the_log(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("simhash_gui.cli.limits.threshold_values", broken)

    with pytest.raises(ZeroDivisionError):
        main(["limits", "--format", "json"])
    assert json.loads(capsys.readouterr().out)["error"]["kind"] == "internal-error"


def test_what_fails_half_way_leaves_no_half_document() -> None:
    stdout = io.StringIO()
    output = Output(OutputFormat.JSON, stdout, io.StringIO())

    with pytest.raises(ZeroDivisionError):
        output.result({"before": 1, "items": (1 // (2 - item) for item in range(3))}, iter(()))
    output.refuse(Refusal("some-kind", "what happened", "what to do"))

    refusal = {"kind": "some-kind", "message": "what happened", "way_out": "what to do"}
    assert json.loads(stdout.getvalue()) == {"error": refusal}


def test_every_kind_is_a_word_for_scripts() -> None:
    assert [kind for _, kind, _ in WAYS_OUT if not re.fullmatch("[a-z]+(-[a-z]+)*", kind)] == []


def test_readme_and_help_list_every_exit_code(repository: Path) -> None:
    readme = (repository / "README.md").read_text(encoding="utf-8")
    table = readme.split("| exit status |")[1].split("\n\n")[0]
    rows = re.findall(r"^\| ([\d, ]+) \|", table, re.MULTILINE)

    listed = {int(code) for row in rows for code in row.split(",")}

    signals = {128 + number for number in (1, 2, 15)}
    assert listed == {*map(int, ExitCode), *signals}
    assert {int(code) for code in re.findall(r"\d+", EXIT_CODES)} == listed


def test_readme_names_the_kinds_that_have_a_status_of_their_own(repository: Path) -> None:
    readme = (repository / "README.md").read_text(encoding="utf-8")
    table = readme.split("| exit status |")[1].split("\n\n")[0]
    named = set(re.findall(r"\| `([a-z-]+)` \|$", table, re.MULTILINE))

    assert named == {"internal-error", "interrupted"}
    assert named.isdisjoint(kind for _, kind, _ in WAYS_OUT)


@pytest.mark.parametrize(
    "arguments",
    [
        "plan --library mine.simhash --output mine.simhash",
        "plan --library mine.simhash --output link.simhash",
        "verdict export mine.simhash --library mine.simhash",
        "pairs words.npy --output mine.simhash",
    ],
)
def test_no_output_takes_the_place_of_a_library(
    refused: Refused, tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: str
) -> None:
    library = tmp_path / "mine.simhash"
    assert status_of(["scan", "a.txt", "--library", str(library), "--jobs", "1"]) == 0
    capsys.readouterr()
    (tmp_path / "link.simhash").hardlink_to(library)
    before = library.read_bytes()

    error = refused(*arguments.split())

    assert error["kind"] == "output-unwritable"
    assert "this is a library" in error["message"]
    assert library.read_bytes() == before


@pytest.mark.parametrize(
    "arguments",
    [
        "plan --output {}",
        "export pairs {}",
        "export clusters {}",
        "verdict export {}",
        "check a.txt --report {}",
    ],
)
def test_no_output_takes_the_place_of_a_document(
    refused: Refused, tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: str
) -> None:
    (tmp_path / "docs").mkdir()
    ending = "html" if "report" in arguments else "csv"
    document = tmp_path / "docs" / f"list.{ending}"
    document.write_text(TEXT, encoding="utf-8")
    (tmp_path / "link").symlink_to("docs")
    assert status_of(["scan", "docs", "--library", "mine.simhash", "--jobs", "1"]) == 0
    capsys.readouterr()

    for name in (document.relative_to(tmp_path), Path("link") / document.name):
        error = refused(*arguments.format(name).split(), "--library", "mine.simhash")

        assert error["kind"] == "output-unwritable"
        assert "this is a document of the library" in error["message"]
    assert document.read_text(encoding="utf-8") == TEXT


def test_an_output_beside_the_documents_may_replace_an_earlier_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, refused: Refused
) -> None:
    (tmp_path / "earlier.csv").write_text("earlier", encoding="utf-8")
    assert status_of(["scan", "a.txt", "--library", "mine.simhash", "--jobs", "1"]) == 0

    assert status_of(["export", "pairs", "earlier.csv", "--library", "mine.simhash"]) == 0

    assert (tmp_path / "earlier.csv").read_text("utf-8-sig").startswith("a,b,distance")
