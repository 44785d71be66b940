"""Asking for one file to read or to write. The system's dialogs; tests answer by functions."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget


def choose_file(parent: QWidget, title: str) -> Path | None:
    """An existing file; None when the user thought better of it."""
    answer, _ = QFileDialog.getOpenFileName(parent, title)
    return Path(answer) if answer else None


def choose_target(parent: QWidget, title: str, suggestion: str) -> Path | None:
    """Where to write; asks before an existing file is replaced. ``suggestion`` is a file name."""
    suffix = Path(suggestion).suffix
    answer, _ = QFileDialog.getSaveFileName(parent, title, suggestion, f"*{suffix}")
    path = Path(answer) if answer else None
    return path if path is None or path.suffix else path.with_suffix(suffix)
