"""Documents in every format that is read, made from a text by the smallest writer that will do.

No library writes them that reads them later. Some are made by other programs (LibreOffice, pandoc,
Chromium, WeasyPrint), and left out where these are not installed. The texts are real ones of the
shared corpora; made files stay under ``.benchmarks/data``.
"""

from __future__ import annotations

import csv
import io
import json
import random
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from email.message import EmailMessage
from html import escape
from itertools import cycle
from pathlib import Path
from string import ascii_uppercase
from textwrap import wrap

from tests.benchmarks.contenders.texts import edited
from tests.documents.readers.office_files import docx, odt, paragraph, pptx, shape, xlsx, zipped
from tests.documents.readers.pdf_files import deflated, drawn, lines, pdf_of

LANGUAGES = {"en": "English", "zh": "Chinese"}
_MOST_CHARACTERS = 20_000
_MOST_EDITED = 0.1
_LINES_A_PAGE = 58
_LINES_A_SLIDE = 8
_ASCII = str.maketrans("\u2018\u2019\u201c\u201d\u2013\u2014\u00a0", "''\"\"-- ")
_CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f]")


@dataclass(frozen=True, slots=True)
class Format:
    """How files of one format are named and made."""

    name: str
    suffix: str
    write: Callable[[Sequence[str]], bytes]
    """From paragraphs."""
    conversion: tuple[str, ...] = ()
    """A program and its options, if it makes the file from what was written."""
    languages: tuple[str, ...] = tuple(LANGUAGES)


def texts(corpora: Path, language: str, count: int) -> list[list[str]]:
    """``count`` documents as paragraphs; more than there are come again with edits.

    Only characters that all formats can hold: ASCII, or GBK for Chinese.
    """
    source = random.Random(f"{language}-{count}")
    paths = sorted(corpora.glob(f"{language}-*/docs/*.txt"))
    source.shuffle(paths)
    originals = [_cleaned(path.read_text("utf-8"), language) for path in paths[:count]]
    made = originals[:count]
    while originals and len(made) < count:
        share = source.uniform(0, _MOST_EDITED)
        made.append([edited(part, share, source) for part in originals[len(made) % len(originals)]])
    return made


def make(folder: Path, format_: Format, documents: Sequence[Sequence[str]]) -> list[Path]:
    """The files of ``documents`` in a folder of their own, made when they are not there.

    None when a program is missing that makes them.
    """
    if not folder.exists():
        unfinished = Path(tempfile.mkdtemp(dir=_made(folder.parent)))
        for number, paragraphs in enumerate(documents):
            file = unfinished / f"{number:05}{format_.suffix}"
            file.write_bytes(format_.write(paragraphs))
        if format_.conversion:
            _convert(unfinished, format_)
        unfinished.rename(folder)
    return sorted(folder.iterdir())


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _cleaned(text: str, language: str) -> list[str]:
    encoding = "gbk" if language == "zh" else "ascii"
    plain = text[:_MOST_CHARACTERS].translate({} if language == "zh" else _ASCII)
    kept = _CONTROL.sub(" ", plain).encode(encoding, "ignore").decode(encoding)
    return [" ".join(part.split()) for part in kept.split("\n") if part.strip()]


def _convert(folder: Path, format_: Format) -> None:
    """Let a program convert all files of a folder, and remove what they were made from."""
    program = shutil.which(format_.conversion[0])
    sources = sorted(folder.iterdir())
    if program:
        with tempfile.TemporaryDirectory() as profile:
            for command in _commands(program, format_, sources, Path(profile)):
                subprocess.run(command, capture_output=True, check=True)
    for source in sources:
        source.unlink()


def _commands(
    program: str, format_: Format, sources: Sequence[Path], profile: Path
) -> Iterator[list[str]]:
    """LibreOffice converts many files at once, the others one by one."""
    name, *options = format_.conversion
    if name == "soffice":
        command = [program, f"-env:UserInstallation={profile.as_uri()}", "--headless", *options]
        yield [*command, "--outdir", str(sources[0].parent), *map(str, sources)]
        return
    for source in sources:
        target = str(source.with_suffix(f".{format_.name.partition(',')[0]}"))
        if name == "chromium":
            yield [program, *options, f"--print-to-pdf={target}", source.as_uri()]
        elif name == "weasyprint":
            yield [program, str(source), target]
        else:
            yield [program, *options, str(source), "-o", target]


