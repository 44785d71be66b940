"""What every test gets: a private home, a silent log, nothing left running, and the corpora.

The plugins stand in `tests/helpers`; each is itself tested to fail (`tests/helpers/test_*.py`).
This module only switches them on and settles what must be settled before Qt is first imported.
"""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest

from simhash_gui.documents.extraction.preload import PRELOAD
from simhash_gui.workers.start import worker_context
from tests.helpers.examples import NORMAL
from tests.helpers.postgresql import TestServer, running_server

pytest_plugins = [
    "pytester",
    "tests.helpers.hermetic",
    "tests.helpers.logfail",
    "tests.helpers.leftovers",
    "tests.helpers.nested",
]

REPOSITORY = Path(__file__).resolve().parent.parent

# No test needs a screen; who wants to look sets QT_QPA_PLATFORM=xcb.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

# Nor does any test ask the file manager of this desktop for anything.
os.environ["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=/nobody"

# CI must give the same verdict twice; at the desk each run looks at other examples. So many that
# `make test` stays below five minutes; `make test-all` takes ten times as many.
hypothesis.settings.register_profile(
    "ci", deadline=None, derandomize=True, print_blob=True, max_examples=NORMAL
)
hypothesis.settings.register_profile("desk", deadline=None, print_blob=True, max_examples=NORMAL)
hypothesis.settings.register_profile(
    "thorough", deadline=None, print_blob=True, max_examples=10 * NORMAL
)
hypothesis.settings.load_profile("ci" if os.environ.get("CI") else "desk")


_NEEDED_BY_WORKERS = (
    "simhash_gui.services.detection.measuring",
    "simhash_gui.services.comparison.loading",
    "simhash_gui.services.teaching.laboratory",
    "simhash_gui.ui.check.check_desk",
    "simhash_gui.ui.compare.desk",
)

# What these start is not the program, so that measuring its coverage would only take time.
_TESTS_OF_TOOLS = ("tests/architecture/", "tests/helpers/")


@pytest.fixture(autouse=True)
def _only_the_program_is_measured(request: pytest.FixtureRequest) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        if request.node.nodeid.startswith(_TESTS_OF_TOOLS):
            patch.delenv("COVERAGE_PROCESS_CONFIG", raising=False)
        yield


@pytest.fixture(autouse=True, scope="session")
def _workers_begin_with_all_that_they_need() -> None:
    """Most of the work elsewhere is small; what the template has imported, no worker imports."""
    worker_context([*PRELOAD, *_NEEDED_BY_WORKERS])


@pytest.fixture(scope="session")
def repository() -> Path:
    """Return the root of this checkout."""
    return REPOSITORY


@pytest.fixture
def short_folder() -> Iterator[Path]:
    """Return a folder for the temporary files of a program that is killed and cannot remove them.

    Its name is so short that sockets in it have a name, unlike in `tmp_path`.
    """
    with tempfile.TemporaryDirectory(prefix="sg-", ignore_cleanup_errors=True) as name:
        yield Path(name)


@pytest.fixture(scope="session")
def shared_corpora() -> Path:
    """Return the folder of labelled document sets that stands beside the checkout, or skip."""
    corpora = REPOSITORY.parent / "shared" / "corpora"
    if not corpora.is_dir():
        pytest.skip(
            "needs the document sets in ../shared/corpora, which are not part of this project"
        )
    return corpora


@pytest.fixture(scope="session")
def server() -> Iterator[TestServer]:
    """A PostgreSQL server for this process; skips where there is none."""
    pytest.importorskip("psycopg", reason="needs psycopg: pip install 'simhash-gui[postgresql]'")
    try:
        with running_server() as server:
            yield server
    except LookupError as error:
        pytest.skip(str(error))


@pytest.fixture
def own_server() -> Iterator[TestServer]:
    """A server that a test may stop."""
    try:
        with running_server() as server:
            yield server
    except LookupError as error:
        pytest.skip(str(error))
