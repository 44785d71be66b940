"""The PDF of a report: every page of it, whatever its length."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace
from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from pytestqt.qtbot import QtBot

from simhash_gui.services.checking import markup
from simhash_gui.services.checking.report import sections
from simhash_gui.services.checking.report_texts import Form, ReportLanguage, ReportOptions, Words
from simhash_gui.ui.common.pdf import RemotePrinter, print_sections
from tests.services.checking.test_report import subject


def text_of(path: Path) -> list[str]:
    with pypdfium2.PdfDocument(path) as document:
        return [plain(document[number]) for number in range(len(document))]


def plain(page: pypdfium2.PdfPage) -> str:
    """Qt names some glyphs by the radicals that look alike; PDFium ends lines between any two."""
    return unicodedata.normalize("NFKC", "".join(page.get_textpage().get_text_range().split()))


def test_sections_are_printed_one_after_another(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"

    print_sections(["<h1>First</h1>", "<p>文字 &lt;b&gt;</p>" * 200, "<p>The end.</p>"], path)

    pages = text_of(path)
    assert "First" in pages[0]
    assert "文字<b>" in pages[1]
    assert "Theend." in pages[-1]
    assert all(page.endswith(str(number)) for number, page in enumerate(pages, start=1))


def test_a_file_that_cannot_be_written_is_told(qtbot: QtBot, tmp_path: Path) -> None:
    with pytest.raises(OSError, match="nowhere"):
        print_sections(["<p>x</p>"], tmp_path / "nowhere" / "a.pdf")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
def test_a_full_drive_is_told(qtbot: QtBot) -> None:
    with pytest.raises(OSError, match="No space"):
        print_sections(["<p>x</p>"], Path("/dev/full"))


def test_a_window_has_its_reports_printed_by_another_process(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"

    RemotePrinter().print(iter(["<h1>First</h1>", "<p>The end.</p>"]), path)

    assert "Theend." in text_of(path)[-1]
    with pytest.raises(OSError, match="nowhere"):
        RemotePrinter().print(["<p>x</p>"], tmp_path / "nowhere" / "a.pdf")


def test_no_heading_stands_at_the_foot_of_a_page_alone(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    table = (
        "<table border=1><thead><tr><th>Header</th></tr></thead>"
        "<tr><td>First row</td></tr><tr><td>Second row</td></tr></table>"
    )
    pieces = ["<h2>Heading</h2><p>Text below</p>", f"<h2>Heading</h2><p>Caption</p>{table}"]

    # given headings at every height of a page
    print_sections(
        ["<p>x</p>" * lines + piece for lines in range(30, 46) for piece in pieces], path
    )

    pages = text_of(path)
    assert sum("Heading" in page for page in pages) == 32
    for page in pages:
        assert ("Heading" in page) == ("Textbelow" in page or "Firstrow" in page)
        assert ("Caption" in page) == ("Firstrow" in page)
    assert any("Firstrow" in page and "Secondrow" not in page for page in pages)
    assert any(page.startswith("Heading") for page in pages)


def test_a_long_table_has_its_header_on_every_page(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    rows = "<tr><td>row</td></tr>" * 150

    print_sections([f"<table><thead><tr><th>Header</th></tr></thead>{rows}</table>"], path)

    pages = text_of(path)
    assert len(pages) > 2
    assert all("Header" in page for page in pages)


def row(number: int) -> str:
    """A row of some lines, more in one cell than in the other; 日 as a Chinese one has them."""
    left = f"first{number}. {'words of a passage ' * (7 * number % 60)}<br><i>last{number}.</i>"
    right = f"begin{number}. {'文字' * (11 * number % 200)} end{number}."
    return f"<tr><td>{left}</td><td>{right}</td></tr>"


@pytest.mark.parametrize("head", ["", "<thead><tr><th>here</th><th>there</th></tr></thead>"])
def test_a_row_of_a_table_stands_on_one_page(qtbot: QtBot, tmp_path: Path, head: str) -> None:
    path = tmp_path / "a.pdf"
    tables = [
        f"<p><b>Source {start}.</b></p><table border=1 cellpadding=4 width='100%'>{head}"
        f"{''.join(map(row, range(start, start + 17)))}</table>"
        for start in range(0, 85, 17)
    ]

    print_sections(["<h2>Side by side</h2>" + "".join(tables)], path)

    pages = text_of(path)
    parts = [[f"{part}{n}." for part in ("first", "last", "begin", "end")] for n in range(85)]
    whole = [sum(all(part in page for part in row) for page in pages) for row in parts]
    assert whole == [1] * 85
    assert not any(re.search(r"Source\d+\.\d+$", page) for page in pages)


def test_a_table_is_closed_at_the_foot_of_each_page(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    head = ("here", "there")
    cells = [("words of a row " * 4 * (3 + n % 5), f"number {n} " * 9) for n in range(60)]

    print_sections([markup.table(head, cells, is_even=True)], path)

    with pypdfium2.PdfDocument(path) as document:
        assert len(document) > 3
        for page in document:
            dark = np.squeeze(page.render(scale=2, grayscale=True).to_numpy()) < 200
            across = dark.sum(axis=1)
            lines = np.flatnonzero(across > 0.8 * across.max())
            sides = np.flatnonzero(dark[:, dark[:, :300].sum(axis=0).argmax()])
            assert abs(lines.max() - sides.max()) <= 2
            assert abs(lines.min() - sides.min()) <= 2


def test_a_row_that_is_longer_than_a_page_is_printed_to_its_end(
    qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "a.pdf"
    said = [f"很长的一段文字{number}。" for number in range(400)]
    long = f"<tr><td>{''.join(said)}the end</td><td>there</td></tr>"

    print_sections([f"<table border=1>{row(9)}{long}{row(9)}{row(50)}</table><p>after</p>"], path)

    pages = "".join(text_of(path))
    assert [each for each in said if each not in pages] == []
    assert "theend" in pages
    assert "after" in pages


@pytest.mark.thorough
def test_two_million_characters_are_printed_to_the_last_sentence(
    qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "long.pdf"
    sentence = "这是一份厚厚的检测报告，它的每一个字都应当印在纸上。"
    lines = 20_000 // len(sentence)
    section = f"<p>{'<br>'.join([sentence] * lines)}</p>"
    count = 2_000_000 // (lines * len(sentence)) + 1

    print_sections([*[section] * count, "<p>This is the last sentence.</p>"], path)

    with pypdfium2.PdfDocument(path) as document:
        assert len(document) > 613
        last, before = plain(document[len(document) - 1]), plain(document[len(document) - 2])
    assert "Thisisthelastsentence." in last
    assert unicodedata.normalize("NFKC", sentence) in before


def test_every_heading_is_printed_where_tables_are_moved_to_another_page(
    qtbot: QtBot, tmp_path: Path
) -> None:
    lines = "words of a passage<br>" * 14
    passage = f"<td>{'words of a passage ' * 28}</td><td>{lines}</td>"
    head = "<thead><tr><th>here</th><th>there</th></tr></thead>"
    table = f'<table width="100%" border=1>{head}<tr>{passage}</tr></table>'
    path = tmp_path / "a.pdf"

    print_sections(
        [
            "<h2>Side by side</h2>"
            + "".join(f"<p><b>Source {n}.</b></p>{table}" for n in range(1, 41))
        ],
        path,
    )

    pages = text_of(path)
    named = [int(each) for page in pages for each in re.findall(r"Source(\d+)\.", page)]
    assert named == list(range(1, 41))
    assert not any(re.search(r"Source\d+\.\d+$", page) for page in pages)


@pytest.mark.parametrize("language", ReportLanguage)
def test_heads_of_the_table_of_sources_are_not_cut_within_a_word(
    qtbot: QtBot, tmp_path: Path, language: ReportLanguage
) -> None:
    path, about = tmp_path / "a.pdf", subject()
    longer = replace(about.findings.sources[0].match, paths=(f"/texts/{'of-many-words-' * 9}.txt",))
    source = replace(about.findings.sources[0], match=longer)
    about = replace(about, findings=replace(about.findings, sources=(source,) * 20))
    _, sources, *_ = sections(about, ReportOptions(Form.BRIEF, language))

    print_sections([sources], path)

    with pypdfium2.PdfDocument(path) as document:
        printed = unicodedata.normalize("NFKC", document[0].get_textpage().get_text_range())
    words = Words(language)
    heads = [words(each) for each in ("best", "full", "longest", "matches", "distance")]
    assert [word for head in heads for word in head.split() if word not in printed.split()] == []


def test_the_lines_of_a_text_stay_indented(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    about = subject(text="def one():\n        return 1\n")

    print_sections(sections(about, ReportOptions(Form.MARKED)), path)

    with pypdfium2.PdfDocument(path) as document:
        pages = [document[number].get_textpage() for number in range(len(document))]
        texts = [page.get_text_range() for page in pages]
        (found,) = (number for number, text in enumerate(texts) if "return 1" in text)
        left = [pages[found].get_charbox(texts[found].index(word))[0] for word in ("def", "return")]
    assert left[1] - left[0] > 10


def test_figures_of_a_table_end_where_their_head_does(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    rows = [("one", "7"), ("two", "1,234"), ("three", "55.5%")]
    print_sections([markup.table(("name", "value"), rows, figures=(1,))], path)

    with pypdfium2.PdfDocument(path) as document:
        page = document[0].get_textpage()
        text = page.get_text_range()
        ends = [page.get_charbox(text.index(each) + len(each) - 1)[2] for _, each in rows]
        head = page.get_charbox(text.index("value") + 4)[2]

    assert max(*ends, head) - min(*ends, head) < 3
