"""Which lines of a message its author did not write for it: quotations, signatures, list footers.

Quoted lines begin with ``>``, or follow a line that says who wrote them (an attribution), or a
separator or a block of headers as mail programs put above what they forward or answer. Below an
attribution they may be indented or begin with a bar instead. A signature follows a line of two
hyphens (RFC 3676, section 4.3) or a closing formula, a footer a ruled line near the end. Armour of
OpenPGP (RFC 9580) and what archives put in place of attachments are footers too.

A text that is no message by these signs has no marks, whatever its lines begin with: a quotation in
Markdown is part of its text. Nothing is removed. What marks mean for a pair is left to core's
``library_classes``.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.ragged import Indexes, bounds_of
from simhash_gui.core.text.spans import Flags, TokenMarks
from simhash_gui.documents.comparison import mail_signs as signs
from simhash_gui.documents.comparison.texts import comparison_tokens


class Mark(IntEnum):
    """What a line, or a token, of a message is."""

    OWN = 0
    QUOTED = 1
    ATTRIBUTION = 2
    SIGNATURE = 3
    FOOTER = 4


Marks = NDArray[np.uint8]

_OF_OTHERS = frozenset({Mark.QUOTED, Mark.ATTRIBUTION})
_LONGEST_SIGNATURE_LINES = 15
_LONGEST_SIGNATURE = 900
_LONGEST_FOOTER_LINES = 15
_LONGEST_ATTRIBUTION_LINES = 3
_LONGEST_ATTRIBUTION = 300
_LONGEST_CLOSING_LINES = 8
_LONGEST_CLOSING_LINE = 90
_LONGEST_LIST_FOOTER_LINES = 6
_LONGEST_ATTACHMENT_LINES = 8
_FEWEST_HEADERS = 3


@dataclass(frozen=True, slots=True)
class LineMarks:
    """Where each line begins, shape (n + 1,) with the end of the text, and its mark, shape (n,).

    ``look_quoted``, of the same shape: lines that look like quotations are part of a text that is
    no message, but what stands there may be quoted from another.
    """

    starts: Indexes
    marks: Marks
    look_quoted: Flags

    def of_lines(self, rows: Indexes) -> TokenMarks:
        """The marks of tokens that begin in these lines."""
        marks = self.marks[rows]
        return TokenMarks(marks == Mark.OWN, self.look_quoted[rows] | (marks == Mark.QUOTED))


def token_marks(text: str) -> TokenMarks | None:
    """The marks of a text's comparison tokens, None where nothing is marked."""
    lines = line_marks(text)
    return None if lines is None else placed_marks(text, lines)


def placed_marks(text: str, lines: LineMarks) -> TokenMarks:
    """The marks of a text's comparison tokens by those of its lines."""
    places = comparison_tokens(text).starts
    return lines.of_lines(np.searchsorted(lines.starts[1:-1], places, side="right"))


def line_marks(text: str) -> LineMarks | None:
    """The marks of a text's lines, None where nothing is marked."""
    if not signs.may_be_message(text):
        return None
    lines = text.split("\n")
    marking = _Marking(text, lines)
    look_quoted = list(marking.are_quotes)
    marks = marking.marks()
    if not np.count_nonzero(marks) and True not in look_quoted:
        return None
    starts = bounds_of(np.array([len(line) + 1 for line in lines], np.int64))
    return LineMarks(starts, marks, np.array(look_quoted, np.bool_))


def _are_quotes(lines: list[str]) -> list[bool]:
    return [(">" in line or "＞" in line) and bool(signs.QUOTE.match(line)) for line in lines]


