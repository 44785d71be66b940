"""Every state, role, reason and language has words, and notices say what an import has done."""

from dataclasses import replace
from pathlib import Path

import pytest

from simhash_gui.documents.readers import READERS
from simhash_gui.documents.readers.ole import locked
from simhash_gui.services.importing.importing import FailureReason, ImportReport
from simhash_gui.services.library.browsing import DocumentState
from simhash_gui.services.library.libraries import FolderRole
from simhash_gui.services.library.settings import Language, ThemeChoice
from simhash_gui.ui.common.commands import Command, PageId, command_label, page_label
from simhash_gui.ui.common.library_texts import (
    language_name,
    language_short_name,
    reader_name,
    reason_advice,
    reason_label,
    role_hint,
    role_label,
    state_label,
)
from simhash_gui.ui.common.notices import NoticeKind
from simhash_gui.ui.library.import_jobs import import_notice, import_stopped_notice, removed_notice
from simhash_gui.ui.library.problem_kinds import Aside
from simhash_gui.ui.session.job_runner import JobKind
from simhash_gui.ui.session.texts import job_label, language_label, theme_label


@pytest.mark.parametrize("reason", list(FailureReason))
def test_every_reason_has_a_heading_and_a_way_out(reason: FailureReason) -> None:
    assert reason_label(reason)
    assert reason_advice(reason).endswith(".")


def test_every_reader_has_a_name_for_people() -> None:
    names = [reader.name for reader in READERS if reader is not locked.READER]  # opens for others

    assert [name for name in names if reader_name(name) == name] == []


def test_every_choice_has_a_label() -> None:
    labels = [
        *map(role_label, FolderRole),
        *map(role_hint, FolderRole),
        *map(state_label, DocumentState),
        *map(job_label, JobKind),
        *map(language_label, Language),
        *map(theme_label, ThemeChoice),
        *map(page_label, PageId),
        *map(command_label, Command),
    ]

    assert all(labels)


@pytest.mark.parametrize(
    ("code", "name", "short"),
    [
        ("en", "English", "English"),
        ("zh-Hans", "Chinese (simplified)", "Chinese"),
        ("zh-Hant", "Chinese (traditional)", "Chinese (t)"),
        ("und-Cyrl", "Cyrillic script", "Cyrillic script"),
        ("und", "–", "–"),
        ("", "–", "–"),
        ("tlh", "tlh", "tlh"),
    ],
)
def test_languages_have_names(code: str, name: str, short: str) -> None:
    assert language_name(code) == name
    assert language_short_name(code) == short


def report(
    *, read: int = 0, gone: int = 0, failed: int = 0, unchanged: int = 10, skipped: int = 0
) -> ImportReport:
    return ImportReport(
        files=90,
        documents=80,
        read=read,
        unchanged=unchanged,
        skipped=skipped,
        gone=gone,
        failed=failed + 15,
        failed_now=failed,
        failures=(),
        elapsed_s=1.0,
    )


@pytest.mark.parametrize(
    ("done", "text"),
    [
        (report(), "Nothing has changed in the folders."),
        (report(skipped=3), "Nothing has changed in the folders."),
        (report(unchanged=0, skipped=3), "3 files were skipped; none were read."),
        (report(unchanged=0), "No files were found."),
        (report(read=1204), "1,204 files read."),
    ],
)
def test_an_import_without_failures_is_good_news_whatever_failed_earlier(
    done: ImportReport, text: str
) -> None:
    notice = import_notice(done, lambda _kind: None, lambda: None)

    assert (notice.kind, notice.text(), notice.action) == (NoticeKind.DONE, text, None)


def test_failures_are_counted_and_can_be_shown() -> None:
    shown: list[str] = []

    notice = import_notice(
        report(read=12, failed=3), lambda _kind: shown.append("problems"), lambda: None
    )

    assert notice.text() == "12 files read. 3 files could not be read."
    assert notice.action_text is not None
    assert notice.action is not None
    assert notice.action_text() == "Show"
    notice.action()
    assert shown == ["problems"]


def test_a_stopped_import_says_how_to_go_on() -> None:
    read: list[str] = []

    notice = import_stopped_notice(lambda: read.append("the rest"))

    assert notice.action_text is not None
    assert notice.action is not None
    assert notice.action_text() == "Read the rest"
    notice.action()
    assert read == ["the rest"]


def test_files_that_are_gone_can_be_shown() -> None:
    shown: list[object] = []

    notice = import_notice(report(read=12, gone=2), shown.append, lambda: None)

    assert notice.kind is NoticeKind.INFORMATION
    assert notice.text() == "12 files read. 2 files are gone."
    assert notice.action is not None
    notice.action()
    assert shown == [Aside.GONE]


def test_an_empty_file_is_no_failure() -> None:
    done = replace(report(read=2, failed=2), failed_now_by_reason={FailureReason.EMPTY: 2})

    notice = import_notice(done, lambda _kind: None, lambda: None)

    assert (notice.kind, notice.text()) == (NoticeKind.DONE, "2 files read. 2 files are empty.")


def test_samples_that_cannot_be_read_are_there_on_purpose() -> None:
    notice = import_notice(
        report(read=58, failed=2), lambda _kind: None, lambda: None, of_samples=True
    )

    assert notice.kind is NoticeKind.INFORMATION
    assert "show how problems are listed" in notice.text()


def test_a_removed_folder_is_named_and_its_files_are_safe() -> None:
    notice = removed_notice(Path("/archive/信"), None, lambda: None)

    assert notice.text() == (
        "“信” was removed from the library. Its files were not changed; no rescan reads them."
    )
