"""The help is the manual: every command has one, with an example that works."""

from __future__ import annotations

import argparse
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from simhash_gui import __version__
from simhash_gui.cli.arguments.parser import EXIT_CODES
from simhash_gui.cli.main import COMMANDS as SUMMARIES
from simhash_gui.cli.main import build_parser, parse, reads_documents
from simhash_gui.cli.refusals import WAYS_OUT


def commands(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """Every command that does something, those of ``library`` too."""
    inner = [
        choice
        for action in parser._actions
        if isinstance(action, argparse._SubParsersAction)
        for choice in action.choices.values()
    ]
    for command in inner:
        yield from commands(command)
    if not inner:
        yield parser


COMMANDS = {command.prog: command for command in commands(build_parser(SUMMARIES))}


def test_all_commands_are_here() -> None:
    names = {name.removeprefix("simhash-gui ") for name in COMMANDS}
    changing = {"drop-gone", "remove-folder", "role", "rules", "encoding", "marks"}
    questions = {"info", "list", "check"} | changing
    assert names == {
        *(
            "scan",
            "batch",
            "check",
            "compare",
            "fingerprint",
            "export",
            "pairs",
            "limits",
            "lab",
            "evaluate",
            "plan",
            "apply",
            "undo",
            "journal",
        ),
        *(f"verdict {question}" for question in ("set", "list", "import", "export")),
        *(f"library {question}" for question in questions),
    }


@pytest.mark.parametrize("name", COMMANDS)
def test_the_example_of_a_command_is_understood_by_it(name: str) -> None:
    (example,) = re.findall("^example: (.+)$", COMMANDS[name].format_help(), re.MULTILINE)

    program, *arguments = shlex.split(example)
    options = build_parser(arguments).parse_args(arguments)

    assert program == "simhash-gui"
    assert options.name == name.split()[1]
    assert example.startswith(name)


@pytest.mark.parametrize(("kind", "way_out"), [(kind, way_out) for _, kind, way_out in WAYS_OUT])
def test_a_way_out_of_a_refusal_names_commands_and_options_that_there_are(
    kind: str, way_out: str
) -> None:
    helps = "".join(command.format_help() for command in COMMANDS.values())
    named = set(re.findall(r"--[a-z-]+", way_out))

    assert way_out
    assert set(re.findall(r"simhash-gui ([a-z]+)", way_out)) <= set(SUMMARIES)
    assert named <= set(re.findall(r"--[a-z-]+", helps))


@pytest.mark.parametrize("name", COMMANDS)
def test_every_argument_is_explained(name: str) -> None:
    assert [action.dest for action in COMMANDS[name]._actions if not action.help] == []


@pytest.mark.parametrize("name", COMMANDS)
def test_help_fits_a_terminal(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")

    text = COMMANDS[name].format_help()

    assert [line for line in text.splitlines() if len(line) > 80] == []
    assert text.endswith(f"{EXIT_CODES}\n")


def test_options_of_the_log_may_stand_before_the_command_and_after_it() -> None:
    before = parse(["--verbose", "--log-file", "a.log", "limits"])
    after = parse(["limits", "--verbose", "--log-file", "a.log"])

    assert (before.verbose, before.log_file) == (after.verbose, after.log_file)
    assert (after.verbose, after.log_file) == (True, Path("a.log"))
    assert parse(["limits"]).verbose is False


def test_without_a_command_the_window_is_asked_for() -> None:
    assert parse([]).name is None
    assert parse(["--samples", "--verbose"]).samples


@pytest.mark.parametrize("arguments", [["--samples", "limits"], ["--format", "json"], ["dance"]])
def test_what_makes_no_sense_ends_with_status_two(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        parse(arguments)

    assert ended.value.code == 2


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        parse(["--version"])

    assert ended.value.code == 0
    assert capsys.readouterr().out == f"simhash-gui {__version__}\n"


@pytest.mark.parametrize(
    ("arguments", "reads"),
    [
        (["fingerprint", "letter.txt"], True),
        (["--verbose", "scan", "docs"], True),
        (["scan", "--help"], False),
        (["library", "info", "mine.simhash"], False),
        ([], False),
    ],
)
def test_workers_are_loaded_early_where_documents_are_read(
    arguments: list[str], reads: bool
) -> None:
    assert reads_documents(arguments) is reads


def test_two_dashes_are_no_value_of_an_option(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        parse(["verdict", "export", "out.csv", "--library=--"])

    assert ended.value.code == 2
    assert "argument --library: expected one argument" in capsys.readouterr().err
