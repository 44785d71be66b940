"""One text against a library: which documents are near, or share passages, and how much of it.

Fingerprints, sketches and shared passages name candidates; each is measured from the texts, and
what they prove is listed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from simhash_gui.core.hamming import distances
from simhash_gui.core.text.candidates import HalfHashes
from simhash_gui.core.text.classes import PairClass, Screening, Thresholds
from simhash_gui.core.text.commonness import CommonLimits
from simhash_gui.core.text.comparison_data import (
    COMPARISON_VERSION,
    ComparisonData,
    data_of_tokens,
    is_foreign,
)
from simhash_gui.core.text.overlap import boilerplate_tokens
from simhash_gui.core.text.shingles import Hashes, Shingles
from simhash_gui.core.text.sketches import Sketches
from simhash_gui.core.text.spans import Flags, covered_tokens, inside
from simhash_gui.core.text.winnowing import DEFAULT_WINNOWING_LIMITS, winnow
from simhash_gui.core.types import WORD_BITS, Fingerprint
from simhash_gui.documents.manuscript.integrity import inspect
from simhash_gui.services.comparison.evidence import (
    ComparedText,
    Evidence,
    Passage,
    evidence_between,
)
from simhash_gui.services.comparison.fingerprints import RecipesDifferError
from simhash_gui.services.comparison.loading import TracedText
from simhash_gui.services.detection.answers.left_out import (
    LeftOut,
    documents_left_out,
    texts_left_out,
)
from simhash_gui.services.detection.candidates import Candidates
from simhash_gui.services.detection.classes import PARTIAL_CLASSES
from simhash_gui.services.detection.comparison_arrays import Sketched
from simhash_gui.services.detection.pairs import DetectionOptions, default_distance
from simhash_gui.services.detection.screening import screened
from simhash_gui.services.jobs import JobControl, Stage
from simhash_gui.services.library.libraries import (
    Library,
    TextDamagedError,
    library_recipe,
)
from simhash_gui.store.engine.types import Ids
from simhash_gui.store.repositories import (
    browse,
    comparison_data,
    documents,
    files,
    present_files,
    texts,
)
from simhash_gui.store.repositories.comparison_data import (
    StoredSketches,
    load_marks,
    shared_passages,
)
from simhash_gui.store.repositories.files import present_paths
from simhash_gui.store.repositories.search import find_within

_NO_HASHES: HalfHashes = np.empty(0, np.uint32)
_IDS_AT_ONCE = 10_000


@dataclass(frozen=True, slots=True)
class TextMatch:
    """A document that a text was measured against; a is the text, b the document.

    ``distance`` is None for a document that is too short for a fingerprint.
    """

    document_id: int
    paths: tuple[str, ...]
    distance: int | None
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class Checked:
    """What a library has of a text: the most similar first, and how much of it in all.

    ``covered`` is the share of the text's characters, from its first token to its last, that lie in
    passages of at least one match: the more is listed, the larger. ``candidates`` are the
    documents that had to be looked at, ``left_out`` says of what damage kept from that. ``itself``
    is the document that has the very bytes of the text's file, if the library has it. ``text`` was
    compared as readers see it; ``is_shared``, one flag a token, tells what many documents have:
    more than ``few_documents``, of ``documents`` that the library has in all. Passages of fewer
    equal tokens than ``least_tokens`` are pieces between others.
    """

    matches: tuple[TextMatch, ...]
    covered: float
    candidates: int
    searched_distance: int
    left_out: tuple[LeftOut, ...] = ()
    itself: int | None = None
    text: ComparedText = field(kw_only=True, compare=False)
    is_shared: Flags = field(kw_only=True, compare=False)
    documents: int = field(kw_only=True, compare=False)
    few_documents: int = field(kw_only=True, compare=False)
    least_tokens: int = field(kw_only=True, compare=False)


def check_text(
    library: Library, question: TracedText, options: DetectionOptions, control: JobControl
) -> Checked:
    """Find what the library has of a text, whole or in part.

    ``question`` was fingerprinted by the library's recipe; one without a token has no fingerprint.
    Without a distance, candidates come from fingerprints as far as usual, from sketches and from
    common passages. With one, only documents within it are looked at, and with ``options.partial``
    those that share a passage as well. ``all_candidates`` lists what was looked at, confirmed or
    not. The file that the text itself is from is no match of it. Raises JobCancelledError,
    InvalidDistanceError and RecipesDifferError.
    """
    control.report(Stage.SEARCHING, 0)
    search = Search(library, question, options)
    for _ in search.measured(control):
        pass
    return search.checked()


class Search:
    """A text looked up in a library; its candidates are measured as they are asked for.

    Those that share most passages with the text come first, so that what is most likely a source
    is known long before the last candidate was measured. Raises as ``check_text``.
    """

    def __init__(self, library: Library, question: TracedText, options: DetectionOptions) -> None:
        self._library, self._question, self._options = library, question, options
        self._text = ComparedText.of(inspect(question.text).text)
        self._damaged: set[int] = set()
        """Documents whose data, fingerprint or files do not fit their checksums."""
        recipe_id = question.fingerprint.recipe_id
        with library.read() as connection:
            self._damaged |= {*documents.load_fingerprints(connection, recipe_id).damaged.tolist()}
        self._passages = _Passages.of(library, self._text, options.thresholds, self._damaged)
        self._distance, self._ids = self._looked_at()
        self._common = _common_shingles(self._text.shingles, self._passages.boilerplate)
        self._matches: list[TextMatch] = []
        self._unread: list[int] = []
        """Documents without a text that can be read, or with another document's."""
        self._digests: dict[int, bytes] = {}

    @property
    def candidates(self) -> int:
        """How many documents have to be measured."""
        return len(self._ids)

    def measured(self, control: JobControl) -> Iterator[None]:
        """Measure the candidates, one a step. Raises JobCancelledError."""
        own_path = str(Path(self._question.path).resolve())
        for done, (document_id, paths, fingerprint) in enumerate(self._placed(own_path)):
            control.report(Stage.MEASURING, done, len(self._ids))
            control.checkpoint()
            proof = self._proof(document_id)
            if proof is not None and self._is_listed(proof):
                distance = _distance(self._question, fingerprint)
                self._matches.append(TextMatch(document_id, paths, distance, proof))
            yield

    def checked(self) -> Checked:
        """What was found so far."""
        matches = sorted(self._matches, key=_likest_first)
        recipe_id = self._question.fingerprint.recipe_id
        unread = np.array(sorted(self._unread), np.int64)
        left_out = (
            *documents_left_out(self._library, recipe_id),
            *texts_left_out(self._library, unread, damaged_data=self._damaged),
        )
        return Checked(
            tuple(matches),
            _covered(self._text, matches),
            len(self._ids),
            self._distance,
            left_out,
            _document_of(self._library, self._question.digest),
            text=self._text,
            is_shared=boilerplate_tokens(self._text.shingles, self._common),
            documents=self._passages.present,
            few_documents=self._passages.few,
            least_tokens=self._options.thresholds.passages.least_tokens,
        )

    def _looked_at(self) -> tuple[int, Ids]:
        """The distance within which fingerprints are near, and all documents to be looked at."""
        library, options, passages = self._library, self._options, self._passages
        distance = options.distance
        if distance is None:
            distance = default_distance(library_recipe(library))
        ids = np.empty(0, np.int64)
        if self._question.trace.tokens:
            ids = _near(library, self._question.fingerprint, distance)
        if options.distance is None or options.partial:
            ids = np.union1d(ids, passages.documents)
        if options.distance is None:
            ids = np.union1d(ids, _alike(library, self._text, options.thresholds, self._damaged))
        return distance, ids[np.argsort(-passages.shared_by(ids), kind="stable")]

    def _placed(self, own_path: str) -> Iterator[tuple[int, tuple[str, ...], Fingerprint | None]]:
        """Documents that are there, with their paths and fingerprints."""
        recipe = library_recipe(self._library)
        for start in range(0, len(self._ids), _IDS_AT_ONCE):
            some = self._ids[start : start + _IDS_AT_ONCE]
            with self._library.read() as connection:
                places = files.of_documents(connection, some)
                rows = {row.id: row for row in browse.document_rows(connection, some)}
                _, self._digests = load_marks(connection, COMPARISON_VERSION, some)
                strangers = present_files.of_other_contents(connection, some)
            self._damaged |= strangers
            for row in (rows[each] for each in some.tolist() if each in rows):
                here = present_paths(places.get(row.id, []))
                paths = tuple(path for path in here if path != own_path)
                is_current = row.recipe_id == recipe.recipe_id
                if paths and row.id not in strangers:
                    yield row.id, paths, row.fingerprint if is_current else None

    def _proof(self, document_id: int) -> Evidence | None:
        """What the texts have in common; None where the document's cannot be read."""
        try:
            with self._library.read() as connection:
                text = texts.get(connection, document_id)
        except TextDamagedError:
            text = None
        other = None if text is None else ComparedText.of(text)
        digest = self._digests.get(document_id)
        if other is None or is_foreign(other.tokens.hashes, digest):
            self._unread.append(document_id)
            return None
        common, boilerplate = None, self._passages.boilerplate
        if len(boilerplate):
            common = np.union1d(self._common, _common_shingles(other.shingles, boilerplate))
        return evidence_between(self._text, other, self._options.thresholds, common)

    def _is_listed(self, proof: Evidence) -> bool:
        if self._options.all_candidates:
            return True
        if self._options.least_overlap is not None:
            overlap = max(proof.overlap.containment_a, proof.overlap.containment_b)
            return overlap >= self._options.least_overlap
        return proof.pair_class in PARTIAL_CLASSES


