"""Every command: what it is for, what it takes, and an example; what it does is in its module.

Those on a library and its files are in ``library_commands``.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from types import MappingProxyType

from simhash_gui.cli.arguments.library_commands import (
    add_apply,
    add_journal,
    add_library,
    add_plan,
    add_undo,
    add_verdict,
)
from simhash_gui.cli.arguments.options import (
    LANGUAGES,
    What,
    add_check_options,
    add_counting_options,
    add_detection_options,
    add_existing_library,
    add_jobs,
    add_limit_options,
    add_linkage,
    add_recipe,
    add_report_options,
    add_rule_options,
    add_text_file,
    add_threshold_options,
    distance_argument,
)
from simhash_gui.cli.arguments.parser import complete
from simhash_gui.cli.arguments.values import (
    count_argument,
    jobs_argument,
    library_argument,
    name_argument,
    one_of,
    path_argument,
    seed_argument,
)
from simhash_gui.core.fingerprint.recipe import DEFAULT_RECIPE
from simhash_gui.services.library.paths import REVIEW_NAME
from simhash_gui.services.library.settings import MAX_DISTANCE

ENGINES = ("local", "spark")
"""Who searches shards; the first is the default."""


def _scan(parser: argparse.ArgumentParser) -> None:
    """What is imported, and what is then looked for."""
    complete(
        parser,
        "simhash-gui scan Documents letter.docx --library mine.simhash",
        "A pair is listed when its texts confirm what the fingerprints suggest.\n"
        "old.zip!/a.txt is the file a.txt in the archive old.zip; commands take it so, too.\n"
        "In JSON, met = read + unchanged + skipped + failed_now; duplicates are a part of read,"
        " and still_failed of unchanged: files that failed earlier and were not tried again.",
    )
    parser.add_argument(
        "folders",
        nargs="+",
        type=name_argument,
        metavar="PATH",
        help="a folder, or a single file",
    )
    parser.add_argument(
        "--library",
        type=library_argument,
        metavar="FILE",
        help="keep the library here; the next scan then reads only what changed "
        "(default: a temporary library)",
    )
    parser.add_argument(
        "--no-search",
        action="store_true",
        help="only read what is new into the library, say as a shard for batch",
    )
    add_detection_options(parser)
    _add_special_documents(parser)
    add_recipe(parser, f"that of the library, {DEFAULT_RECIPE} in a new one")
    add_jobs(parser)
    add_limit_options(parser)
    add_rule_options(parser)


def _add_special_documents(parser: argparse.ArgumentParser) -> None:
    """Folders that are kept, and templates."""
    parser.add_argument(
        "--reference",
        action="append",
        default=[],
        type=name_argument,
        metavar="FOLDER",
        help="scan this folder too, as one whose files are always kept and never touched; the"
        " library keeps that",
    )
    parser.add_argument(
        "--template",
        action="append",
        default=[],
        metavar="FILE",
        help="a document that others are written on: its text is no evidence; the library keeps it",
    )


def _batch(parser: argparse.ArgumentParser) -> None:
    """The shards, where the result goes, and who does the work."""
    complete(
        parser,
        "simhash-gui batch one.simhash two.simhash --out review",
        "Each shard is a library that scan has made (scan --no-search is enough), on this machine"
        f" or on another one. DIR gets a review library ({REVIEW_NAME}) that opens in the window;"
        " texts stay in the shards."
        " Interrupted or killed, the same command goes on where it was.",
    )
    parser.add_argument("shards", nargs="+", type=path_argument, metavar="SHARD", help="a library")
    parser.add_argument(
        "--out",
        type=path_argument,
        metavar="DIR",
        required=True,
        help="the folder for the review library and what is kept of each stage",
    )
    parser.add_argument(
        "--engine",
        choices=ENGINES,
        default=ENGINES[0],
        metavar="|".join(ENGINES),
        help="who does the work: this machine (default), or Spark, which needs"
        " simhash-gui[spark] and Java 17",
    )
    parser.add_argument(
        "--master",
        metavar="URL",
        help="the Spark cluster, e.g. spark://host:7077 (default: local[*,4], this machine)",
    )
    add_detection_options(parser)
    add_jobs(parser)


def _check(parser: argparse.ArgumentParser) -> None:
    """FILE, and what it is compared with."""
    complete(
        parser,
        "simhash-gui check draft.docx --library my.simhash --report a.html",
        "Every match comes with its common passages, counted in characters of the text.",
    )
    add_text_file(parser, ", or a folder of documents")
    parser.add_argument(
        "--library", type=library_argument, metavar="FILE", help="a library that scan has made"
    )
    parser.add_argument(
        "--among-themselves",
        action="store_true",
        help="compare the documents of a folder with each other, without a library",
    )
    parser.add_argument(
        "--tender",
        metavar="CALL",
        help="beside --among-themselves: the documents are bids for this call for tenders, whose"
        " text does not count; tell the mistakes, properties and names that two of them share",
    )
    parser.add_argument(
        "--since",
        type=path_argument,
        metavar="FILE",
        help="what an earlier check answered with --format json: tell what changed since",
    )
    add_report_options(parser)
    add_check_options(parser)
    add_counting_options(parser)


def _compare(parser: argparse.ArgumentParser) -> None:
    """The two documents."""
    complete(parser, "simhash-gui compare old.docx new.docx")
    parser.add_argument("a", type=path_argument, metavar="A", help="a document")
    parser.add_argument(
        "b", type=path_argument, metavar="B", help="the document to compare it with"
    )
    add_recipe(parser, DEFAULT_RECIPE)


def _fingerprint(parser: argparse.ArgumentParser) -> None:
    """FILE, and how it is fingerprinted."""
    complete(
        parser,
        "simhash-gui fingerprint letter.txt --trace",
        "--recipe also takes the id of a recipe, which names every choice; another width is"
        " v1:nfkc+fold+simplified+space:words:1:count:xxh3-64:8:zero.",
    )
    add_text_file(parser)
    add_recipe(parser, DEFAULT_RECIPE)
    parser.add_argument(
        "--trace", action="store_true", help="show every feature with its hash, and every vote"
    )


def _export(parser: argparse.ArgumentParser) -> None:
    """What is written, and where."""
    complete(parser, "simhash-gui export pairs pairs.csv --library mine.simhash")
    parser.add_argument(
        "what",
        type=one_of(What),
        choices=list(What),
        metavar="pairs|clusters",
        help="pairs: a row for each pair; clusters: a row for each file in a cluster",
    )
    parser.add_argument(
        "output",
        type=path_argument,
        metavar="OUTPUT",
        help="the file to write, *.csv or *.json; clusters also as *.html, which asks for nothing"
        " from the network; a long one goes on in OUTPUT-2.html and so on",
    )
    add_existing_library(parser)
    parser.add_argument(
        "--bom",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="begin a CSV file with a byte order mark, by which spreadsheets know UTF-8 (default)",
    )
    parser.add_argument(
        "--language",
        choices=LANGUAGES,
        default="en",
        metavar="|".join(LANGUAGES),
        help="of the words of *.html (default: en)",
    )
    add_detection_options(parser)


def _pairs(parser: argparse.ArgumentParser) -> None:
    """The fingerprints, and where the pairs go."""
    complete(parser, "simhash-gui pairs fingerprints.npy --distance 3 --output pairs.npz")
    parser.add_argument(
        "file",
        type=path_argument,
        metavar="FILE.npy",
        help="an array of 64-bit fingerprints, as numpy.save writes it (uint64)",
    )
    parser.add_argument(
        "--distance",
        type=distance_argument,
        default=3,
        metavar="K",
        help=f"maximum Hamming distance, 0 to {MAX_DISTANCE} (default: 3)",
    )
    parser.add_argument(
        "--output",
        type=path_argument,
        metavar="PAIRS.npz",
        help="write arrays left, right (positions in FILE, left < right) and distance "
        "(default: only count them)",
    )
    parser.add_argument(
        "--jobs",
        type=jobs_argument,
        metavar="N",
        default=0,
        help="threads (default: one for every processor, as far as memory allows)",
    )


def _limits(parser: argparse.ArgumentParser) -> None:
    """``--limit``."""
    complete(
        parser,
        "simhash-gui limits --limit near_jaccard=0.5",
        "Nothing is kept: what --limit changes here it changes in scan, check, export and "
        "evaluate when it is given there.",
    )
    add_threshold_options(parser)


def _lab(parser: argparse.ArgumentParser) -> None:
    """The fingerprints, and how far is searched."""
    complete(
        parser,
        "simhash-gui lab --size 100000 --distance 3",
        "Every method gets the same fingerprints and the same 100 queries; probes, candidates and"
        " query_us are those of one query. A method that would not fit says why under skipped."
        " Exit status: 1 when the methods do not agree.",
    )
    parser.add_argument(
        "--size",
        type=count_argument,
        metavar="N",
        help="how many fingerprints are made, up to 1,000,000 (default: 10,000)",
    )
    parser.add_argument(
        "--distance",
        type=distance_argument,
        default=3,
        metavar="K",
        help=f"maximum Hamming distance, 0 to {MAX_DISTANCE} (default: 3)",
    )
    parser.add_argument(
        "--library",
        type=library_argument,
        metavar="FILE",
        help="take the fingerprints of this library in place of made ones",
    )
    parser.add_argument(
        "--seed",
        type=seed_argument,
        default=1,
        metavar="S",
        help="what fingerprints and queries are made of, a whole number (default: 1)",
    )


def _evaluate(parser: argparse.ArgumentParser) -> None:
    """The sets, and how they are searched."""
    complete(parser, "simhash-gui evaluate sets/news sets/essays --format json")
    parser.add_argument(
        "sets",
        nargs="+",
        type=name_argument,
        metavar="SETDIR",
        help="a folder with docs/*.txt, truth.csv and meta.json",
    )
    parser.add_argument(
        "--partial",
        action="store_true",
        help="look for copies of a part as well; sets of such copies need it",
    )
    parser.add_argument(
        "--pooled",
        action="store_true",
        help="put all sets into one library, so that each is searched among the others",
    )
    add_linkage(parser)
    add_threshold_options(parser)
    add_jobs(parser)


DEFINITIONS: Mapping[str, Callable[[argparse.ArgumentParser], None]] = MappingProxyType(
    {
        "scan": _scan,
        "batch": _batch,
        "check": _check,
        "compare": _compare,
        "fingerprint": _fingerprint,
        "library": add_library,
        "export": _export,
        "pairs": _pairs,
        "verdict": add_verdict,
        "plan": add_plan,
        "apply": add_apply,
        "undo": add_undo,
        "journal": add_journal,
        "limits": _limits,
        "lab": _lab,
        "evaluate": _evaluate,
    }
)
"""What gives each command its options."""
