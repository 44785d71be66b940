"""The report: what it says, in which form, and that it is safe to open anywhere."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

from simhash_gui.core.fingerprint.recipe import recipe_named
from simhash_gui.documents.records import FailureReason, ReadFailure
from simhash_gui.services.checking.batch import Matrix, Row, UnreadDocument
from simhash_gui.services.checking.findings import (
    ANY_SOURCE,
    CheckSettings,
    Exclusion,
    Filter,
    Group,
)
from simhash_gui.services.checking.judging import find
from simhash_gui.services.checking.markup import page_of, shown
from simhash_gui.services.checking.overview import Finished, Overview, overview_page
from simhash_gui.services.checking.report import Subject, sections, write_report
from simhash_gui.services.checking.report_texts import Form, ReportLanguage, ReportOptions, Words
from simhash_gui.services.comparison.evidence import TextSpan
from simhash_gui.services.comparison.loading import load_text
from tests.services.checking.made_texts import checked

SOURCE = " ".join(f"word{number}" for number in range(60))
SCRIPT = "<script>alert('x')</script> & <img src=http://example.org/a.png>"
TEXT = (
    f"{SCRIPT}\n{SOURCE.replace('word20 ', 'changed ')}. “{SOURCE}” [1]\nlast sentence\u200bhere."
)


def subject(
    settings: CheckSettings | None = None, text: str = TEXT, sources: Sequence[str] = (SOURCE,)
) -> Subject:
    question = replace(
        load_text(text, f"/desk/{SCRIPT}.txt", recipe_named("default")), digest=b"\x01" * 16
    )
    settings = settings or CheckSettings()
    findings = find(question, checked(text, sources), settings)
    made = datetime(2026, 1, 2, 3, 4, tzinfo=UTC)
    return Subject(
        question, findings, settings, "/l.simhash", made, {0: sources[0]}, {0: b"\x02" * 16}
    )


def page(about: Subject | None = None, options: ReportOptions | None = None) -> str:
    options = options or ReportOptions()
    return "".join(page_of(sections(about or subject(), options), Words(options.language)))


class Tags(HTMLParser):
    """Every tag with its attributes, and the text between them."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(source)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


def test_names_and_texts_that_are_markup_show_as_text() -> None:
    read = Tags(page())

    assert {tag for tag, _ in read.tags}.isdisjoint({"script", "img", "link", "iframe"})
    assert SCRIPT in read.text
    assert f"/desk/{SCRIPT}.txt" in read.text


def test_a_report_begins_with_how_much_is_word_for_word() -> None:
    about = subject()
    measures = about.findings.measures

    head, _ = Tags(page(about)).text.split("Summary", 1)

    assert 0 < measures.identical < measures.overlap
    assert f"{measures.ratio(measures.identical):.1%}" in head
    assert "Of it word for word" in head


def test_a_report_begins_with_how_much_was_found_and_left_out() -> None:
    about = subject(CheckSettings(frozenset({Filter.QUOTATIONS})))
    measures = about.findings.measures

    head, _ = Tags(page(about)).text.split("Summary", 1)

    assert measures.left_out > len(SOURCE) - 2
    assert f"{measures.ratio(measures.left_out):.1%} more was found and is left out" in head
    assert "more was found" not in Tags(page()).text


def test_a_match_that_is_left_out_stands_in_no_group() -> None:
    plain, filtered = (
        {group: counts for group, *counts in subject(settings).findings.groups}[Group.MARKED]
        for settings in (None, CheckSettings(frozenset({Filter.QUOTATIONS})))
    )

    assert plain[0] == 1
    assert filtered == [0, 0]


def test_nothing_is_asked_from_the_network() -> None:
    read = Tags(page())

    assert not [each for _, each in read.tags if {"src", "href"} & each.keys()]
    assert "url(" not in page()
    policies = [each.get("content", "") for tag, each in read.tags if tag == "meta"]
    assert any("default-src 'none'" in (policy or "") for policy in policies)


def test_the_whole_text_is_shown() -> None:
    plain = re.sub(r"\[\d+\]", "", Tags(page()).text)

    for words in ("word59", "last sentence◌here.", "alert('x')"):
        assert words in plain


@pytest.mark.parametrize(
    ("language", "names"),
    [
        (
            ReportLanguage.CHINESE,
            (
                "总文字复制比", "去除引用文献复制比", "去除本人已发表文献复制比",
                "单篇最大文字复制比", "重复字数", "总字数", "疑似段落数", "疑似段落最大重合字数",
                "疑似段落最小重合字数", "前部重合字数", "后部重合字数", "分母", "不是抄袭的结论",
                "主要来源",
            ),
        ),
        (
            ReportLanguage.ENGLISH,
            (
                "Total overlap", "Largest single source", "All characters", "not a verdict",
                "Full share", "Integrity flags", "characters without width", "Main source",
            ),
        ),
    ],
)  # fmt: skip
def test_measures_stand_under_their_names(language: ReportLanguage, names: tuple[str, ...]) -> None:
    about = subject(text=f"# One\n\n{TEXT}\n\n# Two\n\n{SOURCE}")
    text = Tags(page(about, ReportOptions(language=language))).text

    assert [name for name in names if name not in text] == []


