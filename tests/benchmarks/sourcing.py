"""Where does a text come from? Manuscripts made of three sources with edits, and what is found.

The library holds real documents, and others made of their words up to a size; manuscripts are
pieces of documents that are not in it, with passages of three that are. Each passage is edited in
one of nine ways. Characters that were copied are the truth. The same questions can be put to peers:
a brute-force comparison of shingles, and datasketch's LSH Ensemble over MinHash.

    python -m tests.benchmarks.sourcing CORPORA --documents 50000 --manuscripts 45 --peers
"""

from __future__ import annotations

import argparse
import random
import re
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np

from simhash_gui.services.checking.checking import check_text
from simhash_gui.services.checking.judging import find
from simhash_gui.services.comparison.evidence import ComparedText
from simhash_gui.services.comparison.loading import load_here
from simhash_gui.services.detection.pairs import DetectionOptions
from simhash_gui.services.importing.adding import import_paths
from simhash_gui.services.importing.importing import ImportOptions
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.libraries import (
    Library,
    existing_library,
    library_recipe,
    open_library,
)
from tests.benchmarks.environments import PEERS, interpreter_of
from tests.benchmarks.processes import Child
from tests.benchmarks.results import say
from tests.benchmarks.spliced import unrelated
from tests.helpers.scripts import simplified_characters

_SETS = ("zh-docs-dev", "zh-partial-dev", "en-articles-dev", "en-peps-dev", "en-pan13-dev")
_NO_PROSE = re.compile(r"https?:|[`{};=|<>\\_]|[A-Za-z0-9+/]{60}")
_LEAST_CHARACTERS = {"zh": 1_500, "en": 3_000}
_PASSAGE = {"zh": (200, 700), "en": (500, 1_800)}
_OWN_PIECES = 5
_SOURCES = 3
_HELD_OUT = 5
"""One document in so many is not in the library."""
_RATE = 0.04
_LEAST_SHINGLES = 10
_LINE = 42
_LINES_A_PAGE = 12
_HEAD = "第三期 学报 Journal of Applied Things Vol. 3"
_HEADS = re.compile(rf"— \d+ —\n{_HEAD}\n*")

Edit = Callable[[str, random.Random], str]


@dataclass(frozen=True, slots=True)
class Manuscript:
    """A made text, where what was copied stands, and from which documents."""

    name: str
    kind: str
    text: str
    copied: tuple[tuple[int, int], ...]
    sources: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """What a method found of one manuscript: places, documents, the best first, and the time."""

    spans: Sequence[tuple[int, int]]
    sources: Sequence[str]
    cpu_s: float
    wall_s: float


def _units(text: str) -> tuple[list[str], str]:
    if text.count(" ") > len(text) / 20:
        return text.split(" "), " "
    return [text[place : place + 2] for place in range(0, len(text), 2)], ""


def _by_units(change: Callable[[list[str], int, random.Random], None]) -> Edit:
    """An edit at one unit in twenty, a word or two characters."""

    def apply(text: str, source: random.Random) -> str:
        units, joint = _units(text)
        for _ in range(max(1, round(_RATE * len(units)))):
            change(units, source.randrange(len(units) - 1), source)
        return joint.join(units)

    return apply


def _swap(units: list[str], place: int, _: random.Random) -> None:
    units[place], units[place + 1] = units[place + 1], units[place]


def _insert(units: list[str], place: int, source: random.Random) -> None:
    units.insert(place, source.choice(units))


def _drop(units: list[str], place: int, _: random.Random) -> None:
    del units[place]


def _reorder(text: str, source: random.Random) -> str:
    sentences = re.split(r"(?<=[。！？])|(?<=[.!?])\s+", text)
    source.shuffle(sentences)
    return ("" if "。" in text else " ").join(sentences)


def _other_script(text: str, _: random.Random) -> str:
    traditional = {simple: other for other, simple in simplified_characters().items()}
    return "".join(traditional.get(each, each) for each in text).swapcase()


