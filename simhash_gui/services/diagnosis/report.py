"""What helps to find a fault, as text to be copied. It names no document and no folder.

Of the program it tells what it is made with: packages, their versions and their licences.
"""

from __future__ import annotations

import os
import platform
import re
from collections import deque
from collections.abc import Iterator
from dataclasses import asdict
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

import psutil

from simhash_gui import __version__
from simhash_gui.services.library.paths import APPLICATION
from simhash_gui.services.library.settings import Settings

if TYPE_CHECKING:  # the database takes its time to import; the About dialog does not need it
    from simhash_gui.services.library.libraries import Library

LAST_RECORDS = 60

_NEW_RECORD = re.compile(r"\d{4}-\d\d-\d\d ")
_DEBUG_RECORD = re.compile(r"\S+ \S+ DEBUG ")

_PACKAGE = re.compile(r"[A-Za-z0-9._-]+")
_BETWEEN = " · "
_LONGEST_LICENCE = 60


def diagnostics(library: Library | None, settings: Settings, log_file: Path, window: str) -> str:
    """Versions, system, settings, counts of the library, and the last records of the log.

    ``window`` names the versions of the window. Recent libraries are counted, not named, and what
    names files in the log is left out.
    """
    lines = [*_program(window), _settings(settings), *_library(library), "", "log:"]
    text = "\n".join([*lines, *last_records(log_file)])
    return text.replace(str(Path.home()), "~") + "\n"


def last_records(log_file: Path, count: int = LAST_RECORDS) -> list[str]:
    """The lines of the last records but those of level DEBUG, which may name files."""
    records: deque[list[str]] = deque([[]], maxlen=count)
    is_wanted = True
    try:
        with log_file.open(encoding="utf-8", errors="replace") as file:
            for line in file:
                if _NEW_RECORD.match(line):
                    is_wanted = not _DEBUG_RECORD.match(line)
                    if is_wanted:
                        records.append([])
                if is_wanted:
                    records[-1].append(line.rstrip("\n"))
    except OSError as error:
        return [f"cannot be read: {error.strerror}"]
    return [line for record in records for line in record]


def _program(window: str) -> Iterator[str]:
    memory_bytes = psutil.virtual_memory().total
    yield f"{APPLICATION} {__version__}"
    yield (
        f"{platform.platform()}, {os.cpu_count()} processors,"
        f" {memory_bytes / 2**30:.1f} GiB of memory"
    )
    yield from components(window)


def _settings(settings: Settings) -> str:
    values = asdict(settings)
    values["recent_libraries"] = len(settings.recent_libraries)
    return "settings: " + ", ".join(f"{name} {value}" for name, value in values.items())


def _library(library: Library | None) -> Iterator[str]:
    if library is None:
        yield "library: none is open"
        return
    from simhash_gui.services.library.libraries import library_info  # noqa: PLC0415 - see above

    info = library_info(library)
    yield (
        f"library: {info.documents:,} documents ({info.fingerprinted:,} fingerprinted,"
        f" {info.too_short:,} too short), {info.files:,} files ({info.failed_files:,} failed,"
        f" {info.gone_files:,} gone), {info.size_bytes:,} bytes, schema {info.schema_version},"
        f" recipes {', '.join(info.recipe_ids) or 'none'}"
    )


def components(*others: str) -> list[str]:
    """One line for each: name, version, licence; ``others`` come behind Python itself."""
    python = _BETWEEN.join((f"Python {platform.python_version()}", "PSF-2.0"))
    return [python, *others, *map(component, _dependencies())]


def component(name: str) -> str:
    """Name, version and licence of an installed package, as far as they are known."""
    try:
        found = metadata.metadata(name)
    except metadata.PackageNotFoundError:
        return name
    licence = (
        _field(found, "License-Expression")
        or _classified_licence(found.get_all("Classifier"))
        or _short_licence(_field(found, "License"))
    )
    return _BETWEEN.join(filter(None, (f"{found['Name']} {found['Version']}", licence)))


def _dependencies() -> list[str]:
    """Names of what the program needs when it runs, as its own metadata lists them."""
    try:
        wanted = metadata.requires(APPLICATION) or []
    except metadata.PackageNotFoundError:
        return []
    names = [found[0] for line in wanted if (found := _PACKAGE.match(line)) and "extra" not in line]
    return sorted(names, key=str.casefold)


def _classified_licence(classifiers: list[str] | None) -> str:
    licences = [line for line in classifiers or [] if line.startswith("License ::")]
    return licences[0].rsplit("::", 1)[-1].strip() if licences else ""


def _field(found: metadata.PackageMetadata, name: str) -> str:
    return str((found.get_all(name) or [""])[0])


def _short_licence(text: str) -> str:
    """Some packages put the whole licence into this field; its first line names it."""
    first = text.strip().partition("\n")[0]
    return first if len(first) <= _LONGEST_LICENCE else ""
