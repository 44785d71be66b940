"""Quotations and notes that the format sets off, in files made by hand."""

from __future__ import annotations

import pytest

from simhash_gui.documents.manuscript.quotations import attribution
from simhash_gui.documents.manuscript.structure import structure_of
from simhash_gui.documents.readers import read_bytes
from simhash_gui.documents.records import Structure
from tests.documents.document_parts import docx, epub, open_document, word_body
from tests.documents.manuscript.test_structure import headings, paragraph, run, with_parts

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
RELATIONS = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Id="n" Target="footnotes.xml" Type="http://schemas.openxmlformats.org/'
    'officeDocument/2006/relationships/footnotes"/></Relationships>'
)
MARK = '<w:r><w:footnoteReference w:id="2"/></w:r>'


def read(data: bytes, name: str) -> tuple[str, Structure]:
    extracted = read_bytes(data, name)
    return extracted.text, structure_of(data, extracted.text, extracted.reader)


def seen(data: bytes, name: str) -> tuple[list[str], list[str], list[str]]:
    """Quotations, notes, and the word before each mark of a note."""
    text, structure = read(data, name)
    found = structure.set_off
    return (
        [text[start:end] for start, end in found.quotations],
        [text[start:end] for start, end in found.notes],
        [text[:offset].split()[-1] for offset in found.references],
    )


def test_quotations_of_a_word_document_are_set_in_or_have_a_style_that_shows() -> None:
    styles = (
        f"<w:styles {W}>"
        '<w:style w:styleId="q"><w:name w:val="Quote"/><w:rPr><w:i/></w:rPr></w:style>'
        '<w:style w:styleId="h"><w:name w:val="Block Text"/></w:style></w:styles>'
    )
    body = (
        paragraph("Words of the author.")
        + paragraph("Words of another.", '<w:pStyle w:val="q"/>')
        + paragraph("Looks like the rest.", '<w:pStyle w:val="h"/>')
        + paragraph("Set in by a hand.", '<w:ind w:left="720"/>')
        + paragraph("An entry of a list.", '<w:ind w:left="720" w:hanging="720"/>')
        + paragraph("A point.", '<w:numPr/><w:ind w:left="720"/>')
        + "".join(paragraph(f"Line {number} of the author.") for number in range(4))
    )
    data = with_parts(docx(word_body(body)), word__styles=styles)

    assert seen(data, "a.docx")[0] == ["Words of another.", "Set in by a hand."]


def test_a_word_document_that_is_set_in_as_a_whole_quotes_nothing() -> None:
    body = "".join(paragraph(f"Line {n}.", '<w:ind w:left="720"/>') for n in range(3))

    assert seen(docx(word_body(body)), "a.docx")[0] == []


def test_footnotes_of_a_word_document_cite_and_are_notes() -> None:
    notes = (
        f'<w:footnotes {W}><w:footnote w:type="separator" w:id="0">{paragraph("x")}</w:footnote>'
        f'<w:footnote w:id="3">{paragraph("And the log.")}</w:footnote>'
        f'<w:footnote w:id="2">{paragraph("See the yearbook.")}</w:footnote></w:footnotes>'
    )
    body = (
        paragraph("Nobody has said this before.")
        + f"<w:p>{run('He wrote: “It is so.”')}{MARK}{run(' And went away. No one saw it.')}</w:p>"
        + f"<w:p>{run('The end')}{MARK.replace('2', '3')}</w:p>"
    )
    data = with_parts(docx(word_body(body), relations=RELATIONS), word__footnotes=notes)

    text, structure = read(data, "a.docx")

    assert seen(data, "a.docx")[1:] == (
        ["See the yearbook.", "And the log."],
        ["so.”", "end"],
    )
    marks = attribution(text, set_off=structure.set_off)
    start = text.index("“It")
    assert marks.cited[start : start + 9].all()
    assert not marks.cited[text.index("No one") : text.index("The end") - 1].any()
    assert not marks.cited[: text.index("He wrote") - 1].any()


@pytest.mark.parametrize(
    "mark",
    [
        '<sup><a href="#n1">1</a></sup>',
        '<a role="doc-noteref" href="#n1">1</a>',
        '<a href="#n1"><sup>1</sup></a>',
    ],
)
def test_quotations_and_notes_of_a_web_page(mark: str) -> None:
    data = (
        "<html><body><p>Own words.</p><blockquote><p>Not <i>his</i> own.</p><p>Two.</p>"
        f"</blockquote><p>Somebody said so{mark} in a book.</p>"
        '<blockquote style="margin: 0">Cannot be seen.</blockquote>'
        '<aside role="doc-footnote">The book.</aside></body></html>'
    ).encode()

    quotations, notes, references = seen(data, "a.html")

    assert quotations == ["Not his own.\nTwo."]
    assert notes == ["The book."]
    assert references == ["so"]


OPEN = "urn:oasis:names:tc:opendocument:xmlns:"
ODT_STYLES = f"""<office:document-styles xmlns:office="{OPEN}office:1.0"
 xmlns:style="{OPEN}style:1.0" xmlns:fo="{OPEN}xsl-fo-compatible:1.0"><office:styles>
<style:style style:name="Quotations">
<style:paragraph-properties fo:margin-left="1cm"/></style:style>
<style:style style:name="P1" style:parent-style-name="Quotations"/>
<style:style style:name="Block_20_Quotation"/>
<style:style style:name="P2"><style:paragraph-properties fo:margin-left="0.5in"/></style:style>
</office:styles></office:document-styles>"""


