"""Words for the limits of the verdicts, for people who never heard of shingles and tokens.

A run is a shingle, a word is a token: where words are not written apart, one character.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from PySide6.QtCore import QCoreApplication

SECTIONS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "near": ("near_jaccard", "near_edit_share", "near_length_ratio", "least_containment"),
        "contained": ("contained",),
        "copied": ("copied_share", "least_copied_words", "copied_words"),
        "short": ("short_tokens", "short_edit_share", "short_copied_share"),
        "boilerplate": ("boilerplate_share", "boilerplate_documents"),
        "passages": ("gap_tokens", "least_tokens", "near_tokens"),
    }
)
"""The limits in the order in which they are read, by what they are about."""


def section_titles() -> dict[str, str]:
    """What the sections are about."""
    return {
        "near": QCoreApplication.translate("VerdictLimits", "Near-duplicate"),
        "contained": QCoreApplication.translate("VerdictLimits", "Contained"),
        "copied": QCoreApplication.translate("VerdictLimits", "Partly copied"),
        "short": QCoreApplication.translate("VerdictLimits", "Short texts"),
        "boilerplate": QCoreApplication.translate("VerdictLimits", "Template only"),
        "passages": QCoreApplication.translate("VerdictLimits", "Passages"),
    }


def limit_texts() -> dict[str, tuple[str, str]]:
    """Label and meaning of every limit."""
    return _whole_texts() | _part_texts() | _short_texts() | _common_texts() | _passage_texts()


def _whole_texts() -> dict[str, tuple[str, str]]:
    return {
        "near_jaccard": (
            QCoreApplication.translate("VerdictLimits", "Shared shingles (Jaccard)"),
            QCoreApplication.translate(
                "VerdictLimits",
                "Near-duplicates share at least this part of all their shingles (runs of four "
                "words).",
            ),
        ),
        "near_edit_share": (
            QCoreApplication.translate("VerdictLimits", "Unchanged in order (edit share)"),
            QCoreApplication.translate(
                "VerdictLimits",
                "Or they have at least this part of their words in common, in the same order.",
            ),
        ),
        "near_length_ratio": (
            QCoreApplication.translate("VerdictLimits", "Length of the shorter text"),
            QCoreApplication.translate(
                "VerdictLimits",
                "Shared shingles count alone only if the shorter text has this part of the longer "
                "one's words.",
            ),
        ),
        "least_containment": (
            QCoreApplication.translate("VerdictLimits", "Order is looked at from"),
            QCoreApplication.translate(
                "VerdictLimits",
                "Where neither text has this part of its shingles in the other, the order of words "
                "is not looked at.",
            ),
        ),
    }


def _part_texts() -> dict[str, tuple[str, str]]:
    return {
        "contained": (
            QCoreApplication.translate("VerdictLimits", "Found in the other text"),
            QCoreApplication.translate(
                "VerdictLimits",
                "What is no near-duplicate is contained if this part of it stands in the other.",
            ),
        ),
        "copied_share": (
            QCoreApplication.translate("VerdictLimits", "Covered by passages"),
            QCoreApplication.translate(
                "VerdictLimits",
                "Partly copied if common passages take this part of one of the texts.",
            ),
        ),
        "least_copied_words": (
            QCoreApplication.translate("VerdictLimits", "Different words in one of them"),
            QCoreApplication.translate(
                "VerdictLimits",
                "And one of these passages has at least this many different words. A Chinese or "
                "Japanese character is half a word.",
            ),
        ),
        "copied_words": (
            QCoreApplication.translate("VerdictLimits", "Different words that suffice"),
            QCoreApplication.translate(
                "VerdictLimits",
                "Or if one passage has at least this many different words, however long the texts "
                "are.",
            ),
        ),
    }


def _short_texts() -> dict[str, tuple[str, str]]:
    return {
        "short_tokens": (
            QCoreApplication.translate("VerdictLimits", "Words of a short text"),
            QCoreApplication.translate(
                "VerdictLimits",
                "A text of fewer words is short: the shares below hold for it instead.",
            ),
        ),
        "short_edit_share": (
            QCoreApplication.translate("VerdictLimits", "Unchanged in order (edit share)"),
            QCoreApplication.translate(
                "VerdictLimits",
                "Short near-duplicates have at least this part of their words in common, in the "
                "same order.",
            ),
        ),
        "short_copied_share": (
            QCoreApplication.translate("VerdictLimits", "Covered by passages"),
            QCoreApplication.translate(
                "VerdictLimits",
                "Short texts are partly copied if passages take this part of one of them.",
            ),
        ),
    }


def _common_texts() -> dict[str, tuple[str, str]]:
    return {
        "boilerplate_share": (
            QCoreApplication.translate("VerdictLimits", "Share of the documents"),
            QCoreApplication.translate(
                "VerdictLimits",
                "Passages in more than this part of the documents are a template; pairs that share "
                "nothing else are template only.",
            ),
        ),
        "boilerplate_documents": (
            QCoreApplication.translate("VerdictLimits", "Number of documents"),
            QCoreApplication.translate(
                "VerdictLimits", "But never passages that stand in no more documents than this."
            ),
        ),
    }


def _passage_texts() -> dict[str, tuple[str, str]]:
    return {
        "gap_tokens": (
            QCoreApplication.translate("VerdictLimits", "Words between equal runs"),
            QCoreApplication.translate(
                "VerdictLimits", "Equal runs at most so many words apart are one passage."
            ),
        ),
        "least_tokens": (
            QCoreApplication.translate("VerdictLimits", "Least length"),
            QCoreApplication.translate(
                "VerdictLimits",
                "A passage has at least this many equal words, and more in long texts.",
            ),
        ),
        "near_tokens": (
            QCoreApplication.translate("VerdictLimits", "Near another passage"),
            QCoreApplication.translate(
                "VerdictLimits",
                "At most so many words from another passage, a shorter one counts as well.",
            ),
        ),
    }
