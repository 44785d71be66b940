"""Where things are: the bundled resources, the user's settings, libraries and log.

``Place`` and what belongs to it are the store's; the window knows them from here.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from simhash_gui.store.engine.place import (
    Place,
    Presence,
    Server,
    ServerAddressError,
    place_name,
    server_address,
)

__all__ = [
    "APPLICATION",
    "LIBRARY_SUFFIX",
    "REVIEW_NAME",
    "AppPaths",
    "Place",
    "Presence",
    "ResourcesMissingError",
    "Server",
    "ServerAddressError",
    "app_paths",
    "default_log_file",
    "is_below_aside",
    "may_rename_in",
    "place_name",
    "real_path",
    "resources_folder",
    "server_address",
]

APPLICATION = "simhash-gui"
LIBRARY_SUFFIX = ".simhash"
REVIEW_NAME = f"review{LIBRARY_SUFFIX}"
"""The review library in the folder that ``batch`` writes to."""

_ASIDE = re.compile(
    r"[/\\]Set aside \d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d [0-9a-f]{6}[^/\\]*[/\\]", re.IGNORECASE
)
"""A folder of a run of acts, or a copy of it, as a part of a path."""


class ResourcesMissingError(RuntimeError):
    """The installation has no ``resources`` folder; installing the program again repairs it."""


@dataclass(frozen=True, slots=True)
class AppPaths:
    """The folders that the program reads and writes besides the user's documents."""

    resources: Path
    settings_file: Path
    data: Path
    log_file: Path

    @property
    def samples(self) -> Path:
        """The bundled sample documents."""
        return self.resources / "samples" / "documents"

    @property
    def translations(self) -> Path:
        """Compiled Qt translations."""
        return self.resources / "i18n"

    @property
    def default_library(self) -> Path:
        """The library that the window opens when the user has not chosen one."""
        return self.data / f"library{LIBRARY_SUFFIX}"

    @property
    def sample_library(self) -> Path:
        """The library that holds the bundled samples, apart from the user's own."""
        return self.data / f"samples{LIBRARY_SUFFIX}"


def app_paths() -> AppPaths:
    """The paths of this user on this system."""
    return AppPaths(
        resources=resources_folder(),
        settings_file=Path(platformdirs.user_config_dir(APPLICATION, False)) / "settings.json",
        data=Path(platformdirs.user_data_dir(APPLICATION, False)),
        log_file=default_log_file(),
    )


def default_log_file() -> Path:
    """Where this system keeps logs; on Linux that is below the user's folder for state."""
    return Path(platformdirs.user_log_dir(APPLICATION, False)) / f"{APPLICATION}.log"


def resources_folder() -> Path:
    """The ``resources`` folder: inside an installed package, beside it in a checkout."""
    package = Path(__file__).resolve().parents[2]
    for folder in (package / "resources", package.parent / "resources"):
        if (folder / "samples").is_dir():
            return folder
    raise ResourcesMissingError(f"no resources folder in or beside {package}; install again")


def may_rename_in(folder: str) -> bool:
    """Whether names in a folder can be given and taken away, by what the system says of it."""
    is_effective = os.access in os.supports_effective_ids
    return os.access(folder, os.W_OK | os.X_OK, effective_ids=is_effective)


def is_below_aside(path: str) -> bool:
    """Whether a path leads into a folder of files that were set aside, whose name ends in a slash.

    By its name alone: a copy of it may have come without the file that keeps imports out.
    """
    return _ASIDE.search(path) is not None


def real_path(path: Path) -> Path:
    """Absolute, and without links as far as they lead anywhere.

    ``Path.resolve`` ends in a RuntimeError over links that lead in a circle (before Python 3.13).
    """
    return Path(os.path.realpath(path))
