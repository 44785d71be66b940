"""Locales whose encoding is not UTF-8, or whose letters change case in their own way."""

from __future__ import annotations

import codecs
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

PROGRAM = Path(sys.executable).with_name("simhash-gui")
STORY = " ".join(f"word{number}" for number in range(200))

Locale = Callable[[str, str], Mapping[str, str]]


@pytest.fixture(scope="module")
def locales(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Those that were made already, which takes seconds."""
    return tmp_path_factory.mktemp("locales")


@pytest.fixture
def locale(locales: Path) -> Locale:
    """Makes a locale from its sources, and an environment with it."""

    def locale(name: str, charmap: str) -> Mapping[str, str]:
        if shutil.which("localedef") is None:
            pytest.skip("no localedef to make a locale with")
        made, said = locales / f"{name}.{charmap}", b""
        if not made.exists():
            command = ["localedef", "-i", name, "-f", charmap, made]
            said = subprocess.run(command, capture_output=True, check=False).stderr
        if not made.exists():
            pytest.skip(f"localedef has no sources of {name}: {said!r}")
        environment = {**os.environ, "LOCPATH": str(locales), "LC_ALL": made.name}
        question = [sys.executable, "-c", "import sys; print(sys.getfilesystemencoding())"]
        encoding = subprocess.check_output(question, env=environment, text=True).strip()
        assert codecs.lookup(encoding) == codecs.lookup(charmap), said
        return environment

    return locale


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    docs = tmp_path / "docs"
    docs.mkdir()
    return docs


def write(docs: Path, name: bytes, text: str) -> None:
    Path(os.fsdecode(os.fsencode(docs) + b"/" + name)).write_text(text, encoding="utf-8")


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are bytes on Linux")
@pytest.mark.parametrize(("name", "charmap"), [("zh_CN", "GB18030"), ("tr_TR", "UTF-8")])
def test_names_in_the_encoding_of_the_locale_are_read_and_told(
    docs: Path, tmp_path: Path, locale: Locale, name: str, charmap: str
) -> None:
    names = ["会议ı.txt", "İstanbul ILIK.txt"]
    for number, file in enumerate(names):
        write(docs, file.encode(charmap), f"{STORY} {number}")
    environment = locale(name, charmap)

    def run(*arguments: str | Path) -> bytes:
        command = [PROGRAM, *arguments]
        done = subprocess.run(command, env=environment, capture_output=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    library = tmp_path / "library.simhash"
    scanned = json.loads(run("scan", docs, "--library", library, "--format", "json"))
    listed = json.loads(run("library", "list", library, "--format", "json"))

    assert {Path(scanned["pairs"][0][side]).name for side in "ab"} == set(names)
    assert {Path(file["path"]).name for file in listed["files"]} == set(names)
    for file in names:
        assert file in run("library", "list", library).decode("utf-8")


@pytest.fixture
def terminal() -> Iterator[tuple[int, int]]:
    try:
        ends = os.openpty()
    except (AttributeError, OSError) as error:
        pytest.skip(f"no terminal: {error}")
    yield ends
    for end in ends:
        os.close(end)


@pytest.mark.skipif(sys.platform != "linux", reason="needs a terminal with a locale")
def test_a_terminal_gets_its_own_encoding(
    docs: Path, locale: Locale, terminal: tuple[int, int]
) -> None:
    ours, theirs = terminal
    write(docs, "会议.txt".encode("gb18030"), STORY)
    missing = os.fsencode(docs) + "/会议纪要".encode("gb18030")

    command = [os.fsencode(PROGRAM), b"scan", missing]
    subprocess.run(command, env=locale("zh_CN", "GB18030"), stderr=theirs, check=False)

    assert "会议纪要: No such file" in os.read(ours, 10_000).decode("gb18030")
