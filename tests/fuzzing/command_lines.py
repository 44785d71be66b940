"""Command lines, right and wrong ones, by the grammar that the program's own parser is.

The nth one is always the same.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Sequence

from simhash_gui.cli.main import COMMANDS, build_parser

FILES = (
    "docs", "docs/a.txt", "docs/empty.txt", "docs/b.zip", "kept.simhash", "zero.simhash",
    "docs/copy.txt", "plan.json",
    "half.simhash", "words.npy", "header.npy", "a set", "passwords.txt", "link.txt", "missing",
)  # fmt: skip
"""What stands in the folder that the commands are run in, and what does not."""
_NAMES = (
    *FILES, "", ".", "./", "no/such/file", "out.csv", "out.json", "out.npz", "out.doc",
    "no/out.csv", "docs/out.csv", "-", "--", "-x", "文档", "caf\udce9", "a\nb", "\x1b[2J",
    "x" * 300, "*.txt", "!", "[", "gb18030", "utf-8", "default", "words", "1e0ng", "[/]" * 9,
)  # fmt: skip
_NUMBERS = (
    "0", "1", "2", "3", "32", "33", "-1", "+1", "1.5", "1e300", "1e-300", "nan", "inf", "-inf", "",
    " ", "x", "9" * 30, "9" * 5000, "٣", "²", "0x10", "1_000", "20k", "64M", "1G", "63M", "2T",
    "9999T", "1 k", "k",
)  # fmt: skip
_LIMITS = ("near_jaccard=0.5", "near_jaccard=2", "near-jaccard=nan", "x=1", "=", "near_jaccard", "")
_NUMBERED = {
    "jobs", "distance", "overlap", "time_limit", "memory_limit", "nesting_limit", "size_limit",
    "unpacked_limit", "min_size", "max_size", "size", "seed",
}  # fmt: skip
_SANE = {
    "jobs": ("1", "2"), "distance": ("0", "3", "12"), "overlap": ("0.5", "1"),
    "time_limit": ("1", "30"), "memory_limit": ("1G",), "nesting_limit": ("1", "3"),
    "size_limit": ("20k", "64M"), "unpacked_limit": ("64M",), "min_size": ("0", "1"),
    "max_size": ("20k", "1G"), "limit": _LIMITS[:1], "recipe": ("default", "words", "1e0ng"),
    "library": ("kept.simhash",), "file": ("docs/a.txt", "-", "words.npy"), "sets": ("a set",),
    "folders": ("docs", "docs/a.txt"), "output": ("out.csv", "out.json", "out.npz"),
    "types": ("txt",), "password_file": ("passwords.txt",), "a": FILES, "b": FILES,
    "format": ("text", "json", "json"), "keep": ("newest", "reference", "folder:docs", "oldest"),
    "plan": ("plan.json", "docs"), "run": ("1",), "finish": ("1",), "to": ("moved",),
    "empty": ("docs",),
    "paths": ("docs/a.txt", "docs/copy.txt"), "size": ("1", "300"), "seed": ("0", "7"),
}  # fmt: skip
_NEVER = {"samples", "help", "version"}
"""Opens a window, or prints no result."""


def command_line(number: int) -> list[str]:
    """The arguments of a command, those that are required mostly among them."""
    rng = random.Random(number)
    name = rng.choice(list(COMMANDS))
    parser = build_parser([name])
    line = _of_parser(parser, rng, only=name)
    return _damaged(line, rng) if rng.random() < 0.1 else line


def _of_parser(parser: argparse.ArgumentParser, rng: random.Random, only: str = "") -> list[str]:
    line: list[str] = []
    is_sane = rng.random() < 0.5
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            name = only or rng.choice(list(action.choices))
            line += [name, *_of_parser(action.choices[name], rng)]
        elif action.dest not in _NEVER:
            line += _of_action(action, rng, is_sane=is_sane)
    return line


def _of_action(action: argparse.Action, rng: random.Random, *, is_sane: bool) -> list[str]:
    # without a size, the laboratory takes seconds
    is_needed = action.required or action.nargs == "+" or action.dest == "size"
    if rng.random() > (0.97 if is_needed else 0.4 if action.dest == "format" else 0.15):
        return []
    values = [] if action.nargs == 0 else [_value(action, rng, is_sane=is_sane)]
    if action.nargs == "+" and rng.random() < 0.2:
        values.append(_value(action, rng, is_sane=is_sane))
    if not action.option_strings:
        return values
    option = rng.choice(list(action.option_strings))
    if rng.random() < 0.05:
        option = option[: rng.randrange(2, len(option) + 1)]
    return [f"{option}={values[0]}"] if values and rng.random() < 0.2 else [option, *values]


def _value(action: argparse.Action, rng: random.Random, *, is_sane: bool) -> str:
    if is_sane and rng.random() < 0.95:
        sane: Sequence[str] = action.choices or _SANE.get(action.dest, _NAMES)  # type: ignore[assignment]
        return str(rng.choice(list(sane)))
    if action.choices:
        return str(rng.choice([*action.choices, "xml", ""]))
    if action.dest == "limit":
        return rng.choice(_LIMITS)
    return rng.choice(_NUMBERS if action.dest in _NUMBERED else _NAMES)


def _damaged(line: list[str], rng: random.Random) -> list[str]:
    """The same with an argument too many, too few, or in another place."""
    place = rng.randrange(len(line))
    damages: list[Callable[[], object]] = [
        lambda: line.pop(place),
        lambda: line.insert(place, rng.choice(_NAMES)),
        lambda: line.insert(place, line[-1]),
        lambda: rng.shuffle(line),
    ]
    rng.choice(damages)()
    return line
