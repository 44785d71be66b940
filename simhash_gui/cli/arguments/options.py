"""Options that several commands take."""

from __future__ import annotations

import argparse
from enum import StrEnum

from simhash_gui.cli.arguments.values import (
    depth_argument,
    extension_argument,
    jobs_argument,
    least_size_argument,
    library_argument,
    memory_argument,
    name_argument,
    path_argument,
    seconds_argument,
    share_argument,
    size_argument,
    whole_number,
    word_count_argument,
)
from simhash_gui.core.fingerprint.recipe import named_recipes
from simhash_gui.core.types import Linkage
from simhash_gui.services.library.settings import DEFAULT_DISTANCE, MAX_DISTANCE, Settings

ACTS = ("set-aside", "trash", "move", "hardlink", "reflink")
"""What can be done to a copy."""

VERDICTS = ("same", "revision", "template", "unrelated", "later", "none")
"""What can be said of documents."""

ROLES = ("normal", "reference", "excluded")
"""What a folder can be for."""

MARKS = ("boilerplate", "copied", "template")
"""What a passage can be marked as."""


class What(StrEnum):
    """What is exported."""

    PAIRS = "pairs"
    CLUSTERS = "clusters"


def add_text_file(parser: argparse.ArgumentParser, more: str = "") -> None:
    """The document that a command is about."""
    parser.add_argument(
        "file",
        type=name_argument,
        metavar="FILE",
        help=f"a document, or - for text on standard input{more}",
    )


def add_existing_library(parser: argparse.ArgumentParser) -> None:
    """``--library`` of a command that does not make one."""
    parser.add_argument(
        "--library",
        type=library_argument,
        metavar="FILE",
        required=True,
        help="a library that scan has made",
    )


def add_jobs(parser: argparse.ArgumentParser) -> None:
    """``--jobs``."""
    parser.add_argument(
        "--jobs",
        type=jobs_argument,
        metavar="N",
        default=0,
        help="worker processes (default: one for every processor)",
    )


def add_recipe(parser: argparse.ArgumentParser, default: str) -> None:
    """``--recipe``."""
    parser.add_argument(
        "--recipe",
        type=name_argument,
        metavar="NAME",
        help=f"how fingerprints are made (default: {default}): {', '.join(named_recipes())}",
    )


def add_detection_options(parser: argparse.ArgumentParser) -> None:
    """What pairs are looked for among documents, and what confirms them."""
    _add_distance(
        parser,
        f"only pairs within this Hamming distance, 0 to {MAX_DISTANCE} (default: "
        f"{DEFAULT_DISTANCE} by the default recipe, and pairs whose texts share rare phrases at "
        "any distance)",
    )
    _add_overlap(parser, "pairs")
    parser.add_argument(
        "--partial",
        action="store_true",
        help="also copies of a part: pairs whose texts share a passage, at any distance; what "
        "stands in many documents is no copy (fewer than 20 documents tell "
        "nothing by counts: name their template, or mark passages)",
    )
    parser.add_argument(
        "--all-candidates",
        action="store_true",
        help="list every pair within the distance, whether its texts confirm it or not; documents"
        " that are all alike stay groups",
    )
    add_linkage(parser)
    add_threshold_options(parser)


def add_linkage(parser: argparse.ArgumentParser) -> None:
    """``--linkage``."""
    parser.add_argument(
        "--linkage",
        type=Linkage,
        choices=list(Linkage),
        default=Linkage.MEDOID,
        metavar="|".join(Linkage),
        help="what joins a cluster: near-duplicates of its medoid (default), of any member, or of"
        " every member",
    )


FORMS = ("brief", "marked", "compared", "full")
"""How much a report shows."""
LANGUAGES = ("en", "zh_CN")
"""Of a report."""
FILTERS = ("quotations", "bibliography", "footnotes", "shared")
"""What can be left out of the count of a check without saying more."""


def add_report_options(parser: argparse.ArgumentParser) -> None:
    """The report of a check."""
    group = parser.add_argument_group("report")
    group.add_argument(
        "--report",
        type=path_argument,
        metavar="OUT",
        help="write a report, *.html or *.pdf; of a folder: a folder of reports",
    )
    group.add_argument(
        "--form",
        choices=FORMS,
        default="full",
        metavar="|".join(FORMS),
        help="figures alone, the text with what is copied and quoted, passages beside their"
        " sources, or everything (default)",
    )
    group.add_argument(
        "--language",
        choices=LANGUAGES,
        default="en",
        metavar="|".join(LANGUAGES),
        help="of the report (default: en)",
    )
    group.add_argument(
        "--anonymise", action="store_true", help="leave names of files and folders out of it"
    )


def add_counting_options(parser: argparse.ArgumentParser) -> None:
    """What of the matches of a check counts."""
    group = parser.add_argument_group(
        "what counts", "What is left out stays in the report, in grey, with its effect in numbers."
    )
    _add_left_out_texts(group)
    _add_left_out_places(group)


