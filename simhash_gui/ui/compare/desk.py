"""Two documents and everything that is worked out from them, as a page can show it.

A ``Desk`` reads, fingerprints, compares and explains. It lives in a process of its own, which a
``RemoteDesk`` asks: whatever is computed in the window's process, even in a thread, makes the
window wait for its turn, and a damaged file could take the window with it. What it answers is
small, or comes in pieces; texts and features stay with it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from threading import Event, Lock

from simhash_gui.core.fingerprint.recipe import DEFAULT_RECIPE, Recipe, recipe_named
from simhash_gui.services.comparison import fingerprints
from simhash_gui.services.comparison.bit_votes import (
    BitVotes,
    FeatureLinks,
    link_features,
    votes_at,
)
from simhash_gui.services.comparison.evidence import Thresholds
from simhash_gui.services.comparison.fingerprints import Comparison
from simhash_gui.services.comparison.loading import (
    PRELOAD,
    Limits,
    TracedText,
    load_here,
    read_failure,
)
from simhash_gui.services.detection.pairs import default_distance
from simhash_gui.services.library.libraries import (
    DocumentNotFoundError,
    Library,
    document_paths,
    document_text,
    existing_library,
    library_recipe,
)
from simhash_gui.services.library.paths import Place
from simhash_gui.ui.compare.bits import BitsData, firmness
from simhash_gui.ui.reading.text_differences import (
    Piece,
    TextDifferences,
    cut_differences,
    find_differences,
    put_together,
)
from simhash_gui.ui.reading.text_evidence import Measured, measure
from simhash_gui.workers.protocol import Cause
from simhash_gui.workers.resident import ProcessLostError, Resident
from simhash_gui.workers.start import Job, ProcessLimits

_BEGINNING_CHARACTERS = 20_000
_LIMITS = Limits(memory_bytes=4 << 30)
"""Two documents, and all that is worked out from them."""


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
class Reading:
    """One reading of a source; another ``number`` means that it was read again."""

    number: int
    source: Source


@dataclass(frozen=True, slots=True)
class LoadedSide:
    """What is known of a document as soon as it is read.

    ``beginning`` is shown while the texts are compared.
    """

    name: str
    path: str
    beginning: str = ""


@dataclass(frozen=True, slots=True)
class FeatureCounts:
    """How many distinct features both documents have, and how many only one of them."""

    shared: int
    only_a: int
    only_b: int


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """What two fingerprints say of each other, and what the page draws from it.

    ``cosine``, 0 to 1, is that of the weights of all features. ``reach`` is the largest distance
    at which fingerprints find candidates by default.
    """

    distance: int
    reach: int
    xor: int
    equal_blocks: tuple[bool, bool, bool, bool]
    cosine: float
    bits: BitsData
    features: FeatureCounts


class Desk:
    """Where documents are read and compared. Safe to use from several threads.

    ``library`` is where a library is, None where documents come from disk only.
    """

    def __init__(self, library: Place | None) -> None:
        self._path = library
        self._loading = Lock()
        self._sides: dict[Reading, _Side] = {}
        self._pairs: dict[tuple[Reading, Reading], _Pair] = {}

    def load(self, reading: Reading, kept: Collection[Reading]) -> LoadedSide:
        """Read a source, and forget all others that are not ``kept``.

        A document of the library is fingerprinted only when that is asked for: it takes much longer
        than to read where its text begins.

        Raises DocumentNotFoundError for a document that is gone, ReadFailure for a file that
        cannot be read.
        """
        with self._loading:
            wanted = {reading, *kept}
            self._sides = {known: side for known, side in self._sides.items() if known in wanted}
            self._pairs = {pair: made for pair, made in self._pairs.items() if wanted >= set(pair)}
        side = self._side(reading)
        beginning = side.text[:_BEGINNING_CHARACTERS]
        return LoadedSide(Path(side.path).name, side.path, beginning)

    def prepare(self, a: Reading, b: Reading) -> Prepared:
        """Compare the fingerprints. Raises RecipesDifferError."""
        return self._pair(a, b).prepared(default_distance(self._recipe()))

    def differences(self, a: Reading, b: Reading) -> Iterator[Piece]:
        """Compare the texts by lines and words; for ``put_together`` in another process."""
        return cut_differences(self._pair(a, b).differences)

    def measure(self, a: Reading, b: Reading, thresholds: Thresholds) -> Measured:
        """What the texts prove. Raises TextsTooLongError."""
        pair = self._pair(a, b)
        return measure(pair.a.text, pair.b.text, pair.differences, thresholds)

    def votes(self, a: Reading, b: Reading, bit: int) -> BitVotes:
        """The votes at a bit."""
        pair = self._pair(a, b)
        return votes_at(pair.comparison, pair.links, bit)

    @cached_property
    def _library(self) -> Library | None:
        return existing_library(self._path) if self._path is not None else None

    def _side(self, reading: Reading) -> _Side:
        with self._loading:
            found = self._sides.get(reading)
            if found is None:
                found = self._sides[reading] = self._read(reading)
            return found

    def _read(self, reading: Reading) -> _Side:
        library, source = self._library, reading.source
        if isinstance(source, FromDisk):
            found = load_here(source.path, self._recipe())
            return _Side(found.path, found.text, lambda: found)
        if library is None:
            raise DocumentNotFoundError("no library is open")
        number = source.document_id
        path = next(iter(document_paths(library, number)), "")
        trace = partial(fingerprints.load_document, library, number)
        return _Side(path, document_text(library, number), trace)

    def _recipe(self) -> Recipe:
        library = self._library
        return library_recipe(library) if library else recipe_named(DEFAULT_RECIPE)

    def _pair(self, a: Reading, b: Reading) -> _Pair:
        sides = self._side(a), self._side(b)
        with self._loading:
            return self._pairs.setdefault((a, b), _Pair(*sides))


class RemoteDesk:
    """Asks a ``Desk`` in another process. All methods but ``end`` wait: not for the UI thread.

    Each raises what ``Desk`` raises, StoppedError soon after ``stop`` is set, and ProcessLostError.
    """

    def __init__(self, library: Place | None) -> None:
        job = Job(
            partial(Desk, library),
            ProcessLimits(_LIMITS.time_s, _LIMITS.memory_bytes),
            (*PRELOAD, __name__),
        )
        self._resident = Resident(job)

    def start(self) -> None:
        """Start the process, so that it is there when it is asked."""
        self._resident.start()

    def load(self, reading: Reading, kept: Collection[Reading], stop: Event) -> LoadedSide:
        """Read a source, within limits of time and memory."""
        limit_s = _LIMITS.time_s if isinstance(reading.source, FromDisk) else None
        try:
            side: LoadedSide = self._resident.call(
                stop, "load", reading, frozenset(kept), time_s=limit_s
            )
        except ProcessLostError as error:
            raise read_failure(error.cause, _LIMITS) from error
        except MemoryError as error:
            raise read_failure(Cause.MEMORY, _LIMITS) from error
        return side

    def prepare(self, a: Reading, b: Reading, stop: Event) -> Prepared:
        """Compare the fingerprints."""
        prepared: Prepared = self._resident.call(stop, "prepare", a, b)
        return prepared

    def differences(self, a: Reading, b: Reading, stop: Event) -> TextDifferences:
        """Compare the texts by lines and words."""
        return put_together(self._resident.call(stop, "differences", a, b))

    def measure(self, a: Reading, b: Reading, thresholds: Thresholds, stop: Event) -> Measured:
        """What the texts prove."""
        measured: Measured = self._resident.call(stop, "measure", a, b, thresholds)
        return measured

    def votes(self, a: Reading, b: Reading, bit: int) -> BitVotes:
        """The votes at a bit."""
        votes: BitVotes = self._resident.call(Event(), "votes", a, b, bit)
        return votes

    def end(self) -> None:
        """End the process, if there is one; whoever waits for it gets StoppedError."""
        self._resident.end()


@dataclass(eq=False)
class _Side:
    """A document with its text."""

    path: str
    text: str
    trace: Callable[[], TracedText]

    @cached_property
    def traced(self) -> TracedText:
        """With its fingerprint, and how that came about."""
        return self.trace()


class _Pair:
    """What was worked out from two documents, each when it is asked for first."""

    def __init__(self, a: _Side, b: _Side) -> None:
        self.a, self.b = a, b

    @cached_property
    def comparison(self) -> Comparison:
        return fingerprints.compare(self.a.traced, self.b.traced)

    @cached_property
    def links(self) -> FeatureLinks:
        return link_features(self.a.traced.trace.features, self.b.traced.trace.features)

    @cached_property
    def differences(self) -> TextDifferences:
        return find_differences(self.a.text, self.b.text)

    def prepared(self, reach: int) -> Prepared:
        comparison, links = self.comparison, self.links
        a, b = comparison.a, comparison.b
        bits = BitsData(
            a.fingerprint.value,
            b.fingerprint.value,
            a.fingerprint.width,
            firmness(a.trace.sums),
            firmness(b.trace.sums),
        )
        counts = FeatureCounts(len(links.a), len(links.only_a), len(links.only_b))
        return Prepared(
            distance=comparison.distance,
            reach=reach,
            xor=comparison.xor,
            equal_blocks=comparison.equal_blocks,
            cosine=fingerprints.weight_cosine(a.trace, b.trace),
            bits=bits,
            features=counts,
        )
