"""All that is made of texts when they are read: fingerprints, and what they are compared by.

Most recipes cut a text in a way of their own. One that goes by script and hashes as the comparison
does has the same tokens, so that a text is normalised, cut and hashed only once, but for those in
which something of the print is left out of the comparison.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from simhash_gui.core.fingerprint.batch import (
    FingerprintBatch,
    fingerprint_hashed,
    takes_hashed_tokens,
)
from simhash_gui.core.fingerprint.joined import JoinedTokens
from simhash_gui.core.fingerprint.normalize import joins_no_lines
from simhash_gui.core.fingerprint.recipe import Normalization, Recipe, Segmentation
from simhash_gui.core.fingerprint.xxh3 import hash_tokens
from simhash_gui.core.ragged import Indexes, bounds_of
from simhash_gui.core.text.comparison_data import ComparisonData, data_of_each
from simhash_gui.core.text.shingles import Hashes
from simhash_gui.core.text.spans import TokenMarks
from simhash_gui.core.text.token_bytes import TokenBytes, tokens_to_bytes
from simhash_gui.documents.comparison.mail_marks import line_marks, placed_marks, token_marks
from simhash_gui.documents.comparison.texts import (
    comparison_hashes_of,
    folded_text,
    without_layout,
)
from simhash_gui.documents.segmentation.cutting import CutText, cut_texts
from simhash_gui.documents.segmentation.pipeline import TextPipeline
from simhash_gui.documents.segmentation.script_folding import fold_code_points

_BATCH_CHARACTERS = 1 << 17


@dataclass(frozen=True, slots=True)
class Derived:
    """What is made of a text; the fingerprint means nothing when there are no features."""

    word: int
    rest: int
    feature_count: int
    comparison: ComparisonData
    tokens: TokenBytes | None = None


def derive(
    texts: Sequence[str], pipeline: TextPipeline, *, with_tokens: bool = False
) -> list[Derived]:
    """All of each of some texts, faster than one by one.

    ``with_tokens`` too where the fingerprint is made of the tokens that texts are compared by.
    """
    recipe = pipeline.recipe
    if not _has_comparison_tokens(recipe):
        return _derived(pipeline.fingerprint_texts(texts), comparison_data_of(texts))
    batches = _batches(texts)
    return [each for batch in batches for each in _derive_once(batch, recipe, with_tokens)]


def comparison_data(text: str) -> ComparisonData:
    """The data of a text as it was read."""
    return comparison_data_of([text])[0]


def comparison_data_of(texts: Sequence[str]) -> list[ComparisonData]:
    """The data of each of some texts, faster than one by one."""
    return [
        data
        for batch in _batches(texts)
        for data in data_of_each(
            *_laid_end_to_end(comparison_hashes_of(batch)), [token_marks(text) for text in batch]
        )
    ]


def _batches(texts: Sequence[str]) -> Iterator[list[str]]:
    """Texts that are worked on together, in their order."""
    batch: list[str] = []
    characters = 0
    for text in texts:
        batch.append(text)
        characters += len(text)
        if characters >= _BATCH_CHARACTERS:
            yield batch
            batch, characters = [], 0
    if batch:
        yield batch


def _has_comparison_tokens(recipe: Recipe) -> bool:
    is_cut_so = recipe.segmentation is Segmentation.BY_SCRIPT
    is_folded_so = recipe.normalization == Normalization.full()
    return is_cut_so and is_folded_so and takes_hashed_tokens(recipe)


def _derive_once(texts: Sequence[str], recipe: Recipe, with_tokens: bool) -> list[Derived]:
    """The white space that a recipe makes single divides tokens in any number."""
    plain = [without_layout(text) for text in texts]
    differing = [row for row, text in enumerate(texts) if plain[row] != text]
    every = [*texts, *(plain[row] for row in differing)]
    found, bounds = cut_texts([folded_text(text) for text in every], fold_code_points)
    joined = JoinedTokens.spaced(found.joined(), bounds)
    hashes = hash_tokens(joined.data, joined.starts, joined.ends, found.characters())
    own = bounds[: len(texts) + 1]
    tokens = JoinedTokens(joined.data, joined.starts, joined.ends, own)
    rows = np.arange(len(texts))
    rows[differing] = np.arange(len(texts), len(every))
    batch = fingerprint_hashed(tokens, hashes[: own[-1]], recipe)
    marks = _marks_of(texts, frozenset(differing), found, bounds)
    compared = data_of_each(*_chosen(hashes, bounds, rows), marks)
    if not with_tokens:
        return _derived(batch, compared)
    cut = tokens_to_bytes(hashes, found.are_characters(), found.are_numbers(), bounds)
    return _derived(batch, compared, [cut[row] for row in rows.tolist()])


def _marks_of(
    texts: Sequence[str], differing: Collection[int], found: CutText, bounds: Indexes
) -> list[TokenMarks | None]:
    """The marks of some texts, which ``found`` begins with; ``differing`` are compared by others.

    A text that keeps its lines when it is folded has as many line breaks before a token as before.
    """
    by_line = [line_marks(text) for text in texts]
    marks: list[TokenMarks | None] = [None] * len(texts)
    if not any(by_line):
        return marks
    breaks = np.flatnonzero(found.codes == ord("\n"))
    passed = np.searchsorted(breaks, found.firsts[: bounds[len(texts)]])
    begun = 0
    for row, (text, lines) in enumerate(zip(texts, by_line, strict=True)):
        if lines is not None:
            if row in differing or not joins_no_lines(text):
                marks[row] = placed_marks(text, lines)
            else:
                marks[row] = lines.of_lines(passed[bounds[row] : bounds[row + 1]] - begun)
        begun += text.count("\n") + 1
    return marks


def _chosen(hashes: Hashes, bounds: Indexes, rows: Indexes) -> tuple[Hashes, Indexes]:
    """The lists of some rows, in this order."""
    if bounds[len(rows)] == len(hashes):
        return hashes, bounds
    parts = [hashes[bounds[row] : bounds[row + 1]] for row in rows.tolist()]
    return np.concatenate(parts), bounds_of(np.diff(bounds)[rows])


def _derived(
    batch: FingerprintBatch,
    compared: Sequence[ComparisonData],
    tokens: Sequence[TokenBytes | None] | None = None,
) -> list[Derived]:
    columns = (batch.words.tolist(), batch.rests.tolist(), batch.feature_counts.tolist())
    tokens = tokens or [None] * len(compared)
    return [Derived(*row) for row in zip(*columns, compared, tokens, strict=True)]


def _laid_end_to_end(lists: Sequence[Hashes]) -> tuple[Hashes, Indexes]:
    """Lists of hashes in one array, and their bounds."""
    empty = np.empty(0, np.uint64)
    bounds = bounds_of(np.fromiter(map(len, lists), np.int64, len(lists)))
    return np.concatenate([empty, *lists]), bounds
