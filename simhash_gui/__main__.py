"""``simhash-gui`` and ``python -m simhash_gui``: the window, or a command."""

from __future__ import annotations

import multiprocessing
import sys


def main() -> int:
    """Entry point of the installed program; worker processes of a frozen one start here too."""
    multiprocessing.freeze_support()

    # Worker processes import this module and should not pay for the rest.
    from simhash_gui import app  # noqa: PLC0415

    return app.run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
