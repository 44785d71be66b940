"""What is listed, against the classes of every two documents."""

from __future__ import annotations

import random
from collections.abc import Iterable
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from simhash_gui.core.text.classes import Classification, PairClass, Thresholds, classify
from simhash_gui.core.text.shingles import Hashes, shingles_of
from simhash_gui.core.text.winnowing import DEFAULT_WINNOWING_LIMITS
from simhash_gui.core.types import Linkage
from simhash_gui.documents.comparison.texts import comparison_tokens
from simhash_gui.services.detection.answers.clusters import cluster_table
from simhash_gui.services.detection.answers.named_results import NamedPair
from simhash_gui.services.detection.classes import PARTIAL_CLASSES, WHOLE_CLASSES
from simhash_gui.services.detection.detection import Detection
from simhash_gui.services.detection.pairs import (
    CLASSES,
    DetectedPairs,
    DetectionOptions,
    default_distance,
    mirrored,
)
from simhash_gui.services.detection.search import detect
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.libraries import (
    Library,
    document_paths,
    existing_library,
    library_recipe,
)
from tests.oracles import hamming
from tests.services.conftest import Import
from tests.services.listed import named_pairs

STEMS, ENDINGS = ("fer", "isl", "lea", "sev", "who", "day", "pat", "lig"), "abdegiklmnoprstuv"
WORDS = [stem + ending for stem in STEMS for ending in ENDINGS]
TEMPLATE = " ".join(random.Random(99).choices(WORDS, k=60))


def hashes_of(text: str) -> Hashes:
    """The hashes of the comparison tokens of a text."""
    return comparison_tokens(text).hashes


def prose(seed: int, count: int) -> list[str]:
    return random.Random(seed).choices(WORDS, k=count)


def edited(words: list[str], every: int) -> list[str]:
    return [f"new{place}" if place % every == 0 else word for place, word in enumerate(words)]


def made_documents() -> dict[str, str]:
    """Versions, shuffled and partial copies, short texts, and strangers."""
    texts: dict[str, list[str]] = {}
    for number in range(6):
        own = prose(number, 250)
        texts[f"{number} own"] = own
        texts[f"{number} light"] = edited(own, 20)
        texts[f"{number} heavy"] = edited(own, 4 + number)
        texts[f"{number} moved"] = [*own[120:], *own[:120]]
        texts[f"{number} part"] = [*prose(50 + number, 300), *own[40:90]]
        texts[f"{number} inside"] = own[20:200]
        texts[f"{number} short"] = own[:20]
        texts[f"{number} shorter"] = edited(own[:20], 8)
        texts[f"{number} stranger"] = prose(100 + number, 250)
    documents = {name: " ".join(words) for name, words in texts.items()}
    documents["0 spaced"] = "\n".join(texts["0 own"])
    return documents


DOCUMENTS = made_documents()


@pytest.fixture
def made(tmp_path: Path, library: Library, import_now: Import) -> Library:
    folder = tmp_path / "made"
    folder.mkdir()
    for name, text in DOCUMENTS.items():
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")
    import_now(folder)
    return library


def every_class() -> dict[tuple[str, str], Classification]:
    """The class of every two documents."""
    shingles = {name: shingles_of(hashes_of(text)) for name, text in DOCUMENTS.items()}
    return {
        (a, b): classify(shingles[a], shingles[b]) for a, b in combinations(sorted(DOCUMENTS), 2)
    }


def found(library: Library, options: DetectionOptions) -> dict[tuple[str, str], NamedPair]:
    detection = detect(library, options, JobControl())
    named = list(named_pairs(library, detection))
    assert len(named) == detection.pair_count
    pairs = {}
    for pair in named:
        a, b = Path(pair.a).stem, Path(pair.b).stem
        pairs[min(a, b), max(a, b)] = pair
    assert len(pairs) == len(named)
    return pairs


def test_identical_texts_and_near_duplicates_are_found_with_exact_measures(made: Library) -> None:
    pairs = found(made, DetectionOptions())

    expected = {
        names: found_class
        for names, found_class in every_class().items()
        if found_class.pair_class in WHOLE_CLASSES
    }
    assert pairs.keys() == expected.keys()
    for names, pair in pairs.items():
        found_class = expected[names]
        assert pair.pair_class is found_class.pair_class
        assert pair.is_short == found_class.is_short
        swapped = Path(pair.a).stem != names[0]
        own, other = found_class.overlap.containment_a, found_class.overlap.containment_b
        assert pair.jaccard == pytest.approx(found_class.overlap.jaccard, abs=1e-6)
        assert pair.containment_a == pytest.approx(other if swapped else own, abs=1e-6)
        assert pair.containment_b == pytest.approx(own if swapped else other, abs=1e-6)


