"""What the dialog of a plan says: how much it does, what is free, what a dry run found."""

from __future__ import annotations

from collections import Counter

from PySide6.QtCore import QCoreApplication

from simhash_gui.services.review.acts import RunReport
from simhash_gui.services.review.plan import LINKS_LEFT, NAMES_OUTSIDE, Act, Plan, PlannedAct
from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.review.review_texts import act_label


def summary_text(plan: Plan, denied: int) -> str:
    """How many files, of what size; what each drive has free, and how many acts are denied."""
    if not plan.acts and not denied:
        return _nothing_text(has_refused=bool(plan.refused))
    text = QCoreApplication.translate(
        "PlanDialog",
        "%Ln files, {size}. Each is compared byte for byte with its kept copy first.",
        "",
        len(plan.acts),
    )
    texts = [text.format(size=fmt.size(plan.size_bytes))]
    acts = Counter(act.act for act in plan.acts)
    if len(acts) > 1:
        counted = QCoreApplication.translate("PlanDialog", "{action}: {count}")
        each = (counted.format(action=act_label(a), count=fmt.number(acts[a])) for a in acts)
        sentence = QCoreApplication.translate("PlanDialog", "{list}.")
        texts.append(sentence.format(list=fmt.series(each)))
    if plan.free_bytes:
        texts.append(_free_text(plan))
    if links := plan.links_left:
        left = QCoreApplication.translate(
            "PlanDialog", "%Ln symbolic links would lead nowhere until undo.", "", links
        )
        texts.append(left)
    if denied:
        texts.append(QCoreApplication.translate("PlanDialog", "%Ln unticked.", "", denied))
    return fmt.sentences(*texts)


def _free_text(plan: Plan) -> str:
    sizes = {fmt.size(free): folder for folder, free in plan.free_bytes.items()}
    names = [
        size if len(sizes) == 1 else f"{fmt.path(folder)} {size}" for size, folder in sizes.items()
    ]
    text = QCoreApplication.translate("PlanDialog", "Free on the drive: {sizes}.")
    return text.format(sizes=fmt.series(names))


def _nothing_text(*, has_refused: bool) -> str:
    if has_refused:
        return QCoreApplication.translate(
            "PlanDialog", "Nothing to do: all copies stay. The second list says why."
        )
    return QCoreApplication.translate("PlanDialog", "There are no exact copies.")


def size_tip(plan: Plan) -> str:
    """How much it is to the byte, and when that is free."""
    size = fmt.exact_size(plan.size_bytes)
    if not {act.act for act in plan.acts} & {Act.SET_ASIDE, Act.TRASH}:
        return size
    when = QCoreApplication.translate(
        "PlanDialog",
        "The room becomes free when the files are deleted from where they went: the “Set aside” "
        "folder, or the trash.",
    )
    return f"{size}\n{when}"


def accept_text(plan: Plan | None, chosen: Act) -> str:
    """What the button does; a plan that was opened may have acts of several kinds."""
    acts = {act.act for act in plan.acts} if plan is not None else set()
    if len(acts) > 1:
        return QCoreApplication.translate("PlanDialog", "Do all of this")
    return act_label(acts.pop() if acts else chosen)


def checked_text(report: RunReport) -> str:
    """What a dry run found."""
    texts = [
        QCoreApplication.translate(
            "PlanDialog",
            "Checked, and nothing was changed: %Ln files can be processed.",
            "",
            report.done,
        )
    ]
    if report.skipped:
        count = len(report.skipped)
        text = QCoreApplication.translate(
            "PlanDialog", "%Ln would stay; the second list says why.", "", count
        )
        texts.append(text)
    if report.unsure:
        text = QCoreApplication.translate(
            "PlanDialog",
            "Whether the trash can take a file, or the drive can link or clone one, is known only "
            "when it is done.",
        )
        texts.append(text)
    return fmt.sentences(*texts)


def changes_text(acts: list[PlannedAct]) -> str:
    """What else becomes different by an act; empty for nothing."""
    changes = [change.partition(": ") for act in acts[:1] for change in act.changes]
    if not changes:
        return ""
    names = {
        "modified": QCoreApplication.translate("PlanDialog", "modified"),
        "mode": QCoreApplication.translate("PlanDialog", "permissions"),
        NAMES_OUTSIDE: QCoreApplication.translate(
            "PlanDialog", "other names outside the library, which undo does not join again:"
        ),
        LINKS_LEFT: QCoreApplication.translate(
            "PlanDialog", "symbolic links to it, which lead nowhere until undo:"
        ),
    }
    told = fmt.series(f"{names.get(name, name)} {value}" for name, _, value in changes)
    return QCoreApplication.translate("PlanDialog", "Changes: {changes}").format(changes=told)
