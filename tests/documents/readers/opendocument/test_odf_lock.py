from __future__ import annotations

import hashlib
import zlib
from base64 import b64encode

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from simhash_gui.documents.readers import read_source
from simhash_gui.documents.readers.reader import Source
from simhash_gui.documents.records import FailureReason, Limits, ReadFailure
from tests.documents.readers.office_files import odf_part, odt

SALT = b"0123456789abcdef"
VECTOR = b"fedcba9876543210"
ITERATIONS = 1000
CONTENT = odf_part(
    "document-content",
    "<office:body><office:text><text:p>under lock 上锁</text:p></office:text></office:body>",
).encode()
ALGORITHM = "http://www.w3.org/2001/04/xmlenc#aes256-cbc"


def packed(content: bytes) -> bytes:
    deflate = zlib.compressobj(wbits=-15)
    return deflate.compress(content) + deflate.flush()


def encrypted(data: bytes, password: str) -> bytes:
    start = hashlib.sha256(password.encode()).digest()
    key = hashlib.pbkdf2_hmac("sha1", start, SALT, ITERATIONS, 32)
    padding = 16 - len(data) % 16
    encryptor = Cipher(algorithms.AES(key), modes.CBC(VECTOR)).encryptor()
    return encryptor.update(data + bytes([padding]) * padding) + encryptor.finalize()


def manifest(checksum: bytes, algorithm: str = ALGORITHM, iterations: str = str(ITERATIONS)) -> str:
    return f"""<m:manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">
    <m:file-entry m:full-path="content.xml"><m:encryption-data m:checksum-type="x#sha256-1k"
        m:checksum="{b64encode(checksum).decode()}">
      <m:algorithm m:algorithm-name="{algorithm}"
        m:initialisation-vector="{b64encode(VECTOR).decode()}"/>
      <m:start-key-generation m:start-key-generation-name="x#sha256" m:key-size="32"/>
      <m:key-derivation m:key-derivation-name="PBKDF2" m:key-size="32"
        m:iteration-count="{iterations}" m:salt="{b64encode(SALT).decode()}"/>
    </m:encryption-data></m:file-entry></m:manifest>"""


def locked(content: bytes = CONTENT, **kind: str) -> bytes:
    data = packed(content)
    checksum = hashlib.sha256(data[:1024]).digest()
    parts = {
        "content.xml": encrypted(data, "secret"),
        "META-INF/manifest.xml": manifest(checksum, **kind),
    }
    return odt("", parts=parts)


def reason_of(data: bytes, *passwords: str, limits: Limits | None = None) -> FailureReason:
    with pytest.raises(ReadFailure) as caught:
        read_source(Source(data, "a.odt", passwords=passwords, limits=limits or Limits()))
    return caught.value.reason


def test_one_of_the_passwords_opens_it() -> None:
    source = Source(locked(), "a.odt", passwords=("wrong", "secret"))
    assert read_source(source).text == "under lock 上锁"


def test_without_the_right_password_it_asks_for_one() -> None:
    assert reason_of(locked()) is FailureReason.PASSWORD
    assert reason_of(locked(), "wrong") is FailureReason.PASSWORD


@pytest.mark.parametrize(
    "kind",
    [{"algorithm": "x#blowfish"}, {"iterations": "0"}, {"iterations": "99999999999"}],
)
def test_a_lock_of_another_kind_is_told(kind: dict[str, str]) -> None:
    assert reason_of(locked(**kind), "secret") is FailureReason.PASSWORD


def test_a_package_that_is_locked_as_a_whole_is_told() -> None:
    assert reason_of(odt("", parts={"encrypted-package": "x"})) is FailureReason.PASSWORD


def test_a_lock_that_makes_no_sense_is_damage() -> None:
    assert reason_of(locked(iterations="many"), "secret") is FailureReason.DAMAGED
    parts = {"content.xml": b"odd size", "META-INF/manifest.xml": manifest(b"")}
    assert reason_of(odt("", parts=parts), "secret") is FailureReason.DAMAGED


def test_what_does_not_inflate_is_damage() -> None:
    data = b"\xff" * 50
    parts = {
        "content.xml": encrypted(data, "secret"),
        "META-INF/manifest.xml": manifest(hashlib.sha256(data).digest()),
    }
    assert reason_of(odt("", parts=parts), "secret") is FailureReason.DAMAGED


def test_a_bomb_behind_the_lock_is_not_inflated() -> None:
    limits = Limits(expanded_bytes=500_000)
    data = locked(CONTENT + b" " * 600_000)
    assert reason_of(data, "secret", limits=limits) is FailureReason.BOMB
