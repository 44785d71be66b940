"""Small drives in memory, which root may mount on Linux."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def small_drive(folder: Path, size_kib: int) -> Iterator[Path | None]:
    """A drive in memory of so many KiB; None where it may not be mounted."""
    folder.mkdir(exist_ok=True)
    command = ["mount", "-t", "tmpfs", "-o", f"size={size_kib}k", "tmpfs", folder]
    if os.geteuid() != 0 or subprocess.run(command, capture_output=True, check=False).returncode:
        yield None
        return
    try:
        yield folder
    finally:
        unplug(folder)


def unplug(folder: Path) -> None:
    """Take the drive away, whatever is open on it; nothing is there afterwards."""
    if folder.is_mount():
        subprocess.run(["umount", "--lazy", folder], check=True)


def resize(folder: Path, size_kib: int) -> None:
    subprocess.run(["mount", "-o", f"remount,size={size_kib}k", folder], check=True)
