"""ODT, ODP and ODS (OpenDocument) and their flat forms: the text as it stands, changes accepted.

Headers once, the body, the notes in the order of their references, footers once. What the elements
mean is in ``odf_content``.

The parts are read here: odfdo and odfpy find less of the text of real files, and fail on some
(``tests/benchmarks/README.md``).
"""

from __future__ import annotations

import binascii
import hashlib
import re
import zlib
from base64 import b64decode
from collections.abc import Callable
from dataclasses import dataclass

from simhash_gui.documents.readers.flow import joined, joined_once
from simhash_gui.documents.readers.office.office_package import dublin_core
from simhash_gui.documents.readers.opendocument.odf_content import (
    META,
    META_NAMES,
    OdfContent,
    handle_formulas,
)
from simhash_gui.documents.readers.plain import plain
from simhash_gui.documents.readers.reader import Reader, Source, extracted_of
from simhash_gui.documents.readers.xml_events import Attributes, Opening, XmlEvents
from simhash_gui.documents.readers.zip_package import Package, has_member, is_zip, open_package
from simhash_gui.documents.records import Extracted, FailureReason, Metadata, ReadFailure

# --- documents locked with a password ------------------------------------------------------------
# OpenDocument 1.3, part 2, 3.8: AES in chains of blocks. Each part has a key of its own, made of
# the password by PBKDF2. Older locks (Blowfish) and the newest ones (Argon2id) are recognised,
# but not opened.

_MANIFEST = "META-INF/manifest.xml"
_WHOLE_PACKAGE = "encrypted-package"
_NAMESPACE = "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0 "
_LOCK = b"encryption-data"
_ROOT = b"<manifest:manifest"
_DECLARED = b" xmlns:manifest="
_ELEMENTS = ("encryption-data", "algorithm", "start-key-generation", "key-derivation")
_AES = "aes256-cbc"
_DERIVATION = "PBKDF2"
_HASHES = {"sha1": "sha1", "sha1-1k": "sha1", "sha256": "sha256", "sha256-1k": "sha256"}
_CHECKED_BYTES = 1024
_BLOCK_BYTES = 16
_MAX_ITERATIONS = 10_000_000


@dataclass(frozen=True, slots=True)
class _Lock:
    """How a part is locked."""

    start_hash: str
    salt: bytes
    iterations: int
    key_bytes: int
    start_vector: bytes
    checksum_hash: str
    checksum: bytes


class OdfParts:
    """The parts of a package, without their lock if they have one."""

    def __init__(self, package: Package, source: Source) -> None:
        self._package = package
        self._expanded_bytes = source.limits.expanded_bytes
        self._locks = _locks(package)
        self._passwords = source.passwords
        if _WHOLE_PACKAGE in package:
            raise _unknown_lock()

    def __contains__(self, name: str) -> bool:
        return name in self._package

    def read(self, name: str) -> bytes:
        """Raises ``ReadFailure``: DAMAGED, BOMB, or PASSWORD when none of the session's fits."""
        data = self._package.read(name)
        if name not in self._locks:
            return data
        lock = _parsed(self._locks[name])
        for password in self._passwords:
            packed = _decrypted(data, lock, password)
            if packed is not None:
                self._passwords = (password,)
                return self._inflated(packed)
        tried = "another password" if self._passwords else "a password"
        raise ReadFailure(FailureReason.PASSWORD, f"The document is locked; it needs {tried}.")

    def _inflated(self, packed: bytes) -> bytes:
        inflation = zlib.decompressobj(-zlib.MAX_WBITS)
        try:
            content = inflation.decompress(packed, self._expanded_bytes + 1)
        except zlib.error as error:
            raise _damaged() from error
        if len(content) > self._expanded_bytes:
            detail = f"It inflates to more than the limit of {self._expanded_bytes:,} bytes."
            raise ReadFailure(FailureReason.BOMB, detail)
        return content


def _locks(package: Package) -> dict[str, dict[str, str]]:
    """What the manifest says of each part that is locked, by element and attribute."""
    manifest = package.read(_MANIFEST) if _MANIFEST in package else b""
    if _LOCK not in manifest:
        return {}
    if _DECLARED not in manifest:  # OpenOffice.org 2 left that to a document type
        manifest = manifest.replace(
            _ROOT, _ROOT + _DECLARED + f'"{_NAMESPACE.strip()}"'.encode(), 1
        )
    locks: dict[str, dict[str, str]] = {}
    entry: dict[str, str] = {}
    events = XmlEvents()

    def open_entry(attributes: Attributes) -> None:
        entry["name"] = attributes.get(f"{_NAMESPACE}full-path", "")

    def taking(element: str) -> Opening:
        def take(attributes: Attributes) -> None:
            lock = locks.setdefault(entry.get("name", ""), {})
            for name, value in attributes.items():
                lock[f"{element} {name.removeprefix(_NAMESPACE)}"] = value

        return take

    events.openings[f"{_NAMESPACE}file-entry"] = open_entry
    events.openings.update({_NAMESPACE + element: taking(element) for element in _ELEMENTS})
    events.feed(manifest)
    return locks


