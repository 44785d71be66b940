"""Files by a part of their path, by the folder they are in, or by their type."""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    Boolean,
    ColumnElement,
    Connection,
    Select,
    bindparam,
    false,
    func,
    or_,
    select,
)

from simhash_gui.store.engine.schema import documents, files, folders
from simhash_gui.store.engine.statements import fetch_ids, is_on_server
from simhash_gui.store.engine.types import FileState, Ids

_LONGEST_PATTERN = 12_000
"""Longer than any path; SQLite takes 50,000 bytes."""

IS_THERE = files.c.state.in_((FileState.PRESENT, FileState.FAILED))
"""Neither gone nor set aside."""


def path_contains(connection: Connection, text: str) -> ColumnElement[bool]:
    """Whether a text is in the path of a file, whatever the case.

    Also as people read the path of a member of an archive: ``a.zip › b.txt``.
    """
    pattern = _pattern(text)
    if len(pattern) > _LONGEST_PATTERN:
        return false()
    texts = dict.fromkeys((pattern, pattern.replace(" › ", "!/")))
    found = or_(*(_path_like(connection, each) for each in texts))
    paths = connection.execute(select(folders.c.id, folders.c.path))
    inside = [folder_id for folder_id, path in paths if text.casefold() in path.casefold()]
    return or_(found, files.c.folder_id.in_(inside) if inside else false())


def is_inside(connection: Connection, subfolder: str) -> ColumnElement[bool]:
    """Whether a file lies in or below a subfolder, given by its path without a ``/`` at the end."""
    path = files.c.relative_path
    if is_on_server(connection):  # whose order of letters is not that of their numbers
        return func.starts_with(path, bindparam(None, f"{subfolder}/", path.type), type_=Boolean())
    after_slash = chr(ord("/") + 1)
    return (path >= f"{subfolder}/") & (path < subfolder + after_slash)


def documents_with_file(
    connection: Connection, folder_id: int | None, subfolder: str, text: str
) -> Select[Any]:
    """Documents of which a file that is there is in the folder and has the text in its path."""
    statement = select(files.c.document_id)
    if subfolder:
        statement = statement.where(
            files.c.folder_id == folder_id, is_inside(connection, subfolder)
        )
    elif folder_id is not None:
        # A sum keeps SQLite from an index that would cost a jump into the table for each file.
        statement = statement.where(files.c.folder_id + 0 == folder_id)
    if text:
        statement = statement.where(path_contains(connection, text))
    return statement.where(IS_THERE) if text or folder_id is not None else statement


def files_with_path(connection: Connection, text: str) -> Ids:
    """Present files with a text in their path, whatever the case."""
    is_present = files.c.state == FileState.PRESENT
    return fetch_ids(
        connection, select(files.c.id).where(is_present, path_contains(connection, text))
    )


def files_of_type(connection: Connection, name: str) -> Ids:
    """Present files with an extension, given without its dot, or read as a type of that name."""
    ending = _path_like(connection, _pattern(f".{name}").removesuffix("%"))
    of_reader = select(documents.c.id).where(documents.c.reader == name.lower())
    return fetch_ids(
        connection,
        select(files.c.id).where(
            files.c.state == FileState.PRESENT, or_(ending, files.c.document_id.in_(of_reader))
        ),
    )


def _path_like(connection: Connection, pattern: str) -> ColumnElement[bool]:
    # SQLite's LIKE knows the case of ASCII letters, and is five times as fast as a function of
    # ours; that of a server knows none.
    has_no_case = pattern.isascii() or pattern.lower() == pattern.upper()
    if has_no_case and not is_on_server(connection):
        return files.c.relative_path.like(pattern, escape="\\")
    folded = func.casefold(files.c.relative_path, type_=files.c.relative_path.type)
    return folded.like(pattern.casefold(), escape="\\")


def _pattern(text: str) -> str:
    for special in "\\%_":
        text = text.replace(special, f"\\{special}")
    return f"%{text}%"
