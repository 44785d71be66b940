"""Only ``services/review/disk.py`` removes, moves or links a user's file; Qt's trash has its port.

Every other call that could is listed here, with the file of the program's own that it is for.
"""

from __future__ import annotations

import ast
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2] / "simhash_gui"
HANDS = "services/review/disk.py"
NAMES = {
    *("unlink", "rename", "renames", "replace", "remove", "removedirs", "rmdir", "rmtree", "link"),
    *("symlink", "link_to", "hardlink_to", "symlink_to", "move", "moveToTrash", "truncate"),
    *("copy", "copy2", "copyfile", "copytree", "renameat2", "send2trash", "ftruncate"),
}
OWN_FILES = {
    "services/batch/batch.py": {"rmtree"},  # keys and edges below its output, made for one search
    "services/batch/components.py": {"unlink"},  # edges of the round before
    "services/checking/batch.py": {"unlink"},  # how far a batch got, when it is done
    "services/library/libraries.py": {
        "unlink"
    },  # a file without a byte, where a new one is asked for
    "services/library/settings.py": {"copyfile", "replace"},
    "services/library/whole_files.py": {"replace", "unlink"},  # beside a file that is written
    "store/engine/backup.py": {"unlink"},
    "store/engine/lease.py": {"ftruncate", "unlink"},
    "store/integrity/rebuild.py": {"copy2", "hardlink_to", "rename", "replace", "unlink"},
    "store/library.py": {"rename", "replace", "truncate", "unlink"},
    "workers/owned_folders.py": {"rmtree", "unlink"},  # temporary ones of killed processes
    "ui/shell/second_start.py": {"unlink"},  # its own socket
    "ui/common/trash.py": {"moveToTrash"},
}
"""Where files of the program itself are written: libraries, logs, settings, outputs."""


def is_on_a_file(call: ast.Call, method: str) -> bool:
    """Whether a call may be about a file; texts, lists, arrays and sets have such methods too."""
    assert isinstance(call.func, ast.Attribute)
    owner = call.func.value
    if isinstance(owner, ast.Name) and owner.id in {"os", "shutil"}:
        return True
    if isinstance(owner, ast.Name) and owner.id == "disk":  # the hands themselves
        return False
    if method in {"replace", "rename"}:  # of a Path; str.replace takes two, others keywords
        return len(call.args) == 1 and not call.keywords
    return method not in {"remove", "copy", "truncate", "move"}


def offences(module: Path) -> set[str]:
    """The names of calls that could move, remove or link a file."""
    return {
        node.func.attr
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in NAMES
        and is_on_a_file(node, node.func.attr)
    }


def test_nothing_else_removes_moves_or_links_a_file() -> None:
    found = {}
    for module in sorted(PACKAGE.rglob("*.py")):
        name = module.relative_to(PACKAGE).as_posix()
        if name != HANDS and (named := offences(module)):
            found[name] = named

    assert found == OWN_FILES


def test_the_hands_do_what_is_looked_for() -> None:
    assert offences(PACKAGE / HANDS) >= {"unlink", "rename", "rmdir", "link"}


def test_only_harmless_names_are_taken_from_shutil() -> None:
    for module in PACKAGE.rglob("*.py"):
        tree = ast.parse(module.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module in {"os", "shutil", "send2trash"}:
                names = {each.name for each in node.names}
                assert not names & NAMES, f"{module}: call {names & NAMES} by its module"


def test_the_hands_are_only_lent_to_the_review() -> None:
    users = {
        module.relative_to(PACKAGE).as_posix()
        for module in PACKAGE.rglob("*.py")
        if "review.disk" in module.read_text(encoding="utf-8")
        or "review import disk" in module.read_text(encoding="utf-8")
    }

    assert all(user.startswith("services/review/") for user in users), users
