"""Job controls that interfere with an import at a chosen moment."""

from __future__ import annotations

from typing_extensions import override

from simhash_gui.services.jobs import JobControl, Stage


class CancelAfter(JobControl):
    """Cancels itself once so many files were read."""

    def __init__(self, files: int) -> None:
        super().__init__()
        self._files = files

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
