"""The leftovers plugin lets a tidy test pass and fails one that leaves something running."""

import os

import pytest

from tests.helpers.nested import NestedPytest

pytestmark = pytest.mark.thorough  # a check of checks

SLEEP = '[sys.executable, "-c", "import time; time.sleep(60)"]'


@pytest.fixture
def run(nested_pytest: NestedPytest) -> NestedPytest:
    return nested_pytest.using("-ptests.helpers.leftovers", "-oleftovers_grace_s=0.5")


def test_a_thread_that_was_joined_passes(run: NestedPytest) -> None:
    run(
        """
        def test_it():
            thread = threading.Thread(target=print)
            thread.start()
            thread.join()
        """
    ).assert_outcomes(passed=1)


def test_a_thread_on_its_way_out_passes(run: NestedPytest) -> None:
    run("def test_it(): threading.Timer(0.1, print).start()").assert_outcomes(passed=1)


@pytest.mark.parametrize("daemon", [True, False], ids=["daemon", "not daemon"])
def test_a_thread_left_running_fails_the_test(run: NestedPytest, daemon: bool) -> None:
    result = run(
        f"""
        def test_it():
            threading.Thread(target=time.sleep, args=(1.5,), name="left", daemon={daemon}).start()
        """
    )
    result.assert_outcomes(passed=1, errors=1)
    result.stdout.fnmatch_lines(["*thread left"])


def test_a_thread_of_a_wider_fixture_passes(run: NestedPytest) -> None:
    run(
        """
        import pytest

        @pytest.fixture(scope="module")
        def worker():
            stop = threading.Event()
            thread = threading.Thread(target=stop.wait)
            thread.start()
            yield
            stop.set()
            thread.join()

        def test_it(worker): pass
        def test_it_again(worker): pass
        """
    ).assert_outcomes(passed=2)


def test_a_qthread_left_running_fails_the_test(run: NestedPytest) -> None:
    result = run(
        """
        from PySide6.QtCore import QCoreApplication, QThread

        LEFT = []

        def test_it():
            LEFT.append(QThread())
            LEFT[0].start()

        def test_last():
            LEFT[0].quit()
            assert LEFT[0].wait(1000)
        """
    )
    result.assert_outcomes(passed=2, errors=1)
    result.stdout.fnmatch_lines(["*QThread <PySide6.QtCore.QThread*"])


def test_a_task_left_in_the_global_pool_fails_the_test(run: NestedPytest) -> None:
    result = run(
        """
        from PySide6.QtCore import QThreadPool

        def test_it(): QThreadPool.globalInstance().start(lambda: time.sleep(1.5))
        """
    )
    result.assert_outcomes(passed=1, errors=1)
    result.stdout.fnmatch_lines(["*a task in Qt's global thread pool"])


def test_a_window_left_open_fails_the_test(run: NestedPytest) -> None:
    result = run(
        """
        from PySide6.QtWidgets import QLabel

        LEFT = []

        def test_it(qapp):
            LEFT.append(QLabel("left"))
            LEFT[0].show()

        def test_last(qapp): LEFT[0].close()
        """
    )
    result.assert_outcomes(passed=2, errors=1)
    result.stdout.fnmatch_lines(["*window <PySide6.QtGui.QWindow*"])


def test_a_window_that_pytest_qt_closes_passes(run: NestedPytest) -> None:
    run(
        """
        from PySide6.QtWidgets import QLabel

        def test_it(qtbot):
            label = QLabel("closed")
            qtbot.addWidget(label)
            label.show()
        """
    ).assert_outcomes(passed=1)


def test_a_child_process_that_ended_passes(run: NestedPytest) -> None:
    run("def test_it(): subprocess.run([sys.executable, '-V'])").assert_outcomes(passed=1)


def test_a_child_process_left_running_fails_the_test(run: NestedPytest) -> None:
    result = run(
        f"""
        LEFT = []

        def test_it(): LEFT.append(subprocess.Popen({SLEEP}))

        def test_last():
            LEFT[0].kill()
            LEFT[0].wait()
        """
    )
    result.assert_outcomes(passed=2, errors=1)
    result.stdout.fnmatch_lines(["*process *import time; time.sleep(60)"])


def test_a_child_process_started_from_a_thread_fails_the_test(run: NestedPytest) -> None:
    run(
        f"""
        LEFT = []

        def test_it():
            thread = threading.Thread(target=lambda: LEFT.append(subprocess.Popen({SLEEP})))
            thread.start()
            thread.join()

        def test_last():
            LEFT[0].kill()
            LEFT[0].wait()
        """
    ).assert_outcomes(passed=2, errors=1)


@pytest.mark.parametrize("method", ["spawn", "forkserver"])
def test_what_multiprocessing_keeps_for_itself_is_let_live(run: NestedPytest, method: str) -> None:
    run(
        f"""
        import multiprocessing

        def test_it():
            process = multiprocessing.get_context("{method}").Process(target=print)
            process.start()
            process.join()
            process.close()
        """
    ).assert_outcomes(passed=1)


@pytest.mark.skipif(os.name == "nt", reason="there is no fork server")
def test_a_process_that_the_fork_server_made_is_told(run: NestedPytest) -> None:
    run(
        """
        import multiprocessing

        LEFT = []

        def test_it():
            LEFT.append(multiprocessing.get_context("forkserver").Process(
                target=time.sleep, args=(60,), daemon=True
            ))
            LEFT[0].start()

        def test_last():
            LEFT[0].kill()
            LEFT[0].join()
        """
    ).assert_outcomes(passed=2, errors=1)
