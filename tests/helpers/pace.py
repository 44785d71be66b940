"""How long something may take on a machine that is busy with other things too."""

import time

_LOOK_S = 0.05


def allowed_s(quiet_s: float) -> float:
    """Return how long what takes at most `quiet_s` on a quiet machine may take at the moment.

    By how much of a core this process gets. Since other tests run beside, twice as long is allowed
    even when it looks quiet: what is waited for in vain takes many times as long.
    """
    begun_s, used_s = time.monotonic(), time.process_time()
    while time.process_time() - used_s < _LOOK_S:
        pass
    slowness = (time.monotonic() - begun_s) / _LOOK_S
    return 2 * quiet_s * max(1.0, 2 * slowness - 1)
