"""The HTML that reports are made of: simple enough for the writer of PDF files to print.

Everything that comes from documents goes through ``shown``; a page asks for nothing from anywhere.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import repeat
from pathlib import Path
from typing import TypeAlias

from simhash_gui.services.checking.report_texts import ReportLanguage, Words
from simhash_gui.services.library.whole_files import replacing

PdfWriter: TypeAlias = Callable[[Iterable[str], Path], None]
"""Prints sections of HTML to one PDF file."""

REPORT_SUFFIXES = (".html", ".pdf")
_COLOURS = ("#F7E2B8", "#CCE8F8", "#B3E2D5", "#FAF6C7", "#B3D4E8", "#F2CFB3", "#F0D7E4")
"""Okabe and Ito's colours, tinted; the number of the source stands beside each."""

_LEAST_SHARE = 0.0005
_FIGURE = ' class="figure" align="right"'
_TEXT = {"th": ' align="left"', "td": ""}
"""In the tag of a cell; the writer of PDF files knows no class, and puts heads in the middle."""
_UNPRINTABLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]"
)
_SURROGATE = re.compile("[\ud800-\udfff]")

_STYLE = """
@page { size: A4; margin: 18mm 16mm }
body { font: 10.5pt/1.55 "Noto Sans", "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei",
  "WenQuanYi Micro Hei", sans-serif; color: #1B1F27; max-width: 60em; margin: 2em auto;
  padding: 0 1.2em; overflow-wrap: anywhere }
h1 { font-size: 18pt; margin: 0 0 .3em } h2 { font-size: 13pt; margin: 1.8em 0 .5em }
table { border-collapse: collapse; width: 100%; font-size: 9.5pt }
th, td { border: 1px solid #D5DAE2; padding: .25em .5em; text-align: left; vertical-align: top;
  overflow-wrap: break-word }
.long { overflow-wrap: anywhere }
th.figure, td.figure { text-align: right }
th { background: #F0F3F8 } tr { break-inside: avoid } h2, .head { break-after: avoid }
.big { font-size: 24pt; font-weight: 600 }
sup { font-size: 7pt; font-weight: 600 }
.text { line-height: 1.9 }
@media print { body { margin: 0; padding: 0; max-width: none }
  span, td, th { print-color-adjust: exact; -webkit-print-color-adjust: exact } }
"""


def page_of(parts: Iterable[str], words: Words) -> Iterator[str]:
    """A page of HTML that asks for nothing from anywhere, in pieces."""
    yield f"{_beginning(words)}<style>{_STYLE}</style></head><body>\n"
    yield from (f"<section>{part}</section>\n" for part in parts)
    yield "</body></html>\n"


def _beginning(words: Words) -> str:
    return (
        f'<!DOCTYPE html>\n<html lang="{words.html_language}"><head><meta charset="utf-8">'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\';'
        " style-src 'unsafe-inline'\">"
        '<meta name="viewport" content="width=device-width">'
        f"<title>{words('title')}</title>"
    )


def is_page(text: str) -> bool:
    """Whether a file that begins so is a page that ``page_of`` made."""
    return text.startswith(tuple(_beginning(Words(each)) for each in ReportLanguage))


def shown(text: str) -> str:
    """A text as HTML: mark-up is text, and what cannot be printed has a sign."""
    plain = _SURROGATE.sub("\ufffd", text)
    return html.escape(_UNPRINTABLE.sub(_sign, plain))


def _sign(match: re.Match[str]) -> str:
    code = ord(match[0])
    return chr(0x2400 + code) if code < 0x20 else "\u2423" if code == 0x7F else "\u25cc"


def span(piece: str, colour: str, *, underline: bool) -> str:
    """A piece of HTML on a background, underlined or not."""
    line = ";text-decoration:underline" if underline else ""
    return f'<span style="background-color:{colour}{line}">{piece}</span>'


def number(value: int) -> str:
    """With its thousands apart."""
    return f"{value:,}"


def share(ratio: float) -> str:
    """To a tenth of a percent; only 0 itself is shown as 0.0%."""
    return "&lt; 0.1%" if 0 < ratio < _LEAST_SHARE else f"{ratio:.1%}"


def table(
    header: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    is_even: bool = False,
    percents: Sequence[int] = (),
    figures: Collection[int] = (),
) -> str:
    """A table; its cells are HTML already. ``is_even``: all columns are as wide as each other.

    ``percents``: how wide each column is of the table; where they are not given, names that may
    break anywhere get the room that words leave. ``figures``: which columns stand right.
    """
    head = _cells("th", header, figures, [f' width="{percent}%"' for percent in percents])
    body = "".join(f"<tr>{_cells('td', row, figures)}</tr>" for row in rows)
    top = f"<thead><tr>{head}</tr></thead>" if header else ""
    layout = ";table-layout:fixed" if is_even else ""
    return (
        '<table border="1" cellspacing="0" cellpadding="4" width="100%"'
        f' style="border-collapse:collapse{layout}">{top}{body}</table>'
    )


def _cells(
    tag: str, row: Sequence[str], figures: Collection[int], widths: Sequence[str] = ()
) -> str:
    return "".join(
        f"<{tag}{_FIGURE if column in figures else _TEXT[tag]}{width}>{cell}</{tag}>"
        for column, (cell, width) in enumerate(zip(row, widths or repeat(""), strict=False))
    )


def long(text: str) -> str:
    """HTML that may break anywhere, so that a table is no wider than the page."""
    return f'<span class="long">{text}</span>'


def differing(text: str) -> str:
    """Words that the other side lacks; white space and punctuation need no mark."""
    if not any(map(str.isalnum, text)):
        return shown(text)
    return f"<b><u>{shown(text)}</u></b>"


def colour_of(source: int) -> str:
    """Of a source, numbered from 0."""
    return _COLOURS[source % len(_COLOURS)]


def badge(number_: int) -> str:
    """The number of a source, in its colour."""
    return span(f"&nbsp;{number_}&nbsp;", colour_of(number_ - 1), underline=False)


def big(text: str) -> str:
    """A figure to be seen first."""
    return f'<span class="big" style="font-size:24pt">{text}</span>'


def write_sections(
    parts: Iterable[str], language: ReportLanguage, path: Path, write_pdf: PdfWriter | None
) -> None:
    """Write the sections of a report, by the suffix of its name, complete or not at all.

    Raises OSError.
    """
    with replacing(path) as part:
        if path.suffix.lower() == ".pdf" and write_pdf is not None:
            write_pdf(parts, part)
        else:
            with part.open("w", encoding="utf-8", newline="\n") as stream:
                stream.writelines(page_of(parts, Words(language)))
