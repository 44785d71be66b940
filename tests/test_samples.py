"""The bundled sample documents are what their truth table says they are."""

from __future__ import annotations

import csv
import difflib
import html
import itertools
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from simhash_gui.core.fingerprint.recipe import DEFAULT_RECIPE, recipe_named
from simhash_gui.services.comparison.loading import load_here

SAMPLES = Path(__file__).parents[1] / "resources" / "samples"
DOCUMENTS = SAMPLES / "documents"
EMPTY = "mixed/新建文本文档.txt"
BINARY = "mixed/scan_0047.txt"
TRUNCATED = "mixed/letter-to-the-landlord-usb-stick.txt"
LETTER = "en/letter-to-the-landlord.txt"
UTF_16 = "mixed/letter-to-the-landlord-unicode.txt"
GB18030 = "zh/停水通知-旧电脑.txt"
UTF_16_MARK = b"\xff\xfe"
RELATIONS = {
    "exact-copy",
    "near-duplicate",
    "revision",
    "reordered",
    "partial-copy",
    "shared-template",
    "script-twin",
    "encoding-twin",
    "format-twin",
    "unrelated",
}
# Least and greatest share of words changed or moved. The README of the samples gives the bounds up
# to 10 %; the last one lies between a partial copy (0.67) and a shared template (0.71).
LEVELS = {
    "identical": (0.0, 0.0),
    "light": (0.0001, 0.02),
    "moderate": (0.02, 0.10),
    "heavy": (0.10, 0.69),
    "different": (0.69, 1.0),
}


@dataclass(frozen=True, slots=True)
class Row:
    a: str
    b: str
    relation: str
    level: str
    note: str


def truth() -> list[Row]:
    with (SAMPLES / "truth.csv").open(encoding="utf-8", newline="") as table:
        return [Row(**row) for row in csv.DictReader(table)]


def rows_of(relation: str) -> list[Row]:
    return [row for row in truth() if row.relation == relation]


def documents() -> list[str]:
    return sorted(p.relative_to(DOCUMENTS).as_posix() for p in DOCUMENTS.rglob("*") if p.is_file())


def readable_documents() -> list[str]:
    return [name for name in documents() if name not in {EMPTY, BINARY, TRUNCATED}]


def data_of(name: str) -> bytes:
    return (DOCUMENTS / name).read_bytes()


def text_of(name: str) -> str:
    data = data_of(name)
    if data.startswith(UTF_16_MARK):
        return data.decode("utf-16")
    return data.decode("gb18030" if name == GB18030 else "utf-8")


def body_text(name: str) -> str:
    """What a reader of the page sees."""
    if not name.endswith(".html"):
        # The number of an ordered item is mark-up: HTML writes it as <li>.
        return re.sub(r"^\d+\. ", "", text_of(name), flags=re.M)
    body = text_of(name).partition("<body>")[2]
    return html.unescape(re.sub(r"<[^>]+>", " ", body))


def words(text: str) -> list[str]:
    """Single Han or kana characters, and runs of other letters and digits."""
    return re.findall(r"[\u3040-\u30ff\u4e00-\u9fff]|[^\W\u3040-\u30ff\u4e00-\u9fff]+", text)


def share_changed(a: str, b: str) -> float:
    matcher = difflib.SequenceMatcher(None, words(body_text(a)), words(body_text(b)), False)
    return 1 - matcher.ratio()


def paragraphs(name: str) -> list[str]:
    return [block.strip() for block in text_of(name).split("\n\n")]


def script_of(name: str) -> str:
    text = text_of(name)
    counts = {
        "japanese": len(re.findall(r"[\u3040-\u30ff]", text)) * 2,
        "chinese": len(re.findall(r"[\u4e00-\u9fff]", text)),
        "russian": len(re.findall(r"[\u0400-\u04ff]", text)),
        "english": len(re.findall(r"[A-Za-z]", text)) / 3,
    }
    return max(counts, key=lambda script: counts[script])


