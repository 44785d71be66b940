"""Options that several commands take, and the values that they accept.

They are made for ``COMMAND --help`` too, so they know settings and recipes, but no other service.
"""

from __future__ import annotations

import argparse
import re
from enum import StrEnum

from simhash_gui.cli.parser import name_argument, path_argument
from simhash_gui.core.fingerprint.recipe import named_recipes
from simhash_gui.core.types import Linkage
from simhash_gui.services.library.settings import DEFAULT_DISTANCE, MAX_DISTANCE, Settings

_SIZE = re.compile(r"(\d+(?:\.\d+)?)\s*([kmgt]?)i?b?", re.IGNORECASE)
_UNITS = {"": 1, "k": 2**10, "m": 2**20, "g": 2**30, "t": 2**40}
_LARGEST_BYTES = 2**50
_LEAST_MEMORY_BYTES = 2**26
_LEAST_S, _MOST_S = 0.1, 1_000_000
_MOST_JOBS = 1024
_MOST_FINGERPRINTS = 1_000_000
_LARGEST_SEED = (1 << 64) - 1
_DEEPEST = 20


ACTS = ("set-aside", "trash", "move", "hardlink", "reflink")
"""What can be done to a copy."""

VERDICTS = ("same", "revision", "template", "unrelated", "later", "none")
"""What can be said of documents."""

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
        type=path_argument,
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
        help="list every pair within the distance, whether its texts confirm it or not",
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
        type=_words_argument,
        metavar="N",
        help="leave out passages of fewer words; two Chinese characters are a word",
    )
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
        type=_share_argument,
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
        "--type", action="append", dest="types", type=_extension, metavar="EXT", help="e.g. docx"
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
        type=_seconds,
        metavar="SECONDS",
        default=default.time_s,
        help=f"for one document (default: {default.time_s:g})",
    )
    parser.add_argument(
        "--memory-limit",
        type=_memory,
        metavar="SIZE",
        default=default.memory_bytes,
        help=f"for one document (default: {default.memory_bytes / 2**30:g}G)",
    )
    parser.add_argument(
        "--size-limit",
        type=_limit,
        metavar="SIZE",
        default=default.size_bytes,
        help=f"larger documents fail (default: {default.size_bytes / 2**20:g}M); --max-size skips",
    )
    _add_archive_options(parser)


def _add_archive_options(parser: argparse.ArgumentParser) -> None:
    default = Settings().limits
    parser.add_argument(
        "--unpacked-limit",
        type=_limit,
        metavar="SIZE",
        default=default.expanded_bytes,
        help="what an archive or a compressed document may unpack to, in all "
        f"(default: {default.expanded_bytes / 2**20:g}M)",
    )
    parser.add_argument(
        "--nesting-limit",
        type=_depth,
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


def jobs_argument(text: str) -> int:
    """How many processes or threads."""
    return _whole_number(text, 1, _MOST_JOBS)


def distance_argument(text: str) -> int:
    """A Hamming distance that can be searched."""
    return _whole_number(text, 0, MAX_DISTANCE)


def count_argument(text: str) -> int:
    """How many fingerprints are made."""
    return _whole_number(text, 1, _MOST_FINGERPRINTS)


def seed_argument(text: str) -> int:
    """What made fingerprints start from."""
    return _whole_number(text, 0, _LARGEST_SEED)


def _words_argument(text: str) -> int:
    """The length of a passage."""
    return _whole_number(text, 1, 10_000)


def _depth(text: str) -> int:
    return _whole_number(text, 1, _DEEPEST)


def _whole_number(text: str, least: int, most: int) -> int:
    is_short = text.isdecimal() and len(text) <= len(str(most))
    if not is_short or not least <= int(text) <= most:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from {least} to {most:,}")
    return int(text)


def _share_argument(text: str) -> float:
    message = f"{text!r} is no share from 0 to 1"
    try:
        value = float(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(message) from error
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(message)
    return value


def size_argument(text: str) -> int:
    """Bytes: ``300``, ``20k``, ``1.5M``, ``2G``; the letters count in steps of 1,024."""
    found = _SIZE.fullmatch(text.strip())
    if not found:
        raise argparse.ArgumentTypeError(f"{text!r} is no size, such as 20k or 1.5M")
    size = float(found[1]) * _UNITS[found[2].lower()]
    if size > _LARGEST_BYTES:
        raise argparse.ArgumentTypeError(f"{text!r} is larger than {_LARGEST_BYTES // 2**40}T")
    return int(size)


def _limit(text: str) -> int:
    """A size that something can be below."""
    size = size_argument(text)
    if not size:
        raise argparse.ArgumentTypeError(f"{text!r} lets nothing through, such as 20k would")
    return size


def _memory(text: str) -> int:
    size = size_argument(text)
    if size < _LEAST_MEMORY_BYTES:
        least = _LEAST_MEMORY_BYTES // 2**20
        raise argparse.ArgumentTypeError(f"{text!r} is too little to read anything: from {least}M")
    return size


def _seconds(text: str) -> float:
    message = (
        f"{text!r} is no number of seconds from {_LEAST_S:g} to {_MOST_S:,}, such as 30 or 2.5"
    )
    try:
        value = float(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(message) from error
    if not _LEAST_S <= value <= _MOST_S:
        raise argparse.ArgumentTypeError(message)
    return value


def _extension(text: str) -> str:
    return f".{name_argument(text.lower().lstrip('.'))}"
