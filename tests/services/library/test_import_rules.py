"""What of a folder is imported, and what is left out for which reason."""

from __future__ import annotations

import os
import warnings
from pathlib import Path

import pytest

from simhash_gui.documents.records import ArchiveMember, Limits
from simhash_gui.services.importing.listing import (
    ListedFile,
    SkippedFile,
    Unlisted,
    list_files,
    list_folder,
)
from simhash_gui.services.library.import_rules import (
    FolderRules,
    ImportRules,
    InvalidRuleError,
    SkipReason,
    load_rules,
    save_rules,
)
from simhash_gui.services.library.libraries import Library
from tests.documents.containers.archives import tar_of, zip_of

ROOT = Path("/nowhere")


def why(path: str, size: int = 100, **rules: object) -> SkipReason | None:
    return FolderRules(ROOT, ImportRules(**rules)).skips_file(path, size)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("sub/~$letter.docx", SkipReason.HIDDEN),
        ("a.zip!/~$letter.docx", SkipReason.HIDDEN),
        ("~letter.docx", None),
        ("a.txt", None),
        ("deep/a.txt", None),
        ("no extension", None),
        (".a.txt", SkipReason.HIDDEN),
        ("a.zip!/.git/x.txt", SkipReason.HIDDEN),
        ("a.zip!/__MACOSX/._x.txt", SkipReason.HIDDEN),
        (".hidden/a.txt", None),  # the folder is not even entered
        ("a.JPG", SkipReason.NO_DOCUMENT),
        ("a.zip", None),
        ("a.zip!/b.exe", SkipReason.NO_DOCUMENT),
    ],
)
def test_without_rules_all_but_hidden_files_and_pictures_are_taken(
    path: str, reason: SkipReason | None
) -> None:
    assert why(path) is reason


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("a.md", None),
        ("deep/a.md", None),
        ("letters/x.txt", None),
        ("deep/letters/x.txt", SkipReason.NOT_INCLUDED),
        ("a.txt", SkipReason.NOT_INCLUDED),
        ("a.zip", None),
        ("a.zip!/a.md", None),
        ("a.zip!/a.txt", SkipReason.NOT_INCLUDED),
    ],
)
def test_only_what_is_included_is_taken_and_archives_are_opened_for_it(
    path: str, reason: SkipReason | None
) -> None:
    assert why(path, include=("*.md", "/letters/")) is reason


def test_what_is_excluded_is_left_out_also_when_it_is_included() -> None:
    assert why("drafts/a.md", include=("*.md",), exclude=("drafts/",)) is SkipReason.EXCLUDED
    assert why("a.zip", exclude=("*.zip",)) is SkipReason.EXCLUDED
    rules = FolderRules(ROOT, ImportRules(exclude=("drafts/",)))
    assert rules.skips_folder("deep/drafts") is SkipReason.EXCLUDED
    assert rules.skips_folder("deep") is None


@pytest.mark.parametrize(
    ("size", "reason"),
    [(9, SkipReason.TOO_SMALL), (10, None), (20, None), (21, SkipReason.TOO_LARGE)],
)
def test_sizes_are_those_of_documents_not_of_archives(size: int, reason: SkipReason | None) -> None:
    assert why("a.txt", size, min_size_bytes=10, max_size_bytes=20) is reason
    assert why("a.zip!/a.txt", size, min_size_bytes=10, max_size_bytes=20) is reason
    assert why("a.zip", size, min_size_bytes=10, max_size_bytes=20) is None


def test_types_are_chosen_by_extension() -> None:
    assert why("a.DOCX", types=(".docx",)) is None
    assert why("a.txt", types=(".docx",)) is SkipReason.TYPE
    assert why("a.zip", types=(".docx",)) is None


def test_a_document_is_taken_whatever_its_extension_and_a_picture_is_not(tmp_path: Path) -> None:
    (tmp_path / "letter.jpg").write_text("A letter.", encoding="utf-8")
    (tmp_path / "photo.jpg").write_bytes(b"\xff\xd8\xff\xe0\x00\x10JFIF\x00")
    (tmp_path / "empty.jpg").touch()
    (tmp_path / "lock.simhash-lock").write_text("4711", encoding="utf-8")
    assert _listed(tmp_path) == {
        "empty.jpg": SkipReason.NO_DOCUMENT,
        "letter.jpg": None,
        "lock.simhash-lock": SkipReason.NO_DOCUMENT,
        "photo.jpg": SkipReason.NO_DOCUMENT,
    }


def test_an_archive_under_the_name_of_a_picture_is_taken_and_a_program_is_not(
    tmp_path: Path,
) -> None:
    (tmp_path / "letters.png").write_bytes(zip_of({"a.txt": b"words"}))
    (tmp_path / "letters.gif").write_bytes(tar_of({"a.txt": b"words"}, "w:gz"))
    (tmp_path / "a.jar").write_bytes(zip_of({"META-INF/MANIFEST.MF": b"Main-Class: A"}))
    assert _listed(tmp_path) == {
        "a.jar": SkipReason.NO_DOCUMENT,
        "letters.gif": None,
        "letters.png": None,
    }