class _Marking:
    """The rules, each over the lines that earlier ones have left.

    Most texts lack what most rules look for, so each rule asks the whole text first.
    """

    def __init__(self, text: str, lines: list[str]) -> None:
        count = len(lines)
        self._text = text
        self._lines = lines
        self._marks = np.zeros(count, np.uint8)
        self.are_quotes = _are_quotes(lines) if signs.may_quote(text) else [False] * count
        self._ends_in_colon = [False] * count
        self._is_header = [False] * count
        self._with_colon = [row for row, line in enumerate(lines) if ":" in line or "：" in line]
        for row in self._with_colon:
            self._ends_in_colon[row] = lines[row].rstrip(" \t\r").endswith(signs.COLONS)
            self._is_header[row] = bool(signs.HEADER.match(lines[row]))

    @cached_property
    def _is_blank(self) -> list[bool]:
        return [not line.strip(signs.BLANKS) for line in self._lines]

    def marks(self) -> Marks:
        """All marks; to be asked once."""
        has_head = self._headers() | self._attributions()
        delimiter = self._delimiter()
        is_message = has_head or (delimiter is not None and any(self.are_quotes[:delimiter]))
        if is_message:
            for row, is_quote in enumerate(self.are_quotes):
                if is_quote:
                    self._marks[row] = Mark.QUOTED
        self._armour()
        self._attachments()
        if is_message or delimiter is not None:
            self._ends(delimiter)
        self._list_footer()
        self._closing()
        return self._marks

    def _headers(self) -> bool:
        """Mark the headers of a message that was saved with them."""
        end = 0
        while end < len(self._lines) and signs.HEADER_LINE.match(self._lines[end]):
            end += 1
        if sum(self._is_header[:end]) < _FEWEST_HEADERS:
            return False
        self._marks[:end] = Mark.ATTRIBUTION
        return True

    def _attributions(self) -> bool:
        """Mark attributions, headers and what they stand above; whether there are any."""
        found, end = False, 0
        for row in self._may_begin():
            if row < end:
                continue
            if signs.SUPERCITE.match(self._lines[row]):
                self.are_quotes[row], self._marks[row], found = False, Mark.ATTRIBUTION, True
            elif not (self._is_blank[row] or self.are_quotes[row] or self._marks[row]):
                if (body := self._after_separator(row)) is not None:
                    if not self._is_answered_below(row, body):
                        return self._rest(row, body)
                    self._marks[row:body] = Mark.ATTRIBUTION
                    found, end = True, body
                elif (body := self._attribution_from(row)) is not None:
                    if self._stands_above_quote(body):
                        self._marks[row:body] = Mark.ATTRIBUTION
                        found, end = True, body
                    elif self._introduces(row, body):
                        end = self._end_of_block(body)
                        self._marks[row:body] = Mark.ATTRIBUTION
                        self._marks[body:end] = Mark.QUOTED
                        found = True
        return found

    def _may_begin(self) -> list[int]:
        """The rows where an attribution, or what stands above a quotation, may begin."""
        ends = [
            row
            for row in self._with_colon
            if (self._ends_in_colon[row] and self._may_end_attribution(row))
            or (self._is_header[row : row + _FEWEST_HEADERS] == [True] * _FEWEST_HEADERS)
        ]
        rows = {row - up for row in ends for up in range(_LONGEST_ATTRIBUTION_LINES)}
        if signs.has_original(self._text):
            rows.update(row for row, line in enumerate(self._lines) if signs.ORIGINAL.match(line))
        if ">>>>" in self._text:
            rows.update(row for row, line in enumerate(self._lines) if signs.SUPERCITE.match(line))
        return sorted(row for row in rows if row >= 0)

    def _may_end_attribution(self, row: int) -> bool:
        """Whether one may end with this line, for only few that end so have a verb or a quote."""
        begin = max(row + 1 - _LONGEST_ATTRIBUTION_LINES, 0)
        if any(self.are_quotes[begin + 1 : row + 2]):
            return True
        return signs.may_end_attribution("\n".join(self._lines[begin : row + 1]))

    def _after_separator(self, row: int) -> int | None:
        """The first line below a separator, or a block of headers, that begins here."""
        if signs.ORIGINAL.match(self._lines[row]):
            return self._after_headers(row + 1)
        body = self._after_headers(row)
        return body if row and body - row >= 3 else None

    def _stands_above_quote(self, row: int) -> bool:
        following = self._next_filled(row)
        return following is not None and self.are_quotes[following]

    def _introduces(self, row: int, body: int) -> bool:
        """Whether it is an attribution as programs write it, above a quotation without ">"."""
        if self._next_filled(body) is None or any(self.are_quotes):
            return False
        return signs.MOMENT.search(" ".join(self._lines[row:body])) is not None

    def _end_of_block(self, body: int) -> int:
        """Where what is indented, or follows bars, ends; the end of the text if nothing does."""
        row = first = self._next_filled(body) or body
        while row < len(self._lines) and (
            self._is_blank[row] or signs.SET_OFF.match(self._lines[row])
        ):
            row += 1
        return row if row > first else len(self._lines)

    def _is_answered_below(self, row: int, body: int) -> bool:
        """Whether a message begins with such headers and answers below quoted lines."""
        has_text_above = any(
            not blank and not mark
            for blank, mark in zip(self._is_blank[:row], self._marks[:row].tolist(), strict=True)
        )
        return not has_text_above and any(self.are_quotes[body:])

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
            is_over = self._is_blank[end] or self.are_quotes[end]
            if is_over or len(joined) > _LONGEST_ATTRIBUTION:
                break
            if end == row and self._is_dated_head(row):
                return end + 1
            if self._ends_in_colon[end] and signs.ATTRIBUTION.search(joined):
                is_alone = end > row and signs.ATTRIBUTION.search(self._lines[end]) is not None
                begins = signs.BEGINS_ATTRIBUTION.match(self._lines[row]) is not None
                return None if is_alone and not begins else end + 1
        return None

    def _is_dated_head(self, row: int) -> bool:
        """Whether a line that ends with a colon and has a date stands right above a quotation."""
        if row + 1 >= len(self._lines) or not self.are_quotes[row + 1]:
            return False
        line = self._lines[row]
        return signs.COLON.search(line.rstrip()) is not None and signs.SAID.search(line) is not None

    def _next_filled(self, row: int) -> int | None:
        for place in range(row, min(row + 3, len(self._lines))):
            if not self._is_blank[place]:
                return place
        return None

    def _delimiter(self) -> int | None:
        """The last line of two hyphens above a short rest."""
        if "\n--" not in self._text and not self._text.startswith("--"):
            return None
        limit = len(self._lines)
        for row in range(limit - 1, -1, -1):
            line = self._lines[row]
            if line.startswith("--") and signs.DELIMITER.match(line) and not self._marks[row]:
                return row if self._is_above_signature(row) else None
        return None

    def _is_above_signature(self, row: int) -> bool:
        """Whether what follows, up to a ruled line or a quotation, is as short as a signature."""
        filled = characters = 0
        for place in range(row + 1, len(self._lines)):
            if self.are_quotes[place] or self._marks[place]:
                break
            if filled and signs.RULE.match(self._lines[place]):
                rest = sum(not blank for blank in self._is_blank[place:])
                return filled <= _LONGEST_SIGNATURE_LINES and rest <= _LONGEST_FOOTER_LINES
            filled += not self._is_blank[place]
            characters += len(self._lines[place])
            if characters > _LONGEST_SIGNATURE:
                return False
        return 0 < filled <= _LONGEST_SIGNATURE_LINES

    def _ends(self, delimiter: int | None) -> None:
        if delimiter is not None:
            for row in range(delimiter, len(self._lines)):
                if self._marks[row]:
                    break
                self._marks[row] = Mark.SIGNATURE
        self._footer()
        for row in range(len(self._lines)):
            if not self._marks[row] and signs.MOBILE.match(self._lines[row]):
                self._marks[row] = Mark.SIGNATURE

    def _armour(self) -> None:
        """Signatures and keys of OpenPGP."""
        if not any(sign in self._text for sign in signs.BEGIN_ARMOUR):
            return
        begin = None
        for row, line in enumerate(self._lines):
            if not line.startswith(signs.BEGIN_ARMOUR):
                continue
            if signs.SIGNED.match(line):
                self._marks[row] = Mark.FOOTER
            if (found := signs.ARMOUR.match(line)) is None:
                continue
            if found[1] == "BEGIN":
                begin = row
            elif begin is not None:
                self._marks[begin : row + 1] = Mark.FOOTER
                begin = None

    def _attachments(self) -> None:
        """What an archive puts in place of attachments."""
        if not any(sign in self._text for sign in signs.IN_ATTACHMENTS):
            return
        for row, line in enumerate(self._lines):
            if signs.ATTACHMENT.match(line):
                end = row + 1
                for place in range(row + 1, min(row + _LONGEST_ATTACHMENT_LINES, len(self._lines))):
                    if self._is_blank[place]:
                        break
                    end = place + 1
                    if signs.ATTACHMENT_END.match(self._lines[place]):
                        break
                self._marks[row:end] = Mark.FOOTER

    def _list_footer(self) -> None:
        """A few last lines below a rule, or between two, that name an address."""
        if not signs.may_have_list_rule(self._text):
            return
        filled = 0
        for row in range(len(self._lines) - 1, -1, -1):
            filled += not self._is_blank[row]
            if filled > _LONGEST_LIST_FOOTER_LINES + 1 or self.are_quotes[row]:
                return
            if filled != 1 and signs.LIST_RULE.match(self._lines[row]):
                if any(map(signs.ADDRESS.search, self._lines[row:])):
                    self._marks[row:] = Mark.FOOTER
                return

    def _closing(self) -> None:
        """From a closing formula on, a few short lines above the end or what is marked."""
        if not signs.has_closing(self._text):
            return
        for row in range(len(self._lines)):
            if self._marks[row] or not signs.CLOSING.match(self._lines[row]):
                continue
            end = row + 1
            while end < len(self._lines) and not (self._marks[end] or self.are_quotes[end]):
                end += 1
            below = [
                self._lines[place] for place in range(row + 1, end) if not self._is_blank[place]
            ]
            is_short = all(len(line) <= _LONGEST_CLOSING_LINE for line in below)
            is_heading = bool(below) and signs.UNDERLINE.match(below[0]) is not None
            if 0 < len(below) <= _LONGEST_CLOSING_LINES and is_short and not is_heading:
                self._marks[row:end] = Mark.SIGNATURE

    def _footer(self) -> None:
        """From the first ruled line of the last few that are not quoted."""
        begin, filled = None, 0
        marks = self._marks.tolist()
        for row in range(len(self._lines) - 1, -1, -1):
            if marks[row] in _OF_OTHERS:
                break
            filled += not self._is_blank[row]
            if filled > _LONGEST_FOOTER_LINES:
                break
            if signs.RULE.match(self._lines[row]):
                begin = row
        if begin is not None and begin > 0:
            self._marks[begin:] = Mark.FOOTER
