"""Job controls that interfere with an import at a chosen moment."""

from __future__ import annotations

from collections.abc import Callable

from typing_extensions import override

from simhash_gui.services.jobs import JobControl, Stage


class CancelAfter(JobControl):
    """Cancels itself once so many files were read; ``and_then`` follows."""

    def __init__(self, files: int, and_then: Callable[[], object] = lambda: None) -> None:
        super().__init__()
        self._files = files
        self._and_then = and_then

    @override
    def report(
        self,
        stage: Stage,
        done: int,
        total: int | None = None,
        *,
        failed: int = 0,
        current: str = "",
    ) -> None:
        super().report(stage, done, total, failed=failed, current=current)
        if stage is Stage.READING and done >= self._files:
            self.cancel()
            self._and_then()
