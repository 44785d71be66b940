import sys

import pytest


@pytest.fixture(params=["forkserver", "spawn"])
def start_method(request: pytest.FixtureRequest) -> str:
    """Both ways in which a worker process comes into being."""
    method: str = request.param
    if method == "forkserver" and sys.platform != "linux":
        pytest.skip("elsewhere workers are spawned")
    return method
