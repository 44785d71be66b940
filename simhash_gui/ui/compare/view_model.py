"""The state of the Compare page: which two documents, what their comparison says, which bit.

Documents are loaded, compared and explained by a ``RemoteDesk``, which the read pool waits for;
this keeps the answers and tells the page by signals. Both sides are fingerprinted by the recipe of
the library.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import count
from threading import Event

from PySide6.QtCore import QObject, QTimer, Signal

from simhash_gui.services.comparison.bit_votes import BitVotes
from simhash_gui.services.comparison.evidence import Thresholds
from simhash_gui.services.comparison.fingerprints import RecipesDifferError
from simhash_gui.services.library.libraries import document_paths
from simhash_gui.services.library.paths import Place
from simhash_gui.ui.compare.desk import (
    FromDisk,
    FromLibrary,
    LoadedSide,
    Prepared,
    Reading,
    RemoteDesk,
    Source,
)
from simhash_gui.ui.reading.text_differences import Side, TextDifferences
from simhash_gui.ui.reading.text_evidence import TextEvidence, TextsTooLongError
from simhash_gui.ui.session.session import Session
from simhash_gui.workers.resident import ProcessLostError


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
        self._desk = RemoteDesk(_library_of(session))
        self._numbers = count()
        self._readings: dict[Side, Reading] = {}
        self._paths: dict[Side, str] = {}
        self._loaded: dict[Side, LoadedSide] = {}
        self._prepared: Prepared | None = None
        self._differences: TextDifferences | None = None
        self._evidence: TextEvidence | None = None
        self._is_unmeasurable = False
        self._explanations: dict[int, BitVotes] = {}
        session.library_opened.connect(self._change_library)
        session.recipe_changed.connect(self.read_again)
        session.closing.connect(self._end)

    def source(self, side: Side) -> Source | None:
        """What was chosen for a side."""
        reading = self._readings.get(side)
        return reading.source if reading is not None else None

    def path(self, side: Side) -> str:
        """Where the document of a side lies, known long before it is read; empty until then."""
        return self._paths.get(side, "")

    def loaded(self, side: Side) -> LoadedSide | None:
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
        if len(self._loaded) < len(self._readings):
            return True
        return len(self._loaded) == len(Side) and self._prepared is None

    def expect_questions(self) -> None:
        """Have the process started that reads and compares, before it is asked."""
        self._session.reads.submit(self._desk.start, on_done=lambda _: None, is_waiting=True)

    def open_documents(self, a: int, b: int) -> None:
        """Compare two documents of the library."""
        self.choose(Side.A, FromLibrary(a))
        self.choose(Side.B, FromLibrary(b))

    def choose(self, side: Side, source: Source) -> None:
        """Put a document on a side and load it."""
        reading = self._readings[side] = Reading(next(self._numbers), source)
        self._loaded.pop(side, None)
        self._forget_comparison()
        self._find_path(side, source)
        stop = Event()
        self._session.reads.submit(
            self._desk.load,
            reading,
            tuple(self._readings.values()),
            stop,
            on_done=partial(self._keep, side),
            on_error=partial(self._refuse, side, source),
            key=_loading_key(side),
            is_waiting=True,
            stop=stop,
        )
        self.sides_changed.emit()

    def swap(self) -> None:
        """Exchange A and B."""
        if self.is_loading:
            return
        self._readings = {side.other: reading for side, reading in self._readings.items()}
        self._loaded = {side.other: loaded for side, loaded in self._loaded.items()}
        self._forget_comparison()
        self.sides_changed.emit()
        self._compare()

    def clear(self) -> None:
        """Forget both sides."""
        for side in Side:
            self._session.reads.forget(_loading_key(side))
            self._session.reads.forget(_path_key(side))
        self._readings.clear()
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
                self._desk.votes,
                *self._pair(),
                bit,
                on_done=self._keep_explanation,
                key=_EXPLAIN_KEY,
                is_waiting=True,
            )

    def _end(self) -> None:
        self._desk.end()

    def _change_library(self) -> None:
        self.clear()
        self._session.reads.submit(self._desk.end, on_done=_nothing, is_waiting=True)
        self._desk = RemoteDesk(_library_of(self._session))

    def _find_path(self, side: Side, source: Source) -> None:
        reads, key, library = self._session.reads, _path_key(side), self._session.library
        reads.forget(key)
        self._paths[side] = str(source.path) if isinstance(source, FromDisk) else ""
        if isinstance(source, FromLibrary) and library is not None:
            keep = partial(self._keep_path, side)
            reads.submit(
                document_paths,
                library,
                source.document_id,
                on_done=keep,
                on_error=_nothing,  # to load it fails as well, and tells
                key=key,
            )

    def _keep_path(self, side: Side, paths: Sequence[str]) -> None:
        if paths and side not in self._loaded:
            self._paths[side] = paths[0]
            self.sides_changed.emit()

    def _keep(self, side: Side, loaded: LoadedSide) -> None:
        self._loaded[side] = loaded
        self.sides_changed.emit()
        self._compare()

    def _refuse(self, side: Side, source: Source, error: Exception) -> None:
        self._readings.pop(side, None)
        self.sides_changed.emit()
        self.failed.emit(source, error)

    def _pair(self) -> tuple[Reading, Reading]:
        return self._readings[Side.A], self._readings[Side.B]

    def _compare(self) -> None:
        if len(self._loaded) < len(Side):
            return
        reads, stop = self._session.reads, Event()
        reads.submit(
            self._desk.prepare,
            *self._pair(),
            stop,
            on_done=self._keep_prepared,
            on_error=self._read_again,
            key=_COMPARE_KEY,
            is_waiting=True,
            stop=stop,
        )
        reads.submit(
            self._desk.differences,
            *self._pair(),
            stop,
            on_done=self._keep_differences,
            key=_DIFFERENCES_KEY,
            is_waiting=True,
            stop=stop,
        )

    def _read_again(self, error: Exception) -> None:
        """One side was read before the recipe of the library changed: read both by the new one."""
        if not isinstance(error, RecipesDifferError):
            self._session.reads.failed.emit(error)
            return
        self.read_again()

    def read_again(self) -> None:
        """Load both sides again, by the current recipe."""
        for side, reading in list(self._readings.items()):
            self.choose(side, reading.source)

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
            _find_evidence,
            self._desk,
            self._pair(),
            differences,
            self._session.settings.thresholds,
            stop,
            on_done=self._keep_evidence,
            on_error=self._lose_evidence,
            key=_EVIDENCE_KEY,
            is_waiting=True,
            stop=stop,
        )

    def _keep_evidence(self, found: TextEvidence) -> None:
        self._evidence = found
        self.evidence_changed.emit()

    def _lose_evidence(self, error: Exception) -> None:
        self._is_unmeasurable = True
        self.evidence_changed.emit()
        if not isinstance(error, (TextsTooLongError, ProcessLostError)):
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
            kept = self._differences, self._evidence
            QTimer.singleShot(_KEPT_MS, self, partial(_nothing, kept))
            self._differences = self._evidence = None
            self.differences_changed.emit()
            self.evidence_changed.emit()


_KEPT_MS = 200  # what is known of long texts is freed in a turn of its own
_COMPARE_KEY = "compare"
_DIFFERENCES_KEY = "compare-differences"
_EVIDENCE_KEY = "compare-evidence"
_EXPLAIN_KEY = "compare-explain"


def _path_key(side: Side) -> str:
    return f"compare-path-{side.name}"


def _nothing(_result: object) -> None:
    """The answer is not needed."""


def _library_of(session: Session) -> Place | None:
    return session.library.place if session.library is not None else None


def _loading_key(side: Side) -> str:
    return f"compare-load-{side.name}"


def _find_evidence(
    desk: RemoteDesk,
    pair: tuple[Reading, Reading],
    differences: TextDifferences,
    thresholds: Thresholds,
    stop: Event,
) -> TextEvidence:
    return TextEvidence.of(desk.measure(*pair, thresholds, stop), differences)
