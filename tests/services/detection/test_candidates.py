"""Which pairs are looked at, and what happens where that would cost too much."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from contextlib import nullcontext
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from simhash_gui.core.fingerprint.recipe import recipe_named
from simhash_gui.core.text.candidates import Postings
from simhash_gui.services.detection import near_candidates, pair_search, text_candidates
from simhash_gui.services.detection.candidates import LOW_HALF
from simhash_gui.services.detection.comparison_arrays import ComparisonArrays
from simhash_gui.services.detection.pair_search import TooManyPairsError
from simhash_gui.services.detection.pairs import DetectionOptions, default_distance
from simhash_gui.services.detection.search import corpus_of, detect, load_documents
from simhash_gui.services.detection.shuffle import HERE
from simhash_gui.services.detection.text_candidates import Source, TextCandidates
from simhash_gui.services.importing.adding import import_paths
from simhash_gui.services.importing.importing import ImportOptions
from simhash_gui.services.jobs import JobCancelledError, JobControl
from simhash_gui.services.library.libraries import Library, library_recipe, open_library
from simhash_gui.services.library.text_jobs import change_recipe
from simhash_gui.store.repositories.comparison_data import HashKind
from tests.services.conftest import Import
from tests.services.listed import named_pairs

WORDS = [f"{stem}{ending}" for stem in ("fe", "is", "le", "sa", "wo") for ending in "ryndtkm"]


@pytest.fixture
def versions(tmp_path: Path, library: Library, import_now: Import) -> Library:
    """Twelve versions of one text, each with one word of its own in every thirty."""
    folder = tmp_path / "versions"
    folder.mkdir()
    words = np.random.default_rng(4).choice(WORDS, 240).tolist()
    for number in range(12):
        own = [f"v{number}" if place % 30 == number else word for place, word in enumerate(words)]
        (folder / f"{number}.txt").write_text(" ".join(own), encoding="utf-8")
    import_now(folder)
    return library


def lower_the_distance(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(near_candidates, "_AFFORDABLE_S", -1.0)
    monkeypatch.setattr(near_candidates, "_AFFORDABLE_S_A_DOCUMENT", 0.0)


@pytest.mark.parametrize(
    ("name", "distance"), [("default", 12), ("words", 12), ("wide", 24), ("1e0ng", 12)]
)
def test_the_default_distance_is_a_share_of_the_bits(name: str, distance: int) -> None:
    assert default_distance(recipe_named(name)) == distance


def test_every_version_is_a_pair_with_every_other(versions: Library) -> None:
    detection = detect(versions, DetectionOptions(), JobControl())

    assert detection.pair_count == len(list(combinations(range(12), 2)))
    assert detection.candidate_count >= detection.pair_count
    assert not detection.is_lowered
    assert not detection.is_cut


@pytest.mark.parametrize("name", ["wide", "characters", "md5-words"])
def test_other_recipes_find_the_same_pairs(versions: Library, name: str) -> None:
    change_recipe(versions, recipe_named(name), 0, JobControl())

    assert detect(versions, DetectionOptions(), JobControl()).pair_count == 66


def test_a_search_that_takes_too_long_is_lowered_and_texts_still_give_candidates(
    versions: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    lower_the_distance(monkeypatch)

    detection = detect(versions, DetectionOptions(), JobControl())

    assert (detection.searched_distance, detection.is_lowered) == (0, True)
    assert detection.pair_count == 66


def test_too_many_pairs_lower_the_default_distance(
    versions: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(near_candidates, "PAIR_LIMIT", 40)

    detection = detect(versions, DetectionOptions(), JobControl())

    assert detection.is_lowered
    assert detection.searched_distance < 12
    assert detection.pair_count == 66


def test_too_many_pairs_within_a_distance_that_was_asked_for_are_refused(
    versions: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(near_candidates, "PAIR_LIMIT", 40)

    with pytest.raises(TooManyPairsError):
        detect(versions, DetectionOptions(distance=32), JobControl())


def test_what_is_asked_for_by_distance_is_refused_before_it_takes_all_memory(
    versions: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(near_candidates, "_ASKED_PAIRS", 40)
    monkeypatch.setattr(near_candidates, "_ASKED_PAIRS_A_DOCUMENT", 1)

    with pytest.raises(TooManyPairsError, match="more than 40 "):
        detect(versions, DetectionOptions(distance=32), JobControl())
    assert not detect(versions, DetectionOptions(), JobControl()).is_lowered


def test_wider_bands_are_taken_where_narrow_ones_give_too_many(
    versions: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(text_candidates, "_FEWEST_ROWS", 10)
    monkeypatch.setattr(text_candidates, "_ROWS_A_DOCUMENT", 1)

    detection = detect(versions, DetectionOptions(), JobControl())

    assert detection.is_cut
    assert 0 < detection.pair_count <= 66


def test_texts_of_the_same_tokens_are_pairs_whatever_their_fingerprints(
    tmp_path: Path, library: Library, import_now: Import
) -> None:
    folder = tmp_path / "marks"
    folder.mkdir()
    (folder / "plain.txt").write_text("one two three, four five six", encoding="utf-8")
    (folder / "marked.txt").write_text("one–two*three; four/five six!", encoding="utf-8")
    import_now(folder)
    change_recipe(library, recipe_named("characters"), 0, JobControl())

    detection = detect(library, DetectionOptions(), JobControl())

    assert detection.pair_count == 1
    (pairs,) = list(detection.expanded())
    assert pairs.jaccard.tolist() == [1.0]


def test_very_short_texts_are_pairs_though_no_shingle_is_left(
    tmp_path: Path, library: Library, import_now: Import
) -> None:
    folder = tmp_path / "notes"
    folder.mkdir()
    notes = {
        "a.txt": "Please water the green plants tomorrow morning",
        "b.txt": "Please water the tall plants tomorrow morning",
        "c.txt": "The tram to the harbour is cancelled today",
        "d.txt": "请周五之前交报告初稿",
        "e.txt": "请周五之前发报告初稿",
        "f.txt": "red stone",
        "g.txt": "red blue stone",
    }
    for name, text in notes.items():
        (folder / name).write_text(text, encoding="utf-8")
    import_now(folder)

    detection = detect(library, DetectionOptions(), JobControl())

    found = zip(detection.pairs.left.tolist(), detection.pairs.right.tolist(), strict=True)
    assert {(names[a], names[b]) for names in [sorted(notes)] for a, b in found} == {
        ("a.txt", "b.txt"),
        ("d.txt", "e.txt"),
        ("f.txt", "g.txt"),
    }
    assert detection.is_short(detection.pairs).all()


@pytest.mark.parametrize(
    "options",
    [DetectionOptions(), DetectionOptions(partial=True), DetectionOptions(all_candidates=True)],
)
def test_every_kind_of_search_can_be_cancelled(
    versions: Library, options: DetectionOptions
) -> None:
    control = JobControl()
    control.cancel()

    with pytest.raises(JobCancelledError):
        detect(versions, options, control)


@pytest.mark.parametrize("partial", [False, True])
def test_an_empty_library_has_no_pairs(library: Library, *, partial: bool) -> None:
    detection = detect(library, DetectionOptions(partial=partial), JobControl())

    assert (detection.pair_count, detection.candidate_count) == (0, 0)


def test_what_would_take_too_long_is_told_by_counts_and_not_by_the_clock(
    versions: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pair_search, "calibrated", lambda costs: costs.scaled(1e9))
    monkeypatch.setattr(pair_search, "_WORTH_CALIBRATING_S", 0.0)

    assert not detect(versions, DetectionOptions(), JobControl()).is_lowered


def test_the_order_of_import_does_not_change_what_is_found(
    versions: Library, tmp_path: Path
) -> None:
    with open_library(tmp_path / "backwards.simhash") as backwards:
        for path in sorted((tmp_path / "versions").iterdir(), reverse=True):
            import_paths(backwards, [path], ImportOptions(workers=1), JobControl())

        forth, back = (
            list(named_pairs(one, detect(one, DetectionOptions(), JobControl())))
            for one in (versions, backwards)
        )

    assert forth == back


def test_one_band_that_two_sketches_share_makes_a_candidate(
    tmp_path: Path, library: Library, import_now: Import
) -> None:
    """Their common text is in many documents, so that no rare hash tells of it."""
    folder = tmp_path / "letters"
    folder.mkdir()
    common = [f"common{number}" for number in range(60)]
    for number in range(24):
        own = [f"own{number}x{place}" for place in range(90)]
        (folder / f"{number}.txt").write_text(" ".join(common + own), encoding="utf-8")
    import_now(folder)
    arrays, texts = texts_of(library)

    bins = arrays.sketches.values.reshape(len(arrays.ids), -1, 2)
    pairs = pairs_by(texts, texts.sketches(2))
    shared = {
        (a, b): np.count_nonzero((bins[a] == bins[b]).all(axis=1) & bins[a].all(axis=1))
        for a, b in combinations(range(len(bins)), 2)
    }

    assert {1, 2} <= set(shared.values())
    assert {pair for pair, count in shared.items() if count} == pairs


def test_two_rare_hashes_that_two_samples_share_make_a_candidate(
    tmp_path: Path, library: Library, import_now: Import
) -> None:
    """Every two reports share a passage, a longer one each time; one hash of it is not enough."""
    folder = tmp_path / "reports"
    folder.mkdir()
    for number in range(32):
        own = [f"own{number}x{place}" for place in range(600)]
        passage = [f"both{number // 2}x{place}" for place in range(10 + number)]
        (folder / f"{number}.txt").write_text(" ".join(own + passage), encoding="utf-8")
    import_now(folder)
    arrays, texts = texts_of(library)

    sampled: dict[int, set[int]] = defaultdict(set)
    for piece in arrays.hashes(HashKind.SAMPLE):
        for key, owner in zip(piece.hashes.tolist(), piece.owners.tolist(), strict=True):
            sampled[owner].add(key)
    pairs = pairs_by(texts, texts.samples())
    shared = {(a, b): len(sampled[a] & sampled[b]) for a, b in combinations(sorted(sampled), 2)}

    assert {1, 2} <= set(shared.values())
    assert {pair for pair, count in shared.items() if count >= 2} == pairs


@pytest.mark.parametrize("is_held", [False, True])
def test_who_asks_for_some_of_the_hashes_gets_these_of_all(
    tmp_path: Path, library: Library, import_now: Import, *, is_held: bool
) -> None:
    """Of some texts, or of some hashes; two documents have one text."""
    folder = tmp_path / "letters"
    folder.mkdir()
    for number in range(30):
        words = [f"word{number // 3}x{place}" for place in range(4 + 3 * number)]
        (folder / f"{number}.txt").write_text(f"{' '.join(words)} {number}", encoding="utf-8")
    (folder / "again.txt").write_text((folder / "9.txt").read_text("utf-8") + "!", "utf-8")
    import_now(folder)
    arrays, texts = texts_of(library)
    is_asked = np.arange(len(texts.texts)) % 4 == 0

    with arrays.held([HashKind.SAMPLE]) if is_held else nullcontext():
        for source in (texts.samples(), texts.tokens(), *map(texts.sketches, (2, 3, 4))):
            every = postings(source.read())
            some = np.unique([value for value, _ in every])[::3].astype(np.uint32)
            of_some = [posting for posting in every if is_asked[posting[1]]]

            assert postings(source.read.of(is_asked)) == of_some
            assert postings(source.read.among(some)) == [each for each in every if each[0] in some]
            assert of_some


def postings(pieces: Iterable[Postings]) -> list[tuple[int, int]]:
    found = [
        posting
        for piece in pieces
        for posting in zip(piece.hashes.tolist(), piece.owners.tolist(), strict=True)
    ]
    return sorted(found)


def texts_of(library: Library) -> tuple[ComparisonArrays, TextCandidates]:
    recipe = library_recipe(library)
    stored, present = load_documents(library, recipe)
    arrays = ComparisonArrays(library, stored.ids, JobControl())
    corpus = corpus_of(recipe, stored, present, arrays)
    return arrays, TextCandidates(corpus, JobControl(), HERE)


def pairs_by(texts: TextCandidates, source: Source) -> set[tuple[int, int]]:
    keys = texts.keys(source, texts.shared(source))
    return set(zip((keys >> 32).tolist(), (keys & LOW_HALF).tolist(), strict=True))


def test_strangers_on_a_template_who_share_a_sentence_are_not_looked_at(
    tmp_path: Path, library: Library, import_now: Import, monkeypatch: pytest.MonkeyPatch
) -> None:
    # given 30 letters on one form, two of which share half of their own text, and two one sentence
    chance = np.random.default_rng(3)

    def own(count: int) -> str:
        return " ".join(f"w{number}" for number in chance.integers(0, 10**9, count))

    form, half, sentence = own(60), own(200), own(14)
    added = {0: half, 1: half, 2: sentence, 3: sentence}
    (tmp_path / "letters").mkdir()
    for number in range(30):
        text = f"{form} {own(120)} {added.get(number, '')}"
        (tmp_path / "letters" / f"{number:02}.txt").write_text(text, encoding="utf-8")
    import_now(tmp_path / "letters")

    detection = detect(library, DetectionOptions(partial=True), JobControl())
    monkeypatch.setattr(text_candidates, "_LEAST_RARE_SHARED", 1)
    with library.write() as connection:
        connection.exec_driver_sql("DELETE FROM common_text")
    of_all = detect(library, DetectionOptions(partial=True), JobControl())

    for found in (detection, of_all):
        assert [(Path(p.a).stem, Path(p.b).stem) for p in named_pairs(library, found)] == [
            ("00", "01")
        ]
    assert of_all.candidate_count == detection.candidate_count + 1
