"""Office documents built by hand from their parts, so that no library reads what it wrote."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
A = "http://schemas.openxmlformats.org/drawingml/2006/main"
P = "http://schemas.openxmlformats.org/presentationml/2006/main"
S = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
_CONTENT_TYPES = "http://schemas.openxmlformats.org/package/2006/content-types"
_NAMESPACES = (
    f'xmlns:w="{W}" xmlns:r="{R}" xmlns:a="{A}" xmlns:p="{P}" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" '
    'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" '
    'xmlns:v="urn:schemas-microsoft-com:vml"'
)

Relations = Iterable[tuple[str, str, str]]
"""Id, the last word of the type, target."""


def zipped(parts: Mapping[str, str | bytes], *, stored: Iterable[str] = ()) -> bytes:
    """A ZIP file of these members in this order."""
    file = BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content, ZIP_STORED if name in stored else ZIP_DEFLATED)
    return file.getvalue()


def relations(entries: Relations) -> str:
    """A ``.rels`` part."""
    lines = (
        f'<Relationship Id="{id_}" Type="{R}/{kind}" Target="{target}"/>'
        for id_, kind, target in entries
    )
    return f'<Relationships xmlns="{_RELATIONS}">{"".join(lines)}</Relationships>'


def office_parts(main: str, content: str, entries: Relations = ()) -> dict[str, str | bytes]:
    """The parts that every Office Open XML document has."""
    folder, _, name = main.rpartition("/")
    return {
        "[Content_Types].xml": f'<Types xmlns="{_CONTENT_TYPES}"/>',
        "_rels/.rels": relations([("r1", "officeDocument", main)]),
        main: content,
        f"{folder}/_rels/{name}.rels": relations(entries),
    }


def core_properties(**fields: str) -> str:
    """``docProps/core.xml``; a field is ``dc_title`` or ``dcterms_created``."""
    lines = (
        f"<{name.replace('_', ':')}>{escape(value)}</{name.replace('_', ':')}>"
        for name, value in fields.items()
    )
    return (
        '<cp:coreProperties xmlns:dc="http://purl.org/dc/elements/1.1/" '
        'xmlns:dcterms="http://purl.org/dc/terms/" '
        'xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties">'
        f"{''.join(lines)}</cp:coreProperties>"
    )


def word_part(root: str, content: str) -> str:
    """A part of a DOCX whose root is ``w:document``, ``w:hdr``, ``w:footnotes`` …"""
    return f"<w:{root} {_NAMESPACES}>{content}</w:{root}>"


def docx(
    body: str,
    *,
    parts: Mapping[str, str | bytes] | None = None,
    entries: Relations = (),
) -> bytes:
    """A DOCX; ``parts`` come on top, by name below ``word/`` or by full name from ``/`` on."""
    document = word_part("document", f"<w:body>{body}</w:body>")
    all_parts = office_parts("word/document.xml", document, entries)
    for name, content in (parts or {}).items():
        all_parts[name.lstrip("/") if name.startswith("/") else f"word/{name}"] = content
    return zipped(all_parts)


def paragraph(text: str) -> str:
    """A paragraph of a DOCX."""
    return f"<w:p><w:r><w:t>{escape(text)}</w:t></w:r></w:p>"


def pptx(
    slides: Iterable[str],
    *,
    parts: Mapping[str, str | bytes] | None = None,
    slide_entries: Relations = (),
) -> bytes:
    """A PPTX; ``slide_entries`` are relations of the first slide."""
    slides = list(slides)
    names = [f"slides/slide{number}.xml" for number in range(1, len(slides) + 1)]
    listing = "".join(f'<p:sldId id="{256 + i}" r:id="s{i}"/>' for i in range(len(slides)))
    main = f"<p:presentation {_NAMESPACES}><p:sldIdLst>{listing}</p:sldIdLst></p:presentation>"
    entries = [(f"s{i}", "slide", name) for i, name in enumerate(names)]
    all_parts = office_parts("ppt/presentation.xml", main, entries)
    for name, content in zip(names, slides, strict=True):
        all_parts[f"ppt/{name}"] = slide(content)
    all_parts["ppt/slides/_rels/slide1.xml.rels"] = relations(slide_entries)
    return zipped(all_parts | dict(parts or {}))


def slide(content: str, root: str = "sld") -> str:
    """A part with a tree of shapes."""
    tree = f"<p:cSld><p:spTree>{content}</p:spTree></p:cSld>"
    return f"<p:{root} {_NAMESPACES}>{tree}</p:{root}>"


def shape(text: str, placeholder: str = "") -> str:
    """A shape with a paragraph for each line."""
    kind = f'<p:nvPr><p:ph type="{placeholder}"/></p:nvPr>' if placeholder else "<p:nvPr/>"
    lines = "".join(f"<a:p><a:r><a:t>{escape(line)}</a:t></a:r></a:p>" for line in text.split("\n"))
    return f"<p:sp><p:nvSpPr>{kind}</p:nvSpPr><p:txBody>{lines}</p:txBody></p:sp>"


def xlsx(
    *sheets: str,
    shared: Iterable[str] = (),
    styles: str = "",
    parts: Mapping[str, str | bytes] | None = None,
) -> bytes:
    """An XLSX whose sheets are given as rows in XML."""
    names = [f"worksheets/sheet{number}.xml" for number in range(1, len(sheets) + 1)]
    listing = "".join(
        f'<sheet name="S{i}" sheetId="{i + 1}" r:id="s{i}"/>' for i in range(len(sheets))
    )
    main = f'<workbook xmlns="{S}" xmlns:r="{R}"><sheets>{listing}</sheets></workbook>'
    entries = [(f"s{i}", "worksheet", name) for i, name in enumerate(names)]
    entries += [("t", "sharedStrings", "sharedStrings.xml"), ("y", "styles", "styles.xml")]
    all_parts = office_parts("xl/workbook.xml", main, entries)
    strings = "".join(f"<si><t>{escape(text)}</t></si>" for text in shared)
    all_parts["xl/sharedStrings.xml"] = f'<sst xmlns="{S}">{strings}</sst>'
    all_parts["xl/styles.xml"] = f'<styleSheet xmlns="{S}">{styles}</styleSheet>'
    for name, rows in zip(names, sheets, strict=True):
        sheet = f'<worksheet xmlns="{S}"><sheetData>{rows}</sheetData></worksheet>'
        all_parts[f"xl/{name}"] = sheet
    return zipped(all_parts | dict(parts or {}))


_ODF = " ".join(
    f'xmlns:{prefix}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for prefix, name in {
        "office": "office", "text": "text", "table": "table", "draw": "drawing", "style": "style",
        "meta": "meta", "svg": "svg-compatible",
    }.items()
)  # fmt: skip


def odf_part(root: str, content: str) -> str:
    """A part of an OpenDocument whose root is ``office:document-content`` or the like."""
    dublin_core = 'xmlns:dc="http://purl.org/dc/elements/1.1/"'
    return f"<office:{root} {_ODF} {dublin_core}>{content}</office:{root}>"


def odt(
    body: str,
    *,
    automatic_styles: str = "",
    kind: str = "text",
    parts: Mapping[str, str | bytes] | None = None,
) -> bytes:
    """An OpenDocument; ``kind`` is ``text``, ``presentation`` or ``spreadsheet``."""
    content = odf_part(
        "document-content",
        f"<office:automatic-styles>{automatic_styles}</office:automatic-styles>"
        f"<office:body><office:{kind}>{body}</office:{kind}></office:body>",
    )
    mimetype = f"application/vnd.oasis.opendocument.{kind}"
    all_parts: dict[str, str | bytes] = {
        "mimetype": mimetype,
        "content.xml": content,
        "META-INF/manifest.xml": "<manifest/>",
    }
    return zipped(all_parts | dict(parts or {}), stored=["mimetype"])
