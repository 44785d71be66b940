"""EPUB 2 and 3: the chapters in the order of the spine, each read as XHTML.

Tables of contents are left out, whose lines the chapters have as headings, but for those that stand
in a page with other text. Scripts are not run and
nothing outside the package is fetched.
"""

from __future__ import annotations

import posixpath
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from urllib.parse import unquote

from simhash_gui.documents.encoding.encodings import decode
from simhash_gui.documents.readers.html.html import declared_charset, page_content, share_of_links
from simhash_gui.documents.readers.office.office_package import dublin_core
from simhash_gui.documents.readers.plain import plain
from simhash_gui.documents.readers.reader import Reader, Source, extracted_of
from simhash_gui.documents.readers.xml_events import Attributes, XmlEvents
from simhash_gui.documents.readers.zip_package import Package, has_member, is_zip, open_package
from simhash_gui.documents.records import Extracted, FailureReason, ReadFailure

NAME = "epub"

_CONTAINER = "META-INF/container.xml"
_ENCRYPTION = "META-INF/encryption.xml"
_CONTAINER_NAMESPACE = "urn:oasis:names:tc:opendocument:xmlns:container"
_PACKAGE_NAMESPACE = "http://www.idpf.org/2007/opf"
_ENCRYPTION_NAMESPACE = "http://www.w3.org/2001/04/xmlenc#"
_MOSTLY_LINKS = 0.5
_PAGE_TYPES = frozenset({"application/xhtml+xml", "text/html"})
_OF_FONTS = frozenset({"http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"})
"""These make fonts unfit for other uses and lock no text."""


@dataclass(frozen=True, slots=True)
class _Item:
    path: str
    media_type: str
    is_contents: bool


@dataclass(slots=True)
class _Book:
    """What the package document lists."""

    folder: str
    items: dict[str, _Item] = field(default_factory=dict)
    spine: list[str] = field(default_factory=list)
    contents_pages: set[str] = field(default_factory=set)
    pages_with_contents: set[str] = field(default_factory=set)
    """The table of contents names a place in the page, so there may be more in it."""

    def path(self, reference: str) -> str:
        """The name of a part in the package, for a reference in the package document."""
        plain = unquote(reference.partition("#")[0])
        return posixpath.normpath(posixpath.join(self.folder, plain)).lstrip("/")

    def chapters(self) -> Iterator[str]:
        """The parts with text, in reading order, each once."""
        found = [self.items[name] for name in self.spine if name in self.items]
        not_text = self.contents_pages.union(item.path for item in found if item.is_contents)
        pages = (item.path for item in found if item.media_type in _PAGE_TYPES)
        yield from (path for path in dict.fromkeys(pages) if path not in not_text)


def read(source: Source) -> Extracted:
    """The text of all chapters, and title, author, date and language of the package.

    Raises ``ReadFailure``: PASSWORD when chapters are encrypted, DAMAGED, BOMB or UNSUPPORTED.
    """
    if not is_zip(source.data):
        return plain.read(source)
    package = open_package(source.data, source.limits)
    opf, book = _opened(package)
    chapters = list(book.chapters())
    if not chapters:
        raise ReadFailure(FailureReason.DAMAGED, "The book is damaged: it lists no chapters.")
    if not _locked_parts(package).isdisjoint(chapters):
        detail = "The book is copy-protected. Only the program that it was bought for opens it."
        raise ReadFailure(FailureReason.PASSWORD, detail)
    texts = (_chapter_text(package, chapter, book.pages_with_contents) for chapter in chapters)
    return extracted_of(NAME, "\n".join(filter(None, texts)), dublin_core(opf))


def pages_of(source: Source) -> Iterator[bytes]:
    """The markup of the chapters, in reading order. Raises ``ReadFailure``."""
    package = open_package(source.data, source.limits)
    _, book = _opened(package)
    yield from map(package.read, book.chapters())


def recognises(data: bytes) -> bool:
    """Whether it is a ZIP file with the parts of a book."""
    return has_member(data, _CONTAINER.encode())


def _chapter_text(package: Package, chapter: str, with_contents: Collection[str]) -> str:
    data = package.read(chapter)
    if not data:
        return ""
    markup = decode(data, declared=declared_charset(data)).text
    is_contents = chapter in with_contents and share_of_links(markup) > _MOSTLY_LINKS
    return "" if is_contents else page_content(markup)[0]


def _opened(package: Package) -> tuple[bytes, _Book]:
    package_document = _package_document(package)
    opf = package.read(package_document)
    return opf, _book(opf, posixpath.dirname(package_document))


def _package_document(package: Package) -> str:
    paths: list[str] = []
    events = XmlEvents()
    events.openings[f"{_CONTAINER_NAMESPACE} rootfile"] = lambda attributes: paths.append(
        attributes.get("full-path", "")
    )
    events.feed(package.read(_CONTAINER))
    if not paths:
        detail = "The book is damaged: nothing says where its contents are listed."
        raise ReadFailure(FailureReason.DAMAGED, detail)
    return paths[0]


def _book(opf: bytes, folder: str) -> _Book:
    book = _Book(folder)

    def item(attributes: Attributes) -> None:
        book.items[attributes.get("id", "")] = _Item(
            book.path(attributes.get("href", "")),
            attributes.get("media-type", ""),
            "nav" in attributes.get("properties", "").split(),
        )

    def reference(attributes: Attributes) -> None:
        if attributes.get("type") == "toc":
            target = attributes.get("href", "")
            pages = book.pages_with_contents if "#" in target else book.contents_pages
            pages.add(book.path(target))

    events = XmlEvents()
    events.openings[f"{_PACKAGE_NAMESPACE} item"] = item
    events.openings[f"{_PACKAGE_NAMESPACE} reference"] = reference
    events.openings[f"{_PACKAGE_NAMESPACE} itemref"] = lambda attributes: book.spine.append(
        attributes.get("idref", "")
    )
    events.feed(opf)
    return book


def _locked_parts(package: Package) -> set[str]:
    """Parts that are encrypted, but for fonts."""
    if _ENCRYPTION not in package:
        return set()
    locked: set[str] = set()
    algorithm = ""

    def method(attributes: Attributes) -> None:
        nonlocal algorithm
        algorithm = attributes.get("Algorithm", "")

    def reference(attributes: Attributes) -> None:
        if algorithm not in _OF_FONTS:
            locked.add(unquote(attributes.get("URI", "")))

    events = XmlEvents()
    events.openings[f"{_ENCRYPTION_NAMESPACE} EncryptionMethod"] = method
    events.openings[f"{_ENCRYPTION_NAMESPACE} CipherReference"] = reference
    events.feed(package.read(_ENCRYPTION))
    return locked


READER = Reader(
    name=NAME,
    extensions=frozenset({".epub"}),
    recognises=recognises,
    read=read,
)
