"""Two texts beside each other that scroll together, their common passages linked.

What is common and what differs comes from the view models; this widget shows it and steps through
it. A click into a passage, on its number or on its band brings it up on the other side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial

from PySide6.QtCore import QEvent, QSettings, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QSplitter,
    QToolButton,
    QToolTip,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from simhash_gui.services.comparison.evidence import Passage, Spans
from simhash_gui.ui.common.buttons import IconButton, SwitchButton
from simhash_gui.ui.common.flow_row import FlowRow
from simhash_gui.ui.common.stepper import Stepper
from simhash_gui.ui.reading.difference_places import DifferingPlace, DifferingPlaces, Extent
from simhash_gui.ui.reading.evidence_texts import (
    difference_ways,
    legend_text,
    passage_text,
    passage_ways,
)
from simhash_gui.ui.reading.passage_overview import PassageOverview, View
from simhash_gui.ui.reading.reading_tools import ReadingTools
from simhash_gui.ui.reading.shared_passages import LinkedPassages, TextAlignment
from simhash_gui.ui.reading.shown_text import Place, shown_text
from simhash_gui.ui.reading.text_differences import Side, TextDifferences
from simhash_gui.ui.reading.text_evidence import TextEvidence
from simhash_gui.ui.reading.text_pane import TextPane
from simhash_gui.ui.theme.tokens import Space

_NONE = -1
_ROWS_ABOVE = 2
_APART_MS = 200  # long texts leave in two turns of the event loop
_SWITCH_NAMES = ("wrap", "fixed", "together", "narrow")


class SideBySide(QWidget):
    """Panes A and B. ``bar`` holds their switches; its place is the owner's choice."""

    jumping = Signal()  # both texts are about to show other lines

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._differences: TextDifferences | None = None
        self._shared: LinkedPassages | None = None
        self._alignment: TextAlignment | None = None
        self._is_following = False
        self._is_measuring = self._is_resizing = False
        self._held = set[Side]()
        self._is_to_stay = self._is_to_be_framed = False
        self._change = _NONE
        self._stepped_to: DifferingPlace | None = None
        self._current: int | None = None
        self._stays_at: int | Spans | None = None
        self._dims_common = False
        self._is_by_characters = False
        self._opens_at: int | Spans | None = None
        self._panes = {side: TextPane() for side in Side}
        self.pane(Side.B).beside = self.pane(Side.A)
        self.overview = PassageOverview()
        self._wrap, self._fixed, self._together = (SwitchButton() for _ in range(3))
        self.tools = ReadingTools(self._panes)
        self.passages, self.changes = Stepper(), Stepper()
        self.legend = IconButton("info")
        self.legend.clicked.connect(self._show_legend)
        self.bar = FlowRow(Space.XS)
        self._build()
        self._connect()
        self.retranslate()

    def retranslate(self) -> None:
        """Set every text in the current language."""
        _label(self._wrap, self.tr("Wrap"), self.tr("Wrap long lines"))
        _label(self._fixed, self.tr("Fixed"), self.tr("Use the fixed-width font"))
        _label(
            self._together,
            self.tr("Together"),
            self.tr("Scroll together: keep corresponding parts side by side"),
        )
        self.passages.set_labels(self.tr("Previous passage"), self.tr("Next passage"))
        self.changes.set_labels(self.tr("Previous difference"), self.tr("Next difference"))
        self.pane(Side.A).setAccessibleName(self.tr("Text of A"))
        self.pane(Side.B).setAccessibleName(self.tr("Text of B"))
        self.overview.setAccessibleName(self.tr("Overview of the common passages"))
        self.legend.set_label(legend_text())
        self._summarise()

    def _show_legend(self) -> None:
        corner = self.legend.mapToGlobal(self.legend.rect().bottomLeft())
        QToolTip.showText(corner, legend_text(), self.legend)

    def pane(self, side: Side) -> TextPane:
        """One of the two panes."""
        return self._panes[side]

    @property
    def differences(self) -> TextDifferences | None:
        """What is shown."""
        return self._differences

    @property
    def current_passage(self) -> int | None:
        """The index of the current passage."""
        return self._current

    def summary(self) -> str:
        """The line that counts the differences."""
        return self.changes.summary()

    def show_beginnings(self, texts: Mapping[Side, str]) -> None:
        """Show where texts begin that are being compared."""
        self._show_lines({side: shown_text(text).lines for side, text in texts.items()})

    def _show_lines(self, lines: Mapping[Side, Sequence[str]]) -> None:
        self._differences = self._alignment = None  # panes scroll while they are filled
        for place, (side, shown) in enumerate(lines.items()):
            self.pane(side).show_lines(shown, after_ms=None if shown else place * _APART_MS)
        self.tools.forget()

    def show_differences(self, differences: TextDifferences | None) -> None:
        """Show two texts with their marks, or nothing. Passages follow by ``show_evidence``."""
        self._change = _NONE
        self.tools.show_differences(differences)
        self._dims_common, self._opens_at = False, None
        self._show_lines({side: differences.lines(side) if differences else () for side in Side})
        self._differences = differences
        self._alignment = TextAlignment.of(differences, None) if differences is not None else None
        with self._marking_once():
            self._show_marks()
            self._show_passages(None)

    def show_evidence(self, found: TextEvidence | None, *, is_measuring: bool) -> None:
        """Link the passages of the texts that are shown; None while they are looked for."""
        self._is_measuring = is_measuring
        if found is not None:
            self._differences = found.differences
            self._alignment = TextAlignment.of(found.differences, found.passages)
        self._dims_common = found is not None and found.is_mostly_common
        with self._marking_once():
            if found is not None:
                self._show_marks()
            self._show_passages(found.passages if found is not None else None)
            if found is not None and found.shares_only_passages:
                self._opens_at = found.passages.longest()
                self._open_at_passage()

    def open_at(self, begin: Passage | Spans) -> None:
        """Begin at the linked passage that is nearest to one, or at places of its own.

        That is as soon as both panes are filled.
        """
        self._opens_at = (begin.a, begin.b) if isinstance(begin, Passage) else begin
        if isinstance(begin, Passage) and self._shared is not None and self._shared.passages:
            self._opens_at = self._shared.nearest(begin)
        self._open_at_passage()

    def set_by_characters(self, is_by_characters: bool) -> None:
        """Mark every character that differs and no passages, or passages and words."""
        if is_by_characters is self._is_by_characters:
            return
        self._is_by_characters = is_by_characters
        for widget in (self.passages, self.overview):
            widget.setVisible(not is_by_characters)
        with self._marking_once():
            self._show_marks()
            self._show_passages(self._shared)

    @contextmanager
    def _marking_once(self) -> Iterator[None]:
        """Lay marks over the lines in view once, whatever changes of them."""
        self.hold_marks()
        with self.pane(Side.A).remembering_rows(), self.pane(Side.B).remembering_rows():
            yield
            self.release_marks()

    def hold_marks(self) -> None:
        """See ``TextPane.hold_marks``."""
        for pane in self._panes.values():
            pane.hold_marks()

    def release_marks(self) -> None:
        """Lay them over both texts, if any has changed meanwhile."""
        for pane in self._panes.values():
            self._release_pane(pane)

    def _release_pane(self, pane: TextPane) -> None:
        """What scrolls by that is scrolled by nobody."""
        was_following, self._is_following = self._is_following, True
        pane.release_marks()
        self._is_following = was_following

    def hold(self) -> None:
        """Nothing is painted: what follows from the rows in view waits for ``steps``."""
        for side, pane in self._panes.items():
            if side not in self._held:
                self._held.add(side)
                pane.hold_marks()

    def steps(self) -> Iterator[Callable[[], None]]:
        """What has waited since ``hold``, to be done in this order before the painting."""
        yield from (pane.lay_out for pane in self._panes.values())
        yield self._stay_held
        yield from (partial(self._release, side) for side in Side)
        yield self._frame_held

    def _stay_held(self) -> None:
        if self._is_to_stay and self._stays_at is not None:
            self._begin_at(self._stays_at)
        self._is_to_stay = False

    def _release(self, side: Side) -> None:
        if side in self._held:
            self._held.remove(side)
            self._release_pane(self.pane(side))

    def _frame_held(self) -> None:
        if self._is_to_be_framed:
            self._frame()

    def _show_marks(self) -> None:
        differences = self._differences
        if differences is not None:
            for side, pane in self._panes.items():
                marked, lines = differences.marked(side), differences.lines(side)
                pane.show_marks(
                    marked.by_characters()
                    if self._is_by_characters
                    else marked.without_quote_signs(lines)
                )
            self._stay_at_difference()

    def _stay_at_difference(self) -> None:
        """Where the reader has stepped to, though other places are marked now."""
        places = self._places()
        if self._change != _NONE and self._stepped_to is not None and places:
            self._change = places.first_from(self._stepped_to.a.start)
            self._bring_out(places[self._change])
        else:
            self._change = _NONE

    def _bring_out(self, found: DifferingPlace) -> None:
        self._stepped_to = found
        for pane, extent in zip(self._panes.values(), found, strict=True):
            pane.step_to(extent)

    def step_on(self) -> None:
        """Go to the next place that differs, if there is one."""
        self._step(1)

    def step_back(self) -> None:
        """Go to the place before that differs, if there is one."""
        self._step(-1)

    def next_passage(self) -> None:
        """Go to the next passage in the order of A."""
        self._step_passage(1)

    def previous_passage(self) -> None:
        """Go to the passage before in the order of A."""
        self._step_passage(-1)

    def go_to_passage(self, index: int) -> None:
        """Show a passage on both sides."""
        if self._shared is None or self._differences is None:
            return
        self._begin_to_jump()
        passage, text = self._shared.passages[index], self._differences.text
        places = {side: text(side).place_of(passage.span(side).start) for side in Side}
        with self._marking_once():
            self._look_at(index)
            self._bring_up(places)
        self._stays_at = index
        self._frame()

    def _go_to_spans(self, spans: Spans) -> None:
        """Show, and bring out, what stands in each text, where it does."""
        if self._differences is None:
            return
        text = self._differences.text
        with self._marking_once():
            places: dict[Side, Place] = {}
            for side, span in zip(Side, spans, strict=True):
                if span is not None:
                    extent = Extent(*map(text(side).place_of, (span.start, span.end)))
                    self.pane(side).step_to(extent)
                    places[side] = extent.start
            self._bring_up(places)
        self._stays_at = spans
        self._frame()

    def _bring_up(self, places: Mapping[Side, Place]) -> None:
        """Scroll so that these stand beside each other, near the top."""
        self._is_following = True
        for side, place in places.items():
            self.pane(side).scroll_to_place(place, _ROWS_ABOVE)
        # near its end a text cannot come up so far; the other one then stays as low
        row = max(self.pane(side).row_in_view(place) for side, place in places.items())
        for side, place in places.items():
            self.pane(side).scroll_to_place(place, row)
        self._is_following = False

    def _begin_to_jump(self) -> None:
        # Else whoever scrolls on and on would see nothing meanwhile.
        if self.updatesEnabled() and not self._is_following:
            self.jumping.emit()

    def _begin_at(self, where: int | Spans) -> None:
        if isinstance(where, int):
            self.go_to_passage(where)
        else:
            self._go_to_spans(where)

    def _stay(self) -> None:
        """At the passage that was gone to, though its rows are others in panes of another size."""
        if self._is_resizing:
            return
        if self._held:
            self._is_to_stay = True
        elif self._stays_at is not None:
            self._begin_at(self._stays_at)
        self._frame()

    def _begin_resizing(self) -> None:
        self._is_resizing = True
        self.hold_marks()

    def _end_resizing(self) -> None:
        """Only now, with both panes of their new size: each step costs as much as the last."""
        self._is_resizing = False
        self._stay()
        self.release_marks()

    def switches(self) -> tuple[QToolButton, ...]:
        """Wrap, fixed width, scroll together, narrow lines."""
        return self._wrap, self._fixed, self._together, self.tools.narrow

    def save_state(self, settings: QSettings) -> None:
        """Keep the switches."""
        for name, button in zip(_SWITCH_NAMES, self.switches(), strict=True):
            settings.setValue(f"compare/{name}", button.isChecked())

    def restore_state(self, settings: QSettings) -> None:
        """Bring the switches back."""
        for name, button in zip(_SWITCH_NAMES, self.switches(), strict=True):
            button.setChecked(bool(settings.value(f"compare/{name}", button.isChecked(), bool)))

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() is QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def _build(self) -> None:
        self._wrap.setChecked(True)
        self._together.setChecked(True)
        self.bar.add(self.passages, stretch=3)
        self.bar.add(self.changes, stretch=2)
        for button in (self._wrap, self._fixed, self._together):
            self.bar.add(button)
        self.bar.add(self.legend)
        split = _Beside(Qt.Orientation.Horizontal)
        split.resizing.connect(self._begin_resizing)
        split.resized.connect(self._end_resizing)
        split.setChildrenCollapsible(False)
        split.setHandleWidth(Space.XS)
        for position, widget in enumerate((self.pane(Side.A), self.overview, self.pane(Side.B))):
            split.addWidget(widget)
            split.setStretchFactor(position, 0 if widget is self.overview else 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.tools)
        column.addWidget(split, 1)

    def _connect(self) -> None:
        self.pane(Side.A).scrolled.connect(self._follow_a)
        self.pane(Side.B).scrolled.connect(self._follow_b)
        self.pane(Side.A).picked.connect(self._pick_a)
        self.pane(Side.B).picked.connect(self._pick_b)
        for pane in self._panes.values():
            self._wrap.toggled.connect(pane.set_wrapped)
            self._fixed.toggled.connect(pane.set_fixed)
            pane.number_clicked.connect(self.go_to_passage)
            pane.filled.connect(self._frame)
            pane.filled.connect(self._open_at_passage)
            pane.resized.connect(self._stay)
            pane.jumped.connect(self._begin_to_jump)
            pane.describe = self._describe
        self._together.toggled.connect(self._follow_a)  # does nothing once it is off
        self.overview.place_wanted.connect(self._go_to_share)
        self.overview.passage_wanted.connect(self.go_to_passage)
        self.passages.stepped.connect(self._step_passage)
        self.changes.stepped.connect(self._step)
        self.passages.set_shortcuts("Alt+PgUp", "Alt+PgDown")
        self.changes.set_shortcuts("Alt+Up", "Alt+Down")
        steppers = self.passages, self.changes, self.tools.places
        self.addActions([action for stepper in steppers for action in stepper.actions_of()])

    # Passages

    def _show_passages(self, shared: LinkedPassages | None) -> None:
        self._shared, self._current, self._stays_at = shared, None, None
        shown = None if self._is_by_characters else shared
        dims_common = self._dims_common and not self._is_by_characters
        for side, pane in self._panes.items():
            pane.show_passages(shown, side, dims_common=dims_common)
        lengths = {
            side: self._differences.length(side) if self._differences is not None else 1
            for side in Side
        }
        self.overview.show_passages(shared.passages if shared is not None else (), lengths)
        self._frame()
        self._summarise()

    def _open_at_passage(self) -> None:
        """Begin where that was wanted, as soon as both texts are in their panes."""
        if self._opens_at is not None and all(pane.is_filled for pane in self._panes.values()):
            where, self._opens_at = self._opens_at, None
            self._begin_at(where)

    def _look_at(self, index: int | None) -> None:
        self._current, self._stays_at = index, None
        for pane in self._panes.values():
            pane.look_at(index)
        self.overview.look_at(index)
        self._summarise()

    def _step_passage(self, by: int) -> None:
        count = len(self._shared.passages) if self._shared is not None else 0
        if count:
            before = self._current if self._current is not None else (-1 if by > 0 else count)
            self.go_to_passage(min(max(before + by, 0), count - 1))

    def _pick_a(self, place: Place) -> None:
        self._pick(place, Side.A)

    def _pick_b(self, place: Place) -> None:
        self._pick(place, Side.B)

    def _pick(self, place: Place, side: Side) -> None:
        """Make the passage at a place current and show its other side; none outside passages."""
        if self._shared is None or self._differences is None:
            return
        index = self._shared.side(side).at(place)
        self._look_at(index)
        if index is None:
            return
        passage, text = self._shared.passages[index], self._differences.text
        own = text(side).place_of(passage.span(side).start)
        other = text(side.other).place_of(passage.span(side.other).start)
        row = max(self.pane(side).row_in_view(own), 0)
        self._is_following = True
        self.pane(side.other).scroll_to_place(other, row)
        self._is_following = False
        self._frame()

    def _describe(self, index: int) -> str:
        return passage_text(self._shared, index) if self._shared is not None else ""

    # Scrolling

    def _step(self, by: int) -> None:
        places = self._places()
        if places:
            self._change = min(max(self._change + by, 0), len(places) - 1)
            self._go_to(places[self._change])
            self._summarise()

    def _places(self) -> DifferingPlaces:
        """What is marked: by words, or character by character."""
        if self._differences is None:
            return DifferingPlaces()
        return self._differences.places(by_characters=self._is_by_characters)

    def _follow_a(self) -> None:
        self._follow(Side.A)

    def _follow_b(self) -> None:
        self._follow(Side.B)

    def _follow(self, moved: Side) -> None:
        """Bring what stands opposite the top of one pane to the top of the other."""
        if self._is_following:
            return
        self._stays_at = None
        if self._together.isChecked() and self._alignment is not None:
            self._is_following = True
            with self._marking_once():
                opposite = self._alignment.opposite(self.pane(moved).top_place(), moved)
                self.pane(moved.other).scroll_to_place(opposite)
            self._is_following = False
        self._frame()

    def _go_to(self, found: DifferingPlace) -> None:
        """Bring out one place in both texts, and bring it into view where it is not."""
        self._begin_to_jump()
        self._is_following, self._stays_at = True, None
        ends = [
            (pane, extent.start) for pane, extent in zip(self._panes.values(), found, strict=True)
        ]
        if not all(0 <= pane.row_in_view(start) < pane.rows_in_view() for pane, start in ends):
            for pane, start in ends:
                pane.scroll_to_place(start, _ROWS_ABOVE)
        self._bring_out(found)
        self._is_following = False
        self._frame()

    def _go_to_share(self, side: Side, share: float) -> None:
        if self._differences is not None:
            text = self._differences.text(side)
            place = text.place_of(int(share * self._differences.length(side)))
            pane = self.pane(side)
            pane.scroll_to_place(place, pane.rows_in_view() // 2)

    def _frame(self) -> None:
        """Tell the overview which part of either text is in view."""
        self._is_to_be_framed = bool(self._held)
        if self._differences is None or self._held:
            return
        for side, pane in self._panes.items():
            text, length = self._differences.text(side), self._differences.length(side)
            places = pane.top_place(), pane.bottom_place()
            start, end = (text.offset_of(place) / max(length, 1) for place in places)
            self.overview.show_view(side, View(start, end))

    def _summarise(self) -> None:
        shared = self._shared
        self.passages.tell(
            *passage_ways(shared, self._current, is_measuring=self._is_measuring),
            can_step=shared is not None and bool(shared.passages),
        )
        ways = difference_ways(
            self._differences,
            self._change,
            by_characters=self._is_by_characters,
            has_moved=shared is not None and shared.moved_count > 0,
        )
        self.changes.tell(*ways, can_step=bool(self._places()))


class _Beside(QSplitter):
    """Tells when it begins to give all its panes another size, and when all have it."""

    resizing = Signal()
    resized = Signal()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        self.resizing.emit()
        super().resizeEvent(event)
        self.resized.emit()


def _label(button: QToolButton, text: str, tip: str) -> None:
    button.setText(text)
    button.setToolTip(tip)
