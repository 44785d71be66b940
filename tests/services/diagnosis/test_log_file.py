"""The log rotates, keeps what is private out, and never disturbs the program."""

from __future__ import annotations

import logging
import os
import stat
from pathlib import Path

import pytest

from simhash_gui.services.diagnosis.log_file import (
    MOST_BYTES,
    OLDER_FILES,
    LogFile,
    PrivateFormatter,
    without_quotes,
)

FULL = Path("/dev/full")


def record(message: str, error: BaseException | None = None) -> logging.LogRecord:
    failure = (type(error), error, error.__traceback__) if error is not None else None
    return logging.LogRecord("tests", logging.INFO, __file__, 1, message, None, failure)


def raised(error: Exception) -> Exception:
    with pytest.raises(type(error)) as caught:
        raise error
    return caught.value


def test_the_file_and_its_folder_are_made_and_belong_to_the_user_alone(tmp_path: Path) -> None:
    path = tmp_path / "state" / "log" / "program.log"
    file = LogFile(path, pytest.fail)
    assert not path.parent.exists()

    file.emit(record("started"))
    file.close()

    assert path.read_text(encoding="utf-8") == "started\n"
    if os.name != "nt":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_log_that_has_grown_is_put_aside_and_the_oldest_goes(tmp_path: Path) -> None:
    path = tmp_path / "program.log"
    file = LogFile(path, pytest.fail)

    for _ in range(OLDER_FILES + 3):
        file.emit(record("x" * (MOST_BYTES // 2)))
        file.emit(record("y" * (MOST_BYTES // 2)))
    file.close()

    assert len(list(tmp_path.iterdir())) == 1 + OLDER_FILES
    assert max(each.stat().st_size for each in tmp_path.iterdir()) <= MOST_BYTES


def test_a_log_that_cannot_be_put_aside_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise PermissionError("another process has it open")

    path = tmp_path / "program.log"
    file = LogFile(path, pytest.fail)
    monkeypatch.setattr(file, "rotate", refused)

    file.emit(record("x" * MOST_BYTES))
    file.emit(record("the last line"))
    file.close()

    assert path.read_text(encoding="utf-8").endswith("the last line\n")


def test_a_log_that_cannot_be_made_is_told_once(tmp_path: Path) -> None:
    told: list[OSError] = []
    (tmp_path / "file").touch()
    file = LogFile(tmp_path / "file" / "program.log", told.append)

    file.emit(record("one"))
    file.emit(record("two"))
    file.close()

    assert told == [file.problem]
    assert isinstance(told[0], OSError)


@pytest.mark.parametrize("content", ["Dear reader,\n", "2026", "SQLite format 3\0"])
def test_another_file_that_is_named_as_the_log_is_left_alone(tmp_path: Path, content: str) -> None:
    told: list[OSError] = []
    path = tmp_path / "letter.txt"
    path.write_text(content, encoding="utf-8")
    file = LogFile(path, told.append)

    file.emit(record("one"))
    file.close()

    assert [each.strerror for each in told] == ["it is another file, and no log"]
    assert path.read_text(encoding="utf-8") == content


def test_a_log_of_an_earlier_run_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "program.log"
    for _ in range(2):
        file = LogFile(path, pytest.fail)
        file.setFormatter(PrivateFormatter())
        file.emit(record("started"))
        file.close()

    assert path.read_text(encoding="utf-8").count("started\n") == 2


@pytest.mark.skipif(not FULL.exists(), reason="needs a device that is always full")
def test_a_full_disk_is_told_once(tmp_path: Path) -> None:
    told: list[OSError] = []
    (tmp_path / "program.log").symlink_to(FULL)
    file = LogFile(tmp_path / "program.log", told.append)

    file.emit(record("one"))
    file.emit(record("two"))
    file.close()

    assert len(told) == 1


SECRET = "the minutes of the meeting"


@pytest.mark.parametrize(
    "error",
    [
        ValueError(f"could not convert string to float: {SECRET!r}"),
        KeyError(SECRET),
        FileNotFoundError(2, "No such file or directory", f"/home/ann/{SECRET}.txt"),
        RuntimeError(f'nothing is known of "{SECRET}"'),
        RuntimeError("nothing is known of /home/ann/the-minutes-of-the-meeting.txt"),
        RuntimeError(f"two lines\n“{SECRET}”"),
    ],
)
def test_what_an_exception_quotes_is_left_out(error: Exception) -> None:
    text = PrivateFormatter().format(record("failed", raised(error)))

    assert type(error).__name__ in text
    assert "in raised\n    raise error" in text
    assert "minutes" not in text


def test_a_cause_is_cleaned_too() -> None:
    error = RuntimeError("failed")
    error.__cause__ = KeyError(SECRET)

    text = PrivateFormatter().format(record("failed", raised(error)))

    assert "KeyError: …" in text
    assert SECRET not in text


def test_the_systems_errors_name_their_files_on_demand() -> None:
    error = raised(FileNotFoundError(2, "No such file or directory", "letter.txt"))

    assert "letter.txt" in PrivateFormatter(with_names=True).format(record("failed", error))
    assert "letter.txt" not in PrivateFormatter().format(record("failed", error))


def test_what_is_chosen_to_be_logged_stays() -> None:
    text = PrivateFormatter().format(record("recipe 'words', 3 files"))

    assert text.endswith("tests: recipe 'words', 3 files")


def test_long_words_are_cut() -> None:
    assert len(without_quotes("word " * 1000)) == 300
