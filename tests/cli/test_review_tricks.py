"""What goes wrong on disks between plan, apply and undo. Only the disk is asked what became."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from simhash_gui.cli.main import main
from simhash_gui.services.detection.pairs import DetectionOptions
from simhash_gui.services.detection.search import detect
from simhash_gui.services.jobs import JobCancelledError, JobControl
from simhash_gui.services.library.libraries import folders, open_library
from simhash_gui.services.review.acts import apply_plan
from simhash_gui.services.review.plan_files import load_plan
from simhash_gui.services.review.refusals import Refusal
from simhash_gui.services.review.trash import NoTrash, Trash
from simhash_gui.ui.common.trash import QtTrash
from tests.services.review.desk import Interrupting, contents, tree, write

STORY = b"The ferry leaves the island at seven, and whoever oversleeps has the day to himself. " * 4
OTHER = b"A parcel of tea was left at the door, and nobody in the house could say by whom. " * 4
NOBODY = 65534
Run = Callable[..., dict[str, Any]]

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs links and modes")


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    """Two texts with a copy of each; by the shortest path, those at the top are kept."""
    folder = tmp_path / "docs"
    write(folder / "a.txt", STORY)
    write(folder / "b" / "a copy.txt", STORY)
    write(folder / "c.txt", OTHER)
    write(folder / "d" / "c copy.txt", OTHER)
    return folder


def runner(
    folder: Path,
    patch: pytest.MonkeyPatch,
    caught: pytest.CaptureFixture[str],
    trash: Trash | None = None,
) -> Run:
    patch.chdir(folder)

    def run(*arguments: str, status: int = 0) -> dict[str, Any]:
        is_placed = arguments[0] in {"scan", "library"} or "--library" in arguments
        library = [] if is_placed else ["--library", "l.simhash"]
        assert main([*arguments, *library, "--format", "json"], trash) == status
        answer: dict[str, Any] = json.loads(caught.readouterr().out)
        return answer

    return run


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command for JSON, on the library l.simhash."""
    return runner(tmp_path, monkeypatch, capsys)


def scan(run: Run, *arguments: str, status: int = 0) -> None:
    run("scan", *(arguments or ("docs",)), "--library", "l.simhash", "--jobs", "1", status=status)


def plan(run: Run, *arguments: str) -> dict[str, Any]:
    run("plan", "--keep", "shortest-path", *arguments, "--output", "plan.json")
    document: dict[str, Any] = json.loads(Path("plan.json").read_text(encoding="utf-8"))
    return document


def freed() -> int:
    """What the library says a plan can free."""
    with open_library(Path("l.simhash")) as library:
        detection = detect(library, DetectionOptions(), JobControl(), workers=1)
    return int(detection.reclaimable_bytes.sum())


def paths(rows: list[dict[str, Any]]) -> list[str]:
    return sorted(row["path"] for row in rows)


def skipped(answer: dict[str, Any]) -> dict[str, str]:
    return {Path(each["path"]).name: each["reason"] for each in answer["skipped"]}


def test_hard_links_are_one_file_and_free_nothing_twice(run: Run, docs: Path) -> None:
    os.link(docs / "a.txt", docs / "a second name.txt")
    os.link(docs / "b" / "a copy.txt", docs / "b" / "a copy, linked.txt")
    scan(run)

    document = plan(run)

    assert paths(document["refused"]) == [str(docs / "a second name.txt")]
    assert sum(act["bytes"] for act in document["acts"]) == len(STORY) + len(OTHER)
    answer = run("apply", "plan.json")
    assert (answer["done"], answer["bytes"]) == (3, len(STORY) + len(OTHER))
    assert (docs / "a.txt").samefile(docs / "a second name.txt")
    assert list((docs / "b").iterdir()) == []


def test_a_plan_says_which_names_undo_does_not_join_again(
    run: Run, docs: Path, tmp_path: Path
) -> None:
    outside = tmp_path / "outside.txt"
    os.link(docs / "b" / "a copy.txt", outside)
    os.link(docs / "d" / "c copy.txt", docs / "d" / "c again.txt")
    scan(run)

    acts = plan(run, "--act", "hardlink")["acts"]

    told = {Path(act["path"]).name: act.get("changes", []) for act in acts}
    assert told == {
        "a copy.txt": ["other names outside the library, which undo does not join again: 1"],
        "c copy.txt": [],
        "c again.txt": [],
    }
    run("apply", "plan.json")
    assert run("undo", "1") == {"undone": 3, "failed": []}
    assert not (docs / "b" / "a copy.txt").samefile(outside)
    assert (docs / "d" / "c copy.txt").samefile(docs / "d" / "c again.txt")


