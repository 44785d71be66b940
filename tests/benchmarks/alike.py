"""Collections in which nearly all documents are alike: what they cost, in time, memory and output.

``python -m tests.benchmarks.alike KIND COUNT FOLDER`` writes one, the same every time:

- ``mails``: messages of one template, with a name, numbers and a date of their own;
- ``frames``: 1,500 words that all share, and 400 that each adds;
- ``copies``: texts of which each stands in a hundred files.

``--scan`` then searches it and prints seconds, peak memory and the bytes of the answer; further
options, such as ``--partial``, go to the scan.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

_COPIES = 100
_FRAME_WORDS, _ADDED_WORDS, _VOCABULARY = 1500, 400, 20_000
_MAIL = """From: Service <service@example.org>
To: {first} {last} <{first}.{last}@example.net>
Subject: Your order {number}
Date: {day:02d} Mar 2024 09:00:00 +0000
Content-Type: text/plain; charset=utf-8

Dear {first} {last},

thank you for your order {number} of {day} March. We have received your payment of {amount}
euros and will send the parcel within three working days. As soon as it has left our
warehouse you will get another message with a link by which you can follow it on its way.
Should nobody be at home, the carrier leaves a card and brings the parcel to the nearest
shop, where it is kept for seven days.

You may return whatever does not please you within thirty days and without giving a reason.
Please use the label that lies in the parcel, and keep the receipt until the amount is back
on your account. If something is missing or broken, write to us or call between eight and
six; have the number of your order at hand, so that we can help you at once. Our terms of
business apply, which stand on our site.

With kind regards
Your service team
"""


def main() -> None:
    """Write a collection, and search it if asked to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=_KINDS)
    parser.add_argument("count", type=int)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--scan", action="store_true")
    options, of_scan = parser.parse_known_args()
    if not options.folder.exists():
        write(options.kind, options.count, options.folder)
    if options.scan:
        sys.stdout.write(f"{measure(options.folder, of_scan)}\n")


def write(kind: str, count: int, folder: Path) -> None:
    """Write so many documents, a thousand to a folder."""
    suffix = ".eml" if kind == "mails" else ".txt"
    for number, text in enumerate(_KINDS[kind](random.Random(1), count)):
        place = folder / f"{number // 1000:03d}" / f"{number:06d}{suffix}"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, "utf-8")


def measure(folder: Path, options: list[str]) -> str:
    """Scan a folder by the command, and say what that took."""
    started_s = time.monotonic()
    with tempfile.TemporaryFile() as answer:
        command = [sys.executable, "-m", "simhash_gui", "scan", str(folder), "--format", "json"]
        scan = subprocess.Popen([*command, *options], stdout=answer)
        _, status, usage = os.wait4(scan.pid, 0)
        elapsed_s = time.monotonic() - started_s
        size = os.fstat(answer.fileno()).st_size
    return (
        f"exit {os.waitstatus_to_exitcode(status)}, {elapsed_s:.1f} s by the clock,"
        f" {usage.ru_utime + usage.ru_stime:.1f} s of the processor,"
        f" {usage.ru_maxrss // 1024} MB, answer of {size:,} bytes"
    )


def _mails(chance: random.Random, count: int) -> Iterator[str]:
    for _ in range(count):
        yield _MAIL.format(
            first=_name(chance),
            last=_name(chance),
            number=chance.randrange(10**7, 10**8),
            day=chance.randrange(1, 29),
            amount=chance.randrange(10, 900),
        )


def _frames(chance: random.Random, count: int) -> Iterator[str]:
    words = [_name(chance).lower() for _ in range(_VOCABULARY)]
    frame = " ".join(chance.choices(words, k=_FRAME_WORDS))
    for _ in range(count):
        yield f"{frame}\n\n{' '.join(chance.choices(words, k=_ADDED_WORDS))}\n"


def _copies(chance: random.Random, count: int) -> Iterator[str]:
    words = [_name(chance).lower() for _ in range(_VOCABULARY)]
    for number in range(count):
        if number % _COPIES == 0:
            text = " ".join(chance.choices(words, k=_ADDED_WORDS))
        yield text


def _name(chance: random.Random) -> str:
    syllables = [chance.choice("bdfgklmnprstvw") + chance.choice("aeiou") for _ in range(3)]
    return "".join(syllables).capitalize()


_KINDS: Mapping[str, Callable[[random.Random, int], Iterator[str]]] = MappingProxyType(
    {"mails": _mails, "frames": _frames, "copies": _copies}
)

if __name__ == "__main__":
    main()
