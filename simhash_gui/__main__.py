"""``simhash-gui`` and ``python -m simhash_gui``: the window, or a command.

Worker processes import this module, and should not pay for what only the program needs.
"""

import sys

from simhash_gui.cli import start_interruption


def main() -> int:
    """Entry point of the installed program; worker processes of a frozen one start here too."""
    start_interruption.be_ready()

    import multiprocessing  # noqa: PLC0415 - not before Ctrl-C may come

    multiprocessing.freeze_support()

    from simhash_gui import app  # noqa: PLC0415 - as above

    return app.run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
