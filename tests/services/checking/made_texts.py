"""Texts made of others with edits, and a slow oracle that counts every measure by itself."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from simhash_gui.core.text.classes import PairClass
from simhash_gui.documents.manuscript.integrity import inspect
from simhash_gui.services.checking.checking import Checked, TextMatch
from simhash_gui.services.checking.findings import CheckSettings, Filter, Group, Source
from simhash_gui.services.comparison.evidence import (
    ComparedText,
    Evidence,
    Overlap,
    Passage,
    TextSpan,
    evidence_between,
)

HAN = "天地人山水火木金土日月星风雨雷电春夏秋冬东南西北中上下左右大小多少长短高低"


def sentence(chosen: random.Random, chinese: bool) -> str:
    if chinese:
        return "".join(chosen.choice(HAN) for _ in range(chosen.randint(12, 30))) + "。"
    return " ".join(f"w{chosen.randrange(5000)}" for _ in range(chosen.randint(8, 18))) + ". "


def edited(text: str, chosen: random.Random) -> str:
    """With words, or characters, swapped, dropped and inserted."""
    units = text.split(" ") if " " in text else list(text)
    joint = " " if " " in text else ""
    for _ in range(chosen.randrange(3)):
        place = chosen.randrange(len(units))
        match chosen.randrange(3):
            case 0:
                units[place] = "改" if not joint else "changed"
            case 1:
                del units[place]
            case _:
                units.insert(place, "加" if not joint else "inserted")
    return joint.join(units)


@dataclass(frozen=True)
class Made:
    """A text of parts of some sources, quoted and cited or not, and those sources."""

    text: str
    sources: tuple[str, ...]


def made(seed: int) -> Made:
    chosen = random.Random(seed)
    chinese = bool(seed % 2)
    sources = [
        [sentence(chosen, chinese) for _ in range(chosen.randint(4, 12))]
        for _ in range(chosen.randint(1, 4))
    ]
    pieces: list[str] = []
    for _ in range(chosen.randint(3, 14)):
        own = chosen.choice(sources)
        match chosen.randrange(6):
            case 0:
                pieces.append(sentence(chosen, chinese))
            case 1:
                pieces.append("".join(own[:3]))
            case 2:
                pieces.append(edited(chosen.choice(own), chosen))
            case 3:
                pieces.append(f"“{chosen.choice(own).strip()}” [{chosen.randint(1, 30)}]。")
            case 4:
                pieces.append(f"「{chosen.choice(own).strip()}」")
            case _:
                pieces.append(f"{chosen.choice(own).strip('. 。')} [7]。 ")
        if chosen.random() < 0.2:
            pieces.append("\n\n" + ("第二章 题目" if chinese else "Chapter 2") + "\n")
    return Made("".join(pieces), tuple("".join(each) for each in sources))


def checked(text: str, sources: Sequence[str]) -> Checked:
    """The check of a text against some texts, without a library."""
    compared = ComparedText.of(inspect(text).text)
    matches = tuple(
        TextMatch(number, (f"/library/{number}.txt",), None, evidence_between(compared, other))
        for number, other in enumerate(map(ComparedText.of, sources))
    )
    nothing = [False] * len(compared.tokens)
    count = len(matches)
    return Checked(
        matches,
        0.0,
        count,
        0,
        text=compared,
        is_shared=np.array(nothing),
        documents=count,
        few_documents=4,
        least_tokens=6,
    )


def match_of(number: int, *spans: tuple[int, int]) -> TextMatch:
    """A match with passages at these characters, all of them equal."""
    passages = tuple(
        Passage(TextSpan(*each), TextSpan(0, 1), 9, ((TextSpan(*each), TextSpan(0, 1)),))
        for each in spans
    )
    proof = Evidence(PairClass.PARTLY_COPIED, False, Overlap(0, 0, 0), None, passages, 0, 0)
    return TextMatch(number, (f"/library/{number}.txt",), None, proof)


@dataclass(frozen=True)
class Counted:
    """What the oracle counted, in characters."""

    overlap: int
    best: dict[str, int]
    full: dict[str, int]
    identical: int
    without_quoted: int
    without_own: int
    greatest: int
    front: int
    groups: dict[Group, int]


def oracle(
    text: str,
    matches: Sequence[TextMatch],
    quoted: Sequence[bool],
    cited: Sequence[bool],
    settings: CheckSettings,
) -> Counted:
    """Character by character, by sets of places: slow, and by no code of the program."""
    places: dict[str, set[int]] = {}
    equal: dict[str, set[int]] = {}
    for match in matches:
        path = match.paths[0]
        places[path], equal[path] = set(), set()
        for passage in match.evidence.passages:
            places[path] |= set(range(passage.a.start, passage.a.end))
            for run, _ in passage.runs:
                equal[path] |= set(range(run.start, run.end))
    if Filter.QUOTATIONS in settings.filters:
        for path in places:
            places[path] -= {place for place, flag in enumerate(quoted) if flag}
    ranked = sorted(places, key=lambda path: -len(places[path]))
    best: dict[str, int] = dict.fromkeys(places, 0)
    identical = 0
    everywhere = set().union(*places.values()) if places else set()
    for place in everywhere:
        path = next(each for each in ranked if place in places[each])
        best[path] += 1
        identical += place in equal[path]
    by_own = set().union(set(), *(places[path] for path in settings.own))
    groups = dict.fromkeys(Group, 0)
    for place in everywhere:
        if quoted[place] and cited[place]:
            groups[Group.MARKED] += 1
        elif quoted[place]:
            groups[Group.NO_CITATION] += 1
        elif cited[place]:
            groups[Group.NO_QUOTATION_MARKS] += 1
        else:
            groups[Group.UNMARKED] += 1
    return Counted(
        overlap=len(everywhere),
        best=best,
        full={path: len(each) for path, each in places.items()},
        identical=identical,
        without_quoted=groups[Group.UNMARKED],
        without_own=len(everywhere - by_own),
        greatest=max(map(len, places.values()), default=0),
        front=sum(place < int(len(text) / 5) for place in everywhere),
        groups=groups,
    )


_UNIT = re.compile(r"[a-z0-9]+|[\u4e00-\u9fff]")


def places(text: str, source: Source) -> list[tuple[int, int]]:
    """What is to be listed of a source: every place with six equal words or Chinese characters.

    One that lies in another is not. Units are counted in what is equal, by no code of the program.
    """
    spans = set()
    for each in source.passages:
        equal = "\n".join(text[run.start : run.end] for run, _ in each.passage.runs)
        if len(_UNIT.findall(equal.lower())) >= 6:
            spans.add((each.passage.a.start, each.passage.a.end))
    return sorted(
        (start, end)
        for start, end in spans
        if not any(
            other != (start, end) and other[0] <= start and end <= other[1] for other in spans
        )
    )