@pytest.mark.parametrize(
    ("relation", "a", "b", "distance", "told"),
    [
        ("script-twin", "zh/茶馆一日.txt", "zh/茶館一日-繁體.txt", 0, ["the distance is 0"]),
        (
            "revision",
            "zh/图书室工作报告-2023-初稿.txt",
            "zh/图书室工作报告-2023-定稿.txt",
            9,
            ["differ in 9 bits", "no block equal"],
        ),
    ],
)
def test_fingerprints_are_as_far_apart_as_the_readme_says(
    relation: str, a: str, b: str, distance: int, told: list[str]
) -> None:
    recipe = recipe_named(DEFAULT_RECIPE)
    one, other = (load_here(DOCUMENTS / name, recipe).fingerprint for name in (a, b))
    [row] = [
        line
        for line in (SAMPLES / "README.md").read_text("utf-8").splitlines()
        if line.startswith(f"| {relation} |")
    ]

    assert (one.value ^ other.value).bit_count() == distance
    assert all(words in row for words in told)


def test_the_truth_names_only_documents_that_exist() -> None:
    named = {name for row in truth() for name in (row.a, row.b)}

    assert named <= set(documents())


def test_the_truth_has_every_relation_and_no_other() -> None:
    assert {row.relation for row in truth()} == RELATIONS


def test_the_truth_lists_no_pair_twice_and_no_document_with_itself() -> None:
    pairs = [frozenset((row.a, row.b)) for row in truth()]

    assert all(len(pair) == 2 for pair in pairs)
    assert len(set(pairs)) == len(pairs)


def test_every_row_of_the_truth_has_a_note() -> None:
    assert all(row.note for row in truth())


def test_there_are_at_least_forty_documents_in_less_than_400_kilobytes() -> None:
    sizes = [len(data_of(name)) for name in documents()]

    assert len(sizes) >= 40
    assert sum(sizes) < 400_000


def test_the_tables_about_the_documents_are_not_among_the_documents() -> None:
    names = {Path(name).name for name in documents()}

    assert not names & {"truth.csv", "README.md"}


def test_chinese_and_english_documents_are_about_as_many() -> None:
    scripts = [script_of(name) for name in readable_documents()]

    assert 0.4 <= scripts.count("chinese") / len(scripts) <= 0.6
    assert 0.4 <= scripts.count("english") / len(scripts) <= 0.6
    assert {"japanese", "russian"} <= set(scripts)


def test_most_documents_are_long_enough_for_a_fingerprint_to_mean_something() -> None:
    lengths = [len(words(text_of(name))) for name in readable_documents()]

    assert sum(length >= 250 for length in lengths) >= 0.9 * len(lengths)
    assert min(lengths) < 150


@pytest.mark.parametrize("row", rows_of("exact-copy"), ids=lambda row: row.b)
def test_exact_copies_are_byte_identical(row: Row) -> None:
    assert data_of(row.a) == data_of(row.b)


def test_an_exact_copy_lies_in_a_sub_folder_of_its_own() -> None:
    assert any(Path(row.a).parent != Path(row.b).parent for row in rows_of("exact-copy"))


@pytest.mark.parametrize("row", rows_of("encoding-twin"), ids=lambda row: row.b)
def test_encoding_twins_have_other_bytes_and_the_same_text(row: Row) -> None:
    assert data_of(row.a) != data_of(row.b)
    assert text_of(row.a) == text_of(row.b)


def test_one_encoding_twin_is_gb18030_and_another_utf_16() -> None:
    with pytest.raises(UnicodeDecodeError):
        data_of(GB18030).decode("utf-8")
    assert data_of(UTF_16).startswith(UTF_16_MARK)
    assert {GB18030, UTF_16} <= {row.b for row in rows_of("encoding-twin")}


@pytest.mark.parametrize("row", rows_of("near-duplicate"), ids=lambda row: f"{row.a} {row.b}")
def test_near_duplicates_differ_in_a_few_words_only(row: Row) -> None:
    a, b = words(text_of(row.a)), words(text_of(row.b))

    assert 1 <= sum(x != y for x, y in zip(a, b, strict=True)) <= 5


