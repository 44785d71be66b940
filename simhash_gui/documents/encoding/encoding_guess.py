"""Which encoding bytes are in that nobody marked or declared, from what comes out of them.

Two looks: the share of common characters, for Chinese, Japanese and Korean and for UTF-16 and
UTF-32 without a mark; and chardet's bigram statistics, for everything else. The order of the
looks, and what may be known without guessing, is the business of ``encodings``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from simhash_gui.documents.encoding import common_characters as common
from simhash_gui.documents.encoding.binary import count_controls

_SAMPLE_BYTES = 2048
_CHARDET_SAMPLE_BYTES = 16_384
_ENOUGH_COMMON = 0.55
_BEYOND_DOUBT = 0.7
_DOUBT = 0.5
_DOUBT_IN_LATIN = 2.0
_ENOUGH_AGAINST_BINARY = 0.5
_ENOUGH_AGAINST_TEXT = 0.75
_COMMON_IS_FAMILIAR = 0.9
_RARE_IS_FAMILIAR = 0.5
_REPLACEMENT = "\ufffd"
_REPLACEMENT_COST = 4
_LEAST_CONFIDENCE = 0.1

_WIDE_ENCODINGS = ("utf-32-le", "utf-32-be", "utf-16-le", "utf-16-be")
_EAST_ASIAN_ENCODINGS: tuple[str, ...] = (
    "gb18030", "big5hkscs", "cp932", "euc_jis_2004", "cp949",
)  # fmt: skip
_LATIN_ENCODINGS: tuple[str, ...] = (
    "cp1252", "cp1250", "cp1254", "cp1257", "cp1258", "iso8859-2", "iso8859-9", "iso8859-15",
)  # fmt: skip
# Of Turkish twins chardet knows both, and takes much of it for Western when it is offered only one.
_SUPERSETS = {"iso8859-9": "cp1254"}
_OTHER_ENCODINGS: tuple[str, ...] = (
    "koi8-r", "koi8-u", "cp866", "cp1251", "cp1253", "cp1255", "cp1256", "cp874",
)  # fmt: skip

# Scripts whose characters are familiar in any order of bytes that makes sense, but for those that
# two spaces or ends of lines of another encoding look like; the rest of Han and Hangul counts half,
# because swapped bytes often land there.
_FAMILIAR = re.compile(
    r"(?![\u0909\u090a\u0920\u0a0a\u0a0d\u0a20\u0d0a\u0d20\u2009\u200a\u200d\u2020])[\t\n\r\x20-\x7e\xa0-\u052f\u0590-\u06ff\u0900-\u0e7f\u1e00-\u1fff"
    r"\u2000-\u206f\u3000-\u30ff\uff00-\uff5e]"
)
_HAN_OR_HANGUL = re.compile(r"[\u4e00-\u9fff\uac00-\ud7a3]")
_ASCII_LETTERS = bytes(range(65, 91)) + bytes(range(97, 123))
_HIGH_RUN = re.compile(rb"[A-Za-z]?[\x80-\xff]+[A-Za-z]?")


@dataclass(frozen=True, slots=True)
class Guess:
    """An encoding (a codec name of Python) and how sure it is, 0 to 1."""

    encoding: str
    confidence: float


def guess_wide(data: bytes) -> Guess | None:
    """UTF-16 or UTF-32 without a mark, when most of what comes out is familiar."""
    guesses = [Guess(name, _familiar_share(data, name)) for name in _WIDE_ENCODINGS]
    best = max(guesses, key=lambda guess: guess.confidence)
    is_8_bit_text = not count_controls(data[:_SAMPLE_BYTES])
    enough = _ENOUGH_AGAINST_TEXT if is_8_bit_text else _ENOUGH_AGAINST_BINARY
    return best if best.confidence >= enough else None


def guess_east_asian(data: bytes) -> Guess | None:
    """A Chinese, Japanese or Korean encoding, when most of what comes out is common."""
    sample = _sample(data, _SAMPLE_BYTES)
    doubt = _DOUBT_IN_LATIN if _is_latin(sample) else _DOUBT
    best = Guess("", 0.0)
    for name in _common_sets():
        score = _common_share(sample, name, doubt)
        if score > best.confidence:
            best = Guess(name, score)
        if score >= _BEYOND_DOUBT:
            break
    return best if best.confidence >= _ENOUGH_COMMON else None


def guess_by_bigrams(data: bytes) -> Guess | None:
    """What chardet takes it for, else what a few bytes can be; None when nothing fits."""
    # Imported here: most documents are UTF-8, and a worker starts sooner without the models.
    import chardet  # noqa: PLC0415

    sample = _sample(data, _CHARDET_SAMPLE_BYTES)
    encodings = _LATIN_ENCODINGS + _EAST_ASIAN_ENCODINGS
    if not _is_latin(sample):
        encodings += _OTHER_ENCODINGS
    found = chardet.detect(sample, include_encodings=encodings, compat_names=False)
    name = found["encoding"]
    if name is None or not _fits(sample, name):
        return _guess_for_few_bytes(sample)
    name = _SUPERSETS.get(name, name)
    return Guess(name, found["confidence"])


def _sample(data: bytes, size_bytes: int) -> bytes:
    """The first bytes from shortly before the first one that is not ASCII."""
    first = re.search(rb"[\x80-\xff]", data)
    start = max(first.start() - 64, 0) if first else 0
    return data[start : start + size_bytes]


def _familiar_share(data: bytes, encoding: str) -> float:
    text = data[:_SAMPLE_BYTES].decode(encoding, "replace").rstrip(_REPLACEMENT)
    if not text:
        return 0.0
    han_or_hangul = _HAN_OR_HANGUL.findall(text)
    common_count = sum(map(_all_common().__contains__, han_or_hangul))
    rare_count = len(han_or_hangul) - common_count
    familiar = len(_FAMILIAR.findall(text)) + _COMMON_IS_FAMILIAR * common_count
    return (familiar + _RARE_IS_FAMILIAR * rare_count) / len(text)


def _common_share(sample: bytes, encoding: str, doubt: float) -> float:
    """Share of common ones among the characters beyond ASCII, less a cost for invalid bytes."""
    text = sample.decode(encoding, "replace")
    beyond_ascii = re.sub(r"[\x00-\x7f]+", "", text[:-1] + text[-1:].rstrip(_REPLACEMENT))
    if not beyond_ascii:
        return 0.0
    known = sum(map(_common_sets()[encoding].__contains__, beyond_ascii))
    invalid = beyond_ascii.count(_REPLACEMENT)
    return (known - _REPLACEMENT_COST * invalid) / (len(beyond_ascii) + doubt)


def _guess_for_few_bytes(sample: bytes) -> Guess | None:
    """A word or two of Chinese in English, or a sign such as © in it."""
    names = ("cp1252",) if _is_latin(sample) else ("gb18030", "big5hkscs", "cp1252")
    for name in names:
        if _fits(sample, name):
            return Guess(name, _LEAST_CONFIDENCE)
    return None


def _fits(sample: bytes, encoding: str) -> bool:
    """Whether every byte is allowed; the last character may be cut."""
    return _REPLACEMENT not in sample.decode(encoding, "replace").rstrip(_REPLACEMENT)


def _is_latin(sample: bytes) -> bool:
    """Accents within words or by themselves, unlike letters and syllables of another script."""
    runs = [run.group() for run in _HIGH_RUN.finditer(sample)]
    touching = sum(run[0] < 0x80 or run[-1] < 0x80 for run in runs)
    single = sum(len(run.strip(_ASCII_LETTERS)) == 1 for run in runs)
    return max(touching, single) * 2 > len(runs)


@cache
def _common_sets() -> dict[str, frozenset[str]]:
    punctuation = common.FULL_WIDTH_PUNCTUATION
    japanese = frozenset(common.KANA + common.KANJI + punctuation)
    return {
        "gb18030": frozenset(common.SIMPLIFIED + common.TRADITIONAL + punctuation),
        "big5hkscs": frozenset(common.TRADITIONAL + punctuation),
        "cp932": japanese,
        "euc_jp": japanese,
        "cp949": frozenset(common.HANGUL + punctuation),
    }


@cache
def _all_common() -> frozenset[str]:
    return frozenset().union(*_common_sets().values())
