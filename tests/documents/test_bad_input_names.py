"""A wrong extension: the content decides, and what is plain text is read as plain text."""

from __future__ import annotations

import pytest

from simhash_gui.documents.readers import READERS, read_bytes
from tests.fuzzing.seeds import FILES

_WORDS = "The bench under the lime tree was painted green again as in every third spring."
_EXTENSIONS = sorted({extension for reader in READERS for extension in reader.extensions})


@pytest.mark.parametrize("extension", _EXTENSIONS)
def test_plain_text_is_read_under_every_name(extension: str) -> None:
    assert read_bytes(_WORDS.encode(), f"a{extension}").text == _WORDS


@pytest.mark.parametrize(
    "name",
    [
        "english.docx", "english.odt", "english.ods", "english.epub", "english.pdf", "english.pptx",
        "english.xlsx", "english.xls", "english.doc", "english.rtf", "english.eml", "english.mhtml",
        "english.html", "english.xhtml", "english.tex", "english.srt", "english.vtt", "english.xml",
        "english.json",
    ],
)  # fmt: skip
@pytest.mark.parametrize("wrong", [".txt", ".dat", ""])
def test_a_document_is_read_under_a_wrong_name(name: str, wrong: str) -> None:
    data = (FILES / name).read_bytes()

    right, found = read_bytes(data, name), read_bytes(data, f"a{wrong}")

    assert (found.reader, found.text) == (right.reader, right.text)
