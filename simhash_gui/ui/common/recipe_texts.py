"""Words for recipes: what each looks at, what it is good for, and the notices after a change."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from simhash_gui.core.fingerprint.recipe import Recipe, Segmentation, Weighting, named_recipes
from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.common.notices import Notice, NoticeKind


@dataclass(frozen=True, slots=True)
class RecipeTexts:
    """A recipe in plain words."""

    label: str
    looks_at: str
    good_for: str
    weak_at: str = ""


def recipe_name(recipe: Recipe) -> str | None:
    """The name of a recipe; None for one that is only known by its id."""
    return next((name for name, known in named_recipes().items() if known == recipe), None)


def recipe_label(recipe: Recipe) -> str:
    """What a recipe is called; without a name it is custom or of an earlier version."""
    name = recipe_name(recipe)
    if name is None:
        return QCoreApplication.translate("RecipeTexts", "Custom or earlier recipe")
    return recipe_texts(name).label


def recipe_texts(name: str) -> RecipeTexts:
    """A recipe of our own or of another program in words; its bare name where there are none."""
    return _texts().get(name, RecipeTexts(name, "", ""))


def is_own(name: str) -> bool:
    """Whether a recipe is one of this program, not the copy of another program's."""
    return name not in _PEERS


def _texts() -> dict[str, RecipeTexts]:
    return _standard_texts() | _word_texts() | _other_texts() | _peer_texts() | _keyword_texts()


def _standard_texts() -> dict[str, RecipeTexts]:
    return {
        "default": RecipeTexts(
            QCoreApplication.translate("RecipeTexts", "Standard"),
            QCoreApplication.translate(
                "RecipeTexts",
                "Words and pairs of neighbouring words; in Chinese, characters and their "
                "pairs, simplified and traditional alike. A frequent word counts only a "
                "little more than one that occurs once.",
            ),
            QCoreApplication.translate(
                "RecipeTexts",
                "Documents of any language and length: revisions, edited copies, other layouts."
                " Start with this one.",
            ),
        ),
        "wide": RecipeTexts(
            QCoreApplication.translate("RecipeTexts", "Standard, 128 bits"),
            QCoreApplication.translate(
                "RecipeTexts", "The same as the standard recipe, with twice as many bits."
            ),
            QCoreApplication.translate(
                "RecipeTexts",
                "Very large libraries, where 64 bits yield too many unrelated candidates.",
            ),
            QCoreApplication.translate(
                "RecipeTexts", "Distances are about twice as large; a little more memory."
            ),
        ),
    }


def _word_texts() -> dict[str, RecipeTexts]:
    return {
        "words": RecipeTexts(
            QCoreApplication.translate("RecipeTexts", "Single words"),
            QCoreApplication.translate(
                "RecipeTexts", "Every word as often as it occurs; order does not matter."
            ),
            QCoreApplication.translate("RecipeTexts", "Texts whose paragraphs were reordered."),
            QCoreApplication.translate(
                "RecipeTexts",
                "Frequent words outweigh all others, so that prose by one author looks alike.",
            ),
        ),
        "word-pairs": RecipeTexts(
            QCoreApplication.translate("RecipeTexts", "Pairs of words"),
            QCoreApplication.translate(
                "RecipeTexts", "Pairs of neighbouring words, as often as they occur."
            ),
            QCoreApplication.translate(
                "RecipeTexts",
                "Long prose on one subject, where the wording tells texts apart.",
            ),
            QCoreApplication.translate(
                "RecipeTexts", "Short texts: one changed word changes two pairs."
            ),
        ),
    }


def _other_texts() -> dict[str, RecipeTexts]:
    return {
        "characters": RecipeTexts(
            QCoreApplication.translate("RecipeTexts", "Runs of characters"),
            QCoreApplication.translate(
                "RecipeTexts", "Every run of three characters, ignoring words."
            ),
            QCoreApplication.translate(
                "RecipeTexts",
                "Texts with many typing or recognition errors, lists of names, codes.",
            ),
            QCoreApplication.translate(
                "RecipeTexts", "Texts of one language share many runs, related or not."
            ),
        ),
        "tf-idf": RecipeTexts(
            QCoreApplication.translate("RecipeTexts", "Rare words count more"),
            QCoreApplication.translate(
                "RecipeTexts",
                "Single words; the rarer a word is in a Chinese word list, the more it counts.",
            ),
            QCoreApplication.translate(
                "RecipeTexts", "Chinese texts full of set phrases, such as notices and contracts."
            ),
            QCoreApplication.translate(
                "RecipeTexts", "Other languages: their words all count as equally rare."
            ),
        ),
    }


