"""``python -m tests.torture.run``: see ``trials``.

Imports nothing by itself, for worker processes import this module too.
"""

import sys

if __name__ == "__main__":
    if sys.platform != "linux":
        sys.exit("needs Linux: fork, SIGKILL and small drives")
    if "--press" in sys.argv:
        from tests.torture.presses import main
    else:
        from tests.torture.trials import main

    sys.exit(main(sys.argv[1:]))
