"""A message that quotes another is a pair of its own class, whichever came first."""

from __future__ import annotations

import zlib
from pathlib import Path

import pytest

from simhash_gui.core.text.classes import PairClass
from simhash_gui.services.detection.answers.left_out import LeftOut, LeftOutReason, left_out
from simhash_gui.services.detection.pairs import DetectionOptions
from simhash_gui.services.detection.search import detect
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.libraries import Library
from tests.services.conftest import Import
from tests.services.listed import named_pairs


def lines(name: str, count: int, begin: str = "") -> str:
    words = [f"{name}{number}" for number in range(count)]
    return "\n".join(begin + " ".join(words[i : i + 8]) for i in range(0, count, 8))


QUESTION = lines("question", 80)
ANSWER = f"On Mon, Paul <p@x.org> wrote:\n{lines('question', 80, '> ')}\n\n{lines('answer', 240)}"
SECOND = f"On Tue, Ann <a@x.org> wrote:\n{lines('answer', 80, '> ')}\n\n{lines('second', 240)}"


@pytest.mark.parametrize("first", ["answer.txt", "question.txt"])
def test_an_answer_quotes_the_question_and_its_own_answer_quotes_it(
    tmp_path: Path, library: Library, import_now: Import, first: str
) -> None:
    folder = tmp_path / "mails"
    folder.mkdir()
    mails = {"answer.txt": ANSWER, "question.txt": QUESTION, "second.txt": SECOND}
    for name in sorted(mails, key=lambda name: name != first):
        (folder / name).write_text(mails[name], encoding="utf-8")
        import_now(folder)

    detection = detect(library, DetectionOptions(partial=True), JobControl())

    found = {
        (Path(pair.a).stem, Path(pair.b).stem): (pair.pair_class, pair.distance > 0)
        for pair in named_pairs(library, detection)
    }
    assert found == {
        ("answer", "question"): (PairClass.QUOTES, True),
        ("answer", "second"): (PairClass.QUOTES, True),
    }
    without = detect(library, DetectionOptions(), JobControl())
    assert list(named_pairs(library, without)) == []


@pytest.mark.parametrize(
    "lost",
    [
        (b"", LeftOutReason.TEXT_MISSING),
        (b"no zlib", LeftOutReason.TEXT_UNREADABLE),
        (zlib.compress(b"the text of another document"), LeftOutReason.TEXT_UNREADABLE),
    ],
)
@pytest.mark.parametrize("name", ["answer.txt", "question.txt"])
def test_a_text_that_is_lost_to_the_search_for_quotations_is_told(
    library: Library,
    tmp_path: Path,
    import_now: Import,
    name: str,
    lost: tuple[bytes, LeftOutReason],
) -> None:
    text, why = lost
    (tmp_path / "answer.txt").write_text(ANSWER, encoding="utf-8")
    (tmp_path / "question.txt").write_text(QUESTION, encoding="utf-8")
    import_now(tmp_path)
    library.recent_tokens.forget()
    with library.write() as connection:
        connection.exec_driver_sql(
            "UPDATE texts SET compressed = ? WHERE document_id ="
            " (SELECT document_id FROM files WHERE name = ?)",
            (text, name),
        )
        connection.exec_driver_sql("DELETE FROM texts WHERE compressed = x''")

    detection = detect(library, DetectionOptions(partial=True), JobControl())

    assert left_out(detection) == (LeftOut("documents", why, 1),)
