"""What moves, links or removes a user's file: the only module of the program that does.

No function here overwrites anything. A file is given another name (``move``), or is exchanged for
another one that stands under a temporary name (``exchange``); the temporary name is dropped when
the caller has looked at both (``drop_name``). Folders keep their times.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import os
import re
import stat
import sys
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import psutil
from xxhash import xxh3_128

from simhash_gui.documents.records import MEMBER_MARK, SystemReason, system_reason
from simhash_gui.services.library.paths import is_below_aside, may_rename_in
from simhash_gui.services.review.refusals import Refusal, RefusedError, refused_by_system

_BLOCK_BYTES = 1 << 20
_AT_FDCWD = -100
_NO_REPLACE, _EXCHANGE = 1, 2
_UNSUPPORTED = {errno.ENOSYS, errno.EINVAL, errno.EOPNOTSUPP, errno.ENOTTY, errno.EPERM}
_IN_TRASH = re.compile(
    r"[/\\](\.Trash(es|-\d+)?|\$Recycle\.Bin|Trash[/\\]files)[/\\]", re.IGNORECASE
)
_WITH_LINKS = frozenset({"btrfs", "ext3", "ext4", "f2fs", "tmpfs", "xfs"})
_WITHOUT_LINKS = frozenset({"exfat", "msdos", "vfat"})
"""File systems of Linux that are known to link and to exchange files, and those that cannot."""
_CLONE_FILE = 0x40049409
"""``FICLONE`` of Linux: share the blocks of another file."""

IGNORE_ALL = b"# Files set aside by simhash-gui, which does not import them.\n*\n"
IGNORE_NAME = ".simhashignore"


@dataclass(frozen=True, slots=True)
class Identity:
    """Which file it is, and whether it was written to."""

    device: int
    inode: int
    size_bytes: int
    modified_ns: int

    @classmethod
    def of(cls, found: os.stat_result) -> Identity:
        """From what the system says of a file."""
        return cls(found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns)

    def is_file_of(self, other: Identity) -> bool:
        """Whether both are one file, by whatever names."""
        return (self.device, self.inode) == (other.device, other.inode)

    def is_alike(self, other: Identity) -> bool:
        """Whether both may be one file on a volume that has another device number now."""
        return self == replace(other, device=self.device)


@dataclass(frozen=True, slots=True)
class Attributes:
    """What a file has besides its bytes; ``extended`` are its extended attributes, in base 64.

    ``links`` is how many names it had; journals from before that was kept say one.
    """

    mode: int
    owner: int
    group: int
    read_ns: int
    modified_ns: int
    extended: dict[str, str] = field(default_factory=dict)
    links: int = 1


def identity_at(path: str) -> Identity | None:
    """Which plain file a path names; None where there is none. Links are not followed."""
    try:
        found = os.lstat(path)
    except (OSError, ValueError):
        return None
    return Identity.of(found) if stat.S_ISREG(found.st_mode) else None


def known(identity: Identity | None) -> Identity:
    """Raise RefusedError where there is no file to be the same one."""
    if identity is None:
        raise RefusedError(Refusal.GONE)
    return identity


def is_still(path: str, wanted: Identity | None) -> bool:
    """Whether a path names a file that was noted: by opening it.

    A network, or a drive by FUSE, may tell of a file for seconds after it went, and give one file
    a number for each spelling of its name.
    """
    try:
        with opened(path) as descriptor:
            return Identity.of(os.fstat(descriptor)) == wanted
    except OSError:
        return False


def require_plain(path: str) -> os.stat_result:
    """What the system says of a plain file that no symbolic link leads to. Raises RefusedError."""
    try:
        found = os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        raise RefusedError(Refusal.IN_ARCHIVE if _is_inside(path) else Refusal.GONE) from None
    except OSError as error:
        raise refused_by_system(error) from error
    except ValueError as error:
        raise RefusedError(Refusal.SYSTEM, str(error)) from error
    if not stat.S_ISREG(found.st_mode):
        raise RefusedError(Refusal.NOT_REGULAR)
    if _IN_TRASH.search(path):
        raise RefusedError(Refusal.IN_TRASH)
    if is_below_aside(path):
        raise RefusedError(Refusal.IN_ASIDE)
    folder = os.path.dirname(path)  # noqa: PTH120
    if os.path.realpath(folder) != folder:
        raise RefusedError(Refusal.THROUGH_LINK)
    return found


def require_kept(path: str) -> os.stat_result:
    """The same of a copy that is kept. Raises RefusedError."""
    try:
        return require_plain(path)
    except RefusedError as error:
        may_go = error.refusal in {Refusal.IN_TRASH, Refusal.IN_ASIDE}
        told = "" if error.refusal is Refusal.GONE else error.refusal.value
        raise RefusedError(Refusal.KEPT_MAY_GO if may_go else Refusal.KEPT_GONE, told) from error


def _is_inside(path: str) -> bool:
    """Whether a path leads into an archive or a mailbox that is there, as ``a.zip!/b.txt`` does."""
    parts = path.split(MEMBER_MARK)
    return any(
        os.path.isfile(MEMBER_MARK.join(parts[:count]))  # noqa: PTH113
        for count in range(1, len(parts))
    )


@contextmanager
def opened(path: str) -> Iterator[int]:
    """A descriptor to read a plain file by, leaving its time of last reading. Raises OSError."""
    flags = os.O_RDONLY
    for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_BINARY"):
        flags |= getattr(os, name, 0)
    try:
        descriptor = os.open(path, flags | getattr(os, "O_NOATIME", 0))
    except PermissionError:  # only an owner may ask for that
        descriptor = os.open(path, flags)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def is_same_content(first: int, second: int) -> bool:
    """Whether two files have the same bytes, read from their beginnings. Raises OSError."""
    for descriptor in (first, second):
        os.lseek(descriptor, 0, os.SEEK_SET)
    while True:
        own, other = _block(first), _block(second)
        if own != other:
            return False
        if not own:
            return True


def digest_of(path: str) -> bytes | None:
    """The xxh3-128 of the bytes of a plain file; None where it cannot be read."""
    digest = xxh3_128()
    try:
        with opened(path) as descriptor:
            while block := _block(descriptor):
                digest.update(block)
    except OSError:
        return None
    return digest.digest()


def _block(descriptor: int) -> bytes:
    """The next block, whole but for the last one."""
    parts, missing = [], _BLOCK_BYTES
    while missing and (part := os.read(descriptor, missing)):
        parts.append(part)
        missing -= len(part)
    return b"".join(parts)


def open_within(stack: ExitStack, path: str, refusal: Refusal) -> int:
    """Open a file until the stack is closed. Raises RefusedError."""
    try:
        return stack.enter_context(opened(path))
    except OSError as error:
        raise RefusedError(refusal, system_reason(error)) from error


def require_still(descriptor: int, wanted: Identity, refusal: Refusal) -> None:
    """Raise RefusedError when a file is another one now, or was written to."""
    try:
        if Identity.of(os.fstat(descriptor)) != wanted:
            raise RefusedError(refusal)
    except OSError as error:
        raise refused_by_system(error) from error


def require_same_content(first: int, second: int) -> None:
    """Compare byte for byte. Raises RefusedError."""
    try:
        is_same = is_same_content(first, second)
    except OSError as error:
        raise refused_by_system(error) from error
    if not is_same:
        raise RefusedError(Refusal.DIFFERENT)


def attributes_of(path: str) -> Attributes:
    """Mode, owner, times and extended attributes. Raises OSError."""
    found = os.lstat(path)
    extended = {}
    if sys.platform == "linux":
        with contextlib.suppress(OSError):  # a volume without them
            for name in os.listxattr(path, follow_symlinks=False):
                value = os.getxattr(path, name, follow_symlinks=False)
                extended[name] = b64encode(value).decode()
    return Attributes(
        stat.S_IMODE(found.st_mode),
        found.st_uid,
        found.st_gid,
        found.st_atime_ns,
        found.st_mtime_ns,
        extended,
        found.st_nlink,
    )


def set_attributes(path: str, wanted: Attributes) -> None:
    """Give a new file what another one had. Raises OSError."""
    found = os.lstat(path)
    if hasattr(os, "chown") and (found.st_uid, found.st_gid) != (wanted.owner, wanted.group):
        os.chown(path, wanted.owner, wanted.group, follow_symlinks=False)
    if sys.platform == "linux":
        for name, value in wanted.extended.items():
            os.setxattr(path, name, b64decode(value), follow_symlinks=False)
    Path(path).chmod(wanted.mode)
    os.utime(path, ns=(wanted.read_ns, wanted.modified_ns))


@contextmanager
def folder_times_kept(*paths: str) -> Iterator[None]:
    """Leave the times of the folders of some paths as they are."""
    before = {}
    for folder in {os.path.dirname(path) for path in paths}:  # noqa: PTH120
        with contextlib.suppress(OSError):
            before[folder] = Path(folder).stat()
    try:
        yield
    finally:
        for folder, found in before.items():
            with contextlib.suppress(OSError):  # not ours, or gone
                os.utime(folder, ns=(found.st_atime_ns, found.st_mtime_ns))


def move(source: str, target: str) -> None:
    """Give a file another name on its volume; never over something. Raises RefusedError."""
    try:
        if not _renamed(source, target, _NO_REPLACE):
            if os.path.lexists(target):
                raise RefusedError(Refusal.OCCUPIED, target)
            Path(source).rename(target)
    except FileExistsError:
        raise RefusedError(Refusal.OCCUPIED, target) from None
    except OSError as error:
        if error.errno == errno.EXDEV:
            raise RefusedError(Refusal.OTHER_VOLUME, target) from error
        raise refused_by_system(error) from error


def require_place(path: str, target: str) -> None:
    """Look whether ``move`` could do it, and change nothing. Raises RefusedError."""
    if os.path.lexists(target):
        raise RefusedError(Refusal.OCCUPIED, target)
    folder = os.path.dirname(target)  # noqa: PTH120
    missing = first_missing(folder)
    around = folder if missing is None else os.path.dirname(missing)  # noqa: PTH120
    try:
        is_far = Path(around).stat().st_dev != os.lstat(path).st_dev
    except OSError as error:
        raise refused_by_system(error) from error
    if is_far:
        raise RefusedError(Refusal.OTHER_VOLUME, target)
    require_writable(around)


def file_systems() -> dict[str, str]:
    """The kind of each mounted drive, by the folder that it is at."""
    mounted = psutil.disk_partitions(all=True)
    return {"": ""} | {each.mountpoint: each.fstype for each in mounted}


def require_links(path: str, keeps: str, systems: Mapping[str, str]) -> bool:
    """Look whether a hard link of the kept copy can take a file's place, and change nothing.

    ``systems`` are those of ``file_systems``. Returns whether it is certain: what a drive by FUSE
    or on a network can do, only trying it shows. Raises RefusedError where it certainly cannot.
    """
    place = _mounted_at(path, systems)
    if place != _mounted_at(keeps, systems):
        raise RefusedError(Refusal.OTHER_VOLUME)
    if sys.platform != "linux" or systems[place] in _WITHOUT_LINKS:
        raise RefusedError(Refusal.NO_LINKS)
    return systems[place] in _WITH_LINKS


def _mounted_at(path: str, systems: Mapping[str, str]) -> str:
    return next((str(each) for each in Path(path).parents if str(each) in systems), "")


def require_writable(folder: str) -> None:
    """Raise RefusedError where no name can be given or taken away."""
    if not may_rename_in(folder):
        raise RefusedError(Refusal.SYSTEM, SystemReason.NO_PERMISSION)


def exchange(first: str, second: str) -> None:
    """Have two files take each other's names, in one step. Raises RefusedError."""
    try:
        if not _renamed(first, second, _EXCHANGE):
            raise RefusedError(Refusal.NO_LINKS)
    except OSError as error:
        raise refused_by_system(error) from error


