"""Which lines of a message its author did not write for it: quotations, signatures, list footers.

Quoted lines begin with ``>``, or follow a line that says who wrote them (an attribution), or a
separator or a block of headers as mail programs put above what they forward or answer. A signature
follows a line of two hyphens (RFC 3676, section 4.3), a footer a ruled line near the end.

A text that is no message by these signs has no marks, whatever its lines begin with: a quotation in
Markdown is part of its text. Nothing is removed. What marks mean for a pair is left to core's
``library_classes``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.text.spans import TokenMarks
from simhash_gui.documents.comparison.texts import comparison_tokens


class Mark(IntEnum):
    """What a line, or a token, of a message is."""

    OWN = 0
    QUOTED = 1
    ATTRIBUTION = 2
    SIGNATURE = 3
    FOOTER = 4


Marks = NDArray[np.uint8]

_LONGEST_SIGNATURE_LINES = 15
_LONGEST_FOOTER_LINES = 15
_LONGEST_ATTRIBUTION_LINES = 3
_LONGEST_ATTRIBUTION = 300

_QUOTE = re.compile(
    r"[ \t]{0,3}[>＞]|[ \t]{0,8}[A-Z][A-Za-z]{0,3}>(?!>)[ \t\r]|[ \t]{0,8}[A-Z][A-Za-z]{0,3}>$"
)
_BLANK = re.compile(r"[ \t\r\f\v\u00a0\u3000]*$")
_DELIMITER = re.compile(r"-- ?\r?$")
_RULE = re.compile(r"[ \t]*(?:([_=*#~-])\1{9,}|(?:[_=*#~-] ){5,}[_=*#~-]?)[ \t\r]*$")
_VERBS = (
    r"wrote|writes|schrieb|schreibt|a écrit|écrivait|escribió|escribio|ha scritto|scrisse|escreveu"
    r"|schreef|skrev|kirjoitti|napisał(?:\(a\))?|написал\(?а?\)?|писал\(?а?\)?|пише|yazdı|írta"
    r"|写道|寫道|写到|书写|さんは書きました|wrote in message|のメール|님이 작성"
)
_ATTRIBUTION = re.compile(
    rf"(?:\b(?:{_VERBS})|写道|寫道|書きました|작성)[^.!?。]{{0,80}}[:：][ \t\r\n]*$", re.I
)
_BEGINS_ATTRIBUTION = re.compile(
    r"[ \t]*(?:on|am|le|el|il|em|op|den|в|dnia|在|于|quoting|\d|[\w.,\"' -]{2,60}[<(\[])", re.I
)
_SUPERCITE = re.compile(r">>>>+ .{0,80}\b(?:writes|wrote):[ \t\r]*$")
_COLONS = (":", "：")
_DASHES = frozenset("-_–—")
_COLON = re.compile(r"[:：][ \t\r]*$")
_SAID = re.compile(
    r"(?:\d{1,2}[:.]\d{2}|\b(?:19|20)\d\d\b|[\w.+-]+@[\w-]+\.\w|<mailto:|On .{3,60},)"
)
_ORIGINAL = re.compile(
    r"[ \t]*[-_–—]{2,}[ \t]*(?:original message|original-nachricht|original mail"
    r"|forwarded message|forwarded by .{1,60}|begin forwarded message"
    r"|ursprüngliche nachricht|urspr\. nachricht|weitergeleitete nachricht"
    r"|message d[’']origine|message original|message transféré|mensaje original"
    r"|mensaje reenviado|messaggio originale|messaggio inoltrato|mensagem original"
    r"|oorspronkelijk bericht|doorgestuurd bericht|исходное сообщение|пересылаемое сообщение"
    r"|原始邮件|原始郵件|原始訊息|转发邮件|轉寄郵件|转发的邮件"
    r"|元のメッセージ|転送メッセージ|원본 메시지)"
    r"[ \t]*[-_–—]{2,}[ \t\r]*$",
    re.I,
)
_HEADER = re.compile(
    r"[ \t]*\**(?:from|sent|date|to|cc|subject|reply-to|von|gesendet|datum|an|betreff|de|envoyé"
    r"|envoye|objet|à|para|enviado|enviado el|asunto|fecha|da|inviato|oggetto|data|a|assunto|van"
    r"|verzonden|aan|onderwerp|от|отправлено|кому|тема|дата"
    r"|发件人|发送时间|收件人|抄送|主题|日期|发送日期|寄件者|寄件人|寄件日期|收件者|副本|主旨"
    r"|差出人|送信日時|送信者|宛先|件名|日時)\**[ \t]*[:：]",
    re.I,
)
_MAY_BE_MESSAGE = re.compile(
    r"^[ \t]*\**(?:sent|gesendet|envoyé|subject|betreff|发送时间|主题|主旨|件名)\**[ \t]*[:：]"
    r"|写道[:：]|wrote:",
    re.I | re.M,
)
_SIGNS = (">", "--", "＞")
_MOBILE = re.compile(
    r"[ \t]*(?:sent from my \w|von meinem \w+ gesendet|envoyé de mon|发自我的|從我的)", re.I
)


@dataclass(frozen=True, slots=True)
class MarkedLines:
    """Where each line begins, shape (n + 1,) with the end of the text, and its mark, shape (n,)."""

    starts: NDArray[np.int64]
    marks: Marks

    def of_places(self, places: NDArray[np.int64]) -> Marks:
        """The marks of the lines that hold these characters."""
        if not len(self.marks):
            return np.zeros(len(places), np.uint8)
        return self.marks[np.searchsorted(self.starts[1:-1], places, side="right")]


def token_marks(text: str) -> TokenMarks | None:
    """The marks of a text's comparison tokens, None where nothing is marked."""
    marks, quotes = marked_lines(text), quoted_lines(text)
    if marks is None and quotes is None:
        return None
    tokens = comparison_tokens(text)
    found = TokenMarks.none(len(tokens))
    if marks is not None:
        of_tokens = marks.of_places(tokens.starts)
        found = TokenMarks(of_tokens == Mark.OWN, of_tokens == Mark.QUOTED)
    if quotes is not None:
        looks_quoted = quotes.of_places(tokens.starts) == Mark.QUOTED
        found = TokenMarks(found.body, found.quoted | looks_quoted)
    return found