def _document_of(library: Library, digest: bytes) -> int | None:
    with library.read() as connection:
        return documents.ids_by_digest(connection, [digest]).get(digest)


def _near(library: Library, fingerprint: Fingerprint, distance: int) -> Ids:
    """The documents within a distance of a fingerprint."""
    recipe = library_recipe(library)
    if fingerprint.recipe_id != recipe.recipe_id:
        raise RecipesDifferError(f"{fingerprint.recipe_id} and {recipe.recipe_id}")
    rest = fingerprint.rest if recipe.width > WORD_BITS else None
    with library.read() as connection:
        return find_within(connection, fingerprint.word, distance, recipe.recipe_id, rest=rest).ids


@dataclass(frozen=True, slots=True, eq=False)
class _Passages:
    """Documents that share a passage with the text, and its passages that are boilerplate.

    ``shared``, shape (d,): how many passages each of the documents, shape (d,), shares.
    ``present``: how many documents there are; what more than ``few`` of them share is boilerplate.
    """

    documents: Ids
    shared: Ids
    boilerplate: HalfHashes
    present: int
    few: int

    @classmethod
    def of(
        cls, library: Library, text: ComparedText, thresholds: Thresholds, damaged: set[int]
    ) -> _Passages:
        """What more documents share than a template takes is boilerplate."""
        asked = np.unique(winnow(text.shingles.tokens).hashes.astype(np.uint32))
        with library.read() as connection:
            present = present_files.document_ids(connection)
            owners, hashes = shared_passages(connection, COMPARISON_VERSION, asked, damaged=damaged)
        is_present = np.isin(owners, present)
        owners, hashes = owners[is_present], hashes[is_present]
        most = CommonLimits.of(len(present), thresholds).template_documents
        distinct, counts = np.unique_counts(hashes)
        boilerplate = distinct[counts > most]
        ids, shared = np.unique_counts(owners[~np.isin(hashes, boilerplate)])
        return cls(ids, shared, boilerplate, len(present), most)

    def shared_by(self, ids: Ids) -> Ids:
        """How many passages documents share, 0 for those that share none: shape (ids,)."""
        places = np.searchsorted(self.documents, ids)
        places[places == len(self.documents)] = 0
        if not len(self.documents):
            return np.zeros(len(ids), np.int64)
        return np.where(self.documents[places] == ids, self.shared[places], 0)


