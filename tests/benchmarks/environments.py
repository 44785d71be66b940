"""A virtual environment for each peer under ``.benchmarks/venvs``, filled through pip.

Two peers claim one module name, and none of them belongs to what the project needs, so each stands
alone and none is in the lock file.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.benchmarks.results import say


class PeerUnavailableError(Exception):
    """A peer could not be installed; the benchmarks go on without it."""


@dataclass(frozen=True, slots=True)
class Peer:
    """What to install, beside numpy."""

    name: str
    packages: tuple[str, ...]


PEERS = {
    peer.name: peer
    for peer in (
        Peer("simhash", ("simhash", "jieba", "setuptools")),
        Peer("simhash-pybind", ("simhash-pybind", "jieba", "setuptools")),
        Peer("faiss", ("faiss-cpu",)),
        Peer("duckdb", ("duckdb",)),
        Peer("datasketch", ("datasketch", "jieba", "setuptools")),
        # Its 0.10.1 gives xxhash texts, which 4 refuses; the others are imported and not declared.
        Peer("datatrove", ("datatrove[io]", "tokenizers", "nltk", "spacy", "xxhash<4", "jieba")),
    )
}


def interpreter_of(peer: Peer, folder: Path) -> Path:
    """The interpreter of a peer's environment, made when it is not there.

    Raises PeerUnavailableError.
    """
    home = folder / peer.name
    python = home / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    done = home / "installed.txt"
    wanted = " ".join(peer.packages)
    if not done.exists() or done.read_text("utf-8") != wanted:
        say(f"installing {wanted} into {home}")
        _run([sys.executable, "-m", "venv", "--clear", str(home)])
        _run([str(python), *_PIP, "install", "--quiet", "numpy", *peer.packages])
        done.write_text(wanted, "utf-8")
    return python


def versions(python: Path) -> dict[str, str]:
    """The installed packages of an environment."""
    lines = _run([str(python), *_PIP, "list", "--format=freeze"]).splitlines()
    return dict(line.split("==", 1) for line in lines if "==" in line)


_PIP = ("-m", "pip", "--disable-pip-version-check", "--no-input")


def _run(command: Sequence[str]) -> str:
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        raise PeerUnavailableError(done.stderr.strip().splitlines()[-1:] or command)
    return done.stdout
