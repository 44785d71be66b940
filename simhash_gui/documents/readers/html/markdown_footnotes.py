"""Footnotes in Markdown, for markdown-it: ``[^1]`` in the text and ``[^1]: its words`` elsewhere.

They are no part of CommonMark; the syntax is that of PHP Markdown Extra, GitHub and pandoc. The
words of a note become blocks where the note is defined, further ones indented by four columns; the
marks go.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock
    from markdown_it.rules_inline import StateInline

_NAME = "footnote"
_MARK = re.compile(r"\[\^(?P<label>[^\]\s\[]{1,200})\]")
_DEFINITION = re.compile(_MARK.pattern + r":[ \t]*+")
_INDENT = 4


def understand_footnotes(parser: MarkdownIt) -> None:
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
    state.md.block.tokenize(state, state.line, end)
    state.blkIndent -= _INDENT
    state.bMarks[start], state.tShift[start], state.sCount[start] = begin, shift, column
    return True


def _take_mark(state: StateInline, silent: bool) -> bool:
    # Where it only looks for the end of a link, brackets in brackets are no other link.
    found = None if silent else _MARK.match(state.src, state.pos, state.posMax)
    if found is None or found["label"].casefold() not in state.env.get(_NAME, ()):
        return False
    state.pos = found.end()
    return True
