"""Wildcards mean what people expect of them, and nothing else does."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from simhash_gui.store.repositories.path_patterns import compiled

FITTING = [
    ("/a/b.txt", "/a/b.txt"),
    ("/a/*.txt", "/a/b.txt"),
    ("/a/*.txt", "/a/.txt"),
    ("/a/?.txt", "/a/b.txt"),
    ("/a/**", "/a/b/c.txt"),
    ("/a/**/c.txt", "/a/c.txt"),
    ("/a/**/c.txt", "/a/b/b/c.txt"),
    ("**/*.txt", "/a/b.txt"),
    ("/a/[bc].txt", "/a/c.txt"),
    ("/a/[!bc].txt", "/a/d.txt"),
    ("/a/[a-c].txt", "/a/b.txt"),
    ("/a/[]].txt", "/a/].txt"),
    ("/a/[^b].txt", "/a/^.txt"),
    ("/a/[\\].txt", "/a/\\.txt"),
    ("/a/[", "/a/["),
    ("/a/[z-a]", "/a/[z-a]"),
    ("/a/*.txt", "/a/line\nbreak.txt"),
    ("/a/*", "/a/caf\udce9"),
    ("/a/b+(c).txt", "/a/b+(c).txt"),
    ("/会议/*", "/会议/记录.txt"),
]
OTHERS = [
    ("/a/b.txt", "/a/bxtxt"),
    ("/a/*.txt", "/a/b/c.txt"),
    ("/a/*.txt", "/a/b.TXT"),
    ("/a/*.txt", "/a/b.txt.bak"),
    ("/a/?", "/a//"),
    ("/a?b", "/a/b"),
    ("/a[!b]c", "/a/c"),
    ("/a/**", "/ab/c"),
    ("/a/[!bc].txt", "/a/b.txt"),
    ("*.txt", "/a/b.txt"),
    ("", "/a"),
]


@pytest.mark.parametrize(("pattern", "path"), FITTING)
def test_a_path_fits(pattern: str, path: str) -> None:
    assert compiled(pattern).fullmatch(path)


@pytest.mark.parametrize(("pattern", "path"), OTHERS)
def test_another_path_does_not(pattern: str, path: str) -> None:
    assert not compiled(pattern).fullmatch(path)


@given(pattern=st.text(st.sampled_from("[]!^*?/-&|~\\ab\udce9\n"), max_size=12))
@example("[a--b]")
@example("[---]")
@example("[+---]")
@example("[a&&b]")
@example("[[a]")
def test_any_text_is_a_pattern(pattern: str) -> None:
    compiled(pattern).fullmatch("/a/b")


@given(path=st.text(st.characters(exclude_characters="*?["), max_size=12))
def test_a_path_without_wildcards_fits_itself_alone(path: str) -> None:
    assert compiled(path).fullmatch(path)
    assert not compiled(path).fullmatch(f"{path}x")
