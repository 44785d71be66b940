"""The commands on a library and its files: library, verdict, plan, apply, undo and journal."""

from __future__ import annotations

import argparse

from simhash_gui.cli.arguments.options import (
    ACTS,
    MARKS,
    ROLES,
    VERDICTS,
    add_existing_library,
    add_jobs,
    add_limit_options,
)
from simhash_gui.cli.arguments.parser import Subparsers, add_named, complete
from simhash_gui.cli.arguments.values import library_argument, name_argument, path_argument


def add_library(parser: argparse.ArgumentParser) -> None:
    """The commands of ``library``."""
    commands = parser.add_subparsers(
        title="commands", dest="question", required=True, metavar="COMMAND"
    )
    _question(commands, "info", "show counts, size and recipes")
    _question(
        commands, "list", "list every file: fingerprint, state, type, encoding and how sure it is"
    )
    _check_library(commands)
    _question(commands, "drop-gone", "forget files that are no longer on the disk")
    _remove_folder(commands)
    _role(commands)
    _rules(commands)
    _encoding(commands)
    _marks(commands)


def _question(
    commands: Subparsers, name: str, summary: str, *, rest: str = "", more: str = ""
) -> argparse.ArgumentParser:
    """A command on a library; ``rest`` is what follows the library in its example."""
    parser = add_named(commands, name, summary)
    complete(parser, f"simhash-gui library {name} mine.simhash {rest}".rstrip(), more)
    parser.add_argument("library", type=library_argument, metavar="LIBRARY", help="the library")
    return parser


def _check_library(commands: Subparsers) -> None:
    summary = "look for damage in the file of a library, and repair it"
    more = (
        "Everything is read, and what follows from the stored texts is derived again and compared."
        " A repair keeps the damaged file beside the repaired one; files whose text is lost are"
        " read again by the next scan. Exit status: 0 sound or all repaired, 1 damage found, or"
        " left after the repair."
    )
    parser = _question(commands, "check", summary, rest="--repair", more=more)
    parser.add_argument("--repair", action="store_true", help="mend what can be mended")
    add_jobs(parser)


def _remove_folder(commands: Subparsers) -> None:
    summary = "forget a folder and what is only in it"
    more = "Nothing on the disk is touched."
    parser = _question(commands, "remove-folder", summary, rest="Documents", more=more)
    parser.add_argument(
        "folder", type=path_argument, metavar="FOLDER", help="a folder that was scanned"
    )


def _role(commands: Subparsers) -> None:
    summary = "list the folders with what each is for, or change that"
    more = (
        "The files of a reference folder are always kept, and no act touches them; those of an"
        " excluded folder are neither imported nor touched. A folder that the library does not"
        " know is added to it; the next scan of it, or of one around it, reads its files."
    )
    parser = _question(commands, "role", summary, rest="Originals reference", more=more)
    parser.add_argument(
        "folder", nargs="?", type=path_argument, metavar="FOLDER", help="a folder on the disk"
    )
    parser.add_argument("role", nargs="?", choices=ROLES, metavar="|".join(ROLES), help="its role")


def _rules(commands: Subparsers) -> None:
    more = "scan changes the rules: see its --include, --exclude, --type and so on."
    parser = _question(commands, "rules", "show which files are imported", more=more)
    parser.add_argument("--reset", action="store_true", help="from now on import everything")


def _encoding(commands: Subparsers) -> None:
    summary = "list the chosen encodings, or choose one"
    more = "The files that the choice is for are read again."
    rest = "'letters/*.txt' gb18030"
    parser = _question(commands, "encoding", summary, rest=rest, more=more)
    parser.add_argument(
        "pattern",
        nargs="?",
        type=name_argument,
        metavar="PATTERN",
        help="a file, a folder, an archive, or a pattern: without / of names in any folder, as"
        " '*.txt', else of paths from the current folder",
    )
    parser.add_argument(
        "encoding", nargs="?", type=name_argument, metavar="ENCODING", help="such as big5"
    )
    parser.add_argument("--forget", action="store_true", help="take the choice for PATTERN back")
    add_jobs(parser)
    add_limit_options(parser)


def _marks(commands: Subparsers) -> None:
    summary = "list the marked passages, or mark one"
    more = (
        "boilerplate and template: no evidence, in however few documents; copied: evidence, in"
        " however many. scan --partial lists passages with their texts and keys."
    )
    parser = _question(commands, "marks", summary, rest="boilerplate footer.txt", more=more)
    parser.add_argument(
        "mark",
        nargs="?",
        choices=MARKS,
        metavar="boilerplate|copied|template",
        help="what the text is",
    )
    parser.add_argument(
        "file", nargs="?", metavar="TEXT", help="a document with the text, or - for standard input"
    )
    parser.add_argument("--forget", metavar="KEY", help="take a mark back")


