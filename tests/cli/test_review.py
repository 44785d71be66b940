"""The contract of plan, apply, undo, journal and verdict, as scripts rely on it."""

from __future__ import annotations

import json
import os
import sqlite3
import stat
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from simhash_gui.cli.main import main
from simhash_gui.services.importing.adding import give_role
from simhash_gui.services.library.libraries import FolderRole, folders, open_library
from simhash_gui.services.review.refusals import Refusal
from simhash_gui.services.review.verdicts import Verdict, export_verdicts, load_verdicts
from simhash_gui.ui.common.trash import QtTrash
from tests.services.review.desk import tree

STORY = (
    "The ferry leaves the island at seven, and whoever oversleeps has the whole day to himself: "
    "the path around the lighthouse, the bakery, and the bench with a view of three countries."
)
Run = Callable[..., dict[str, Any]]


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    """Two copies of a story, the newer one below, and a revision of it."""
    folder = tmp_path / "docs"
    (folder / "new").mkdir(parents=True)
    for number, (name, text) in enumerate(
        [("story.txt", STORY), ("new/copy.txt", STORY), ("revised.txt", f"{STORY} And tea.")]
    ):
        (folder / name).write_text(text, encoding="utf-8")
        os.utime(folder / name, (1_000_000 + number, 1_000_000 + number))
    return folder


