"""Script folding: against texts in both scripts, and OpenCC asked for each character alone."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from opencc import OpenCC
from xxhash import xxh3_64_hexdigest

from simhash_gui.documents.segmentation.script_folding import (
    code_points,
    fold_code_points,
    fold_script,
)
from tests.helpers.scripts import simplified_characters

_HAN = st.text(st.characters(min_codepoint=0x3400, max_codepoint=0x9FFF))


@pytest.mark.parametrize(
    ("traditional", "simplified"),
    [
        ("臺灣的圖書館與資訊系統", "台湾的图书馆与资讯系统"),
        ("後面裡邊的檔案", "后面里边的档案"),
        ("乾燥、幹部、干涉", "干燥、干部、干涉"),
        ("接著看著名的書", "接着看着名的书"),
        ("瞭解衞生", "了解卫生"),
        ("𡞵𠁞", "㛟𠀾"),
    ],
)
def test_traditional_characters_become_simplified_ones(traditional: str, simplified: str) -> None:
    assert fold_script(traditional) == fold_script(simplified) == simplified


@pytest.mark.parametrize("text", ["", "plain", "œuvre 한국어 かな", "中文。", "\ud800中", "👍"])
def test_anything_else_stays_as_it_is(text: str) -> None:
    assert fold_script(text) == text


def test_text_without_han_is_handed_back_as_it_is() -> None:
    codes = code_points("no han here, é")

    assert fold_code_points(codes) is codes


@given(st.text() | _HAN)
def test_folding_keeps_the_length_and_is_done_once_for_all(text: str) -> None:
    folded = fold_script(text)

    assert len(folded) == len(text)
    assert fold_script(folded) == folded


@given(st.text() | _HAN, st.text() | _HAN)
def test_a_character_is_folded_alike_in_any_surroundings(one: str, other: str) -> None:
    assert fold_script(one + other) == fold_script(one) + fold_script(other)


@given(st.characters(min_codepoint=0x4E00, max_codepoint=0x9FA5))
def test_a_character_becomes_what_opencc_makes_of_it_alone(char: str) -> None:
    converted = OpenCC("t2s").convert(char)

    assert fold_script(char) == fold_script(converted)


def test_common_traditional_characters_become_common_simplified_ones() -> None:
    common = [char for char in simplified_characters() if b"\xa4\x40" <= _big5(char) <= b"\xc6\x7e"]
    in_gb = [char for char in common if fold_script(char).encode("gb2312", "ignore")]

    assert len(common) > 1800
    assert len(in_gb) > 0.98 * len(common)


def _big5(char: str) -> bytes:
    """Level 1 of Big5, to C67E, holds the common characters."""
    return char.encode("big5", "ignore")


def test_the_table_is_the_one_that_libraries_were_made_with() -> None:
    # Another table needs another name in the recipe id, and another COMPARISON_VERSION.
    pairs = "".join(old + new for old, new in sorted(simplified_characters().items()))

    assert len(simplified_characters()) == 4671
    assert xxh3_64_hexdigest(pairs.encode()) == "e2d7819842365fe4"


def test_code_points_are_those_of_the_text() -> None:
    text = "a中\U0002895b\udc00" + chr(sys.maxunicode)

    assert code_points(text).tolist() == [ord(char) for char in text]
    assert code_points("").dtype == np.uint32