def _parsed(values: dict[str, str]) -> _Lock:
    """Raises ``ReadFailure``: PASSWORD for a lock of another kind, DAMAGED."""
    is_known = (
        _last_word(values, "algorithm algorithm-name") == _AES
        and _last_word(values, "key-derivation key-derivation-name") == _DERIVATION
    )
    if not is_known:
        raise _unknown_lock()
    start_hash = _last_word(values, "start-key-generation start-key-generation-name", "sha1")
    try:
        lock = _Lock(
            start_hash=_HASHES[start_hash.lower()],
            salt=b64decode(values["key-derivation salt"]),
            iterations=int(values["key-derivation iteration-count"]),
            key_bytes=int(values.get("key-derivation key-size", 16)),
            start_vector=b64decode(values["algorithm initialisation-vector"]),
            checksum_hash=_HASHES[_last_word(values, "encryption-data checksum-type").lower()],
            checksum=b64decode(values["encryption-data checksum"]),
        )
    except (KeyError, ValueError, binascii.Error) as error:
        raise _damaged() from error
    if not 0 < lock.iterations <= _MAX_ITERATIONS or lock.key_bytes not in (16, 24, 32):
        raise _unknown_lock()
    if len(lock.start_vector) != _BLOCK_BYTES:
        raise _damaged()
    return lock


def _last_word(values: dict[str, str], name: str, default: str = "") -> str:
    return values.get(name, default).rpartition("#")[2]


def _decrypted(data: bytes, lock: _Lock, password: str) -> bytes | None:
    """Still deflated; None when the password does not fit."""
    # Imported here: a worker that meets no locked document starts sooner without it.
    from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes  # noqa: PLC0415

    if not data or len(data) % _BLOCK_BYTES:
        raise _damaged()
    start = hashlib.new(lock.start_hash, password.encode("utf-8", "replace")).digest()
    key = hashlib.pbkdf2_hmac("sha1", start, lock.salt, lock.iterations, lock.key_bytes)
    decryptor = Cipher(algorithms.AES(key), modes.CBC(lock.start_vector)).decryptor()
    padded = decryptor.update(data) + decryptor.finalize()
    content = padded[: -padded[-1]] if 0 < padded[-1] <= _BLOCK_BYTES else b""
    checksum = hashlib.new(lock.checksum_hash, content[:_CHECKED_BYTES]).digest()
    return content if checksum == lock.checksum else None


def _unknown_lock() -> ReadFailure:
    detail = "The document is locked in a way that cannot be opened here."
    return ReadFailure(FailureReason.PASSWORD, detail)


def _damaged() -> ReadFailure:
    detail = "The document is damaged: what locks it cannot be read."
    return ReadFailure(FailureReason.DAMAGED, detail)


# --- the reader ----------------------------------------------------------------------------------

NAME = "opendocument"

_HEAD_BYTES = 1024
_MIMETYPE_IN_FRONT = re.compile(
    rb"PK\x03\x04.{26}mimetype.{0,64}?application/vnd\.oasis\.opendocument\.", re.DOTALL
)
# Only sets of characters are possessive in this package: Python before 3.11.5 matches possessive
# groups wrongly (its issue 106052).
_FLAT = re.compile(
    rb"(?:\xef\xbb\xbf|\s++|<\?(?:[^?]++|\?(?!>))*\?>|<!--(?:[^-]++|-(?!->))*-->)*"
    rb"<office:document\s",
    re.DOTALL,
)
_CONTENT = "content.xml"
_STYLES = "styles.xml"
_META = "meta.xml"


def read(source: Source) -> Extracted:
    """Raises ``ReadFailure``: DAMAGED, BOMB, PASSWORD or UNSUPPORTED."""
    if is_zip(source.data):
        return _read_package(OdfParts(open_package(source.data, source.limits), source))
    if _is_flat(source.data):
        content = OdfContent()
        content.feed(source.data)
        return extracted_of(NAME, _text(content, content), _metadata(source.data))
    return plain.read(source)


def recognises(data: bytes) -> bool:
    """By the mimetype in front, else by the names of the parts; flat ones by the root element."""
    if is_zip(data):
        in_front = _MIMETYPE_IN_FRONT.match(data[:_HEAD_BYTES]) is not None
        return in_front or all(has_member(data, name.encode()) for name in (_MANIFEST, _CONTENT))
    return _is_flat(data)


def _is_flat(data: bytes) -> bool:
    return _FLAT.match(data[:_HEAD_BYTES]) is not None


def _read_package(package: OdfParts) -> Extracted:
    styles = OdfContent()
    if _STYLES in package:
        styles.feed(package.read(_STYLES))
    content = OdfContent(styles.hidden_styles, _formulas_of(package))
    content.feed(package.read(_CONTENT))
    metadata = _metadata(package.read(_META)) if _META in package else Metadata()
    return extracted_of(NAME, _text(content, styles), metadata)


def _formulas_of(package: OdfParts) -> Callable[[str], str]:
    """The text of each formula that has a part of its own, once; of other objects nothing.

    A damaged one costs itself alone.
    """
    met: set[str] = set()

    def formula_at(part: str) -> str:
        if part in met or part not in package:
            return ""
        met.add(part)
        signs: list[str] = []
        events = XmlEvents()
        handle_formulas(events, signs.append)
        try:
            events.feed(package.read(part))
        except ReadFailure as failure:
            if failure.reason is not FailureReason.DAMAGED:
                raise
        return "".join(signs)

    return formula_at


def _text(content: OdfContent, styles: OdfContent) -> str:
    """The running heads of a spreadsheet or a presentation are of its pages, not of its text."""
    headers, footers = (styles.headers, styles.footers) if content.is_prose else ([], [])
    notes = (*content.footnotes, *content.endnotes)
    return joined((joined_once(headers), content.text(), *notes, joined_once(footers)))


def _metadata(data: bytes) -> Metadata:
    return dublin_core(data, META_NAMES, within=META)


READER = Reader(
    name=NAME,
    extensions=frozenset({
        ".odt", ".ott", ".fodt", ".odp", ".otp", ".fodp", ".ods", ".ots", ".fods", ".odg", ".fodg",
    }),
    recognises=recognises,
    read=read,
)  # fmt: skip