def _plain(paragraphs: Sequence[str]) -> bytes:
    return "\n\n".join(paragraphs).encode()


def _gb18030(paragraphs: Sequence[str]) -> bytes:
    return "\n\n".join(paragraphs).encode("gb18030")


def _markdown(paragraphs: Sequence[str]) -> bytes:
    escaped = [re.sub(r"([\\`*_{}\[\]<>()#+\-.!|~&=:])", r"\\\1", part) for part in paragraphs]
    return ("# " + "\n\n".join(escaped)).encode()


def _html_body(paragraphs: Sequence[str]) -> str:
    return "\n".join(f"<p>{escape(part)}</p>" for part in paragraphs)


def _html(paragraphs: Sequence[str]) -> bytes:
    head = '<!DOCTYPE html><html><head><meta charset="utf-8"></head>'
    return f"{head}<body>\n{_html_body(paragraphs)}\n</body></html>".encode()


def _printed(paragraphs: Sequence[str], columns: int = 2) -> bytes:
    """A page with a running head, a page number, and columns."""
    style = (
        "@page { size: A4; @top-center { content: 'A head that runs on' }"
        " @bottom-center { content: counter(page) } }"
        f" body {{ columns: {columns}; text-align: justify; hyphens: auto;"
        f" font-family: 'Noto Serif', 'Noto Serif CJK SC' }}"
    )
    head = f'<html lang="en"><head><meta charset="utf-8"><style>{style}</style></head>'
    return f"<!DOCTYPE html>{head}<body>{_html_body(paragraphs)}</body></html>".encode()


def _one_column(paragraphs: Sequence[str]) -> bytes:
    return _printed(paragraphs, columns=1)


def _flat_odt(paragraphs: Sequence[str]) -> bytes:
    names = {
        "office": "urn:oasis:names:tc:opendocument:xmlns:office:1.0",
        "text": "urn:oasis:names:tc:opendocument:xmlns:text:1.0",
    }
    spaces = "".join(f' xmlns:{short}="{name}"' for short, name in names.items())
    kind = 'office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text"'
    body = "".join(f"<text:p>{escape(part)}</text:p>" for part in paragraphs)
    return (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document{spaces} {kind}>'
        f"<office:body><office:text>{body}"
        "</office:text></office:body></office:document>"
    ).encode()


def _mhtml(paragraphs: Sequence[str]) -> bytes:
    message = EmailMessage()
    message["From"] = "<Saved by Blink>"
    message["Snapshot-Content-Location"] = "https://example.org/"
    message.set_content(_html(paragraphs).decode(), subtype="html", cte="quoted-printable")
    message.make_related()
    message.add_related(b"p{}", "text", "css", cid="<style>")
    return message.as_bytes()


def _mail(paragraphs: Sequence[str]) -> bytes:
    message = EmailMessage()
    message["From"], message["To"] = "a@example.org", "b@example.org"
    message["Date"] = "Mon, 01 Jan 2024 10:00:00 +0800"
    message.set_content("\n\n".join(paragraphs), charset="utf-8", cte="base64")
    message.add_alternative(_html_body(paragraphs), subtype="html", cte="base64")
    return message.as_bytes()


def _docx(paragraphs: Sequence[str]) -> bytes:
    return docx("".join(map(paragraph, paragraphs)))


def _odt(paragraphs: Sequence[str]) -> bytes:
    return odt("".join(f"<text:p>{escape(part)}</text:p>" for part in paragraphs))


def _pptx(paragraphs: Sequence[str]) -> bytes:
    starts = range(0, len(paragraphs), _LINES_A_SLIDE)
    slides = [shape("\n".join(paragraphs[i : i + _LINES_A_SLIDE])) for i in starts]
    kinds = {"presentation": "presentation.main"}
    kinds |= {f"slides/slide{number + 1}": "slide" for number in range(len(slides))}
    return pptx(slides, parts=_content_types("ppt", "presentationml", kinds))


