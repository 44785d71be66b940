"""The settings in pyproject.toml do fail a run: warnings, Qt's warnings, order, unknown marks."""

import shutil
from pathlib import Path

import pytest

from tests.helpers.nested import NestedPytest

pytestmark = pytest.mark.thorough  # a check of checks


@pytest.fixture
def run(nested_pytest: NestedPytest, repository: Path) -> NestedPytest:
    shutil.copy(repository / "pyproject.toml", nested_pytest.pytester.path)
    return nested_pytest


def test_a_python_warning_fails_the_test(run: NestedPytest) -> None:
    result = run(
        """
        import warnings

        def test_it(): warnings.warn("old", DeprecationWarning)
        """
    )
    result.assert_outcomes(failed=1)


def test_an_exception_in_a_thread_fails_the_test(run: NestedPytest) -> None:
    result = run(
        """
        def test_it():
            thread = threading.Thread(target=lambda: 1 / 0)
            thread.start()
            thread.join()
        """
    )
    result.assert_outcomes(failed=1)


def test_a_warning_of_qt_fails_the_test(run: NestedPytest) -> None:
    result = run(
        """
        from PySide6.QtCore import qWarning

        def test_it(): qWarning("QObject: something is odd")
        """
    )
    result.assert_outcomes(failed=1)


def test_an_unknown_mark_fails_the_run(run: NestedPytest) -> None:
    result = run(
        """
        import pytest

        @pytest.mark.slwo
        def test_it(): pass
        """
    )
    result.assert_outcomes(errors=1)


def test_the_order_of_tests_depends_on_the_seed(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("".join(f"def test_{number}(): pass\n" for number in range(9)))
    assert order_of_tests(pytester, seed=1) != order_of_tests(pytester, seed=2)


def order_of_tests(pytester: pytest.Pytester, seed: int) -> list[str]:
    result = pytester.runpytest_subprocess("-v", f"--randomly-seed={seed}")
    return [line.split()[0] for line in result.outlines if " PASSED" in line]
