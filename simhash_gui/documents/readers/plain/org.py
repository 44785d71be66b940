"""Emacs Org (orgmode.org, *Org Syntax*): the words without the marks.

Lines stand as in the source, cells apart by a tab; of links the text remains, code stays as it is,
footnotes stand where they are defined. What Org keeps beside the text goes: keywords, drawers,
dates of planning, all of a heading but its title, comments and trees that are one, blocks and
snippets for one kind of output.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise, takewhile
from textwrap import dedent

from simhash_gui.documents.encoding.encodings import decode
from simhash_gui.documents.readers.reader import Reader, Source, extracted_from
from simhash_gui.documents.records import Extracted, Metadata

NAME = "org"

_KEYWORD = re.compile(r"[ \t]*#\+(?P<name>\w+):[ \t]*(?P<value>\S.*)")
_TODO_KEYWORDS = ("todo", "seq_todo", "typ_todo")
_CUSTOMARY_TODO = ("TODO", "DONE")
_HEADING = re.compile(r"\*+[ \t]+\S")
_COMMENT = "COMMENT"
_PRIORITY = re.compile(r"^\[#\w+\][ \t]*")
_TAGS = re.compile(r"(?:^|(?<=[ \t])):[\w@#%:]+:[ \t]*$")
_LINE = re.compile(
    r"""[ \t]*+(?:
      (?P<blank>$)
    | \#\+begin_(?P<block>\S+)
    | :(?!end:)[\w-]+(?P<drawer>:)[ \t]*$
    | (?P<left_out> \#(?:[ \t]|$) | \#\+end_\S | \#\+[^\s:\[]+(?:\[[^\]]*\])?: | -{5,}[ \t]*$
        | \|- | \|(?:[ \t]*+(?:<[lrc]?\d*>[ \t]*+)?+\|)+[ \t]*$
        | (?-i:SCHEDULED|DEADLINE|CLOSED):[ \t]*[<\[] | (?-i:CLOCK):)
    | :(?P<fixed>[ \t].*|$)
    | \|(?P<row>.*)
    | (?:[-+*]|\d+[.)])(?:[ \t]+|$)(?:\[@\w+\][ \t]*)?(?:\[[ X-]\](?:[ \t]+|$))?(?P<item>.*)
    )""",
    re.VERBOSE | re.IGNORECASE,
)
_END = re.compile(r"[ \t]*(?:#\+end_(?P<block>\S+)|:end:)[ \t]*$", re.IGNORECASE)
_DRAWER = ""
"""Stands for the name of a block."""
_CODE_BLOCKS = ("src", "example")
_CLOSED_BLOCKS = (*_CODE_BLOCKS, "comment", "export", _DRAWER)
_LINES_BY_THEMSELVES = ("row", "fixed", "blank")
"""In which nothing is Org."""
_ESCAPED = re.compile(r"^([ \t]*),(?=,*(?:\*|#\+))", re.MULTILINE)
_AFTER_TERM = re.compile(r"(?<=[ \t])::(?=[ \t]|$)")
_LINK = re.compile(
    # No possessive group with choices in it: Python 3.11.2 gets those wrong.
    r"\[\[\**(?P<target>[^\[\]]++)\]"
    r"(?:\[(?!\]\])(?P<label>[^\[\]]*+(?:(?:\](?!\])|\[(?!\[))[^\[\]]*+)*)\])?\]"
)
_OBJECT = re.compile(
    r"""^\[fn:[\w-]+\][ \t]*
    | \[fn:[\w-]*(?::[ ]*(?P<note>[^\[\]]*+))?\]
    | @@[\w-]+:[^@]*@@
    | <<[^<>\n]+>>(?!>)
    | \{\{\{[\w-]+(?:\((?P<arguments>[^{}]*)\))?\}\}\}
    | \\\\[ \t]*$
    """,
    re.VERBOSE | re.MULTILINE,
)


def _marks(marks: str, beside: str = "") -> tuple[re.Pattern[str], re.Pattern[str]]:
    """What begins and what ends emphasis; ``beside`` may stand around it too."""
    return (
        re.compile(rf"(?<![^\s\u200b\-–—('\"{{{beside}])[{marks}](?=[^\s\u200b])"),
        re.compile(rf"(?<=[^\s\u200b])[{marks}](?![^\s\u200b\-–—.,;:!?'\")}}\\\[{beside}])"),
    )


_MARKS_OF_CODE = _marks("=~", "*/_+")
_MARKS = _marks("*/_+")
_OF_CODE = "*/_+[]{}<>@\\"
"""What is no mark in code; until all marks are gone, codes that are no characters stand for it."""
_HIDDEN = str.maketrans(_OF_CODE, "".join(map(chr, range(0xFDD0, 0xFDD0 + len(_OF_CODE)))))
_SHOWN = {code: chr(character) for character, code in _HIDDEN.items()}


def read(source: Source) -> Extracted:
    """The text, and title, author, date and language of the keywords."""
    decoded = decode(source.data, source.override_encoding)
    lines = decoded.text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    keywords = _keywords(lines)
    metadata = Metadata(
        title=_plain(keywords["title"]) or None,
        author=_plain(keywords["author"]) or None,
        date=keywords["date"] or None,
        language=keywords["language"] or None,
    )
    pieces = [""]
    for piece in _pieces(lines, _todo_words(keywords)):
        if piece or pieces[-1]:
            pieces.append(piece)
    return extracted_from(decoded, NAME, "\n".join(pieces).strip("\n"), metadata)


def _keywords(lines: Iterable[str]) -> Mapping[str, str]:
    """Before the first heading, by lower-case names; the values of one name in one."""
    found = defaultdict[str, list[str]](list)
    preamble = takewhile(lambda line: not _HEADING.match(line), lines)
    for keyword in filter(None, map(_KEYWORD.match, preamble)):
        found[keyword["name"].lower()].append(keyword["value"].strip())
    return defaultdict(str, {name: " ".join(values) for name, values in found.items()})


def _todo_words(keywords: Mapping[str, str]) -> frozenset[str]:
    """E.g. three of ``TODO(t) WAIT(w@) | DONE``."""
    declared = " ".join(keywords[name] for name in _TODO_KEYWORDS).split()
    return frozenset(word.partition("(")[0] for word in declared or _CUSTOMARY_TODO) - {"|"}


def _pieces(lines: Sequence[str], todo_words: frozenset[str]) -> Iterator[str]:
    """Headings, paragraphs, items, rows and code; empty ones are empty lines."""
    starts = [number for number, line in enumerate(lines) if _HEADING.match(line)]
    yield from _body(lines[: min(starts, default=len(lines))])
    comment_level = 0
    for start, end in pairwise((*starts, len(lines))):
        level, title = _heading(lines[start], todo_words)
        if not comment_level or level <= comment_level:
            comment_level = level if title.split(" ")[0] == _COMMENT else 0
            if not comment_level:
                yield from ("", _plain(title), "")
                yield from _body(lines[start + 1 : end])


def _heading(line: str, todo_words: frozenset[str]) -> tuple[int, str]:
    """Its level and its text."""
    stars, title = line.split(None, 1)
    first, _, rest = title.partition(" ")
    title = rest.lstrip() if first in todo_words else title
    return len(stars), _TAGS.sub("", _PRIORITY.sub("", title)).rstrip()


def _body(lines: Sequence[str]) -> Iterator[str]:
    """What stands below one heading."""
    last_end = {_ended(line): number for number, line in enumerate(lines)}
    rest = iter(enumerate(lines))
    paragraph: list[str] = []
    for number, line in rest:
        found = _LINE.match(line)
        kind = found.lastgroup if found else None
        block = (found["block"] or _DRAWER).lower() if found else ""
        is_closed = last_end.get(block, 0) > number
        if not found or (kind == "drawer" and not is_closed):
            paragraph.append(line.strip())
            continue
        if paragraph:
            yield _plain("\n".join(paragraph))
            paragraph = []
        if kind == "item":
            paragraph = [part.strip() for part in _AFTER_TERM.split(found["item"], maxsplit=1)]
        elif kind in _LINES_BY_THEMSELVES:
            yield _line_by_itself(found)
        elif kind in {"block", "drawer"} and is_closed and block in _CLOSED_BLOCKS:
            content = list(_until(block, rest))
            if block in _CODE_BLOCKS:
                yield dedent(_ESCAPED.sub(r"\1", "\n".join(content)))
    if paragraph:
        yield _plain("\n".join(paragraph))


def _until(block: str, rest: Iterator[tuple[int, str]]) -> Iterator[str]:
    """The lines before the end of a block, which is taken too."""
    return takewhile(lambda line: _ended(line) != block, (line for _, line in rest))


def _line_by_itself(found: re.Match[str]) -> str:
    """A row of a table, a line of fixed width, or a blank one."""
    if found["fixed"]:
        return found["fixed"][1:]
    cells = (found["row"] or "").rstrip().removesuffix("|").split("|")
    return "\t".join(_plain(cell.strip()) for cell in cells)


def _ended(line: str) -> str | None:
    """The block, or drawer, that a line ends."""
    end = _END.match(line)
    return (end["block"] or _DRAWER).lower() if end else None


def _plain(text: str) -> str:
    """A paragraph, title or cell without marks."""
    text = _LINK.sub(lambda link: link["label"] or link["target"], _with_hidden_code(text))
    text = _OBJECT.sub(_shown, text)
    marks = sorted(chain.from_iterable(_pairs(text, _MARKS)))
    between = (text[mark + 1 : after] for mark, after in pairwise((-1, *marks, len(text))))
    return "".join(between).translate(_SHOWN).strip()


def _with_hidden_code(text: str) -> str:
    pieces: list[str] = []
    done = 0
    for begin, end in _pairs(text, _MARKS_OF_CODE):
        if begin >= done:
            pieces += text[done:begin], text[begin + 1 : end].translate(_HIDDEN)
            done = end + 1
    return "".join((*pieces, text[done:]))


def _shown(found: re.Match[str]) -> str:
    """What is seen of a footnote, a snippet, a target, a macro or the end of a line."""
    return f" {found['note']}" if found["note"] else found["arguments"] or ""


def _pairs(text: str, marks: tuple[re.Pattern[str], re.Pattern[str]]) -> Iterator[tuple[int, int]]:
    """Where emphasis begins and ends; none stands in another by the same mark."""
    opening, closing = marks
    ends = defaultdict[str, list[int]](list)
    for found in closing.finditer(text):
        ends[found[0]].append(found.start())
    last_end = defaultdict[str, int](int)
    for found in opening.finditer(text):
        mark, begin = found[0], found.start()
        place = bisect_left(ends[mark], begin + 2)
        if begin >= last_end[mark] and place < len(ends[mark]):
            last_end[mark] = ends[mark][place] + 1
            yield begin, ends[mark][place]


READER = Reader(
    name=NAME,
    extensions=frozenset({".org"}),
    recognises=lambda _data: False,
    read=read,
)
