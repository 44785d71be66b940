"""Draws growth as an SVG with logarithmic axes, without a plotting library.

It brings its own background and both sets of colours, so that it can be read on a light page and
on a dark one. Lines are told apart by marks and by their names at the end, not by colour alone.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from itertools import pairwise
from pathlib import Path

from tests.benchmarks.growth import Panel, Series, panels
from tests.benchmarks.results import Figure

_WIDTH, _HEIGHT = 320, 260
_LEFT, _TOP, _NAMES, _BOTTOM = 62, 40, 128, 48
_CELL = (_LEFT + _WIDTH + _NAMES, _TOP + _HEIGHT + _BOTTOM)
_ACROSS = 2
_LEAST_GAP = 13
_LIGHT = ("#ffffff", "#1b1f27", "#5a6372", "#dfe3ea")
_DARK = ("#1d2026", "#e8eaee", "#9aa3b2", "#343944")
_COLOURS = (
    ("#2457d6", "#7ba2ff"),
    ("#0f766e", "#4fd1c5"),
    ("#c2410c", "#ff9a5c"),
    ("#9a6700", "#e3b341"),
    ("#7c3aed", "#b79bff"),
    ("#5a6372", "#9aa3b2"),
)
_MARKS = ("●", "■", "▲", "◆", "✚", "✖")


def draw(figures: Sequence[Figure], path: Path) -> None:
    """Write the diagrams, two in a row."""
    shown = panels(figures)
    total, height = _ACROSS * _CELL[0], -(-len(shown) // _ACROSS) * _CELL[1]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {total} {height}" '
        f'width="{total}" height="{height}" role="img" aria-labelledby="title">',
        f'<title id="title">{escape("; ".join(panel.title for panel in shown))}, '
        "by number of fingerprints</title>",
        f"<style>{_style()}</style>",
        f'<rect class="page" width="{total}" height="{height}" rx="8"/>',
    ]
    for number, panel in enumerate(shown):
        row, column = divmod(number, _ACROSS)
        parts.append(f'<g transform="translate({column * _CELL[0]} {row * _CELL[1]})">')
        parts += [*_panel(panel), "</g>"]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join([*parts, "</svg>"]) + "\n", "utf-8")


def _style() -> str:
    def rules(page: str, text: str, muted: str, grid: str, which: int) -> str:
        return (
            f".page{{fill:{page}}} text{{fill:{text}}} .muted{{fill:{muted}}} "
            f".grid{{stroke:{grid}}}"
            + "".join(
                f" .s{n}{{stroke:{pair[which]}}} .t{n}{{fill:{pair[which]}}}"
                for n, pair in enumerate(_COLOURS)
            )
        )

    return (
        "text{font:12px system-ui,sans-serif} .head{font-weight:600;font-size:14px} "
        "polyline{fill:none;stroke-width:2} .peer{stroke-dasharray:5 4} "
        f"{rules(*_LIGHT, 0)} @media(prefers-color-scheme:dark){{{rules(*_DARK, 1)}}}"
    )


class _Scale:
    """Logarithmic, over whole decades."""

    def __init__(self, values: Sequence[float], begin: float, end: float) -> None:
        self.first = math.floor(math.log10(min(values)))
        self.last = max(math.ceil(math.log10(max(values))), self.first + 1)
        self._begin, self._end = begin, end

    def __call__(self, value: float) -> float:
        share = (math.log10(value) - self.first) / (self.last - self.first)
        return self._begin + share * (self._end - self._begin)

    def decades(self) -> range:
        return range(self.first, self.last + 1)


def _panel(panel: Panel) -> list[str]:
    points = [point for series in panel.series for point in series.points]
    left, bottom, right = _LEFT, _TOP + _HEIGHT, _LEFT + _WIDTH
    x = _Scale([n for n, _ in points], left, right)
    y = _Scale([value for _, value in points], bottom, _TOP)
    parts = [f'<text class="head" x="{left}" y="{_TOP - 16}">{escape(panel.title)}</text>']
    for decade in x.decades():
        at = x(10**decade)
        parts.append(_rule(at, _TOP, at, bottom))
        parts.append(_label(at, bottom + 18, f"10{_superscript(decade)}", "middle"))
    for decade in y.decades():
        at = y(10.0**decade)
        parts.append(_rule(left, at, right, at))
        parts.append(_label(left - 6, at + 4, _quantity(decade, panel.unit), "end"))
    parts.append(_label((left + right) / 2, bottom + 36, "fingerprints", "middle"))
    ends = _spread([y(series.points[-1][1]) for series in panel.series])
    for number, (series, end) in enumerate(zip(panel.series, ends, strict=True)):
        parts += _line(series, number, (x, y), end)
    return parts


def _line(series: Series, number: int, scales: tuple[_Scale, _Scale], name_y: float) -> list[str]:
    x, y = scales
    places = [(x(n), y(value)) for n, value in series.points]
    path = " ".join(f"{px:.1f},{py:.1f}" for px, py in places)
    style = f"s{number}" if series.is_ours else f"s{number} peer"
    marks = [
        f'<text class="t{number}" x="{px:.1f}" y="{py + 4:.1f}" text-anchor="middle">'
        f"{_MARKS[number]}</text>"
        for px, py in places
    ]
    name_x = places[-1][0] + 9
    return [
        f'<polyline class="{style}" points="{path}"/>',
        *marks,
        f'<text class="t{number}" x="{name_x:.1f}" y="{name_y + 4:.1f}">'
        f"{_MARKS[number]} {escape(series.name)}</text>",
    ]


def _spread(heights: Sequence[float]) -> list[float]:
    """Move names apart that would stand on each other."""
    placed = list(heights)
    order = sorted(range(len(placed)), key=placed.__getitem__)
    for above, below in pairwise(order):
        placed[below] = max(placed[below], placed[above] + _LEAST_GAP)
    return placed


def _rule(x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<line class="grid" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def _label(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text class="muted" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{text}</text>'


def _superscript(number: int) -> str:
    return str(number).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))


def _quantity(decade: int, unit: str) -> str:
    """E.g. 10 ms for decade -2 of seconds."""
    seconds = decade - 6 if unit == "µs" else decade
    for name, exponent in (("s", 0), ("ms", -3), ("µs", -6)):
        if seconds >= exponent:
            return f"{10 ** (seconds - exponent):,} {name}"
    return f"10{_superscript(seconds)} s"
