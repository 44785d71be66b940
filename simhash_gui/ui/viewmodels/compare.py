"""The state of the Compare page: which two documents, what their comparison says, which bit.

Documents are loaded, compared and explained in the read pool; this keeps the answers and tells
the page by signals. Both sides are fingerprinted by the recipe of the library.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import Event

from PySide6.QtCore import QObject, Signal

from simhash_gui.core.recipe import recipe_named
from simhash_gui.services import comparing
from simhash_gui.services.comparing import Comparison
from simhash_gui.services.libraries import (
    DEFAULT_RECIPE,
    DocumentNotFoundError,
    Library,
    library_recipe,
)
from simhash_gui.ui.own_process import ProcessDiedError
from simhash_gui.ui.session import Session
from simhash_gui.ui.viewmodels.bit_votes import BitVotes, FeatureLinks, link_features, votes_at
from simhash_gui.ui.viewmodels.bits import BitsData, firmness
from simhash_gui.ui.viewmodels.text_differences import Side, TextDifferences, find_differences
from simhash_gui.ui.viewmodels.text_evidence import (
    TextEvidence,
    TextsTooLongError,
    find_evidence,
)


@dataclass(frozen=True, slots=True)
class FromLibrary:
    """A document of the open library."""

    document_id: int


@dataclass(frozen=True, slots=True)
class FromDisk:
    """A file that need not be in the library."""

    path: Path


Source = FromLibrary | FromDisk


@dataclass(frozen=True, slots=True)
class FeatureCounts:
    """How many distinct features both documents have, and how many only one of them."""

    shared: int
    only_a: int
    only_b: int


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """A comparison with what the page draws from it."""

    comparison: Comparison
    bits: BitsData
    links: FeatureLinks

    @property
    def features(self) -> FeatureCounts:
        """How many features are shared, and how many not."""
        links = self.links
        return FeatureCounts(len(links.a), len(links.only_a), len(links.only_b))


class CompareViewModel(QObject):
    """Two sides and their comparison."""

    sides_changed = Signal()
    comparison_changed = Signal()
    differences_changed = Signal()
    evidence_changed = Signal()
    explained = Signal(object)  # BitVotes
    failed = Signal(object, object)  # Source, Exception

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._sources: dict[Side, Source] = {}
        self._loaded: dict[Side, comparing.Side] = {}
        self._prepared: Prepared | None = None
        self._differences: TextDifferences | None = None
        self._evidence: TextEvidence | None = None
        self._is_unmeasurable = False
        self._explanations: dict[int, BitVotes] = {}
        session.library_opened.connect(self.clear)
        session.recipe_changed.connect(self.read_again)

    def source(self, side: Side) -> Source | None:
        """What was chosen for a side."""
        return self._sources.get(side)

    def loaded(self, side: Side) -> comparing.Side | None:
        """The document of a side once it is read."""
        return self._loaded.get(side)

    @property
    def prepared(self) -> Prepared | None:
        """The comparison, once both sides are there."""
        return self._prepared

    @property
    def differences(self) -> TextDifferences | None:
        """Where the texts differ, once that is known."""
        return self._differences

    @property
    def evidence(self) -> TextEvidence | None:
        """What the texts prove, once that is known."""
        return self._evidence

    @property
    def is_measuring(self) -> bool:
        """Whether the evidence is still to come."""
        return len(self._loaded) == len(Side) and not self._evidence and not self._is_unmeasurable

    @property
    def is_loading(self) -> bool:
        """Whether something chosen is not shown yet."""
        if len(self._loaded) < len(self._sources):
            return True
        return len(self._loaded) == len(Side) and self._prepared is None

    def open_documents(self, a: int, b: int) -> None:
        """Compare two documents of the library."""
        self.choose(Side.A, FromLibrary(a))
        self.choose(Side.B, FromLibrary(b))

    def choose(self, side: Side, source: Source) -> None:
        """Put a document on a side and load it."""
        self._sources[side] = source
        self._loaded.pop(side, None)
        self._forget_comparison()
        self._session.reads.submit(
            load_side,
            self._session.library,
            source,
            on_done=partial(self._keep, side),
            on_error=partial(self._refuse, side, source),
            key=_loading_key(side),
        )
        self.sides_changed.emit()

    def swap(self) -> None:
        """Exchange A and B."""
        if self.is_loading:
            return
        self._sources = {side.other: source for side, source in self._sources.items()}
        self._loaded = {side.other: loaded for side, loaded in self._loaded.items()}
        self._forget_comparison()
        self.sides_changed.emit()
        self._compare()

    def clear(self) -> None:
        """Forget both sides."""
        for side in Side:
            self._session.reads.forget(_loading_key(side))
        self._sources.clear()
        self._loaded.clear()
        self._forget_comparison()
        self.sides_changed.emit()

    def explain(self, bit: int) -> None:
        """Ask for the votes at a bit; ``explained`` follows, at once where they are known."""
        if bit in self._explanations:
            self._session.reads.forget(_EXPLAIN_KEY)
            self.explained.emit(self._explanations[bit])
        elif self._prepared is not None:
            self._session.reads.submit(
                votes_at,
                self._prepared.comparison,
                self._prepared.links,
                bit,
                on_done=self._keep_explanation,
                key=_EXPLAIN_KEY,
            )

    def _keep(self, side: Side, loaded: comparing.Side) -> None:
        self._loaded[side] = loaded
        self.sides_changed.emit()
        self._compare()

    def _refuse(self, side: Side, source: Source, error: Exception) -> None:
        self._sources.pop(side, None)
        self.sides_changed.emit()
        self.failed.emit(source, error)

    def _compare(self) -> None:
        a, b = self._loaded.get(Side.A), self._loaded.get(Side.B)
        if a is None or b is None:
            return
        reads = self._session.reads
        reads.submit(
            prepare, a, b, on_done=self._keep_prepared, on_error=self._read_again, key=_COMPARE_KEY
        )
        reads.submit(
            find_differences, a.text, b.text, on_done=self._keep_differences, key=_DIFFERENCES_KEY
        )

    def _read_again(self, error: Exception) -> None:
        """One side was read before the recipe of the library changed: read both by the new one."""
        if not isinstance(error, comparing.RecipesDifferError):
            self._session.reads.failed.emit(error)
            return
        self.read_again()

    def read_again(self) -> None:
        """Load both sides anew, by the recipe of now."""
        for side, source in list(self._sources.items()):
            self.choose(side, source)

    def _keep_prepared(self, prepared: Prepared) -> None:
        self._prepared = prepared
        self.comparison_changed.emit()

    def _keep_differences(self, differences: TextDifferences) -> None:
        self._differences = differences
        self.differences_changed.emit()
        self._measure(differences)

    def _measure(self, differences: TextDifferences) -> None:
        stop = Event()
        self._session.reads.submit(
            find_evidence,
            self._loaded[Side.A].text,
            self._loaded[Side.B].text,
            differences,
            stop,
            on_done=self._keep_evidence,
            on_error=self._lose_evidence,
            key=_EVIDENCE_KEY,
            stop=stop,
        )

    def _keep_evidence(self, found: TextEvidence) -> None:
        self._evidence = found
        self.evidence_changed.emit()

    def _lose_evidence(self, error: Exception) -> None:
        self._is_unmeasurable = True
        self.evidence_changed.emit()
        if not isinstance(error, (TextsTooLongError, ProcessDiedError)):
            self._session.reads.failed.emit(error)

    def _keep_explanation(self, explanation: BitVotes) -> None:
        self._explanations[explanation.bit] = explanation
        self.explained.emit(explanation)

    def _forget_comparison(self) -> None:
        for key in (_COMPARE_KEY, _DIFFERENCES_KEY, _EVIDENCE_KEY, _EXPLAIN_KEY):
            self._session.reads.forget(key)
        self._is_unmeasurable = False
        self._explanations.clear()
        if self._prepared is not None:
            self._prepared = None
            self.comparison_changed.emit()
        if self._differences is not None:
            self._differences = self._evidence = None
            self.differences_changed.emit()
            self.evidence_changed.emit()


_COMPARE_KEY = "compare"
_DIFFERENCES_KEY = "compare-differences"
_EVIDENCE_KEY = "compare-evidence"
_EXPLAIN_KEY = "compare-explain"


def _loading_key(side: Side) -> str:
    return f"compare-load-{side.name}"


def load_side(library: Library | None, source: Source) -> comparing.Side:
    """Read and fingerprint a source (off the UI thread), by the recipe of the library if any.

    Raises DocumentNotFoundError for a document that is gone, ReadFailure for a file that cannot
    be read.
    """
    if isinstance(source, FromDisk):
        recipe = library_recipe(library) if library else recipe_named(DEFAULT_RECIPE)
        return comparing.load_file(source.path, recipe)
    if library is None:
        raise DocumentNotFoundError("no library is open")
    return comparing.load_document(library, source.document_id)


def prepare(a: comparing.Side, b: comparing.Side) -> Prepared:
    """Compare two sides (off the UI thread). Raises RecipesDifferError."""
    comparison = comparing.compare(a, b)
    bits = BitsData(
        a.fingerprint.value,
        b.fingerprint.value,
        a.fingerprint.width,
        firmness(a.trace.sums),
        firmness(b.trace.sums),
    )
    return Prepared(comparison, bits, link_features(a.trace.features, b.trace.features))
