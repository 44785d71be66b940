"""The log plugin lets a quiet test pass and fails a noisy one."""

import pytest

from tests.helpers.nested import NestedPytest

pytestmark = pytest.mark.thorough  # a check of checks

LOUD = 'logging.getLogger("simhash_gui.store").warning("disk is %s", "full")'


@pytest.fixture
def run(nested_pytest: NestedPytest) -> NestedPytest:
    return nested_pytest.using("-ptests.helpers.logfail")


def test_a_test_that_logs_nothing_passes(run: NestedPytest) -> None:
    run("def test_it(): logging.getLogger().info('hello')").assert_outcomes(passed=1)


def test_an_unexpected_warning_fails_the_test(run: NestedPytest) -> None:
    result = run(f"def test_it(): {LOUD}")
    result.assert_outcomes(passed=1, errors=1)
    result.stdout.fnmatch_lines(
        ["*unexpected log records:", "*WARNING simhash_gui.store: disk is full"]
    )


def test_an_expected_warning_passes(run: NestedPytest) -> None:
    run(
        f"""
        def test_it(expect_log):
            with expect_log(logging.WARNING, "is full", logger="simhash_gui") as records:
                {LOUD}
            assert len(records) == 1
        """
    ).assert_outcomes(passed=1)


def test_an_expected_warning_that_does_not_come_fails_the_test(run: NestedPytest) -> None:
    result = run(
        """
        def test_it(expect_log):
            with expect_log(logging.WARNING, "is full"):
                pass
        """
    )
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*no WARNING record matched 'is full'*"])


@pytest.mark.parametrize(
    "expected",
    [
        'logging.ERROR, "is full"',
        'logging.WARNING, "is empty"',
        'logging.WARNING, "is full", logger="simhash_gui.sto"',
    ],
    ids=["another level", "another message", "another logger"],
)
def test_a_warning_other_than_the_expected_one_fails_the_test(
    run: NestedPytest, expected: str
) -> None:
    result = run(
        f"""
        def test_it(expect_log):
            with expect_log({expected}):
                {LOUD}
        """
    )
    result.assert_outcomes(failed=1, errors=1)
    result.stdout.fnmatch_lines(["*WARNING simhash_gui.store: disk is full"])


def test_a_warning_after_the_block_that_expects_it_fails_the_test(run: NestedPytest) -> None:
    run(
        f"""
        def test_it(expect_log):
            with expect_log(logging.WARNING):
                {LOUD}
            {LOUD}
        """
    ).assert_outcomes(passed=1, errors=1)
