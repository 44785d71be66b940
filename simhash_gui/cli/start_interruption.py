"""Ctrl-C before a command listens for it: one sentence, status 130, and no traceback.

Put in place before anything else is imported, so it needs only what the interpreter itself has
imported already. An exception would come out of any import, and out of some of them as another.
"""

# signal itself imports enum first, out of which a signal would come as another exception
import _signal  # type: ignore[import-not-found]
import os
import sys

from simhash_gui.cli.wanted_form import wants_json

_INTERRUPTED = b"""\
{
 "error": {"kind": "interrupted", "message": "interrupted", "way_out": "run it again"}
}
"""


def be_ready() -> None:
    """From now on, Ctrl-C ends the program; where it is ignored, as by ``nohup``, it stays so."""
    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, leave)


def be_done() -> None:
    """From now on, Ctrl-C changes nothing: what the program has to say is being said."""
    if _signal.getsignal(_signal.SIGINT) is leave:
        _signal.signal(_signal.SIGINT, _signal.SIG_IGN)


def leave(number: int, _frame: object) -> None:
    """End at once: nothing is open yet."""
    _tell(2, b"simhash-gui: interrupted; run it again\n")
    if wants_json(sys.argv):
        _tell(1, _INTERRUPTED)
    os._exit(128 + number)


def _tell(descriptor: int, words: bytes) -> None:
    try:  # noqa: SIM105 - contextlib may be half imported when this is called
        os.write(descriptor, words)
    except OSError:  # it is closed, or nobody reads it any more
        pass