def test_other_rules_go_before_a_look_at_the_content(tmp_path: Path) -> None:
    _files(tmp_path, "a.jpg", "b.png", ".c.jpg", "d.txt")
    found = {"a.jpg": None, "b.png": SkipReason.TYPE, ".c.jpg": SkipReason.HIDDEN}
    assert _listed(tmp_path, types=(".jpg",)) == found | {"d.txt": SkipReason.TYPE}
    assert _listed(tmp_path, exclude=("a.*",))["a.jpg"] is SkipReason.EXCLUDED
    assert _listed(tmp_path, include=("*.txt",))["a.jpg"] is SkipReason.NOT_INCLUDED
    assert _listed(tmp_path, max_size_bytes=1)["a.jpg"] is SkipReason.TOO_LARGE


@pytest.mark.parametrize(
    ("name", "is_misnamed", "reason"),
    [
        ("a.jpg", True, None),
        ("a.jpg", False, SkipReason.NO_DOCUMENT),
        (".a.jpg", True, SkipReason.HIDDEN),
        ("a.txt", False, None),
    ],
)
def test_of_a_member_it_is_known_how_it_begins(
    name: str, is_misnamed: bool, reason: SkipReason | None
) -> None:
    rules = FolderRules(ROOT, ImportRules())
    assert rules.skips_member(f"a.zip!/{name}", ArchiveMember(name, 5, is_misnamed)) is reason


def test_hidden_files_are_taken_if_wanted() -> None:
    assert why(".a.txt", hidden=True) is None
    assert FolderRules(ROOT, ImportRules(hidden=True)).skips_folder(".git") is None
    assert FolderRules(ROOT, ImportRules()).skips_folder(".git") is SkipReason.HIDDEN


def test_rules_are_kept_with_the_library(library: Library) -> None:
    assert load_rules(library) == ImportRules()
    rules = ImportRules(("*.md",), ("x/",), True, 1, 2, (".md",), True)
    save_rules(library, rules)
    assert load_rules(library) == rules


def test_a_pattern_with_a_bracket_warns_nobody() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        rules = FolderRules(Path("/docs"), ImportRules(include=("x[[]1].txt",)))

    assert rules.skips_file("x[1].txt", 9) is None


@pytest.mark.parametrize("pattern", ["!", "\\"])
def test_a_senseless_pattern_is_refused(library: Library, pattern: str) -> None:
    with pytest.raises(InvalidRuleError):
        save_rules(library, ImportRules(exclude=(pattern,)))
    assert load_rules(library) == ImportRules()


