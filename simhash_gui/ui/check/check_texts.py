"""What the Check page says of findings, in the language of the window."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from simhash_gui.services.checking.changes import Changes
from simhash_gui.services.checking.findings import (
    Chapter,
    CopyMeasures,
    Findings,
    Group,
    Source,
    source_mark,
)
from simhash_gui.services.comparison.loading import ReadFailure
from simhash_gui.services.detection.answers.left_out import LeftOut
from simhash_gui.services.jobs import Progress, Stage
from simhash_gui.ui.check.coloured_text import Place
from simhash_gui.ui.common.file_manager import open_folder, show_in_folder
from simhash_gui.ui.common.format import fine_share, number, sentences
from simhash_gui.ui.common.library_texts import not_compared_text, reason_label
from simhash_gui.ui.common.notices import Notice, NoticeKind
from simhash_gui.ui.reading.evidence_texts import class_label
from simhash_gui.ui.session.texts import progress_text

_TIP_CHARACTERS = 600
_NAME_CHARACTERS = 40
ABOUT_CHECK = "check"
"""What notices of one text are about: they leave with the next one."""


def waiting_text(progress: Progress, name: str) -> str:
    """Which step the check of a document is at before its first answer, and what is known."""
    patterns = {
        Stage.SEARCHING: QCoreApplication.translate(
            "CheckPage", "Step 2 of 3: looking up {count} characters in the library…"
        ),
        Stage.MEASURING: QCoreApplication.translate(
            "CheckPage",
            "Step 3 of 3: finding quotations and citations, then comparing with {count} documents…",
        ),
    }
    first = QCoreApplication.translate("CheckPage", "Step 1 of 3: reading {name}…")
    if len(name) > _NAME_CHARACTERS:
        name = f"{name[: _NAME_CHARACTERS // 2]}…{name[-_NAME_CHARACTERS // 2 :]}"
    count = number(progress.total or 0)
    return patterns.get(progress.stage, first).format(count=count, name=name)


def measuring_text(progress: Progress, *, is_paused: bool) -> str:
    """How many documents have been measured, and how long the rest takes."""
    pattern = QCoreApplication.translate("CheckPage", "Documents compared: {progress}")
    if is_paused:
        pattern = QCoreApplication.translate("CheckPage", "Paused. Documents compared: {progress}")
        progress = replace(progress, rate_per_s=None, remaining_s=None)
    return pattern.format(progress=progress_text(progress))


def total_text(findings: Findings, *, is_complete: bool) -> str:
    """The number that the check is for, and what was found and does not count in it.

    What makes it less than it seems stands before it: documents that are still to be compared, and
    the very file, which is in the library and does not count.
    """
    found = _found_text(findings.measures)
    if findings.itself:
        pattern = QCoreApplication.translate(
            "CheckPage", "The library holds this very file · besides it, {found}"
        )
        found = pattern.format(found=found)
    if not is_complete:
        found = QCoreApplication.translate("CheckPage", "So far: {found}").format(found=found)
    return found


def _found_text(measures: CopyMeasures) -> str:
    pattern = QCoreApplication.translate("CheckPage", "{total} of the text found elsewhere")
    if measures.left_out:
        pattern = QCoreApplication.translate(
            "CheckPage", "{total} of the text found elsewhere, {left_out} more left out"
        )
    return pattern.format(
        total=fine_share(measures.ratio(measures.overlap)),
        left_out=fine_share(measures.ratio(measures.left_out)),
    )


def nothing_text() -> str:
    """In place of the number where there was nothing to find."""
    return QCoreApplication.translate("CheckPage", "The library has nothing to compare this with")


def add_advice() -> str:
    """What to do where there was nothing to find."""
    return QCoreApplication.translate(
        "CheckPage",
        "It holds no documents. Add those that the text may come from, then check it again.",
    )


def whole_text(measures: CopyMeasures) -> str:
    """What every share is a share of."""
    pattern = QCoreApplication.translate(
        "CheckPage",
        "Every share is a share of all {characters} characters of the text, with punctuation and"
        " spaces, whatever is left out",
    )
    return pattern.format(characters=number(measures.characters))


def parts_text(findings: Findings) -> str:
    """What weighs it: how much is unchanged, the greatest single source, and what is not marked.

    Where nothing is listed: what that tells, and what it does not.
    """
    measures = findings.measures
    if not findings.matches:
        return QCoreApplication.translate(
            "CheckPage",
            "Compared with %Ln documents of the library. What has about six words in a row in"
            " common with one of them is found; paraphrases, translations and pictures of text are"
            " not.",
            "",
            findings.documents,
        )
    pattern = QCoreApplication.translate(
        "CheckPage",
        "{identical} word for word, {edited} changed words in between · at most {single} in one"
        " source · {plain} neither quoted nor cited",
    )
    return pattern.format(
        identical=fine_share(measures.ratio(measures.identical)),
        edited=fine_share(measures.ratio(measures.edited)),
        single=fine_share(measures.ratio(measures.greatest_single)),
        plain=fine_share(measures.ratio(measures.without_quoted)),
    )


def details_text(findings: Findings) -> str:
    """The other measures, and whether characters were tampered with."""
    measures = findings.measures
    flags = QCoreApplication.translate("CheckPage", "no tampering with characters")
    if findings.tampered:
        flags = QCoreApplication.translate(
            "CheckPage", "tampering was found at %Ln places", "", findings.tampered
        )
    pattern = QCoreApplication.translate(
        "CheckPage",
        "{long} in passages of {words} words and more · {characters} characters · {flags}",
    )
    words, long = measures.by_length[-1]
    if any(source.is_own for source in findings.sources):
        own = QCoreApplication.translate("CheckPage", "{share} without the author's own works · ")
        pattern = own.format(share=fine_share(measures.ratio(measures.without_own))) + pattern
    return pattern.format(
        long=fine_share(measures.ratio(long)),
        words=number(round(words)),
        characters=number(measures.characters),
        flags=flags,
    )


def changes_text(since: Changes, measures: CopyMeasures) -> str:
    """What changed since the last check; it says so where the total above leaves something out."""
    before, now = (fine_share(each.total) for each in (since.before, since.now))
    is_less_shown = now != fine_share(measures.ratio(measures.overlap))
    if not (since.gone or since.new or since.changed) and since.before.total == since.now.total:
        text = QCoreApplication.translate(
            "CheckPage", "The last check of this file found the same."
        )
        if is_less_shown:
            text = QCoreApplication.translate(
                "CheckPage", "The last check of this file found the same, with nothing left out."
            )
        return text
    pattern = QCoreApplication.translate(
        "CheckPage",
        "Since the last check: {before} → {now} · sources gone: {gone} · new sources: {new}",
    )
    if is_less_shown:
        pattern = QCoreApplication.translate(
            "CheckPage",
            "Since the last check, with nothing left out: {before} → {now} · sources gone: {gone}"
            " · new sources: {new}",
        )
    gone, new = number(len(since.gone)), number(len(since.new))
    return pattern.format(before=before, now=now, gone=gone, new=new)


def known_text(findings: Findings) -> str:
    """Where the library has the very file; empty where it has not."""
    if not findings.itself:
        return ""
    pattern = QCoreApplication.translate(
        "CheckPage", "It does not count as a source of itself: {path}"
    )
    return pattern.format(path=findings.itself[0])


def still_counted_text(findings: Findings) -> str:
    """Why the total is not lower by all that was left out by hand; empty where it is."""
    if not findings.still_counted:
        return ""
    pattern = QCoreApplication.translate(
        "CheckPage", "{share} was left out by hand and still counts: another match has it as well"
    )
    return pattern.format(share=fine_share(findings.measures.ratio(findings.still_counted)))


def place_text(place: int, count: int) -> str:
    """Which passage was stepped to."""
    pattern = QCoreApplication.translate("CheckPage", "{place} of {count}")
    return pattern.format(place=number(place), count=number(count))


def source_text(source: Source) -> str:
    """What the columns of the list do not tell of a source."""
    distance = source.match.distance
    if source.pieces:
        pattern = QCoreApplication.translate(
            "CheckPage",
            "Passages: {count}, and {pieces} smaller pieces between them"
            " · Hamming distance: {distance} · {class}",
        )
    else:
        pattern = QCoreApplication.translate(
            "CheckPage", "Passages: {count} · Hamming distance: {distance} · {class}"
        )
    return pattern.format_map(
        {
            "count": number(len(source.places)),
            "pieces": number(len(source.pieces)),
            "distance": "–" if distance is None else number(distance),
            "class": class_label(source.match.evidence.pair_class),
        }
    )


def distance_tip() -> str:
    """What the number in the details of a source is."""
    return QCoreApplication.translate(
        "CheckPage",
        "Hamming distance: how many bits of both fingerprints differ, few where the whole documents"
        " are alike. A source of one part may have any; the passages decide.",
    )


def chapter_text(chapter: Chapter) -> str:
    """A chapter with its share."""
    pattern = QCoreApplication.translate("CheckPage", "{title}: {share}")
    title = chapter.title or QCoreApplication.translate("CheckPage", "Beginning")
    return pattern.format(title=title, share=fine_share(chapter.ratio))


def group_text(group: Group | None, findings: Findings | None) -> str:
    """A group of matches with its share; None: all."""
    label = group_label(group)
    if group is None or findings is None:
        return label
    characters = next((count for each, _, count in findings.groups if each is group), 0)
    pattern = QCoreApplication.translate("CheckPage", "{group}: {share}")
    return pattern.format(group=label, share=fine_share(findings.measures.ratio(characters)))


def group_label(group: Group | None) -> str:
    """A group of matches; None: all."""
    labels = {
        None: QCoreApplication.translate("CheckPage", "All matches"),
        Group.UNMARKED: QCoreApplication.translate("CheckPage", "Not cited or quoted"),
        Group.NO_QUOTATION_MARKS: QCoreApplication.translate(
            "CheckPage", "Quotation marks missing"
        ),
        Group.NO_CITATION: QCoreApplication.translate("CheckPage", "Citation missing"),
        Group.MARKED: QCoreApplication.translate("CheckPage", "Cited and quoted"),
    }
    return labels[group]


def reasons() -> list[str]:
    """Why a match may be left out; others can be written."""
    return [
        QCoreApplication.translate("CheckPage", "quoted with permission"),
        QCoreApplication.translate("CheckPage", "common wording"),
        QCoreApplication.translate("CheckPage", "template"),
        QCoreApplication.translate("CheckPage", "valid collaboration"),
    ]


def tip_of(source: Source, place: Place, text: str) -> str:
    """What a source has in place of a passage; ``text`` is that of the source."""
    span = place.passage.passage.b
    excerpt = text[span.start : min(span.end, span.start + _TIP_CHARACTERS)]
    more = "…" if span.end - span.start > _TIP_CHARACTERS else ""
    hint = QCoreApplication.translate("CheckPage", "Click: side by side")
    return f"{source_mark(place.source)} {Path(source.path).name}\n{excerpt}{more}\n\n{hint}"


def unread_notice(name: str, failure: ReadFailure, choose: Callable[[], None]) -> Notice:
    """A document that cannot be checked."""

    def text() -> str:
        pattern = QCoreApplication.translate("CheckPage", "“{name}” cannot be checked: {reason}")
        return pattern.format(name=name, reason=reason_label(failure.reason))

    return Notice(NoticeKind.WARNING, text, _choose_text, choose, failure.detail, about=ABOUT_CHECK)


def nothing_notice(choose: Callable[[], None]) -> Notice:
    """What was dropped or pasted holds nothing to be checked."""

    def text() -> str:
        return QCoreApplication.translate(
            "CheckPage", "There is no text here, and no file on this computer."
        )

    return Notice(NoticeKind.WARNING, text, _choose_text, choose, about=ABOUT_CHECK)


def _choose_text() -> str:
    return QCoreApplication.translate("CheckPage", "Check a document…")


def as_checked_notice(name: str) -> Notice:
    """A file has changed since its check, and Compare shows what was checked."""

    def text() -> str:
        pattern = QCoreApplication.translate(
            "CheckPage",
            "“{name}” has changed since its check, or is gone. Compare shows the text that was"
            " checked.",
        )
        return pattern.format(name=name)

    return Notice(NoticeKind.INFORMATION, text, about=ABOUT_CHECK)


def report_notice(path: Path) -> Notice:
    """Where a report is."""

    def text() -> str:
        pattern = QCoreApplication.translate("CheckPage", "The report is in {path}")
        return pattern.format(path=path)

    return Notice(
        NoticeKind.DONE,
        text,
        action_text=lambda: QCoreApplication.translate("CheckPage", "Open folder"),
        action=partial(show_in_folder, path),
        about=ABOUT_CHECK,
    )


def batch_notice(target: Path, checked: int, failed: int, missed: Sequence[LeftOut] = ()) -> Notice:
    """A folder was checked; ``missed`` is what its documents were not compared with."""

    def text() -> str:
        pattern = QCoreApplication.translate(
            "CheckPage", "{count} documents checked, {failed} cannot be read"
        )
        told = pattern.format(count=number(checked), failed=number(failed))
        return sentences(told, not_compared_text(missed))

    return Notice(
        NoticeKind.WARNING if failed or missed else NoticeKind.DONE,
        text,
        action_text=lambda: QCoreApplication.translate("CheckPage", "Open the reports"),
        action=partial(open_folder, target),
    )
