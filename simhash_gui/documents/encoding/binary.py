"""Which bytes are not text at all. Leaves the choice of an encoding to ``encodings``."""

from __future__ import annotations

import re

from simhash_gui.documents.records import FailureReason, ReadFailure

_SIGNATURES = {
    b"%PDF-": "a PDF document",
    b"PK\x03\x04": "a ZIP archive or an office document",
    b"PK\x05\x06": "an empty ZIP archive",
    b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1": "an old office document",
    b"\x89PNG\r\n\x1a\n": "a PNG picture",
    b"\xff\xd8\xff": "a JPEG picture",
    b"GIF87a": "a GIF picture",
    b"GIF89a": "a GIF picture",
    b"II*\x00": "a TIFF picture",
    b"MM\x00*": "a TIFF picture",
    b"\x7fELF": "a program",
    b"MZ\x90\x00": "a program",
    b"\xfe\xed\xfa\xce": "a program",
    b"\xfe\xed\xfa\xcf": "a program",
    b"\xcf\xfa\xed\xfe": "a program",
    b"\xca\xfe\xba\xbe": "a program",
    b"\x00asm": "a program",
    b"\x1f\x8b\x08": "a gzip archive",
    b"BZh": "a bzip2 archive",
    b"\xfd7zXZ\x00": "an xz archive",
    b"7z\xbc\xaf\x27\x1c": "a 7-Zip archive",
    b"Rar!\x1a\x07": "a RAR archive",
    b"\x28\xb5\x2f\xfd": "a Zstandard archive",
    b"SQLite format 3\x00": "a database",
    b"ID3": "a sound",
    b"OggS": "a sound or film",
    b"fLaC": "a sound",
    b"RIFF": "a sound, film or picture",
    b"\x1aE\xdf\xa3": "a film",
    b"wOFF": "a font",
    b"wOF2": "a font",
    b"\x00\x01\x00\x00\x00": "a font",
}
_BEGINNINGS = tuple(_SIGNATURES)
# A few of these begin with letters that a text may begin with too; such a file must also hold
# bytes that no text holds.
_NEEDS_CONTROLS = (b"BZh", b"ID3", b"OggS", b"fLaC", b"RIFF", b"wOFF", b"wOF2", b"GIF8")
_LONGEST_SIGNATURE = 16

# Backspace and escape occur in manual pages and coloured logs, Ctrl-Z at the end of DOS files.
_ALLOWED_CONTROLS = b"\b\t\n\v\f\r\x1a\x1b"
_CONTROLS = bytes(code for code in (*range(32), 127) if code not in _ALLOWED_CONTROLS)
_NO_CONTROLS = bytes(set(range(256)) - set(_CONTROLS))
_CONTROL_CHARACTERS = re.compile(f"[{re.escape(_CONTROLS.decode())}]")
_MAX_CONTROLS = 0.02


def refuse_binary_signature(data: bytes) -> None:
    """Raise ``ReadFailure`` (NOT_TEXT) when the first bytes belong to a known kind of file."""
    signature = _signature(data)
    if signature is None:
        return
    if signature.startswith(_NEEDS_CONTROLS) and not count_controls(data[:4096]):
        return
    raise ReadFailure(FailureReason.NOT_TEXT, f"This is {_SIGNATURES[signature]}, not text.")


def refuse_binary_content(controls: int, length: int) -> None:
    """Raise ``ReadFailure`` (NOT_TEXT) when too many of ``length`` units are control characters."""
    if is_binary_content(controls, length):
        raise ReadFailure(FailureReason.NOT_TEXT, "The file holds binary data, not text.")


def is_binary_content(controls: int, length: int) -> bool:
    """Whether these are too many."""
    return controls > 1 and controls > length * _MAX_CONTROLS


def count_controls(data: bytes) -> int:
    """How many bytes are control characters that no text needs, zero bytes among them."""
    return len(data.translate(None, _NO_CONTROLS))


def count_control_characters(text: str) -> int:
    """How many characters are control characters that no text needs."""
    return len(_CONTROL_CHARACTERS.findall(text))


def _signature(data: bytes) -> bytes | None:
    head = data[:_LONGEST_SIGNATURE]
    if not head.startswith(_BEGINNINGS):
        return None
    return next((signature for signature in _SIGNATURES if head.startswith(signature)), None)
