"""The shape of the code: modules, lines, who imports whom, the largest folders and functions.

``python -m tests.benchmarks.structure``; ``-v`` names the modules that have one importer. Of these,
an entry of a list is a reader, a method, a command, a page of the window or a stage of Learn; one
behind a wall is imported from another room, so it cannot be a part of its importer. ``ROOT`` may be
another checkout.
"""

from __future__ import annotations

import argparse
import ast
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from tests.benchmarks.results import say

ROOT = Path(__file__).parents[2]
_PACKAGE = "simhash_gui"
_MOST_LINES = 40
_MOST_BRANCHES = 11
_BRANCHES = (ast.If, ast.For, ast.While, ast.ExceptHandler, ast.match_case)
_LISTS = frozenset(
    f"{_PACKAGE}.{name}" for name in ("cli.main", "ui.learn.learn_page", "ui.shell.page_stack")
)
"""Modules that hold such a list; a package itself may too."""
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def main(arguments: Sequence[str]) -> int:
    """Print all figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root", nargs="?", type=Path, default=ROOT)
    parser.add_argument("-v", "--verbose", action="store_true")
    options = parser.parse_args(arguments)
    package = options.root / _PACKAGE
    paths = {_name(options.root, path): path for path in sorted(package.rglob("*.py"))}
    trees = {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in paths.items()}
    lines = {name: path.read_text(encoding="utf-8").count("\n") for name, path in paths.items()}
    one = dict(_with_one_importer(paths, _importers(trees)))
    kinds = {name: _kind(name, importer) for name, importer in one.items()}
    count = Counter(kinds.values())
    folders = Counter(path.parent for path in paths.values() if path.stem != "__init__")
    ((folder, most),) = folders.most_common(1)
    say(f"modules {len(paths)}, lines {sum(lines.values()):,}")
    say(f"with one importer {len(one)}: {', '.join(f'{n} {kind}' for kind, n in count.items())}")
    say(f"fullest folder {folder.relative_to(options.root)} with {most}")
    large = [told for name, tree in trees.items() for told in _large_functions(name, tree)]
    say(
        "\n".join(
            [
                f"functions over {_MOST_LINES} lines or {_MOST_BRANCHES} branches: {len(large)}",
                *large,
            ]
        )
    )
    if options.verbose:
        for name, importer in one.items():
            say(f"{name} ({lines[name]}) <- {importer} ({kinds[name]})")
    return 0


def _name(root: Path, path: Path) -> str:
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _importers(trees: Mapping[str, ast.Module]) -> Mapping[str, set[str]]:
    """Which modules import each module."""
    importers: dict[str, set[str]] = defaultdict(set)
    for name, tree in trees.items():
        for wanted in _imports(tree, trees):
            if wanted in trees and wanted != name:
                importers[wanted].add(name)
    return importers


def _imports(tree: ast.Module, known: Mapping[str, ast.Module]) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                yield whole if whole in known else node.module


def _with_one_importer(
    paths: Mapping[str, Path], importers: Mapping[str, set[str]]
) -> Iterator[tuple[str, str]]:
    for name, path in paths.items():
        if path.stem != "__init__" and len(importers.get(name, ())) == 1:
            yield name, min(importers[name])


def _kind(name: str, importer: str) -> str:
    """Why it is a module of its own, as far as its importer tells."""
    if name.startswith(f"{importer}.") or importer in _LISTS:
        return "entries of a list"
    return "behind a wall" if _room(name) != _room(importer) else "parts of their importer"


def _room(name: str) -> str:
    """``services.detection`` of ``simhash_gui.services.detection.search``."""
    return ".".join(name.split(".")[1:-1])


def _large_functions(module: str, tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, _FUNCTIONS):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            branches = 1 + sum(isinstance(inner, _BRANCHES) for inner in ast.walk(node))
            if lines > _MOST_LINES or branches > _MOST_BRANCHES:
                yield f"  {module}.{node.name}: {lines} lines, {branches} branches"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
