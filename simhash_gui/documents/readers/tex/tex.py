"""TeX and LaTeX: the text that would be printed, as far as its source tells without running it.

Commands go, their text stays: headings and captions as paragraphs, footnotes after the paragraph
that has them, cells apart by a tab, the head of a long table once. Mathematics stays as its source.
Comments, labels, citations and the preamble (but title, author and date) go; of the document's own
macros those without arguments are expanded, other files are not opened.

pylatexenc finds less of the text of real files and takes 15 times as long
(``tests/benchmarks/README.md``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from simhash_gui.documents.encoding.encodings import decode
from simhash_gui.documents.readers.reader import Reader, Source, extracted_from
from simhash_gui.documents.readers.tex.tex_text import SOFT_BREAK, TexText
from simhash_gui.documents.records import Extracted, Metadata

NAME = "tex"

_HEAD_BYTES = 8192
_BEGINNING = re.compile(
    rb"(?:\xef\xbb\xbf)?(?:\s++|%[^\n]*+(?:\n|$)|\\(?!document)[^\n]*+(?:\n|$))*\\document(?:class|style)\b"
)
_BODY = re.compile(r"^[^%\n]*?\\begin\s*\{document\}", re.MULTILINE)
_END = re.compile(r"^[^%\n]*?(?P<end>\\end\s*\{document\})", re.MULTILINE)
_DECLARED = re.compile(rb"\\usepackage\s*\[([\w-]+)\]\s*\{inputenc\}")
_ENCODINGS = {
    "latin1": "cp1252",
    "ansinew": "cp1252",
    "latin9": "iso8859-15",
    "applemac": "mac-roman",
}
# Han, kana, bopomofo, full-width forms and East Asian punctuation: written without spaces.
_CJK = (
    "\u2e80-\u312f\u3190-\u31bf\u31f0-\ua4cf\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef"
    "\U00020000-\U0003ffff"
)
_BLANK_LINES = re.compile(r"[ \t]*\n(?:[ \t]*\n)+")
_CJK_BREAK = re.compile(rf"(?<=[{_CJK}]){SOFT_BREAK}+(?=[{_CJK}])")
_SPACES = re.compile(r" *\n *| *\t[ \t]*| {2,}")


def read(source: Source) -> Extracted:
    """The text, and title, author and date of the preamble."""
    found = _DECLARED.search(source.data[:_HEAD_BYTES])
    label = found[1].decode("ascii") if found else None
    declared = _ENCODINGS.get(label or "", label)
    decoded = decode(source.data, source.override_encoding, declared=declared)
    text, metadata = tex_content(decoded.text)
    return extracted_from(decoded, NAME, text, metadata)


def recognises(data: bytes) -> bool:
    """Whether a document class goes before everything but comments and other commands."""
    return _BEGINNING.match(data[:_HEAD_BYTES]) is not None


def tex_content(source: str) -> tuple[str, Metadata]:
    """The text of a document or a part of one, and what its preamble says."""
    source = source.replace("\r\n", "\n").replace("\r", "\n")
    begin = _BODY.search(source)
    preamble = TexText(source[: begin.end()] if begin else "")
    preamble.run()
    end = _END.search(source, begin.end() if begin else 0)
    body = TexText(
        source[begin.end() if begin else 0 : end.start("end") if end else len(source)],
        preamble.fields,
        preamble.macros,
    )
    body.run()
    return "\n\n".join(_paragraphs(body.text())), _metadata(body.fields)


def _metadata(fields: Mapping[str, str]) -> Metadata:
    lines = {name: " ".join(_tidied(value).split()) for name, value in fields.items()}
    return Metadata(
        title=lines.get("title") or None,
        author=lines.get("author") or None,
        date=lines.get("date") or None,
    )


def _paragraphs(text: str) -> Iterator[str]:
    for paragraph in _BLANK_LINES.split(_tidied(text)):
        if not paragraph.isspace() and paragraph:
            yield paragraph.strip()


def _tidied(text: str) -> str:
    """Ends of source lines as spaces, or as nothing in scripts without; no superfluous spaces."""
    text = _CJK_BREAK.sub("", text).replace(SOFT_BREAK, " ")
    return _SPACES.sub(lambda found: found[0].strip(" ") or " ", text)


READER = Reader(
    name=NAME,
    extensions=frozenset({".tex", ".ltx", ".latex"}),
    recognises=recognises,
    read=read,
)