def _peer_texts() -> dict[str, RecipeTexts]:
    good_for = _same_bits_text()
    weak_at = QCoreApplication.translate(
        "RecipeTexts", "Chinese, which is written without spaces between words."
    )
    return {
        "1e0ng": RecipeTexts(
            QCoreApplication.translate("RecipeTexts", "Python package “simhash”"),
            QCoreApplication.translate(
                "RecipeTexts", "Runs of four characters, hashed with MD5, as in 1e0ng/simhash."
            ),
            good_for,
        ),
        "md5-words": RecipeTexts(
            QCoreApplication.translate("RecipeTexts", "Words by MD5"),
            QCoreApplication.translate(
                "RecipeTexts",
                "Everything between spaces, hashed with MD5, as in many small programs.",
            ),
            good_for,
            weak_at,
        ),
        "python-hash-128": RecipeTexts(
            QCoreApplication.translate("RecipeTexts", "Old Python string hash, 128 bits"),
            QCoreApplication.translate(
                "RecipeTexts",
                "Everything between spaces, with the string hash of old Python versions.",
            ),
            good_for,
            weak_at,
        ),
    }


def _keyword_texts() -> dict[str, RecipeTexts]:
    return {
        "keywords": RecipeTexts(
            QCoreApplication.translate("RecipeTexts", "Keywords"),
            QCoreApplication.translate(
                "RecipeTexts",
                "The twenty most significant words according to jieba, with their "
                "weights, as in yanyiwu/simhash.",
            ),
            _same_bits_text(),
            QCoreApplication.translate(
                "RecipeTexts", "Texts on the same subject, because they share keywords too."
            ),
        ),
    }


def _same_bits_text() -> str:
    return QCoreApplication.translate(
        "RecipeTexts", "Fingerprints that must match those of that program bit for bit."
    )


_PEERS = ("1e0ng", "md5-words", "python-hash-128", "keywords")


def feature_text(recipe: Recipe) -> str:
    """What the features are, exactly."""
    tokens = {
        Segmentation.WORDS: QCoreApplication.translate("RecipeTexts", "words"),
        Segmentation.BY_SCRIPT: QCoreApplication.translate(
            "RecipeTexts", "words, or characters of scripts without spaces"
        ),
        Segmentation.WHITESPACE: QCoreApplication.translate("RecipeTexts", "words between spaces"),
        Segmentation.CHARACTERS: QCoreApplication.translate("RecipeTexts", "characters"),
        Segmentation.WORD_CHARACTERS: QCoreApplication.translate(
            "RecipeTexts", "letters, digits and Han"
        ),
        Segmentation.KEYWORDS: QCoreApplication.translate("RecipeTexts", "keywords"),
    }[recipe.segmentation]
    if recipe.ngram_sizes == (1,):
        return tokens
    sizes = " + ".join(map(fmt.number, recipe.ngram_sizes))
    text = QCoreApplication.translate("RecipeTexts", "{tokens}, in runs of {sizes}")
    return text.format(tokens=tokens, sizes=sizes)


def weight_text(recipe: Recipe) -> str:
    """How much a feature counts."""
    return {
        Weighting.COUNT: QCoreApplication.translate("RecipeTexts", "count"),
        Weighting.LOG_COUNT: QCoreApplication.translate(
            "RecipeTexts", "1 + logarithm of the count"
        ),
        Weighting.TF_IDF: QCoreApplication.translate("RecipeTexts", "count × rarity (TF-IDF)"),
        Weighting.FIVE_LEVELS: QCoreApplication.translate("RecipeTexts", "1 to 5 by TF-IDF"),
        Weighting.GIVEN: QCoreApplication.translate("RecipeTexts", "as given by the keywords"),
    }[recipe.weighting]


def recipe_notice(recipe: Recipe, count: int) -> Notice:
    """A change of recipe that has finished."""

    def text() -> str:
        words = QCoreApplication.translate(
            "RecipeTexts", "%Ln fingerprints were recomputed with the recipe “{recipe}”.", "", count
        )
        return words.format(recipe=recipe_label(recipe))

    return Notice(NoticeKind.DONE, text)


def recipe_stopped_notice(kept: Recipe, again: Callable[[], None]) -> Notice:
    """A change of recipe that was cancelled."""

    def text() -> str:
        words = QCoreApplication.translate(
            "RecipeTexts",
            "Stopped. The library keeps its recipe “{kept}” and all its fingerprints.",
        )
        return words.format(kept=recipe_label(kept))

    def action_text() -> str:
        return QCoreApplication.translate("RecipeTexts", "Continue where it stopped")

    return Notice(NoticeKind.INFORMATION, text, action_text=action_text, action=again)
