"""The five steps on any text: segment, hash, weigh, merge, reduce; numbers and picture together."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QCoreApplication, QRegularExpression, QSignalBlocker, Qt
from PySide6.QtGui import QRegularExpressionValidator, QStandardItemModel
from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel, QLineEdit, QPlainTextEdit, QPushButton
from typing_extensions import override

from simhash_gui.core.fingerprint.recipe import (
    HashFunction,
    InvalidRecipeError,
    Recipe,
    Segmentation,
    TieRule,
    Weighting,
    named_recipes,
    recipe_named,
)
from simhash_gui.services.comparison.trace_report import trace_lines
from simhash_gui.services.library.browsing import (
    DocumentFilter,
    DocumentRow,
    DocumentSort,
    document_ids,
    document_rows,
)
from simhash_gui.services.library.libraries import Library
from simhash_gui.services.teaching.lessons import (
    Lesson,
    TracedLesson,
    exchange_moves,
    lesson_recipe,
    places_of,
    won_bits,
)
from simhash_gui.services.teaching.presets import Topic
from simhash_gui.services.teaching.questions import Kind
from simhash_gui.ui.common.flow_row import FlowRow
from simhash_gui.ui.common.format import number, sentences
from simhash_gui.ui.common.labels import WrappedLabel
from simhash_gui.ui.common.recipe_texts import feature_text, recipe_texts
from simhash_gui.ui.common.roles import Role, set_role
from simhash_gui.ui.learn.bit_row import BitRow
from simhash_gui.ui.learn.gate import Gate
from simhash_gui.ui.learn.question_task import QuestionTask
from simhash_gui.ui.learn.stage import (
    LessonStage,
    PresetChooser,
    StageId,
    TextBox,
    asking_timer,
    wordless_text,
)
from simhash_gui.ui.learn.stepper import Stepper
from simhash_gui.ui.learn.view_model import LearnViewModel
from simhash_gui.ui.learn.vote_table import Step, VoteArea, VoteTable

WIDTHS = (6, 8, 64, 128)
WEIGHTINGS = (Weighting.COUNT, Weighting.GIVEN, Weighting.LOG_COUNT, Weighting.TF_IDF)
HASHES = (HashFunction.XXH3_64, HashFunction.MD5_FIRST_64, HashFunction.PYTHON_128)
_MOST_LISTED = 500
PSEUDO_CODE = (
    "features = words of the text",
    "for each feature: h = hash(feature)",
    "    for each bit i: vote[i] = weight if h[i] else -weight",
    "    for each bit i: sum[i] += vote[i]",
    "for each bit i: fingerprint[i] = 1 if sum[i] > 0 else 0",
)
"""A line for each of the five steps."""


class StepsStage(LessonStage):
    """One text with every choice of the recipe, and the trace that follows."""

    id = StageId.STEPS

    def __init__(self, model: LearnViewModel) -> None:
        kinds = (Kind.SUM, Kind.BITS, Kind.FLIPS)
        super().__init__(model, [Gate(model, QuestionTask(model, kind, 1)) for kind in kinds])
        self.presets = PresetChooser(model)
        self.documents = QComboBox()
        self.text = TextBox()
        self.recipes, self.recipe_note = QComboBox(), WrappedLabel()
        set_role(self.recipe_note, Role.MUTED)
        self.choices = FlowRow()
        self.widths, self.weightings, self.hashes = QComboBox(), QComboBox(), QComboBox()
        self.stop_words = QCheckBox()
        self.hand_weights = QLineEdit()
        digits = QRegularExpression("[1-5 ]*")
        self.hand_weights.setValidator(QRegularExpressionValidator(digits, self))
        self.labels = [QLabel() for _ in range(4)]
        self.steps = WrappedLabel()
        self.stepper = Stepper(self, Step.SEGMENT, upto=self.steps)
        self.table = VoteTable()
        self.table_area = VoteArea(self.table)
        self.bits = BitRow(64)
        self.result_label, self.result, self.result_row = QLabel(), QLabel(), FlowRow()
        set_role(self.result, Role.FIXED)
        self.result_row.add(self.result_label)
        self.result_row.add(self.result)
        self.trace_button, self.code_button = QPushButton(), QPushButton()
        self.trace_text, self.code = QPlainTextEdit(), QLabel()
        self.traced: TracedLesson | None = None
        self._timer = asking_timer(self, self.trace)
        self._lay_out()
        self._connect()
        self.stepper.set_steps(Step.REDUCE, Step.REDUCE)
        self._load()

    @override
    def title(self) -> str:
        return self.tr("Five steps to a fingerprint")

    @override
    def entered(self) -> None:
        super().entered()
        self.trace()
        library = self.model.session.library
        if library is not None:
            self.model.session.reads.submit(
                _listed, library, on_done=self._list_documents, key="learn-documents"
            )

    @override
    def retranslate(self) -> None:
        super().retranslate()
        self.intro.setText(
            self.tr(
                "Each word is hashed to bits, and votes on every bit: its weight where it has a 1, "
                "minus its weight where it has a 0. Its weight is how often it comes. The votes "
                "are added up: a sum above zero makes a 1, zero or below a 0. Example: “desk”, "
                "100101, × 4 and “bear”, 101011, × 5 give 9 −9 1 −1 1 9, so 101011. A ~ marks "
                "a bit whose sum is so near zero that one replaced word may flip it."
            )
        )
        self.presets.retranslate()
        self.presets.follow_language()
        self.stepper.retranslate()
        self._retranslate_choices()
        self.text.set_name(self.tr("Text"))
        self.stop_words.setText(self.tr("Leave out stop words"))
        self.hand_weights.setPlaceholderText(self.tr("weights 1–5, as 4 5 1"))
        self.hand_weights.setAccessibleName(self.tr("Weights by hand"))
        self.table.setAccessibleName(self.tr("Votes"))
        self.bits.set_name(self.tr("Fingerprint"))
        self.result_label.setText(self.tr("The same in hexadecimal:"))
        self.trace_button.setText(self.tr("What fingerprint --trace prints"))
        self.trace_text.setAccessibleName(self.trace_button.text())
        self.code_button.setText(self.tr("Pseudo-code"))
        self.documents.setItemText(0, self.tr("A document of the library…"))
        self.documents.setAccessibleName(self.tr("Document of the library"))
        self._show_steps()

    def lesson(self) -> Lesson:
        """The text with its choices. Raises InvalidRecipeError where they do not go together."""
        named = self.recipes.currentData()
        if named is not None:
            return Lesson(self.text.toPlainText(), recipe_named(named))
        recipe = lesson_recipe(
            WIDTHS[self.widths.currentIndex()],
            WEIGHTINGS[self.weightings.currentIndex()],
            HASHES[self.hashes.currentIndex()],
        )
        by_hand = map(int, self.hand_weights.text().replace(" ", ""))
        return Lesson(self.text.toPlainText(), recipe, tuple(by_hand), self.stop_words.isChecked())

    def trace(self) -> None:
        """Ask for the trace of the text as it stands."""
        self._timer.stop()
        try:
            lesson = self.lesson()
        except InvalidRecipeError:
            self.widths.setCurrentIndex(WIDTHS.index(64))
            return
        self.model.ask("trace", "trace", lesson, on_done=self._take)

    def _lay_out(self) -> None:
        self.recipes.addItem("", None)
        for name in named_recipes():
            self.recipes.addItem("", name)
        for combo, texts in (
            (self.widths, [str(width) for width in WIDTHS]),
            (self.weightings, [""] * len(WEIGHTINGS)),
            (self.hashes, [""] * len(HASHES)),
        ):
            combo.addItems(texts)
        self.documents.addItem("", None)
        self.presets.add(self.documents)
        combos = (self.recipes, self.widths, self.weightings, self.hashes)
        recipes = FlowRow()
        for label, combo in zip(self.labels, combos, strict=True):
            row = recipes if combo is self.recipes else self.choices
            row.add(label)
            row.add(combo)
        self.choices.add(self.hand_weights)
        self.choices.add(self.stop_words)
        buttons = FlowRow()
        buttons.add(self.trace_button)
        buttons.add(self.code_button)
        self.trace_text.setReadOnly(True)
        for fixed in (self.trace_text, self.code):
            set_role(fixed, Role.FIXED)
            fixed.hide()
        self.trace_text.setMinimumHeight(self.trace_text.fontMetrics().lineSpacing() * 14)
        self.trace_text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.code.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        for widget in (
            self.presets, self.text, self.text.note, recipes, self.choices, self.recipe_note,
            self.stepper, self.table_area, self.bits, self.result_row, self.steps, buttons,
            self.code, self.trace_text,
        ):  # fmt: skip
            self.column.addWidget(widget)

    def _connect(self) -> None:
        for combo in (self.recipes, self.widths, self.weightings, self.hashes):
            combo.currentIndexChanged.connect(self._timer.start)
        self.recipes.currentIndexChanged.connect(self._show_recipe)
        self.weightings.currentIndexChanged.connect(self._show_hand_weights)
        self.hashes.currentIndexChanged.connect(self._offer_widths)
        self.presets.chosen.connect(self._load)
        self.presets.watch(self.text)
        self.documents.activated.connect(self._load_document)
        self.text.textChanged.connect(self._timer.start)
        self.hand_weights.textChanged.connect(self._timer.start)
        self.stop_words.toggled.connect(self._timer.start)
        self.table.pointed.connect(self._light)
        self.stepper.moved.connect(self._show_steps)
        self.trace_button.clicked.connect(partial(_toggle, self.trace_text))
        self.code_button.clicked.connect(partial(_toggle, self.code))

    def _load(self) -> None:
        is_by_hand = self.presets.topic is Topic.BY_HAND
        with QSignalBlocker(self.widths):
            self.widths.setCurrentIndex(WIDTHS.index(6 if is_by_hand else 64))
        self.text.setPlainText(self.presets.preset.a)
        self._show_hand_weights()

    def _load_document(self, row: int) -> None:
        document_id, library = self.documents.itemData(row), self.model.session.library
        if document_id is not None and library is not None:
            with QSignalBlocker(self.widths):
                self.widths.setCurrentIndex(WIDTHS.index(64))
            self.model.ask(
                "document", "document", library.place, document_id, on_done=self.text.setPlainText
            )

    def _list_documents(self, rows: list[DocumentRow]) -> None:
        while self.documents.count() > 1:
            self.documents.removeItem(1)
        for row in rows:
            self.documents.addItem(row.name, row.id)

    def _offer_widths(self) -> None:
        """Grey the widths for which a hash has not enough bits."""
        rows = self.widths.model()
        assert isinstance(rows, QStandardItemModel)
        most = HASHES[self.hashes.currentIndex()]
        has_all = most is HashFunction.XXH3_64  # 128 bits are made by its larger sister
        for row, width in enumerate(WIDTHS):
            rows.item(row).setEnabled(has_all or width <= most.bits)

    def _show_recipe(self) -> None:
        """What a named recipe looks at; the single choices are for a recipe of one's own."""
        named = self.recipes.currentData()
        self.choices.setVisible(named is None)
        self.recipe_note.setVisible(named is not None)
        self.recipe_note.setText(recipe_texts(named).looks_at if named is not None else "")

    def _show_hand_weights(self) -> None:
        is_by_hand = WEIGHTINGS[self.weightings.currentIndex()] is Weighting.GIVEN
        self.hand_weights.setVisible(is_by_hand)

    def _take(self, traced: TracedLesson) -> None:
        self.traced = traced
        trace = traced.trace
        self.table.show_trace(trace)
        fingerprint = trace.fingerprint
        self.bits.show_bits(fingerprint.value, fingerprint.width, fragile=self.table.fragile)
        self.trace_text.setPlainText("\n".join(trace_lines(trace)) + "\n")
        self._show_steps()

    def _show_steps(self) -> None:
        step = Step(self.stepper.step)
        self.table.show_step(step)
        is_reduced = step is Step.REDUCE
        self.bits.setVisible(is_reduced)
        self.result_row.setVisible(is_reduced)
        recipe = None if self.traced is None else self.traced.lesson.recipe
        is_tie_one = recipe is not None and recipe.tie_rule is TieRule.ONE
        code = [line.replace("> 0", ">= 0") if is_tie_one else line for line in PSEUDO_CODE]
        lit = [f"{'▶' if n == step else ' '} {line}" for n, line in enumerate(code, 1)]
        self.code.setText("\n".join(lit))
        if self.traced is None or recipe is None:
            return
        trace = self.traced.trace
        weight = float(trace.weights.sum())
        texts = [
            *self._segment_texts(recipe, len(trace.tokens)),
            sentences(
                self.tr("3 Weigh: a 1 votes plus the weight, a 0 minus; {weight} in all."),
                self._weight_note(recipe),
            ),
            self.tr("4 Merge: one sum for each bit."),
            sentences(
                self.tr("5 Reduce: a sum of zero or above is a 1, below zero a 0.")
                if is_tie_one
                else self.tr("5 Reduce: a sum above zero is a 1, zero or below a 0."),
                self._fragile_note(recipe),
            ),
        ]
        told = "\n".join(texts[:step]).format(
            features=number(len(trace.features)),
            width=trace.fingerprint.width,
            weight=number(int(weight)) if weight.is_integer() else f"{weight:g}",
            most=f"{exchange_moves(trace).max(initial=0.0):.3g}",
            fragile=len(self.table.fragile),
        )
        self.steps.setText(told if trace.tokens else f"{told}\n{wordless_text()}")
        self.result.setText(trace.fingerprint.hex)

    def _segment_texts(self, recipe: Recipe, count: int) -> list[str]:
        """What the first two steps come to."""
        if _is_of_words(recipe):
            return [
                QCoreApplication.translate(
                    "StepsStage", "1 Segment: %Ln words, {features} different.", "", count
                ),
                self.tr("2 Hash: each word has {width} bits, always the same ones."),
            ]
        text = self.tr("1 Segment: features are {kind}; {{features}} of them distinct.")
        return [
            text.format(kind=feature_text(recipe)),
            self.tr("2 Hash: each feature has {width} bits, always the same ones."),
        ]

    def _fragile_note(self, recipe: Recipe) -> str:
        """Which bits are marked; where words are counted, one that is new weighs one."""
        if not _is_of_words(recipe):
            return self.tr(
                "One feature, replaced once by another of the same weight, moves a sum by up to "
                "{most}, which may flip the bits marked ~: {fragile} of {width} here."
            )
        if recipe.weighting in {Weighting.COUNT, Weighting.LOG_COUNT}:
            return self.tr(
                "One word replaced moves a sum by up to {most}, which may flip the bits marked ~: "
                "{fragile} of {width} here."
            )
        return self.tr(
            "One word, replaced once by another of the same weight, moves a sum by up to {most}, "
            "which may flip the bits marked ~: {fragile} of {width} here."
        )

    def _weight_note(self, recipe: Recipe) -> str:
        """What a weight is, where it is not the count of which the stage tells first."""
        notes = {
            Weighting.GIVEN: self.tr(
                "Weights are those typed, in the order of the words, and 1 where none is."
            ),
            Weighting.LOG_COUNT: self.tr(
                "The weight is 1 plus the natural logarithm of the count."
            ),
            Weighting.TF_IDF: self.tr(
                "The weight is the count times how rare the word is in a list of Chinese words. "
                "Words that are not in it, such as English ones, count as equally rare."
            ),
        }  # fmt: skip
        is_by_keywords = recipe.segmentation is Segmentation.KEYWORDS
        return "" if is_by_keywords else notes.get(recipe.weighting, "")

    def _light(self, feature: str | None) -> None:
        self.text.light([] if self.traced is None else places_of(self.traced, feature))
        self.bits.set_lit(
            frozenset() if self.traced is None else won_bits(self.traced.trace, feature)
        )

    def _retranslate_choices(self) -> None:
        titles = (self.tr("Recipe"), self.tr("Bits"), self.tr("Weights"), self.tr("Hash"))
        combos = (self.recipes, self.widths, self.weightings, self.hashes)
        for label, combo, title in zip(self.labels, combos, titles, strict=True):
            label.setText(title)
            combo.setAccessibleName(title)
        names = (
            self.tr("count"), self.tr("by hand, 1–5"), self.tr("1 + log count"), self.tr("TF-IDF"),
        )  # fmt: skip
        for row, name in enumerate(names):
            self.weightings.setItemText(row, name)
        self.recipes.setItemText(0, self.tr("my own choice"))
        for row, name in enumerate(named_recipes(), 1):
            self.recipes.setItemText(row, recipe_texts(name).label)
        self._show_recipe()
        for row, name in enumerate(("xxh3", "MD5", self.tr("old Python string hash"))):
            self.hashes.setItemText(row, name)


def _is_of_words(recipe: Recipe) -> bool:
    """Whether its features are single words."""
    return recipe.segmentation is Segmentation.WORDS and recipe.ngram_sizes == (1,)


def _toggle(widget: QPlainTextEdit | QLabel) -> None:
    widget.setVisible(widget.isHidden())


def _listed(library: Library) -> list[DocumentRow]:
    """The first documents by name."""
    ids = document_ids(library, DocumentFilter(), DocumentSort.NAME, descending=False)
    return document_rows(library, ids[:_MOST_LISTED].tolist())
