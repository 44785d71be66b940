"""One long computation in a process of its own, so that it can be stopped at any moment.

For work in compiled code that would keep the window's thread from running for longer than a
blink, and that nobody can interrupt. Called from a reader thread, which waits.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from multiprocessing.connection import Connection
from threading import Event
from typing import Any, TypeVar, TypeVarTuple, Unpack, cast

_Arguments = TypeVarTuple("_Arguments")
_Result = TypeVar("_Result")
_POLL_S = 0.05


class StoppedError(Exception):
    """Nobody wants the answer any more."""


class ProcessDiedError(Exception):
    """The process ended without an answer, for want of memory most likely."""


def run_apart(
    stop: Event, function: Callable[[Unpack[_Arguments]], _Result], *arguments: *_Arguments
) -> _Result:
    """``function(*arguments)`` in a process of its own; both must be importable by name.

    Raises StoppedError soon after ``stop`` is set, ProcessDiedError, and what the function raises.
    """
    context = multiprocessing.get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_answer, args=(sender, function, arguments), daemon=True)
    process.start()
    sender.close()
    try:
        is_good, answer = _wait(receiver, stop)
    finally:
        process.kill()
        process.join()
        process.close()
        receiver.close()
    if not is_good:
        raise answer
    return cast(_Result, answer)


def _wait(receiver: Connection, stop: Event) -> tuple[bool, Any]:
    while not receiver.poll(_POLL_S):
        if stop.is_set():
            raise StoppedError
    try:
        answer: tuple[bool, Any] = receiver.recv()
    except EOFError as error:
        raise ProcessDiedError("the process ended without an answer") from error
    return answer


def _answer(sender: Connection, function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    """Runs in the process."""
    try:
        answer: tuple[bool, Any] = True, function(*arguments)
    except Exception as error:  # noqa: BLE001 - handed to the caller, who tells the user
        answer = False, error
    sender.send(answer)
    sender.close()
