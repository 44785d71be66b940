"""The far end of ``tests/benchmarks/processes.py``: one contender, in its own interpreter.

Runs in environments that hold nothing but a peer and numpy, so it needs no more than these.
Requests come as JSON lines on stdin; each names a method of the contender. The answer tells how
long the call took, by the clock and in processor time, and the most memory held so far.
"""

from __future__ import annotations

import json
import os
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

_MIXER = np.uint64(0x9E37_79B9_7F4A_7C15)


def serve(contender: object) -> None:
    """Answer until stdin ends."""
    with os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8") as answers:
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # peers may print what they like
        for line in sys.stdin:
            request = json.loads(line)
            answer = _call(getattr(contender, request["call"]), request["with"])
            answers.write(json.dumps(answer) + "\n")
            answers.flush()


def _call(method: Any, arguments: dict[str, Any]) -> dict[str, Any]:
    wall_s, cpu_s = time.perf_counter(), time.process_time()
    result = method(**arguments)
    return {
        "wall_s": time.perf_counter() - wall_s,
        "cpu_s": time.process_time() - cpu_s,
        "peak_bytes": peak_bytes(),
        "result": result,
    }


def peak_bytes() -> int:
    """The most memory this process has held; 0 where the system does not tell."""
    status = Path("/proc/self/status")
    if not status.exists():
        return 0
    fields = dict(line.split(":", 1) for line in status.read_text("utf-8").splitlines())
    return int(fields["VmHWM"].split()[0]) * 1024


def forget_peak() -> None:
    """Reset ``peak_bytes``, where the system can (Linux)."""
    memory = Path("/proc/self/clear_refs")
    if memory.exists():
        memory.write_text("5", "ascii")


def cpu_s() -> float:
    """Processor time of this process and of its children that have ended.

    Where the system tells (Linux), also of all processes that have come of it and still run, as
    the template that workers are forks of does, and of those that these have outlived.
    """
    times = os.times()
    own = times.user + times.system + times.children_user + times.children_system
    return own + sum(map(_cpu_s_of, _descendants(os.getpid())))


def _descendants(process: int) -> list[int]:
    found: list[int] = []
    for path in Path(f"/proc/{process}/task").glob("*/children"):
        with suppress(OSError):  # a thread that has just ended
            for child in map(int, path.read_text("ascii").split()):
                found += [child, *_descendants(child)]
    return found


def _cpu_s_of(process: int) -> float:
    with suppress(OSError):
        fields = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
        return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    return 0.0


def checksum(left: np.ndarray, right: np.ndarray) -> int:
    """One number for a set of pairs of fingerprints, whatever their order."""
    low, high = np.minimum(left, right), np.maximum(left, right)
    mixed = (low * _MIXER) ^ high
    return int((mixed ^ mixed >> np.uint64(29)).sum(dtype=np.uint64))


def latencies(ask: Any, questions: list[Any]) -> dict[str, float]:
    """Ask one by one; microseconds of the median and of the 95th percentile, and all matches.

    ``cpu_p50_us`` and ``cpu_p95_us`` are in processor time, which other programs disturb less.
    """
    wall, cpu, found = [], [], 0
    for question in questions:
        started, cpu_started = time.perf_counter_ns(), time.thread_time_ns()
        count = ask(question)
        cpu.append(time.thread_time_ns() - cpu_started)
        wall.append(time.perf_counter_ns() - started)
        found += count
    (p50, p95), (cpu_p50, cpu_p95) = (np.percentile(t, [50, 95]) / 1000 for t in (wall, cpu))
    return {
        "p50_us": float(p50),
        "p95_us": float(p95),
        "cpu_p50_us": float(cpu_p50),
        "cpu_p95_us": float(cpu_p95),
        "found": found,
    }
