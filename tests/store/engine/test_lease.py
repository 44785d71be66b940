"""Only one process at a time has a library open for writing."""

from __future__ import annotations

import os
import signal
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Timer

import pytest

from simhash_gui.store.engine.errors import (
    LibraryBusyError,
    LibraryLinkedError,
    LibraryReadOnlyError,
)
from simhash_gui.store.engine.lease import acquire, claim, lease_path
from simhash_gui.store.library import Library
from tests.store.builders import faults, other_process

HOLD = """
import sys
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from simhash_gui.store.library import Library
library = Library.open(Path(sys.argv[1]))
print("ready", flush=True)
sys.stdin.read()
"""


LEAVE = """
import os
import sys
from pathlib import Path
from simhash_gui.store.engine.lease import acquire
acquire(Path(sys.argv[1]))
if os.fork():
    os._exit(0)
print("ready")
print(os.getpid(), flush=True)
sys.stdin.read()
"""


def test_a_second_process_is_refused_and_learns_which_one_is_writing(path: Path) -> None:
    Library.create(path).close()
    with (
        other_process(HOLD, path) as holder,
        pytest.raises(LibraryBusyError, match=f"process {holder.pid}"),
    ):
        Library.open(path)


def test_a_library_with_a_second_name_is_only_read(path: Path) -> None:
    """Each name would have a lock and a log of its own, and two writers destroy the file."""
    Library.create(path).close()
    other = path.with_name("other.simhash")
    other.hardlink_to(path)

    for name in (path, other):
        with pytest.raises(LibraryLinkedError, match="a second name"):
            Library.open(name)
        Library.open(name, read_only=True).close()

    other.unlink()
    Library.open(path).close()


def test_a_repair_that_was_killed_with_the_backup_made_keeps_no_library_closed(path: Path) -> None:
    Library.create(path).close()
    path.with_name("library.damaged.backup").hardlink_to(path)

    Library.open(path).close()


def test_a_lock_whose_file_may_not_be_removed_is_given_back(path: Path) -> None:
    lease = acquire(path)
    lease_path(path).unlink()
    lease_path(path).mkdir()

    lease.release()

    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(lease.descriptor)


def test_a_process_that_was_killed_does_not_keep_the_library(path: Path) -> None:
    Library.create(path).close()
    with other_process(HOLD, path) as holder:
        holder.kill()
        holder.wait()

        Library.open(path).close()

    assert list(path.parent.iterdir()) == [path]


@pytest.mark.skipif(sys.platform == "win32", reason="a lock ends with its process there")
def test_what_a_killed_process_had_just_forked_is_waited_for(path: Path) -> None:
    with other_process(LEAVE, path) as ended:
        ended.wait()
        assert ended.stdout is not None
        forked = int(ended.stdout.readline())  # still has the lock
        killing = Timer(0.1, os.kill, (forked, signal.SIGKILL))
        killing.start()

        acquire(path).release()

        killing.join()


def test_reading_goes_on_beside_a_process_that_writes(path: Path) -> None:
    Library.create(path).close()
    with other_process(HOLD, path), Library.open(path, read_only=True) as library:
        assert faults(library) == []


def test_the_same_library_is_not_opened_for_writing_twice_in_one_process(library: Library) -> None:
    with pytest.raises(LibraryBusyError):
        Library.open(library.path)


def test_a_released_lease_leaves_nothing_and_can_be_taken_again(path: Path) -> None:
    acquire(path).release()
    assert not lease_path(path).exists()

    acquire(path).release()
    assert not lease_path(path).exists()


def test_a_lock_file_that_no_process_holds_is_no_obstacle(path: Path) -> None:
    lease_path(path).write_text("12345")

    lease = acquire(path)

    with pytest.raises(LibraryBusyError):
        acquire(path)
    lease.release()


def test_a_lease_whose_file_was_removed_keeps_no_process_out_forever(path: Path) -> None:
    lost = acquire(path)
    lease_path(path).unlink()

    acquire(path).release()
    lost.release()

    assert not lease_path(path).exists()


def test_a_file_that_was_removed_before_it_could_be_locked_is_not_a_lease(path: Path) -> None:
    descriptor = os.open(lease_path(path), os.O_RDWR | os.O_CREAT)
    lease_path(path).unlink()

    assert claim(path, descriptor) is None


def test_a_file_that_was_replaced_before_it_could_be_locked_is_not_a_lease(path: Path) -> None:
    descriptor = os.open(lease_path(path), os.O_RDWR | os.O_CREAT)
    lease_path(path).unlink()
    lease = acquire(path)

    assert claim(path, descriptor) is None
    lease.release()


def test_of_many_who_try_only_one_at_a_time_has_the_lease(path: Path) -> None:
    holders: list[int] = []

    def hold(number: int) -> bool:
        try:
            lease = acquire(path)
        except LibraryBusyError:
            return False
        holders.append(number)
        held_alone = holders == [number]
        holders.remove(number)
        lease.release()
        assert held_alone
        return True

    with ThreadPoolExecutor(4) as pool:
        assert any(pool.map(hold, range(2000)))
    assert not lease_path(path).exists()


def test_a_folder_that_may_not_be_written_to_gives_no_lease(users_folder: Path) -> None:
    users_folder.chmod(0o500)

    with pytest.raises(LibraryReadOnlyError):
        acquire(users_folder / "library.simhash")
