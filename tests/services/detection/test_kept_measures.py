"""What was measured is kept, and an answer is still that of a new library."""

from __future__ import annotations

import logging
import random
import sqlite3
import tracemalloc
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from simhash_gui.core.text.classes import PairClass
from simhash_gui.core.types import Linkage
from simhash_gui.services.detection.answers.clusters import cluster_table
from simhash_gui.services.detection.answers.left_out import left_out
from simhash_gui.services.detection.answers.named_results import (
    NamedCluster,
    NamedPair,
    measured,
    named_clusters,
)
from simhash_gui.services.detection.detection import Detection
from simhash_gui.services.detection.pairs import CLASSES, DetectionOptions
from simhash_gui.services.detection.passage_marks import (
    PassageMark,
    mark_passage,
    marked_passages,
)
from simhash_gui.services.detection.search import detect
from simhash_gui.services.detection.shared_passages import shared_passages
from simhash_gui.services.importing.adding import import_paths
from simhash_gui.services.importing.importing import ImportOptions
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.libraries import (
    Library,
    drop_gone,
    existing_library,
    open_library,
)
from simhash_gui.services.library.thresholds import Thresholds
from simhash_gui.store.repositories import pairs
from simhash_gui.store.repositories.pairs import RECORD
from tests.helpers.logfail import ExpectLog
from tests.services.listed import named_pairs

WORDS = [a + b + c for a in "bdgklmnprst" for b in "aeiou" for c in ("n", "rt", "lk", "sh")]
FRAME = "this notice is sent to everybody who has ever asked the office about a permit"
Row = tuple[str, int, int, int, PassageMark | None]
Answer = tuple[list[NamedPair], list[NamedCluster], list[Row]]


def answer(library: Library, options: DetectionOptions) -> Answer:
    control = JobControl()
    detection = measured(detect(library, options, control), control)
    table = cluster_table(detection, None, Linkage.MEDOID)
    clusters = list(named_clusters(library, table))
    passages = shared_passages(library, detection, control) if options.partial else []
    rows = [(row.text, row.spread, row.words, len(row.documents), row.mark) for row in passages]
    return list(named_pairs(library, detection)), clusters, rows


def told(library: Library, options: DetectionOptions) -> Answer:
    """The answer but for the numbers in short texts, which are read whenever they are told."""
    pairs, clusters, rows = answer(library, options)
    return [replace(pair, numbers=None) for pair in pairs], clusters, rows


def forget_searches(connection: sqlite3.Connection) -> None:
    """So that what was measured and counted is asked for."""
    connection.execute("DELETE FROM common_text WHERE length(key) > 17")


def import_folder(library: Library, folder: Path) -> None:
    import_paths(library, [folder], ImportOptions(workers=1), JobControl())


def text(chance: random.Random) -> str:
    """Some words, often behind a frame that many have, sometimes with a quotation."""
    own = " ".join(chance.choices(WORDS, k=chance.randrange(20, 90)))
    if chance.random() < 0.6:
        own = f"{FRAME}\n{own}"
    if chance.random() < 0.2:
        own = f"{own}\n\n> {' '.join(chance.choices(WORDS, k=25))}\n> {FRAME}\n"
    return own


