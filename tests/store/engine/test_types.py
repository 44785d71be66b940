"""Values that SQLite cannot take as they are come back as they went in."""

from __future__ import annotations

import os
from enum import StrEnum
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import bindparam, select
from sqlalchemy.exc import StatementError
from sqlalchemy.types import TypeEngine

from simhash_gui.store.engine import types
from simhash_gui.store.engine.types import (
    U64,
    AnyText,
    EnumText,
    FileState,
    UnsignedRangeError,
    escape,
    to_signed,
    to_unsigned,
    unescape,
)
from simhash_gui.store.integrity.damage import Damage
from simhash_gui.store.library import Library
from tests.helpers.examples import examples
from tests.store.builders import file, folder, placed

EDGES = [0, 1, 2**63 - 1, 2**63, 2**64 - 1]
ANY_CHARACTER = st.characters(exclude_categories=())


def round_trip(library: Library, value: Any, kind: TypeEngine[Any]) -> Any:
    with library.read() as connection:
        return connection.execute(select(bindparam("value", value, kind))).scalar_one()


@pytest.mark.parametrize("value", EDGES)
def test_an_unsigned_value_at_an_edge_survives_the_database(library: Library, value: int) -> None:
    assert round_trip(library, value, U64()) == value


@examples(50)
@given(value=st.integers(0, 2**64 - 1))
def test_every_unsigned_value_survives_the_database(shared_library: Library, value: int) -> None:
    assert round_trip(shared_library, value, U64()) == value


def test_a_numpy_value_is_taken_as_an_unsigned_one(library: Library) -> None:
    assert round_trip(library, np.uint64(2**64 - 1), U64()) == 2**64 - 1


def test_no_unsigned_value_stays_none(library: Library) -> None:
    assert round_trip(library, None, U64()) is None


@pytest.mark.parametrize("value", [-1, 2**64])
def test_a_value_outside_64_bits_is_refused(library: Library, value: int) -> None:
    with pytest.raises((UnsignedRangeError, StatementError), match="not an unsigned 64-bit"):
        round_trip(library, value, U64())


@pytest.mark.parametrize(("unsigned", "signed"), [(0, 0), (2**63, -(2**63)), (2**64 - 1, -1)])
def test_the_signed_form_has_the_same_bits(unsigned: int, signed: int) -> None:
    assert to_signed(unsigned) == signed
    assert to_unsigned(signed) == unsigned


@examples(100)
@given(name=st.text(ANY_CHARACTER))
def test_every_text_survives_the_database_even_lone_surrogates(
    shared_library: Library, name: str
) -> None:
    assert round_trip(shared_library, name, AnyText()) == name


@examples(100)
@given(name=st.binary())
def test_every_file_name_on_this_system_survives_the_database(
    shared_library: Library, name: bytes
) -> None:
    stored = round_trip(shared_library, os.fsdecode(name), AnyText())

    assert os.fsencode(stored) == name


@given(one=st.text(ANY_CHARACTER), other=st.text(ANY_CHARACTER))
def test_different_texts_have_different_stored_forms(one: str, other: str) -> None:
    assert (escape(one) == escape(other)) is (one == other)


@pytest.mark.parametrize("name", ["notes.txt", "会议 纪要.md", "Übersicht\n2.txt", "\u202egpj.exe"])
def test_an_ordinary_name_is_stored_as_it_is(name: str) -> None:
    assert escape(name) == name


def test_a_text_that_looks_escaped_is_not_taken_for_one() -> None:
    assert unescape(escape("\x1adc80")) == "\x1adc80"


def test_a_missing_text_stays_none(library: Library) -> None:
    assert round_trip(library, None, AnyText()) is None


def test_a_state_comes_back_as_a_member(library: Library) -> None:
    assert round_trip(library, FileState.GONE, EnumText(FileState)) is FileState.GONE


def test_no_state_stays_none(library: Library) -> None:
    assert round_trip(library, None, EnumText(FileState)) is None


def test_a_state_is_stored_as_its_readable_value(library: Library) -> None:
    with library.write() as connection:
        placed(connection, file(folder(connection), "a.txt", state=FileState.GONE))
        stored = connection.exec_driver_sql("SELECT state FROM files").scalar_one()

    assert stored == "gone"


@pytest.mark.parametrize(
    ("kind", "stored"),
    [
        (types.PassageMark, "boilerplate copied template"),
        (types.FolderRole, "normal reference excluded"),
        (types.DocumentState, "fingerprinted too-short failed damaged"),
        (types.FileState, "present gone failed container skipped damaged left-out"),
        (types.ImportRunState, "running interrupted finished cancelled failed"),
        (types.Verdict, "same revision template unrelated later"),
        (types.Act, "set-aside trash move hardlink reflink"),
        (types.ActState, "planned begun done skipped undoing undone"),
        (types.ReviewRunState, "running interrupted finished"),
        (
            Damage,
            "header pages version schema indexes references values recipes blocks texts"
            " fingerprints files details decisions comparison",
        ),
    ],
)
def test_words_in_libraries_and_in_json_stay_what_they_are(
    kind: type[StrEnum], stored: str
) -> None:
    assert " ".join(member.value for member in kind) == stored
