"""Asking the user for folders and files. The system's dialogs; tests answer with functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain, count
from pathlib import Path
from typing import TypeAlias

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QDialog, QFileDialog, QInputDialog, QMessageBox, QWidget

from simhash_gui.services.library.paths import LIBRARY_SUFFIX
from simhash_gui.ui.common.dialogs import set_margins

FileChooser: TypeAlias = Callable[[QWidget, str], Path | None]
"""Asks for a file or folder; what the dialog is called is given."""
TargetChooser: TypeAlias = Callable[[QWidget, str, str], Path | None]
"""Asks where to write; the title and the name that is proposed are given."""


def choose_folder(parent: QWidget, start: Path) -> Path | None:
    """A folder of documents; the dialog begins in ``start``. None if the user cancelled."""
    title = QCoreApplication.translate("Choosers", "Add a folder of documents")
    return _path(QFileDialog.getExistingDirectory(parent.window(), title, str(start)))


def choose_any_folder(parent: QWidget, title: str, start: Path | None = None) -> Path | None:
    """A folder for whatever the title says; None if the user cancelled."""
    return _path(QFileDialog.getExistingDirectory(parent.window(), title, str(start or "")))


def choose_files(parent: QWidget, start: Path) -> list[Path]:
    """Documents and archives; none if the user cancelled."""
    title = QCoreApplication.translate("Choosers", "Add files and archives")
    return [
        Path(answer)
        for answer in QFileDialog.getOpenFileNames(parent.window(), title, str(start))[0]
    ]


def choose_library(parent: QWidget, start: Path) -> Path | None:
    """A library that exists; the dialog begins in the folder ``start``."""
    title = QCoreApplication.translate("Choosers", "Open a library")
    return _path(
        QFileDialog.getOpenFileName(parent.window(), title, str(start), _library_filter())[0]
    )


def choose_new_library(parent: QWidget, start: Path) -> Path | None:
    """Where a new library is to be, with its suffix; a name that is free is proposed.

    Nothing is asked about a library that is there: it is opened, never replaced.
    """
    title = QCoreApplication.translate("Choosers", "New library")
    answer, _ = QFileDialog.getSaveFileName(
        parent.window(),
        title,
        str(free_path(start)),
        _library_filter(),
        options=QFileDialog.Option.DontConfirmOverwrite,
    )
    path = _path(answer)
    return path if path is None or path.suffix else path.with_suffix(LIBRARY_SUFFIX)


def free_path(folder: Path) -> Path:
    """The first of library, library-2, library-3, … that is not in the folder."""
    names = (f"library-{number}{LIBRARY_SUFFIX}" for number in count(2))
    paths = (folder / name for name in chain([f"library{LIBRARY_SUFFIX}"], names))
    return next(path for path in paths if not path.exists())


def confirm(parent: QWidget, question: str, explanation: str, accept: str) -> bool:
    """Whether the user agrees; the safe answer is the default."""
    box = QMessageBox(parent.window())
    box.setIcon(QMessageBox.Icon.NoIcon)
    box.setWindowTitle(question)
    box.setText(f"<b>{question}</b>")
    box.setInformativeText(explanation)
    yes = box.addButton(accept, QMessageBox.ButtonRole.AcceptRole)
    cancel = QCoreApplication.translate("Choosers", "Cancel")
    box.setDefaultButton(box.addButton(cancel, QMessageBox.ButtonRole.RejectRole))
    set_margins(box)
    box.exec()
    return box.clickedButton() is yes


def ask_line(parent: QWidget, title: str, question: str, text: str = "") -> str | None:
    """One line of text; None if the user cancelled."""
    dialog = _input(parent, title, question)
    dialog.setTextValue(text)
    return _text_of(dialog)


def ask_lines(parent: QWidget, title: str, question: str, text: str = "") -> str | None:
    """Several lines of text; None if the user cancelled."""
    dialog = _input(parent, title, question)
    dialog.setOption(QInputDialog.InputDialogOption.UsePlainTextEditForTextInput)
    dialog.setTextValue(text)
    return _text_of(dialog)


def ask_choice(parent: QWidget, title: str, question: str, choices: Sequence[str]) -> str | None:
    """One of the choices, or what was written in place of them; None if the user cancelled."""
    dialog = _input(parent, title, question)
    dialog.setComboBoxItems(choices)
    dialog.setComboBoxEditable(True)
    return _text_of(dialog)


def _input(parent: QWidget, title: str, question: str) -> QInputDialog:
    dialog = QInputDialog(parent.window())
    dialog.setWindowTitle(title)
    dialog.setLabelText(question)
    return dialog


def _text_of(dialog: QInputDialog) -> str | None:
    dialog.adjustSize()  # makes its layout
    set_margins(dialog)
    is_given = dialog.exec() == QDialog.DialogCode.Accepted
    dialog.deleteLater()
    return dialog.textValue() if is_given else None


@dataclass(frozen=True, slots=True)
class Choosers:
    """How this window asks."""

    folder: Callable[[QWidget, Path], Path | None] = choose_folder
    any_folder: Callable[[QWidget, str, Path], Path | None] = choose_any_folder
    files: Callable[[QWidget, Path], list[Path]] = choose_files
    library: Callable[[QWidget, Path], Path | None] = choose_library
    new_library: Callable[[QWidget, Path], Path | None] = choose_new_library
    confirm: Callable[[QWidget, str, str, str], bool] = confirm


def _path(answer: str) -> Path | None:
    return Path(answer) if answer else None


def qt_labels() -> tuple[str, ...]:
    """Words of Qt's own dialog that Qt's translations lack or miss (6.11): ours, in its contexts.

    Qt's Chinese calls the size of a file its volume.
    """
    return (
        QCoreApplication.translate("QFileDialog", "&Look in:"),
        QCoreApplication.translate("QFileDialog", "Files of &type:"),
        QCoreApplication.translate("QFileSystemModel", "Size"),
        QCoreApplication.translate("QAbstractFileIconProvider", "Folder", "All other platforms"),
    )


def _library_filter() -> str:
    name = QCoreApplication.translate("Choosers", "Libraries")
    return f"{name} (*{LIBRARY_SUFFIX})"


def choose_file(parent: QWidget, title: str, pattern: str = "") -> Path | None:
    """An existing file; None if the user cancelled."""
    answer, _ = QFileDialog.getOpenFileName(parent.window(), title, "", pattern)
    return Path(answer) if answer else None


def choose_target(
    parent: QWidget, title: str, suggestion: str, other_suffix: str = ""
) -> Path | None:
    """Where to write; asks before an existing file is replaced. ``suggestion`` is a file name.

    A name without the suffix of the suggestion, or the other one, gets it: so nobody names a
    library by mistake.
    """
    suffix = Path(suggestion).suffix
    suffixes = [suffix, other_suffix] if other_suffix else [suffix]
    pattern = " ".join(f"*{each}" for each in suffixes)
    answer, _ = QFileDialog.getSaveFileName(parent.window(), title, suggestion, pattern)
    path = _path(answer)
    if path is None or path.suffix.lower() in suffixes:
        return path
    whole = path.with_name(path.name + suffix)
    # the dialog has asked about another name
    return choose_target(parent, title, str(whole), other_suffix) if whole.exists() else whole