def _alike(library: Library, text: ComparedText, thresholds: Thresholds, damaged: set[int]) -> Ids:
    """The documents that their sketches do not keep from being near-duplicates of the text."""
    own = data_of_tokens(text.tokens.hashes)
    with library.read() as connection:
        pieces = comparison_data.sketch_pieces(connection, COMPARISON_VERSION, damaged)
        found = [_alike_among(rows, own, thresholds) for rows in pieces]
    return np.concatenate([np.empty(0, np.int64), *found])


def _alike_among(rows: StoredSketches, own: ComparisonData, thresholds: Thresholds) -> Ids:
    sketched = Sketched(
        _with_own(rows.values, own.sketch, rows.shingle_counts, own.shingle_count),
        _with_own(rows.token_values, own.token_sketch, rows.token_counts, own.token_count),
    )
    count = len(rows)
    nothing = np.zeros(count, np.uint8)
    candidates = Candidates(
        np.arange(count), np.full(count, count), nothing, nothing.astype(np.bool_)
    )
    found = screened(candidates, sketched, DetectionOptions(thresholds=thresholds))
    alike: Ids = rows.ids[found.outcome != Screening.REJECTED]
    return alike


def _common_shingles(document: Shingles, boilerplate: HalfHashes) -> Hashes:
    """The shingles of a document that lie where its winnowed hashes are boilerplate; ascending.

    Winnowing selects only some places. What lies between two neighbouring selected places is
    boilerplate when both are.
    """
    if not len(boilerplate):
        return np.empty(0, np.uint64)
    selected = winnow(document.tokens)
    is_common = np.isin(selected.hashes.astype(np.uint32), boilerplate)
    ends = selected.positions + DEFAULT_WINNOWING_LIMITS.noise_tokens
    is_followed = is_common[:-1] & is_common[1:]
    ends[:-1][is_followed] = ends[1:][is_followed]
    length = len(document.tokens)
    ends = np.minimum(ends, length)
    flags = covered_tokens(selected.positions[is_common], ends[is_common], length)
    return np.unique(document.hashes[inside(flags, document.span)])