def marked_lines(text: str) -> MarkedLines | None:
    """The marks of a text, None where no line has one."""
    if not any(sign in text for sign in _SIGNS) and not _MAY_BE_MESSAGE.search(text):
        return None
    lines = text.split("\n")
    marks = _Marking(lines).marks()
    return _placed(lines, marks) if marks.any() else None


def quoted_lines(text: str) -> MarkedLines | None:
    """The lines that look like quotations, in whatever kind of text; None where there are none.

    They are part of a text that is no message, but what stands there may be quoted from another.
    """
    if ">" not in text and "＞" not in text:
        return None
    lines = text.split("\n")
    marks = np.array([bool(_QUOTE.match(line)) for line in lines], np.uint8) * np.uint8(Mark.QUOTED)
    return _placed(lines, marks) if marks.any() else None


def _placed(lines: list[str], marks: Marks) -> MarkedLines:
    starts = np.zeros(len(lines) + 1, np.int64)
    np.cumsum([len(line) + 1 for line in lines], out=starts[1:])
    return MarkedLines(starts, marks)


class _Marking:
    """The rules, each over the lines that earlier ones have left."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines
        self._marks = np.zeros(len(lines), np.uint8)
        self._is_blank = [bool(_BLANK.match(line)) for line in lines]
        self._is_quote = [bool(_QUOTE.match(line)) for line in lines]
        self._ends_in_colon = [line.rstrip(" \t\r").endswith(_COLONS) for line in lines]
        self._is_header = [
            any(colon in line for colon in _COLONS) and bool(_HEADER.match(line)) for line in lines
        ]

    def marks(self) -> Marks:
        """All marks; to be asked once."""
        has_head = self._attributions()
        delimiter = self._delimiter()
        is_message = has_head or (delimiter is not None and any(self._is_quote[:delimiter]))
        if is_message:
            for row, is_quote in enumerate(self._is_quote):
                if is_quote:
                    self._marks[row] = Mark.QUOTED
        if is_message or delimiter is not None:
            self._ends(delimiter)
        return self._marks

    def _attributions(self) -> bool:
        """Mark attributions, headers and what they stand above; whether there are any."""
        found = False
        row, begins = 0, self._may_begin()
        while row < len(self._lines):
            end = row + 1
            if not begins[row]:
                pass
            elif _SUPERCITE.match(self._lines[row]):
                self._is_quote[row], self._marks[row], found = False, Mark.ATTRIBUTION, True
            elif not (self._is_blank[row] or self._is_quote[row]):
                if (body := self._after_separator(row)) is not None:
                    return self._rest(row, body)
                if (body := self._attribution_from(row)) is not None:
                    if self._stands_above_quote(body):
                        self._marks[row:body] = Mark.ATTRIBUTION
                        found, end = True, body
                    elif self._introduces_all(row, body):
                        return self._rest(row, body)
            row = end
        return found

    def _may_begin(self) -> list[bool]:
        """Where an attribution, or what stands above a quotation, may begin; few lines in most."""
        signs = [
            ends_in_colon or is_header or ">>>>" in line or line.lstrip(" \t")[:1] in _DASHES
            for line, ends_in_colon, is_header in zip(
                self._lines, self._ends_in_colon, self._is_header, strict=True
            )
        ]
        following = (*signs, False, False)
        return [any(following[row : row + _LONGEST_ATTRIBUTION_LINES]) for row in range(len(signs))]

    def _after_separator(self, row: int) -> int | None:
        """The first line below a separator, or a block of headers, that begins here."""
        if _ORIGINAL.match(self._lines[row]):
            return self._after_headers(row + 1)
        body = self._after_headers(row)
        return body if row and body - row >= 3 else None

    def _stands_above_quote(self, row: int) -> bool:
        following = self._next_filled(row)
        return following is not None and self._is_quote[following]

    def _introduces_all(self, row: int, body: int) -> bool:
        """Whether it is a dated attribution above a quotation that has no signs of its own."""
        if self._next_filled(body) is None or any(self._is_quote):
            return False
        return _SAID.search(" ".join(self._lines[row:body])) is not None

    def _rest(self, head: int, body: int) -> bool:
        self._marks[head:body] = Mark.ATTRIBUTION
        self._marks[body:] = Mark.QUOTED
        return True

    def _after_headers(self, row: int) -> int:
        """The first line after a block of headers that begins here, or this line."""
        begin = row
        while row < len(self._lines) and self._is_blank[row] and row < begin + 2:
            row += 1
        first = row
        while row < len(self._lines) and self._is_header[row]:
            row += 1
        return row if row - first >= 3 else begin

    def _attribution_from(self, row: int) -> int | None:
        """The end of an attribution that begins here: one to three lines."""
        last = min(row + _LONGEST_ATTRIBUTION_LINES, len(self._lines))
        if not any(self._ends_in_colon[row:last]):
            return None
        joined = ""
        for end in range(row, last):
            joined += self._lines[end] + "\n"
            is_over = self._is_blank[end] or self._is_quote[end]
            if is_over or len(joined) > _LONGEST_ATTRIBUTION:
                break
            if end == row and self._is_dated_head(row):
                return end + 1
            if _ATTRIBUTION.search(joined):
                is_alone = end > row and _ATTRIBUTION.search(self._lines[end]) is not None
                begins = _BEGINS_ATTRIBUTION.match(self._lines[row]) is not None
                return None if is_alone and not begins else end + 1
        return None

    def _is_dated_head(self, row: int) -> bool:
        """Whether a line that ends with a colon and has a date stands right above a quotation."""
        if row + 1 >= len(self._lines) or not self._is_quote[row + 1]:
            return False
        line = self._lines[row]
        return _COLON.search(line.rstrip()) is not None and _SAID.search(line) is not None

    def _next_filled(self, row: int) -> int | None:
        for place in range(row, min(row + 3, len(self._lines))):
            if not self._is_blank[place]:
                return place
        return None

    def _delimiter(self) -> int | None:
        """The last line of two hyphens above a short rest."""
        limit = len(self._lines)
        for row in range(limit - 1, -1, -1):
            if _DELIMITER.match(self._lines[row]) and not self._marks[row]:
                return row if self._is_above_signature(row) else None
        return None

    def _is_above_signature(self, row: int) -> bool:
        """Whether what follows, up to a ruled line or a quotation, is as short as a signature."""
        filled = 0
        for place in range(row + 1, len(self._lines)):
            if self._is_quote[place] or self._marks[place]:
                break
            if filled and _RULE.match(self._lines[place]):
                rest = sum(not blank for blank in self._is_blank[place:])
                return filled <= _LONGEST_SIGNATURE_LINES and rest <= _LONGEST_FOOTER_LINES
            filled += not self._is_blank[place]
        return 0 < filled <= _LONGEST_SIGNATURE_LINES

    def _ends(self, delimiter: int | None) -> None:
        if delimiter is not None:
            for row in range(delimiter, len(self._lines)):
                if self._marks[row]:
                    break
                self._marks[row] = Mark.SIGNATURE
        self._footer()
        for row in range(len(self._lines)):
            if not self._marks[row] and _MOBILE.match(self._lines[row]):
                self._marks[row] = Mark.SIGNATURE

    def _footer(self) -> None:
        """From the first ruled line of the last few that are not quoted."""
        begin, filled = None, 0
        for row in range(len(self._lines) - 1, -1, -1):
            if self._marks[row] in (Mark.QUOTED, Mark.ATTRIBUTION):
                break
            filled += not self._is_blank[row]
            if filled > _LONGEST_FOOTER_LINES:
                break
            if _RULE.match(self._lines[row]):
                begin = row
        if begin is not None and begin > 0:
            self._marks[begin:] = Mark.FOOTER
