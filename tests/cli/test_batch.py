"""``batch`` answers as ``scan`` does, and says what is wrong with a shard."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from simhash_gui.cli.main import main
from tests.services.batch.collections import collection, write

Run = Callable[..., Any]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command and returns its JSON."""

    def run(*arguments: object, status: int = 0) -> Any:
        assert main([*map(str, arguments), "--format", "json"]) == status
        return json.loads(capsys.readouterr().out)

    return run


@pytest.fixture
def shards(run: Run, tmp_path: Path) -> list[Path]:
    """Two libraries, each with one of the folders ``share0`` and ``share1``."""
    folders = write(tmp_path, collection(11, 16), 2)
    for folder in folders:
        run("scan", folder, "--library", f"{folder}.simhash", "--jobs", 1)
    return [Path(f"{folder}.simhash") for folder in folders]


def test_batch_gives_the_fields_of_scan(run: Run, shards: list[Path], tmp_path: Path) -> None:
    scanned = run("scan", tmp_path / "share0", tmp_path / "share1", "--partial", "--jobs", 1)

    found = run("batch", *shards, "--out", tmp_path / "out", "--partial", "--jobs", 1)

    assert found["pairs"]
    shared = found.keys() & scanned.keys() - {"elapsed_s"}
    assert shared >= {"pairs", "clusters", "groups", "left_out", "complete", "shared_passages"}
    assert {name: found[name] for name in shared} == {name: scanned[name] for name in shared}
    assert found["review_library"] == str(tmp_path / "out" / "review.simhash")
    stages = [stage["name"] for stage in found["stages"]]
    assert stages == ["keys", "candidates", "proof", "clusters"]


def test_shards_that_were_only_read_do_as_well(run: Run, tmp_path: Path) -> None:
    folders = write(tmp_path, collection(11, 16), 2)
    scanned = run("scan", *folders, "--jobs", 1)
    read = [
        run("scan", each, "--library", f"{each}.simhash", "--no-search", "--jobs", 1)
        for each in folders
    ]

    found = run("batch", *(f"{each}.simhash" for each in folders), "--out", tmp_path / "out")

    assert found["pairs"] == scanned["pairs"] != []
    assert [each["read"] for each in read] == [8, 8]
    assert all("pairs" not in each for each in read)


def test_reading_without_a_search_says_what_was_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folders = write(tmp_path, collection(11, 4), 1)
    library = tmp_path / "own.simhash"

    done = main(["scan", str(folders[0]), "--library", str(library), "--no-search", "--jobs", "1"])

    assert done == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "4 files met: 4 read, 0 unchanged, 0 skipped, 0 failed"
    assert not any("pair" in line for line in lines)


def test_reading_without_a_search_needs_a_library_to_keep(run: Run, tmp_path: Path) -> None:
    refused = run("scan", tmp_path, "--no-search", status=2)

    assert refused["error"]["kind"] == "usage"
    assert "--library" in refused["error"]["way_out"]


def test_the_review_library_answers_other_commands(
    run: Run, shards: list[Path], tmp_path: Path
) -> None:
    found = run("batch", *shards, "--out", tmp_path / "out", "--jobs", 1)
    library, pair = found["review_library"], found["pairs"][0]

    checked = run("check", pair["a"], "--library", library)
    run("library", "check", library)
    run("scan", tmp_path / "share0", "--library", library, "--jobs", 1)

    assert pair["b"] in {match["path"] for match in checked["matches"]}


def test_copies_in_other_shards_are_removed_from_the_review_library_and_come_back(
    run: Run, tmp_path: Path
) -> None:
    folders = [tmp_path / "first", tmp_path / "second"]
    texts = collection(11, 6, alike=0)
    for folder in folders:
        folder.mkdir()
        for number, text in enumerate(texts):
            (folder / f"{number}.txt").write_text(text, "utf-8")
        run("scan", folder, "--library", f"{folder}.simhash", "--jobs", 1)
    shards = [f"{folder}.simhash" for folder in folders]
    library = run("batch", *shards, "--out", tmp_path / "out", "--jobs", 1)["review_library"]
    before = {path.name: path.read_bytes() for path in folders[1].iterdir()}
    plan = tmp_path / "plan.json"

    run("plan", "--library", library, "--keep", f"folder:{folders[0]}", "--output", plan)
    done = run("apply", plan, "--library", library)

    assert done["done"] == len(texts)
    assert not list(folders[1].glob("*.txt"))
    assert len(list(folders[0].glob("*.txt"))) == len(texts)
    assert run("undo", done["run"], "--library", library)["undone"] == len(texts)
    assert {path.name: path.read_bytes() for path in folders[1].iterdir()} == before


