"""Collections of documents, alike and skewed, cut into shards, and what a search says of them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from simhash_gui.core.ragged import Indexes
from simhash_gui.core.types import BLOCKS, Linkage, Words
from simhash_gui.services.batch.keys import (
    BLOCK_KEYS,
    KeyFiles,
    KeyOrder,
    block_keys,
    key_path,
)
from simhash_gui.services.batch.parquet import DIGEST_BYTES, MOST_DOCUMENTS, ParquetWriter, Piece
from simhash_gui.services.detection.answers.clusters import cluster_table
from simhash_gui.services.detection.answers.left_out import LeftOut, left_out
from simhash_gui.services.detection.answers.named_results import (
    NamedCluster,
    NamedFiles,
    NamedGroup,
    NamedPair,
    measured,
    named_clusters,
)
from simhash_gui.services.detection.detection import Detection
from simhash_gui.services.importing.adding import add_paths
from simhash_gui.services.importing.importing import ImportOptions, import_folders
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.libraries import FolderRole, Library, open_library

_SYLLABLES = [a + b for a in "bdfgklmnprstvw" for b in "aeiou"]
_FRAME = 60


class Answer(NamedTuple):
    """What a search of a library answers, by the names of files."""

    pairs: list[NamedPair]
    groups: list[NamedGroup]
    clusters: list[NamedCluster]
    left_out: tuple[LeftOut, ...]
    searched: tuple[int, bool, bool]


def answer(library: Library, detection: Detection) -> Answer:
    """The whole answer, with measures in place of estimates."""
    detection = measured(detection, JobControl())
    files = NamedFiles(library, detection)
    table = cluster_table(detection, None, Linkage.MEDOID)
    return Answer(
        list(files.pairs()),
        list(files.groups()),
        list(named_clusters(library, table)),
        left_out(detection),
        (detection.searched_distance, detection.is_lowered, detection.is_cut),
    )


def word(rng: random.Random) -> str:
    """Rare words and frequent ones, as in a language."""
    number = int(rng.paretovariate(0.6)) % 40_000
    return "".join(_SYLLABLES[number // 70**place % 70] for place in range(3))


def collection(
    seed: int, documents: int, *, alike: float = 0.5, is_skewed: bool = True
) -> list[str]:
    """Texts, of which ``alike`` are made from others: copies, revisions, parts, forms, short ones.

    ``is_skewed``: some texts have many versions, most have none.
    """
    rng = random.Random(seed)
    frame = [word(rng) for _ in range(_FRAME)]
    texts: list[list[str]] = [[word(rng) for _ in range(120)]]
    while len(texts) < documents:
        place = rng.randrange(len(texts))
        if is_skewed:
            place = min(int(rng.paretovariate(0.8)), len(texts)) - 1
        source = texts[place]
        new = [word(rng) for _ in range(rng.choice((4, 20, 60, 150)))]
        if rng.random() < alike:
            changed = list(source)
            for _ in range(rng.choice((0, 1, 3, 12))):
                changed[rng.randrange(len(changed))] = word(rng)
            start = rng.randrange(len(source))
            on_form = [*frame, *new[:8]]
            new = rng.choice((changed, source, new + source[start : start + 40], on_form))
        texts.append(new)
    return [" ".join(text) for text in texts]


def write(folder: Path, texts: Sequence[str], shards: int) -> list[Path]:
    """Files in as many folders as there are shards, dealt out in turn."""
    folders = [folder / f"share{number}" for number in range(shards)]
    for number, text in enumerate(texts):
        share = folders[number % shards]
        share.mkdir(parents=True, exist_ok=True)
        (share / f"{number:04}.txt").write_text(text, encoding="utf-8")
    return folders


def fill(path: Path, folders: Sequence[Path]) -> Path:
    """A library with the documents of some folders."""
    with open_library(path) as library:
        add_paths(library, folders, FolderRole.NORMAL)
        import_folders(library, None, ImportOptions(workers=1), JobControl())
    return path


def in_shards(folder: Path, texts: Sequence[str], shards: int) -> tuple[Path, list[Path]]:
    """One library with all texts, and the same files in shards."""
    folders = write(folder, texts, shards)
    one = fill(folder / "one.simhash", folders)
    parts = [fill(folder / f"{each.name}.simhash", [each]) for each in folders]
    return one, parts


def made_block_keys(folder: Path, words: Words) -> KeyFiles:
    """Key files of fingerprints alone, as if each were of a document."""
    order = KeyOrder(Path("made.simhash"), "")
    path = key_path(folder, BLOCK_KEYS, order)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as stream:
        writer = ParquetWriter(stream)
        for start in range(0, len(words), MOST_DOCUMENTS):
            some = words[start : start + MOST_DOCUMENTS]
            digests = np.arange(start, start + len(some)).astype(f"S{DIGEST_BYTES}").tobytes()
            counts = np.full(len(some), BLOCKS)
            writer.add(Piece(digests, some.view(np.int64), counts, block_keys(some)))
        writer.finish()
    return KeyFiles(folder, [order])


def graph(shape: str, count: int, seed: int = 1) -> tuple[int, Indexes, Indexes]:
    """How many documents, and pairs of them: a shuffled chain, skewed to a few, or random."""
    rng = np.random.default_rng(seed)
    if shape == "chain":
        order = rng.permutation(count)
        return count, order[:-1], order[1:]
    left, right = rng.integers(0, count, (2, count * 2 // 3))
    if shape == "skewed":
        left = np.minimum(rng.zipf(1.5, len(left)), count) - 1
    return count, left, right


def first_difference(one: Answer, other: Answer) -> Any:
    """What a failing test shows: the first values that differ; None where all are equal."""
    for name, left, right in zip(Answer._fields, one, other, strict=True):
        if left != right:
            return name, left, right
    return None
