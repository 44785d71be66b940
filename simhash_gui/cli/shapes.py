"""The JSON forms that several commands share. Fields are added here, never renamed."""

from __future__ import annotations

from typing import Any

from simhash_gui.core.types import Fingerprint


def block_keys(fingerprint: Fingerprint) -> list[str]:
    """Four times four hexadecimal digits, most significant block first."""
    return [f"{key:04x}" for key in fingerprint.block_keys]


def fingerprint_fields(fingerprint: Fingerprint) -> dict[str, Any]:
    """A fingerprint with its block keys."""
    return {"fingerprint": fingerprint.hex, "block_keys": block_keys(fingerprint)}