def test_batch_prints_stages_and_where_the_review_library_is(
    shards: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["batch", *map(str, shards), "--out", str(tmp_path / "out"), "--jobs", "1"]
    assert main(arguments) == 0
    capsys.readouterr()

    assert main(arguments) == 0

    lines = capsys.readouterr().out.splitlines()
    (keys,) = (line for line in lines if line.startswith("keys: "))
    assert "of an earlier run" in keys
    assert lines[-1] == f"review library: {tmp_path}/out/review.simhash"


@pytest.mark.thorough
def test_killed_at_any_moment_the_next_run_gives_the_same_answer(
    run: Run, shards: list[Path], tmp_path: Path
) -> None:
    whole = run("batch", *shards, "--out", tmp_path / "whole", "--partial", "--jobs", 1)
    arguments = ["batch", *map(str, shards), "--out", str(tmp_path / "out"), "--partial"]
    for tenths in range(30):
        process = subprocess.Popen(
            [sys.executable, "-m", "simhash_gui", *arguments], stdout=subprocess.DEVNULL
        )
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(tenths / 10)
        process.kill()
        process.wait()

    found = run(*arguments, "--jobs", 1)

    for name in ("pairs", "clusters", "groups", "left_out", "complete", "shared_passages"):
        assert found[name] == whole[name]


def test_a_missing_shard_is_refused(run: Run, shards: list[Path], tmp_path: Path) -> None:
    gone = tmp_path / "gone.simhash"

    refused = run("batch", shards[0], gone, "--out", tmp_path / "out", status=2)

    assert refused["error"]["kind"] == "library-missing"
    assert str(gone) in refused["error"]["message"]
    assert not (tmp_path / "out").exists()


def test_a_file_is_no_folder_for_the_output(run: Run, shards: list[Path], tmp_path: Path) -> None:
    (tmp_path / "out").touch()

    refused = run("batch", *shards, "--out", tmp_path / "out", status=2)

    assert refused["error"]["kind"] == "output-unwritable"


def test_a_damaged_shard_is_refused(run: Run, shards: list[Path], tmp_path: Path) -> None:
    shards[1].write_bytes(b"no library" * 1000)

    refused = run("batch", *shards, "--out", tmp_path / "out", status=2)

    assert refused["error"]["kind"] in {"not-a-library", "library-damaged"}
    assert refused["error"]["way_out"]


def test_a_master_is_for_spark(run: Run, shards: list[Path], tmp_path: Path) -> None:
    refused = run("batch", *shards, "--out", tmp_path, "--master", "local[2]", status=2)

    assert refused["error"]["kind"] == "usage"


def test_nothing_of_spark_is_imported_before_it_is_asked_for() -> None:
    extras = "{'pyspark', 'pyarrow', 'pandas'}"
    told = f"import sys, simhash_gui.cli.batch; print({extras} & {{*sys.modules}})"

    done = subprocess.run(
        [sys.executable, "-c", told], capture_output=True, encoding="utf-8", check=True
    )

    assert done.stdout.strip() == "set()"


@pytest.mark.skipif(find_spec("pyspark") is not None, reason="pyspark is installed")
def test_without_spark_the_way_to_it_is_told(run: Run, shards: list[Path], tmp_path: Path) -> None:
    refused = run("batch", *shards, "--out", tmp_path, "--engine", "spark", status=2)

    assert refused["error"]["kind"] == "spark-missing"
    assert "simhash-gui[spark]" in refused["error"]["way_out"]