@pytest.fixture
def run(
    tmp_path: Path, docs: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Run:
    """Runs a command on a library of the documents, for JSON."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    (tmp_path / "data").mkdir()

    def run(*arguments: str, status: int = 0) -> dict[str, Any]:
        library = [] if arguments[0] in {"scan", "library"} else ["--library", "l.simhash"]
        line = [*arguments, *library, "--format", "json"]
        assert main(line, QtTrash()) == status
        answer: dict[str, Any] = json.loads(capsys.readouterr().out)
        return answer

    run("scan", "docs", "--library", "l.simhash", "--jobs", "1")
    return run


def plan(run: Run, *arguments: str) -> dict[str, Any]:
    run("plan", *arguments, "--output", "plan.json")
    document: dict[str, Any] = json.loads(Path("plan.json").read_text(encoding="utf-8"))
    return document


def test_a_plan_says_what_goes_what_stays_and_why(run: Run, docs: Path) -> None:
    document = plan(run, "--keep", "newest")

    (act,) = document["acts"]
    assert act["path"] == str(docs / "story.txt")
    assert act["keeps"] == str(docs / "new" / "copy.txt")
    assert act["act"] == "set-aside"
    assert act["reason"] == "kept: newest"
    assert act["bytes"] == len(STORY)
    assert document["refused"] == []


def test_only_exact_copies_are_planned_also_inside_the_verdict_same(run: Run, docs: Path) -> None:
    run("verdict", "set", "same", "docs/story.txt", "docs/revised.txt")

    document = plan(run, "--keep", "newest")

    assert [act["path"] for act in document["acts"]] == [str(docs / "story.txt")]
    (refused,) = document["refused"]
    assert refused["path"] == str(docs / "new" / "copy.txt")
    assert refused["reason"].startswith("the last copy of its content")


def test_a_folder_is_emptied_of_what_exists_elsewhere(run: Run, docs: Path) -> None:
    """Also what is below it; what is nowhere else stays, as do all others."""
    for name, text in {
        "old/deep/again.txt": STORY,
        "old/own.txt": f"{STORY} And cake.",
        "old/own copy.txt": f"{STORY} And cake.",
        "old/revised.txt": f"{STORY} And tea.",
    }.items():
        (docs / name).parent.mkdir(parents=True, exist_ok=True)
        (docs / name).write_text(text, encoding="utf-8")
    for name in ("old/some.zip", "others.zip"):
        with zipfile.ZipFile(docs / name, "w") as file:
            file.writestr("story.txt", STORY)
    run("scan", "docs", "--library", "l.simhash", "--jobs", "1")

    document = plan(run, "--empty", "docs/old", "--keep", "newest")
    run("apply", "plan.json")

    (packed,) = (each for each in document["refused"] if ".zip" in each["path"])
    assert packed["path"].startswith(str(docs / "old" / "some.zip"))
    document["refused"].remove(packed)
    assert {each["path"]: each["reason"] for each in document["refused"]} == {
        str(docs / "old" / "own.txt"): Refusal.LAST_COPY,
        str(docs / "old" / "own copy.txt"): Refusal.LAST_COPY,
    }
    left = {path.relative_to(docs).as_posix() for path in docs.rglob("*.txt")}
    assert {name for name in left if not name.startswith("Set aside")} == {
        *("story.txt", "new/copy.txt", "revised.txt", "old/own.txt", "old/own copy.txt"),
    }


def test_where_the_rules_do_not_say_which_copy_stays_all_stay(run: Run, docs: Path) -> None:
    document = plan(run, "--keep", "longest-text")

    assert document["acts"] == []
    assert {each["path"] for each in document["refused"]} == {
        str(docs / "story.txt"),
        str(docs / "new" / "copy.txt"),
    }


@pytest.mark.parametrize("act", ["set-aside", "trash", "move", "hardlink"])
def test_what_was_applied_is_undone_to_the_byte(run: Run, docs: Path, act: str) -> None:
    before = tree(docs)
    plan(run, "--keep", "newest", "--act", act, *(["--to", "moved"] if act == "move" else []))

    checked = run("apply", "plan.json", "--dry-run")
    assert tree(docs) == before
    done = run("apply", "plan.json")

    assert checked == {"run": None, "done": 1, "skipped": [], "bytes": len(STORY)}
    assert done == {"run": 1, "done": 1, "skipped": [], "bytes": len(STORY)}
    story, copy = docs / "story.txt", docs / "new" / "copy.txt"
    if act == "hardlink":
        assert story.samefile(copy)
    else:
        assert not story.exists()
    (listed,) = run("journal")["runs"]
    assert listed["state"] == "finished"
    assert [each["state"] for each in listed["acts"]] == ["done"]
    assert run("undo", "1") == {"undone": 1, "failed": []}
    assert tree(docs) == before
    assert run("undo", "1") == {"undone": 0, "failed": []}


def test_a_file_that_has_changed_is_skipped_and_told(run: Run, docs: Path) -> None:
    plan(run, "--keep", "newest")
    seen = (docs / "story.txt").stat()
    (docs / "story.txt").write_text(STORY.replace("seven", "eight"), encoding="utf-8")
    os.utime(docs / "story.txt", ns=(seen.st_atime_ns, seen.st_mtime_ns))

    answer = run("apply", "plan.json", status=1)

    (skipped,) = answer["skipped"]
    assert (answer["done"], skipped["path"]) == (0, str(docs / "story.txt"))
    assert skipped["reason"] == "its bytes are not those of the kept copy"
    assert (docs / "story.txt").exists()


def test_a_plan_by_hand_cannot_take_the_last_copy(run: Run, docs: Path) -> None:
    story, copy = str(docs / "story.txt"), str(docs / "new" / "copy.txt")
    acts = [
        {"path": story, "keeps": copy, "act": "set-aside", "reason": "", "bytes": 0},
        {"path": copy, "keeps": story, "act": "set-aside", "reason": "", "bytes": 0},
        {"path": copy, "keeps": copy, "act": "trash", "reason": "", "bytes": 0},
        {"path": str(docs / "revised.txt"), "keeps": copy, "act": "trash"},
    ]
    Path("plan.json").write_text(json.dumps({"acts": acts}), encoding="utf-8")

    answer = run("apply", "plan.json", status=1)

    assert answer["done"] == 1
    assert len(answer["skipped"]) == 3
    assert Path(copy).read_text(encoding="utf-8") == STORY
    assert (docs / "revised.txt").exists()


def test_reference_folders_are_kept_and_copies_in_archives_do_not_count(
    run: Run, docs: Path, tmp_path: Path
) -> None:
    with zipfile.ZipFile(docs / "a.zip", "w") as archive:
        archive.writestr("revised.txt", f"{STORY} And tea.")
    reference = tmp_path / "reference"
    reference.mkdir()
    (reference / "original.txt").write_text(STORY, encoding="utf-8")
    os.link(reference / "original.txt", docs / "linked.txt")
    run("scan", "docs", "reference", "--library", "l.simhash", "--jobs", "1")
    with open_library(tmp_path / "l.simhash") as library:
        for row in folders(library):
            if row.path == reference:
                give_role(library, row.path, FolderRole.REFERENCE)

    document = plan(run, "--keep", "reference", "--keep", "oldest")

    assert {act["path"] for act in document["acts"]} == {
        str(docs / "story.txt"),
        str(docs / "new" / "copy.txt"),
    }
    assert {act["keeps"] for act in document["acts"]} == {str(reference / "original.txt")}
    assert {each["path"]: each["reason"] for each in document["refused"]} == {
        str(docs / "linked.txt"): f"{Refusal.SAME_FILE}: {reference / 'original.txt'}",
        str(docs / "a.zip!" / "revised.txt"): Refusal.IN_ARCHIVE,
    }
    assert run("apply", "plan.json")["done"] == 2
    assert (docs / "linked.txt").samefile(reference / "original.txt")


def test_no_hard_link_leads_to_a_file_of_a_reference_folder(
    run: Run, docs: Path, tmp_path: Path
) -> None:
    """What is written by the other name would be written into the reference."""
    original = tmp_path / "reference" / "original.txt"
    original.parent.mkdir()
    original.write_text(STORY, encoding="utf-8")
    run("scan", "docs", "reference", "--reference", "reference", "--library", "l.simhash")
    before = original.stat()

    document = plan(run, "--keep", "reference", "--keep", "oldest", "--act", "hardlink")
    document["acts"] = [
        {"path": str(docs / "story.txt"), "keeps": str(original), "act": "hardlink"}
    ]
    (tmp_path / "plan.json").write_text(json.dumps(document), encoding="utf-8")
    done = run("apply", "plan.json", status=1)

    reasons = {each["path"]: each["reason"] for each in document["refused"]}
    assert reasons[str(docs / "story.txt")] == f"{Refusal.KEPT_PROTECTED}: {original}"
    assert done["skipped"] == [
        {"path": str(docs / "story.txt"), "reason": str(Refusal.KEPT_PROTECTED)}
    ]
    now = original.stat()
    assert (now.st_nlink, now.st_ctime_ns) == (before.st_nlink, before.st_ctime_ns)
    (docs / "story.txt").write_text("written by its own name", encoding="utf-8")
    assert original.read_text(encoding="utf-8") == STORY


def test_what_is_set_aside_is_not_imported_again(run: Run, docs: Path) -> None:
    plan(run, "--keep", "newest")
    run("apply", "plan.json")

    again = run("scan", "docs", "--library", "l.simhash", "--jobs", "1")

    paths = {member["path"] for cluster in again["clusters"] for member in cluster["members"]}
    assert paths == {"docs/new/copy.txt", "docs/revised.txt"}


def test_unrelated_documents_never_come_back(run: Run, docs: Path) -> None:
    before = run("scan", "docs", "--library", "l.simhash", "--jobs", "1")
    assert before["pairs"]
    run("verdict", "set", "unrelated", "docs/story.txt", "docs/revised.txt", "--note", "forms")

    (docs / "revised.txt").rename(docs / "renamed.txt")
    for more in ([], ["--recipe", "words"], ["--distance", "20"], ["--partial"]):
        again = run("scan", "docs", "--library", "l.simhash", "--jobs", "1", *more)
        named = [{Path(pair["a"]).name, Path(pair["b"]).name} for pair in again["pairs"]]
        assert named == [{"story.txt", "copy.txt"}], more
        assert [len(cluster["members"]) for cluster in again["clusters"]] == [2]

    (listed,) = run("verdict", "list")["verdicts"]
    assert listed["note"] == "forms"
    assert str(docs / "renamed.txt") in listed["paths"]
    run("verdict", "set", "none", "docs/story.txt", "docs/renamed.txt")
    assert run("scan", "docs", "--library", "l.simhash", "--jobs", "1")["pairs"][1:]


def test_a_verdict_names_the_copy_that_it_was_given_to(run: Run, docs: Path) -> None:
    run("verdict", "set", "revision", "docs/new/copy.txt", "docs/revised.txt")
    (one,) = run("verdict", "list")["verdicts"]
    run("verdict", "set", "revision", "docs/story.txt", "docs/revised.txt")
    (other,) = run("verdict", "list")["verdicts"]

    assert str(docs / "new" / "copy.txt") in one["paths"]
    assert str(docs / "story.txt") in other["paths"]


def test_the_latest_verdict_counts_also_after_the_clock_was_set_back(
    run: Run, docs: Path, tmp_path: Path
) -> None:
    (docs / "third.txt").write_text(f"{STORY} And cake.", encoding="utf-8")
    run("scan", "docs", "--library", "l.simhash", "--jobs", "1")
    run("verdict", "set", "later", "docs/story.txt", "docs/revised.txt", "docs/third.txt")
    with sqlite3.connect(tmp_path / "l.simhash") as database:  # as by a clock that went ahead
        database.execute(
            "UPDATE verdicts SET checksum = NULL, given_at_ms = given_at_ms + 86400000"
        )

    run("verdict", "set", "revision", "docs/story.txt", "docs/revised.txt")

    given = run("verdict", "list")["verdicts"]
    assert [each["verdict"] for each in given] == ["later", "revision"]
    with open_library(tmp_path / "l.simhash") as library:
        digests = [bytes.fromhex(digest) for digest in given[1]["digests"]]
        latest = load_verdicts(library).among(digests)
    assert latest is not None
    assert latest.verdict is Verdict.REVISION


def test_a_verdict_that_is_not_what_was_given_is_told_wherever_it_is_asked_for(
    run: Run, tmp_path: Path
) -> None:
    run("verdict", "set", "same", "docs/story.txt", "docs/revised.txt")
    with sqlite3.connect(tmp_path / "l.simhash") as database:
        database.execute("UPDATE verdicts SET verdict = 'unrelated'")

    for question in (
        ("verdict", "list"),
        ("verdict", "export", "v.csv"),
        ("export", "pairs", "p.csv"),
    ):
        told = run(*question, status=1)
        assert told.get("verdicts") in ([], 0, None)
    listed = run("verdict", "list", status=1)
    run("plan", "--output", "plan.json", status=1)

    assert listed["complete"] is False
    assert [each["why"] for each in listed["left_out"]] == ["verdict-damaged"]


def test_verdicts_go_out_and_come_in(run: Run) -> None:
    run("verdict", "set", "revision", "docs/story.txt", "docs/revised.txt", "--note", "=1+1")
    assert run("verdict", "export", "verdicts.csv")["verdicts"] == 1
    before = run("verdict", "list")
    run("verdict", "set", "none", "docs/story.txt", "docs/revised.txt")
    assert run("verdict", "list")["verdicts"] == []

    assert run("verdict", "import", "verdicts.csv") == {"added": 1}
    assert run("verdict", "import", "verdicts.csv") == {"added": 0}

    after = run("verdict", "list")
    for each in (*before["verdicts"], *after["verdicts"]):
        del each["given"]
    assert after == before


@pytest.mark.skipif(os.name == "nt", reason="files are not named like that there")
@pytest.mark.parametrize("name", ["a\rb.txt", "a\nb.txt", "\udcff.txt", 'a";,b.txt', "=1+1.txt"])
def test_verdicts_come_in_again_whatever_files_and_notes_are_called(
    run: Run, docs: Path, name: str
) -> None:
    (docs / "revised.txt").rename(docs / name)
    run("scan", "docs", "--library", "l.simhash", "--jobs", "1")
    note = name.encode(errors="backslashreplace").decode()
    run("verdict", "set", "revision", "docs/story.txt", f"docs/{name}", "--note", note)
    before = run("verdict", "list")["verdicts"][0]
    run("verdict", "export", "verdicts.csv")
    with open_library(Path("l.simhash")) as library:
        assert export_verdicts(library).encode() == Path("verdicts.csv").read_bytes()
    run("verdict", "set", "none", "docs/story.txt", f"docs/{name}")

    assert run("verdict", "import", "verdicts.csv") == {"added": 1}

    after = run("verdict", "list")["verdicts"][0]
    assert (after["note"], after["paths"]) == (before["note"], before["paths"])


def test_a_list_of_verdicts_that_cannot_be_read_is_refused(run: Run) -> None:
    for text in ("x" * 200_000, "1,same,note,00,a\r1,same,note,00"):
        Path("verdicts.csv").write_text(f"group,verdict,note,digest,path\n{text}\n", newline="")

        refused = run("verdict", "import", "verdicts.csv", status=2)

        assert refused["error"]["kind"] == "invalid-verdict"
    assert run("verdict", "list")["verdicts"] == []


def test_contradictions_are_refused(run: Run, docs: Path) -> None:
    (docs / "third.txt").write_text(f"{STORY} And cake.", encoding="utf-8")
    run("scan", "docs", "--library", "l.simhash", "--jobs", "1")
    run("verdict", "set", "same", "docs/story.txt", "docs/revised.txt")
    run("verdict", "set", "same", "docs/revised.txt", "docs/third.txt")
    (docs / "revised.txt").rename(docs / "renamed.txt")
    run("scan", "docs", "--library", "l.simhash", "--jobs", "1")

    refused = run("verdict", "set", "unrelated", "docs/story.txt", "docs/third.txt", status=2)

    assert refused["error"]["kind"] == "verdict-conflict"
    assert "renamed.txt" in refused["error"]["message"]  # by the name that it has now


@pytest.mark.parametrize(
    ("arguments", "kind"),
    [
        (["plan", "--keep", "biggest", "--output", "p.json"], "invalid-keep-rule"),
        (["plan", "--keep", "folder", "--output", "p.json"], "invalid-keep-rule"),
        (["plan", "--keep", "pattern:[", "--output", "p.json"], "invalid-keep-rule"),
        (["plan", "--act", "move", "--output", "p.json"], "usage"),
        (["plan", "--to", "elsewhere", "--output", "p.json"], "usage"),
        (["plan", "--output", "no/p.json"], "output-unwritable"),
        (["apply", "docs/story.txt"], "not-a-plan"),
        (["apply", "docs"], "not-a-plan"),
        (["apply"], "usage"),
        (["apply", "missing.json"], "not-a-plan"),
        (["undo", "7"], "unknown-run"),
        (["journal", "--run", "7"], "unknown-run"),
        (["verdict", "set", "same", "docs/story.txt", "missing.txt"], "invalid-verdict"),
        (["verdict", "set", "same", "docs/story.txt", "docs/new/copy.txt"], "invalid-verdict"),
        (["verdict", "import", "missing.csv"], "unreadable"),
        (["verdict", "import", "docs/story.txt"], "invalid-verdict"),
    ],
)
def test_what_makes_no_sense_is_refused(run: Run, arguments: list[str], kind: str) -> None:
    assert run(*arguments, status=2)["error"]["kind"] == kind


def test_people_get_sentences(run: Run, docs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    library = ["--library", "l.simhash"]
    assert main(["plan", *library, "--act", "hardlink", "--output", "p.json"]) == 0
    assert "modified: " in capsys.readouterr().out
    assert main(["plan", *library, "--output", "p.json"]) == 0
    assert "kept: oldest" in capsys.readouterr().out
    assert main(["apply", "p.json", *library]) == 0
    assert "run 1: 1 file done, 0 skipped" in capsys.readouterr().out
    assert main(["journal", *library]) == 0
    assert f"done: set-aside: {docs / 'new' / 'copy.txt'}" in capsys.readouterr().out
    assert main(["undo", "1", *library]) == 0
    assert "run 1: 1 file back, 0 not" in capsys.readouterr().out
    assert main(["verdict", "set", "later", "docs/story.txt", "docs/revised.txt", *library]) == 0
    assert main(["verdict", "list", *library]) == 0
    assert "later: " in capsys.readouterr().out


def test_without_a_trash_nothing_is_deleted(
    run: Run, docs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plan(run, "--keep", "newest", "--act", "trash")

    line = ["apply", "plan.json", "--library", "l.simhash"]
    assert main([*line, "--dry-run"], QtTrash()) == 0
    assert "whether the trash takes a file" in capsys.readouterr().err
    for each in ([*line, "--dry-run"], line):
        assert main(each) == 1
        assert Refusal.NO_TRASH in capsys.readouterr().out

    assert stat.S_ISREG((docs / "story.txt").lstat().st_mode)


def test_a_copy_that_was_set_aside_is_told_as_such_until_that_is_undone(
    run: Run, docs: Path
) -> None:
    def told() -> tuple[str, int, int]:
        listed = run("library", "list", "l.simhash")["files"]
        (state,) = (file["state"] for file in listed if file["path"].endswith("copy.txt"))
        info = run("library", "info", "l.simhash")
        return state, info["gone_files"], info["set_aside_files"]

    plan(run, "--keep", "oldest")
    run("apply", "plan.json")
    (docs / "revised.txt").unlink()
    run("scan", "docs", "--library", "l.simhash", "--jobs", "1")
    assert told() == ("set-aside", 1, 1)

    run("undo", "1")
    assert told() == ("present", 1, 0)


DAMAGED = [
    ("UPDATE review_runs SET started_at_ms = 'yesterday'", ["journal"]),
    ("UPDATE review_runs SET finished_at_ms = 9e18", ["journal"]),
    ("UPDATE verdicts SET given_at_ms = -1", ["verdict", "list"]),
    ("UPDATE journal SET facts = '[]'", ["undo", "1"]),
    ("UPDATE journal SET facts = 7", ["undo", "1"]),
    ("UPDATE journal SET facts = '{\"attributes\": 7}'", ["undo", "1"]),
    ("UPDATE journal SET facts = '{\"file\": [7]}'", ["undo", "1"]),
    ("UPDATE journal SET facts = '{\"made_folder\": 7}'", ["undo", "1"]),
]


@pytest.mark.parametrize(("script", "command"), DAMAGED)
def test_a_damaged_value_is_told_with_a_way_out(run: Run, script: str, command: list[str]) -> None:
    run("verdict", "set", "revision", "docs/story.txt", "docs/revised.txt")
    plan(run, "--keep", "newest")
    run("apply", "plan.json")
    with closing(sqlite3.connect("l.simhash")) as connection:
        connection.executescript(script)

    told = run(*command, status=2)["error"]

    assert told["kind"] == "library-damaged"
    assert told["way_out"] == "simhash-gui library check FILE --repair"
