"""What is made of texts together equals what the pipeline and the comparison make of each."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from simhash_gui.core.fingerprint.recipe import recipe_named
from simhash_gui.core.text.token_bytes import tokens_to_bytes
from simhash_gui.documents.comparison.deriving import Derived, comparison_data, derive
from simhash_gui.documents.comparison.texts import tokens_of
from simhash_gui.documents.segmentation.cutting import cut
from simhash_gui.documents.segmentation.pipeline import TextPipeline
from simhash_gui.documents.segmentation.script_folding import code_points
from tests.helpers.examples import examples

_ODD = (
    "a|Word|the |臺灣|的|。| |\n|\t\x1e|so-\ncalled |co\u00adop|ﬁ|½|"
    "\u0301|\ud800|ß|テ|ที่|\u2028|Σς|🦊|don\u2019t "
)
_PIECES = st.sampled_from(_ODD.split("|"))
_TEXTS = st.lists(_PIECES, max_size=40).map("".join)
_OF_MESSAGES = (
    "\n> quoted |\n-- \nJoe\n|\nOn Mon, x@y.z wrote:\n|\nFrom: a\nTo: b\nSubject: c\n|\nword |"
    "\n\uffc2|\n\u0301|so-\ncalled |\n____________________\nlist@x.org|"
    "臺灣|\n|one two three four five "
)
_MESSAGES = st.lists(st.sampled_from(_OF_MESSAGES.split("|")), max_size=20).map("".join)
_PAGES = "".join(f"{'A line of text. ' * 3}\n" * 20 + f"- {page} -\n" for page in range(1, 6))


def _one_by_one(texts: list[str], pipeline: TextPipeline) -> list[Derived]:
    batch = pipeline.fingerprint_texts(texts)
    columns = (batch.words.tolist(), batch.rests.tolist(), batch.feature_counts.tolist())
    return list(map(Derived, *columns, map(comparison_data, texts)))


@examples(60)
@given(st.lists(_TEXTS, max_size=6))
@example([_PAGES, "", "one", _PAGES + "more"])
@example(["a divi-\nded word " * 9, "a divided word " * 9])
@example([])
def test_texts_that_are_cut_once_come_out_as_if_cut_twice(texts: list[str]) -> None:
    pipeline = TextPipeline(recipe_named("default"))

    assert derive(texts, pipeline) == _one_by_one(texts, pipeline)


@examples(60)
@given(st.lists(_MESSAGES, max_size=4))
@example(["On Mon, x@y.z wrote:\n> \uffc2 one\n\uffc2 two\n> three\n\uffc2"])
@example(["> a divi-\nded word\n> and more\n" * 9, "", "> " + _PAGES])
def test_what_is_quoted_in_messages_is_told_as_if_cut_twice(texts: list[str]) -> None:
    pipeline = TextPipeline(recipe_named("default"))

    assert derive(texts, pipeline) == _one_by_one(texts, pipeline)


@examples(60)
@given(st.lists(_TEXTS, max_size=6))
@example([_PAGES, "", "one", _PAGES + "more"])
@example(["a divi-\nded word 12 " * 9, "a divided word " * 9])
def test_tokens_on_demand_are_those_of_the_comparison(texts: list[str]) -> None:
    pipeline = TextPipeline(recipe_named("default"))

    found = [each.tokens for each in derive(texts, pipeline, with_tokens=True)]

    assert found == [tokens_to_bytes(*tokens_of([text]))[0] for text in texts]


@pytest.mark.parametrize("name", ["wide", "characters", "1e0ng"])
def test_other_recipes_cut_for_themselves(name: str) -> None:
    texts, pipeline = ["so-\ncalled 臺灣", "", _PAGES], TextPipeline(recipe_named(name))

    assert derive(texts, pipeline) == _one_by_one(texts, pipeline)


def test_texts_beyond_one_batch_keep_their_order() -> None:
    texts, pipeline = (
        [f"{number} {_PAGES * 9}" for number in range(3)],
        TextPipeline(recipe_named("default")),
    )

    assert derive(texts, pipeline) == _one_by_one(texts, pipeline)


@given(_TEXTS)
def test_joined_tokens_have_one_space_between_them(text: str) -> None:
    found = cut(code_points(text))

    assert found.joined().decode("utf-8", "surrogatepass") == " ".join(found.tokens())
