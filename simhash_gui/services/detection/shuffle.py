"""Who brings together what has equal keys: this process, unless an engine shares the work out.

The three searches that candidates are made of, and what is connected. Whoever does them, the
result is the same.
"""

from __future__ import annotations

from collections.abc import Iterator

from simhash_gui.core.clustering.linkage import connected_labels
from simhash_gui.core.hamming.pairs import FoldedPairs
from simhash_gui.core.ragged import Indexes
from simhash_gui.core.text.candidates import Budget, Reader, SharedHashes, find_shared_hashes
from simhash_gui.core.text.commonness import CommonLimits, Commonness, count_documents
from simhash_gui.services.detection.pair_search import PairSearchPlan
from simhash_gui.services.jobs import JobControl


class Shuffle:
    """The searches in this process, by numpy."""

    @property
    def is_cut(self) -> bool:
        """Whether some pairs cost too much to be looked at."""
        return False

    def near(self, plan: PairSearchPlan, control: JobControl) -> FoldedPairs:
        """All pairs within a distance. Raises JobCancelledError and TooManyPairsError."""
        return plan.run(control)

    def shared(
        self, read: Reader, count: int, most_owners: int, budget: Budget
    ) -> Iterator[SharedHashes]:
        """As ``find_shared_hashes``."""
        return find_shared_hashes(read, count, most_owners, budget)

    def count(
        self, read: Reader, groups: Indexes, count: int, limits: CommonLimits
    ) -> Iterator[Commonness]:
        """As ``count_documents``."""
        return count_documents(read, groups, count, limits)

    def connected(self, count: int, left: Indexes, right: Indexes) -> Indexes:
        """As ``connected_labels``."""
        return connected_labels(count, left, right)


HERE = Shuffle()
