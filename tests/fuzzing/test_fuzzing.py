"""A glance at what ``python -m tests.fuzzing.run`` does at length, and whether it would notice."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NoReturn

import pytest

from simhash_gui.core.fingerprint.recipe import recipe_named
from simhash_gui.documents.extraction.file_pool import FilePool
from simhash_gui.documents.readers.reader import Source
from tests.fuzzing.mutations import mutant
from tests.fuzzing.run import LIMITS, Mutants, Tally, fuzz
from tests.fuzzing.seeds import seeds_by_format

_RECIPE_ID = recipe_named("words").recipe_id
_FORMATS = {
    "bz2", "csv", "doc", "docx", "eml", "epub", "gz", "html", "json", "mbox", "md", "mhtml", "ods",
    "odt", "org", "pdf", "pptx", "rtf", "srt", "tar", "tar.bz2", "tar.gz", "tar.xz", "tex", "tsv",
    "txt", "vtt", "xhtml", "xls", "xlsx", "xml", "xz", "zip",
}  # fmt: skip


def die(_source: Source) -> NoReturn:
    """A reader that takes its process down."""
    os._exit(9)


def test_there_are_seeds_of_every_format() -> None:
    assert seeds_by_format().keys() == _FORMATS


@pytest.mark.parametrize("count", [8, pytest.param(100, marks=pytest.mark.thorough)])
def test_no_mutant_takes_a_reader_down(tmp_path: Path, count: int) -> None:
    tallies = []

    with FilePool(_RECIPE_ID, LIMITS, workers=2) as pool:
        for name, seeds in seeds_by_format().items():
            tallies.append(Tally(name))
            for _ in fuzz(pool, Mutants(name, seeds, 0, count), tallies[-1], tmp_path):
                pass

    assert {tally.mutants for tally in tallies} == {count}
    assert [line for tally in tallies for line in tally.bad] == []


def test_a_reader_that_falls_is_counted_and_its_mutant_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tally = Tally("txt")

    with FilePool(_RECIPE_ID, LIMITS, workers=1, extract=die) as pool:
        for _ in fuzz(pool, Mutants("txt", [b"words"], 0, 1), tally, tmp_path):
            pass

    assert (tally.mutants, len(tally.bad)) == (1, 1)
    assert "crashed" in capsys.readouterr().out
    assert (tmp_path / "0.txt").read_bytes() == mutant([b"words"], "txt", 0)


def test_the_nth_mutant_is_always_the_same() -> None:
    for name, seeds in seeds_by_format().items():
        assert mutant(seeds, name, 7) == mutant(seeds, name, 7)


def test_mutants_differ_from_each_other() -> None:
    seeds = seeds_by_format()["docx"]
    assert len({mutant(seeds, "docx", number) for number in range(20)}) > 15
