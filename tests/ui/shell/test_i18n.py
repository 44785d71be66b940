"""The language of the window: what the choice comes to, and formats that follow it."""

from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QLocale, Qt
from PySide6.QtWidgets import QFileDialog, QFileSystemModel, QLabel
from pytestqt.qtbot import QtBot

from simhash_gui.services.library.paths import AppPaths
from simhash_gui.services.library.settings import Language
from simhash_gui.ui.common import format as fmt
from simhash_gui.ui.session.choosers import qt_labels
from simhash_gui.ui.shell.i18n import Translator


def test_chinese_and_english_are_what_they_say(translator: Translator) -> None:
    assert translator.resolve(Language.CHINESE) is Language.CHINESE
    assert translator.resolve(Language.ENGLISH) is Language.ENGLISH


@pytest.mark.parametrize(
    ("system", "language"),
    [("zh_CN", Language.CHINESE), ("zh_TW", Language.CHINESE), ("de_DE", Language.ENGLISH)],
)
def test_the_system_decides_where_the_user_has_not(
    paths: AppPaths, system: str, language: Language
) -> None:
    translator = Translator(paths.translations, system_locale=QLocale(system))

    assert translator.resolve(Language.SYSTEM) is language


def test_formats_follow_the_language(translator: Translator) -> None:
    translator.apply(Language.CHINESE)

    assert QLocale().language() is QLocale.Language.Chinese


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(60, "1 分 0 秒"), (59, "59 秒"), (3600, "1 小时 0 分"), (90_000, "1 天 1 小时")],
)
def test_lengths_of_time_are_in_the_language(
    translator: Translator, seconds: int, text: str
) -> None:
    translator.apply(Language.CHINESE)

    assert fmt.duration(seconds) == text


def test_sentences_are_joined_as_the_language_does(translator: Translator) -> None:
    assert fmt.sentences("One.", "", "Two.") == "One. Two."

    translator.apply(Language.CHINESE)

    assert fmt.sentences("其一。", "其二。") == "其一。其二。"
    assert fmt.sentences() == ""


def test_a_system_that_speaks_the_language_keeps_its_own_formats(paths: AppPaths) -> None:
    translator = Translator(paths.translations, system_locale=QLocale("en_NZ"))

    translator.apply(Language.ENGLISH)

    assert QLocale().territory() is QLocale.Country.NewZealand
    translator.remove()


def test_chinese_words_appear_and_leave_again(translator: Translator) -> None:
    translator.apply(Language.CHINESE)
    chinese = QCoreApplication.translate("PageId", "Library")
    translator.apply(Language.ENGLISH)
    english = QCoreApplication.translate("PageId", "Library")

    assert (chinese, english) == ("文档库", "Library")


def test_one_document_is_no_documents_in_english(translator: Translator) -> None:
    translator.apply(Language.ENGLISH)

    one = QCoreApplication.translate("DocumentsPanel", "%Ln documents", "", 1)
    many = QCoreApplication.translate("DocumentsPanel", "%Ln documents", "", 1204)

    assert (one, many) == ("1 document", "1,204 documents")


def test_without_translations_the_window_speaks_english(tmp_path: Path) -> None:
    translator = Translator(tmp_path)

    translator.apply(Language.CHINESE)

    assert QCoreApplication.translate("PageId", "Library") == "Library"
    translator.remove()


def test_the_dialog_for_files_of_qt_speaks_chinese(qtbot: QtBot, translator: Translator) -> None:
    translator.apply(Language.CHINESE)
    dialog = QFileDialog(options=QFileDialog.Option.DontUseNativeDialog)
    qtbot.addWidget(dialog)
    shown = [label.text() for label in dialog.findChildren(QLabel)]

    model = dialog.findChild(QFileSystemModel)
    assert model is not None
    *labels, size, folder = qt_labels()

    assert set(labels) <= set(shown)
    assert model.headerData(1, Qt.Orientation.Horizontal) == size == "大小"
    assert folder == "文件夹"
    assert not any(text.isascii() for text in shown if text)
