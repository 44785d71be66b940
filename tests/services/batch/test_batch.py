"""Shards answer as one library does, whatever happened on the way."""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from simhash_gui.core.fingerprint.recipe import recipe_named
from simhash_gui.services.batch.batch import (
    LOCAL,
    Batch,
    BatchEngine,
    NotAShardError,
    review_library,
    run_batch,
)
from simhash_gui.services.detection.answers.left_out import LeftOutReason, left_out
from simhash_gui.services.detection.pairs import DetectionOptions
from simhash_gui.services.detection.passage_marks import PassageMark, mark_passage
from simhash_gui.services.detection.search import detect
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.integrity import check_library
from simhash_gui.services.library.libraries import (
    LibraryMissingError,
    document_text,
    existing_library,
    open_library,
)
from simhash_gui.services.library.text_jobs import change_recipe
from tests.services.batch.collections import (
    Answer,
    answer,
    collection,
    fill,
    first_difference,
    in_shards,
    write,
)

PLAIN = DetectionOptions()
PARTIAL = DetectionOptions(partial=True)


def of_one(path: Path, options: DetectionOptions = PLAIN) -> Answer:
    with open_library(path) as library:
        return answer(library, detect(library, options, JobControl(), workers=1))


def of_shards(
    out: Path, shards: list[Path], options: DetectionOptions = PLAIN, engine: BatchEngine = LOCAL
) -> Answer:
    with review_library(out) as review:
        batch = run_batch(review, shards, options, JobControl(), workers=1, engine=engine)
        return answer(review, batch.detection)


def stages_of(out: Path, shards: list[Path]) -> Batch:
    with review_library(out) as review:
        return run_batch(review, shards, PLAIN, JobControl(), workers=1)


@pytest.mark.parametrize(
    ("seed", "shards", "options"),
    [
        (1, 1, PLAIN),
        (2, 2, PARTIAL),
        (3, 5, replace(PARTIAL, distance=20)),
        (4, 2, DetectionOptions(distance=9, all_candidates=True)),
        (5, 3, DetectionOptions(least_overlap=0.3)),
    ],
)
def test_shards_answer_as_one_library_does(
    seed: int, shards: int, options: DetectionOptions, tmp_path: Path
) -> None:
    one, parts = in_shards(tmp_path, collection(seed, 60), shards)

    found = of_shards(tmp_path / "out", parts, options)

    assert found.pairs
    assert first_difference(of_one(one, options), found) is None


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(20))
def test_random_and_skewed_collections_answer_alike(seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)
    texts = collection(seed, rng.randrange(20, 700), alike=rng.choice((0.1, 0.5, 0.95)))
    one, parts = in_shards(tmp_path, texts, rng.choice((1, 2, 5, 9)))
    options = DetectionOptions(distance=rng.choice((None, 3, 12)), partial=rng.random() < 0.5)

    found = of_shards(tmp_path / "out", parts, options)

    assert first_difference(of_one(one, options), found) is None
    rng.shuffle(parts)
    assert first_difference(of_shards(tmp_path / "again", parts, options), found) is None


def test_one_content_in_two_shards_is_an_exact_copy(tmp_path: Path) -> None:
    text = collection(1, 1)[0]
    _, parts = in_shards(tmp_path, [text, text], 2)

    found = of_shards(tmp_path / "out", parts)

    (pair,) = found.pairs
    assert {Path(pair.a).parent.name, Path(pair.b).parent.name} == {"share0", "share1"}
    assert (pair.distance, pair.pair_class.value) == (0, "identical")


def test_one_file_in_two_shards_is_one_file(tmp_path: Path) -> None:
    (folder,) = write(tmp_path, collection(1, 6), 1)
    parts = [fill(tmp_path / f"{name}.simhash", [folder]) for name in "ab"]

    found = of_shards(tmp_path / "out", parts)

    assert first_difference(of_one(parts[0]), found) is None


def test_two_machines_may_have_different_contents_at_one_path(tmp_path: Path) -> None:
    text, other = collection(1, 1)[0], collection(2, 1)[0]
    parts = []
    for name, content in (("a", text), ("b", f"{text} {other}"), ("c", text)):
        folder = tmp_path / "share"
        folder.mkdir(exist_ok=True)
        (folder / "letter.txt").write_text(content, encoding="utf-8")
        parts.append(fill(tmp_path / f"{name}.simhash", [folder]))

    found = of_shards(tmp_path / "out", parts, replace(PARTIAL, least_overlap=0.2))

    (pair,) = found.pairs
    assert [pair.a, pair.b] == [
        f"{tmp_path}/b.simhash!{folder}/letter.txt",
        f"{folder}/letter.txt",
    ]