def _other_width(text: str, _: random.Random) -> str:
    wide = {code: code + 0xFEE0 for code in range(0x21, 0x7F)}
    narrow = {code + 0xFEE0: code for code in range(0x21, 0x7F)}
    return text.translate({**wide, **narrow})


def _broken(text: str, source: random.Random) -> str:
    """In lines of one length, with the head of a page between them now and then."""
    flat, lines = " ".join(text.split()), []
    page = source.randint(2, 400)
    while flat:
        end = len(flat) if len(flat) <= _LINE else (flat.rfind(" ", 1, _LINE) + 1 or _LINE)
        lines.append(flat[:end].rstrip())
        flat = flat[end:]
        if len(lines) % (_LINES_A_PAGE + 2) == _LINES_A_PAGE:
            lines += [f"— {page} —", _HEAD]
            page += 1
    return "\n".join(lines)


def _mixed(text: str, source: random.Random) -> str:
    for edit in (_swap, _insert, _drop):
        text = _by_units(edit)(text, source)
    return _broken(_reorder(text, source), source)


EDITS: Mapping[str, Edit] = {
    "unchanged": lambda text, _: text,
    "words swapped": _by_units(_swap),
    "words inserted": _by_units(_insert),
    "words dropped": _by_units(_drop),
    "sentences re-ordered": _reorder,
    "other script or case": _other_script,
    "other width": _other_width,
    "lines and page heads": _broken,
    "all edits at once": _mixed,
}


def texts_of(corpora: Path) -> dict[str, list[tuple[str, str]]]:
    """Names and texts of documents that have nothing to do with each other, by language."""
    found: dict[str, list[tuple[str, str]]] = {"zh": [], "en": []}
    for name in _SETS:
        language = name[:2]
        paths = sorted((corpora / name / "docs").glob("*.txt"))
        for path in unrelated(corpora / name / "truth.csv", paths):
            text = path.read_text("utf-8")
            if len(text) >= _LEAST_CHARACTERS[language]:
                found[language].append((f"{name}-{path.stem}.txt", text))
    return found