def _with_own(values: NDArray[np.uint8], own: bytes, counts: Ids, own_count: int) -> Sketches:
    """The sketches of a library, and one more."""
    row = np.frombuffer(own, np.uint8).reshape(1, -1)
    return Sketches(np.concatenate((values, row)), np.append(counts, own_count))


def _distance(question: TracedText, other: Fingerprint | None) -> int | None:
    if other is None or not question.trace.tokens:
        return None
    return distances.distance(question.fingerprint.value, other.value)


def _likest_first(match: TextMatch) -> tuple[bool, float, float, tuple[str, ...]]:
    """Where a match comes among others; equal ones by path."""
    proof = match.evidence
    is_other = proof.pair_class is not PairClass.IDENTICAL
    share = max(proof.covered_a, proof.overlap.containment_a)
    return is_other, -share, -proof.overlap.jaccard, match.paths


def _covered(text: ComparedText, matches: Sequence[TextMatch]) -> float:
    """The share of the characters between the first and the last token."""
    if not len(text.tokens):
        return 0.0
    first, last = int(text.tokens.starts[0]), int(text.tokens.ends[-1])
    passages = [passage for match in matches for passage in match.evidence.passages]
    spans = np.array([_ends(passage) for passage in passages], np.int64).reshape(-1, 2)
    flags: NDArray[np.bool_] = covered_tokens(
        spans[:, 0] - first, spans[:, 1] - first, last - first
    )
    return int(np.count_nonzero(flags)) / (last - first)


def _ends(passage: Passage) -> tuple[int, int]:
    return passage.a.start, passage.a.end