def test_copies_of_a_part_are_found_where_they_are_asked_for(made: Library) -> None:
    pairs = found(made, DetectionOptions(partial=True))

    expected = {
        names: found_class.pair_class
        for names, found_class in every_class().items()
        if found_class.pair_class in PARTIAL_CLASSES
    }
    assert names_with_a_run(expected, DEFAULT_WINNOWING_LIMITS.guarantee_tokens) <= pairs.keys()
    assert pairs.keys() <= expected.keys()
    for names, pair in pairs.items():
        seen = expected[names] if Path(pair.a).stem == names[0] else mirrored(expected[names])
        assert pair.pair_class is seen


def names_with_a_run(names: Iterable[tuple[str, str]], tokens: int) -> set[tuple[str, str]]:
    """Those with so many neighbouring tokens in common."""
    runs = {
        name: {tuple(words[place : place + tokens]) for place in range(len(words) - tokens + 1)}
        for name, words in ((name, text.split()) for name, text in DOCUMENTS.items())
    }
    return {(a, b) for a, b in names if runs[a] & runs[b]}


@pytest.mark.parametrize("least", [0.2, 0.6, 1.0])
def test_a_least_overlap_confirms_in_place_of_the_class(made: Library, least: float) -> None:
    pairs = found(made, DetectionOptions(least_overlap=least))

    every = every_class()
    overlaps = {
        names: max(each.overlap.containment_a, each.overlap.containment_b)
        for names, each in every.items()
    }
    assert all(overlaps[names] >= least - 1e-6 for names in pairs)
    near = {
        names
        for names, each in every.items()
        if each.pair_class in WHOLE_CLASSES and overlaps[names] >= least and not each.is_short
    }
    assert near <= pairs.keys()
    assert {names for names in pairs if pairs[names].pair_class is not every[names].pair_class} == {
        names
        for names in pairs
        if every[names].pair_class in {PairClass.CONTAINS, PairClass.IS_CONTAINED}
        and pairs[names].pair_class is mirrored(every[names].pair_class)
    }


def test_a_distance_leaves_only_confirmed_pairs_within_it(made: Library) -> None:
    everything = found(made, DetectionOptions())

    within = found(made, DetectionOptions(distance=8))

    assert within.keys() == {name for name, pair in everything.items() if pair.distance <= 8}


def test_all_candidates_are_the_pairs_within_the_distance_with_their_measures(
    made: Library,
) -> None:
    pairs = found(made, DetectionOptions(distance=20, all_candidates=True))

    detection = detect(made, DetectionOptions(distance=20, all_candidates=True), JobControl())
    prints = [detection.fingerprint(place).value for place in range(detection.document_count)]
    names = [
        Path(document_paths(made, number)[0]).stem for number in detection.document_ids.tolist()
    ]
    expected = {
        (min(names[a], names[b]), max(names[a], names[b]))
        for a, b in combinations(range(len(names)), 2)
        if hamming(prints[a], prints[b]) <= 20
    }
    assert pairs.keys() == expected
    every = every_class()
    for key, pair in pairs.items():
        assert pair.jaccard == pytest.approx(every[key].overlap.jaccard, abs=1e-6)
        assert pair.pair_class in {every[key].pair_class, mirrored(every[key].pair_class)}
    confirmed = {
        (min(names[a], names[b]), max(names[a], names[b]))
        for batch in detection.expanded()
        for a, b, is_confirmed in zip(
            batch.left.tolist(), batch.right.tolist(), batch.is_confirmed.tolist(), strict=True
        )
        if is_confirmed
    }
    assert confirmed == {key for key in expected if every[key].pair_class in WHOLE_CLASSES}


def test_thresholds_change_the_classes(made: Library) -> None:
    strict = Thresholds(near_jaccard=1.0, near_edit_share=0.97, short_edit_share=1.0)

    pairs = found(made, DetectionOptions(thresholds=strict))

    assert {pair.pair_class for pair in pairs.values()} == {PairClass.IDENTICAL}


def test_only_a_template_in_common_is_no_copy(
    tmp_path: Path, library: Library, import_now: Import
) -> None:
    folder = tmp_path / "forms"
    folder.mkdir()
    for number in range(40):
        text = f"{TEMPLATE} {' '.join(prose(200 + number, 200))}"
        (folder / f"{number}.txt").write_text(text, encoding="utf-8")
    import_now(folder)

    pairs = found(library, DetectionOptions(partial=True))
    every = found(library, DetectionOptions(distance=32, all_candidates=True))

    assert pairs == {}
    shown = {pair.pair_class for pair in every.values()}
    assert shown <= {PairClass.TEMPLATE_ONLY, PairClass.UNRELATED}