def _content_types(folder: str, markup: str, kinds: Mapping[str, str]) -> dict[str, str | bytes]:
    """The part that says what the others are, which not every library can do without."""
    overrides = "".join(
        f'<Override PartName="/{folder}/{name}.xml" ContentType='
        f'"application/vnd.openxmlformats-officedocument.{markup}.{kind}+xml"/>'
        for name, kind in kinds.items()
    )
    relations = "application/vnd.openxmlformats-package.relationships+xml"
    return {
        "[Content_Types].xml": (
            '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
            f'<Default Extension="rels" ContentType="{relations}"/>'
            f'<Default Extension="xml" ContentType="application/xml"/>{overrides}</Types>'
        )
    }


def _xlsx(paragraphs: Sequence[str]) -> bytes:
    """A cell for each sentence, a row for each paragraph."""
    strings: dict[str, int] = {}
    rows = []
    for number, cells in enumerate(_cells(paragraphs), start=1):
        places = (
            f'<c r="{column}{number}" t="s"><v>{strings.setdefault(cell, len(strings))}</v></c>'
            for column, cell in zip(ascii_uppercase, cells, strict=False)
        )
        rows.append(f'<row r="{number}">{"".join(places)}</row>')
    kinds = {"workbook": "sheet.main", "worksheets/sheet1": "worksheet"}
    kinds |= {"sharedStrings": "sharedStrings", "styles": "styles"}
    types = _content_types("xl", "spreadsheetml", kinds)
    return xlsx("".join(rows), shared=strings, parts=types)


def _csv(paragraphs: Sequence[str]) -> bytes:
    file = io.StringIO()
    csv.writer(file).writerows(_cells(paragraphs))
    return file.getvalue().encode()


def _cells(paragraphs: Sequence[str]) -> Iterator[list[str]]:
    for part in paragraphs:
        sentences = re.split(r"(?<=[.!?] )|(?<=[。！？])", part, maxsplit=20)
        yield [stripped for cell in sentences if (stripped := cell.strip())]


def _rtf(paragraphs: Sequence[str]) -> bytes:
    escaped = (re.sub(r"([\\{}])", r"\\\1", part) for part in paragraphs)
    body = "\\par\n".join("".join(map(_rtf_character, part)) for part in escaped)
    return f"{{\\rtf1\\ansi\\uc1\\deff0{{\\fonttbl{{\\f0 Arial;}}}}\n{body}\\par\n}}".encode()


def _rtf_character(character: str) -> str:
    code = ord(character)
    return character if code < 128 else f"\\u{code - 0x10000 if code > 0x7FFF else code}?"


def _epub(paragraphs: Sequence[str]) -> bytes:
    third = len(paragraphs) // 3 + 1
    chapters = [paragraphs[i : i + third] for i in range(0, len(paragraphs), third)]
    names = [f"c{number}.xhtml" for number in range(len(chapters))]
    items = "".join(
        f'<item id="{name}" href="{name}" media-type="application/xhtml+xml"/>' for name in names
    )
    spine = "".join(f'<itemref idref="{name}"/>' for name in names)
    parts: dict[str, str | bytes] = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": (
            '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0">'
            '<rootfiles><rootfile full-path="book.opf" '
            'media-type="application/oebps-package+xml"/></rootfiles></container>'
        ),
        "book.opf": (
            '<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata/>'
            f"<manifest>{items}</manifest><spine>{spine}</spine></package>"
        ),
    }
    for name, chapter in zip(names, chapters, strict=True):
        parts[name] = (
            '<html xmlns="http://www.w3.org/1999/xhtml"><head><title></title></head>'
            f"<body>{_html_body(chapter)}</body></html>"
        )
    return zipped(parts, stored=["mimetype"])


def _pdf(paragraphs: Sequence[str]) -> bytes:
    """Pages of 58 lines; Chinese in a font that is named and not part of the file."""
    made: list[str] = []
    for part in paragraphs:
        made += [*wrap(part, 95 if part.isascii() else 48), ""]
    starts = range(0, len(made), _LINES_A_PAGE)
    pages = (lines(*made[i : i + _LINES_A_PAGE], y=780) for i in starts)
    return pdf_of([deflated(drawn([line for line in page if line.text])) for page in pages])


def _tex(paragraphs: Sequence[str]) -> bytes:
    special: dict[str, str | int | None] = {
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
    }
    special |= {character: f"\\{character}" for character in "{}$&#_%"}
    body = "\n\n".join(part.translate(str.maketrans(special)) for part in paragraphs)
    head = "\\documentclass{article}\n\\begin{document}\n"
    return f"{head}{body}\n\\end{{document}}\n".encode()


