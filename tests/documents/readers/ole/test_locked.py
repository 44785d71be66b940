from __future__ import annotations

from io import BytesIO
from zipfile import ZipFile

import pytest
from msoffcrypto.format.ooxml import OOXMLFile

from simhash_gui.documents.readers import read_source, reader_for
from simhash_gui.documents.readers.reader import Source
from simhash_gui.documents.records import Extracted, FailureReason, ReadFailure
from tests.documents.readers.office_files import docx, paragraph, pptx, shape, xlsx, zipped


def locked(data: bytes, password: str = "secret") -> bytes:
    """With a large part added, for msoffcrypto locks documents below 4 KiB wrongly."""
    file = BytesIO(data)
    with ZipFile(file, "a") as archive:
        archive.writestr("docProps/thumbnail.bin", bytes(10_000))
    locked_file = BytesIO()
    OOXMLFile(file).encrypt(password, locked_file)
    return locked_file.getvalue()


CONTENT_TYPES = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'
DOCX = locked(docx(paragraph("under lock 上锁")))


def read(data: bytes, *passwords: str) -> Extracted:
    return read_source(Source(data, "a.docx", passwords=passwords))


def reason_of(data: bytes, *passwords: str) -> FailureReason:
    with pytest.raises(ReadFailure) as caught:
        read(data, *passwords)
    return caught.value.reason


@pytest.mark.parametrize(
    ("data", "text", "reader"),
    [
        (DOCX, "under lock 上锁", "docx"),
        (locked(pptx([shape("slide")])), "slide", "pptx"),
        (locked(xlsx('<row><c t="str"><v>cell</v></c></row>')), "cell", "xlsx"),
    ],
)
def test_one_of_the_passwords_opens_it(data: bytes, text: str, reader: str) -> None:
    assert reader_for(data, "a.doc").name == "locked"
    extracted = read(data, "wrong", "secret")
    assert extracted.text == text
    assert extracted.reader == reader


def test_without_the_right_password_it_asks_for_one() -> None:
    assert reason_of(DOCX) is FailureReason.PASSWORD
    assert reason_of(DOCX, "wrong") is FailureReason.PASSWORD


def test_the_password_that_excel_gives_everybody_is_tried() -> None:
    data = locked(xlsx('<row><c t="str"><v>cell</v></c></row>'), "VelvetSweatshop")
    assert read(data).text == "cell"


def test_what_is_no_document_behind_the_password_is_unsupported() -> None:
    data = locked(zipped({"[Content_Types].xml": CONTENT_TYPES, "other": "x"}))
    assert reason_of(data, "secret") is FailureReason.UNSUPPORTED


def test_a_lock_that_makes_no_sense_is_damage() -> None:
    assert reason_of(DOCX.replace(b"<keyData", b"<keyXxxx"), "secret") is FailureReason.DAMAGED


def test_truncated_anywhere_it_is_damaged() -> None:
    reasons = {reason_of(DOCX[: len(DOCX) * tenth // 10], "secret") for tenth in range(2, 10)}
    assert reasons <= {FailureReason.DAMAGED, FailureReason.NOT_TEXT}
