"""Markdown (CommonMark, tables, footnotes, front matter …): the words without the marks.

Blocks stand apart by an empty line, list items and table rows by a new line, cells by a tab. Code
stays as it is; of links and pictures the text remains; HTML is read as HTML. Footnotes stand where
they are defined.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from simhash_gui.documents.encoding.encodings import decode
from simhash_gui.documents.readers.html.html import html_text
from simhash_gui.documents.readers.reader import Reader, Source, extracted_from
from simhash_gui.documents.records import Block, Extracted, Metadata

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

# --- footnotes -----------------------------------------------------------------------------------
# They are not part of CommonMark; the syntax is that of PHP Markdown Extra, GitHub and pandoc:
# ``[^1]`` in the text and ``[^1]: its words`` elsewhere. The words of a note become blocks where
# the note is defined, further ones indented by four columns; the marks go. Tokens without a text
# stay where a mark or a note was.

_NAME = "footnote"
_MARK = re.compile(r"\[\^(?P<label>[^\]\s\[]{1,200})\]")
_DEFINITION = re.compile(_MARK.pattern + r":[ \t]*+")
_INDENT = 4
_MARK_TOKEN = "footnote_mark"


def _understand_footnotes(parser: MarkdownIt) -> None:
    """Teach a parser footnotes. A mark without a note stays as it is written."""
    parser.block.ruler.before(
        "reference", _NAME, _take_definition, {"alt": ["paragraph", "reference", "blockquote"]}
    )
    parser.inline.ruler.before("link", _NAME, _take_mark)


def _take_definition(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    if state.is_code_block(start):
        return False
    found = _DEFINITION.match(state.src, state.bMarks[start] + state.tShift[start])
    if found is None or found.end() > state.eMarks[start]:
        return False
    if silent:
        return True
    state.env.setdefault(_NAME, set()).add(found["label"].casefold())
    begin, shift, column = state.bMarks[start], state.tShift[start], state.sCount[start]
    state.blkIndent += _INDENT
    state.bMarks[start], state.tShift[start] = found.end(), 0
    state.sCount[start] = state.blkIndent
    state.line = start + (found.end() == state.eMarks[start])
    state.push("footnote_begin", "", 0)
    state.md.block.tokenize(state, state.line, end)
    state.push("footnote_end", "", 0)
    state.blkIndent -= _INDENT
    state.bMarks[start], state.tShift[start], state.sCount[start] = begin, shift, column
    return True


def _take_mark(state: StateInline, silent: bool) -> bool:
    # Where it only looks for the end of a link, brackets in brackets are not another link.
    found = None if silent else _MARK.match(state.src, state.pos, state.posMax)
    if found is None or found["label"].casefold() not in state.env.get(_NAME, ()):
        return False
    state.pos = found.end()
    state.push(_MARK_TOKEN, "", 0)
    return True


# --- the reader ----------------------------------------------------------------------------------

NAME = "markdown"

# YAML between lines of dashes, as Jekyll and pandoc have it, or TOML between plus signs (Hugo).
_FRONT_MATTER = re.compile(
    r"\A(?P<fence>---|\+\+\+)[ \t]*\r?\n(?P<body>.*?)^(?:(?P=fence)|\.\.\.)[ \t]*(?:\r?\n|\Z)",
    re.DOTALL | re.MULTILINE,
)
_FIELD = re.compile(r"^(?P<key>\w+)[ \t]*[:=][ \t]*(?P<value>\S.*)$", re.MULTILINE)
_LIST_FIELD = re.compile(
    r"^(?P<key>\w+)[ \t]*:[ \t]*\r?\n(?P<items>(?:[ \t]*-[ \t]+\S[^\n]*(?:\n|\Z))+)", re.MULTILINE
)
_ITEM = re.compile(r"^[ \t]*-[ \t]+(?:name[ \t]*:[ \t]*)?(?P<value>[^\r\n]+)", re.MULTILINE)
# Of a text between two rules some line is none of these: a field, an item, a comment, a bracket,
# what goes on from the line above.
_LINE_OF_FIELDS = re.compile(
    r"(?:[\w.-]+(?: [\w.-]+){0,2}|\"[^\"]*\"|'[^']*')[ \t]*(?::(?:[ \t]|$)|=)"
    r"|-(?:[ \t]|$)|[#{}\[\] \t]|$"
)
_MAX_NESTED = 100
"""Quotes and lists in each other; in a text that has more, they are read as plain text."""
_MARKS_OF_BLOCKS = re.compile(
    r"^[ \t]*+(?:(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$))[ \t]*+)*+", re.MULTILINE
)
_QUOTES = "\"'"
_TAG = re.compile(r"<br\s*/?>|(<[^>]*>)", re.IGNORECASE)


def read(source: Source) -> Extracted:
    """The body text, and title, author, date and language of the front matter."""
    decoded = decode(source.data, source.override_encoding)
    fields, body = split_front_matter(decoded.text)
    tokens = _parse(body)
    metadata = Metadata(
        title=fields.get("title") or _first_heading(tokens),
        author=fields.get("author") or fields.get("authors"),
        date=fields.get("date"),
        language=fields.get("lang") or fields.get("language"),
    )
    return extracted_from(decoded, NAME, _text(tokens), metadata)


def blocks_of(source: Source) -> Iterator[Block]:
    """Headings, quotations, notes, and what refers to notes."""
    _, body = split_front_matter(decode(source.data, source.override_encoding).text)
    quotes, is_note, rank = 0, False, 0
    for token in _parse(body):
        match token.type:
            case "heading_open":
                rank = int(token.tag[1])
            case "heading_close":
                rank = 0
            case "blockquote_open" | "blockquote_close":
                quotes += token.nesting
            case "footnote_begin" | "footnote_end":
                is_note = token.type == "footnote_begin"
            case "inline":
                yield Block(_inline_text(token), rank, quotes > 0, is_note, _marks_in(token))


def _marks_in(token: Token) -> tuple[int, ...]:
    """Offsets of the marks of notes in the text of a block."""
    pieces = [_inline_piece(each) for each in token.children or []]
    kinds = [each.type for each in token.children or []]
    return tuple(
        sum(map(len, pieces[:place])) for place, kind in enumerate(kinds) if kind == _MARK_TOKEN
    )


def split_front_matter(text: str) -> tuple[dict[str, str], str]:
    """The simple fields of the front matter (lower-case names), and what follows it.

    A text that begins with a rule (``---``) but has more than fields after it has no front matter.
    """
    found = _FRONT_MATTER.match(text)
    if not found or not all(map(_LINE_OF_FIELDS.match, found["body"].splitlines())):
        return {}, text
    pairs = [*_FIELD.findall(found["body"]), *_listed_fields(found["body"])]
    if not pairs:
        return {}, text
    return {key.lower(): value.strip().strip(_QUOTES) for key, value in pairs}, text[found.end() :]


def _listed_fields(body: str) -> Iterator[tuple[str, str]]:
    for field in _LIST_FIELD.finditer(body):
        items = (item["value"].strip().strip(_QUOTES) for item in _ITEM.finditer(field["items"]))
        yield field["key"], ", ".join(items)


def _parse(body: str) -> list[Token]:
    # Imported here: a worker that meets no Markdown starts sooner without it.
    from markdown_it import MarkdownIt  # noqa: PLC0415

    parser = MarkdownIt("commonmark", {"maxNesting": _MAX_NESTED})
    parser.enable(["table", "strikethrough"])
    _understand_footnotes(parser)
    tokens = parser.parse(body)
    if any(token.level >= _MAX_NESTED - 1 for token in tokens):
        return parser.parse(_MARKS_OF_BLOCKS.sub("", body))
    return tokens


def _text(tokens: Sequence[Token]) -> str:
    pieces: list[str] = []
    for level, block in _blocks(tokens):
        if pieces:
            pieces.append("\n\n" if level <= 1 else "\n")
        pieces.append(block)
    return "".join(pieces)


def _blocks(tokens: Sequence[Token]) -> Iterator[tuple[int, str]]:
    """The text of every block that has any, and how deep it lies: 0 or 1 is top level."""
    cells: list[str] | None = None
    for token in tokens:
        if token.type == "tr_open":
            cells = []
        elif token.type == "tr_close":
            yield token.level, "\t".join(cells or [])
            cells = None
        elif token.type == "inline" and cells is not None:
            cells.append(_inline_text(token))
        else:
            block = _block_text(token)
            if block:
                yield token.level, block


def _block_text(token: Token) -> str:
    match token.type:
        case "inline":
            return _inline_text(token)
        case "fence" | "code_block":
            return token.content.rstrip("\n")
        case "html_block":
            return html_text(token.content)
        case _:
            return ""


def _inline_text(token: Token) -> str:
    return "".join(map(_inline_piece, token.children or []))


def _inline_piece(token: Token) -> str:
    match token.type:
        case "softbreak" | "hardbreak":
            return "\n"
        case "html_inline":
            return _TAG.sub(lambda tag: "" if tag[1] else "\n", token.content)
        case "image":
            return _inline_text(token)
        case _:
            return token.content


def _first_heading(tokens: Sequence[Token]) -> str | None:
    for opening, content in pairwise(tokens):
        if opening.type == "heading_open":
            return _inline_text(content) or None
    return None


READER = Reader(
    name=NAME,
    extensions=frozenset({".md", ".markdown", ".mdown", ".mkd", ".mkdn"}),
    recognises=lambda _data: False,
    read=read,
)