def test_what_a_symbolic_link_leads_to_is_no_second_copy(run: Run, docs: Path) -> None:
    (docs / "b" / "a copy.txt").unlink()
    (docs / "linked").symlink_to(docs / "b")
    (docs / "b" / "linked.txt").symlink_to(docs / "a.txt")
    (docs.parent / "alias").symlink_to(docs)
    scan(run, "docs", "alias", "docs/../docs", "--follow-links")

    document = plan(run)

    assert paths(document["acts"]) == [str(docs / "d" / "c copy.txt")]
    run("apply", "plan.json")
    assert (docs / "a.txt").read_bytes() == STORY


def test_a_plan_tells_which_symbolic_links_will_lead_nowhere(run: Run, docs: Path) -> None:
    scan(run)
    (docs / "e").mkdir()
    (docs / "latest.txt").symlink_to("b/a copy.txt")
    (docs / "e" / "through.txt").symlink_to(docs / "latest.txt")
    (docs / "kept.txt").symlink_to(docs / "a.txt")
    (docs / "nowhere.txt").symlink_to(docs / "x.txt")

    told = {act["path"]: act.get("changes") for act in plan(run)["acts"]}

    assert told == {
        str(docs / "b" / "a copy.txt"): ["symbolic links to it, which lead nowhere until undo: 2"],
        str(docs / "d" / "c copy.txt"): None,
    }
    by_link = plan(run, "--act", "hardlink")["acts"]
    assert not any("symbolic" in change for act in by_link for change in act.get("changes", []))


def test_a_folder_gets_its_role_from_scan_or_from_library(run: Run, docs: Path) -> None:
    scan(run)
    run("library", "role", "l.simhash", "docs/b", "reference")

    document = plan(run, "--keep", "reference")
    assert paths(document["refused"]) == [str(docs / "b" / "a copy.txt")]
    run("plan", "--keep", "reference", "--output", "plan.json")
    document = json.loads(Path("plan.json").read_text(encoding="utf-8"))
    assert [act["keeps"] for act in document["acts"]] == [str(docs / "b" / "a copy.txt")]

    scan(run, "docs", "--reference", "docs/d")
    listed = run("library", "role", "l.simhash")
    assert listed == {
        "folders": [
            {"path": str(docs), "role": "normal"},
            {"path": str(docs / "b"), "role": "reference"},
            {"path": str(docs / "d"), "role": "reference"},
        ]
    }
    run("plan", "--keep", "reference", "--output", "plan.json")
    assert run("apply", "plan.json")["done"] == 2
    assert not (docs / "a.txt").exists()
    assert not (docs / "c.txt").exists()
    assert contents(docs / "b", docs / "d") == {STORY, OTHER}


@pytest.mark.parametrize(("role", "counts"), [("reference", [3, 1]), ("excluded", [3, 0])])
def test_undo_brings_a_file_back_into_the_folder_that_it_is_in_now(
    run: Run, docs: Path, role: str, counts: list[int]
) -> None:
    scan(run)
    plan(run)
    run("apply", "plan.json")
    run("library", "role", "l.simhash", "docs/b", role)
    scan(run)
    run("undo", "1")

    for again in ([], ["docs/b"], ["docs"]):
        if again:
            scan(run, *again)
        with open_library(Path("l.simhash")) as library:
            listed = [folder.file_count for folder in folders(library)]
        assert listed == counts
    assert (docs / "b" / "a copy.txt").read_bytes() == STORY


def test_a_protected_file_is_refused_with_the_folder_that_protects_it(run: Run, docs: Path) -> None:
    os.link(docs / "b" / "a copy.txt", docs / "b" / "linked.txt")
    write(docs / "e" / "linked.txt", b"").unlink()
    os.link(docs / "b" / "a copy.txt", docs / "e" / "linked.txt")
    scan(run)
    by_hand = plan(run)
    run("library", "role", "l.simhash", "docs/b", "reference")
    run("library", "role", "l.simhash", "docs/d", "excluded")

    document = plan(run)

    wanted = {
        "a copy.txt": f"in a reference folder: {docs / 'b'}",
        "linked.txt": "the same file as one in a reference or excluded folder",
        "c copy.txt": f"in an excluded folder: {docs / 'd'}",
    }
    told = {each["path"]: each["reason"] for each in document["refused"]}
    assert told[str(docs / "b" / "a copy.txt")] == wanted["a copy.txt"]
    assert told[str(docs / "e" / "linked.txt")] == wanted["linked.txt"]
    Path("plan.json").write_text(json.dumps(by_hand), encoding="utf-8")
    done = {each["path"]: each["reason"] for each in run("apply", "plan.json", status=1)["skipped"]}
    assert done[str(docs / "b" / "a copy.txt")] == wanted["a copy.txt"]
    assert done[str(docs / "e" / "linked.txt")] == wanted["linked.txt"]
    assert done[str(docs / "d" / "c copy.txt")] == wanted["c copy.txt"]


