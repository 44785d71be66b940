"""DOC (Word 97 to 2003, also as Kingsoft WPS): the text as it stands when changes are accepted.

Headers once, the body, text boxes, the notes, footers once. How the text is found is in
``word_binary``: a reader of our own, for there is no maintained library with a free licence, and no
program needs to be installed. Only the older documents of Word 6 and 95 go to antiword.

Many files of this name are RTF, pages or text; those are read as what they are.
"""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import replace

from simhash_gui.documents.readers.flow import joined, joined_once
from simhash_gui.documents.readers.html.html import read_fragment_or
from simhash_gui.documents.readers.ole.locked import unlocked
from simhash_gui.documents.readers.ole.ole_container import OleContainer, has_stream, is_ole
from simhash_gui.documents.readers.ole.word_binary import (
    OLDEST_READABLE,
    Stories,
    WordHeader,
    read_stories,
)
from simhash_gui.documents.readers.plain import plain
from simhash_gui.documents.readers.reader import Reader, Source, extracted_of
from simhash_gui.documents.records import Extracted, FailureReason, ReadFailure

NAME = "doc"

_STREAM = "WordDocument"
_PROGRAM = "antiword"
_PICTURE = "[pic]"


def read(source: Source) -> Extracted:
    """Raises ``ReadFailure``: DAMAGED, PASSWORD, UNSUPPORTED, MISSING_PROGRAM or TIMEOUT."""
    if not is_ole(source.data):
        return read_fragment_or(source, plain.read)
    container = OleContainer(source.data)
    if not container.has(_STREAM):
        raise container.missing(_STREAM, "one of Word's")
    stream = container.read(_STREAM)
    header = WordHeader.read(stream)
    if header.is_encrypted:
        return _read_unlocked(source)
    if header.version < OLDEST_READABLE:
        text = _text_of_program(source)
    else:
        text = _text(read_stories(stream, container.read(header.table_stream)))
    return extracted_of(NAME, text, container.metadata())


def recognises(data: bytes) -> bool:
    """By the stream of the text."""
    return has_stream(data, _STREAM)


def _read_unlocked(source: Source) -> Extracted:
    data = unlocked(source)
    if WordHeader.read(OleContainer(data).read(_STREAM)).is_encrypted:
        detail = "The document is locked in a way that cannot be opened here."
        raise ReadFailure(FailureReason.PASSWORD, detail)
    return read(replace(source, data=data))


def _text(stories: Stories) -> str:
    parts = (
        joined_once(stories.headers),
        stories.body,
        stories.boxes,
        stories.footnotes,
        stories.endnotes,
        joined_once(stories.footers),
    )
    return joined(parts)


def _text_of_program(source: Source) -> str:
    """What antiword says of a document of Word 6 or 95: no shell, no file, a limit of time."""
    program = shutil.which(_PROGRAM)
    if program is None:
        detail = f"Documents of Word 6 and 95 need the program {_PROGRAM}, which is not installed."
        raise ReadFailure(FailureReason.MISSING_PROGRAM, detail)
    command = [program, "-m", "UTF-8.txt", "-w", "0", "-"]
    try:
        done = subprocess.run(
            command,
            input=source.data,
            capture_output=True,
            timeout=source.limits.time_s,
            check=True,
        )
    except subprocess.TimeoutExpired as error:
        detail = f"{_PROGRAM} took more than {source.limits.time_s:g} seconds."
        raise ReadFailure(FailureReason.TIMEOUT, detail) from error
    except (OSError, subprocess.CalledProcessError) as error:
        detail = f"The document is damaged: {_PROGRAM} cannot read it."
        raise ReadFailure(FailureReason.DAMAGED, detail) from error
    lines = done.stdout.decode("utf-8", "replace").replace(_PICTURE, "").splitlines()
    return joined(map(str.rstrip, lines))


READER = Reader(
    name=NAME,
    extensions=frozenset({".doc", ".dot", ".wps", ".wpt"}),
    recognises=recognises,
    read=read,
)
