"""Documents that want to do harm, through the worker processes of an import.

One that can be told is refused with its reason; one that is merely odd is read.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

import pytest

from simhash_gui.core.fingerprint.recipe import recipe_named
from simhash_gui.documents.extraction.file_pool import FilePool
from simhash_gui.documents.records import FailureReason, FileOutcome, FileTask, Limits
from tests.documents.bad_documents import BAD_DOCUMENTS, xlsx_of_many_cells
from tests.fuzzing.seeds import FILES, PASSWORD, seed_paths

_LIMITS = Limits(time_s=60.0, memory_bytes=512 << 20, expanded_bytes=64 << 20)
_PACKAGES = ("docx", "xlsx", "pptx", "odt", "ods", "epub", "doc", "xls")
_KILLED = (FailureReason.CRASHED, FailureReason.TIMEOUT, FailureReason.MEMORY)

Outcomes = dict[str, FileOutcome]

REFUSED = {
    "inflating.pdf": {FailureReason.BOMB},
    "inflating.docx": {FailureReason.BOMB},
    "inflating.zip": {FailureReason.BOMB},
    "overlapping.zip": {FailureReason.BOMB},
    "strings.xlsx": {FailureReason.BOMB},
    "pages.pdf": {FailureReason.DAMAGED},
    "parents.pdf": {FailureReason.DAMAGED},
    "laughs.docx": {FailureReason.DAMAGED},
    "laughs.odt": {FailureReason.DAMAGED},
    "laughs.xml": {FailureReason.BOMB},
    "laughs.xhtml": {FailureReason.BOMB},
    "drawing.xml": {FailureReason.BOMB},
    "entity.xml": {FailureReason.BOMB},
    "parts.eml": {FailureReason.NESTED},
    "letters.eml": {FailureReason.NESTED},
    "forms.pdf": {FailureReason.MEMORY, FailureReason.TIMEOUT},
    "spaces.odt": {FailureReason.EMPTY},
}
"""What may become of each. Only the forms have to be stopped by a limit."""

READ = {
    "chapters.epub": "word word",
    "cells.ods": "word",
    "corner.xlsx": "first\ncorner",
    "mirror.pdf": "word",
    "commands.tex": "Words.",
    "tags.html": "word",
    "formatting.html": "word\nword",
    "tags.docx": "word",
    "tags.xml": "word",
    "brackets.json": "word",
    "groups.rtf": "first",
    "many groups.rtf": "xxx",
    "many parts.eml": "w\n",
    "headers.eml": "word",
    "brackets.md": "[[[",
    "braces.tex": "word",
    "open.tex": "word",
    "quotes.csv": "a",
    "arrows.vtt": "",
    "marks.org": "word",
}
"""What of its text must be there."""


def _outcomes(tasks: Iterable[FileTask]) -> Outcomes:
    with FilePool(recipe_named("words").recipe_id, _LIMITS, workers=2) as pool:
        found = list(pool.outcomes(tasks))
    return {Path(outcome.path).name: outcome for outcome in found}


def test_harmful_documents_are_refused_and_odd_ones_read(tmp_path: Path) -> None:
    """In one test: reading them takes twenty seconds, which each process of xdist would spend."""
    for name, make in BAD_DOCUMENTS.items():
        (tmp_path / name).write_bytes(make())
    outcomes = _outcomes(FileTask(str(tmp_path / name)) for name in BAD_DOCUMENTS)

    assert outcomes.keys() == BAD_DOCUMENTS.keys()
    assert outcomes.keys() == REFUSED.keys() | READ.keys() | {"nested.zip"}
    refused = {name: outcomes[name] for name in REFUSED}
    assert [each for name, each in refused.items() if each.failure not in REFUSED[name]] == []
    assert [each for each in refused.values() if not each.detail.endswith(".")] == []
    read = {name: outcomes[name] for name in READ}
    assert [each for each in read.values() if (each.failure, each.detail) != (None, "")] == []
    assert [name for name, each in read.items() if READ[name] not in each.text()] == []


def test_archives_in_archives_are_opened_to_the_limit(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    path.write_bytes(BAD_DOCUMENTS["nested.zip"]())
    tasks = [FileTask(str(path), None, ("a.zip",) * depth) for depth in range(5)]

    with FilePool(recipe_named("words").recipe_id, _LIMITS, workers=1) as pool:
        found = {outcome.path: outcome.failure for outcome in pool.outcomes(tasks)}

    opened, refused = tasks[: _LIMITS.archive_depth], tasks[_LIMITS.archive_depth :]
    assert {found[task.name] for task in opened} == {None}
    assert {found[task.name] for task in refused} == {FailureReason.NESTED}


def test_nothing_falls_over_a_truncated_document(tmp_path: Path) -> None:
    """Of each seed a tenth is left, two tenths, …; nothing for 0."""
    for path in seed_paths():
        data = path.read_bytes()
        for tenth in range(10):
            (tmp_path / f"{tenth} {path.name}").write_bytes(data[: len(data) * tenth // 10])

    found = _outcomes(FileTask(str(path), passwords=(PASSWORD,)) for path in tmp_path.iterdir())

    assert len(found) == 10 * len(seed_paths())
    assert [each for each in found.values() if each.failure in _KILLED] == []
    nothing = [each for name, each in found.items() if name.startswith("0 ")]
    assert {each.failure for each in nothing} == {FailureReason.EMPTY}
    parts = [f"{tenth} english.{kind}" for kind in _PACKAGES for tenth in range(1, 10)]
    assert [name for name in parts if found[name].failure is not FailureReason.DAMAGED] == []


LOCKED = {
    "locked.docx": "Ships that came in",
    "locked.odt": "Ships that came in",
    "locked.xlsx": "Good Intent",
    "locked-aes256.pdf": "harbour master",
    "locked-rc4.pdf": "harbour master",
    "locked.zip!/secret.txt": "harbour master",
    "locked-aes.zip!/secret.txt": "harbour master",
}
"""What stands in each."""


@pytest.mark.parametrize(
    ("passwords", "failure"),
    [
        ((), FailureReason.PASSWORD),
        (("wrong", "密码"), FailureReason.PASSWORD),
        (("wrong", PASSWORD), None),
    ],
)
def test_a_locked_document_is_read_with_its_password_only(
    passwords: tuple[str, ...], failure: FailureReason | None
) -> None:
    tasks = []
    for name in LOCKED:
        file, _, member = name.partition("!/")
        tasks.append(FileTask(str(FILES / file), None, (member,) if member else (), passwords))

    with FilePool(recipe_named("words").recipe_id, _LIMITS, workers=1) as pool:
        found = {outcome.path: outcome for outcome in pool.outcomes(tasks)}

    assert {name: found[str(FILES / name)].failure for name in LOCKED} == dict.fromkeys(
        LOCKED, failure
    )
    if failure is None:
        assert all(text in found[str(FILES / name)].text() for name, text in LOCKED.items())


def test_a_lock_that_nobody_here_can_open_is_told_as_one() -> None:
    task = FileTask(str(FILES / "locked-blowfish.odt"), passwords=(PASSWORD,))

    (found,) = _outcomes([task]).values()

    assert found.failure is FailureReason.PASSWORD


@pytest.mark.parametrize("name", ["tags.html", "tags.xml", "groups.rtf", "forms.pdf", "cells.xlsx"])
def test_a_library_that_is_busy_in_compiled_code_is_stopped(tmp_path: Path, name: str) -> None:
    make = BAD_DOCUMENTS.get(name, xlsx_of_many_cells)
    (tmp_path / name).write_bytes(make())
    (tmp_path / "good.txt").write_text("A word or two.", "utf-8")
    tasks = [FileTask(str(tmp_path / file)) for file in (name, "good.txt")]
    hasty = Limits(time_s=0.4)

    with FilePool(recipe_named("words").recipe_id, hasty, workers=1) as pool:
        bad, good = pool.outcomes(tasks)

    assert (bad.failure, good.failure) == (FailureReason.TIMEOUT, None)
    assert "0.4 s" in bad.detail


def test_a_document_that_may_only_not_be_changed_is_read() -> None:
    (found,) = _outcomes([FileTask(str(FILES / "owner-locked.pdf"))]).values()

    assert found.failure is None


@pytest.mark.skipif(os.name == "nt", reason="needs a file system with holes in its files")
def test_a_file_over_four_gigabytes_costs_itself_alone_whatever_the_limit(tmp_path: Path) -> None:
    with (tmp_path / "large.txt").open("wb") as sparse:
        sparse.truncate(5 << 30)
    (tmp_path / "good.txt").write_text("A word or two.", "utf-8")
    tasks = [FileTask(str(tmp_path / name)) for name in ("large.txt", "good.txt")]
    generous = Limits(size_bytes=8 << 30, memory_bytes=512 << 20)

    with FilePool(recipe_named("words").recipe_id, generous, workers=1) as pool:
        large, good = pool.outcomes(tasks)

    assert (large.failure, good.failure) == (FailureReason.MEMORY, None)