def manuscripts(texts: dict[str, list[tuple[str, str]]], count: int) -> Iterator[Manuscript]:
    """Both languages and all edits in turn."""
    source, kinds = random.Random(15), list(EDITS)
    for number in range(count):
        language = sorted(texts)[number // len(kinds) % len(texts)]
        kind = kinds[number % len(kinds)]
        own = texts[language][::_HELD_OUT]
        others = [each for place, each in enumerate(texts[language]) if place % _HELD_OUT]
        chosen = list(islice(_prose(others, language, source), _SOURCES))
        passages = [EDITS[kind](piece, source) for _, piece in chosen]
        pieces = [(piece, False) for _, piece in islice(_prose(own, language, source), _OWN_PIECES)]
        for passage in passages:
            pieces.insert(source.randrange(len(pieces) + 1), (passage, True))
        yield _put_together(f"m{number:03}.txt", kind, pieces, [name for name, _ in chosen])


def _prose(
    texts: Sequence[tuple[str, str]], language: str, source: random.Random
) -> Iterator[tuple[str, str]]:
    """Pieces of documents, no two of one, in which there is neither code nor a list of links."""
    for name, text in source.sample(texts, len(texts)):
        piece = _piece(text, language, source)
        if not _NO_PROSE.search(piece) and len(piece) >= _PASSAGE[language][0] / 2:
            yield name, piece


def _piece(text: str, language: str, source: random.Random) -> str:
    """From the beginning of a sentence to the end of one."""
    least, most = _PASSAGE[language]
    start = source.randrange(max(1, len(text) - most))
    piece = text[start : start + source.randint(least, most)]
    begin = re.search(r"[。！？.!?\n]\s*", piece)
    end = max(piece.rfind(mark) for mark in "。！？.!?\n")
    first = begin.end() if begin and begin.end() < len(piece) // 4 else 0
    return piece[first : end + 1 if end > len(piece) // 2 else len(piece)].strip()


def _put_together(
    name: str, kind: str, pieces: Sequence[tuple[str, bool]], sources: Sequence[str]
) -> Manuscript:
    text, copied = "", []
    for piece, is_copied in pieces:
        if is_copied:
            copied.append((len(text), len(text) + len(piece)))
        text += f"{piece}\n\n"
    return Manuscript(name, kind, text, tuple(copied), tuple(sources))


def write_library(folder: Path, texts: dict[str, list[tuple[str, str]]], count: int) -> int:
    """The documents of the library, ``count`` of them if there are not more."""
    folder.mkdir(parents=True)
    kept = [each for own in texts.values() for place, each in enumerate(own) if place % _HELD_OUT]
    for name, text in kept:
        (folder / name).write_text(text, "utf-8")
    source = random.Random(50)
    languages = sorted(texts)
    for number in range(len(kept), count):
        language = languages[number % len(languages)]
        chosen = source.choices([text for _, text in texts[language]], k=3)
        pieces = [_piece(each, language, source) for each in chosen]
        text = "\n\n".join(_shuffled(each, source) for each in pieces)
        place = folder / f"made-{number // 1000:03}"
        place.mkdir(exist_ok=True)
        (place / f"{number:06}.txt").write_text(text, "utf-8")
    return max(count, len(kept))


def _shuffled(text: str, source: random.Random) -> str:
    """The same words, or pairs of characters, in another order: no passage stands anywhere else."""
    units = re.findall(r"[A-Za-z]+|[\u4e00-\u9fff]{1,2}|\S", text)
    source.shuffle(units)
    return ("" if len(text) > 2 * len(text.split()) * 5 else " ").join(units)


def ask_ours(library: Library, manuscript: Manuscript, folder: Path) -> Answer:
    """The check as the command and the page do it, the reading of the file included."""
    path = folder / manuscript.name
    path.write_bytes(manuscript.text.encode())
    wall, cpu = time.perf_counter(), time.process_time()
    question = load_here(path, library_recipe(library))
    checked = check_text(library, question, DetectionOptions(), JobControl())
    findings = find(question, checked)
    spans = [
        (each.passage.a.start, each.passage.a.end)
        for source in findings.sources
        for each in source.passages
    ]
    sources = [Path(each.path).name for each in findings.sources]
    return Answer(spans, sources, time.process_time() - cpu, time.perf_counter() - wall)


class BruteForce:
    """Every document's shingles compared with those of the question, one document after another."""

    def __init__(self, folder: Path) -> None:
        self._documents = {
            path.name: ComparedText.of(path.read_text("utf-8")).shingles.distinct
            for path in sorted(folder.rglob("*.txt"))
        }

    def ask(self, manuscript: Manuscript) -> Answer:
        """Documents that have a few shingles of the question, and where these stand."""
        wall, cpu = time.perf_counter(), time.process_time()
        text = ComparedText.of(manuscript.text)
        own, found = text.shingles.hashes, []
        asked = np.unique(own)
        has = np.zeros(len(own), np.bool_)
        for name, hashes in self._documents.items():
            shared = np.intersect1d(asked, hashes, assume_unique=True)
            if len(shared) >= _LEAST_SHINGLES:
                found.append((len(shared), name))
                has |= np.isin(own, shared)
        places, span = np.flatnonzero(has), text.shingles.span
        starts, ends = text.tokens.starts[places], text.tokens.ends[places + span - 1]
        spans = list(zip(starts.tolist(), ends.tolist(), strict=True))
        sources = [name for _, name in sorted(found, reverse=True)]
        return Answer(spans, sources, time.process_time() - cpu, time.perf_counter() - wall)


def ask_peers(
    folder: Path, asked: Sequence[Manuscript], scores: dict[str, Score], venvs: Path
) -> None:
    """The same questions to others; what they prepare beforehand is told apart."""
    started = time.process_time()
    brute = BruteForce(folder)
    say(f"brute force prepared in {time.process_time() - started:.0f} s of processor time")
    for each in asked:
        scores.setdefault("brute-force shingles", Score()).add(each, brute.ask(each))
    python = interpreter_of(PEERS["datasketch"], venvs)
    with Child(python, "datasketch_sources.py") as peer:
        built = peer.call("build", folder=str(folder))
        say(f"datasketch prepared in {built.cpu_s:.0f} s of processor time")
        for each in asked:
            told = peer.call("ask", text=each.text)
            answer = Answer([], told.result, told.cpu_s, told.wall_s)
            scores.setdefault("datasketch LSH Ensemble", Score()).add(each, answer)


@dataclass
class Score:
    """Characters and sources, summed over manuscripts."""

    copied: int = 0
    reported: int = 0
    right: int = 0
    wanted: int = 0
    found: int = 0
    listed: int = 0
    cpu_s: float = 0.0
    wall_s: float = 0.0
    count: int = 0

    def add(self, manuscript: Manuscript, answer: Answer) -> None:
        """One more manuscript. Page heads count neither as copied nor as found."""
        size = len(manuscript.text)
        is_head = _flags([each.span() for each in _HEADS.finditer(manuscript.text)], size)
        truth, told = (
            _flags(spans, size) & ~is_head for spans in (manuscript.copied, answer.spans)
        )
        self.copied += int(truth.sum())
        self.reported += int(told.sum())
        self.right += int((truth & told).sum())
        self.wanted += len(manuscript.sources)
        self.found += len(set(manuscript.sources) & set(answer.sources))
        self.listed += len(answer.sources)
        self.cpu_s += answer.cpu_s
        self.wall_s += answer.wall_s
        self.count += 1

    def row(self, name: str) -> str:
        """Of a Markdown table."""
        precision, recall = self.right / max(1, self.reported), self.right / max(1, self.copied)
        told = f"{precision:.3f} | {recall:.3f}" if self.reported else " | "
        return (
            f"| {name} | {told} | {self.found} of {self.wanted} | {self.listed} |"
            f" {self.cpu_s / self.count:.2f} | {self.wall_s / self.count:.2f} |"
        )


def _flags(spans: Sequence[tuple[int, int]], length: int) -> np.ndarray:
    flags = np.zeros(length, np.bool_)
    for start, end in spans:
        flags[start:end] = True
    return flags


def main() -> None:
    """Make, ask, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpora", type=Path)
    parser.add_argument("--documents", type=int, default=0, help="of the library, at least")
    parser.add_argument("--manuscripts", type=int, default=2 * len(EDITS))
    parser.add_argument("--peers", action="store_true")
    parser.add_argument("--keep", type=Path, help="a folder for the library, used again if there")
    options = parser.parse_args()
    texts = texts_of(options.corpora)
    with tempfile.TemporaryDirectory() as made:
        home = options.keep or Path(made)
        documents, file = home / "documents", home / "library.simhash"
        if not file.exists():
            count = write_library(documents, texts, options.documents)
            say(f"{count:,} documents")
            started = time.perf_counter()
            with open_library(file) as library:
                import_paths(library, [documents], ImportOptions(), JobControl())
            say(f"imported in {time.perf_counter() - started:.0f} s by the clock")
        asked = list(manuscripts(texts, options.manuscripts))
        scores: dict[str, Score] = {}
        with existing_library(file) as library:
            for each in asked:
                answer = ask_ours(library, each, Path(made))
                for name in (each.kind, "simhash-gui, all"):
                    scores.setdefault(name, Score()).add(each, answer)
        if options.peers:
            ask_peers(documents, asked, scores, Path(".benchmarks") / "venvs")
        say("| edit or method | precision | recall | sources found | listed | CPU s | wall s |")
        say("|---|---|---|---|---|---|---|")
        for name, score in scores.items():
            say(score.row(name))


if __name__ == "__main__":
    main()
