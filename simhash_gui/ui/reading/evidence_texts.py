"""Words for what the texts of a pair prove: classes, measures, passages and differences.

For readers who never heard of shingles: a run of four words is what is counted; in Chinese, where
words are not separated by spaces, a run of four characters. What is right for both counts tokens.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from simhash_gui.services.comparison.evidence import (
    DEFAULT_THRESHOLDS,
    Evidence,
    PairClass,
    Thresholds,
)
from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.reading.shared_passages import LinkedPassages
from simhash_gui.ui.reading.text_differences import TextDifferences
from simhash_gui.ui.reading.text_evidence import TextEvidence

_NUMBERS_SHOWN = 6


def both_texts_way() -> str:
    """How a row that stands for two texts is opened, for its tip."""
    return QCoreApplication.translate(
        "PairWay", "Enter or a double click shows both texts side by side."
    )


def class_label(pair_class: PairClass) -> str:
    """What kind of pair it is."""
    labels = {
        PairClass.IDENTICAL: QCoreApplication.translate("PairClass", "Identical text"),
        PairClass.NEAR_DUPLICATE: QCoreApplication.translate("PairClass", "Near-duplicate"),
        PairClass.CONTAINS: QCoreApplication.translate("PairClass", "A contains B"),
        PairClass.IS_CONTAINED: QCoreApplication.translate("PairClass", "A is contained in B"),
        PairClass.PARTLY_COPIED: QCoreApplication.translate("PairClass", "Partly copied"),
        PairClass.TEMPLATE_ONLY: QCoreApplication.translate("PairClass", "Shared passages only"),
        PairClass.QUOTES: QCoreApplication.translate("PairClass", "Quotes"),
        PairClass.DIFFERS_IN_NUMBERS: QCoreApplication.translate("PairClass", "Differs in numbers"),
        PairClass.UNRELATED: QCoreApplication.translate("PairClass", "Unrelated"),
    }
    return labels[pair_class]


def member_class_label(pair_class: PairClass) -> str:
    """What a member of a cluster is to its medoid (the medoid is A of the pair)."""
    labels = {
        PairClass.CONTAINS: QCoreApplication.translate("PairClass", "Part of the medoid"),
        PairClass.IS_CONTAINED: QCoreApplication.translate("PairClass", "Contains the medoid"),
    }
    return labels.get(pair_class) or class_label(pair_class)


def cluster_class_label(pair_class: PairClass) -> str:
    """The weakest relation between members of a cluster."""
    if pair_class in {PairClass.CONTAINS, PairClass.IS_CONTAINED}:
        return QCoreApplication.translate("PairClass", "One contains another")
    return class_label(pair_class)


def with_symbol(pair_class: PairClass, label: str) -> str:
    """Sign and word of a class."""
    return f"{class_symbol(pair_class)} {label}"


def class_symbol(pair_class: PairClass) -> str:
    """The sign that stands for it, always beside the word."""
    return {
        PairClass.IDENTICAL: "=",
        PairClass.NEAR_DUPLICATE: "≈",
        PairClass.CONTAINS: "⊃",
        PairClass.IS_CONTAINED: "⊂",
        PairClass.PARTLY_COPIED: "∩",
        PairClass.TEMPLATE_ONLY: "▤",
        PairClass.QUOTES: "❝",
        PairClass.DIFFERS_IN_NUMBERS: "#",
        PairClass.UNRELATED: "≠",
    }[pair_class]


def class_meaning(
    pair_class: PairClass, thresholds: Thresholds = DEFAULT_THRESHOLDS, *, is_short: bool = False
) -> str:
    """What that means, in one line; ``thresholds`` and ``is_short`` are those it was judged by."""
    if pair_class is PairClass.NEAR_DUPLICATE:
        return _near_meaning(thresholds, is_short=is_short)
    meanings = {
        PairClass.IDENTICAL: QCoreApplication.translate(
            "PairClass",
            "The same words in the same order; only layout, case or punctuation differ.",
        ),
        PairClass.CONTAINS: QCoreApplication.translate(
            "PairClass", "Most of B is in A, which has more text."
        ),
        PairClass.IS_CONTAINED: QCoreApplication.translate(
            "PairClass", "Most of A is in B, which has more text."
        ),
        PairClass.PARTLY_COPIED: QCoreApplication.translate(
            "PairClass", "A passage of one text is also in the other."
        ),
        PairClass.TEMPLATE_ONLY: QCoreApplication.translate(
            "PairClass", "They share only passages that are in many documents."
        ),
        PairClass.QUOTES: QCoreApplication.translate("PairClass", "One message quotes the other."),
        PairClass.DIFFERS_IN_NUMBERS: QCoreApplication.translate(
            "PairClass", "Short texts with the same words, but other numbers, sizes or codes."
        ),
        PairClass.UNRELATED: QCoreApplication.translate(
            "PairClass", "No more in common than unrelated texts have."
        ),
    }
    return meanings[pair_class]


def evidence_meaning(found: TextEvidence) -> str:
    """What the class of a comparison means, by the thresholds that it follows from."""
    evidence = found.evidence
    meaning = class_meaning(evidence.pair_class, found.thresholds, is_short=evidence.is_short)
    return fmt.sentences(meaning, _numbers_text(evidence))


def _numbers_text(evidence: Evidence) -> str:
    """Which numbers differ in texts that are alike; a few of them."""
    only_a, only_b = evidence.numbers_only_a, evidence.numbers_only_b
    if not only_a and not only_b:
        return ""
    text = QCoreApplication.translate(
        "PairClass", "Numbers that differ: {only_a} in A, {only_b} in B."
    )
    return text.format(only_a=_some_numbers(only_a), only_b=_some_numbers(only_b))


def _some_numbers(numbers: Sequence[str]) -> str:
    if not numbers:
        return QCoreApplication.translate("PairClass", "none")
    shown = " · ".join(numbers[:_NUMBERS_SHOWN])
    more = len(numbers) - _NUMBERS_SHOWN
    if more <= 0:
        return shown
    text = QCoreApplication.translate("PairClass", "{numbers} and {count} more")
    return text.format(numbers=shown, count=fmt.number(more))


def _near_meaning(thresholds: Thresholds, *, is_short: bool) -> str:
    if is_short:
        text = QCoreApplication.translate(
            "PairClass",
            "Versions of one short text: they share at least {edit_share} of their words in order "
            "(in Chinese: characters).",
        )
        return text.format(edit_share=fmt.percent(thresholds.short_edit_share))
    text = QCoreApplication.translate(
        "PairClass",
        "Versions of one text: they share at least {jaccard} of all their runs of four words, or "
        "{edit_share} of their words in order (in Chinese: characters).",
    )
    return text.format(
        jaccard=fmt.percent(thresholds.near_jaccard),
        edit_share=fmt.percent(thresholds.near_edit_share),
    )


def member_class_meaning(pair_class: PairClass, thresholds: Thresholds = DEFAULT_THRESHOLDS) -> str:
    """The same of a member of a cluster and its medoid."""
    meanings = {
        PairClass.CONTAINS: QCoreApplication.translate(
            "PairClass", "Most of it is in the medoid, which has more text."
        ),
        PairClass.IS_CONTAINED: QCoreApplication.translate(
            "PairClass", "Most of the medoid is in it, and it has more text."
        ),
    }
    return meanings.get(pair_class) or class_meaning(pair_class, thresholds)


def short_text() -> str:
    """Why the fingerprint does not count here."""
    return QCoreApplication.translate("PairClass", "Short: judged by the text alone")


def short_meaning() -> str:
    """The same, explained."""
    return QCoreApplication.translate(
        "PairClass",
        "One of the texts has so few words or characters that its fingerprint "
        "says little; the words themselves decide.",
    )


def passage_text(shared: LinkedPassages, index: int) -> str:
    """One passage in words."""
    passage = shared.passages[index]
    if passage.is_moved:
        text = QCoreApplication.translate(
            "PassageTexts",
            "Passage {number} of {count}: %Ln equal tokens, moved",
            "",
            passage.equal_tokens,
        )
    else:
        text = QCoreApplication.translate(
            "PassageTexts",
            "Passage {number} of {count}: %Ln equal tokens",
            "",
            passage.equal_tokens,
        )
    count = fmt.number(len(shared.passages))
    return text.format(number=fmt.number(passage.number), count=count)


def passage_ways(
    shared: LinkedPassages | None, current: int | None, *, is_measuring: bool
) -> list[str]:
    """How many passages the texts have in common, or which is current; then in shorter words."""
    summary = _passage_summary(shared, current, is_measuring=is_measuring)
    if shared is None:
        return [summary, "…"] if is_measuring else [summary]
    count = len(shared.passages)
    if not count:
        return [summary, fmt.number(count)]
    if current is not None:
        return [summary, _place_of(shared.passages[current].number, count)]
    return [summary, _passage_count(shared), fmt.number(count)]


def _passage_summary(
    shared: LinkedPassages | None, current: int | None, *, is_measuring: bool
) -> str:
    if shared is None:
        return (
            QCoreApplication.translate("PassageTexts", "Looking for common passages…")
            if is_measuring
            else ""
        )
    if current is not None:
        return passage_text(shared, current)
    if not shared.passages:
        return QCoreApplication.translate("PassageTexts", "No common passages")
    text = _passage_count(shared)
    if not shared.moved_count:
        return text
    moved = QCoreApplication.translate("PassageTexts", "{passages}, {moved} of them moved")
    return moved.format(passages=text, moved=fmt.number(shared.moved_count))


def _passage_count(shared: LinkedPassages) -> str:
    count = len(shared.passages)
    if shared.left_out:
        return QCoreApplication.translate(
            "PassageTexts", "The %Ln longest common passages", "", count
        )
    return QCoreApplication.translate("PassageTexts", "%Ln common passages", "", count)


def _place_of(place: int, count: int) -> str:
    return f"{fmt.number(place)}/{fmt.number(count)}"


def difference_ways(
    differences: TextDifferences | None,
    current: int,
    *,
    by_characters: bool,
    has_moved: bool = False,
) -> list[str]:
    """How many differences are marked, or which is current (from 0; below 0 before the first).

    Then the same in shorter words. ``has_moved``: a passage stands elsewhere in the other text.
    """
    if differences is None:
        return [""]
    count = len(differences.places(by_characters=by_characters))
    is_partial = differences.marks_passages_only and not by_characters
    if count:
        summary = _difference_summary(count, current, is_partial=is_partial)
        return [summary, fmt.number(count) if current < 0 else _place_of(current + 1, count)]
    return _no_difference_ways(differences, is_partial=is_partial, has_moved=has_moved)


def _no_difference_ways(
    differences: TextDifferences, *, is_partial: bool, has_moved: bool
) -> list[str]:
    """Why nothing is marked."""
    if differences.are_equal:
        return [
            QCoreApplication.translate("SideBySide", "The texts are the same."),
            fmt.number(0),
        ]
    if not differences.is_complete:
        return [
            QCoreApplication.translate(
                "SideBySide", "These texts are too long to mark where they differ."
            ),
            QCoreApplication.translate("SideBySide", "Too long to mark"),
            fmt.MISSING,
        ]
    if is_partial:
        return [
            QCoreApplication.translate("SideBySide", "No difference inside passages"),
            QCoreApplication.translate("SideBySide", "None inside passages"),
            fmt.number(0),
        ]
    if len(differences.places(by_characters=True)):
        return [
            QCoreApplication.translate("SideBySide", "Only the signs “>” of quoted lines differ."),
            QCoreApplication.translate("SideBySide", "Only signs “>”"),
            fmt.number(0),
        ]
    if has_moved:
        return [
            QCoreApplication.translate("SideBySide", "Only the order of passages differs."),
            QCoreApplication.translate("SideBySide", "Only the order"),
            fmt.number(0),
        ]
    return [
        QCoreApplication.translate("SideBySide", "The texts differ in white space only."),
        QCoreApplication.translate("SideBySide", "White space only"),
        fmt.number(0),
    ]


def _difference_summary(count: int, current: int, *, is_partial: bool) -> str:
    if current >= 0:
        text = QCoreApplication.translate("SideBySide", "Difference {number} of {count}")
        return text.format(number=fmt.number(current + 1), count=fmt.number(count))
    if is_partial:
        return QCoreApplication.translate(
            "SideBySide", "%Ln differences inside passages", "", count
        )
    return QCoreApplication.translate("SideBySide", "%Ln differences", "", count)


def legend_text() -> str:
    """What colours and signs mean beside two texts."""
    lines = (
        QCoreApplication.translate(
            "SideBySide", "Same colour and number: the same passage in both texts"
        ),
        QCoreApplication.translate(
            "SideBySide", "↕ and a dashed edge: moved, elsewhere in the other text"
        ),
        QCoreApplication.translate(
            "SideBySide", "Underlined: differs inside a passage; tinted: differs outside"
        ),
        QCoreApplication.translate(
            "SideBySide", "Grey: the same in both, where nearly all is the same"
        ),
        QCoreApplication.translate(
            "SideBySide", "~ in the margin: changed line; +: only in this text"
        ),
    )
    return "\n".join(lines)