def odt_note(number: int, text: str, kind: str = "footnote") -> str:
    return (
        f'<text:note text:note-class="{kind}"><text:note-citation>{number}</text:note-citation>'
        f"<text:note-body><text:p>{text}</text:p></text:note-body></text:note>"
    )


def test_quotations_and_notes_of_an_open_document() -> None:
    def line(words: str, style: str = "") -> str:
        return f'<text:p text:style-name="{style}">{words}</text:p>'

    body = (
        line("Words of the author.")
        + line("Words of another.", "P1")
        + line("Looks like the rest.", "Block_20_Quotation")
        + line("Set <text:span>in</text:span> by a hand.", "P2")
        + f"<text:list><text:list-item>{line('A point.', 'P2')}</text:list-item></text:list>"
        + line(f"Somebody{odt_note(1, 'At the end.', 'endnote')} said so{odt_note(2, 'A book.')}.")
        + "".join(line(f"Line {number} of the author.") for number in range(4))
    )
    data = with_parts(open_document("text", body), styles=ODT_STYLES)

    assert seen(data, "a.odt") == (
        ["Words of another.", "Set in by a hand."],
        ["A book.", "At the end."],
        ["Somebody", "so"],
    )


def test_quotations_notes_and_headings_of_a_book() -> None:
    pages = [
        ("b.xhtml", "<h1>Two</h1><blockquote><p>Words of another.</p></blockquote>"),
        (
            "a.xhtml",
            "<h1>One</h1><p>He said so<a role='doc-noteref' href='#n'>1</a> once.</p>"
            "<aside role='doc-footnote' id='n'>The book.</aside>",
        ),
    ]
    chapters = [(name, f"<html><body>{body}</body></html>") for name, body in pages]
    data = epub(["a.xhtml", "b.xhtml"], chapters)

    assert seen(data, "a.epub") == (["Words of another."], ["The book."], ["so"])
    text, structure = read(data, "a.epub")
    assert [text[start:].split("\n")[0] for start in structure.headings] == ["One", "Two"]
    assert structure_of(data[:-30], text, "epub") == Structure()


MARKDOWN = b"""# One

Own words[^a], *and* more.

> Words of another,
> on two lines.

# Two

- Said elsewhere.[^b]

[^a]: The note.
[^b]: Another one.
"""


def test_headings_quotations_and_notes_of_markdown() -> None:
    assert seen(MARKDOWN, "a.md") == (
        ["Words of another,\non two lines."],
        ["The note.", "Another one."],
        ["words", "elsewhere."],
    )
    text, structure = read(MARKDOWN, "a.md")
    assert [text[start:].split("\n")[0] for start in structure.headings] == ["One", "Two"]
    assert headings(MARKDOWN, "a.txt") == []


def test_what_stands_twice_is_found_at_both_places() -> None:
    text, structure = read(b"> Twice.\n\nOnce.\n\n> Twice.\n", "a.md")

    assert structure.set_off.quotations == ((0, 6), (len(text.rstrip()) - 6, len(text.rstrip())))


RTF = (
    rb"{\rtf1\ansi\ansicpg1252{\fonttbl{\f0\fcharset0 Times;}}"
    rb"{\stylesheet{\s1\li720\ri720 Quote;}}{\header\pard\li900 A running head\par}"
    rb"\pard\f0 Nobody has said this before"
    rb"{\super\chftn}{\footnote\pard\plain {\super\chftn} Miller, {\i Essays}, 1999, p. 4.\par}"
    rb" and nobody will again.\par "
    rb"\pard\li720\ri720 The quality of mercy is not strained,\par "
    rb"it droppeth as the gentle rain from heaven.\par "
    rb"\pard\fi-360\li720 An item of a list\par "
    rb"\pard What follows is the author's own{\footnote The second note.}.\par}"
)


def test_quotations_and_notes_of_a_rich_text() -> None:
    quotations, notes, before = seen(RTF, "draft.rtf")

    assert quotations == [
        "The quality of mercy is not strained,",
        "it droppeth as the gentle rain from heaven.",
    ]
    assert notes == ["Miller, Essays, 1999, p. 4.", "The second note."]
    assert before == ["before", "own"]


def test_a_rich_text_that_is_set_in_as_a_whole_quotes_nothing() -> None:
    every = rb"{\rtf1\pard\li720 One paragraph\par another\par and a third.\par}"

    assert seen(every, "draft.rtf") == ([], [], [])


def test_a_rich_text_cannot_pretend_to_have_notes_that_nobody_sees() -> None:
    pretends = rb"{\rtf1\pard Nobody sees this\u17? mark.{\footnote A note.}\par}"

    assert seen(pretends, "draft.rtf") == ([], [], [])


def test_a_damaged_rich_text_sets_nothing_off() -> None:
    assert structure_of(RTF[:-1], "Nobody", "rtf") == Structure()
    assert structure_of(b"no rich text", "no rich text", "rtf") == Structure()
