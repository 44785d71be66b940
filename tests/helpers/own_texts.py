"""What of one document is its own."""

from __future__ import annotations

from simhash_gui.core.text.commonness import NOTHING_COMMON, Commonness, OwnText, own_texts_of
from simhash_gui.core.text.shingles import Shingles
from simhash_gui.core.text.spans import TokenMarks


def own_text_of(
    document: Shingles, common: Commonness = NOTHING_COMMON, marks: TokenMarks | None = None
) -> OwnText:
    return own_texts_of([document], common, [marks])[0]