def test_a_library_open_for_reading_only_is_compared_without_stored_data(made: Library) -> None:
    expected = found(made, DetectionOptions()).keys()
    with made.write() as connection:
        connection.exec_driver_sql("DELETE FROM comparison_data")
    made.close()

    with existing_library(made.path) as library:
        assert found(library, DetectionOptions()).keys() == expected
        assert found(library, DetectionOptions(partial=True)).keys() > expected


def test_missing_data_is_derived_before_the_search(made: Library) -> None:
    expected = found(made, DetectionOptions()).keys()
    with made.write() as connection:
        connection.exec_driver_sql("DELETE FROM comparison_data")

    assert found(made, DetectionOptions()).keys() == expected


def test_a_cluster_tells_its_least_overlap_and_what_its_members_are(made: Library) -> None:
    detection = detect(made, DetectionOptions(partial=True), JobControl())
    table = cluster_table(detection, None, Linkage.SINGLE)

    names, texts = zip(*sorted(DOCUMENTS.items()), strict=True)
    by_id = {
        number: names.index(Path(document_paths(made, number)[0]).stem)
        for number in detection.document_ids.tolist()
    }
    for cluster in range(table.cluster_count):
        members = [by_id[number] for number in table.member_document_ids(cluster).tolist()]
        medoid = shingles_of(hashes_of(texts[members[0]]))
        for member, seen, overlap in zip(
            members,
            table.member_classes(cluster),
            table.member_overlaps(cluster).tolist(),
            strict=True,
        ):
            found_class = classify(medoid, shingles_of(hashes_of(texts[member])))
            if seen is not None:  # of two that contain each other either may be named
                assert seen in {found_class.pair_class, mirrored(found_class.pair_class)}
            shares = found_class.overlap.containment_a, found_class.overlap.containment_b
            measured = max(*shares, found_class.edit_share or 0)
            assert overlap == pytest.approx(measured, abs=0.3)
    assert 0 < table.min_overlaps.min() < 1
    narrow = cluster_table(detection, 3, Linkage.COMPLETE)
    assert (narrow.min_overlaps >= table.min_overlaps.min()).all()


def test_a_cluster_has_one_least_overlap_whether_copies_of_a_part_are_listed_or_not(
    library: Library, tmp_path: Path, import_now: Import
) -> None:
    base = [f"word{place}" for place in range(300)]
    texts = {
        "base": base,
        "early": [f"new{i}" if i > 100 and i % 3 == 0 else base[i] for i in range(300)],
        "late": [f"other{i}" if i > 100 and i % 3 == 1 else base[i] for i in range(300)],
    }
    for name, words in texts.items():
        (tmp_path / f"{name}.txt").write_text(" ".join(words))
    import_now(tmp_path)

    tables = {
        partial: cluster_table(
            detect(library, DetectionOptions(partial=partial), JobControl()), None, Linkage.MEDOID
        )
        for partial in (False, True)
    }

    of_a_part = tables[True].detection.pairs
    assert {CLASSES[number] for number in of_a_part.classes} == {
        PairClass.NEAR_DUPLICATE,
        PairClass.PARTLY_COPIED,
    }
    for table in tables.values():
        assert table.sizes.tolist() == [3]
        assert table.min_overlaps.tolist() == pytest.approx([234 / 300], abs=0.01)


def test_no_pairs_take_no_room() -> None:
    assert len(DetectedPairs.concatenate([])) == 0
    assert DetectedPairs.empty().overlap.tolist() == []


def test_the_default_distance_goes_with_the_width(made: Library) -> None:
    assert default_distance(library_recipe(made)) == 12


def test_evidence_of_any_pair_is_there_without_the_library(made: Library) -> None:
    detection: Detection = detect(made, DetectionOptions(), JobControl())
    count = detection.document_count
    left, right = np.repeat(np.arange(count), count), np.tile(np.arange(count), count)

    known = detection.evidence_of(left, right)

    same = left == right
    assert (known.overlaps[same] == 1).all()
    assert {CLASSES[number] for number in known.classes[same]} == {PairClass.IDENTICAL}
    forth = known.classes.reshape(count, count)
    for a, b in zip(*np.nonzero(forth >= 0), strict=True):
        assert CLASSES[forth[a, b]] is mirrored(CLASSES[forth[b, a]])
