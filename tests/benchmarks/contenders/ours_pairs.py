"""Our all-pairs search, as the command line and the window run it."""

from __future__ import annotations

import numpy as np
from serving import checksum

from simhash_gui.core.hamming.pairs import FoldedPairs
from simhash_gui.services.detection.pair_search import (
    TooManyPairsError,
    plan_pair_search,
)
from simhash_gui.services.jobs import JobControl


class Contender:
    def load(self, path: str, k: int, jobs: int) -> None:
        self._words, self._k, self._jobs = np.load(path), k, jobs

    def estimate(self) -> dict[str, float | str]:
        plan = plan_pair_search(self._words, self._k, jobs=self._jobs)
        return {"method": str(plan.estimate.method), "expected_s": plan.expected_s}

    def pairs(self) -> dict[str, str]:
        """Find them, or tell, as the program does, that there are more than are kept."""
        self._found: FoldedPairs | None = None
        try:
            self._found = plan_pair_search(self._words, self._k, jobs=self._jobs).run(JobControl())
        except TooManyPairsError as error:
            return {"told": f"stopped: more than {error.limit:,} pairs"}
        return {}

    def summary(self) -> dict[str, int] | None:
        if self._found is None:
            return None
        lane, pairs = self._found.folding.lanes[0], self._found.pairs
        return {
            "count": self._found.count(),
            "checksum": checksum(lane[pairs.left], lane[pairs.right]),
        }
