"""The encoding that the user chose most particularly is the one that counts."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from sqlalchemy import Connection

from simhash_gui.store.repositories import encoding_overrides
from simhash_gui.store.repositories.encoding_overrides import EncodingOverride, compiled
from tests.store.builders import ANY_TIME_MS


def put(connection: Connection, **encodings: str) -> None:
    for pattern, encoding in encodings.items():
        encoding_overrides.put(connection, pattern, encoding, ANY_TIME_MS)


def test_choices_are_listed_by_pattern(connection: Connection) -> None:
    put(connection, **{"/b/**": "big5", "/a/caf\udce9": "koi8-r"})

    assert encoding_overrides.list_all(connection) == [
        EncodingOverride(2, "/a/caf\udce9", "koi8-r", ANY_TIME_MS),
        EncodingOverride(1, "/b/**", "big5", ANY_TIME_MS),
    ]


def test_a_second_choice_for_a_pattern_replaces_the_first(connection: Connection) -> None:
    encoding_overrides.put(connection, "/a", "big5", 1)

    again = encoding_overrides.put(connection, "/a", "gbk", 2)

    assert again == EncodingOverride(1, "/a", "gbk", 2)
    assert encoding_overrides.list_all(connection) == [again]


def test_a_choice_can_be_taken_back_once(connection: Connection) -> None:
    put(connection, **{"/a": "big5", "/b": "gbk"})

    assert encoding_overrides.delete_pattern(connection, "/a") is True
    assert encoding_overrides.delete_pattern(connection, "/a") is False
    assert [one.pattern for one in encoding_overrides.list_all(connection)] == ["/b"]


def test_one_choice_alone_tells_what_it_fits() -> None:
    choices = encoding_overrides.only("/t/**/*.txt")

    assert choices.best("/t/deep/a.txt") == EncodingOverride(0, "/t/**/*.txt", "", 0)
    assert choices.best("/t/deep/a.md") is None
    assert encoding_overrides.only("/t/a.txt").best("/t/a.txt") is not None


@pytest.mark.parametrize(
    ("place", "encoding"),
    [
        ("/t/a.txt", "of the file"),
        ("/t/b.txt", "of the folder"),
        ("/t/deep/b.txt", "of the deep folder"),
        ("/t/deep/er/b.txt", "of the deep folder"),
        ("/u/b.txt", "of the pattern"),
        ("/u/v.txt", "of the long pattern"),
        ("/u/b.md", None),
        ("/t", None),
        ("/tt/a.md", None),
        ("/w/a.zip!/b.txt", "of the pattern"),
        ("/w/a.zip!/c.md", "of the archive"),
        ("/w/b.zip!/c.md", "of all in it"),
        ("/w/b.zip!/d/e.zip!/c.md", "of all in it"),
        ("/w/c.tar!/c.md", "of such archives"),
        ("/w/b.zipped", None),
    ],
)
def test_a_file_goes_before_a_folder_before_a_pattern_and_long_before_short(
    connection: Connection, place: str, encoding: str | None
) -> None:
    put(
        connection,
        **{
            "**/*.txt": "of the pattern",
            "**/[uv].txt": "of the long pattern",
            "/t/**": "of the folder",
            "/t/deep/**": "of the deep folder",
            "/t/a.txt": "of the file",
            "/w/a.zip!/*.md": "of the archive",
            "/w/b.zip": "of all in it",
            "**/*.tar": "of such archives",
        },
    )

    choices = encoding_overrides.load(connection)

    assert choices.encoding_for(place) == encoding


def test_names_with_wildcards_in_them_are_first_meant_as_they_are(connection: Connection) -> None:
    put(connection, **{"/[ab]/**": "folder", "/x[1].txt": "file", "/*": "pattern"})

    choices = encoding_overrides.load(connection)

    assert choices.encoding_for("/[ab]/c") == "folder"
    assert choices.encoding_for("/a/c") == "folder"
    assert choices.encoding_for("/x[1].txt") == "file"
    assert choices.encoding_for("/x1.txt") == "file"
    assert choices.encoding_for("/x2.txt") == "pattern"


def test_of_equally_long_patterns_the_last_chosen_counts(connection: Connection) -> None:
    encoding_overrides.put(connection, "/a*", "first", 1)
    encoding_overrides.put(connection, "/*b", "second", 2)

    assert encoding_overrides.load(connection).encoding_for("/ab") == "second"


def test_without_choices_there_is_none(connection: Connection) -> None:
    choices = encoding_overrides.load(connection)

    assert not choices
    assert choices.best("/a") is None
    assert choices.encoding_for("/a") is None


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
