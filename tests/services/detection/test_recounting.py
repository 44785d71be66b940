"""What is common after documents were added is what it is in a new library."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from simhash_gui.services.detection import recounting
from simhash_gui.services.detection.pairs import DetectionOptions
from simhash_gui.services.detection.search import detect
from simhash_gui.services.importing.adding import import_paths
from simhash_gui.services.importing.importing import ImportOptions
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.libraries import Library, open_library

FORM = " ".join(f"form{number}" for number in range(40))
PHRASES = [" ".join(f"phrase{each}x{place}" for place in range(12)) for each in range(12)]
Known = tuple[list[int], ...]


def own(chance: random.Random, count: int) -> str:
    return " ".join(f"own{chance.randrange(10**6)}" for _ in range(count))


def text(chance: random.Random) -> str:
    """Own words with some phrases that other texts have, some behind a form."""
    parts = [own(chance, 25), *chance.sample(PHRASES, chance.randrange(4)), own(chance, 25)]
    return " ".join([FORM, *parts] if chance.random() < 0.5 else parts)


def write(folder: Path, name: str, words: str) -> None:
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.txt").write_text(words, encoding="utf-8")


def read(library: Library, folder: Path) -> None:
    import_paths(library, [folder], ImportOptions(workers=1), JobControl())


def common(library: Library) -> tuple[Known, dict[int, tuple[object, ...]]]:
    """What is common, and of each document, by its tokens, what is known of it."""
    detection = detect(library, DetectionOptions(partial=True), JobControl())
    found, digests = detection.common, detection.classifier.arrays.digests
    assert found is not None
    kinds = (found.shingles, found.passages)
    hashes = tuple(each.tolist() for kind in kinds for each in (kind.frequent, kind.template))
    about = zip(found.may_be_on_template.tolist(), *found.states.tolist(), strict=True)
    return hashes, dict(zip(digests.tolist(), about, strict=True))


@pytest.mark.parametrize("most", [recounting.RANGE_POSTINGS, 0])
@pytest.mark.parametrize("seed", range(3))
def test_what_is_common_after_some_were_added_is_that_of_a_new_library(
    seed: int,
    most: int,
    tmp_path: Path,
    library: Library,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Among those that are added are versions of others."""
    monkeypatch.setattr(recounting, "RANGE_POSTINGS", most)
    chance, docs = random.Random(seed), tmp_path / "docs"
    texts = [text(chance) for _ in range(26)]
    for number, words in enumerate(texts):
        write(docs, f"{number}", words)
    read(library, docs)
    common(library)
    for number in range(3):
        write(docs, f"new {number}", text(chance))
        write(docs, f"version {number}", f"{chance.choice(texts)} {own(chance, 4)}")
    read(library, docs)

    found = common(library)

    with open_library(tmp_path / "fresh.simhash") as fresh:
        read(fresh, docs)
        assert found == common(fresh)
    assert all(found[0])


def test_a_version_between_two_documents_takes_one_away_from_what_these_share(
    tmp_path: Path, library: Library
) -> None:
    """Five documents make a template, four do not: two of the five become versions of one text."""
    chance, docs = random.Random(4), tmp_path / "docs"
    for number in range(26):
        write(docs, f"{number}", f"{own(chance, 60)} {PHRASES[0] if number < 3 else ''}")
    shared, tail = f"{own(chance, 130)} {PHRASES[0]}", own(chance, 35)
    write(docs, "left", f"{own(chance, 20)} {shared}")
    write(docs, "right", f"{shared} {tail} {own(chance, 35)}")
    read(library, docs)
    (_, template, *_), _ = common(library)
    write(docs, "between", f"{shared} {tail}")
    read(library, docs)

    found = common(library)

    assert template
    assert not found[0][1]
    with open_library(tmp_path / "fresh.simhash") as fresh:
        read(fresh, docs)
        assert found == common(fresh)


def test_what_nothing_added_concerns_is_not_counted_again(tmp_path: Path, library: Library) -> None:
    """What a document shares with the others alone is lost: who counts it again would miss it."""
    chance, docs = random.Random(5), tmp_path / "docs"
    for number in range(25):
        write(docs, f"{number}", f"{FORM} {own(chance, 30)}")
    read(library, docs)
    before = common(library)
    with library.write() as connection:
        connection.exec_driver_sql(
            "UPDATE comparison_data SET shingles = x'', shingles_rest = x'', passages = x''"
        )
    write(docs, "added", f"{PHRASES[0]} {own(chance, 30)}")
    read(library, docs)

    hashes, about = common(library)

    assert hashes == before[0]
    assert about.items() > before[1].items()


def test_where_a_document_is_gone_everything_is_counted(tmp_path: Path, library: Library) -> None:
    chance, docs = random.Random(6), tmp_path / "docs"
    for number in range(24):
        write(docs, f"{number}", f"{FORM} {own(chance, 30)}")
    for number in range(5):
        write(docs, f"with {number}", f"{PHRASES[0]} {own(chance, 30)}")
    read(library, docs)
    before, _ = common(library)
    (docs / "with 3.txt").unlink()
    (docs / "with 4.txt").unlink()
    read(library, docs)

    hashes, _ = common(library)

    with open_library(tmp_path / "fresh.simhash") as fresh:
        read(fresh, docs)
        assert hashes == common(fresh)[0]
    assert np.setdiff1d(before[0], hashes[0]).size
