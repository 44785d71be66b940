"""The user's choices, kept as one JSON file that survives damage and other versions.

Window geometry is kept by Qt, with the window.
"""

from __future__ import annotations

import json
import logging
import os
import shutil
from dataclasses import asdict, dataclass, fields, replace
from enum import StrEnum
from pathlib import Path
from typing import Any, Self

from simhash_gui.core.types import Linkage
from simhash_gui.documents.records import Limits
from simhash_gui.services.library.paths import Place, ServerAddressError, server_address
from simhash_gui.services.library.thresholds import Thresholds, thresholds_kept
from simhash_gui.services.library.whole_files import replacing

_log = logging.getLogger(__name__)

MAX_RECENT_LIBRARIES = 8
MAX_DISTANCE = 32
DEFAULT_DISTANCE = 12
"""How far fingerprints of 64 bits suggest pairs unless somebody says how far; see the reasons at
``detection.candidates.default_distance``."""
_MIB = 2**20
_MOST_BYTES = _MIB


class Language(StrEnum):
    """Language of the window; ``SYSTEM`` follows the locale."""

    SYSTEM = "system"
    ENGLISH = "en"
    CHINESE = "zh_CN"


class ThemeChoice(StrEnum):
    """Colours of the window; ``SYSTEM`` follows the desktop."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


@dataclass(frozen=True, slots=True)
class Settings:
    """Every choice with its default."""

    language: Language = Language.SYSTEM
    theme: ThemeChoice = ThemeChoice.SYSTEM
    font_percent: int = 100
    distance: int = 3
    linkage: Linkage = Linkage.MEDOID
    recent_libraries: tuple[str, ...] = ()
    samples_offered: bool = False
    workers: int = 0  # 0: one for every processor
    time_limit_s: int = 60  # of these five: what one document may cost, see documents' Limits
    memory_limit_mib: int = 2048
    size_limit_mib: int = 64
    expanded_limit_mib: int = 512
    archive_depth: int = 3

    verdict_limits: tuple[str, ...] = ()  # what differs from the defaults: "near_jaccard=0.5"

    def with_recent(self, library: Place) -> Settings:
        """The same settings with ``library`` at the head of the recent ones."""
        others = [path for path in self.recent_libraries if path != str(library)]
        return replace(self, recent_libraries=tuple([str(library), *others][:MAX_RECENT_LIBRARIES]))

    def recent_that_exist(self) -> list[Place]:
        """Recent libraries whose files are there, and those on servers, which are not asked.

        What can be neither counts as not there.
        """
        return [place for place in map(_place, self.recent_libraries) if place is not None]

    @property
    def limits(self) -> Limits:
        """What one document may cost before it is given up."""
        return Limits(
            size_bytes=self.size_limit_mib * _MIB,
            time_s=float(self.time_limit_s),
            memory_bytes=self.memory_limit_mib * _MIB,
            expanded_bytes=self.expanded_limit_mib * _MIB,
            archive_depth=self.archive_depth,
        )

    @property
    def thresholds(self) -> Thresholds:
        """Where classes of pairs end; the default where what was chosen makes no sense."""
        return thresholds_kept(self.verdict_limits)

    @classmethod
    def from_json(cls, values: dict[str, Any]) -> Self:
        """Settings from parsed JSON; what is missing or makes no sense takes its default."""
        defaults = cls()
        kept = {
            field.name: _checked(field.name, values[field.name], getattr(defaults, field.name))
            for field in fields(cls)
            if field.name in values
        }
        return cls(**kept)


def _place(name: str) -> Place | None:
    try:
        server = server_address(name)
    except ServerAddressError:
        return None
    if server is not None:
        return server
    return Path(name) if os.path.exists(name) else None  # noqa: PTH110 - any text may stand there


def setting_range(name: str) -> tuple[int, int]:
    """The least and the greatest value that a setting of this name takes."""
    return _LIMITS[name]


def _checked(name: str, value: Any, default: Any) -> Any:
    try:
        return _understood(name, value, default)
    except (TypeError, ValueError, OverflowError):
        return default


def _is_understood(values: dict[str, Any]) -> bool:
    """Whether every setting has a value that makes sense."""
    known = [field for field in fields(Settings) if field.name in values]
    try:
        for field in known:
            _understood(field.name, values[field.name], getattr(Settings(), field.name))
    except (TypeError, ValueError, OverflowError):
        return False
    return True


def _understood(name: str, value: Any, default: Any) -> Any:
    """Raises TypeError, ValueError and OverflowError for what makes no sense."""
    if isinstance(default, StrEnum):
        return type(default)(value)
    if isinstance(default, tuple):
        return _texts(value)
    if isinstance(default, bool):
        return bool(value)
    low, high = _LIMITS[name]
    return min(max(int(value), low), high)


def _texts(value: Any) -> tuple[str, ...]:
    """Those of a list that are texts; none can be a path or a name with a NUL in it."""
    if not isinstance(value, list):
        raise TypeError(f"{value!r} is no list")
    return tuple(item for item in value if isinstance(item, str) and "\0" not in item)


_LIMITS = {
    "font_percent": (75, 200),
    "distance": (0, MAX_DISTANCE),
    "workers": (0, 256),
    "time_limit_s": (1, 86_400),
    "memory_limit_mib": (256, 1_048_576),
    "size_limit_mib": (1, 1_048_576),
    "expanded_limit_mib": (1, 1_048_576),
    "archive_depth": (0, 20),
}


class SettingsFile:
    """Reads and writes the settings file; a damaged one is put aside and counts as absent.

    One of which only some values make no sense stays, and a copy of it is kept.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.damaged: Path | None = None
        """The file that could not be understood: where it was put, else where it still is."""

    def load(self) -> Settings:
        """The settings on disk, or the defaults where there are none that can be read."""
        try:
            values = _object(self._path)
            if not _is_understood(values):
                _log.info("some settings make no sense; their defaults hold")
                self.damaged = self._copy_aside()
            return Settings.from_json(values)
        except FileNotFoundError:
            return Settings()
        except (OSError, ValueError, RecursionError) as error:
            _log.warning("settings cannot be read: %s; the defaults hold", type(error).__name__)
            self.damaged = self._put_aside()
            return Settings()

    @property
    def _aside(self) -> Path:
        return self._path.with_name(f"{self._path.name}.damaged")

    def _copy_aside(self) -> Path:
        try:
            return Path(shutil.copyfile(self._path, self._aside))
        except OSError as error:
            _log.warning("it cannot be put aside: %s", type(error).__name__)
            return self._path

    def _put_aside(self) -> Path:
        """Rename the file, so that the next change does not overwrite it."""
        try:
            return self._path.replace(self._aside)
        except OSError as error:
            _log.warning("it cannot be put aside: %s", type(error).__name__)
            return self._path

    def save(self, settings: Settings) -> None:
        """Replace the file in one step, so that a crash leaves the old or the new one.

        Raises OSError where the folder cannot be written.
        """
        self._path.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps(asdict(settings), ensure_ascii=False, indent=2)
        with replacing(self._path) as part:
            # Undecodable bytes of a name become their escapes, which JSON knows too.
            part.write_text(text, encoding="utf-8", errors="backslashreplace")


def _object(path: Path) -> dict[str, Any]:
    """The JSON object in a file. Raises OSError, ValueError and RecursionError."""
    if path.exists() and not path.is_file():  # a pipe would wait forever
        raise ValueError("no plain file")
    with path.open("rb") as file:
        data = file.read(_MOST_BYTES + 1)
    if len(data) > _MOST_BYTES:
        raise ValueError("too large")
    values = json.loads(data.decode("utf-8"))
    if not isinstance(values, dict):
        raise ValueError("no object")  # noqa: TRY004 - of what is in the file, not of an argument
    return values
