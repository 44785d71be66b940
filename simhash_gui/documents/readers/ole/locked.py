"""Office documents locked with a password: unlock them with those of the session.

New documents (DOCX …) are then ZIP packages inside an OLE container, old ones (DOC, XLS) are partly
encrypted. msoffcrypto-tool knows how; which password fits is tried here.
"""

from __future__ import annotations

import re
from dataclasses import replace
from io import BytesIO

from simhash_gui.documents.readers.office import docx, pptx, workbook
from simhash_gui.documents.readers.ole.ole_container import OleContainer, has_stream
from simhash_gui.documents.readers.reader import Reader, Source
from simhash_gui.documents.records import Extracted, FailureReason, ReadFailure

NAME = "locked"

# With this one Excel locks workbooks that everybody may read.
_EVERYBODYS_PASSWORD = "VelvetSweatshop"
_LOCK = "EncryptionInfo"
_ROUNDS = re.compile(rb'spinCount="(\d{1,30})"')
_MAX_ROUNDS = 10_000_000
"""Beyond that no program may go ([MS-OFFCRYPTO] 2.3.4.10)."""
_NEW_FORMAT = "ooxml"
"""The only one of msoffcrypto's that does not find out by itself whether a password fits."""
_READERS = (docx.READER, pptx.READER, workbook.READER)


def read(source: Source) -> Extracted:
    """Raises ``ReadFailure``: PASSWORD, DAMAGED, or what the reader of the content raises."""
    _refuse_endless_key(OleContainer(source.data))
    inner = replace(source, data=unlocked(source))
    for reader in _READERS:
        if reader.recognises(inner.data):
            return reader.read(inner)
    detail = "What the password opens is not a document that can be read."
    raise ReadFailure(FailureReason.UNSUPPORTED, detail)


def _refuse_endless_key(container: OleContainer) -> None:
    """A broken lock may ask for years of work to find out whether a password fits."""
    found = _ROUNDS.search(container.read(_LOCK)) if container.has(_LOCK) else None
    if found and int(found[1]) > _MAX_ROUNDS:
        detail = "The document is damaged: what locks it cannot be read."
        raise ReadFailure(FailureReason.DAMAGED, detail)


def recognises(data: bytes) -> bool:
    """By the encrypted package inside."""
    return has_stream(data, "EncryptedPackage")


def unlocked(source: Source) -> bytes:
    """The same document without its lock.

    Raises ``ReadFailure``: PASSWORD when no password of the session fits, or the lock is of a kind
    that nobody here can open; DAMAGED.
    """
    OleContainer(source.data).check_chains()
    for password in (*source.passwords, _EVERYBODYS_PASSWORD):
        content = _unlocked_with(source.data, password)
        if content is not None:
            return content
    tried = "another password" if source.passwords else "a password"
    detail = f"The document is locked; it needs {tried}."
    raise ReadFailure(FailureReason.PASSWORD, detail)


def _unlocked_with(data: bytes, password: str) -> bytes | None:
    """None when the password does not fit."""
    # Imported here: a worker that meets no locked document starts sooner without it.
    from msoffcrypto import OfficeFile  # noqa: PLC0415
    from msoffcrypto.exceptions import DecryptionError, InvalidKeyError  # noqa: PLC0415

    content = BytesIO()
    try:
        document = OfficeFile(BytesIO(data))
        verification = {"verify_password": True} if document.format == _NEW_FORMAT else {}
        document.load_key(password=password, **verification)
        document.decrypt(content)
    except (InvalidKeyError, DecryptionError):
        return None
    except MemoryError:
        raise
    except Exception as error:  # whatever msoffcrypto meets where it does not expect it
        detail = "The document is damaged: what locks it cannot be read."
        raise ReadFailure(FailureReason.DAMAGED, detail) from error
    return content.getvalue()


READER = Reader(
    name=NAME,
    extensions=frozenset(),
    recognises=recognises,
    read=read,
)
