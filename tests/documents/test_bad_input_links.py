"""What a document refers to is never fetched, whether it lies in the network or on this machine."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from simhash_gui.core.fingerprint.recipe import recipe_named
from simhash_gui.documents.extraction.file_pool import FilePool
from simhash_gui.documents.records import FileTask
from tests.documents.remote_documents import remote_documents

_ROOT = Path(__file__).parents[2]
_SECRET = "the nightingale sings at the fourth gate"


@pytest.fixture
def server() -> Iterator[socket.socket]:
    """Takes connections, and gives no answer; nobody waits for one."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.setblocking(False)
        yield listener


@pytest.fixture
def folder(tmp_path: Path, server: socket.socket) -> Path:
    """Documents that refer to the server, and to a secret beside them."""
    secret = tmp_path / "secret.txt"
    secret.write_text(_SECRET, "utf-8")
    found = tmp_path / "documents"
    found.mkdir()
    for name, data in remote_documents(_url(server), secret).items():
        (found / name).write_bytes(data)
    return found


def _url(server: socket.socket) -> str:
    return f"http://127.0.0.1:{server.getsockname()[1]}/"


def _has_visitor(server: socket.socket) -> bool:
    try:
        connection, _ = server.accept()
    except BlockingIOError:
        return False
    connection.close()
    return True


def test_a_visitor_would_be_noticed(server: socket.socket) -> None:
    with socket.create_connection(server.getsockname()):
        assert _has_visitor(server)


def test_no_document_reaches_the_server(folder: Path, server: socket.socket) -> None:
    tasks = [FileTask(str(path)) for path in folder.iterdir()]

    with FilePool(recipe_named("words").recipe_id, workers=2) as pool:
        outcomes = list(pool.outcomes(tasks))

    assert len(outcomes) == len(tasks)
    assert not _has_visitor(server)


def test_no_document_opens_a_socket_or_starts_a_program(folder: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.documents.audited", str(folder)],
        cwd=_ROOT,
        capture_output=True,
        check=True,
        timeout=120,
    )
    found = json.loads(done.stdout)

    assert found["events"] == []
    assert [name for name, text in found["texts"].items() if _SECRET in text] == []
    assert "word" in found["texts"]["page.html"]
