"""The language of the window, switched while it runs.

Widgets set their texts in ``retranslate``, which Qt's LanguageChange event leads to.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QObject, QTranslator

from simhash_gui.services.library.settings import Language


class Translator(QObject):
    """Loads the translations of a language and sets the locale that formats follow."""

    def __init__(
        self,
        folder: Path,
        parent: QObject | None = None,
        *,
        system_locale: QLocale | None = None,
    ) -> None:
        super().__init__(parent)
        self._folder = folder
        self._system_locale = system_locale or QLocale.system()
        self._installed: list[QTranslator] = []

    def apply(self, choice: Language) -> None:
        """Switch everything to ``choice``; open windows follow at once."""
        language = self.resolve(choice)
        QLocale.setDefault(self._locale(language))
        self.remove()
        self._installed = self._load(language)
        for translator in self._installed:
            QCoreApplication.installTranslator(translator)

    def remove(self) -> None:
        """Take every translation away; the texts are then those of the source."""
        for translator in self._installed:
            QCoreApplication.removeTranslator(translator)
        self._installed = []

    def resolve(self, choice: Language) -> Language:
        """English or Chinese, whichever ``choice`` comes to on this system."""
        if choice is not Language.SYSTEM:
            return choice
        is_chinese = self._system_locale.language() is QLocale.Language.Chinese
        return Language.CHINESE if is_chinese else Language.ENGLISH

    def _locale(self, language: Language) -> QLocale:
        """The system's own locale where it speaks the language (its dates, its separators)."""
        wanted = QLocale(language.value)
        if self._system_locale.language() is wanted.language():
            return self._system_locale
        return wanted

    def _load(self, language: Language) -> list[QTranslator]:
        qt_folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
        candidates = [
            (f"qtbase_{language.value}", qt_folder),
            (f"simhash_gui_{language.value}", str(self._folder)),
        ]
        loaded = []
        for name, folder in candidates:
            translator = QTranslator(self)
            if translator.load(name, folder):
                loaded.append(translator)
        return loaded