def revised(chance: random.Random, source: str) -> str:
    words = source.split(" ")
    for _ in range(max(1, len(words) // 12)):
        words[chance.randrange(len(words))] = chance.choice(WORDS)
    return " ".join(words)


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    """Thirty documents, of which some are versions of others."""
    folder, chance = tmp_path / "docs", random.Random(3)
    folder.mkdir()
    for number in range(30):
        change(chance, folder, number)
    return folder


def change(chance: random.Random, folder: Path, number: int) -> None:
    known = sorted(folder.iterdir())
    source = text(chance)
    if known and chance.random() < 0.5:
        source = revised(chance, chance.choice(known).read_text("utf-8"))
    (folder / f"{number:03}.txt").write_text(source, encoding="utf-8")


def add(chance: random.Random, folder: Path, _: Library) -> None:
    for number in range(4):
        change(chance, folder, chance.randrange(100, 900) + number)


def change_some(chance: random.Random, folder: Path, _: Library) -> None:
    for path in chance.sample(sorted(folder.iterdir()), 3):
        path.write_text(revised(chance, path.read_text("utf-8")), encoding="utf-8")


def remove(chance: random.Random, folder: Path, library: Library) -> None:
    for path in chance.sample(sorted(folder.iterdir()), 5):
        path.unlink()
    import_folder(library, folder)
    drop_gone(library)


def mark(chance: random.Random, _: Path, library: Library) -> None:
    mark_passage(library, FRAME, chance.choice(list(PassageMark)))


STEPS: list[Callable[[random.Random, Path, Library], None]] = [add, change_some, remove, mark]
OPTIONS = [
    DetectionOptions(),
    DetectionOptions(partial=True),
    DetectionOptions(thresholds=replace(Thresholds(), near_edit_share=0.9, near_jaccard=0.8)),
    DetectionOptions(thresholds=replace(Thresholds(), rare_documents=3, template_documents=4)),
]


@pytest.mark.parametrize(
    "seed", [1, *(pytest.param(seed, marks=pytest.mark.thorough) for seed in range(2, 12))]
)
def test_after_any_history_the_answer_is_that_of_a_new_library(
    docs: Path, library: Library, tmp_path: Path, seed: int
) -> None:
    chance = random.Random(seed)
    import_folder(library, docs)
    answer(library, OPTIONS[0])
    for number in range(3):
        step, options = chance.choice(STEPS), chance.choice(OPTIONS)
        step(chance, docs, library)
        import_folder(library, docs)

        kept = answer(library, options)

        with open_library(tmp_path / f"fresh {number}.simhash") as fresh:
            for passage in marked_passages(library):
                mark_passage(fresh, passage.text, passage.mark)
            import_folder(fresh, docs)
            assert kept == answer(fresh, options)


@pytest.mark.parametrize(
    "seed", [1, 2, *(pytest.param(seed, marks=pytest.mark.thorough) for seed in range(3, 20))]
)
def test_after_additions_of_spliced_texts_the_answer_is_that_of_a_new_library(
    library: Library, tmp_path: Path, seed: int
) -> None:
    """Everything is made of a few pieces, so that all that is common changes all the time."""
    folder, chance = tmp_path / "spliced", random.Random(seed)
    folder.mkdir()
    pieces = [" ".join(chance.choices(WORDS, k=chance.randrange(12, 40))) for _ in range(40)]

    def add(count: int) -> None:
        for _ in range(count):
            known = sorted(folder.iterdir())
            words = " ".join(chance.sample(pieces, chance.randrange(2, 5)))
            if known and chance.random() < 0.6:
                words = revised(chance, chance.choice(known).read_text("utf-8"))
            (folder / f"{len(known):03}.txt").write_text(words, encoding="utf-8")
        import_folder(library, folder)

    options = DetectionOptions(partial=seed % 2 == 0)
    add(40)
    answer(library, options)
    for number in range(4):
        add(3)

        kept = answer(library, options)

        with open_library(tmp_path / f"fresh {number}.simhash") as fresh:
            import_folder(fresh, folder)
            assert kept == answer(fresh, options)


@pytest.mark.parametrize(
    "seed", [1, *(pytest.param(seed, marks=pytest.mark.thorough) for seed in range(2, 20))]
)
def test_after_additions_to_many_letters_the_copies_are_those_of_a_new_library(
    library: Library, tmp_path: Path, seed: int
) -> None:
    """So many that the limits stay, and with letters on a form, signed ones and short ones."""
    folder, chance = tmp_path / "letters", random.Random(seed)
    folder.mkdir()
    words = [word + end for word in WORDS for end in ("ta", "mi", "so", "lu", "ke")]
    pieces = [" ".join(chance.choices(words, k=chance.randrange(8, 60))) for _ in range(24)]

    def letter() -> str:
        known = sorted(folder.iterdir())
        if known and chance.random() < 0.2:
            return revised(chance, chance.choice(known).read_text("utf-8"))
        own = " ".join(chance.choices(words, k=chance.choice((5, 40, 120, 300))))
        parts = [own, *chance.sample(pieces, chance.randrange(4))]
        chance.shuffle(parts)
        head = f"{FRAME}\n" if chance.random() < 0.3 else ""
        tail = "\n-- \nJo Smith\nOffice of permits\n" if chance.random() < 0.2 else ""
        return f"{head}{' '.join(parts)}{tail}"

    def add(count: int) -> None:
        for _ in range(count):
            number = len(list(folder.iterdir()))
            (folder / f"{number:03}.txt").write_text(letter(), encoding="utf-8")
        import_folder(library, folder)

    options = DetectionOptions(partial=True)
    add(120)
    answer(library, options)
    for number in range(3):
        add(5)

        kept = answer(library, options)

        with open_library(tmp_path / f"fresh {number}.simhash") as fresh:
            import_folder(fresh, folder)
            assert kept == answer(fresh, options)


class Letters:
    """A library of letters, 120 of which share nothing, to which others with a phrase are added."""

    def __init__(self, folder: Path, library: Library) -> None:
        self._folder, self._library, self._chance = folder, library, random.Random(13)
        self._words = [word + end for word in WORDS for end in ("ta", "mi", "so", "lu", "ke")]
        folder.mkdir()
        for number in range(120):
            self.write(f"{number}", self.own(60))

    def own(self, count: int) -> str:
        return " ".join(self._chance.choices(self._words, k=count))

    def write(self, name: str, *parts: str) -> None:
        (self._folder / f"{name}.txt").write_text(" ".join(parts), encoding="utf-8")

    def bring(self, phrase: str, count: int) -> None:
        """Write so many letters with a phrase, which is too short to be a passage."""
        for number in range(count):
            self.write(f"{phrase} {number}", self.own(60), phrase, self.own(5))

    def found(self) -> Detection:
        import_folder(self._library, self._folder)
        return detect(self._library, DetectionOptions(partial=True), JobControl())


@pytest.fixture
def letters(tmp_path: Path, library: Library) -> Letters:
    return Letters(tmp_path / "letters", library)


def copy_beside_templates(letters: Letters, phrase: str) -> None:
    shared = letters.own(60)
    letters.write("a", letters.own(90), shared, letters.own(60), phrase)
    letters.write("b", letters.own(90), shared, letters.own(60))


def too_little_beside_a_phrase(letters: Letters, phrase: str) -> None:
    common, shared = letters.own(9), letters.own(9)
    letters.bring(common, 20)
    letters.write("a", letters.own(60), common, shared, letters.own(60), phrase)
    letters.write("b", letters.own(60), common, shared, letters.own(60), phrase)


def too_little_in_any_case(letters: Letters, phrase: str) -> None:
    shared = [letters.own(9), letters.own(6)]
    letters.write("a", letters.own(90), shared[0], letters.own(60), shared[1], phrase)
    letters.write("b", letters.own(90), shared[0], letters.own(60), shared[1])


def little_on_a_form(letters: Letters, phrase: str) -> None:
    form, shared = letters.own(40), letters.own(20)
    for number in range(20):
        letters.write(f"form {number}", form, letters.own(60))
    letters.write("a", form, letters.own(90), shared, phrase)
    letters.write("b", form, letters.own(90), shared, letters.own(5), phrase)


@pytest.mark.parametrize(
    ("pair", "count", "is_listed"),
    [
        (copy_beside_templates, 14, True),
        (too_little_beside_a_phrase, 13, False),
        (too_little_in_any_case, 14, False),
        (little_on_a_form, 4, False),
    ],
)
def test_parts_are_not_measured_again_as_another_phrase_becomes_common(
    letters: Letters,
    library: Library,
    pair: Callable[[Letters, str], None],
    count: int,
    *,
    is_listed: bool,
) -> None:
    """A phrase of one or both becomes frequent or of a template when one more letter has it."""
    phrase = letters.own(6)
    pair(letters, phrase)
    letters.bring(phrase, count)
    before = letters.found()
    with library.write() as connection:
        connection.exec_driver_sql("DELETE FROM texts")
    letters.write("one more", letters.own(60), phrase)

    after = letters.found()

    assert len(after.common.shingles.frequent) + len(after.common.shingles.template) > len(
        before.common.shingles.frequent
    ) + len(before.common.shingles.template)
    assert not after.classifier.unmeasured
    assert len(before.found) == len(after.found) == is_listed
    assert after.candidate_count == before.candidate_count > 0


def test_who_is_quoted_is_not_read_again_as_other_text_becomes_common(
    letters: Letters, library: Library
) -> None:
    """What is rare in the quotation alone counts, and for that the answer is read."""
    quoted, phrase = letters.own(40), letters.own(6)
    letters.write("a", letters.own(70), quoted, letters.own(40), phrase)
    letters.write("b", "On Monday, Jo wrote:\n>", quoted, "\n\n", letters.own(60))
    letters.bring(phrase, 14)
    before = letters.found()
    with library.write() as connection:
        of_a = "SELECT document_id FROM files WHERE name = 'a.txt'"
        connection.exec_driver_sql(f"DELETE FROM texts WHERE document_id IN ({of_a})")
    letters.write("one more", letters.own(60), phrase)

    after = letters.found()

    assert len(after.common.shingles.template) > len(before.common.shingles.template)
    assert [CLASSES[number] for number in before.found.classes] == [PairClass.QUOTES]
    assert after.found.classes.tolist() == before.found.classes.tolist()


def test_what_becomes_a_template_measures_no_siblings_again(
    library: Library, tmp_path: Path
) -> None:
    """Two versions on a form have a frequent phrase as well, and some documents bring more of it:
    one after another, so that what was kept of the first addition counts at the second."""
    folder, chance = tmp_path / "forms", random.Random(11)
    folder.mkdir()
    form, own = (" ".join(chance.choices(WORDS, k=60)) for _ in range(2))
    phrases = [" ".join(chance.choices(WORDS, k=12)) for _ in range(2)]

    def write(name: str, *parts: str) -> None:
        more = " ".join(chance.choices(WORDS, k=60))
        (folder / f"{name}.txt").write_text(" ".join([*parts, more]), encoding="utf-8")

    for number in range(24):
        write(f"{number}", form, *(phrases if number < 2 else ()))
    versions = [f"{form} {' '.join(phrases)} {own}", f"{form} {' '.join(phrases)} {own[::-1]}"]
    for name, words in zip(("a", "a again"), versions, strict=True):
        (folder / f"{name}.txt").write_text(words, encoding="utf-8")
    import_folder(library, folder)
    before = detect(library, DetectionOptions(), JobControl())
    with library.write() as connection:
        connection.exec_driver_sql("DELETE FROM texts")
    for number, phrase in enumerate(phrases):
        write(f"with {number}", phrase)
        import_folder(library, folder)

        after = detect(library, DetectionOptions(), JobControl())

        grown = len(after.common.shingles.template) - len(before.common.shingles.template)
        assert grown > 0
        assert not after.classifier.unmeasured
        assert after.candidate_count == before.candidate_count > 0
        before = after


@pytest.mark.parametrize("is_kept", [True, False])
@pytest.mark.parametrize("partial", [False, True])
def test_asking_again_reads_no_text(
    docs: Path, library: Library, *, partial: bool, is_kept: bool
) -> None:
    import_folder(library, docs)
    options = DetectionOptions(partial=partial)
    first = told(library, options)
    assert first[0]
    library.close()
    with closing(sqlite3.connect(library.path)) as connection, connection:
        connection.execute("DELETE FROM texts")
        if not is_kept:
            forget_searches(connection)

    with existing_library(library.path) as again:
        detection = detect(again, options, JobControl())

        assert told(again, options) == first
        assert not detection.classifier.unmeasured
        assert left_out(detection) == ()


@pytest.mark.parametrize("is_kept", [True, False])
def test_what_is_quoted_and_shared_is_kept(library: Library, tmp_path: Path, is_kept: bool) -> None:
    """Without what was kept the texts are needed, so that the first case says something."""
    folder, chance = tmp_path / "mails", random.Random(5)
    folder.mkdir()
    for number in range(24):
        own = " ".join(chance.choices(WORDS, k=70))
        quoted = " ".join(chance.choices(WORDS, k=40))
        (folder / f"{number}a.txt").write_text(f"{FRAME} {FRAME[::-1]}\n{own}\n{quoted}\n", "utf-8")
        answered = " ".join(chance.choices(WORDS, k=60))
        reply = f"On Monday, Jo wrote:\n> {quoted}\n\n{answered}\n"
        (folder / f"{number}b.txt").write_text(reply, encoding="utf-8")
    import_folder(library, folder)
    first = answer(library, DetectionOptions(partial=True))
    assert {pair.pair_class for pair in first[0]} == {PairClass.QUOTES}
    assert len(first[0]) == 24
    assert [row[1] for row in first[2]] == [24]
    library.close()
    with closing(sqlite3.connect(library.path)) as connection, connection:
        connection.execute("DELETE FROM texts")
        if not is_kept:
            connection.execute("DELETE FROM pairs")
            connection.execute("DELETE FROM common_text")

    with existing_library(library.path) as again:
        assert (answer(again, DetectionOptions(partial=True)) == first) is is_kept


def test_what_becomes_frequent_measures_nothing_again_off_templates(
    library: Library, tmp_path: Path
) -> None:
    folder, chance = tmp_path / "letters", random.Random(7)
    folder.mkdir()
    phrase = " ".join(chance.choices(WORDS, k=12))

    def write(name: str, words: str) -> None:
        (folder / name).write_text(words, encoding="utf-8")

    for number in range(24):
        write(f"{number}.txt", " ".join(chance.choices(WORDS, k=60)))
    first = f"{' '.join(chance.choices(WORDS, k=60))} {phrase}"
    write("a.txt", first)
    write("a again.txt", revised(chance, first))
    write("third.txt", f"{phrase} {' '.join(chance.choices(WORDS, k=60))}")
    import_folder(library, folder)
    before = answer(library, DetectionOptions())[0]
    write("fourth.txt", f"{phrase} {' '.join(chance.choices(WORDS, k=60))}")
    import_folder(library, folder)
    with library.write() as connection:
        connection.exec_driver_sql("DELETE FROM texts")

    assert [Path(pair.a).name for pair in before] == ["a again.txt"]
    assert answer(library, DetectionOptions())[0] == before


def test_a_phrase_that_others_get_is_no_copy_anymore(library: Library, tmp_path: Path) -> None:
    """Nothing here is on a template: fifteen words that four documents have are a stock phrase."""
    folder, chance = tmp_path / "letters", random.Random(7)
    folder.mkdir()
    words = [word + end for word in WORDS for end in ("ta", "mi", "so", "lu", "ke")]
    phrase = " ".join(chance.choices(words, k=15))
    for number in range(24):
        own = " ".join(chance.choices(words, k=60))
        (folder / f"{number}.txt").write_text(own, encoding="utf-8")

    def write(name: str) -> None:
        own = [" ".join(chance.choices(words, k=120)) for _ in range(2)]
        (folder / f"{name}.txt").write_text(f"{own[0]} {phrase} {own[1]}", encoding="utf-8")

    write("a"), write("b")
    import_folder(library, folder)
    before = answer(library, DetectionOptions(partial=True))[0]
    write("c"), write("d")
    import_folder(library, folder)

    assert [pair.pair_class for pair in before] == [PairClass.PARTLY_COPIED]
    assert answer(library, DetectionOptions(partial=True))[0] == []


def test_signed_letters_are_not_measured_again_as_more_becomes_common(
    library: Library, tmp_path: Path
) -> None:
    """What is marked in them hides no shingle, so that what became common elsewhere is known to be
    none of theirs."""
    folder, chance = tmp_path / "letters", random.Random(8)
    folder.mkdir()
    phrase = " ".join(chance.choices(WORDS, k=12))

    def write(name: str, words: str) -> None:
        (folder / name).write_text(words, encoding="utf-8")

    for number in range(24):
        write(f"{number}.txt", " ".join(chance.choices(WORDS, k=60)))
    letter = " ".join(chance.choices(WORDS, k=60))
    write("a.txt", f"{letter}\n-- \nJo Smith\nOffice of permits\n")
    write("b.txt", f"{revised(chance, letter)}\n-- \nJo Smith\nOffice of permits\n")
    for number in range(3):
        write(f"with {number}.txt", f"{phrase} {' '.join(chance.choices(WORDS, k=60))}")
    import_folder(library, folder)
    before = answer(library, DetectionOptions())[0]
    write("one more.txt", f"{phrase} {' '.join(chance.choices(WORDS, k=60))}")
    import_folder(library, folder)
    with library.write() as connection:
        marks = "SELECT count(*) FROM comparison_data WHERE marks <> x''"
        assert connection.exec_driver_sql(marks).scalar() == 2
        connection.exec_driver_sql("DELETE FROM texts")

    assert [Path(pair.a).name for pair in before] == ["a.txt"]
    assert answer(library, DetectionOptions())[0] == before


def test_texts_that_differ_whatever_is_common_are_not_measured_again(
    library: Library, tmp_path: Path
) -> None:
    """A phrase of both becomes one of a template, which would matter to near-duplicates alone."""
    folder, chance = tmp_path / "letters", random.Random(10)
    folder.mkdir()
    words = [word + end for word in WORDS for end in ("ta", "mi", "so", "lu", "ke")]
    phrase, shared = (" ".join(chance.choices(words, k=count)) for count in (12, 63))

    def write(name: str, common: str) -> None:
        own = " ".join(chance.choices(words, k=60))
        (folder / f"{name}.txt").write_text(f"{common} {own}", encoding="utf-8")

    for number in range(24):
        write(f"{number}", phrase if number < 2 else "")
    write("a", f"{phrase} {shared}")
    write("b", f"{phrase} {shared}")
    import_folder(library, folder)
    before = detect(library, DetectionOptions(), JobControl())
    write("one more", phrase)
    import_folder(library, folder)
    with library.write() as connection:
        connection.exec_driver_sql("DELETE FROM texts")

    after = detect(library, DetectionOptions(), JobControl())

    assert not before.common.shingles.template.size
    assert after.common.shingles.template.size
    assert (after.candidate_count, len(after.found)) == (1, 0)
    assert not after.classifier.unmeasured


def test_versions_on_a_template_are_not_measured_again_as_more_becomes_common(
    library: Library, tmp_path: Path
) -> None:
    """All but the shingles of one phrase are as common as before, and the versions are on a form
    that many have: what is their own says as much as before that they are versions."""
    folder, chance = tmp_path / "forms", random.Random(9)
    folder.mkdir()
    form = " ".join(chance.choices(WORDS, k=60))
    phrase = " ".join(chance.choices(WORDS, k=8))

    def write(name: str, words: str) -> None:
        (folder / name).write_text(words, encoding="utf-8")

    for number in range(24):
        write(f"{number}.txt", f"{form} {' '.join(chance.choices(WORDS, k=60))}")
    own = " ".join(chance.choices(WORDS, k=120))
    write("a.txt", f"{form} {own} {phrase}")
    write("a again.txt", f"{form} {own} {phrase} {' '.join(chance.choices(WORDS, k=6))}")
    write("third.txt", f"{form} {phrase} {' '.join(chance.choices(WORDS, k=60))}")
    import_folder(library, folder)
    before = answer(library, DetectionOptions())[0]
    write("fourth.txt", f"{phrase} {' '.join(chance.choices(WORDS, k=60))}")
    write("fifth.txt", f"{phrase} {' '.join(chance.choices(WORDS, k=60))}")
    import_folder(library, folder)
    with library.write() as connection:
        connection.exec_driver_sql("DELETE FROM texts")

    assert [Path(pair.a).name for pair in before] == ["a again.txt"]
    assert answer(library, DetectionOptions())[0] == before


def test_a_damaged_row_is_measured_again(docs: Path, library: Library) -> None:
    import_folder(library, docs)
    first = answer(library, DetectionOptions())
    library.close()
    with closing(sqlite3.connect(library.path)) as connection, connection:
        forget_searches(connection)
        rows = connection.execute("SELECT document_id, measured FROM pairs").fetchall()
        for document_id, measures in rows:
            flipped = bytes([measures[0] ^ 1, *measures[1:]])
            connection.execute(
                "UPDATE pairs SET measured = ? WHERE document_id = ?", (flipped, document_id)
            )

    with open_library(library.path) as again:
        assert answer(again, DetectionOptions()) == first


def test_what_is_kept_of_other_pairs_takes_no_room(docs: Path, library: Library) -> None:
    import_folder(library, docs)
    first = answer(library, DetectionOptions())
    others = np.zeros(80_000, RECORD)
    others["other_id"] = np.arange(1 << 20, (1 << 20) + len(others))
    with library.write() as connection:
        rows = "SELECT kind, context, document_id FROM pairs"
        for kind, context, owner in connection.exec_driver_sql(rows).fetchall():
            pairs.put(connection, kind, context, np.full(len(others), owner), others)
        size = sum(
            len(measured)
            for (measured,) in connection.exec_driver_sql("SELECT measured FROM pairs").fetchall()
        )
        connection.exec_driver_sql("DELETE FROM common_text WHERE length(key) > 17")
    detection = detect(library, DetectionOptions(), JobControl())
    kept, found = detection.classifier.kept, detection.pairs

    tracemalloc.start()
    _, is_known = kept.find(found.left, found.right, JobControl())
    _, peak_bytes = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert is_known.all()
    assert peak_bytes < size / 2
    assert answer(library, DetectionOptions()) == first


def test_what_other_thresholds_measured_is_forgotten(docs: Path, library: Library) -> None:
    import_folder(library, docs)
    for options in (OPTIONS[0], OPTIONS[2], OPTIONS[0], OPTIONS[1]):
        answer(library, options)

    with library.read() as connection:
        rows = connection.exec_driver_sql("SELECT kind, context FROM pairs").fetchall()
    assert {kind for kind, _ in rows} <= {0, 1, 2, 3}
    assert len(set(rows)) == len({kind for kind, _ in rows})


def test_nothing_is_kept_in_a_library_that_is_open_for_reading(
    docs: Path, library: Library
) -> None:
    import_folder(library, docs)
    library.close()

    with existing_library(library.path) as reader:
        answer(reader, DetectionOptions())
        with reader.read() as connection:
            assert not connection.exec_driver_sql("SELECT * FROM pairs").fetchall()


@pytest.mark.parametrize("partial", [False, True])
def test_counts_of_what_is_common_and_shared_are_kept(
    docs: Path, library: Library, *, partial: bool
) -> None:
    import_folder(library, docs)
    options = DetectionOptions(partial=partial)
    first = answer(library, options)
    with library.write() as connection:
        connection.exec_driver_sql("UPDATE comparison_data SET shingles = x'', shingles_rest = x''")
        connection.exec_driver_sql("DELETE FROM common_text WHERE length(key) > 17")

    assert answer(library, options) == first


@pytest.mark.parametrize("damage", ["x''", "7", "substr(counted, 2)", "x'00' || counted"])
def test_damaged_counts_are_counted_again(docs: Path, library: Library, damage: str) -> None:
    import_folder(library, docs)
    first = answer(library, DetectionOptions())
    with library.write() as connection:
        connection.exec_driver_sql(f"UPDATE common_text SET counted = {damage}")

    assert answer(library, DetectionOptions()) == first
    with library.read() as connection:
        kept = list(connection.exec_driver_sql("SELECT counted FROM common_text").scalars())
    assert [isinstance(each, bytes) and len(each) > 100 for each in kept] == [True] * 4


def test_a_search_answers_where_nothing_can_be_written(
    docs: Path, library: Library, expect_log: ExpectLog
) -> None:
    import_folder(library, docs)
    library.close()
    with (
        expect_log(logging.WARNING, "is not kept: LibraryBusyError"),
        Library.open(library.path, busy_timeout_s=0.01) as again,
        closing(sqlite3.connect(library.path)) as other_program,
    ):
        other_program.execute("BEGIN IMMEDIATE")

        pairs, _, _ = answer(again, DetectionOptions())

        with again.read() as connection:
            assert not connection.exec_driver_sql("SELECT * FROM pairs").fetchall()
    assert pairs
