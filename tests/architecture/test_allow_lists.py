"""What core and workers import: themselves, and what stands in a list; and who opens PDFs.

Core imports numpy, xxhash, rapidfuzz and the parts of the standard library that only compute;
workers the standard library and psutil.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[2] / "simhash_gui"
CORE = PACKAGE / "core"
WORKERS = PACKAGE / "workers"

THIRD_PARTY = {"numpy", "rapidfuzz", "xxhash"}
# No file, no clock, no thread, no process, no log, no randomness of its own.
STANDARD_LIBRARY = {
    "__future__", "abc", "array", "bisect", "collections", "contextlib", "dataclasses", "enum",
    "fractions", "functools", "hashlib", "heapq", "itertools", "math", "operator", "re", "string",
    "struct", "sys", "types", "typing", "unicodedata",
}  # fmt: skip
ALLOWED = {
    "core": THIRD_PARTY | STANDARD_LIBRARY,
    "workers": {"psutil"} | sys.stdlib_module_names,
}
# A clock, for the one module that measures what a comparison costs on this machine.
EXCEPTIONS = {"hamming/costs.py": {"time"}}
# Builtins that reach outside.
FORBIDDEN_CALLS = {"open", "print", "input", "exec", "eval", "compile", "__import__", "breakpoint"}


def violations(source: str, layer: str = "core") -> list[str]:
    """Return what a module of a layer imports or calls and must not."""
    return [offence for node in ast.walk(ast.parse(source)) for offence in offences_of(node, layer)]


def offences_of(node: ast.AST, layer: str) -> Iterator[str]:
    match node:
        case ast.Import(names=names):
            yield from (name.name for name in names if not is_allowed(name.name, layer))
        case ast.ImportFrom(module=module, level=0) if not is_allowed(str(module), layer):
            yield str(module)
        case ast.ImportFrom(level=level) if level > 0:
            yield "a relative import"
        case ast.Call(func=ast.Name(id=name)) if name in FORBIDDEN_CALLS and layer == "core":
            yield f"{name}()"


def is_allowed(module: str, layer: str) -> bool:
    is_own = f"{module}.".startswith(f"simhash_gui.{layer}.")
    return is_own or module.split(".", maxsplit=1)[0] in ALLOWED[layer]


@pytest.mark.parametrize(
    "module", sorted(CORE.rglob("*.py")), ids=lambda path: path.relative_to(CORE).as_posix()
)
def test_a_module_of_core_stays_within_the_allow_list(module: Path) -> None:
    excepted = EXCEPTIONS.get(module.relative_to(CORE).as_posix(), set())
    assert set(violations(module.read_text(encoding="utf-8"))) <= excepted


@pytest.mark.parametrize("module", sorted(WORKERS.glob("*.py")), ids=lambda path: path.name)
def test_a_module_of_workers_stays_within_the_allow_list(module: Path) -> None:
    assert violations(module.read_text(encoding="utf-8"), "workers") == []


@pytest.mark.parametrize("imported", ["numpy", "simhash_gui.core.types", "simhash_gui.documents"])
def test_an_offence_in_workers_is_found(imported: str) -> None:
    assert violations(f"def f():\n    import {imported}", "workers") == [imported]


@pytest.mark.parametrize(
    ("source", "offence"),
    [
        ("import os", "os"),
        ("import os.path", "os.path"),
        ("from pathlib import Path", "pathlib"),
        ("def f():\n    import logging", "logging"),
        ("if True:\n    from threading import Thread", "threading"),
        ("import numpy, pandas", "pandas"),
        ("import simhash_gui.store", "simhash_gui.store"),
        ("from simhash_gui import services", "simhash_gui"),
        ("from simhash_gui.corelike import x", "simhash_gui.corelike"),
        ("from . import types", "a relative import"),
        ("open('file')", "open()"),
        ("def f():\n    print(1)", "print()"),
    ],
)
def test_an_offence_is_found(source: str, offence: str) -> None:
    assert violations(source) == [offence]


@pytest.mark.parametrize(
    "source",
    [
        "import numpy as np",
        "from numpy.typing import NDArray",
        "import xxhash",
        "from collections.abc import Iterator",
        "from simhash_gui.core.types import Fingerprint",
        "import simhash_gui.core",
        "x.open()",
    ],
)
def test_what_core_may_use_is_no_offence(source: str) -> None:
    assert violations(source) == []


def test_one_module_opens_pdfs() -> None:
    modules = {path for path in PACKAGE.rglob("*.py") if "PdfDocument" in path.read_text("utf-8")}
    assert modules == {PACKAGE / "documents/readers/pdf.py"}