@pytest.mark.parametrize(
    ("form", "has_text", "has_sides"),
    [
        (Form.BRIEF, False, False),
        (Form.MARKED, True, False),
        (Form.COMPARED, False, True),
        (Form.FULL, True, True),
    ],
)
def test_forms_show_more_or_less(form: Form, has_text: bool, has_sides: bool) -> None:
    text = Tags(page(options=ReportOptions(form))).text

    assert ("last sentence" in text) is has_text
    assert ("In the source" in text) is has_sides


class Columns(HTMLParser):
    """The columns of every table with a head: each cell with whether it stands right."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.tables: list[list[list[tuple[str, bool]]]] = []
        self._is_in_cell = False
        self.feed(source)

    def handle_endtag(self, tag: str) -> None:
        self._is_in_cell &= tag not in {"th", "td"}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._is_in_cell |= tag in {"th", "td"}
        match tag:
            case "table":
                self.tables.append([])
            case "tr":
                self.tables[-1].append([])
            case "th" | "td":
                is_right = dict(attrs).get("align") == "right"
                assert is_right is (dict(attrs).get("class") == "figure")
                self.tables[-1][-1].append(("", is_right))

    def handle_data(self, data: str) -> None:
        if self._is_in_cell:
            text, is_right = self.tables[-1][-1].pop()
            self.tables[-1][-1].append((text + data, is_right))

    def columns(self) -> list[list[tuple[str, bool]]]:
        headed = [rows for rows in self.tables if len(rows) > 2]
        return [list(column) for rows in headed for column in zip(*rows, strict=True)]


def test_figures_stand_right_below_a_head_that_does() -> None:
    columns = Columns(page()).columns()
    figure = re.compile(r"[\d,.%]+(–\d+| \([\d.]+%\))?|–|")
    counted = 0
    for (head, is_head_right), *cells in columns:
        if not head:  # numbers of sources in their colours
            continue
        is_of_figures = all(figure.fullmatch(text.strip()) for text, _ in cells)
        assert {is_right for _, is_right in cells} == {is_head_right} == {is_of_figures}
        counted += is_of_figures
    assert counted > 5


def test_what_is_copied_is_red_and_what_is_quoted_green() -> None:
    marked = page(options=ReportOptions(Form.MARKED))

    assert re.search(r"#FBD5D0;text-decoration:underline\">word0", marked)
    assert re.search(r"<i><span style=\"background-color:#CDE9D3\">word0", marked)


@pytest.mark.parametrize("language", ReportLanguage)
def test_a_report_says_that_small_pieces_count_where_it_has_any(language: ReportLanguage) -> None:
    options = ReportOptions(language=language)
    told = Words(language)("pieces_note")
    half = len(SOURCE) // 2
    first, last = SOURCE[:half], SOURCE[half:]
    turned = f"{last} heron kettle {first}"
    about = subject(text=f"{first} heron kettle {last}", sources=[turned])

    read = Tags(page(about, options)).text

    assert told in read
    assert told not in Tags(page(options=options)).text
    beside = read[read.index(Words(language)("compared")) :]
    assert "kettle" not in beside


@pytest.mark.parametrize("language", ReportLanguage)
def test_a_report_says_why_a_group_has_characters_and_no_match(language: ReportLanguage) -> None:
    options = ReportOptions(language=language)
    told = Words(language)("groups_note")
    source = f"{SOURCE}. Heron kettle willow granite."

    cited = Tags(page(subject(text=f"{source[:-1]} [1].", sources=[source]), options)).text

    assert told in cited
    assert told not in Tags(page(subject(text=source, sources=[source]), options)).text


def test_one_chapter_is_no_chapters() -> None:
    assert not re.search(r"\b1 chapters", Tags(page()).text)


def test_words_that_differ_are_marked() -> None:
    compared = page(options=ReportOptions(Form.COMPARED))

    assert "<b><u> changed </u></b>" in compared
    assert "<b><u> word20 </u></b>" in compared


def test_an_anonymous_report_has_no_names() -> None:
    about = subject(CheckSettings(own=("/library/me",)))

    anonymous = Tags(page(about, ReportOptions(anonymise=True))).text

    assert "/library" not in anonymous
    assert "/desk" not in anonymous
    assert "l.simhash" not in anonymous
    assert "Source 1" in anonymous


def test_filters_exclusions_and_digests_stand_in_the_report() -> None:
    about = subject()
    span = about.findings.sources[0].passages[0].passage.a
    settings = CheckSettings(
        frozenset({Filter.QUOTATIONS, Filter.SHORT}),
        least_words=9,
        exclusions=(Exclusion(ANY_SOURCE, span, "allowed <b>"),),
    )

    text = Tags(page(subject(settings))).text

    assert "allowed <b>" in text
    assert "Passages shorter than 9 words" in text
    assert "01" * 16 in text
    assert "02" * 16 in text or "/library/0.txt" in text


def test_a_long_text_comes_in_sections_of_bounded_length() -> None:
    about = subject(text="\n".join([SOURCE] * 300))

    pieces = list(sections(about, ReportOptions(Form.MARKED)))

    assert len(pieces) > 5
    assert max(map(len, pieces)) < 200_000


def test_a_report_is_written_whole(tmp_path: Path) -> None:
    written: list[str] = []

    def write_pdf(parts: object, path: Path) -> None:
        written.extend(parts)  # type: ignore[call-overload]
        path.write_bytes(b"%PDF")

    write_report(subject(), ReportOptions(), tmp_path / "a.html", None)
    write_report(subject(), ReportOptions(), tmp_path / "a.pdf", write_pdf)

    assert (tmp_path / "a.html").read_text("utf-8").endswith("</body></html>\n")
    assert (tmp_path / "a.pdf").read_bytes() == b"%PDF"
    assert written == list(sections(subject(), ReportOptions()))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.html", "a.pdf"]


def test_what_cannot_be_printed_has_a_sign() -> None:
    assert shown("a\x00\x7f\u200b\ud800<") == "a␀␣◌\ufffd&lt;"


def test_the_method_does_not_begin_at_the_foot_of_the_first_page() -> None:
    first, second, *_ = sections(subject(), ReportOptions())

    assert "Method and limits" not in first
    assert second.startswith("<h2>Method and limits</h2>")


def test_manuscript_and_source_have_columns_of_one_width_below_their_name() -> None:
    html = page()
    pairs = len(re.findall("<th[^>]*>In the manuscript</th><th[^>]*>In the source</th>", html))

    assert pairs > 0
    assert html.count("table-layout:fixed") == html.count('<p class="head">') == pairs


def test_what_is_left_out_is_counted() -> None:
    whole = subject()
    (source,) = whole.findings.sources
    (one,) = source.passages[:1]
    many = replace(
        source,
        passages=tuple(
            replace(one, passage=replace(one.passage, a=TextSpan(place, place + 1)))
            for place in range(1_500)
        ),
    )
    findings = replace(
        whole.findings, sources=(many, many, many), flags=whole.findings.flags[:1] * 1_000
    )

    text = Tags(page(replace(whole, findings=findings))).text

    assert "… 1000 more passages" in text  # of the second source
    assert "… 1500 passages of other sources are not set side by side" in text
    assert "… 700 more marks" in text


def test_a_matrix_too_large_for_a_page_is_told() -> None:
    rows = [Row(f"/bids/{number}.txt", 9, 0, 0, 0, 0, (), {}) for number in range(201)]
    finished = [Finished(f"{number}.html", row) for number, row in enumerate(rows)]
    matrix = Matrix(tuple(row.path for row in rows), np.zeros((201, 201)))

    text = Tags(
        overview_page(Overview(finished, [], matrix), ReportOptions(), CheckSettings())
    ).text

    assert "The matrix of 201 documents is too large for a page: it is in matrix.csv." in text


@pytest.mark.parametrize("language", ReportLanguage)
def test_an_overview_says_which_filters_were_on_and_how_much_they_leave_out(
    language: ReportLanguage,
) -> None:
    finished = [Finished("1.html", Row("/a.txt", 1000, 0, 0, 0, 0, (), {}, left_out=123))]
    found = Overview(finished, [])
    options, filters = ReportOptions(language=language), frozenset({Filter.SHARED, Filter.SHORT})

    on = Tags(overview_page(found, options, CheckSettings(filters))).text
    off = Tags(overview_page(found, options, CheckSettings())).text

    names = {
        ReportLanguage.ENGLISH: (
            "What many documents of the library share; Passages shorter than 8 words."
        ),
        ReportLanguage.CHINESE: "库内许多文档共有的套话、短于 8 词的段落。",
    }
    assert names[language] in on
    assert "12.3%" in on
    assert names[language] not in off


@pytest.mark.parametrize("reason", FailureReason)
def test_a_chinese_overview_says_in_chinese_why_a_document_was_not_read(
    reason: FailureReason,
) -> None:
    failed = [UnreadDocument("/1/2.3", ReadFailure(reason, "detail"))]
    options = ReportOptions(language=ReportLanguage.CHINESE)

    text = Tags(overview_page(Overview([], failed), options, CheckSettings())).text

    (told,) = re.findall(r"无法读取：/1/2\.3（([^）]+)）", text)
    assert told
    assert not re.search("[a-z]", told)


def test_a_chinese_report_has_colons_of_full_width() -> None:
    text = Tags(page(subject(text=SOURCE), ReportOptions(language=ReportLanguage.CHINESE))).text

    assert "比对库：/l.simhash" in text
    assert "检测时间：2026-01-02" in text
    assert ": " not in text.rpartition("重合检测报告")[2]


def test_an_empty_library_is_told_beside_the_figures() -> None:
    about = subject()

    nothing = replace(about, findings=replace(about.findings, documents=0))

    assert "there was nothing to compare the text with" in page(nothing)
    assert "there was nothing to compare the text with" not in page(about)


def test_what_was_left_out_by_hand_and_still_counts_is_told() -> None:
    about = subject()

    still = replace(about, findings=replace(about.findings, still_counted=len(about.findings.text)))

    assert "100.0% was left out by hand and still counts" in page(still)
    assert "still counts" not in page(about)


def test_how_many_documents_share_what_is_left_out_as_shared_by_many() -> None:
    about = subject()

    large = replace(about, findings=replace(about.findings, documents=40, few_documents=5))

    assert "What more than 5 documents of the library share" in page(large)
    assert "What many documents of the library share (there are too few for that)" in page(about)


def test_a_text_without_chapters_has_no_table_of_them() -> None:
    assert "(beginning)" not in page()
    assert "<h2>Chapters</h2>" not in page()
    assert "<h2>Chapters</h2>" in page(subject(text=f"# One\n\n{SOURCE}\n\n# Two\n\n{SOURCE}"))


@pytest.mark.parametrize("language", ReportLanguage)
def test_a_text_without_chapters_has_no_figures_of_them(language: ReportLanguage) -> None:
    words, options = Words(language), ReportOptions(language=language)
    names = [words(each) for each in ("suspects", "suspects_most", "suspects_least")]
    chapters = subject(text=f"# One\n\n{SOURCE}\n\n# Two\n\n{SOURCE}")

    with_them, without = page(chapters, options), page(options=options)

    assert [name for name in names if name not in with_them] == []
    assert [name for name in names if name in without] == []


@pytest.mark.parametrize("language", ReportLanguage)
def test_a_report_explains_the_hamming_distance_below_its_column(language: ReportLanguage) -> None:
    told, options = Words(language)("distance_note"), ReportOptions(language=language)

    about = subject()
    (source,) = about.findings.sources
    near = replace(source, match=replace(source.match, distance=3))
    with_distance = replace(about, findings=replace(about.findings, sources=(near,)))

    assert told in Tags(page(with_distance, options)).text
    assert told not in Tags(page(about, options)).text


@pytest.mark.parametrize(
    ("language", "dash", "unit"),
    [
        (ReportLanguage.ENGLISH, "a dash means that all of it does", "given in characters"),
        (ReportLanguage.CHINESE, "“–”表示全部被更优来源覆盖", "最长段落按字数计"),
    ],
)
def test_a_dash_among_the_shares_and_the_unit_of_the_longest_passage_are_explained(
    language: ReportLanguage, dash: str, unit: str
) -> None:
    hidden = " ".join(SOURCE.split()[:30])  # which the other source has as well

    text = Tags(page(subject(sources=(SOURCE, hidden)), ReportOptions(language=language))).text

    assert dash in text
    assert unit in text


def test_a_report_says_when_the_check_was_made() -> None:
    assert "Checked on" in page()
    assert "may have changed" not in page()
    assert "may have changed since this check" in page(replace(subject(), is_outdated=True))


def test_what_does_not_count_is_told_beside_its_source_and_by_its_words() -> None:
    text = f"{SOURCE}. In between is something else altogether. “{SOURCE}”"
    first, second = (each.passage.a for each in subject(text=text).findings.sources[0].places)
    by_hand = Exclusion(ANY_SOURCE, first, "with <permission>")
    settings = CheckSettings(exclusions=(by_hand,)), CheckSettings(frozenset({Filter.QUOTATIONS}))

    plain, excluded, filtered = (
        Tags(page(subject(each, text))).text.split("Side by side")[1] for each in (None, *settings)
    )

    assert "left out by hand:" not in plain
    assert "left out of the count:" not in plain
    assert excluded.count("left out by hand: with <permission>") == 1
    table = excluded.split("Matches left out by hand")[1]
    assert table.startswith("SourceAt characterPassageReason")
    assert SOURCE[:150] in table
    length = second.end - second.start
    assert f"left out of the count: {length} of {length} characters" in filtered