@pytest.mark.parametrize("is_one_folder", [False, True])
def test_what_is_taken_over_has_checksums_of_its_own(is_one_folder: bool, tmp_path: Path) -> None:
    parts = []
    for name, texts in (("a", collection(1, 8)), ("b", collection(2, 9))):
        (folder,) = write(tmp_path / ("one" if is_one_folder else name), texts, 1)
        parts.append(fill(tmp_path / f"{name}.simhash", [folder]))

    of_shards(tmp_path / "out", parts)

    review = tmp_path / "out" / "review.simhash"
    with closing(sqlite3.connect(review)) as connection:
        files = connection.execute(
            "SELECT count(*), count(checksum) FROM files WHERE document_id IS NOT NULL"
        ).fetchone()
        compared = "SELECT count(*), count(checksums) FROM comparison_data"
        data = connection.execute(compared).fetchone()
    assert (len(set(files)), len(set(data)), min(*files, *data) > 8) == (1, 1, True)
    assert check_library(review, 1, JobControl()).is_sound


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE files SET document_id = 3 - document_id WHERE document_id < 3",
        "UPDATE comparison_data SET sketch = (SELECT sketch FROM comparison_data"
        " WHERE document_id = 5) WHERE document_id = 4",
    ],
)
def test_damage_of_a_shard_is_still_told_when_it_was_taken_over(
    damage: str, tmp_path: Path
) -> None:
    _, parts = in_shards(tmp_path, collection(3, 12), 2)
    with closing(sqlite3.connect(parts[1])) as connection, connection:
        connection.execute(damage)

    found = of_shards(tmp_path / "out", parts)

    assert LeftOutReason.DATA_DAMAGED in {each.why for each in found.left_out}


def test_damaged_decisions_of_a_shard_are_still_told_when_they_were_taken_over(
    tmp_path: Path,
) -> None:
    _, parts = in_shards(tmp_path, collection(3, 12), 2)
    with open_library(parts[0]) as shard:
        mark_passage(shard, collection(1, 1)[0], PassageMark.COPIED)
    with closing(sqlite3.connect(parts[0])) as connection, connection:
        connection.execute("UPDATE passage_marks SET mark = 'boilerplate'")
        connection.execute("UPDATE folders SET role = 'reference'")

    found = of_shards(tmp_path / "out", parts)

    assert {each.why for each in found.left_out} == {
        LeftOutReason.MARK_DAMAGED,
        LeftOutReason.FOLDER_DAMAGED,
    }


def test_texts_stay_in_their_shards_and_are_read_from_there(tmp_path: Path) -> None:
    texts = collection(1, 8)
    _, parts = in_shards(tmp_path, texts, 2)
    with review_library(tmp_path / "out") as review:
        batch = run_batch(review, parts, PLAIN, JobControl(), workers=1)
        read = {document_text(review, number) for number in batch.detection.document_ids.tolist()}

    assert read == set(texts)
    content = (tmp_path / "out" / "review.simhash").stat().st_size
    assert content < sum(part.stat().st_size for part in parts)
    assert check_library(tmp_path / "out" / "review.simhash", 1, JobControl()).is_sound


def test_a_rerun_does_only_what_is_missing(tmp_path: Path) -> None:
    _, parts = in_shards(tmp_path, collection(7, 30), 2)
    first = stages_of(tmp_path / "out", parts)

    again = stages_of(tmp_path / "out", parts)

    assert [stage.reused for stage in first.stages] == [0, 0, 0]
    assert all(stage.done == stage.reused > 0 for stage in again.stages)


def test_a_changed_shard_is_taken_over_again(tmp_path: Path) -> None:
    texts = collection(7, 31)
    one, parts = in_shards(tmp_path, texts[:30], 2)
    of_shards(tmp_path / "out", parts)
    (tmp_path / "share1" / "new.txt").write_text(texts[0], encoding="utf-8")
    (tmp_path / "share1" / "0001.txt").unlink()
    fill(parts[1], [])
    fill(one, [])

    found = of_shards(tmp_path / "out", parts)

    assert first_difference(of_one(one), found) is None


def test_what_only_a_dropped_shard_had_goes(tmp_path: Path) -> None:
    texts = [*collection(7, 20), *collection(7, 20)]
    folders = write(tmp_path, texts, 2)
    parts = [fill(tmp_path / f"{each.name}.simhash", [each]) for each in folders]
    rest = fill(tmp_path / "rest.simhash", folders[:1])
    of_shards(tmp_path / "out", parts)
    parts[1].unlink()

    found = of_shards(tmp_path / "out", parts[:1])

    assert first_difference(of_one(rest), found) is None