def _files(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("words", encoding="utf-8")


def _listed(root: Path, **rules: object) -> dict[str, SkipReason | None]:
    chosen = FolderRules(root, ImportRules(**rules))  # type: ignore[arg-type]
    return {
        entry.relative_path: entry.reason if isinstance(entry, SkippedFile) else None
        for entry in list_folder(root, (), chosen)
        if not isinstance(entry, Unlisted)
    }


def test_an_ignore_file_counts_for_its_folder_and_all_below(tmp_path: Path) -> None:
    _files(tmp_path, "a.log", "sub/a.log", "sub/keep.log", "sub/deep/b.log", "other/c.txt")
    (tmp_path / ".simhashignore").write_text("*.log\nother/\n", encoding="utf-8")
    (tmp_path / "sub" / ".simhashignore").write_text("# nearer\n!keep.log\n", encoding="utf-8")

    assert _listed(tmp_path) == {
        "a.log": SkipReason.IGNORED,
        "other": SkipReason.IGNORED,
        "sub/a.log": SkipReason.IGNORED,
        "sub/keep.log": None,
        "sub/deep/b.log": SkipReason.IGNORED,
    }


@pytest.mark.parametrize(
    ("ignore_files", "left"),
    [
        ({"": "*\n!*/\n!*.txt\n"}, {"a.txt", "b/a.txt", "b/c/a.txt"}),
        ({"": "*.md\n", "b": "!*/\n"}, {"a.txt", "b/a.txt", "b/c/a.txt"}),
        ({"": "b/**\n!b/d.md\n"}, {"a.txt", "d.md", "b/d.md"}),
        ({"": "b/**\n!b/c/\n"}, {"a.txt", "d.md"}),
        ({"": "b\n", "b/c": "!a.txt"}, {"a.txt", "d.md"}),
        ({"": "/*.md\n*.txt\n!b/c/a.txt\n"}, {"b/d.md", "b/c/a.txt", "b/c/d.md"}),
        ({"": "[[]x\nb\n"}, {"a.txt", "d.md"}),
    ],
)
def test_ignore_files_mean_what_git_takes_them_for(
    tmp_path: Path, ignore_files: dict[str, str], left: set[str]
) -> None:
    _files(tmp_path, "a.txt", "d.md", "b/a.txt", "b/d.md", "b/c/a.txt", "b/c/d.md")
    for folder, text in ignore_files.items():
        (tmp_path / folder / ".simhashignore").write_text(text, encoding="utf-8")

    assert {path for path, reason in _listed(tmp_path).items() if reason is None} == left


def test_ignore_files_count_in_archives_folder_by_folder(tmp_path: Path) -> None:
    (tmp_path / ".simhashignore").write_text("*\n!*/\n!*.zip\n!*.txt\nold/\n", encoding="utf-8")
    rules = FolderRules(tmp_path, ImportRules())
    rules.enter("")

    members = ("a.txt", "b/a.txt", "b/a.md", "old/a.txt", "b/old/c/a.txt", "c.zip!/old/a.txt")
    skipped = {
        name: rules.skips_member(f"sub/a.zip!/{name}", ArchiveMember(name, 9)) for name in members
    }
    assert {name for name, reason in skipped.items() if reason is None} == {"a.txt", "b/a.txt"}


def test_bad_lines_of_an_ignore_file_leave_the_good_ones(tmp_path: Path) -> None:
    _files(tmp_path, "a.log", "b.txt")
    (tmp_path / ".simhashignore").write_bytes(b"!\n\\\n\xff\xfe\n*.log\n")

    assert _listed(tmp_path) == {"a.log": SkipReason.IGNORED, "b.txt": None}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes on Windows")
def test_an_ignore_file_that_is_a_pipe_is_not_opened(tmp_path: Path) -> None:
    _files(tmp_path, "a.txt")
    os.mkfifo(tmp_path / ".simhashignore")

    assert _listed(tmp_path) == {"a.txt": None}


def test_other_rules_or_ignore_files_or_limits_give_another_stamp(tmp_path: Path) -> None:
    _files(tmp_path, "sub/a.zip", "other/b.zip")
    plain = FolderRules(tmp_path, ImportRules())
    stamps = {plain.stamp("sub/a.zip", Limits())}
    assert plain.stamp("other/b.zip", Limits()) in stamps
    stamps.add(plain.stamp("sub/a.zip", Limits(archive_depth=1)))
    stamps.add(FolderRules(tmp_path, ImportRules(hidden=True)).stamp("sub/a.zip", Limits()))
    (tmp_path / "sub" / ".simhashignore").write_text("*.log", encoding="utf-8")
    plain.enter("sub")
    stamps.add(plain.stamp("sub/a.zip", Limits()))
    assert len(stamps) == 4
    assert plain.stamp("other/b.zip", Limits()) in stamps


def test_links_are_left_out_unless_wanted(tmp_path: Path) -> None:
    root, outside = tmp_path / "root", tmp_path / "outside"
    _files(root, "a.txt")
    _files(outside, "b.txt", "sub/c.txt")
    (root / "folder").symlink_to(outside, target_is_directory=True)
    (root / "file.txt").symlink_to(outside / "b.txt")

    assert _listed(root) == {
        "a.txt": None,
        "folder": SkipReason.LINK,
        "file.txt": SkipReason.LINK,
    }
    assert _listed(root, follow_links=True) == {
        "a.txt": None,
        "file.txt": None,
        "folder/b.txt": None,
        "folder/sub/c.txt": None,
    }


def test_followed_links_meet_everything_once_and_come_to_an_end(tmp_path: Path) -> None:
    root, outside = tmp_path / "root", tmp_path / "outside"
    _files(root, "a.txt", "sub/b.txt")
    _files(outside, "c.txt")
    (root / "sub" / "up").symlink_to(root, target_is_directory=True)
    (root / "sub" / "higher").symlink_to(tmp_path, target_is_directory=True)
    (root / "same.txt").symlink_to(root / "a.txt")
    (outside / "back").symlink_to(outside, target_is_directory=True)
    (root / "one").symlink_to(outside, target_is_directory=True)
    (root / "two").symlink_to(outside, target_is_directory=True)

    found = _listed(root, follow_links=True)

    taken = sorted(path for path, reason in found.items() if reason is None)
    assert taken == ["a.txt", "one/c.txt", "sub/b.txt"]
    assert set(found.values()) == {None, SkipReason.MET}


def test_followed_links_that_lead_nowhere_are_reported(tmp_path: Path) -> None:
    (tmp_path / "dangling").symlink_to("nowhere")
    (tmp_path / "loop").symlink_to("loop")

    rules = FolderRules(tmp_path, ImportRules(follow_links=True))
    found = list(list_folder(tmp_path, (), rules))

    assert [(entry.relative_path, type(entry)) for entry in found] == [
        ("dangling", Unlisted),
        ("loop", Unlisted),
    ]


def test_certain_files_are_listed_whatever_the_rules(tmp_path: Path) -> None:
    _files(tmp_path, "a.txt", ".b.jpg")

    found = list(list_files(tmp_path, ["a.txt", ".b.jpg", "gone.txt"]))

    assert [entry.relative_path for entry in found] == [".b.jpg", "a.txt"]
    assert all(isinstance(entry, ListedFile) for entry in found)


def test_certain_files_of_a_folder_that_is_gone_are_told_as_its_absence(tmp_path: Path) -> None:
    (found,) = list_files(tmp_path / "gone", ["a.txt"])

    assert isinstance(found, Unlisted)
    assert found.relative_path == ""
