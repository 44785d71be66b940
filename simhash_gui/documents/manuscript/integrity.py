"""Tampering with the characters of a text, which readers do not see and programs stumble over.

``inspect`` gives the text as a reader sees it, as long as before, and a flag for each place:
letters of other scripts that look alike, characters without width, control characters, very thin
spaces or single spaces within words, marks laid over letters. What does not show is replaced by
the soft hyphen, which no token holds, so that every offset stays.

The same characters are at home elsewhere: joiners in Indic scripts, Persian and emoji, U+200B in
scripts without spaces, direction marks among Hebrew and Arabic, Greek letters in formulas. They are
flagged only where they have no business. A few mixed words in a long text hide nothing, and honest
authors leave them; they are flagged as such. The look-alikes are a choice from Unicode's list of
confusable characters (UTS 39).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

_NOTHING = "\u00ad"


class FlagKind(StrEnum):
    """What was found."""

    LOOK_ALIKE = "look-alike"
    MIXED_WORD = "mixed-word"
    """Look-alikes in a few words of a long text: more likely a slip of the keyboard."""
    ZERO_WIDTH = "zero-width"
    CONTROL = "control-character"
    THIN_SPACE = "thin-space"
    LETTER_SPACING = "letter-spacing"
    OVERLAY = "combining-mark"
    HIDDEN_TEXT = "hidden-text"
    HIDDEN_QUOTATION_MARK = "hidden-quotation-mark"


@dataclass(frozen=True, slots=True, order=True)
class Flag:
    """A place of the text, in characters."""

    offset: int
    length: int
    kind: FlagKind

    @property
    def is_tampering(self) -> bool:
        """Whether honest authors do not leave it."""
        return self.kind is not FlagKind.MIXED_WORD


@dataclass(frozen=True, slots=True)
class Inspected:
    """``text`` as a reader sees it, as long as the text that was given; flags by offset."""

    text: str
    flags: tuple[Flag, ...]


_CYRILLIC = dict(
    zip(
        "асԁеһіјӏорԛѕԝхуАВСЕНІЈКМОРЅТХУԌԚԜӀ",
        "acdehijlopqswxyABCEHIJKMOPSTXYGQWI",
        strict=True,
    )
)
_GREEK = dict(zip("ονρυιΑΒΕΖΗΙΚΜΝΟΡΤΥΧϲϳ", "ovpuiABEZHIKMNOPTYXcj", strict=True))
_OTHER = dict(
    zip(
        "օսցհոզյАɑɡʟᴏᴄᴠᴡᴢꜱⅼⅽⅾⅿⅰⅴⅹꓮꓐꓚꓓꓰꓝꓖꓧꓲꓙꓗꓡꓟꓠꓳꓑꓣꓢꓔꓴꓦꓪꓫꓬꓜᎪᏴᏟᎠᎬᎻᎫᏦᏞᎷᏢᏚᎢᎳᏃ",
        "ougnnqjAagLocvwzslcdmivxABCDEFGHIJKLMNOPRSTUVWXYZABCDEHJKLMPSTWZ",
        strict=True,
    )
)
_TO_LATIN = {**_CYRILLIC, **_GREEK, **_OTHER}
_TO_CYRILLIC = {
    latin: cyrillic for cyrillic, latin in _CYRILLIC.items() if cyrillic in "асеорхуАВСЕНКМОРТХ"
}
_RADICALS = dict(
    zip(
        "⺌⺗⺝⺟⺠⺢⺬⺮⺼⻁⻄⻅⻆⻉⻋⻌⻑⻓⻔⻘⻙⻚⻛⻜⻝⻢⻣⻤⻥⻦⻨⻩⻬⻮⻰⻳",
        "小心月母民水示竹肉虎西见角贝车辶长长门青韦页风飞食马骨鬼鱼鸟麦黄齐齿龙龟",
        strict=True,
    )
)
_KANGXI = {chr(code): unicodedata.normalize("NFKC", chr(code)) for code in range(0x2F00, 0x2FD6)}
_HAN = {**_RADICALS, **_KANGXI}

_IS_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f]")
_IS_CYRILLIC = re.compile(r"[\u0400-\u04ff]")
# letters that have no look-alike in the other script
_ONLY_CYRILLIC = re.compile(f"(?![{''.join(_CYRILLIC)}])[\u0400-\u04ff]")
_ONLY_LATIN = re.compile(f"(?![{''.join(_TO_CYRILLIC)}])[A-Za-z\u00c0-\u024f]")
_COMMONEST = frozenset([*_CYRILLIC, *"οօ"])
_LATIN_WORD = re.compile(r"[A-Za-z]{2,}")
_LETTERS = re.compile(r"[^\W\d_]+(?:[\u0300-\u036f]+[^\W\d_]*)*")
_SUSPICIOUS = re.compile(f"[{''.join(_TO_LATIN)}]")
_HAN_LIKE = re.compile(f"[{''.join(_HAN)}]+")
_HAS_RADICAL = re.compile(f"[{''.join(_HAN.values())}]")
_MATHEMATICAL = re.compile("[\U0001d400-\U0001d7cb]{4,}(?:[ '-][\U0001d400-\U0001d7cb]+)*")

_NO_WIDTH = re.compile(
    "[\u034f\u115f\u1160\u180e\u200b-\u200d\u2060-\u2064\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0"
    "\U000e0000-\U000e01ef]+"
)
_SOFT_HYPHENS = re.compile(
    "(?<=[\u3400-\u9fff\u3041-\u30fa])\u00ad+(?=[\u3400-\u9fff\u3041-\u30fa])"
)
# without those that are the quotation marks and dashes of Windows, misread
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x81\x8d\x8f\x90\x9d]+")
_DIRECTION = re.compile("[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]+")
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
# scripts in which characters without width are part of the spelling
_JOINING = re.compile(
    "[\u0600-\u08ff\u0900-\u109f\u1780-\u18af\u1a20-\u1aaf\ufb50-\ufdff\ufe70-\ufefc]"
)
_EMOJI = re.compile("[\u00a9\u00ae\u203c-\u3299\U0001f000-\U0001faff*#0-9\u20e3]")
_IDEOGRAPH = re.compile("[\u2e80-\ua4cf\uf900-\ufaff\U00020000-\U0003ffff]")
_THIN = re.compile("(?<=[^\\W\\d_])[\u2004-\u200a\u205f]+(?=[^\\W\\d_])")
_SPACED = re.compile(
    r"(?<![^\W_])(?:[^\W\d_\u2e80-\ua4cf\uac00-\ud7af] ){5,}[^\W\d_\u2e80-\ua4cf](?![^\W_])"
)
_OVERLAYS = re.compile("(?:[^\\W\\d_][\u0332-\u0338\u0346-\u034e\u20d0-\u20eb]+){3,}")
_OVERLAY = re.compile("[\u0332-\u0338\u0346-\u034e\u20d0-\u20eb]+")
_VOWELS = frozenset("aeiouyаеёиоуыэюяαεηιουω")
_NEARBY = 40
_MOST_SLIPS, _CHARACTERS_A_SLIP = 3, 2_000


def inspect(text: str) -> Inspected:
    """What a reader sees of a text, and where that is not what a program would read."""
    if text.isascii() and not _CONTROL.search(text) and not _SPACED.search(text):
        return Inspected(text, ())
    characters = list(text)
    flags: list[Flag] = []
    for kind, start, end, shown in _found(text):
        flags.append(Flag(start, end - start, kind))
        characters[start:end] = shown
    seen = "".join(characters)
    mixed = list(_mixed_words(seen))
    are_slips = len(mixed) <= _MOST_SLIPS and len(text) >= _CHARACTERS_A_SLIP * len(mixed)
    kind = FlagKind.MIXED_WORD if are_slips else FlagKind.LOOK_ALIKE
    for start, end, shown in mixed:
        flags.append(Flag(start, end - start, kind))
        characters[start:end] = shown
    return Inspected("".join(characters), tuple(sorted(flags)))


def _found(text: str) -> Iterator[tuple[FlagKind, int, int, str]]:
    """Places with their kind and with what a reader sees there, as long as the place."""
    for kind, matches in (
        (FlagKind.ZERO_WIDTH, _no_width(text)),
        (FlagKind.CONTROL, _controls(text)),
        (FlagKind.THIN_SPACE, _thin_spaces(text)),
    ):
        for match in matches:
            yield kind, match.start(), match.end(), _NOTHING * len(match[0])
    for match in _radicals(text):
        yield FlagKind.LOOK_ALIKE, *match.span(), "".join(_HAN[each] for each in match[0])
    for match in _MATHEMATICAL.finditer(text):
        yield FlagKind.LOOK_ALIKE, *match.span(), match[0]  # normalisation shows it plain
    for match in filter(_is_word_spaced, _SPACED.finditer(text)):
        yield FlagKind.LETTER_SPACING, *match.span(), match[0].replace(" ", _NOTHING)
    for match in _OVERLAY.finditer(text) if _OVERLAYS.search(text) else ():
        yield FlagKind.OVERLAY, *match.span(), _NOTHING * len(match[0])


def _radicals(text: str) -> Iterator[re.Match[str]]:
    """Radicals in the place of ideographs; PDF files may name every such glyph by its radical."""
    found = list(_HAN_LIKE.finditer(text))
    plain = len(_HAS_RADICAL.findall(text)) if found else 0
    if sum(len(each[0]) for each in found) <= plain:
        yield from found


def _no_width(text: str) -> Iterator[re.Match[str]]:
    for match in _NO_WIDTH.finditer(text):
        before, after = text[match.start() - 1 : match.start()], text[match.end() : match.end() + 1]
        if not _is_at_home(match[0], before, after):
            yield match
    yield from _SOFT_HYPHENS.finditer(text)


def _is_at_home(found: str, before: str, after: str) -> bool:
    """Whether characters without width belong where they stand."""
    if not before.strip() and (found[0] == "\ufeff" or not after.strip()):
        return True
    if _JOINING.match(before) or _JOINING.match(after):
        return True
    if found[0] == "\u2800":
        return not (before.isalnum() and after.isalnum())
    if all("\ufe00" <= each <= "\ufe0f" or each >= "\U000e0100" for each in found):
        return not before.isalpha() or _IDEOGRAPH.match(before) is not None
    if found[0] in "\u115f\u1160":
        return "\u1100" <= before <= "\u11ff" or "\u1100" <= after <= "\u11ff"
    is_joined = "\u200d" in found or found[0] >= "\U000e0000" or "\ufe0f" in found
    return is_joined and bool(_EMOJI.match(before)) and not before.isalnum()


def _controls(text: str) -> Iterator[re.Match[str]]:
    yield from (
        match for match in _CONTROL.finditer(text) if match[0] != "\x1a" or text[match.end() :]
    )
    if not _RIGHT_TO_LEFT.search(text):
        yield from _DIRECTION.finditer(text)


def _thin_spaces(text: str) -> Iterator[re.Match[str]]:
    """Thin spaces among ordinary ones: those that divide words would stand for them everywhere."""
    for match in _THIN.finditer(text):
        around = text[max(match.start() - _NEARBY, 0) : match.end() + _NEARBY]
        if around.count(" ") > 1:
            yield match


def _is_word_spaced(match: re.Match[str]) -> bool:
    """No list of letters: a word has vowels and consonants, and is in no alphabetical order."""
    letters = match[0].replace(" ", "").casefold()
    vowels = sum(letter in _VOWELS for letter in letters)
    return 0 < vowels < len(letters) and list(letters) != sorted(letters) and len(set(letters)) > 3


def _mixed_words(text: str) -> Iterator[tuple[int, int, str]]:
    """Letters of another script in a word, or whole words of them among words of this one.

    Latin words that happen to have only such letters, as ``cp`` and ``copy``, stand in honest
    Cyrillic texts that have other Latin words too. They count where words are mixed as well.
    """
    if not _SUSPICIOUS.search(text):
        return
    whole: list[tuple[int, int, str]] = []
    counts = not _ONLY_LATIN.search(text)
    for word in _LETTERS.finditer(text):
        found = list(_unmixed(text, word))
        if found and not _IS_LATIN.sub("", word[0].replace(_NOTHING, "")):
            whole += found
        else:
            counts = counts or bool(found)
            yield from found
    if counts:
        yield from whole


def _unmixed(text: str, word: re.Match[str]) -> Iterator[tuple[int, int, str]]:
    """What of a word is read as another letter: those of the script that it is not in."""
    letters = word[0].replace(_NOTHING, "")
    suspects = _SUSPICIOUS.findall(letters)
    latin = len(_IS_LATIN.findall(letters))
    is_cyrillic = bool(_ONLY_CYRILLIC.search(letters))
    is_latin = bool(_ONLY_LATIN.search(letters))
    places = range(*word.span())
    if is_cyrillic or (not is_latin and _stands_among_cyrillic(text, word)):
        is_whole = latin < len(letters) or (len(letters) > 1 and letters.islower())
        if latin and is_whole and not is_latin:
            found = ((at, _TO_CYRILLIC[text[at]]) for at in places if text[at] in _TO_CYRILLIC)
            yield from _runs(found)
    elif suspects and latin + len(suspects) >= len(letters):
        is_formula = len(letters) < 3 and not _COMMONEST.issuperset(suspects)
        if _stands_among_latin(text, word) if not latin else not is_formula:
            yield from _runs((at, _TO_LATIN[text[at]]) for at in places if text[at] in _TO_LATIN)


def _stands_among_latin(text: str, word: re.Match[str]) -> bool:
    """Whether a word of nothing but look-alikes has Latin words on both sides of it."""
    if word[0][0] not in _CYRILLIC and len(word[0]) < 2:
        return False
    sides = _sides(text, word)
    return all(map(_LATIN_WORD.search, sides)) and not any(map(_ONLY_CYRILLIC.search, sides))


def _stands_among_cyrillic(text: str, word: re.Match[str]) -> bool:
    """Whether there are Cyrillic words on both sides, and no Latin ones."""
    sides = _sides(text, word)
    return all(map(_ONLY_CYRILLIC.search, sides)) and not any(map(_ONLY_LATIN.search, sides))


def _sides(text: str, word: re.Match[str]) -> tuple[str, str]:
    before = text[max(word.start() - _NEARBY, 0) : word.start()]
    return before, text[word.end() : word.end() + _NEARBY]


def _runs(places: Iterable[tuple[int, str]]) -> Iterator[tuple[int, int, str]]:
    """Neighbouring places as one, with what is seen there."""
    start, shown = -1, ""
    for place, letter in places:
        if shown and place == start + len(shown):
            shown += letter
            continue
        if shown:
            yield start, start + len(shown), shown
        start, shown = place, letter
    if shown:
        yield start, start + len(shown), shown