def _renamed(source: str, target: str, flags: int) -> bool:
    """Whether the system knows this way to rename; Python has no name for it. Raises OSError."""
    if sys.platform != "linux":
        return False
    rename = getattr(ctypes.CDLL(None, use_errno=True), "renameat2", None)
    if rename is None:
        return False
    if rename(_AT_FDCWD, os.fsencode(source), _AT_FDCWD, os.fsencode(target), flags) == 0:
        return True
    number = ctypes.get_errno()
    if number in {errno.ENOSYS, errno.EINVAL}:
        return False
    raise OSError(number, os.strerror(number), source)


def link(file: str, name: str) -> None:
    """Give a file a second, temporary name. Raises RefusedError."""
    try:
        os.link(file, name, follow_symlinks=False)
    except OSError as error:
        raise _cannot_link(error) from error


def clone(kept: int, name: str) -> None:
    """Make a file that shares the blocks of the kept copy. Raises RefusedError."""
    if sys.platform != "linux":
        raise RefusedError(Refusal.NO_LINKS)
    import fcntl  # noqa: PLC0415 - not on every system

    try:
        with _made(name) as made:
            fcntl.ioctl(made, _CLONE_FILE, kept)
            os.fsync(made)
    except OSError as error:
        raise _cannot_link(error) from error


