"""What the program is made with: packages, their versions and their licences."""

from __future__ import annotations

import platform
import re
from importlib import metadata

from simhash_gui.services.library.paths import APPLICATION

_NAME = re.compile(r"[A-Za-z0-9._-]+")
_BETWEEN = " · "
_LONGEST_LICENCE = 60


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
    names = [found[0] for line in wanted if (found := _NAME.match(line)) and "extra" not in line]
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
