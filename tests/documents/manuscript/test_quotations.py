"""What a text marks as quoted or cited."""

from __future__ import annotations

import time

import numpy as np
import pytest

from simhash_gui.documents.manuscript.quotations import attribution, quotations


def marked(text: str) -> list[str]:
    return [text[start:end] for start, end in quotations(text)]


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("He “said this” then.", ["“said this”"]),
        ("Er „sagte das“ dann.", ["„sagte das“"]),
        ("Il «dit cela» puis.", ["«dit cela»"]),
        ("他说「这样『那样』吧」。", ["「这样『那样』吧」"]),
        ("《红楼梦》很长", ["《红楼梦》"]),
        ('a "straight one" here', ['"straight one"']),
        ("It's ‘don’t’ that’s odd", ["‘don’t’"]),
        ("“never closed\n\nin its paragraph”", []),
        ("”wrong way“", []),
        ("> quoted line\nown line", ["> quoted line"]),
        ("> one\n> two\n\n> three\nown", ["> one\n", "> two", "> three"]),
        (
            "He wrote:\n\n    set in\n    in two lines\n\nAnd on.\nAnd on.\nAnd on.",
            ["\n    set in\n    in two lines"],
        ),
        ("    all\n\n    is\n\n    set in", []),
        ("　　第一段首行缩进。\n　　第二段也是。\n", []),
    ],
)
def test_quotations_stand_between_their_marks(text: str, quoted: list[str]) -> None:
    assert marked(text) == quoted


def test_marks_that_nobody_sees_mark_nothing() -> None:
    text = "He “copied this” whole."
    unseen = np.array([each in "“”" for each in text])

    assert list(quotations(text, unseen)) == []


@pytest.mark.parametrize(
    "text",
    [
        "This is known [1].",
        "This is known.[2, 3] ",
        "This is known (Smith, 2019).",
        "This is known (cf. Smith & Jones 2019: 12).",
        "Smith and Jones (2019) say so.",
        "Smith et al. (2019) say so.",
        "这一点已被证明（张三，2019）。",
        "这一点已被证明［12］。",
        "李四等（2018）认为如此。",
        "Так считают (Иванов, 2010).",
        "This is known.¹ ",
        "这一点①，如此。",
        "This is known[^1].",
        "It “is known”1 by now.",
    ],
)
def test_a_sentence_with_a_reference_is_cited(text: str) -> None:
    assert attribution(text).cited.mean() > 0.8


@pytest.mark.parametrize(
    "text",
    [
        "In 2019 it rained.",
        "Take x[i] of it.",
        "An array [a] (see above).",
        "面积是10 m²。他走了。",
        "The “second”2.5 of it.",
    ],
)
def test_other_brackets_are_no_reference(text: str) -> None:
    assert not attribution(text).cited.any()


def test_only_the_sentence_of_a_reference_is_cited() -> None:
    text = "First one here. Second is known [1]. Third is not."

    cited = attribution(text).cited

    assert text[cited.argmax() : len(text) - cited[::-1].argmax()].strip() == "Second is known [1]."


def test_a_long_quotation_is_cited_as_a_whole() -> None:
    text = "他指出：「第一句很长。第二句也长。」[3]自己的话。"

    cited = attribution(text).cited

    assert cited[text.index("「") : text.index("自")].all()
    assert not cited[text.index("自") :].any()


def test_time_grows_with_the_number_of_paragraphs_and_no_faster() -> None:
    paragraph = "It is a paragraph of some forty letters.\n\n"

    short_s, long_s = (_quotations_s(paragraph * count) for count in (1_500, 24_000))

    assert long_s < 50 * short_s


def _quotations_s(text: str) -> float:
    """Processor time for all quotations of a text, the least of three."""
    taken_s = []
    for _ in range(3):
        before_s = time.process_time()
        assert not marked(text)
        taken_s.append(time.process_time() - before_s)
    return min(taken_s)
