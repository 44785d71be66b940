"""Very many documents made from the shared corpora by cutting and splicing, with the truth.

Every original is put together from pieces of several documents, no two of them versions of one
text; a part of the originals come in families of edited copies, which are the pairs to be found.
The corpora are small, so originals overlap here and there in some piece. The folder has the form
of a labelled set. It is made once, the same every time, under ``.benchmarks/data``, and belongs to
nobody else.
"""

from __future__ import annotations

import csv
import json
import random
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, islice
from pathlib import Path

from tests.benchmarks.contenders.texts import edited

_LEAST_CHARACTERS = 400
_PIECES = (3, 6)
_PIECE_CHARACTERS = {"en": (300, 900), "zh": (120, 360)}
_ALONE = 0.6
_MOST_COPIES = 4
_MOST_EDITED = 0.15


@dataclass(frozen=True, slots=True)
class Document:
    """A made document; those of one family are near-duplicates of each other."""

    text: str
    family: int


def spliced_set(folder: Path, corpora: Path, count: int) -> Path:
    """The folder of a labelled set of ``count`` documents, made when it is not there."""
    home = folder / f"spliced-{count}"
    if not (home / "meta.json").exists():
        shutil.rmtree(home, ignore_errors=True)
        (home / "docs").mkdir(parents=True)
        _write(home, list(islice(_documents(corpora), count)))
    return home


def _documents(corpora: Path) -> Iterator[Document]:
    source, family = random.Random(0), 0
    sources = {language: _sources(corpora, language) for language in _PIECE_CHARACTERS}
    while True:
        language = source.choice(sorted(sources))
        original = _spliced(sources[language], _PIECE_CHARACTERS[language], source)
        copies = 0 if source.random() < _ALONE else source.randint(1, _MOST_COPIES)
        yield Document(original, family)
        for _ in range(copies):
            yield Document(edited(original, source.uniform(0.01, _MOST_EDITED), source), family)
        family += 1


def _sources(corpora: Path, language: str) -> list[str]:
    paths = [
        path
        for truth in sorted(corpora.glob(f"{language}-*/truth.csv"))
        for path in unrelated(truth, sorted((truth.parent / "docs").glob("*.txt")))
    ]
    texts = (path.read_text("utf-8") for path in paths)
    return [text for text in texts if len(text) >= _LEAST_CHARACTERS]


def unrelated(truth: Path, paths: list[Path]) -> Iterator[Path]:
    """Leave out what is related to a document before it."""
    related: dict[str, set[str]] = {}
    with truth.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if row["label"] != "0":
                related.setdefault(row["a"], set()).add(row["b"])
                related.setdefault(row["b"], set()).add(row["a"])
    kept: set[str] = set()
    for path in paths:
        if not related.get(path.stem, set()) & kept:
            kept.add(path.stem)
            yield path


def _spliced(sources: list[str], lengths: tuple[int, int], source: random.Random) -> str:
    pieces = []
    for text in source.choices(sources, k=source.randint(*_PIECES)):
        begin = source.randrange(max(1, len(text) - lengths[0]))
        pieces.append(text[begin : begin + source.randint(*lengths)].strip())
    return "\n\n".join(pieces) + "\n"


def _write(home: Path, documents: list[Document]) -> None:
    families: dict[int, list[str]] = {}
    for number, document in enumerate(documents):
        name = f"{number:06}"
        (home / "docs" / f"{name}.txt").write_text(document.text, "utf-8")
        families.setdefault(document.family, []).append(name)
    with (home / "truth.csv").open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(("a", "b", "label", "level"))
        for names in families.values():
            rows.writerows((a, b, 1, "copy") for a, b in combinations(names, 2))
    meta = {"name": home.name, "kind": "whole", "closed_world": True}
    (home / "meta.json").write_text(json.dumps(meta), "utf-8")
