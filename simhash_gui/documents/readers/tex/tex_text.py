"""The source of a TeX document to its text. What commands mean: ``tex_commands``.

One pass, without recursion: of every brace it is known beforehand where it closes, and what is to
happen there waits on a stack.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from typing import TypeAlias

from simhash_gui.documents.readers.tex import tex_commands as commands
from simhash_gui.documents.readers.tex.tex_commands import Macros

SOFT_BREAK = "\x1f"
"""The end of a line in the source, which is a space in most scripts."""

Closing: TypeAlias = Callable[[], None]

_TOKEN = re.compile(
    r"""
    (?P<comment>%[^\n]*+(?:\n[ \t]*+(?=\S))?)
    |(?P<blank>[ \t]*+\n[ \t]*+\n\s*+)
    |(?P<space>\s++)
    |\\(?P<word>[A-Za-z@]++)\*?[ \t]*+(?:\n(?![ \t]*+\n)[ \t]*+)?
    |\\(?P<symbol>.)
    |(?P<mark>[{}$&~])
    |(?P<ligature>---?|``|'')
    |(?P<text>[^\\{}$&~%\s`'-]++|.)
    """,
    re.VERBOSE | re.DOTALL,
)
_BRACE = re.compile(
    r"\\(?:url|path|href|nolinkurl)\s*(?P<address>\{)[^{}\s]*+(?P<end>\})"
    r"|\\.|%[^\n]*+|(?P<open>\{)|(?P<close>\})",
    re.DOTALL,
)
_ACCENTED = re.compile(r"\s*(?:\{\s*\\?([A-Za-z])\s*\}|\\([ij])\b\s*|([A-Za-z]))")
_ARGUMENT_NAME = re.compile(r"\s*\\[A-Za-z@]+")
_NAME_DEFINED = re.compile(r"\s*(?:\{\s*\\([A-Za-z@]+)\s*\}|\\([A-Za-z@]+))\s*(?=\{)")
_CONDITION = re.compile(
    r"\\(?:(?P<begin>if(?!f\b|thenelse\b)[A-Za-z@]*+)|(?P<else>else)|(?P<end>fi))(?![A-Za-z@])"
)
_ENVIRONMENT = re.compile(r"\s*\{([A-Za-z]+\*?)\}")
_LINE_MATHEMATICS = re.compile(r"\$?(?P<source>(?:[^$\\\n]|\\.|\n(?!\s*\n))*)\$\$?", re.DOTALL)
_FAR = 2000


class TexText:
    """The text of a source; ``fields`` are title, author and date as far as they are known."""

    def __init__(
        self, source: str, fields: Mapping[str, str] | None = None, macros: Macros | None = None
    ) -> None:
        self.fields = dict(fields or {})
        self.macros = macros or Macros()
        self._source = source
        self._position = 0
        self._closings = _closing_braces(source)
        self._at_close: list[Closing | None] = []
        self._output: list[str] = []
        self._outer_outputs: list[list[str]] = []
        self._notes: list[str] = []
        self._missing: set[str] = set()
        self._table_part: tuple[list[str], int] | None = None
        self._has_first_head = False

    def run(self) -> None:
        """Go through all of it."""
        while found := _TOKEN.match(self._source, self._position):
            self._position = found.end()
            kind = found.lastgroup or ""
            self._take(kind, found[kind])
        while self._at_close:
            self._close()

    def text(self) -> str:
        """What was collected: paragraphs stand apart by an empty line."""
        self._break("\n\n")
        return "".join(self._output)

    def _take(self, kind: str, token: str) -> None:
        match kind:
            case "text":
                self._output.append(token)
            case "space":
                self._output.append(SOFT_BREAK if "\n" in token else " ")
            case "blank":
                self._break("\n\n")
            case "word":
                self._command(token)
            case "symbol":
                self._symbol(token)
            case "ligature":
                self._output.append(commands.LIGATURES[token])
            case "mark":
                self._mark(token)

    def _mark(self, mark: str) -> None:
        if mark == "{":
            self._at_close.append(None)
        elif mark == "}":
            self._close()
        elif mark == "$":
            self._line_mathematics()
        else:
            self._output.append(commands.MARKS[mark])

    def _close(self) -> None:
        action = self._at_close.pop() if self._at_close else None
        if action is not None:
            action()

    def _break(self, mark: str) -> None:
        """A new line or paragraph; before a paragraph go the notes of the last one."""
        self._output.append(mark)
        if mark == "\n\n" and not self._outer_outputs:
            for note in self._notes:
                self._output += (note, "\n\n")
            self._notes.clear()

    def _symbol(self, symbol: str) -> None:
        if symbol in commands.ACCENTS:
            self._accent(symbol)
        elif symbol in "([":
            self._raw_until({"(": "\\)", "[": "\\]"}[symbol], " ")
        elif symbol == "\\":
            self._skip_star_and_optional()
            self._break("\n")
        elif symbol not in commands.WITHOUT_TEXT:
            self._output.append(commands.SPACES.get(symbol, "" if symbol in ")]" else symbol))

    def _command(self, name: str) -> None:
        if name in commands.SYMBOLS:
            self._output.append(commands.SYMBOLS[name])
        elif name in commands.BREAKS:
            self._break_by(name)
        elif name in commands.ACCENTS:
            self._accent(name)
        elif name in commands.NOTES:
            self._open_argument(self._divert(), self._end_note)
        elif name in commands.HEADINGS:
            self._heading(name)
        elif name in commands.RAW or name == "verb":
            self._raw_argument()
        elif name in commands.STRUCTURE:
            self._structure(name)
        elif name in commands.DROPPED_ARGUMENTS:
            self._skip_arguments(commands.DROPPED_ARGUMENTS[name])
        else:
            is_before_space = self._source[self._position - 1].isspace()
            self._output.append(self.macros.text(name, before_space=is_before_space))
            self._skip_optionals()

    def _structure(self, name: str) -> None:
        if name == "begin":
            self._begin()
        elif name == "end":
            self._end()
        elif name == "iffalse":
            self._skip_false()
        elif name in commands.TABLE_PARTS:
            self._end_table_part(name)
        elif name in commands.TITLE_PAGES:
            self._title_page()
        else:
            self._define(name)

    def _break_by(self, name: str) -> None:
        if name == "bibitem":
            self._skip_arguments(1)
        self._break(commands.BREAKS[name])
        if name == "item" and self._source.startswith("[", self._position):
            self._position += 1
            end = self._source.find("]", self._position, self._position + _FAR)
            if end >= 0:
                self._output.append(
                    commands.without_commands(self._source[self._position : end]) + " "
                )
                self._position = end + 1

    def _heading(self, name: str) -> None:
        field = commands.TITLES.get(name)
        if field is not None:
            self._open_argument(self._divert(), lambda: self._end_field(field))
            return
        self._break("\n\n")
        self._open_argument(True, lambda: self._break("\n\n"))

    def _divert(self) -> bool:
        """Collect what follows apart, if it is an argument."""
        self._skip_optionals()
        if not self._source.startswith("{", self._position):
            return False
        self._outer_outputs.append(self._output)
        self._output = []
        return True

    def _open_argument(self, is_there: bool, at_close: Closing) -> None:
        """Enter the braces that come next, and do something where they close."""
        self._skip_optionals()
        if is_there and self._source.startswith("{", self._position):
            self._position += 1
            self._at_close.append(at_close)

    def _end_diversion(self) -> str:
        collected = "".join(self._output).strip()
        self._output = self._outer_outputs.pop()
        return collected

    def _end_note(self) -> None:
        self._notes.append(self._end_diversion())

    def _end_field(self, field: str) -> None:
        value = self._end_diversion()
        if value:
            self.fields[field] = value

    def _title_page(self) -> None:
        for field in ("title", "author", "date"):
            if field in self.fields:
                self._output += ("\n\n", self.fields[field])
        self._break("\n\n")

    def _begin(self) -> None:
        found = _ENVIRONMENT.match(self._source, self._position)
        if found is None:
            return
        self._position = found.end()
        name = found[1]
        if name in commands.MATHEMATICS:
            self._raw_until(f"\\end{{{name}}}", "\n")
        elif name in commands.VERBATIM:
            self._skip_optionals()
            self._verbatim(f"\\end{{{name}}}", name == "minted")
        elif name in commands.LEFT_OUT:
            end = self._find(f"\\end{{{name}}}")
            self._position = self._position if end < 0 else end
        elif name not in commands.TITLE_PAGES:
            if name in commands.LONG_TABLES:
                self._table_part, self._has_first_head = (self._output, len(self._output)), False
            if name not in commands.BOXES:
                self._break("\n\n")
            self._skip_arguments(commands.ENVIRONMENT_ARGUMENTS.get(name, 0))

    def _end(self) -> None:
        found = _ENVIRONMENT.match(self._source, self._position)
        if found is not None:
            self._position = found.end()
            if found[1] not in commands.BOXES:
                self._break("\n\n")

    def _line_mathematics(self) -> None:
        found = _LINE_MATHEMATICS.match(self._source, self._position)
        if found is not None:
            self._output.append(commands.on_one_line(found["source"]))
            self._position = found.end()

    def _raw_until(self, end: str, around: str) -> None:
        """Mathematics, as its source; nothing when it never ends."""
        at = self._find(end)
        if at >= 0:
            self._output += (
                around,
                commands.on_one_line(self._source[self._position : at]),
                around,
            )
            self._position = at + len(end)

    def _verbatim(self, end: str, has_language: bool) -> None:
        if has_language:
            self._skip_arguments(1)
        at = self._find(end)
        if at >= 0:
            self._break("\n\n")
            self._output += (self._source[self._position : at].strip("\n"), "\n\n")
            self._position = at + len(end)

    def _find(self, end: str) -> int:
        """Where something comes next, -1 for nowhere; what is missing is not looked for again."""
        if end in self._missing:
            return -1
        at = self._source.find(end, self._position)
        if at < 0:
            self._missing.add(end)
        return at

    def _raw_argument(self) -> None:
        """What stands in braces, or between two equal characters, as it is."""
        self._skip_optionals()
        start = self._position + 1
        if self._source.startswith("{", self._position):
            end = self._closings.get(self._position, -1)
        else:
            end = self._source.find(
                self._source[self._position : start] or "\n", start, start + _FAR
            )
        if end >= 0:
            self._output.append(self._source[start:end])
            self._position = end + 1

    def _accent(self, accent: str) -> None:
        found = _ACCENTED.match(self._source, self._position)
        if found is not None:
            letter = found[1] or found[2] or found[3]
            composed = unicodedata.normalize("NFC", letter + commands.ACCENTS[accent])
            self._output.append(composed)
            self._position = found.end()

    def _define(self, name: str) -> None:
        found = _NAME_DEFINED.match(self._source, self._position) if name != "let" else None
        end = self._closings.get(found.end()) if found else None
        if found is None or end is None:
            if name in commands.DROPPED_ARGUMENTS:
                self._skip_arguments(commands.DROPPED_ARGUMENTS[name])
            else:
                self._skip_definition()
            return
        definition = self._source[found.end() + 1 : end]
        self._position = end + 1
        if self.macros.wants(definition):
            inner = TexText(definition, macros=self.macros)
            inner.run()
            text = " ".join(inner.text().replace(SOFT_BREAK, " ").split())
            self.macros.define(found[1] or found[2], text, definition)

    def _skip_false(self) -> None:
        """What stands after a condition that never holds, up to its end or to the other case."""
        if "\\fi" in self._missing:
            return
        depth = 0
        for found in _CONDITION.finditer(self._source, self._position):
            if found["begin"]:
                depth += 1
            elif not depth:
                self._position = found.end()
                return
            elif found["end"]:
                depth -= 1
        self._missing.add("\\fi")

    def _end_table_part(self, name: str) -> None:
        """Of the heads of a long table the first stays, of its feet the last."""
        if self._table_part is None or self._table_part[0] is not self._output:
            return
        has_other = self._has_first_head if name == "endhead" else self._has_last_foot()
        if name in commands.REPEATED_TABLE_PARTS and has_other:
            del self._output[self._table_part[1] :]
        self._has_first_head |= name == "endfirsthead"
        self._table_part = self._output, len(self._output)

    def _has_last_foot(self) -> bool:
        return self._source.find("\\endlastfoot", self._position, self._position + _FAR) >= 0

    def _skip_definition(self) -> None:
        start = self._source.find("{", self._position, self._position + _FAR)
        line_end = self._source.find("\n", self._position, self._position + _FAR)
        if start >= 0 and (line_end < 0 or start < line_end):
            self._position = self._closings.get(start, start) + 1
        elif line_end >= 0:
            self._position = line_end

    def _skip_arguments(self, count: int) -> None:
        """That many arguments, and the optional ones around them."""
        self._skip_optionals()
        for _ in range(count):
            name = _ARGUMENT_NAME.match(self._source, self._position)
            if self._position in self._closings:
                self._position = self._closings[self._position] + 1
            elif name is not None:
                self._position = name.end()
            self._skip_optionals()

    def _skip_star_and_optional(self) -> None:
        if self._source.startswith("*", self._position):
            self._position += 1
        self._skip_optionals()

    def _skip_optionals(self) -> None:
        while self._source.startswith("[", self._position):
            end = self._source.find("]", self._position, self._position + _FAR)
            if end < 0:
                return
            self._position = end + 1


def _closing_braces(source: str) -> dict[int, int]:
    """For the place of each opening brace that is closed, the place of the one that does."""
    open_places: list[int] = []
    closings: dict[int, int] = {}
    for found in _BRACE.finditer(source):
        if found["address"]:  # where a percent sign begins no comment
            closings[found.start("address")] = found.start("end")
        elif found["open"]:
            open_places.append(found.start())
        elif found["close"] and open_places:
            closings[open_places.pop()] = found.start()
    return closings