def add_verdict(parser: argparse.ArgumentParser) -> None:
    """The commands of ``verdict``."""
    commands = parser.add_subparsers(
        title="commands", dest="question", required=True, metavar="COMMAND"
    )
    given = add_named(commands, "set", "say what some documents are to each other")
    more = (
        "A verdict belongs to contents, so it survives new searches, other recipes, renames and"
        " moves. same: of A and B, and of B and C, makes A and C the same. unrelated: they are"
        " never listed together again. none takes back what was said of these documents."
    )
    example = "simhash-gui verdict set unrelated a.txt b.txt --library mine.simhash"
    complete(given, example, more)
    given.add_argument(
        "verdict", choices=VERDICTS, metavar="|".join(VERDICTS), help="what they are"
    )
    given.add_argument(
        "paths", nargs="+", type=name_argument, metavar="FILE", help="two documents, or more"
    )
    given.add_argument("--note", default="", metavar="TEXT", help="a remark to keep with it")
    listed = add_named(commands, "list", "list all verdicts")
    complete(listed, "simhash-gui verdict list --library mine.simhash")
    listed.add_argument(
        "--only", choices=VERDICTS[:-1], metavar="VERDICT", help="only verdicts of this kind"
    )
    columns = "group, verdict, note, digest, path: a row for each document of a verdict."
    for name, summary in (
        ("import", "add the verdicts of a CSV file"),
        ("export", "write all verdicts as CSV"),
    ):
        command = add_named(commands, name, summary)
        complete(
            command,
            f"simhash-gui verdict {name} verdicts.csv --library mine.simhash",
            f"Its columns are {columns}",
        )
        command.add_argument("file", type=path_argument, metavar="FILE.csv", help="the CSV file")
    for command in commands.choices.values():
        add_existing_library(command)


def add_plan(parser: argparse.ArgumentParser) -> None:
    """Which copies go, and what is done to them."""
    complete(
        parser,
        "simhash-gui plan --library mine.simhash --output plan.json",
        "Only files with the same bytes as a kept one are planned. Rules are asked in order, each"
        " of the copies that are still even; where they do not say which one to keep, all stay."
        " Files of reference and excluded folders are never touched, by whatever name; copies"
        " inside archives and mailboxes do not count.",
    )
    add_existing_library(parser)
    parser.add_argument(
        "--keep",
        action="append",
        default=[],
        type=name_argument,
        metavar="RULE",
        help="reference, folder:PATH, newest, oldest, longest-text, richest-format, shortest-path"
        " or pattern:REGEX; may be given several times (default: reference, oldest, shortest-path)",
    )
    parser.add_argument(
        "--empty",
        type=path_argument,
        metavar="FOLDER",
        help="act only on files of this folder and those below it, where the same exists elsewhere;"
        " among the others the rules choose the copy to compare with",
    )
    _add_act(parser)
    parser.add_argument(
        "--output",
        type=path_argument,
        required=True,
        metavar="PLAN.json",
        help="write the plan here; it can be read and edited",
    )


def _add_act(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--act",
        choices=ACTS,
        default=ACTS[0],
        metavar="|".join(ACTS),
        help="set-aside (default) moves to a dated folder on the same drive; move keeps the tree"
        " below --to; hardlink and reflink replace by a link to the kept copy",
    )
    parser.add_argument(
        "--to", type=path_argument, metavar="FOLDER", help="where --act move puts files"
    )


def add_apply(parser: argparse.ArgumentParser) -> None:
    """A plan, or a run that was cut off."""
    complete(
        parser,
        "simhash-gui apply plan.json --library mine.simhash --dry-run",
        "Right before each act the file is compared byte for byte with the kept copy; what cannot"
        " be compared is skipped, and told. Every act is in the journal, and undo takes it back.",
    )
    parser.add_argument(
        "plan", nargs="?", type=path_argument, metavar="PLAN.json", help="what plan has written"
    )
    add_existing_library(parser)
    parser.add_argument(
        "--dry-run", action="store_true", help="check and compare everything, and touch nothing"
    )
    parser.add_argument(
        "--finish", type=_run_argument, metavar="RUN", help="finish a run that was cut off"
    )


def add_undo(parser: argparse.ArgumentParser) -> None:
    """A run, or some of its files."""
    complete(parser, "simhash-gui undo 3 --library mine.simhash")
    parser.add_argument("run", type=_run_argument, metavar="RUN", help="the number of the run")
    add_existing_library(parser)
    parser.add_argument(
        "--path",
        action="append",
        dest="paths",
        type=name_argument,
        metavar="FILE",
        help="only what was done to this file; may be given several times",
    )


def add_journal(parser: argparse.ArgumentParser) -> None:
    """All runs, or one."""
    complete(parser, "simhash-gui journal --library mine.simhash")
    add_existing_library(parser)
    parser.add_argument("--run", type=_run_argument, metavar="RUN", help="only this run")


def _run_argument(text: str) -> int:
    if not text.isdecimal() or len(text) > 18:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of a run")
    return int(text)
