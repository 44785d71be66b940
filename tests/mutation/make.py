"""Writes a sample of mutants: changed copies of a module, by mutmut's operators.

Run by ``.ci/mutation`` with an interpreter of its own, which has mutmut and nothing of ours. Like
mutmut, leaves alone decorated functions, annotations, and what stands outside functions; unlike it,
also what is only said to people (texts of log lines and of errors), the types of ``cast``, and
migrations: these are never changed, and what they end with is compared with a new library's schema.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path

import libcst as cst
import libcst.matchers as m
from libcst.metadata import MetadataWrapper
from mutmut.mutation.file_mutation import Mutation, MutationVisitor, deep_replace
from mutmut.mutation.mutators import mutation_operators
from mutmut.mutation.pragma_handling import IgnoredCode


def main() -> None:
    """Read what to make from standard input, and write the mutants to standard output."""
    order = json.load(sys.stdin)
    rooms = {}
    for room, folder in order["rooms"].items():
        paths = [path for path in Path(folder).rglob("*.py") if "migrations" not in path.parts]
        made = [one for path in sorted(paths) for one in mutants(path)]
        chosen = random.Random(order["seed"]).sample(made, min(order["count"], len(made)))
        rooms[room] = {"all": len(made), "chosen": [told(*one) for one in chosen]}
    json.dump(rooms, sys.stdout)


def mutants(path: Path) -> Iterator[tuple[Path, cst.Module, Mutation]]:
    """All mutants of a file."""
    visitor = MutationVisitor(mutation_operators, IgnoredCode(set(), set(), set()))
    module = MetadataWrapper(cst.parse_module(path.read_text(encoding="utf-8"))).visit(visitor)
    said = Said()
    module.visit(said)
    for mutation in visitor.mutations:
        if (
            mutation.contained_by_top_level_function
            and id(mutation.original_node) not in said.nodes
        ):
            yield path, module, mutation


def told(path: Path, module: cst.Module, mutation: Mutation) -> dict[str, object]:
    """A mutant as the runner wants it."""
    before = module.code
    after = cst.ensure_type(
        deep_replace(module, mutation.original_node, mutation.mutated_node), cst.Module
    ).code
    pairs = enumerate(zip(before.splitlines(), after.splitlines(), strict=False), start=1)
    line, (old, new) = next((line, pair) for line, pair in pairs if pair[0] != pair[1])
    return {"path": str(path), "line": line, "old": old, "new": new, "code": after}


class Said(cst.CSTVisitor):
    """Finds the nodes of what is only said to people or to the type checker."""

    def __init__(self) -> None:
        super().__init__()
        self.nodes: set[int] = set()

    def visit_Call(self, node: cst.Call) -> None:  # noqa: N802
        """Note a call of a logger, with all that is in it, and the type that a value is cast to."""
        if m.matches(node.func, m.Attribute(value=m.Name("_log"))):
            self._note(node)
        elif m.matches(node.func, m.Name("cast")):
            self.nodes.add(id(node))
            self._note(node.args[0])

    def visit_Raise(self, node: cst.Raise) -> None:  # noqa: N802
        """Note the texts of an error."""
        for inner in walk(node):
            if isinstance(inner, cst.BaseString):
                self._note(inner)

    def _note(self, node: cst.CSTNode) -> None:
        self.nodes.update(map(id, walk(node)))


def walk(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """The node and all below it."""
    yield node
    for child in node.children:
        yield from walk(child)


if __name__ == "__main__":
    main()
