"""What is printed where."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from array import array
from typing import IO

import pytest

from simhash_gui.cli.output import (
    Output,
    OutputError,
    OutputFormat,
    ProgressLine,
    counted,
    describe,
    standard_output,
)
from simhash_gui.services.jobs import Progress, Stage
from simhash_gui.services.printable import printable


def written(document: dict[str, object]) -> str:
    stream = io.StringIO()
    Output(OutputFormat.JSON, stream, io.StringIO()).result(document, iter(["not this"]))
    return stream.getvalue()


@pytest.mark.parametrize("items", [[], [1], [{"路径": "a"}, {"路径": "b"}]])
def test_an_iterator_becomes_a_list_of_the_json_document(items: list[object]) -> None:
    document = {"before": 1, "items": iter(items), "after": {"x": None}}

    assert json.loads(written(document)) == {"before": 1, "items": items, "after": {"x": None}}


def test_an_undecodable_name_stays_valid_json() -> None:
    text = written({"path": "caf\udce9"}).encode("utf-8", "backslashreplace")

    assert json.loads(text) == {"path": "caf\udce9"}


@pytest.mark.parametrize(
    ("number", "told"), [(0, "0 pairs"), (1, "1 pair"), (2, "2 pairs"), (2000, "2,000 pairs")]
)
def test_one_is_no_plural(number: int, told: str) -> None:
    assert counted(number, "pair") == told


def test_a_plural_may_have_a_form_of_its_own() -> None:
    assert [counted(number, "copy", "copies") for number in (1, 2)] == ["1 copy", "2 copies"]


def test_text_is_printed_line_by_line() -> None:
    stream = io.StringIO()
    Output(OutputFormat.TEXT, stream, io.StringIO()).result({}, iter(["a", "caf\udce9"]))

    assert stream.getvalue() == "a\ncaf\\udce9\n"


def test_a_name_with_control_characters_cannot_write_to_the_terminal() -> None:
    assert printable("a\n\x1b[2Jb") == "a\\n\\x1b[2Jb"


@pytest.mark.parametrize(
    ("progress", "line"),
    [
        (Progress(Stage.LISTING, 12), "listing 12"),
        (Progress(Stage.SEARCHING), "searching"),
        (
            Progress(Stage.READING, 12402, 88310, 3, "a", 1.0, 640.0, 119.0),
            "reading 12,402 of 88,310 · 640/s · 119 s left · 3 failed",
        ),
    ],
)
def test_progress_tells_counts_rate_and_time_left(progress: Progress, line: str) -> None:
    assert describe(progress) == line


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_progress_is_drawn_on_a_terminal_only() -> None:
    file, terminal = io.StringIO(), Terminal()

    for stream in (file, terminal):
        line = ProgressLine(stream)
        line.show(Progress(Stage.READING, 1, 2))
        line.clear()

    assert file.getvalue() == ""
    assert "reading 1 of 2" in terminal.getvalue()


def test_another_stage_is_drawn_at_once() -> None:
    terminal = Terminal()
    line = ProgressLine(terminal)

    line.show(Progress(Stage.READING))
    line.show(Progress(Stage.READING, 1))
    line.show(Progress(Stage.SEARCHING))

    assert terminal.getvalue() == "\r\x1b[Kreading\r\x1b[Ksearching"


class Full(io.StringIO):
    """A stream on a full drive."""

    def write(self, text: str) -> int:  # noqa: ARG002 - as a stream has it
        raise OSError(28, "No space left on device")


@pytest.mark.parametrize("output_format", list(OutputFormat))
def test_a_result_that_cannot_be_written_is_told(output_format: OutputFormat) -> None:
    output = Output(output_format, Full(), io.StringIO())

    with pytest.raises(OutputError, match="No space left"):
        output.result({"a": 1}, iter(["a"]))


@pytest.mark.parametrize("output_format", OutputFormat)
def test_a_closed_standard_output_takes_no_result(
    output_format: OutputFormat, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdout", None)

    with pytest.raises(OutputError, match="standard output is closed"):
        standard_output(output_format).result({"a": 1}, iter(["a"]))


LARGE = """
from simhash_gui.cli.output import OutputFormat, standard_output
standard_output(OutputFormat.JSON).result({"items": iter(["x" * 90] * 5000)}, iter(()))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="pipes whose size can be chosen")
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_result_is_whole_also_when_it_was_stopped_half_way(unbuffered: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", LARGE],
        stdout=subprocess.PIPE,
        pipesize=4096,
        env=os.environ | {"PYTHONUNBUFFERED": unbuffered},
    ) as process:
        assert process.stdout is not None
        while bytes_in(process.stdout) < 4096:
            assert process.poll() is None
        process.send_signal(signal.SIGSTOP)
        os.waitpid(process.pid, os.WUNTRACED)
        process.send_signal(signal.SIGCONT)
        document = json.loads(process.stdout.read())

    assert document == {"items": ["x" * 90] * 5000}


def bytes_in(pipe: IO[bytes]) -> int:
    import fcntl  # noqa: PLC0415 - Windows has neither
    import termios  # noqa: PLC0415

    waiting = array("i", [0])
    fcntl.ioctl(pipe, termios.FIONREAD, waiting)
    return waiting[0]