def _org(paragraphs: Sequence[str]) -> bytes:
    """Below a heading with all that one may have, by turns in what a text may stand in."""
    frames = cycle(
        (
            "{}",
            "- [ ] {}",
            "#+begin_quote\n{}\n#+end_quote",
            "#+begin_src text :eval no\n{}\n#+end_src",
        )
    )
    # A space without width keeps marks from being any.
    kept = (re.sub(r"^(?=\W)|(?<=\[)(?=\[)", "\u200b", part) for part in paragraphs[1:])
    head = f"* TODO [#A] {paragraphs[0]} :tag:\n:PROPERTIES:\n:CUSTOM_ID: first\n:END:"
    return "\n\n".join((head, *(next(frames).format(part) for part in kept))).encode()


def _srt(paragraphs: Sequence[str]) -> bytes:
    said = [line for part in paragraphs for line in wrap(part, 60 if part.isascii() else 24)]
    cues = (
        f"{number + 1}\n{_clock(number)},000 --> {_clock(number)},900\n{line}\n"
        for number, line in enumerate(said)
    )
    return "\n".join(cues).encode()


def _clock(seconds: int) -> str:
    return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def _json(paragraphs: Sequence[str]) -> bytes:
    parts = [{"number": number, "text": part} for number, part in enumerate(paragraphs)]
    return json.dumps({"parts": parts}, ensure_ascii=False).encode()


def _xml(paragraphs: Sequence[str]) -> bytes:
    body = "\n".join(f"<part>{escape(part)}</part>" for part in paragraphs)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<book>{body}</book>'.encode()


_OLD_EXCEL = ("soffice", "--infilter=CSV:44,34,76", "--convert-to", "xls:MS Excel 97")

FORMATS: Mapping[str, Format] = {
    one.name: one
    for one in (
        Format("txt", ".txt", _plain),
        Format("txt, GB18030", ".txt", _gb18030, languages=("zh",)),
        Format("md", ".md", _markdown),
        Format("html", ".html", _html),
        Format("mhtml", ".mhtml", _mhtml),
        Format("eml", ".eml", _mail),
        Format("docx", ".docx", _docx),
        Format("doc", ".rtf", _rtf, ("soffice", "--convert-to", "doc:MS Word 97")),
        Format("odt", ".odt", _odt),
        Format("rtf", ".rtf", _rtf),
        Format("epub", ".epub", _epub),
        Format("pdf", ".pdf", _pdf),
        Format("pptx", ".pptx", _pptx),
        Format("xlsx", ".xlsx", _xlsx),
        Format(
            "xls",
            ".csv",
            _csv,
            ("soffice", "--infilter=CSV:44,34,76", "--convert-to", "xls:MS Excel 97"),
        ),
        Format("csv", ".csv", _csv),
        Format("tex", ".tex", _tex),
        Format("org", ".org", _org),
        Format("srt", ".srt", _srt),
        Format("json", ".json", _json),
        Format("xml", ".xml", _xml),
        Format("odt, LibreOffice", ".html", _html, ("soffice", "--convert-to", "odt:writer8")),
        Format("rtf, LibreOffice", ".fodt", _flat_odt, ("soffice", "--convert-to", "rtf")),
        Format("pdf, LibreOffice", ".fodt", _flat_odt, ("soffice", "--convert-to", "pdf")),
        Format("docx, pandoc", ".html", _html, ("pandoc",)),
        Format("epub, pandoc", ".html", _html, ("pandoc", "--metadata", "title=A title")),
        Format("odt, pandoc", ".html", _html, ("pandoc",)),
        Format("rtf, pandoc", ".html", _html, ("pandoc", "-s")),
        Format("tex, pandoc", ".html", _html, ("pandoc", "-s", "-t", "latex")),
        Format("pdf, Chromium", ".html", _html, ("chromium", "--headless", "--no-sandbox")),
        Format("pdf, WeasyPrint, running head", ".html", _one_column, ("weasyprint",)),
        Format("pdf, WeasyPrint, two columns", ".html", _printed, ("weasyprint",)),
    )
}
