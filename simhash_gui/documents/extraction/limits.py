"""What a worker process may take for a document, and what the failure is called when it took more.

Light to import, for commands that read one file and have another process do it.
"""

from __future__ import annotations

from simhash_gui.documents.records import FailureReason, Limits, ReadFailure
from simhash_gui.workers.protocol import Cause
from simhash_gui.workers.start import ProcessLimits


def process_limits(limits: Limits) -> ProcessLimits:
    """The limits of the process that reads documents."""
    return ProcessLimits(limits.time_s, limits.memory_bytes)


def read_failure(cause: Cause, limits: Limits, error: str = "") -> ReadFailure:
    """Why a document could not be read, when its process failed or had to be ended.

    ``error`` is the exception in words, where there was one.
    """
    if cause is Cause.TIMEOUT:
        detail = f"It took longer than the limit of {limits.time_s:g} s."
        return ReadFailure(FailureReason.TIMEOUT, detail)
    if cause is Cause.MEMORY:
        megabytes = limits.memory_bytes / 2**20
        detail = f"It needs more memory than the limit of {megabytes:,.0f} MB."
        return ReadFailure(FailureReason.MEMORY, detail)
    detail = f"The reader failed: {error}" if error else "The program that reads it crashed."
    return ReadFailure(FailureReason.CRASHED, detail)
