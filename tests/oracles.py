"""Slow, plain answers to check the fast ones by. Uses nothing of the program, not even numpy."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations


def hamming(a: int, b: int) -> int:
    """Differing bits, counted one by one."""
    return sum((a >> bit & 1) != (b >> bit & 1) for bit in range(128))


def simhash(votes: Iterable[tuple[int, float]], width: int, *, tie: int = 0) -> int:
    """Charikar's fingerprint of (hash, weight) votes, bit by bit; a zero sum gives ``tie``."""
    held = list(votes)
    value = 0
    for bit in range(width):
        total = sum(weight if hashed >> bit & 1 else -weight for hashed, weight in held)
        if total > 0 or (total == 0 and tie):
            value |= 1 << bit
    return value


def near_pairs(fingerprints: Mapping[str, str], distance: int) -> set[tuple[str, str, int]]:
    """All pairs of names whose hexadecimal fingerprints are within ``distance``."""
    values = {name: int(text, 16) for name, text in fingerprints.items()}
    return {
        (*sorted((a, b)), (values[a] ^ values[b]).bit_count())
        for a, b in combinations(values, 2)
        if (values[a] ^ values[b]).bit_count() <= distance
    }


def linked_groups(names: Iterable[str], links: Iterable[Sequence[str]]) -> set[frozenset[str]]:
    """Connected groups of two and more, by walking the links."""
    neighbours: dict[str, set[str]] = {name: set() for name in names}
    for a, b in links:
        neighbours[a].add(b)
        neighbours[b].add(a)
    groups, seen = set(), set()
    for start in neighbours:
        if start in seen:
            continue
        group, waiting = set(), [start]
        while waiting:
            name = waiting.pop()
            if name not in group:
                group.add(name)
                waiting.extend(neighbours[name] - group)
        seen |= group
        if len(group) > 1:
            groups.add(frozenset(group))
    return groups