@pytest.mark.parametrize("damage", ["cut", "flipped", "gone", "no marker", "marker cut"])
def test_a_damaged_stage_is_done_again(damage: str, tmp_path: Path) -> None:
    _, parts = in_shards(tmp_path, collection(7, 30), 2)
    whole = of_shards(tmp_path / "out", parts)
    stage = tmp_path / "out" / "stages" / "candidates.npz"
    marker = stage.with_suffix(".done")
    content = stage.read_bytes()
    acts: dict[str, Callable[[], object]] = {
        "cut": lambda: stage.write_bytes(content[:-100]),
        "flipped": lambda: stage.write_bytes(content[:300] + b"\xff\x00" + content[302:]),
        "gone": stage.unlink,
        "no marker": marker.unlink,
        "marker cut": lambda: marker.write_bytes(marker.read_bytes()[:20]),
    }
    acts[damage]()

    batch = stages_of(tmp_path / "out", parts)

    assert batch.stages[1].reused == 0
    assert first_difference(of_shards(tmp_path / "out", parts), whole) is None


def test_other_options_do_not_believe_a_stage(tmp_path: Path) -> None:
    one, parts = in_shards(tmp_path, collection(7, 30), 2)
    of_shards(tmp_path / "out", parts, replace(PLAIN, distance=1))

    found = of_shards(tmp_path / "out", parts, replace(PLAIN, distance=14))

    assert first_difference(of_one(one, replace(PLAIN, distance=14)), found) is None


class _EndedError(Exception):
    """In place of a signal that ends the program."""


class _EndsAt(JobControl):
    """Ends a job at one of its checkpoints."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self._left = number

    def checkpoint(self) -> None:
        self._left -= 1
        if self._left < 0:
            raise _EndedError


def test_whatever_ends_a_run_the_next_one_goes_on(tmp_path: Path) -> None:
    one, parts = in_shards(tmp_path, collection(9, 40), 3)
    number, ends = 0, 0
    while True:
        try:
            with review_library(tmp_path / "out") as review:
                run_batch(review, parts, PARTIAL, _EndsAt(number), workers=1)
            break
        except _EndedError:
            number, ends = number + 1 + number // 8, ends + 1

    assert ends > 5
    found = of_shards(tmp_path / "out", parts, PARTIAL)
    assert first_difference(of_one(one, PARTIAL), found) is None


def test_a_lost_shard_is_refused_and_its_texts_are_told(tmp_path: Path) -> None:
    _, parts = in_shards(tmp_path, collection(7, 30), 2)
    of_shards(tmp_path / "out", parts, replace(PLAIN, distance=0))
    parts[1].rename(tmp_path / "elsewhere")

    with pytest.raises(LibraryMissingError, match="share1"):
        stages_of(tmp_path / "out", parts)
    with existing_library(tmp_path / "out" / "review.simhash") as review:
        detection = detect(review, PARTIAL, JobControl(), workers=1)
        (told,) = left_out(detection)

    assert told.why is LeftOutReason.SHARD_UNREADABLE
    assert told.how_many


def test_a_check_of_the_review_library_tells_a_lost_shard_and_keeps_its_documents(
    tmp_path: Path,
) -> None:
    _, parts = in_shards(tmp_path, collection(7, 10), 2)
    of_shards(tmp_path / "out", parts)
    parts[1].rename(tmp_path / "elsewhere")

    found = check_library(tmp_path / "out" / "review.simhash", 1, JobControl())

    (finding,) = found.findings
    assert "shard" in str(finding)


def test_shards_of_two_recipes_are_refused(tmp_path: Path) -> None:
    _, parts = in_shards(tmp_path, collection(7, 4), 2)
    with open_library(parts[1]) as library:
        change_recipe(library, recipe_named("words"), 1, JobControl())

    with pytest.raises(NotAShardError, match="its recipe is"):
        stages_of(tmp_path / "out", parts)


def test_a_review_library_is_no_shard(tmp_path: Path) -> None:
    _, parts = in_shards(tmp_path, collection(7, 4), 2)
    stages_of(tmp_path / "out", parts)
    review = shutil.copy(tmp_path / "out" / "review.simhash", tmp_path / "copy.simhash")

    with pytest.raises(NotAShardError, match="name its shards"):
        stages_of(tmp_path / "again", [parts[0], review])
    with pytest.raises(NotAShardError, match="itself"):
        stages_of(tmp_path / "out", [tmp_path / "out" / "review.simhash"])
