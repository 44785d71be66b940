"""The texts of the window, read from the syntax tree, and the rules for writing them.

A text stands as self.tr("…") in a class, or as QCoreApplication.translate("Context", "…") anywhere
in a function; a count only in the second form, with a fourth argument and mostly %Ln, for self.tr
does not find the plural forms of a base class. Other values come as {name}, by format(). A line
that starts with #: directly above the call is a comment for the translator. `.ci/translations` does
the rest.
"""

import ast
import re
from dataclasses import dataclass
from pathlib import Path
from string import Formatter

COUNT = re.compile(r"%L?n")
PLURAL_ARGUMENTS = 4


@dataclass(frozen=True, slots=True)
class Text:
    """One text of the window: where Qt looks it up, and whether it has plural forms."""

    context: str
    source: str
    disambiguation: str
    plural: bool
    comment: str


class BadCallError(Exception):
    """A call that lupdate or Qt would not understand, or that cannot be translated."""


class Collector(ast.NodeVisitor):
    """Collects the texts of one module, and what is wrong with their calls."""

    def __init__(self, path: Path, shown_as: str) -> None:
        self.texts: list[Text] = []
        self.problems: list[str] = []
        self._shown_as = shown_as
        source = path.read_text(encoding="utf-8")
        self._lines = source.splitlines()
        self._classes: list[str] = []
        self._functions = 0
        self._called: set[int] = set()
        self.visit(ast.parse(source, shown_as))

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        """Remember the class: its name is the context of tr()."""
        self._classes.append(node.name)
        self.generic_visit(node)
        self._classes.pop()

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """Remember that what follows runs later than at import."""
        self._visit_function(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        """Remember that what follows runs later than at import."""
        self._visit_function(node)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        """Remember that what follows runs later than at import."""
        self._visit_function(node)

    def visit_Call(self, node: ast.Call) -> None:
        """Collect the text of a call that looks up a translation."""
        kind = lookup_kind(node.func)
        if kind:
            self._called.add(id(node.func))
            try:
                self.texts.append(self._text(kind, node))
            except BadCallError as error:
                self._complain(node, str(error))
        self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        """Refuse a look-up that is not called on the spot."""
        if lookup_kind(node) and id(node) not in self._called:
            self._complain(node, "write the call out; another name for it is not collected")
        self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> None:
        """Refuse the markers that only lupdate knows."""
        if node.id.startswith("QT_TR"):
            self._complain(node, f"{node.id} is not collected; call translate() when shown")

    def _visit_function(self, node: ast.AST) -> None:
        self._functions += 1
        self.generic_visit(node)
        self._functions -= 1

    def _complain(self, node: ast.expr, problem: str) -> None:
        self.problems.append(f"{self._shown_as}:{node.lineno}: {problem}")

    def _text(self, kind: str, node: ast.Call) -> Text:
        if not self._functions:
            raise BadCallError(
                "translated at import time, so never again when the language changes"
            )
        if node.keywords or any(isinstance(argument, ast.Starred) for argument in node.args):
            raise BadCallError("positional arguments only")
        plural = len(node.args) == PLURAL_ARGUMENTS
        if kind == "tr" and len(node.args) >= PLURAL_ARGUMENTS - 1:
            raise BadCallError("a count goes through QCoreApplication.translate()")
        literals = [literal(argument) for argument in node.args[: PLURAL_ARGUMENTS - 1]]
        if kind == "tr":
            literals.insert(0, self._class_of(node))
        context, source, disambiguation = (*literals, "", "", "")[: PLURAL_ARGUMENTS - 1]
        check_source(context, source, plural=plural)
        return Text(context, source, disambiguation, plural, self._comment_above(node))

    def _class_of(self, node: ast.Call) -> str:
        receiver = node.func.value if isinstance(node.func, ast.Attribute) else node
        if not (isinstance(receiver, ast.Name) and receiver.id == "self" and self._classes):
            raise BadCallError("tr() of self in a class only; else QCoreApplication.translate()")
        return self._classes[-1]

    def _comment_above(self, node: ast.Call) -> str:
        above: list[str] = []
        for line in reversed(self._lines[: node.lineno - 1]):
            if not line.strip().startswith("#:"):
                break
            above.insert(0, line.strip().removeprefix("#:").strip())
        return " ".join(above)


def lookup_kind(function: ast.expr) -> str:
    """Return "tr" or "translate" for a function that looks up a translation, else nothing."""
    if not isinstance(function, ast.Attribute):
        return ""
    if function.attr == "tr":
        return "tr"
    receiver = function.value
    owner = receiver.attr if isinstance(receiver, ast.Attribute) else getattr(receiver, "id", "")
    is_application = owner in {"QCoreApplication", "QGuiApplication", "QApplication"}
    return "translate" if function.attr == "translate" and is_application else ""


def literal(node: ast.expr) -> str:
    """Return the value of a plain string literal."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    raise BadCallError("plain string literals only: what is computed is never found")


def check_source(context: str, source: str, *, plural: bool) -> None:
    """Raise BadCallError when a source text cannot be translated as it stands."""
    if not context or not source:
        raise BadCallError("context and text must not be empty")
    if COUNT.search(source) and not plural:
        raise BadCallError("a count needs to be given as fourth argument of translate()")
    if re.search(r"%\d", source):
        raise BadCallError("name the values: {name}, not %1")
    if not all(name.isidentifier() for name in fields(source)):
        raise BadCallError("name the values: {name}, not {} or {0}")


def fields(text: str) -> set[str]:
    """Return the names between braces. Raise BadCallError when the braces do not pair."""
    try:
        return {name for _, name, _, _ in Formatter().parse(text) if name is not None}
    except ValueError as error:
        raise BadCallError(f"braces do not pair in {text!r}; a literal one is doubled") from error
