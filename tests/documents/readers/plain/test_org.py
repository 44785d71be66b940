from __future__ import annotations

import pytest

from simhash_gui.documents.readers import read_bytes, reader_for
from simhash_gui.documents.records import FailureReason, Metadata, ReadFailure

KEYWORDS = """#+title: The *harbour*
#+TITLE: ledger
#+AUTHOR: M. Ashdown
#+DATE: <2024-05-06 Mon>
#+LANGUAGE: en-GB
#+OPTIONS: toc:nil
#+CAPTION[short]: A picture
# A remark.
Words.
* A heading
#+title: of another text
"""
LIST = """
- one
  goes on
+ two :: of *them*
  - [X] three
  1. [@4] four
  * 5) five
-----
"""
TABLE = """
| Ship          | Tons  |
|---------------+-------|
| <l>           | <5>   |
| [[a][Good]] Intent | *112* |
|               | 87.5  |
#+TBLFM: $2=3
"""
BLOCKS = """
#+BEGIN_QUOTE
Said by *her*.
#+END_QUOTE
#+begin_src python :results output
  # *not* bold
  def f():

      return [[1][0]]
  ,* no heading
#+end_src
#+begin_example
,#+TITLE: no keyword
:END:
#+end_example
: a *fixed* line
#+begin_export html
<b>gone</b>
#+end_export
#+begin_comment
gone
#+end_comment
"""
DRAWERS = """
* Heading
SCHEDULED: <2024-05-06 Mon> DEADLINE: <2024-05-07 Tue>
:PROPERTIES:
:ID: 12
:END:
:LOGBOOK:
CLOCK: [2024-05-06 Mon 10:00]--[2024-05-06 Mon 11:00] =>  1:00
:END:
Words.
:open:
More words.
"""


def _text(source: str) -> str:
    return read_bytes(source.encode(), "a.org").text


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_keywords_are_what_the_document_says_of_itself(line_end: str) -> None:
    found = read_bytes(KEYWORDS.replace("\n", line_end).encode(), "a.org")

    assert (found.text, found.reader) == ("Words.\n\nA heading", "org")
    assert found.metadata == Metadata(
        "The harbour ledger", "M. Ashdown", "<2024-05-06 Mon>", "en-GB"
    )


@pytest.mark.parametrize(
    ("heading", "title"),
    [
        ("* Ships /that/ came", "Ships that came"),
        ("***\tTODO [#A] Ships  :spring:@bar:", "Ships"),
        ("** DONE", ""),
        ("* WAIT for 10:30: the tide", "WAIT for 10:30: the tide"),
        ("* 船 :港口:", "船"),
    ],
)
def test_of_a_heading_its_title_remains(heading: str, title: str) -> None:
    parts = filter(None, ("Before.", title, "Words."))
    assert _text(f"Before.\n{heading}\nWords.") == "\n\n".join(parts)


def test_words_of_progress_are_those_that_the_document_names() -> None:
    source = "#+TODO: WAIT(w@/!) | GONE(g)\n* WAIT one\n* GONE two\n* TODO three"
    assert _text(source) == "one\n\ntwo\n\nTODO three"


def test_a_tree_that_is_a_comment_is_left_out_to_its_end() -> None:
    assert _text("* COMMENT a\nb\n** c\nd\n* COMMENTS\ne") == "COMMENTS\n\ne"


def test_items_stand_in_lines_without_marks() -> None:
    assert _text(LIST) == "one\ngoes on\ntwo\nof them\nthree\nfour\n5) five"


def test_cells_stand_apart_by_a_tab_without_rules_and_formulas() -> None:
    assert _text(TABLE) == "Ship\tTons\nGood Intent\t112\n\t87.5"


def test_blocks_give_their_text_and_code_stays_as_it_is() -> None:
    code = "# *not* bold\ndef f():\n\n    return [[1][0]]\n* no heading"
    assert _text(BLOCKS) == f"Said by her.\n{code}\n#+TITLE: no keyword\n:END:\na *fixed* line"


def test_drawers_and_planning_are_left_out() -> None:
    assert _text(DRAWERS) == "Heading\n\nWords.\n:open:\nMore words."


@pytest.mark.parametrize("start", ["#+begin_src c", ":NAME:"])
def test_what_never_ends_does_not_swallow_the_rest(start: str) -> None:
    assert _text(f"{start}\nWords.\n* Next").endswith("Words.\n\nNext")


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("*bold* /it/ _under_ +gone+ =c= ~d~.", "bold it under gone c d."),
        ("*bold /and italic/ =a*b/= end*", "bold and italic a*b/ end"),
        ("*over\ntwo lines*", "over\ntwo lines"),
        ("2 * 3 * 4, /usr/bin, a_b_c, and/or/not", "2 * 3 * 4, /usr/bin, a_b_c, and/or/not"),
        ("=[[a][b]]= ~{{{x}}}~ =@@a:b@@= =\\\\=", "[[a][b]] {{{x}}} @@a:b@@ \\\\"),
        ("\u200b*粗*\u200b体", "\u200b粗\u200b体"),
        ("[[https://a.org/_b_][the /link/\nhere]]", "the link\nhere"),
        ("[[https://a.org][x[1]]] [[*Heading]] [[b]", "x[1] Heading [[b]"),
        ("One[fn:1] two[fn:: see [[a][there]]].", "One two see there."),
        ("[fn:1] The note.", "The note."),
        ("a @@html:<b>@@b <<place>>c {{{kbd(C-c)}}} {{{date}}}d", "a b c C-c d"),
        ("one\\\\\ntwo", "one\ntwo"),
    ],
)
def test_marks_go_and_words_remain(source: str, text: str) -> None:
    assert _text(source) == text


@pytest.mark.parametrize("encoding", ["gb18030", "utf-16", "big5"])
def test_other_encodings_are_read(encoding: str) -> None:
    simplified = "这篇文章用另一种编码写成，要足够长才能认出来。"
    traditional = "這篇文章用另一種編碼寫成，要足夠長才能認出來。"
    words = traditional if encoding == "big5" else simplified
    assert read_bytes(f"* TODO {words}".encode(encoding), "a.org").text == words


def test_the_encoding_that_a_user_chose_is_followed() -> None:
    found = read_bytes("* café".encode("cp1252"), "a.org", "cp1253")
    assert (found.text, found.encoding) == ("cafι", "cp1253")


def test_what_is_no_text_is_refused() -> None:
    with pytest.raises(ReadFailure) as caught:
        read_bytes(b"\x89PNG\r\n\x1a\n\x00\x00\x00", "a.org")
    assert caught.value.reason is FailureReason.NOT_TEXT


@pytest.mark.parametrize(
    "source", ["", "* ", "#+title:", "|", "-", "[[", ":", "#+begin_src", "\\\\"]
)
def test_pieces_of_marks_alone_are_read(source: str) -> None:
    assert read_bytes(source.encode(), "a.org").metadata == Metadata()


def test_the_extension_tells_the_format() -> None:
    assert reader_for(b"* a", "NOTES.ORG").name == "org"
    assert reader_for(b"* a", "a.txt").name == "text"
