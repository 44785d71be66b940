"""Traditional and simplified characters, as the program folds them."""

from __future__ import annotations

import sys

from simhash_gui.documents.segmentation.script_folding import fold_script


def simplified_characters() -> dict[str, str]:
    """Each traditional character with its simplified one, by asking for every character."""
    every = "".join(map(chr, (*range(0xD800), *range(0xE000, sys.maxunicode + 1))))
    pairs = zip(every, fold_script(every), strict=True)
    return {old: new for old, new in pairs if new != old}
