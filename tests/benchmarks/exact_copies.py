"""Exact copies: our time beside that of tools that find nothing else, and what each removes.

    python -m tests.benchmarks.exact_copies [--files 50000] [--alike 2500 5000 10000]

Makes a tree of short texts of which a fifth are copies, the same every time, in /dev/shm where
there is one, and times rdfind, jdupes, fdupes and rmlint, as far as they are installed, and our
scan, rescan and plan. Then lets each tool remove copies in a small tree with links, and tells what
is left. With ``--alike`` it times our scan and plan on so many identical and so many empty files.
Prints one JSON object, times in seconds.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import pty
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

_OURS = (sys.executable, "-m", "simhash_gui")
_FINDERS = {
    "jdupes": ["jdupes", "-r", "-m"],
    "rmlint": ["rmlint", "-o", "json:/dev/null"],
    "rdfind": ["rdfind", "-dryrun", "true"],
    "fdupes": ["fdupes", "-r", "-m"],
}
_REMOVERS = {
    "jdupes": ["jdupes", "-r", "-d", "-N"],
    "rmlint": ["sh", "-c", 'rmlint -o sh:rm.sh "$0" && sh rm.sh -d -q'],
    "rdfind": ["rdfind", "-deleteduplicates", "true"],
    "fdupes": ["fdupes", "-r", "-d", "-N"],
}
_ASKING = {
    "jdupes": ["jdupes", "-r", "-o", "time", "-d"],
    "fdupes": ["fdupes", "-r", "-o", "time", "--plain", "-d"],
}
_TEXT = " ".join(f"word{number}" for number in range(120))


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=50_000)
    parser.add_argument("--alike", type=int, nargs="*", default=[])
    options = parser.parse_args()
    memory = Path("/dev/shm")
    place = memory if memory.is_dir() else None
    with tempfile.TemporaryDirectory(prefix="exact-copies-", dir=place) as name:
        home = Path(name)
        if options.alike:
            result = {
                f"{count:,} {kind} files": _alike(home, kind, count)
                for kind in ("identical", "empty")
                for count in options.alike
            }
        else:
            result = {
                "changed after it was found": _changed(home),
                "left": _left(home),
                "find": _found(home, options.files),
            }
    sys.stdout.write(json.dumps(result, indent=1) + "\n")
    return 0


def _found(home: Path, count: int) -> dict[str, Any]:
    tree = home / "tree"
    vocabulary = [f"word{number}" for number in range(5_000)]
    for number in range(count):
        dice = random.Random(number if number % 5 else number // 50 * 50)
        path = tree / str(number % 200) / f"{number}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(" ".join(dice.choices(vocabulary, k=120)), encoding="utf-8")
    times: dict[str, Any] = {
        name: _timed([*command, str(tree)], home)
        for name, command in _FINDERS.items()
        if shutil.which(name)
    }
    return times | _ours(home, tree)


def _ours(home: Path, tree: Path) -> dict[str, Any]:
    library, plan = home / "l.simhash", home / "plan.json"
    scan = [*_OURS, "scan", str(tree), "--library", str(library), "--format", "json"]
    planned = [*_OURS, "plan", "--library", str(library), "--output", str(plan)]
    times = {
        "ours: scan": _timed(scan, home),
        "ours: scan again": _timed(scan, home),
        "ours: plan": _timed(planned, home),
    }
    acts = json.loads(plan.read_text(encoding="utf-8"))
    library.unlink()
    return times | {"acts": len(acts["acts"]), "refused": len(acts["refused"])}


def _alike(home: Path, kind: str, count: int) -> dict[str, Any]:
    tree = home / f"{kind}-{count}"
    tree.mkdir()
    for number in range(count):
        text = _TEXT if kind == "identical" else ""
        (tree / f"{number}.txt").write_text(text, encoding="utf-8")
    return _ours(home, tree)


def _timed(command: list[str], home: Path) -> dict[str, float]:
    """Seconds on the clock, and of processors."""
    before, started_s = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, cwd=home, capture_output=True, check=False)
    took_s = time.perf_counter() - started_s
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used_s = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return {"s": round(took_s, 2), "processor_s": round(used_s, 2)}


def _left(home: Path) -> dict[str, list[str]]:
    """What each tool leaves of the tree with links."""
    left = {}
    for name, command in _REMOVERS.items():
        if shutil.which(name):
            tree = _tree_with_links(home / f"tricks-{name}")
            subprocess.run([*command, str(tree)], cwd=home, capture_output=True, check=False)
            left[name] = _names(tree)
    tree = _tree_with_links(home / "tricks-ours")
    library, plan = str(home / "tricks.simhash"), str(home / "tricks.json")
    for more in (
        ["scan", str(tree), "--reference", str(tree / "reference")],
        ["plan", "--output", plan],
        ["apply", plan],
    ):
        command = [*_OURS, *more, "--library", library]
        subprocess.run(command, cwd=home, capture_output=True, check=False)
    left["ours"] = _names(tree)
    return left


def _changed(home: Path) -> dict[str, str]:
    """What becomes of a copy that is written again, size and time as before, before each acts.

    jdupes and fdupes wait for an answer between finding and deleting, rmlint writes a script;
    rdfind deletes in the same breath.
    """
    found = {}
    for name, command in _ASKING.items():
        if shutil.which(name):
            tree = _two_copies(home / f"changed-{name}")
            found[name] = _answered([*command, str(tree)], tree)
    if shutil.which("rmlint"):
        tree = _two_copies(home / "changed-rmlint")
        script = str(home / "rm-changed.sh")
        _quietly(["rmlint", "-o", f"sh:{script}", str(tree)], home)
        for name in ("rmlint", "rmlint -p"):
            _write_again(tree / "copy.txt")
            _quietly(["sh", script, "-d", "-q", "-x", *name.split()[1:]], home)
            found[name] = _outcome(tree)
            _two_copies(tree)
    tree = _two_copies(home / "changed-ours")
    library, plan = str(home / "changed.simhash"), str(home / "changed.json")
    _quietly([*_OURS, "scan", str(tree), "--library", library], home)
    keep = ["--keep", "pattern:kept", "--output", plan]
    _quietly([*_OURS, "plan", *keep, "--library", library], home)
    _write_again(tree / "copy.txt")
    _quietly([*_OURS, "apply", plan, "--library", library], home)
    found["ours"] = _outcome(tree)
    return found


def _answered(command: list[str], tree: Path) -> str:
    """Let a tool find, write the copy again while it asks, and have it keep the first file."""
    process_id, terminal = pty.fork()
    if process_id == 0:
        os.execvp(command[0], command)
    seen = b""
    with contextlib.suppress(OSError):  # it has ended
        while b"Set 1 of 1" not in seen:
            seen += os.read(terminal, 4096)
        _write_again(tree / "copy.txt")
        os.write(terminal, b"1\n")
        while os.read(terminal, 4096):
            pass
    os.waitpid(process_id, 0)
    os.close(terminal)
    if b"Set 1 of 1" not in seen:
        return f"asked nothing: {seen.decode(errors='replace')}"
    return _outcome(tree)


def _quietly(command: list[str], home: Path) -> None:
    subprocess.run(command, cwd=home, capture_output=True, check=False)


def _two_copies(tree: Path) -> Path:
    tree.mkdir(exist_ok=True)
    for name in ("kept.txt", "copy.txt"):
        (tree / name).write_text(_TEXT, encoding="utf-8")
        os.utime(tree / name, (1_600_000_000, 1_600_000_000 + (name == "copy.txt")))
    return tree


def _write_again(path: Path) -> None:
    """Another text of the same length, with the time of the old one."""
    status = path.stat()
    path.write_text(_TEXT.replace("word", "WORD"), encoding="utf-8")
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))


def _outcome(tree: Path) -> str:
    texts = {path.read_text(encoding="utf-8") for path in tree.iterdir()}
    return "still there" if any("WORD" in text for text in texts) else "lost"


def _tree_with_links(tree: Path) -> Path:
    """A text with a copy, a hard link, symbolic links, and a copy in what is to be kept."""
    for name in ("a.txt", "b.txt", "reference/kept.txt", "folder/c.txt"):
        path = tree / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_TEXT, encoding="utf-8")
    os.link(tree / "reference" / "kept.txt", tree / "hard link of kept.txt")
    (tree / "link of a.txt").symlink_to("a.txt")
    (tree / "linked folder").symlink_to("folder")
    (tree / "alone.txt").write_text("alone", encoding="utf-8")
    os.link(tree / "alone.txt", tree / "alone, hard link.txt")
    return tree


def _names(tree: Path) -> list[str]:
    return sorted(
        str(path.relative_to(tree))
        for path in tree.rglob("*")
        if (path.is_file() or path.is_symlink()) and not path.name.startswith(".")
    )


if __name__ == "__main__":
    sys.exit(main())
