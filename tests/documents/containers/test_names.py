from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simhash_gui.documents.containers.names import decoded_names, harmless_names


@given(st.lists(st.text("ab./\\!\0 (2)", max_size=8)))
def test_names_differ_and_lead_nowhere(names: list[str]) -> None:
    found = list(harmless_names(names))
    assert len(found) == len(set(found)) == len(names)
    for name in found:
        assert not name.startswith("/")
        assert not {"", ".", ".."} & set(name.split("/"))
        assert "!/" not in name
        assert "\0" not in name


def test_a_name_of_nothing_gets_one() -> None:
    assert list(harmless_names(["", "..", "/"])) == ["_", "_ (2)", "_ (3)"]


def test_a_number_that_is_taken_is_passed_over() -> None:
    assert list(harmless_names(["a", "a (2)", "a", "a"])) == ["a", "a (2)", "a (3)", "a (4)"]


@pytest.mark.parametrize(
    ("names", "encoding"),
    [
        (["会议.txt"], "gb18030"),
        (["年度总结.doc", "合同/第一章.doc"], "gb18030"),
        (["報告書.txt"], "big5"),
        (["회의록.hwp"], "cp949"),
        (["Größe.txt", "naïve.txt"], "cp437"),
        (["Müller – Brief.txt"], "utf-8"),
        (["Отчет за октябрь.doc"], "cp866"),
        (["plain.txt"], "ascii"),
    ],
)
def test_names_are_decoded_together(names: list[str], encoding: str) -> None:
    assert decoded_names([name.encode(encoding) for name in names]) == names


def test_no_names_are_none() -> None:
    assert decoded_names([]) == []
