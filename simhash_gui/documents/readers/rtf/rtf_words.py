"""The control words of RTF 1.9.1, as far as there is text in them.

A document is a stream of words, bytes and braces. A brace saves and restores what holds at the
moment (``_Group``); some words say that the rest of their group is something else than text.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from simhash_gui.documents.encoding.encodings import codec_name
from simhash_gui.documents.readers.field_codes import is_page_number
from simhash_gui.documents.readers.flow import TextFlow

_TOKEN = re.compile(
    rb"((?:\\u-?\d{1,6} ?\?)+)"  # whole words of Chinese, as most programs write them
    rb"|\\([A-Za-z]{1,32})(-?\d{1,9})? ?|([^\\{}\r\n]+)|\\'([0-9A-Fa-f]{2})|([{}])|\\(.)",
    re.DOTALL,
)
_CHARACTERS_IN_A_ROW, _WORD, _NUMBER, _TEXT, _HEX, _BRACE, _SYMBOL = range(1, 8)
_CODE = re.compile(rb"-?\d+")

_CHARACTERS = {
    b"tab": "\t", b"line": "\n", b"softline": "\n", b"lbr": "\n",
    b"emdash": "—", b"endash": "–", b"bullet": "•",
    b"lquote": "‘", b"rquote": "’", b"ldblquote": "“", b"rdblquote": "”",
    b"emspace": "\u2003", b"enspace": "\u2002", b"qmspace": "\u2005",
    b"zwj": "\u200d", b"zwnj": "\u200c",
}  # fmt: skip
_SYMBOLS = {b"~": "\u00a0", b"_": "\u2011", b"{": "{", b"}": "}", b"\\": "\\"}
_PARAGRAPH_ENDS = (b"par", b"sect", b"page", b"column")
_CELL_ENDS = (b"cell", b"nestcell")
_ROW_ENDS = (b"row", b"nestrow")
_IN_TABLE = (b"intbl", b"trowd")
_HEADERS = (b"header", b"headerl", b"headerr", b"headerf")
_FOOTERS = (b"footer", b"footerl", b"footerr", b"footerf")
_BOXES = (b"shptxt", b"dptxbxtext")
_HIDING = (b"v", b"deleted", b"mvf")
# Entered although they are marked as negligible.
_ENTERED = (b"shpinst", b"do", b"nesttableprops", b"moMath", b"moMathPara", b"mmath")
_LEFT_OUT = (
    b"aftncn aftnsep aftnsepc annotation atndate atnicn atnid atnref atnauthor atrfend atrfstart "
    b"background bkmkend bkmkstart buptim category colortbl comment company datafield datastore "
    b"doccomm falt ffdeftext ffname filetbl fname fontemb fontfile formfield ftncn ftnsep "
    b"ftnsepc generator hlinkbase keycode keywords latentstyles list listoverride "
    b"listoverridetable listpicture listtable listtext manager mmathPict nextfile nonesttables "
    b"nonshppict objdata operator panose pict pn pntext pntxta pntxtb printim private "
    b"revtbl revtim rsidtbl rxe shppict shprslt sn sp stylesheet subject sv tc template themedata "
    b"txe upr userprops wgrffmtfilter xe xmlnstbl"
).split()  # fmt: skip
_DATE_WORDS = (b"yr", b"mo", b"dy")
_ANSI = "cp1252"
_SYSTEMS = {b"mac": "mac_roman", b"pc": "cp437", b"pca": "cp850"}
_CODE_PAGES = {936: "gb18030", 950: "big5hkscs", 10000: "mac_roman", 65001: "utf-8"}
# By \fcharset; 0 and 1 mean the code page of the document.
_CHARSETS = {
    77: "mac_roman", 128: "cp932", 129: "cp949", 130: "johab", 134: "gb18030", 136: "big5hkscs",
    161: "cp1253", 162: "cp1254", 163: "cp1258", 177: "cp1255", 178: "cp1256", 186: "cp1257",
    204: "cp1251", 222: "cp874", 238: "cp1250", 254: "cp437", 255: "cp850",
}  # fmt: skip

_Action: TypeAlias = Callable[[int | None], None]


class _Group:
    """What holds until the closing brace."""

    __slots__ = (
        "codec", "flow", "hidden_by", "is_silent", "on_close", "substitute_count", "table_depth",
    )  # fmt: skip

    def __init__(self, flow: TextFlow) -> None:
        self.flow = flow
        self.codec: str | None = None
        """Of the font; None: that of the document."""
        self.substitute_count = 1
        """How many bytes after a Unicode escape stand for it in older programs."""
        self.is_silent = False
        self.hidden_by: frozenset[bytes] = frozenset()
        self.table_depth = 0
        """Of the paragraph; 0: it is in no table."""
        self.on_close: Callable[[], None] | None = None

    def inner(self) -> _Group:
        """What holds after an opening brace."""
        group = _Group(self.flow)
        group.codec = self.codec
        group.substitute_count = self.substitute_count
        group.is_silent = self.is_silent
        group.hidden_by = self.hidden_by
        group.table_depth = self.table_depth
        return group


class RtfInterpreter:
    """One document. ``chosen_codec`` is the user's for bytes beyond ASCII, None: as declared."""

    def __init__(self, chosen_codec: str | None = None) -> None:
        self.headers: list[str] = []
        self.footers: list[str] = []
        self.notes: list[str] = []
        self.fields: dict[str, str] = {}
        """``title``, ``author`` and ``date`` of the document, where it says them."""
        self.codec = chosen_codec or _ANSI
        self._is_codec_chosen = chosen_codec is not None
        self._body = TextFlow()
        self._group = _Group(self._body)
        self._outer: list[_Group] = []
        self._bytes = bytearray()
        self._bytes_to_skip = 0
        self._is_negligible = False
        self._fonts: dict[int, str] = {}
        self._font = self._default_font = 0
        self._date: dict[bytes, int] = {}
        self._actions = self._text_actions() | self._group_actions() | self._state_actions()
        self._known = {*self._actions, *_ENTERED}

    def text(self) -> str:
        """The body, without headers and notes."""
        return self._body.text()

    def run(self, data: bytes) -> bool:
        """Interpret a whole document; whether it was complete."""
        position: int | None = 0
        while position is not None:
            position = self._run_from(data, position)
        return not self._outer

    def _run_from(self, data: bytes, start: int) -> int | None:
        """Go on until the last brace, or until binary data; then where these end."""
        for token in _TOKEN.finditer(data, start):
            kind = token.lastindex
            if kind == _TEXT:
                self._add_bytes(token[_TEXT])
            elif kind in (_WORD, _NUMBER):
                number = int(token[_NUMBER]) if kind == _NUMBER else None
                if token[_WORD] == b"bin":
                    return token.end() + max(number or 0, 0)
                self._do(token[_WORD], number)
            elif kind == _CHARACTERS_IN_A_ROW:
                self._add_characters(token[_CHARACTERS_IN_A_ROW])
            elif kind == _HEX:
                self._add_bytes(bytes.fromhex(token[_HEX].decode()))
            elif kind == _SYMBOL:
                self._do_symbol(token[_SYMBOL])
            elif token[_BRACE] == b"{":
                self._open_group()
            elif not self._close_group():
                return None
        return None

    def _do(self, word: bytes, number: int | None) -> None:
        is_negligible, self._is_negligible = self._is_negligible, False
        self._flush()
        if word == b"u":
            self._add_character(number or 0)
            return
        action = self._actions.get(word)
        if action is not None:
            action(number)
        elif is_negligible and word not in self._known:
            self._group.is_silent = True

    def _do_symbol(self, symbol: bytes) -> None:
        self._flush()
        if symbol == b"*":
            self._is_negligible = True
        elif symbol in (b"\r", b"\n"):
            self._end_paragraph(None)
        else:
            self._add(_SYMBOLS.get(symbol, ""))

    def _add_bytes(self, data: bytes) -> None:
        if self._bytes_to_skip:
            skipped = data[: self._bytes_to_skip]
            self._bytes_to_skip -= len(skipped)
            data = data[len(skipped) :]
        self._bytes += data

    def _flush(self) -> None:
        """Decode what has come together; two bytes of a character may have come apart."""
        self._bytes_to_skip = 0
        if not self._bytes:
            return
        if not self._group.is_silent:
            font_codec = None if self._is_codec_chosen else self._group.codec
            self._add(self._bytes.decode(font_codec or self.codec, "replace"))
        self._bytes.clear()

    def _add(self, text: str) -> None:
        if not self._group.is_silent and not self._group.hidden_by:
            self._group.flow.add(text)

    def _add_characters(self, escapes: bytes) -> None:
        """Unicode escapes, each with a question mark after it that stands for it."""
        self._flush()
        codes = map(int, _CODE.findall(escapes))
        if self._group.substitute_count == 1:
            self._add("".join(map(_character, codes)))
            return
        for code in codes:
            self._flush()
            self._add_character(code)
            self._add_bytes(b"?")

    def _add_character(self, code: int) -> None:
        self._add(_character(code))
        self._bytes_to_skip = self._group.substitute_count

    def _open_group(self) -> None:
        self._flush()
        self._is_negligible = False
        self._outer.append(self._group)
        self._group = self._group.inner()

    def _close_group(self) -> bool:
        """Whether there is a group left."""
        self._flush()
        if self._group.on_close is not None:
            self._group.on_close()
        if self._outer:
            self._group = self._outer.pop()
        return bool(self._outer)

    def _text_actions(self) -> dict[bytes, _Action]:
        def adding(text: str) -> _Action:
            return lambda _: self._add(text)

        actions = {word: adding(text) for word, text in _CHARACTERS.items()}
        actions |= dict.fromkeys(_PARAGRAPH_ENDS, self._end_paragraph)
        for depth, (cell, row) in enumerate(zip(_CELL_ENDS, _ROW_ENDS, strict=True)):
            actions[cell] = partial(self._end_cell, depth)
            actions[row] = partial(self._end_row, depth)
        return actions

    def _end_paragraph(self, _number: int | None) -> None:
        """Only one outside of a table parts what goes before from a row."""
        self._end_row(self._group.table_depth, None)

    def _end_row(self, depth: int, _number: int | None) -> None:
        if not self._group.is_silent and not self._group.hidden_by:
            self._group.flow.end_paragraph()
            self._group.flow.mark_row(depth)

    def _end_cell(self, depth: int, _number: int | None) -> None:
        if not self._group.is_silent:
            self._group.flow.end_cell(depth)

    def _group_actions(self) -> dict[bytes, _Action]:
        return {
            **dict.fromkeys(_LEFT_OUT, self._silence),
            **dict.fromkeys(_HEADERS, self._diverting(self.headers.append)),
            **dict.fromkeys(_FOOTERS, self._diverting(self.footers.append)),
            **dict.fromkeys(_BOXES, self._divert_box),
            b"footnote": self._diverting(self.notes.append),
            b"fldinst": self._diverting(self._judge_field),
            b"title": self._diverting(self._keeping("title")),
            b"author": self._diverting(self._keeping("author")),
            b"creatim": self._open_date,
            b"fonttbl": self._open_fonts,
            b"ud": self._open_unicode,
        }

    def _silence(self, _number: int | None) -> None:
        self._group.is_silent = True

    def _diverting(self, keep: Callable[[str], None]) -> _Action:
        return lambda _: self._divert(keep)

    def _divert(self, keep: Callable[[str], None]) -> None:
        """The rest of the group is a text of its own."""
        flow = TextFlow()
        self._group.flow = flow
        self._group.on_close = lambda: keep(flow.text())

    def _divert_box(self, _number: int | None) -> None:
        self._divert(self._group.flow.add_box)

    def _keeping(self, field: str) -> Callable[[str], None]:
        def keep(text: str) -> None:
            if text.strip():
                self.fields[field] = text.strip()

        return keep

    def _judge_field(self, code: str) -> None:
        """Of a field the code is left out, and the result too if it is a page number."""
        if self._outer and is_page_number(code):
            self._outer[-1].is_silent = True

    def _open_date(self, _number: int | None) -> None:
        self._silence(None)
        self._date = {}
        self._group.on_close = self._close_date

    def _close_date(self) -> None:
        year, month, day = (self._date.get(word, 0) for word in _DATE_WORDS)
        if year:
            self.fields["date"] = f"{year:04}-{month:02}-{day:02}"

    def _open_fonts(self, _number: int | None) -> None:
        self._silence(None)
        self._group.on_close = self._close_fonts

    def _close_fonts(self) -> None:
        if self._outer:
            self._outer[-1].codec = self._fonts.get(self._default_font)

    def _open_unicode(self, _number: int | None) -> None:
        """The better half of what is written twice; its group is in one that is left out."""
        if len(self._outer) > 1:
            self._group.is_silent = self._outer[-2].is_silent

    def _state_actions(self) -> dict[bytes, _Action]:
        actions: dict[bytes, _Action] = {
            b"plain": self._reset_characters,
            b"pard": lambda _: self._set_table_depth(0),
            **dict.fromkeys(
                _IN_TABLE, lambda _: self._set_table_depth(self._group.table_depth or 1)
            ),
            b"itap": lambda number: self._set_table_depth(number or 0),
            b"f": self._choose_font,
            b"deff": self._set_default_font,
            b"fcharset": self._set_charset,
            b"uc": self._set_substitute_count,
            b"ansicpg": self._set_code_page,
        }
        actions |= {word: self._hiding(word) for word in _HIDING}
        actions |= {word: self._noting_date(word) for word in _DATE_WORDS}
        return actions | {word: self._setting_system(codec) for word, codec in _SYSTEMS.items()}

    def _reset_characters(self, _number: int | None) -> None:
        self._group.hidden_by = frozenset()
        self._group.codec = self._fonts.get(self._default_font)

    def _set_table_depth(self, depth: int) -> None:
        self._group.table_depth = max(depth, 0)

    def _choose_font(self, number: int | None) -> None:
        self._font = number or 0
        self._group.codec = self._fonts.get(self._font)

    def _set_default_font(self, number: int | None) -> None:
        self._default_font = number or 0

    def _set_charset(self, number: int | None) -> None:
        codec = _CHARSETS.get(number or 0)
        if codec is not None:
            self._fonts[self._font] = codec

    def _set_substitute_count(self, number: int | None) -> None:
        self._group.substitute_count = 1 if number is None else max(number, 0)

    def _set_code_page(self, number: int | None) -> None:
        self._set_codec(_CODE_PAGES.get(number or 0, f"cp{number}"))

    def _setting_system(self, codec: str) -> _Action:
        return lambda _: self._set_codec(codec)

    def _set_codec(self, codec: str) -> None:
        if not self._is_codec_chosen and codec_name(codec) is not None:
            self.codec = codec

    def _hiding(self, word: bytes) -> _Action:
        def hide(number: int | None) -> None:
            others = self._group.hidden_by - {word}
            self._group.hidden_by = others if number == 0 else others | {word}

        return hide

    def _noting_date(self, word: bytes) -> _Action:
        def note(number: int | None) -> None:
            self._date[word] = number or 0

        return note


def _character(code: int) -> str:
    """Negative beyond 0x7FFF, for the number is of 16 bits."""
    return chr(code & 0xFFFF if code < 0x10000 else min(code, 0x10FFFF))