def copy(source: int, name: str) -> None:
    """Make a file with the same bytes, on the disk when this returns. Raises RefusedError."""
    try:
        with _made(name) as made:
            os.lseek(source, 0, os.SEEK_SET)
            while block := _block(source):
                view = memoryview(block)
                while view:
                    view = view[os.write(made, view) :]
            os.fsync(made)
    except OSError as error:
        raise refused_by_system(error) from error


@contextmanager
def _made(name: str) -> Iterator[int]:
    """A new file; gone again when the block fails."""
    descriptor = os.open(name, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        try:
            yield descriptor
        finally:
            os.close(descriptor)
    except BaseException:
        drop_name(name)
        raise


def _cannot_link(error: OSError) -> RefusedError:
    if error.errno == errno.EXDEV:
        return RefusedError(Refusal.OTHER_VOLUME)
    if error.errno in _UNSUPPORTED:
        return RefusedError(Refusal.NO_LINKS)
    return refused_by_system(error)


def drop_name(name: str) -> None:
    """Remove a temporary name that this program gave. Raises OSError."""
    Path(name).unlink(missing_ok=True)


def first_missing(folder: str) -> str | None:
    """The outermost folder that ``make_folders`` would make; None where there is nothing to do."""
    missing = None
    here = Path(folder)
    while not os.path.lexists(here):
        missing = str(here)
        here = here.parent
    return missing


def make_folders(folder: str) -> None:
    """Make a folder and those around it. Raises RefusedError."""
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise refused_by_system(error) from error


def make_aside(folder: str) -> None:
    """Make a folder for files that are set aside, which no import reads. Raises RefusedError."""
    make_folders(folder)
    try:
        with (Path(folder) / IGNORE_NAME).open("a+b") as file:
            file.seek(0)
            if _is_ours(found := file.read()):
                file.write(IGNORE_ALL[len(found) :])
    except OSError as error:
        raise refused_by_system(error) from error


def _is_ours(patterns: bytes) -> bool:
    """Whether it is our file of patterns, or what a full drive or a kill has let us write of it."""
    return IGNORE_ALL.startswith(patterns)


def remove_empty(folder: str, last: str) -> None:
    """Remove a folder and those around it up to ``last``, as far as nothing is in them.

    Some may be gone already, or were never made.
    """
    here, end = Path(folder), Path(last)
    with contextlib.suppress(OSError):
        while here == end or end in here.parents:
            with contextlib.suppress(FileNotFoundError):
                names = [each.name for each in here.iterdir()]
                if here == end and names == [IGNORE_NAME]:
                    ignore = here / IGNORE_NAME
                    if _is_ours(ignore.read_bytes()):
                        ignore.unlink()
                here.rmdir()
            here = here.parent


def volume_top(path: str, root: str) -> str:
    """The outermost folder of ``path``, not outside ``root``, on the volume of its file."""
    device = os.lstat(path).st_dev
    top = Path(path).parent
    while str(top) != root and top != top.parent and top.parent.stat().st_dev == device:
        top = top.parent
    return str(top)