def test_what_stands_in_the_way_of_undo_is_named(run: Run, docs: Path) -> None:
    scan(run)
    plan(run)
    run("apply", "plan.json")
    (docs / "b").rmdir()
    (docs / "b").write_text("a file of that name", encoding="utf-8")

    (failed,) = run("undo", "1", status=1)["failed"]

    assert failed["reason"] == f"something else is there: {docs / 'b'}"


def test_an_excluded_folder_is_neither_acted_on_nor_kept_for(run: Run, docs: Path) -> None:
    scan(run)
    run("library", "role", "l.simhash", "docs/b", "excluded")

    assert paths(plan(run)["acts"]) == [str(docs / "d" / "c copy.txt")]

    run("library", "role", "l.simhash", "docs/b", "normal")
    assert len(plan(run)["acts"]) == 2


@pytest.mark.parametrize(
    "arguments",
    [
        ("library", "role", "l.simhash", "nowhere", "reference"),
        ("library", "role", "l.simhash", "docs"),
        ("scan", "docs", "--reference", "nowhere", "--library", "l.simhash"),
        ("scan", "docs", "--reference", "docs/a.txt", "--library", "l.simhash"),
    ],
)
def test_a_role_is_for_a_folder(run: Run, docs: Path, arguments: tuple[str, ...]) -> None:
    scan(run)

    run(*arguments, status=2)

    assert len(run("library", "role", "l.simhash")["folders"]) == 1


def test_a_kept_copy_that_is_gone_or_changed_saves_the_file(run: Run, docs: Path) -> None:
    scan(run)
    plan(run)
    (docs / "a.txt").unlink()
    before = (docs / "c.txt").stat()
    (docs / "c.txt").write_bytes(OTHER[::-1])
    os.utime(docs / "c.txt", ns=(before.st_atime_ns, before.st_mtime_ns))

    answer = run("apply", "plan.json", status=1)

    assert answer["done"] == answer["bytes"] == 0
    assert set(skipped(answer)) == {"a copy.txt", "c copy.txt"}
    assert (docs / "b" / "a copy.txt").read_bytes() == STORY
    assert (docs / "d" / "c copy.txt").read_bytes() == OTHER


def test_a_file_written_anew_since_the_plan_stays(run: Run, docs: Path) -> None:
    scan(run)
    plan(run)
    (docs / "b" / "a copy.txt").write_bytes(STORY)  # the same bytes at another time
    (docs / "d" / "c copy.txt").unlink()
    (docs / "d" / "c copy.txt").symlink_to(docs / "c.txt")
    before = tree(docs)

    assert len(run("apply", "plan.json", status=1)["skipped"]) == 2

    assert tree(docs) == before


def test_a_folder_that_is_away_is_skipped_and_found_again(run: Run, docs: Path) -> None:
    scan(run)
    plan(run)
    before = tree(docs)
    docs.rename(docs.parent / "away")

    assert run("apply", "plan.json", status=1)["done"] == 0
    (docs.parent / "away").rename(docs)
    assert run("apply", "plan.json")["done"] == 2
    docs.rename(docs.parent / "away")
    assert len(run("undo", "2", status=1)["failed"]) == 2
    (docs.parent / "away").rename(docs)
    assert run("undo", "2") == {"undone": 2, "failed": []}

    assert tree(docs) == before


def test_a_changed_file_is_refused_in_the_words_of_the_import(run: Run, docs: Path) -> None:
    scan(run)
    write(docs / "b" / "a copy.txt", STORY + b"More.")

    (refused,) = plan(run)["refused"]

    assert refused["reason"] == "changed since it was imported; scan its folder again"


