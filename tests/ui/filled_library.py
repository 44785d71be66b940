"""Puts documents with chosen fingerprints into a library, without reading any file."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from simhash_gui.documents.compression import compress_text
from simhash_gui.services.library.libraries import Library, library_recipe
from simhash_gui.store.engine.types import DocumentState, FileState, FolderRole
from simhash_gui.store.repositories import documents, files, folders, texts
from simhash_gui.store.repositories.documents import NewDocument
from simhash_gui.store.repositories.files import NewFile

FOLDER = "/archive"
DAY_NS = 86_400 * 10**9
# Thirty-two bits apart from each other.
ZERO, HALVES, QUARTERS, BYTES, NIBBLES = (
    0x0000_0000_0000_0000,
    0xFFFF_FFFF_0000_0000,
    0xFFFF_0000_FFFF_0000,
    0xFF00_FF00_FF00_FF00,
    0xF0F0_F0F0_F0F0_F0F0,
)


def words(name: str, first: int = 0, count: int = 100) -> str:
    """Words that no other text has: ``stone0 stone1 …``."""
    return " ".join(f"{name}{number}" for number in range(first, first + count))


@dataclass(frozen=True, slots=True)
class Doc:
    """A file. Files with the same ``text`` are copies and should have the same fingerprint."""

    name: str
    word: int
    text: str = ""
    size_bytes: int = 1_000
    modified_day: int = 20_000  # days since 1970

    @property
    def content(self) -> str:
        return self.text or words(f"{self.name.partition('.')[0].replace(' ', '')}word")

    @property
    def digest(self) -> bytes:
        return hashlib.md5(self.content.encode(), usedforsecurity=False).digest()


REPORT, MINUTES, BEYOND = words("report"), words("minute"), words("beyond")
# Four reports of which two are copies, a chain of five steps of which only neighbours are versions
# of one text, a pair 6 and a pair 12 bits apart.
ARCHIVE = (
    Doc("report.txt", ZERO, REPORT, 4_000, 20_001),
    Doc("report_copy.txt", ZERO, REPORT, 4_000, 20_002),
    Doc("report-final.txt", ZERO ^ 0b1, REPORT.replace("report50", "final"), 3_000, 20_009),
    Doc("report-draft.txt", ZERO ^ 0b110, REPORT.replace("report30", "draft"), 1_500),
    *(
        Doc(f"chain-{step}.txt", HALVES ^ ((1 << 3 * step) - 1), words("link", 30 * step), 100)
        for step in range(5)
    ),
    Doc("会议纪要 1.txt", QUARTERS, MINUTES, 9_000),
    Doc("会议纪要 2.txt", QUARTERS ^ 0b111111, MINUTES.replace("minute9", "hour"), 8_000),
    Doc("beyond a.txt", BYTES, BEYOND),
    Doc("beyond b.txt", BYTES ^ 0xFFF, BEYOND.replace("beyond9", "within")),
    Doc("alone.txt", NIBBLES),
)
# Near by fingerprint and strangers by text; versions of one text far apart by fingerprint; a part.
STRANGER = Doc("stranger.txt", NIBBLES ^ 0b11)
FAR = (
    Doc("far a.txt", ~NIBBLES & 0xFFFF_FFFF_FFFF_FFFF, words("far")),
    Doc("far b.txt", BYTES ^ 0xFFFF_0000, words("far", 3)),
)
PART = Doc("part.txt", HALVES ^ QUARTERS, f"{words('own')} {words('report', 20, 40)}")


def put(library: Library, found: Iterable[Doc], folder: str = FOLDER) -> dict[str, int]:
    """Store the files; returns the document id of each name."""
    found = list(found)
    recipe_id = library_recipe(library).recipe_id
    with library.write() as connection:
        folder_id = folders.add(connection, Path(folder), FolderRole.NORMAL, 0).id
        contents = {doc.digest: doc for doc in found}
        documents.insert(connection, [_document(doc, recipe_id) for doc in contents.values()])
        known = {key: row.id for key, row in documents.by_digest(connection, contents).items()}
        compressed = [(known[key], compress_text(doc.content)) for key, doc in contents.items()]
        texts.put(connection, compressed)
        files.upsert(connection, [_file(doc, folder_id, known[doc.digest]) for doc in found])
    return {doc.name: known[doc.digest] for doc in found}


def _document(doc: Doc, recipe_id: str) -> NewDocument:
    return NewDocument(
        digest=doc.digest,
        state=DocumentState.FINGERPRINTED,
        imported_at_ms=0,
        size_bytes=doc.size_bytes,
        recipe_id=recipe_id,
        word=doc.word,
        rest=0,
        character_count=len(doc.content),
        feature_count=1,
        language="en",
        encoding="utf-8",
        reader="plain",
    )


def _file(doc: Doc, folder_id: int, document_id: int) -> NewFile:
    return NewFile(
        folder_id=folder_id,
        relative_path=doc.name,
        size_bytes=doc.size_bytes,
        mtime_ns=doc.modified_day * DAY_NS,
        state=FileState.PRESENT,
        document_id=document_id,
    )
