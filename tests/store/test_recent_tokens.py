"""Tokens that are kept for a moment: as they were given, only so many, and nothing stays behind."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest

from simhash_gui.store import recent_tokens
from simhash_gui.store.recent_tokens import RecentTokens

TWO, ONE = (bytes(range(16)), bytes(2)), (bytes(range(8)), bytes([1]))


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where temporary files go."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def test_tokens_come_back_also_when_more_are_kept_in_between(folder: Path) -> None:
    recent = RecentTokens()
    recent.keep(b"two", TWO)
    assert recent.get(b"two") == TWO
    recent.keep(b"one", ONE)
    assert (recent.get(b"two"), recent.get(b"one")) == (TWO, ONE)
    assert recent.get(b"three") is None
    size = next(folder.rglob("tokens")).stat().st_size
    recent.keep(b"one", ONE)  # of another copy
    recent.lend([b"one"])
    assert next(folder.rglob("tokens")).stat().st_size == size == sum(map(len, (*TWO, *ONE)))

    recent.forget()

    assert recent.get(b"two") is None
    assert list(folder.iterdir()) == []


def test_of_too_many_none_is_kept_until_all_is_forgotten(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recent_tokens, "_MOST_BYTES", 27)
    recent = RecentTokens()
    recent.keep(b"two", TWO)
    recent.keep(b"one", ONE)
    assert recent.get(b"two") == TWO
    recent.keep(b"more", ONE)
    assert recent.get(b"two") is None
    recent.keep(b"one", ONE)
    assert recent.get(b"one") is None
    assert list(folder.iterdir()) == []
    recent.forget()
    recent.keep(b"one", ONE)
    assert recent.get(b"one") == ONE
    recent.forget()


def test_where_no_file_can_be_made_nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", "/dev/null/nowhere")
    recent = RecentTokens()
    recent.keep(b"one", ONE)
    assert recent.get(b"one") is None
    assert recent.lend([b"one"]) is None


def test_what_is_lent_is_read_elsewhere_until_it_is_forgotten() -> None:
    recent, other = RecentTokens(), RecentTokens()
    other.borrow(recent.lend([b"two"]))
    assert other.get(b"two") is None
    recent.keep(b"two", TWO)
    recent.keep(b"one", ONE)

    other.borrow(recent.lend([b"two", b"three"]))
    assert (other.get(b"two"), other.get(b"one")) == (TWO, None)
    recent.keep(b"three", ONE)
    other.borrow(recent.lend([b"three"]))
    assert (other.get(b"two"), other.get(b"three")) == (None, ONE)

    lent = recent.lend([b"one"])
    recent.forget()
    another = RecentTokens()
    another.borrow(lent)
    assert another.get(b"one") is None
    other.borrow(None)
    assert other.get(b"three") is None


def test_a_file_that_lost_its_end_gives_nothing(folder: Path) -> None:
    recent, other = RecentTokens(), RecentTokens()
    recent.keep(b"one", ONE)
    other.borrow(recent.lend([b"one"]))
    with next(folder.rglob("tokens")).open("r+b") as file:
        file.truncate(4)

    assert other.get(b"one") is None
    other.borrow(None)
    recent.forget()