def test_in_each_language_a_near_duplicate_differs_in_a_single_word() -> None:
    for folder in ("en/", "zh/"):
        pairs = [
            (words(text_of(row.a)), words(text_of(row.b)))
            for row in rows_of("near-duplicate")
            if row.a.startswith(folder)
        ]
        assert any(sum(x != y for x, y in zip(a, b, strict=True)) == 1 for a, b in pairs)


@pytest.mark.parametrize("row", rows_of("reordered"), ids=lambda row: row.b)
def test_reordered_documents_have_the_same_paragraphs_in_another_order(row: Row) -> None:
    a, b = paragraphs(row.a), paragraphs(row.b)

    assert a != b
    assert sorted(a) == sorted(b)


@pytest.mark.parametrize("row", rows_of("partial-copy"), ids=lambda row: row.b)
def test_a_partial_copy_shares_one_long_paragraph_and_nothing_else(row: Row) -> None:
    shared = set(paragraphs(row.a)) & set(paragraphs(row.b))

    assert len(shared) == 1
    assert len(words(shared.pop())) >= 150


@pytest.mark.parametrize("row", rows_of("shared-template"), ids=lambda row: row.b)
def test_documents_of_a_template_share_their_headings_but_not_their_text(row: Row) -> None:
    a, b = set(text_of(row.a).splitlines()), set(text_of(row.b).splitlines())
    shared = {line for line in a & b if line}

    assert len(shared) >= 6
    assert max(len(words(line)) for line in shared) <= 25


@pytest.mark.parametrize("row", rows_of("script-twin"), ids=lambda row: row.b)
def test_script_twins_have_a_character_for_each_character(row: Row) -> None:
    a, b = text_of(row.a), text_of(row.b)

    changed = sum(x != y for x, y in zip(a, b, strict=True))
    assert 0.1 < changed / len(a) < 0.5
    assert "馆" in a
    assert "館" in b
    assert "館" not in a
    assert "馆" not in b


@pytest.mark.parametrize("row", rows_of("format-twin"), ids=lambda row: row.b)
def test_format_twins_show_the_same_words_to_a_reader(row: Row) -> None:
    assert Path(row.a).suffix != Path(row.b).suffix
    assert words(body_text(row.a)) == words(body_text(row.b))


@pytest.mark.parametrize("row", truth(), ids=lambda row: f"{row.a} {row.b}")
def test_the_level_agrees_with_the_share_of_words_changed_or_moved(row: Row) -> None:
    least, greatest = LEVELS[row.level]

    assert least <= share_changed(row.a, row.b) <= greatest


def test_all_pairs_with_the_same_text_are_in_the_truth() -> None:
    texts = {name: text_of(name) for name in readable_documents()}
    listed = {frozenset((row.a, row.b)) for row in truth() if row.level == "identical"}

    for a, b in itertools.combinations(texts, 2):
        assert texts[a] != texts[b] or frozenset((a, b)) in listed


def test_one_document_is_empty() -> None:
    assert [name for name in documents() if not data_of(name)] == [EMPTY]


def test_one_document_is_not_text_in_any_encoding() -> None:
    data = data_of(BINARY)

    assert b"\x00" in data
    for encoding in ("utf-8", "gb18030", "big5", "utf-16-le", "utf-16-be"):
        with pytest.raises(UnicodeDecodeError):
            data.decode(encoding)


def test_one_document_is_a_letter_cut_off_in_the_middle_of_a_character() -> None:
    data = data_of(TRUNCATED)

    assert data_of(UTF_16).startswith(data)
    assert len(data) % 2 == 1
    assert text_of(LETTER).startswith(data[:-1].decode("utf-16"))
    with pytest.raises(UnicodeDecodeError):
        data.decode("utf-16")


def test_the_truth_leaves_out_documents_that_cannot_be_read() -> None:
    named = {name for row in truth() for name in (row.a, row.b)}

    assert not named & {EMPTY, BINARY, TRUNCATED}


def test_the_readme_explains_every_relation_and_names_only_files_that_exist() -> None:
    readme = (SAMPLES / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:en|zh|mixed)/[^`…]+)`", readme))

    assert all(f"| {relation}" in readme for relation in RELATIONS)
    assert named <= set(documents())
