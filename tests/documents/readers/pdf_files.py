"""PDF files written by hand, object by object; nothing of the program under test is used."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass

_FONTS = (
    "/F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
    "/F2 << /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H"
    " /DescendantFonts [<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /DW 1000"
    " /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 4 >>"
    " /FontDescriptor << /Type /FontDescriptor /FontName /STSong-Light /Flags 4"
    " /FontBBox [-25 -254 1000 880] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880"
    " /StemV 93 >> >>] >>"
)


@dataclass(frozen=True)
class At:
    """A piece of text and where it begins, in points."""

    x: float
    y: float
    text: str
    size: float = 10
    turn: str = "1 0 0 1"


def lines(*texts: str, x: float = 50, y: float = 700, step: float = 12) -> list[At]:
    return [At(x, y - step * i, text) for i, text in enumerate(texts)]


def drawn(pieces: Sequence[At]) -> bytes:
    return b"\n".join(_drawn(piece) for piece in pieces)


def _drawn(piece: At) -> bytes:
    is_latin = all(ord(character) < 256 for character in piece.text)
    font = "F1" if is_latin else "F2"
    encoded = piece.text.encode("cp1252" if is_latin else "utf-16-be").hex()
    place = f"{piece.turn} {piece.x} {piece.y} Tm"
    return f"BT /{font} {piece.size} Tf {place} <{encoded}> Tj ET".encode()


def stream(content: bytes, dictionary: str = "") -> bytes:
    return b"<< /Length %d %s >>\nstream\n%s\nendstream" % (
        len(content), dictionary.encode(), content,
    )  # fmt: skip


def deflated(content: bytes, times: int = 1) -> bytes:
    for _ in range(times):
        content = zlib.compress(content, 9)
    return stream(content, "/Filter [" + "/FlateDecode " * times + "]")


def pdf(*pages: Sequence[At], info: str = "", catalog: str = "") -> bytes:
    return pdf_of([stream(drawn(page)) for page in pages], info=info, catalog=catalog)


def pdf_of(
    contents: Sequence[bytes],
    *,
    info: str = "",
    catalog: str = "",
    count: int | None = None,
    page: str = "",
    more: Sequence[bytes] = (),
) -> bytes:
    """A file of pages, each with a content stream that is given as an object.

    With one page, ``more`` are the objects from 7 on; object 3 are the fonts.
    """
    kids = " ".join(f"{5 + 2 * i} 0 R" for i in range(len(contents)))
    objects = [
        f"<< /Type /Catalog /Pages 2 0 R {catalog} >>".encode(),
        f"<< /Type /Pages /Kids [{kids}] /Count {count or len(contents)} >>".encode(),
        f"<< /Font << {_FONTS} >> >>".encode(),
        f"<< {info} >>".encode(),
    ]
    for i, content in enumerate(contents):
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources 3 0 R"
            f" /Contents {6 + 2 * i} 0 R {page} >>".encode()
        )
        objects.append(content)
    return _assembled([*objects, *more])


def _assembled(objects: Sequence[bytes]) -> bytes:
    data = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"
    places: list[int] = []
    for number, content in enumerate(objects, start=1):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    size = len(objects) + 1
    return data + (
        b"xref\n0 %d\n0000000000 65535 f \n%strailer\n"
        b"<< /Size %d /Root 1 0 R /Info 4 0 R >>\nstartxref\n%d\n%%%%EOF\n"
        % (size, table, size, len(data))
    )
