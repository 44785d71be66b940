"""Challenge files: one question with its seed and language, the answer hidden; results files."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from simhash_gui.services.teaching.presets import TextLanguage

_CHALLENGE = "simhash-gui challenge"
_RESULTS = "simhash-gui results"
_CHALLENGE_VERSION = 2  # 1 had no language: other words, another answer
_RESULTS_VERSION = 1
_LARGEST_BYTES = 1 << 16
_LARGEST_SEED = (1 << 64) - 1


class NotAChallengeError(ValueError):
    """A file that no challenge was saved to."""


@dataclass(frozen=True, slots=True)
class Challenge:
    """A stage, which of its questions, the seed and the language; the answer follows from these."""

    stage: str
    kind: str
    seed: int
    language: TextLanguage


def challenge_file(challenge: Challenge) -> bytes:
    """What a file of a challenge holds."""
    return _json(
        {
            "file": _CHALLENGE,
            "version": _CHALLENGE_VERSION,
            "stage": challenge.stage,
            "kind": challenge.kind,
            "seed": challenge.seed,
            "language": challenge.language,
        },
    )


def load_challenge(path: Path) -> Challenge:
    """Read a challenge. Raises NotAChallengeError and OSError."""
    try:
        with path.open("rb") as file:
            document = json.loads(file.read(_LARGEST_BYTES))
        if document["file"] != _CHALLENGE or document["version"] != _CHALLENGE_VERSION:
            raise NotAChallengeError(f"{path}: this is no challenge of this version")
        return Challenge(
            str(document["stage"]),
            str(document["kind"]),
            _seed(document["seed"]),
            TextLanguage(document["language"]),
        )
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise NotAChallengeError(f"{path}: this is no challenge") from error


def _seed(value: object) -> int:
    # True is an int too, and 1e999 a float that no int holds.
    if type(value) is not int or not 0 <= value <= _LARGEST_SEED:
        raise ValueError(value)
    return value


def results_file(answers: Sequence[tuple[str, int, bool]]) -> bytes:
    """What a file of first answers holds, given as (kind, seed, whether right)."""
    rows = [{"kind": kind, "seed": seed, "right": right} for kind, seed, right in answers]
    right = sum(row[2] for row in answers)
    return _json(
        {
            "file": _RESULTS,
            "version": _RESULTS_VERSION,
            "right": right,
            "of": len(rows),
            "answers": rows,
        },
    )


def _json(document: dict[str, object]) -> bytes:
    return (json.dumps(document, indent=1) + "\n").encode()