def _add_left_out_texts(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--without",
        action="append",
        default=[],
        choices=FILTERS,
        metavar="|".join(FILTERS),
        help="leave out quotations, the bibliography, footnotes, or what many documents of the"
        " library share; may be given several times",
    )
    group.add_argument(
        "--template",
        action="append",
        default=[],
        metavar="FILE",
        help="leave out what stands in this document, such as a form or a call for tenders",
    )
    group.add_argument(
        "--phrases",
        metavar="FILE",
        help="leave out these phrases, one on each line",
    )
    group.add_argument(
        "--least-words",
        type=word_count_argument,
        metavar="N",
        help="leave out passages of fewer words; two Chinese characters are a word",
    )


def _add_left_out_places(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--own",
        action="append",
        default=[],
        type=name_argument,
        metavar="PATTERN",
        help="paths of the author's earlier works: they are shown as such",
    )
    group.add_argument(
        "--leave-out",
        action="append",
        default=[],
        type=name_argument,
        metavar="START-END=REASON",
        help="leave out the matches at these characters of the text; the reason stands in the"
        " report",
    )


def add_check_options(parser: argparse.ArgumentParser) -> None:
    """What a text is compared with, and what confirms a match."""
    _add_distance(
        parser,
        f"look only at documents within this Hamming distance, 0 to {MAX_DISTANCE} (default: "
        f"{DEFAULT_DISTANCE} by the default recipe, and at those that share a passage)",
    )
    _add_overlap(parser, "documents")
    parser.add_argument(
        "--partial",
        action="store_true",
        help="beside --distance: look at documents that share a passage too, at any distance",
    )
    parser.add_argument(
        "--all-candidates",
        action="store_true",
        help="list every document that was looked at, whether its text confirms it or not",
    )
    add_threshold_options(parser)


def _add_distance(parser: argparse.ArgumentParser, help_text: str) -> None:
    parser.add_argument("--distance", type=distance_argument, metavar="K", help=help_text)


def _add_overlap(parser: argparse.ArgumentParser, what: str) -> None:
    parser.add_argument(
        "--overlap",
        type=share_argument,
        metavar="X",
        help=f"list {what} by overlap in place of class: where the texts share at least this part "
        "of the smaller one, 0 to 1",
    )


def add_threshold_options(parser: argparse.ArgumentParser) -> None:
    """``--limit``."""
    parser.add_argument(
        "--limit",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="change a limit between the classes, e.g. near_jaccard=0.5; may be given several "
        "times (simhash-gui limits lists them)",
    )


def add_rule_options(parser: argparse.ArgumentParser) -> None:
    """What of a folder is imported; the library keeps what is given."""
    group = parser.add_argument_group(
        "what is imported",
        "The library keeps these until they are given again. Patterns are those of gitignore; a"
        " file .simhashignore in a folder holds more of them.",
    )
    for option, what in (
        ("--include", "only files like this"),
        ("--exclude", "no files like this"),
    ):
        group.add_argument(option, action="append", type=name_argument, metavar="GLOB", help=what)
    group.add_argument(
        "--type",
        action="append",
        dest="types",
        type=extension_argument,
        metavar="EXT",
        help="e.g. docx",
    )
    group.add_argument(
        "--hidden",
        action=argparse.BooleanOptionalAction,
        help="names that begin with a dot (or with ~$) as well",
    )
    group.add_argument("--min-size", type=size_argument, metavar="SIZE", help="e.g. 2k")
    group.add_argument("--max-size", type=size_argument, metavar="SIZE", help="e.g. 20M")
    group.add_argument(
        "--follow-links",
        action=argparse.BooleanOptionalAction,
        help="go where symbolic links lead",
    )


def add_limit_options(parser: argparse.ArgumentParser) -> None:
    """What one document may cost."""
    default = Settings().limits
    parser.add_argument(
        "--time-limit",
        type=seconds_argument,
        metavar="SECONDS",
        default=default.time_s,
        help=f"for one document (default: {default.time_s:g})",
    )
    parser.add_argument(
        "--memory-limit",
        type=memory_argument,
        metavar="SIZE",
        default=default.memory_bytes,
        help=f"for one document (default: {default.memory_bytes / 2**30:g}G)",
    )
    parser.add_argument(
        "--size-limit",
        type=least_size_argument,
        metavar="SIZE",
        default=default.size_bytes,
        help=f"larger documents fail (default: {default.size_bytes / 2**20:g}M); --max-size skips",
    )
    _add_archive_options(parser)


def _add_archive_options(parser: argparse.ArgumentParser) -> None:
    default = Settings().limits
    parser.add_argument(
        "--unpacked-limit",
        type=least_size_argument,
        metavar="SIZE",
        default=default.expanded_bytes,
        help="what an archive or a compressed document may unpack to, in all "
        f"(default: {default.expanded_bytes / 2**20:g}M)",
    )
    parser.add_argument(
        "--nesting-limit",
        type=depth_argument,
        metavar="N",
        default=default.archive_depth,
        help=f"archives in archives are opened so deep (default: {default.archive_depth})",
    )
    parser.add_argument(
        "--password-file",
        type=path_argument,
        metavar="FILE",
        help="passwords to be tried on locked files, one on each line; they are not stored",
    )


def distance_argument(text: str) -> int:
    """A Hamming distance that can be searched."""
    return whole_number(text, 0, MAX_DISTANCE)
