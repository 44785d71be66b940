"""The parts of the settings, by name."""

from __future__ import annotations

from enum import Enum


class SettingsPart(Enum):
    """Which part of the settings is on show."""

    GENERAL = 0
    LIMITS = 1
    VERDICTS = 2
    IMPORT = 3
