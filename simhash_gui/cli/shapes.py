"""The JSON forms that several commands share. Fields are added here, never renamed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from simhash_gui.core.types import Fingerprint

if TYPE_CHECKING:  # fingerprint shows no evidence, and need not import how it is found
    from simhash_gui.services.comparison.evidence import Evidence, Passage


def block_keys(fingerprint: Fingerprint) -> list[str]:
    """Four times four hexadecimal digits, most significant block first."""
    return [f"{key:04x}" for key in fingerprint.block_keys]


def fingerprint_fields(fingerprint: Fingerprint) -> dict[str, Any]:
    """A fingerprint with its block keys."""
    return {"fingerprint": fingerprint.hex, "block_keys": block_keys(fingerprint)}


def evidence_fields(proof: Evidence) -> dict[str, Any]:
    """What two texts have in common, with the places of common passages in characters."""
    return {
        "jaccard": proof.overlap.jaccard,
        "containment_a": proof.overlap.containment_a,
        "containment_b": proof.overlap.containment_b,
        "edit_share": proof.edit_share,
        "class": proof.pair_class.value,
        "short": proof.is_short,
        "passages": [passage_fields(passage) for passage in proof.passages],
    }


def passage_fields(passage: Passage) -> dict[str, Any]:
    """Where a passage stands in both texts."""
    return {
        "a": [passage.a.start, passage.a.end],
        "b": [passage.b.start, passage.b.end],
    }
