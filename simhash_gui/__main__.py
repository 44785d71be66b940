"""``simhash-gui`` and ``python -m simhash_gui``: the window, or a command."""

from __future__ import annotations

import multiprocessing
import sys

from simhash_gui import app


def main() -> int:
    """Entry point of the installed program; worker processes of a frozen one start here too."""
    multiprocessing.freeze_support()
    return app.run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
