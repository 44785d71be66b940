"""What may happen to a library while it is written: see ``run``.

Killed at any moment, a drive that fills up, any single write that fails, two writers at a time, a
clock that jumps; and, while its window is open, all that ``disturbances`` has.
Whatever happens, the library that is left can be opened, holds nothing wrong, and after the same
work is asked for again equals one that nobody disturbed. The exit status is 1 where one does not.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from shutil import copyfile, which

from tests.benchmarks.results import say
from tests.torture.disturbances import DISTURBANCES
from tests.torture.small_drives import resize, small_drive
from tests.torture.work import WORKS, Status, Work, make_documents, state_of

_KILLS_A_LIBRARY = 5
"""So often it is killed before the work is let to its end and looked at."""
_STEP_KIB = 8
_LOOK_EVERY_S = 0.005
_NAMES = tuple(work.name for work in WORKS)


class DifferentError(AssertionError):
    """A library that is not what it should be."""


@dataclass(slots=True)
class Tally:
    """What happened to the libraries of one kind of work."""

    name: str
    libraries: int = 0
    disturbed: int = 0
    ended_before: int = 0

    def __str__(self) -> str:
        return (
            f"{self.name}: {self.disturbed:,} times disturbed, {self.ended_before:,} times over "
            f"before that, {self.libraries:,} libraries equal to an undisturbed one"
        )


def main(arguments: Sequence[str]) -> int:
    """Do all, or what is asked for."""
    options = _parser().parse_args(arguments)
    works = [work for work in WORKS if work.name in (options.work or _NAMES)]
    trials: dict[str, Callable[[Path], Iterator[Tally]]] = {
        "kills": lambda folder: kills(folder, works, options.kills, options.first),
        "full": lambda folder: full_drives(folder, works, options.step),
        "writes": lambda folder: failing_writes(folder, works, options.every),
        "writers": lambda folder: two_writers(folder, works),
        "clock": lambda folder: jumping_clock(folder, works),
        "presses": lambda _folder: pressed_windows(options.every),
    }
    wanted = options.trial or list(trials)
    with tempfile.TemporaryDirectory() as folder:
        if "writes" in wanted and "LD_PRELOAD" not in os.environ:
            return _again_with_failing_writes(Path(folder), arguments)
        (Path(folder) / "tmp").mkdir()
        os.environ["TMPDIR"] = tempfile.tempdir = str(Path(folder) / "tmp")
        try:
            for name in wanted:
                begun_s = time.monotonic()
                (Path(folder) / name).mkdir()
                for tally in trials[name](Path(folder) / name):
                    say(f"{tally} ({time.monotonic() - begun_s:.0f} s)")
        except DifferentError as error:
            say(str(error))
            return 1
    return 0


def kills(folder: Path, works: Sequence[Work], count: int, first: int) -> Iterator[Tally]:
    """Kill each work at random moments; yields a tally for each kind of work."""
    make_documents(folder / "docs")
    for work in works:
        start, sound_s, expected = _undisturbed(work, folder)
        tally, library = Tally(f"killed, {work.name}"), folder / "killed.simhash"
        dice = random.Random(f"{work.name} {first}")
        while tally.disturbed < count // len(works):
            _fresh(start, library)
            left_s = 1.1 * sound_s
            for _ in range(_KILLS_A_LIBRARY):
                after_s = dice.uniform(0.0, left_s)
                is_killed = _killed(work, library, after_s)
                tally.disturbed += is_killed
                tally.ended_before += not is_killed
                if not is_killed:  # there is nothing left to do
                    break
                left_s = max(left_s - after_s, sound_s / 4)  # what was done is mostly kept
            _require_done(work, library)
            _require_equal(tally, library, expected)
        yield tally


def full_drives(folder: Path, works: Sequence[Work], step_kib: int) -> Iterator[Tally]:
    """Let the drive be full at each size from nothing to what the work takes."""
    make_documents(folder / "docs")
    for work in works:
        start, _, expected = _undisturbed(work, folder)
        tally = Tally(f"full drive, {work.name}")
        size_kib = start.stat().st_size // 1024 + 16 if start.exists() else 16
        is_full = True
        while is_full:
            with small_drive(folder / "drive", size_kib) as drive:
                if drive is None:
                    say(f"{tally.name}: only root may mount a small drive; left out")
                    return
                library = drive / "library.simhash"
                _fresh(start, library)
                is_full = _ended(work, library) == Status.DISK_FULL
                tally.disturbed += is_full
                tally.ended_before += not is_full
                resize(drive, 200_000)
                _require_done(work, library)
                _require_equal(tally, library, expected)
            size_kib += step_kib
        yield tally


def failing_writes(folder: Path, works: Sequence[Work], every: int) -> Iterator[Tally]:
    """Let each write fail, by itself and with all that follow, as on a drive that is full.

    Whatever the work then says, the file is sound, and the work can be done again.
    """
    if not hasattr(ctypes.CDLL(None), "fail_write_at"):
        say("failing writes: no compiler (cc) here; left out")
        return
    make_documents(folder / "docs")
    for work in works:
        start, _, expected = _undisturbed(work, folder)
        tally, library = Tally(f"failing writes, {work.name}"), folder / "writes.simhash"
        count = _writes_of(work, start, library)
        for number in range(1, count + 1, every):
            for goes_on in (False, True):
                _fresh(start, library)
                status = _status(_begun(work, library, partial(_fail, folder, number, goes_on)))
                if status not in {Status.DONE, Status.DISK_FULL, Status.REFUSED}:
                    raise DifferentError(f"{tally.name}, {number} of {count}: ends with {status}")
                _require_sound(tally, library)
                tally.disturbed += status != Status.DONE
                tally.ended_before += status == Status.DONE
                _require_done(work, library)
                _require_equal(tally, library, expected)
        yield tally


def _writes_of(work: Work, start: Path, library: Path) -> int:
    """How often the work writes to its files when nothing fails."""
    _fresh(start, library)
    answer = library.parent / "count"

    def run() -> None:
        _fail(library.parent, 0, False)
        work.run(library, library.parent / "docs" if work.reads_files else None)
        answer.write_text(str(ctypes.CDLL(None).writes_counted()), encoding="utf-8")

    if _status(_child(run)) != 0:
        raise DifferentError(f"{work.name}: it did not end well")
    return int(answer.read_text(encoding="utf-8"))


def _fail(folder: Path, number: int, goes_on: bool) -> None:
    """In the process whose writes fail: see ``failing_writes.c``."""
    ctypes.CDLL(None).fail_write_at(bytes(folder), ctypes.c_long(number), ctypes.c_long(goes_on))


def _require_sound(tally: Tally, library: Path) -> None:
    """What SQLite says of the file that is left, if there is one; a repair begins with bad rows."""
    if library.exists():
        with closing(sqlite3.connect(library)) as connection:
            connection.execute("PRAGMA ignore_check_constraints = ON")
            (found,) = connection.execute("PRAGMA integrity_check").fetchone()
        if found != "ok":
            raise DifferentError(f"{tally.name}: {library}: {found}")


def _again_with_failing_writes(folder: Path, arguments: Sequence[str]) -> int:
    """The same in a process whose writes can be made to fail, where that can be compiled."""
    made, source = folder / "failing_writes.so", Path(__file__).with_name("failing_writes.c")
    environment = dict(os.environ, LD_PRELOAD="")
    compiler = which("cc")
    if compiler is not None:
        options = ("-shared", "-fPIC", "-o")
        subprocess.run([compiler, *options, made, source, "-ldl"], check=True)
        environment["LD_PRELOAD"] = str(made)
    again = [sys.executable, "-m", "tests.torture.run", *arguments]
    return subprocess.run(again, env=environment, check=False).returncode


def two_writers(folder: Path, works: Sequence[Work]) -> Iterator[Tally]:
    """Have two do the same at once, one of which is refused, or waits."""
    make_documents(folder / "docs")
    for work in works:
        start, sound_s, expected = _undisturbed(work, folder)
        tally, library = Tally(f"two writers, {work.name}"), folder / "both.simhash"
        dice = random.Random(work.name)
        for _ in range(10):
            _fresh(start, library)
            one = _begun(work, library)
            time.sleep(dice.uniform(0.0, 0.8) * sound_s)
            other = _begun(work, library)
            statuses = {_status(one), _status(other)}
            if not statuses <= {0, Status.BUSY}:
                raise DifferentError(f"{tally.name}: statuses {statuses}")
            tally.disturbed += Status.BUSY in statuses
            tally.ended_before += Status.BUSY not in statuses
            _require_done(work, library)
            _require_equal(tally, library, expected)
        yield tally


def jumping_clock(folder: Path, works: Sequence[Work]) -> Iterator[Tally]:
    """Let the clock of the process jump by years at each look."""
    make_documents(folder / "docs")
    for work in works:
        start, _, expected = _undisturbed(work, folder)
        tally, library = Tally(f"jumping clock, {work.name}"), folder / "clock.simhash"
        for number in range(5):
            _fresh(start, library)
            if _status(_begun(work, library, partial(_let_clock_jump, random.Random(number)))) != 0:
                raise DifferentError(f"{tally.name}: it did not end well")
            tally.disturbed += 1
            _require_equal(tally, library, expected)
        yield tally


def pressed_windows(every: int) -> Iterator[Tally]:
    """Press everything in a window after each of ``disturbances``: see ``presses``.

    Without the right of root to write where nobody may, if there is ``setpriv``.
    """
    limited = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]
    tally, before = Tally("pressed"), limited if os.geteuid() == 0 and which("setpriv") else []
    for disturbance in DISTURBANCES[::every]:
        command = [sys.executable, "-m", "tests.torture.run", "--press", disturbance.name]
        environment = {"QT_QPA_PLATFORM": "offscreen"} | os.environ
        ended = subprocess.run([*before, *command], env=environment, check=False, timeout=1800)
        if ended.returncode:
            raise DifferentError(f"{tally.name}, {disturbance.name}: see above")
        tally.disturbed += 1
    yield tally


def _undisturbed(work: Work, folder: Path) -> tuple[Path, float, object]:
    """Where the work starts from, how long it takes, and what comes of it."""
    start, library = folder / f"{work.name}-start", folder / f"{work.name}.simhash"
    if _status(_child(lambda: work.prepare(start, folder / "docs"))) != 0:
        raise DifferentError(f"{work.name} cannot be prepared")
    _fresh(start, library)
    begun_s = time.monotonic()
    _require_done(work, library)
    return start, time.monotonic() - begun_s, _state(library)


def _fresh(start: Path, library: Path) -> None:
    for beside in library.parent.glob(f"{library.stem}.*"):
        beside.unlink()
    if start.exists():
        copyfile(start, library)


def _killed(work: Work, library: Path, after_s: float) -> bool:
    """Whether the work was under way when it was killed."""
    child = _begun(work, library)
    end_s = time.monotonic() + after_s
    while (left_s := end_s - time.monotonic()) > 0:
        ended, _ = os.waitpid(child, os.WNOHANG)
        if ended:
            return False
        time.sleep(min(left_s, _LOOK_EVERY_S))
    os.kill(child, signal.SIGKILL)
    return _status(child) == -signal.SIGKILL


def _ended(work: Work, library: Path) -> int:
    return _status(_begun(work, library))


def _require_done(work: Work, library: Path) -> None:
    status = _ended(work, library)
    if status != 0:
        raise DifferentError(f"{work.name}: the work that is asked for again ends with {status}")


def _require_equal(tally: Tally, library: Path, expected: object) -> None:
    found = _state(library)
    if found != expected:
        copyfile(library, kept := Path(tempfile.gettempdir()).parents[1] / "different.simhash")
        raise DifferentError(f"{tally.name}: {kept} is different\n{found}\n{expected}")
    tally.libraries += 1


def _state(library: Path) -> str:
    """What ``state_of`` says, in a process of its own: this one must stay without threads."""
    with tempfile.NamedTemporaryFile() as answer:

        def look() -> None:
            Path(answer.name).write_text(state_of(library), encoding="utf-8")

        if _status(_child(look)) != 0:
            raise DifferentError(f"{library} cannot be read")
        return Path(answer.name).read_text(encoding="utf-8")


def _begun(work: Work, library: Path, before: Callable[[], object] = lambda: None) -> int:
    def run() -> None:
        before()
        work.run(library, library.parent / "docs" if work.reads_files else None)

    docs = library.parent / "docs"
    if work.reads_files and not docs.exists():
        docs.symlink_to(library.parent.parent / "docs")
    return _child(run)


def _let_clock_jump(dice: random.Random) -> None:
    real = time.time

    def jumping() -> float:
        return max(0.0, real() + dice.choice((0.0, 1.0, -1.0)) * dice.uniform(0, 3e8))

    time.time = jumping
    time.time_ns = lambda: int(jumping() * 1e9)


def _child(run: Callable[[], object]) -> int:
    """Fork, for starting another interpreter takes most of the time; the process id."""
    child = os.fork()
    if child:
        return child
    status = Status.BROKEN
    try:
        run()
        status = Status.DONE
    except BaseException as error:  # noqa: BLE001 - the child ends here whatever comes
        status = Status.of(error)
        if status is Status.BROKEN:
            traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(status)


def _status(child: int) -> int:
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.torture.run")
    names = ("kills", "full", "writes", "writers", "clock", "presses")
    parser.add_argument("--trial", action="append", choices=names, help="all, unless named")
    parser.add_argument("--work", action="append", choices=_NAMES, help="all, unless named")
    parser.add_argument("--kills", type=int, default=1_000, help="in all")
    parser.add_argument("--first", type=int, default=0, help="other kills at other moments")
    parser.add_argument("--step", type=int, default=_STEP_KIB, help="KiB between sizes of drives")
    parser.add_argument("--every", type=int, default=1, help="only every n-th write or window")
    return parser