def test_a_dry_run_says_what_would_be_done(
    run: Run, docs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scan(run)
    plan(run)

    assert main(["apply", "plan.json", "--library", "l.simhash", "--dry-run"]) == 0

    assert "dry run: 2 files would be done, 0 skipped" in capsys.readouterr().out


def test_a_kept_copy_that_is_gone_is_told_once(run: Run, docs: Path) -> None:
    scan(run)
    plan(run)
    (docs / "a.txt").unlink()

    answer = run("apply", "plan.json", status=1)

    assert skipped(answer) == {"a copy.txt": "the kept copy is not there, or cannot be read"}


@pytest.mark.parametrize("is_undone", [False, True])
def test_hard_links_that_were_made_free_nothing_more(run: Run, docs: Path, is_undone: bool) -> None:
    write(docs / "b" / "a copy.txt", STORY, modified_s=2_000_000)
    scan(run)
    plan(run, "--act", "hardlink")
    assert run("apply", "plan.json")["done"] == 2
    if is_undone:
        run("undo", "1")

    before = freed()
    again = run("scan", "docs", "--library", "l.simhash", "--no-search", "--jobs", "1")

    assert before == (len(STORY) + len(OTHER) if is_undone else 0)
    assert again["unchanged"] == 4


def test_a_second_apply_does_nothing(run: Run, docs: Path) -> None:
    scan(run)
    plan(run)
    assert run("apply", "plan.json")["done"] == 2
    after = tree(docs)

    again = run("apply", "plan.json", status=1)

    assert (again["run"], again["done"], again["bytes"]) == (2, 0, 0)
    assert set(skipped(again).values()) == {"not there any more"}
    assert tree(docs) == after
    assert run("undo", "2") == {"undone": 0, "failed": []}
    assert run("undo", "1")["undone"] == 2
    assert run("undo", "1") == {"undone": 0, "failed": []}


def test_the_journal_tells_what_was_not_done_yet_from_what_could_not_be_done(
    run: Run, docs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scan(run)
    plan(run)
    cut_off, planned = Interrupting(JobControl.cancel), load_plan(Path("plan.json"))
    with open_library(Path("l.simhash")) as library, pytest.raises(JobCancelledError):
        apply_plan(library, planned, NoTrash(), cut_off)
    run("undo", "1")

    (journal,) = run("journal")["runs"]
    assert main(["journal", "--library", "l.simhash"]) == 0
    told = capsys.readouterr().out.splitlines()

    assert journal["counts"] == {"undone": 1, "planned": 1}
    assert [act["state"] for act in journal["acts"]] == ["undone", "planned"]
    assert journal["acts"][1]["detail"] == Refusal.RUN_UNDONE
    assert told[0].endswith("finished: 1 planned, 1 undone")
    assert told[-2] == f"  planned: set-aside: {journal['acts'][1]['path']}"


def test_undo_never_takes_the_place_of_another_file(run: Run, docs: Path) -> None:
    scan(run)
    plan(run)
    before = tree(docs)
    run("apply", "plan.json")
    mine = write(docs / "b" / "a copy.txt", b"mine")

    answer = run("undo", "1", status=1)

    assert answer["undone"] == 1
    assert paths(answer["failed"]) == [str(mine)]
    assert mine.read_bytes() == b"mine"
    assert STORY in contents(docs)
    mine.unlink()
    assert run("undo", "1") == {"undone": 1, "failed": []}
    assert _without_times_of_folders(tree(docs)) == _without_times_of_folders(before)


@pytest.fixture
def thrown(
    docs: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    request: pytest.FixtureRequest,
) -> tuple[Run, dict[str, Any]]:
    """A library whose copies are set aside or in the trash, and what was done to one of them."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    run = runner(tmp_path, monkeypatch, capsys, QtTrash())
    scan(run)
    plan(run, "--act", request.param)
    assert run("apply", "plan.json")["done"] == 2
    (journal,) = run("journal")["runs"]
    (act,) = [each for each in journal["acts"] if each["path"].endswith("a copy.txt")]
    return run, act


def write_anew(path: Path, content: bytes) -> Path:
    """Another file with the inode of the deleted one, as file systems soon give it again."""
    path.write_bytes(content)
    return path


@pytest.mark.parametrize("thrown", ["set-aside", "trash"], indirect=True)
def test_a_new_file_with_the_inode_of_a_deleted_one_is_not_said_to_be_that_file(
    thrown: tuple[Run, dict[str, Any]],
) -> None:
    run, act = thrown
    mine = write_anew(Path(act["target"]).rename(act["path"]), b"mine")

    answer = run("undo", "1", status=1)

    assert answer["undone"] == 1
    assert paths(answer["failed"]) == [str(mine)]
    assert mine.read_bytes() == b"mine"


@pytest.mark.parametrize("name", ["will.txt", "a copy.txt"])
@pytest.mark.parametrize("thrown", ["trash"], indirect=True)
def test_undo_takes_nothing_out_of_the_trash_that_a_person_has_thrown_away_later(
    thrown: tuple[Run, dict[str, Any]], name: str
) -> None:
    run, act = thrown
    target = Path(act["target"])
    will = write_anew(target.rename(target.with_name(name)), b"my last will")

    answer = run("undo", "1", status=1)

    assert paths(answer["failed"]) == [act["path"]]
    assert will.read_bytes() == b"my last will"
    assert not Path(act["path"]).exists()


def _without_times_of_folders(found: dict[str, Any]) -> dict[str, Any]:
    return {path: entry for path, entry in found.items() if entry[0] == "file"}


def test_a_plan_of_another_library_does_nothing(run: Run, docs: Path, tmp_path: Path) -> None:
    scan(run)
    plan(run)
    write(tmp_path / "elsewhere" / "x.txt", STORY)
    other = ("--library", "other.simhash")
    run("scan", "elsewhere", *other, "--jobs", "1")
    before = tree(docs)

    answer = run("apply", "plan.json", *other, status=1)

    assert set(skipped(answer).values()) == {"not a file of this library"}
    assert tree(docs) == before


@pytest.mark.parametrize(
    "changes",
    [
        {"path": "docs/a.txt"},
        {"path": 7},
        {"act": "delete"},
        {"act": "move"},
        {"file": [1, 2]},
        {"keeps": None},
        {"bytes": "many"},
        {"bytes": float("inf")},
        {"bytes": 1 << 63},
        {"bytes": -1},
    ],
)
def test_a_plan_that_makes_no_sense_is_refused_whole(
    run: Run, docs: Path, changes: dict[str, Any]
) -> None:
    scan(run)
    document = plan(run)
    document["acts"][1] |= changes
    Path("plan.json").write_text(json.dumps(document), encoding="utf-8")
    before = tree(docs)

    assert run("apply", "plan.json", status=2)["error"]["kind"] == "not-a-plan"

    assert tree(docs) == before
    assert run("journal") == {"runs": []}


def test_a_plan_that_an_editor_has_given_a_byte_order_mark_is_still_one(
    run: Run, docs: Path
) -> None:
    scan(run)
    plan(run)
    text = Path("plan.json").read_text(encoding="utf-8")
    Path("plan.json").write_text(text, encoding="utf-8-sig")

    assert run("apply", "plan.json")["done"] == 2

    assert not (docs / "b" / "a copy.txt").exists()


@pytest.mark.parametrize(
    "trash", [".Trash-1000/files", ".Trash/1000/files", "share/Trash/files", "$RECYCLE.BIN/S-1-5"]
)
def test_a_copy_in_a_trash_is_neither_kept_for_nor_acted_on(
    run: Run, docs: Path, trash: str
) -> None:
    """Whoever empties the trash would lose the text."""
    (docs / "b" / "a copy.txt").unlink()
    thrown = write(docs / trash / "a.txt", STORY, modified_s=2_000_000)
    scan(run, "docs", "--hidden")
    document = plan(run, "--keep", "newest")
    a_txt, c_txt = str(docs / "a.txt"), str(docs / "c.txt")
    acts = [
        {"path": a_txt, "keeps": str(thrown), "act": "set-aside"},
        {"path": str(thrown), "keeps": a_txt, "act": "set-aside"},
    ]
    Path("by hand.json").write_text(json.dumps({"acts": acts}), encoding="utf-8")

    answer = run("apply", "by hand.json", status=1)

    assert not {a_txt, str(thrown)} & set(paths(document["acts"]))
    assert {each["keeps"] for each in document["acts"]} == {c_txt}
    assert answer["done"] == 0
    assert Path(a_txt).read_bytes() == thrown.read_bytes() == STORY


@pytest.fixture
def aside(run: Run, docs: Path) -> Path:
    """What was set aside, copied without the file that keeps imports out, and never undone."""
    scan(run)
    plan(run)
    run("apply", "plan.json")
    (folder,) = docs.glob("Set aside *")
    (folder / ".simhashignore").unlink()
    copied = folder.rename(docs / f"{folder.name} (copy)")
    for path in copied.rglob("*.txt"):
        os.utime(path, (3_000_000, 3_000_000))
    return copied


def test_an_import_leaves_out_what_was_set_aside_also_without_its_list(
    run: Run, docs: Path, aside: Path
) -> None:
    answer = run("scan", "docs", "--library", "l.simhash", "--jobs", "1")

    assert (answer["clusters"], plan(run, "--keep", "newest")["acts"]) == ([], [])
    assert sorted(path.name for path in aside.rglob("*.txt")) == ["a copy.txt", "c copy.txt"]
    assert (docs / "a.txt").read_bytes() == STORY


def test_a_copy_that_was_set_aside_is_neither_kept_for_nor_acted_on(
    run: Run, docs: Path, aside: Path
) -> None:
    """Whoever deletes these folders would lose the text."""
    folder = aside.rename(docs.parent / aside.name)
    kept, thrown = str(docs / "a.txt"), str(folder / "b" / "a copy.txt")
    scan(run, "docs", str(folder))
    document = plan(run, "--keep", "newest")
    acts = [
        {"path": kept, "keeps": thrown, "act": "set-aside"},
        {"path": thrown, "keeps": kept, "act": "set-aside"},
    ]
    Path("by hand.json").write_text(json.dumps({"acts": acts}), encoding="utf-8")

    answer = run("apply", "by hand.json", status=1)

    assert document["acts"] == []
    assert {each["reason"] for each in document["refused"]} == {str(Refusal.IN_ASIDE)}
    assert skipped(answer) == {
        "a.txt": f"{Refusal.KEPT_MAY_GO}: {Refusal.IN_ASIDE}",
        "a copy.txt": str(Refusal.IN_ASIDE),
    }
    assert Path(kept).read_bytes() == Path(thrown).read_bytes() == STORY


def test_undo_puts_nothing_into_another_folder_that_a_link_leads_to(
    run: Run, docs: Path, tmp_path: Path
) -> None:
    reference = write(tmp_path / "reference" / "r.txt", OTHER).parent
    scan(run, "docs", "reference", "--reference", "reference")
    plan(run)
    run("apply", "plan.json")
    (docs / "b").rmdir()
    (docs / "b").symlink_to(reference)

    answer = run("undo", "1", status=1)

    assert paths(answer["failed"]) == [str(docs / "b" / "a copy.txt")]
    assert [path.name for path in reference.iterdir()] == ["r.txt"]
    (docs / "b").unlink()
    assert run("undo", "1") == {"undone": 1, "failed": []}
    assert (docs / "b" / "a copy.txt").read_bytes() == STORY
    assert not (docs / "b").is_symlink()


def test_a_plan_by_hand_reaches_nothing_outside_the_library(
    run: Run, docs: Path, tmp_path: Path
) -> None:
    scan(run)
    (act, _) = plan(run)["acts"]
    outside = write(tmp_path / "outside.txt", STORY)
    act = {key: act[key] for key in ("path", "keeps", "act", "reason", "bytes")}
    acts = [{**act, "path": str(outside)}, {**act, "keeps": str(outside)}]
    acts += [{**act, "path": f"{docs}/b/../b/a copy.txt"}]
    Path("plan.json").write_text(json.dumps({"acts": acts}), encoding="utf-8")
    before = tree(tmp_path / "docs")

    answer = run("apply", "plan.json", status=1)

    assert (answer["done"], len(answer["skipped"])) == (0, 3)
    assert outside.read_bytes() == STORY
    assert tree(tmp_path / "docs") == before


def test_only_one_process_acts_at_a_time(run: Run, docs: Path, tmp_path: Path) -> None:
    scan(run)
    plan(run)
    with open_library(tmp_path / "l.simhash"):
        assert run("apply", "plan.json", status=2)["error"]["kind"] == "library-busy"
        assert run("apply", "plan.json", "--dry-run")["done"] == 2

    assert run("apply", "plan.json")["done"] == 2


@pytest.fixture
def home(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Iterator[tuple[Run, Path]]:
    """A library of documents, and from now on a person whom modes hold back, as root is not."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(os.path.realpath(name))
        monkeypatch.setenv("XDG_DATA_HOME", str(folder / "data"))
        run, docs = runner(folder, monkeypatch, capsys, QtTrash()), folder / "docs"
        write(docs / "a.txt", STORY)
        write(docs / "b" / "a copy.txt", STORY)
        write(docs / "c.txt", OTHER)
        write(docs / "d" / "c copy.txt", OTHER)
        scan(run)
        plan(run)
        run("apply", "plan.json", "--dry-run")  # what it imports may be in a folder of root's
        is_root = os.geteuid() == 0
        if is_root:
            for each in (folder, *folder.rglob("*")):
                os.chown(each, NOBODY, NOBODY)
            os.setegid(NOBODY)
            os.setreuid(NOBODY, 0)  # Qt's trash asks who really runs it
            os.seteuid(NOBODY)
        yield run, docs
        if is_root:
            os.seteuid(0)
            os.setreuid(0, 0)
            os.setegid(0)
        for each in docs.rglob("*"):
            each.chmod(0o700)
        monkeypatch.undo()


@pytest.mark.parametrize("act", ["set-aside", "trash", "move", "hardlink"])
def test_a_folder_that_may_not_be_written_keeps_its_files(home: tuple[Run, Path], act: str) -> None:
    run, docs = home
    plan(run, "--act", act, *(["--to", "moved"] if act == "move" else []))
    (docs / "b").chmod(0o555)

    foreseen = run("apply", "plan.json", "--dry-run", status=1)
    answer = run("apply", "plan.json", status=1)

    assert skipped(foreseen) == skipped(answer)
    assert (answer["done"], set(skipped(answer))) == (1, {"a copy.txt"})
    assert (docs / "b" / "a copy.txt").read_bytes() == STORY
    assert [*docs.parent.rglob("a copy.txt*")] == [docs / "b" / "a copy.txt"]  # also in the trash
    (docs / "b").chmod(0o755)
    assert run("undo", "1") == {"undone": 1, "failed": []}
    assert sorted(path.name for path in docs.rglob("*.txt")) == [
        *("a copy.txt", "a.txt", "c copy.txt", "c.txt"),
    ]


def test_what_can_be_freed_leaves_out_a_folder_that_may_not_be_written(
    home: tuple[Run, Path],
) -> None:
    run, docs = home
    (docs / "b").chmod(0o555)

    planned = plan(run)

    assert paths(planned["acts"]) == [str(docs / "d" / "c copy.txt")]
    assert paths(planned["refused"]) == [str(docs / "b" / "a copy.txt")]
    assert freed() == len(STORY) + len(OTHER)  # by another rule that copy stays, and the other goes
    docs.chmod(0o555)
    assert freed() == len(OTHER)


def test_what_can_be_freed_leaves_out_a_folder_whose_role_is_damaged(run: Run, docs: Path) -> None:
    scan(run)
    assert freed() == len(STORY) + len(OTHER)

    with closing(sqlite3.connect("l.simhash")) as connection, connection:
        connection.execute("UPDATE folders SET checksum = checksum + 1")

    assert run("plan", "--output", "plan.json", status=1)["acts"] == 0
    assert freed() == 0


def test_of_a_link_that_is_gone_undo_says_so(run: Run, docs: Path) -> None:
    scan(run)
    plan(run, "--act", "hardlink")
    assert run("apply", "plan.json")["done"] == 2
    (docs / "b" / "a copy.txt").unlink()

    answer = run("undo", "1", status=1)

    assert answer["undone"] == 1
    assert [each["reason"] for each in answer["failed"]] == [Refusal.GONE]


def test_what_cannot_be_read_is_skipped(home: tuple[Run, Path]) -> None:
    run, docs = home
    plan(run)
    (docs / "b" / "a copy.txt").chmod(0)
    (docs / "c.txt").chmod(0)

    answer = run("apply", "plan.json", status=1)

    assert (answer["done"], set(skipped(answer))) == (0, {"a copy.txt", "c copy.txt"})
    assert all("ermission" in reason for reason in skipped(answer).values())
    assert len(list(docs.rglob("*.txt"))) == 4


@pytest.fixture
def drive(tmp_path: Path) -> Iterator[Path]:
    """A drive of one MiB."""
    if os.geteuid() != 0:
        pytest.skip("only root may mount a small drive")
    folder = tmp_path / "drive"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        pytest.skip(f"not even root may mount a drive here: {done.stderr}")
    yield folder
    subprocess.run(["umount", "-l", folder], capture_output=True, check=False)


def test_a_dry_run_foresees_what_stands_in_the_way_of_a_move(
    run: Run, docs: Path, drive: Path
) -> None:
    scan(run)
    plan(run, "--act", "move", "--to", str(drive / "moved"))
    far = run("apply", "plan.json", "--dry-run", status=1)

    assert (far["done"], len(far["skipped"])) == (0, 2)
    assert far["skipped"] == run("apply", "plan.json", status=1)["skipped"]
    assert not list(drive.iterdir())

    plan(run, "--act", "move", "--to", "moved")
    occupier = write(docs.parent / "moved" / docs.name / "b" / "a copy.txt", OTHER)
    answer = run("apply", "plan.json", "--dry-run", status=1)
    assert skipped(answer) == {"a copy.txt": f"something else is there: {occupier}"}


def filled(drive: Path) -> Path:
    """A file that takes all room that is left."""
    path = drive / "filling"
    with path.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(4096))
    return path


def test_a_full_drive_loses_nothing_and_is_undone_when_there_is_room(run: Run, drive: Path) -> None:
    long = b"A long night, and no ship in sight. " * 8_000
    write(drive / "docs" / "a.txt", long)
    write(drive / "docs" / "b" / "a copy.txt", long)
    before = tree(drive / "docs")
    scan(run, "drive/docs")
    plan(run, "--act", "hardlink")
    assert run("apply", "plan.json")["done"] == 1
    filling = filled(drive)

    answer = run("undo", "1", status=1)

    assert "the drive is full" in answer["failed"][0]["reason"]
    assert (drive / "docs" / "b" / "a copy.txt").read_bytes() == long
    filling.unlink()
    assert run("undo", "1") == {"undone": 1, "failed": []}
    assert tree(drive / "docs") == before


def test_nothing_is_set_aside_that_the_next_scan_would_find_for_want_of_room(
    run: Run, drive: Path
) -> None:
    for name in ("a.txt", "b/a copy.txt", "b/another copy.txt"):
        write(drive / "docs" / name, STORY)
    before = tree(drive / "docs")
    scan(run, "drive/docs")
    plan(run)
    filling = filled(drive)

    answer = run("apply", "plan.json", status=1)

    assert (answer["done"], len(answer["skipped"])) == (0, 2)
    assert all("the drive is full" in reason for reason in skipped(answer).values())
    assert tree(drive / "docs") == before
    filling.unlink()
    assert run("apply", "plan.json")["done"] == 2
    scan(run, "drive/docs")
    assert plan(run)["acts"] == []
    assert run("undo", "2")["undone"] == 2
    assert tree(drive / "docs") == before


def test_the_trash_of_a_full_drive_takes_nothing_and_that_is_told(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    drive: Path,
) -> None:
    run = runner(tmp_path, monkeypatch, capsys, QtTrash())
    write(drive / "docs" / "a.txt", STORY)
    write(drive / "docs" / "b" / "a copy.txt", STORY)
    before = tree(drive / "docs")
    scan(run, "drive/docs")
    plan(run, "--act", "trash")
    filling = filled(drive)

    answer = run("apply", "plan.json", status=1)

    assert "or is full" in skipped(answer)["a copy.txt"]
    assert tree(drive / "docs") == before
    filling.unlink()
    assert run("apply", "plan.json")["done"] == 1
    assert run("undo", "2") == {"undone": 1, "failed": []}
    assert tree(drive / "docs") == before


def test_without_room_for_the_journal_nothing_is_done(run: Run, drive: Path, docs: Path) -> None:
    scan(run)
    plan(run)
    shutil.copy("l.simhash", drive)
    before = tree(docs)
    filling = filled(drive)

    answer = run("apply", "plan.json", "--library", "drive/l.simhash", status=2)

    assert answer["error"]["kind"] == "disk-full"
    assert tree(docs) == before
    filling.unlink()
    assert run("apply", "plan.json", "--library", "drive/l.simhash")["done"] == 2


def test_the_order_of_import_does_not_change_a_plan(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    plans = []
    for number, order in enumerate([("a", "b"), ("b", "a")]):
        for folder in order:
            for copy in "xy":
                write(tmp_path / "docs" / folder / f"{copy}.txt", STORY + folder.encode())
            assert main(["scan", f"docs/{folder}", "--library", f"{number}.simhash"]) == 0
        line = ["plan", "--library", f"{number}.simhash", "--keep", r"pattern:x\.txt$"]
        assert main([*line, "--output", "plan.json"]) == 0
        plans.append(json.loads(Path("plan.json").read_text(encoding="utf-8"))["acts"])

    assert [[each["path"] for each in acts] for acts in plans] == [
        [str(tmp_path / "docs" / folder / "y.txt") for folder in "ab"]
    ] * 2


@pytest.mark.parametrize("column", ["path", "keeps", "facts"])
@pytest.mark.parametrize("act", ["set-aside", "hardlink"])
def test_acts_that_have_each_others_files_are_not_undone_until_they_are_repaired(
    run: Run, docs: Path, act: str, column: str
) -> None:
    scan(run)
    plan(run, "--act", act)
    before = tree(docs)
    number = str(run("apply", "plan.json")["run"])
    after = tree(docs)
    with closing(sqlite3.connect("l.simhash")) as connection, connection:
        first, second = connection.execute(f"SELECT {column}, id FROM journal").fetchall()
        exchanged = (first[0], second[1]), (second[0], first[1])
        connection.executemany(f"UPDATE journal SET {column} = ? WHERE id = ?", exchanged)

    answer = run("undo", number, status=1)

    assert (answer["undone"], len(answer["failed"]), tree(docs)) == (0, 2, after)
    assert "what the journal says of it is damaged" in answer["failed"][0]["reason"]
    repair = run("library", "check", "l.simhash", "--repair", "--jobs", "1")
    assert (repair["sound"], [each["table"] for each in repair["problems"]]) == (True, ["journal"])
    assert (run("undo", number)["undone"], tree(docs)) == (2, before)
