"""``simhash-gui`` and ``python -m simhash_gui``: the window, or a command."""

# ruff: noqa: PLC0415 - the first thing is to be ready for Ctrl-C; also, worker processes import
# this module and should not pay for the rest

from __future__ import annotations

import contextlib
import os
import signal
import sys
from types import FrameType

from simhash_gui.cli.arguments.wanted_form import wants_json

_INTERRUPTED = b"""\
{
 "error": {"kind": "interrupted", "message": "interrupted", "way_out": "run it again"}
}
"""


def main() -> int:
    """Entry point of the installed program; worker processes of a frozen one start here too."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _leave)

    import multiprocessing

    multiprocessing.freeze_support()

    from simhash_gui import app

    return app.run(sys.argv[1:])


def _leave(number: int, _frame: FrameType | None) -> None:
    """End at once. Nothing is open yet, and an exception would come out of any import."""
    with contextlib.suppress(OSError):  # one is closed, or nobody reads it any more
        os.write(2, b"simhash-gui: interrupted; run it again\n")
    with contextlib.suppress(OSError):
        if wants_json(sys.argv):
            os.write(1, _INTERRUPTED)
    os._exit(128 + number)


if __name__ == "__main__":
    sys.exit(main())
