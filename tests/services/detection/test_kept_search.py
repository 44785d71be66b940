"""A search that was made before is not made again, unless something it depends on has changed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from simhash_gui.services.detection.candidate_search import find_candidates
from simhash_gui.services.detection.classes import HERE, Engine
from simhash_gui.services.detection.detection import Detection
from simhash_gui.services.detection.pairs import DetectionOptions
from simhash_gui.services.detection.passage_marks import PassageMark, mark_passage
from simhash_gui.services.detection.search import detect
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.libraries import Library
from simhash_gui.services.library.thresholds import Thresholds
from tests.services.conftest import Import

WORDS = [f"{stem}{ending}" for stem in ("fe", "is", "le", "sa", "wo") for ending in "ryndtkm"]
OTHERS = [
    DetectionOptions(partial=True),
    DetectionOptions(distance=2),
    DetectionOptions(least_overlap=0.9),
    DetectionOptions(thresholds=replace(Thresholds(), near_jaccard=0.9)),
]


class Searches:
    """Counts how often candidates are looked for."""

    def __init__(self, library: Library) -> None:
        self._library, self.count = library, 0

    def __call__(self, options: DetectionOptions | None = None) -> Detection:
        def counted(*given: object) -> object:
            self.count += 1
            return find_candidates(*given)  # type: ignore[arg-type]

        engine: Engine = replace(HERE, find_candidates=counted)  # type: ignore[arg-type]
        return detect(self._library, options or DetectionOptions(), JobControl(), engine=engine)


@pytest.fixture
def docs(tmp_path: Path, library: Library, import_now: Import) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    for number in range(6):
        words = [WORDS[(place * place + number // 2) % len(WORDS)] for place in range(90)]
        (folder / f"{number}.txt").write_text(" ".join([*words, f"v{number}"]), encoding="utf-8")
    import_now(folder)
    return folder


def test_the_same_search_is_made_once(docs: Path, library: Library) -> None:
    searches = Searches(library)
    first, again = searches(), searches()

    assert searches.count == 1
    assert first.pair_count == again.pair_count > 0
    assert first.candidate_count == again.candidate_count
    assert first.pairs.jaccard.tolist() == again.pairs.jaccard.tolist()


@pytest.mark.parametrize("options", OTHERS)
def test_what_is_asked_otherwise_is_searched(
    docs: Path, library: Library, options: DetectionOptions
) -> None:
    searches = Searches(library)
    searches()
    searches(options)

    assert searches.count == 2


def test_a_change_of_the_library_or_its_marks_is_noticed(
    docs: Path, library: Library, import_now: Import
) -> None:
    searches = Searches(library)
    searches()
    mark_passage(library, " ".join(WORDS[:20]), PassageMark.BOILERPLATE)
    searches()
    (docs / "7.txt").write_text((docs / "0.txt").read_text("utf-8") + " new", encoding="utf-8")
    import_now(docs)
    more = searches().pair_count
    (docs / "7.txt").unlink()
    import_now(docs)

    assert searches().pair_count < more
    assert searches.count == 4


def test_pairs_that_could_not_be_measured_are_asked_for_again(docs: Path, library: Library) -> None:
    with library.write() as connection:
        connection.exec_driver_sql("DELETE FROM texts WHERE document_id = 1")
    library.recent_tokens.forget()
    searches = Searches(library)

    assert [bool(searches().classifier.unmeasured) for _ in range(2)] == [True, True]
