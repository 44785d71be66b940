from __future__ import annotations

import pytest

from simhash_gui.documents.readers import READERS, read_bytes, reader_for
from simhash_gui.documents.records import EncodingSource, FailureReason, Metadata, ReadFailure


def test_plain_text_comes_out_unchanged() -> None:
    extracted = read_bytes("一\r\n\r\n  二\t三\n".encode(), "a.txt")
    assert extracted.text == "一\r\n\r\n  二\t三\n"
    assert (extracted.reader, extracted.metadata) == ("text", Metadata())


def test_the_encoding_is_told() -> None:
    extracted = read_bytes("说明文字要足够长才能认出来，这是一个例子。".encode("gb18030"), "a.txt")
    assert extracted.encoding == "gb18030"
    assert extracted.encoding_source is EncodingSource.STATISTICS
    assert 0.5 < extracted.encoding_confidence < 1


def test_an_override_reaches_the_decoder() -> None:
    assert read_bytes("é".encode("cp1252"), "a.txt", "cp1251").text == "й"


@pytest.mark.parametrize("name", ["notes", "a.xyz", "Makefile", ".profile", "", "a."])
def test_text_under_any_other_name_is_plain_text(name: str) -> None:
    assert read_bytes(b"some words", name).reader == "text"


def test_binary_content_is_refused_whatever_its_name() -> None:
    with pytest.raises(ReadFailure) as caught:
        read_bytes(b"\x89PNG\r\n\x1a\n\x00\x00\x00", "letter.txt")
    assert caught.value.reason is FailureReason.NOT_TEXT


@pytest.mark.parametrize(
    ("name", "reader"),
    [("a.MD", "markdown"), ("a.markdown", "markdown"), ("a.htm", "html"), ("a.XHTML", "html")],
)
def test_the_extension_decides_where_the_content_does_not(name: str, reader: str) -> None:
    assert reader_for(b"some words", name).name == reader


@pytest.mark.parametrize("name", ["a.txt", "a.md", "a"])
def test_the_content_goes_before_the_extension(name: str) -> None:
    assert reader_for(b"<!DOCTYPE html><title>x</title>", name).name == "html"


def test_no_two_readers_claim_one_extension() -> None:
    claimed = [extension for reader in READERS for extension in reader.extensions]
    assert len(claimed) == len(set(claimed))
