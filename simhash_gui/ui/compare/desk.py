"""Two documents and everything that is worked out from them, as a page can show it.

A ``Desk`` reads, fingerprints, compares and explains in the process in which it is made. What it
answers is small, or comes in pieces; texts and features of long documents stay with it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from threading import Lock

from simhash_gui.core.fingerprint.recipe import DEFAULT_RECIPE, Recipe, recipe_named
from simhash_gui.services.comparison import comparing
from simhash_gui.services.comparison.bit_votes import (
    BitVotes,
    FeatureLinks,
    link_features,
    votes_at,
)
from simhash_gui.services.comparison.comparing import Comparison
from simhash_gui.services.comparison.evidence import Thresholds
from simhash_gui.services.detection.candidates import default_distance
from simhash_gui.services.library.libraries import (
    DocumentNotFoundError,
    Library,
    existing_library,
    library_recipe,
)
from simhash_gui.ui.compare.bits import BitsData, firmness
from simhash_gui.ui.reading.text_differences import (
    Piece,
    TextDifferences,
    cut_differences,
    find_differences,
)
from simhash_gui.ui.reading.text_evidence import Measured, measure


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
    """What is known of a document as soon as it is read."""

    name: str
    path: str


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

    ``library`` is an open library, the path of one, or None where documents come from disk only.
    """

    def __init__(self, library: Library | Path | None) -> None:
        self._given = library
        self._loading = Lock()
        self._sides: dict[Reading, comparing.Side] = {}
        self._pairs: dict[tuple[Reading, Reading], _Pair] = {}

    def load(self, reading: Reading, kept: Collection[Reading]) -> LoadedSide:
        """Read and fingerprint a source, and forget all others that are not ``kept``.

        Raises DocumentNotFoundError for a document that is gone, ReadFailure for a file that
        cannot be read.
        """
        with self._loading:
            wanted = {reading, *kept}
            self._sides = {known: side for known, side in self._sides.items() if known in wanted}
            self._pairs = {pair: made for pair, made in self._pairs.items() if wanted >= set(pair)}
        side = self._side(reading)
        return LoadedSide(side.name, side.path)

    def prepare(self, a: Reading, b: Reading) -> Prepared:
        """Compare the fingerprints. Raises RecipesDifferError."""
        return self._pair(a, b).prepared(default_distance(self._recipe()))

    def differences(self, a: Reading, b: Reading) -> TextDifferences:
        """Compare the texts by lines and words."""
        return self._pair(a, b).differences

    def difference_pieces(self, a: Reading, b: Reading) -> Iterator[Piece]:
        """The same, for ``put_together`` in another process."""
        return cut_differences(self.differences(a, b))

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
        return existing_library(self._given) if isinstance(self._given, Path) else self._given

    def _side(self, reading: Reading) -> comparing.Side:
        with self._loading:
            found = self._sides.get(reading)
            if found is None:
                found = self._sides[reading] = self._read(reading)
            return found

    def _read(self, reading: Reading) -> comparing.Side:
        library, source = self._library, reading.source
        if isinstance(source, FromDisk):
            return comparing.load_file(source.path, self._recipe())
        if library is None:
            raise DocumentNotFoundError("no library is open")
        return comparing.load_document(library, source.document_id)

    def _recipe(self) -> Recipe:
        library = self._library
        return library_recipe(library) if library else recipe_named(DEFAULT_RECIPE)

    def _pair(self, a: Reading, b: Reading) -> _Pair:
        sides = self._side(a), self._side(b)
        with self._loading:
            return self._pairs.setdefault((a, b), _Pair(*sides))


class _Pair:
    """What was worked out of two documents, each when it is asked for first."""

    def __init__(self, a: comparing.Side, b: comparing.Side) -> None:
        self.a, self.b = a, b

    @cached_property
    def comparison(self) -> Comparison:
        return comparing.compare(self.a, self.b)

    @cached_property
    def links(self) -> FeatureLinks:
        return link_features(self.a.trace.features, self.b.trace.features)

    @cached_property
    def differences(self) -> TextDifferences:
        return find_differences(self.a.text, self.b.text)

    def prepared(self, reach: int) -> Prepared:
        comparison, links = self.comparison, self.links
        a, b = self.a, self.b
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
            cosine=comparing.weight_cosine(a.trace, b.trace),
            bits=bits,
            features=counts,
        )
