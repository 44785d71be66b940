"""How often encodings are guessed wrong, by encoding and length, beside chardet alone.

``python -m tests.benchmarks.encodings``. The texts are real ones: Chinese and English from the
labelled sets where they are there, the other languages from the catalogues of messages that come
with Django (installed by itself into an environment of its own). A guess is wrong when the text
that comes out is not the one that went in, whatever the encoding is called.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from unicodedata import normalize

import chardet

from simhash_gui.documents.encoding.encodings import decode
from simhash_gui.documents.records import ReadFailure
from tests.benchmarks.environments import Peer, interpreter_of
from tests.benchmarks.results import say

_LENGTHS = (20, 50, 100, 200, 1000)
_PIECES = 200
_SEED = 20261120
_CATALOGUES = Peer("catalogues", ("django",))
_WIDE = ("utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be")
_CASES = {
    "zh_Hans": ("gb18030", "gbk", *_WIDE, "utf-8", "utf-16"),
    "zh_Hant": ("big5", "big5hkscs", "gb18030", *_WIDE),
    "ja": ("cp932", "euc_jp", "iso2022_jp", *_WIDE),
    "ko": ("euc_kr", "cp949", *_WIDE),
    "ru": ("koi8-r", "cp1251", "cp866", "utf-16-le"),
    "uk": ("koi8-u", "cp1251"),
    "en": ("utf-16-le", "utf-32-be"),
    "de": ("cp1252", "utf-16-le"),
    "fr": ("cp1252", "iso8859-15"),
    "pl": ("cp1250", "iso8859-2"),
    "cs": ("cp1250", "iso8859-2"),
    "el": ("cp1253",),
    "tr": ("cp1254", "iso8859-9"),
    "he": ("cp1255",),
    "ar": ("cp1256",),
    "lt": ("cp1257",),
    "vi": ("cp1258",),
    "th": ("cp874",),
}
_SETS = {"zh_Hans": "zh-docs-dev", "en": "en-articles-dev"}
_MESSAGE = re.compile(r'^msgstr(?:\[\d\])? ((?:"[^\n]*"\n)+)', re.MULTILINE)
_PLACEHOLDER = re.compile(r"%\([a-z_]+\)[a-z]|%[a-z]|\\[\"n]|<[^>]*>|\{[^}]*\}")

_TONES = "\u0300\u0301\u0303\u0309\u0323"

Guesser = Callable[[bytes], str | None]


@dataclass(frozen=True, slots=True)
class Rate:
    """Wrong guesses among all."""

    wrong: int
    total: int

    def __str__(self) -> str:
        return f"{self.wrong / self.total:6.1%}" if self.total else "      "


def main(arguments: Sequence[str]) -> int:
    """Print one line for each language and encoding: ours, then chardet's."""
    options = _parser().parse_args(arguments)
    catalogues = _catalogues(options.folder)
    heads = "".join(f"{length:>7}" for length in _LENGTHS)
    say(f"{'wrong guesses, by characters':30}{heads}   chardet alone {heads}")
    for language in options.language or _CASES:
        encodings = _CASES[language]
        text = _text(language, options.corpora, catalogues)
        for encoding in encodings:
            ours = "".join(f"{_rate(text, encoding, n, _ours)!s:>7}" for n in _LENGTHS)
            theirs = "".join(f"{_rate(text, encoding, n, _chardet)!s:>7}" for n in _LENGTHS)
            say(f"{language:10}{encoding:20}{ours}                 {theirs}")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.encodings")
    parser.add_argument("--folder", type=Path, default=Path(".benchmarks/venvs"))
    parser.add_argument("--language", action="append", choices=_CASES, help="may be repeated")
    parser.add_argument("--corpora", type=Path, default=Path("../shared/corpora"))
    return parser


def _catalogues(folder: Path) -> Path:
    python = interpreter_of(_CATALOGUES, folder)
    return next(python.parent.parent.rglob("django/conf/locale"))


def _text(language: str, corpora: Path, catalogues: Path) -> str:
    documents = corpora / _SETS.get(language, "") / "docs"
    if language in _SETS and documents.is_dir():
        return " ".join(path.read_text("utf-8") for path in sorted(documents.glob("*.txt"))[:200])
    messages = "\n".join(
        path.read_text("utf-8")
        for path in sorted(catalogues.parent.parent.rglob(f"locale/{language}/LC_MESSAGES/*.po"))
    )
    strings = ("".join(re.findall(r'"(.*)"', match)) for match in _MESSAGE.findall(messages))
    return " ".join(_PLACEHOLDER.sub("", string) for string in strings)


def _rate(text: str, encoding: str, length: int, guess: Guesser) -> Rate:
    results = [
        normalize("NFC", guess(data) or "") == normalize("NFC", piece)
        for piece, data in _pieces(text, encoding, length)
    ]
    return Rate(results.count(False), len(results))


def _pieces(text: str, encoding: str, length: int) -> Iterator[tuple[str, bytes]]:
    """Pieces from random places that the encoding can hold and that are more than ASCII."""
    source = random.Random(_SEED)
    for _ in range(_PIECES):
        start = source.randrange(max(1, len(text) - length))
        piece = text[start : start + length]
        try:
            data = _encoded(piece, encoding)
        except UnicodeEncodeError:
            continue
        if encoding in _WIDE or not piece.isascii():
            yield piece, data


def _encoded(piece: str, encoding: str) -> bytes:
    """Windows-1258 has most tones of Vietnamese as characters of their own."""
    if encoding != "cp1258":
        return piece.encode(encoding)
    return "".join(map(_toned, normalize("NFC", piece))).encode(encoding)


def _toned(character: str) -> str:
    try:
        character.encode("cp1258")
    except UnicodeEncodeError:
        *letter, tone = normalize("NFD", character)
        if letter[1:] and letter[1] in _TONES:  # where a tone goes before the other mark
            letter, tone = [letter[0], tone], letter[1]
        return normalize("NFC", "".join(letter)) + tone
    return character


def _ours(data: bytes) -> str | None:
    try:
        return decode(data).text
    except ReadFailure:
        return None


def _chardet(data: bytes) -> str | None:
    name = chardet.detect(data)["encoding"]
    try:
        return data.decode(name) if name else None
    except (UnicodeDecodeError, LookupError):
        return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
