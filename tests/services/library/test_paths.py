"""The bundled resources are found wherever the program runs from."""

from simhash_gui.services.library.paths import app_paths


def test_the_samples_are_found() -> None:
    assert any(app_paths().samples.rglob("*.txt"))


def test_the_users_own_library_and_the_samples_are_kept_apart() -> None:
    paths = app_paths()

    assert paths.default_library != paths.sample_library
    assert paths.default_library.parent == paths.data
