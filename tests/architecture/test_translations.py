"""`.ci/translations --check` passes on the repository and fails on what it is there to find."""

import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QTranslator

pytestmark = pytest.mark.thorough  # a check of a check; `.ci/check` runs it on this repository

REPOSITORY = Path(__file__).resolve().parents[2]

PAGE = """
class Page(QWidget):
    def retranslate(self):
        self.setText(self.tr("Import…"))
        self.setText(self.tr("{shown} of {total}").format(shown=1, total=2))
        self.setText(QCoreApplication.translate("Page", "%Ln documents", "", self.count))
"""
TRANSLATIONS = """\
Page\tImport…\t导入…
Page\t{shown} of {total}\t共 {total} 篇，显示 {shown} 篇
Page\t%Ln documents\t%Ln 篇文档\t%Ln document
"""


@dataclass(frozen=True, slots=True)
class Project:
    """A folder with one page and its translations."""

    root: Path

    @property
    def i18n(self) -> Path:
        return self.root / "resources" / "i18n"

    def run(self, *options: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, str(self.root / ".ci" / "translations"), *options],
            capture_output=True,
            text=True,
            check=False,
        )

    def write_page(self, text: str) -> None:
        page = self.root / "simhash_gui" / "ui" / "page.py"
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(text, encoding="utf-8")

    def replace(self, language: str, old: str, new: str) -> None:
        """Change a .ts file by hand, and compile it, so that only the words are at fault."""
        ts = self.i18n / f"simhash_gui_{language}.ts"
        text = ts.read_text(encoding="utf-8")
        assert old in text
        ts.write_text(text.replace(old, new), encoding="utf-8")
        self.run()

    def take(self, table: str) -> subprocess.CompletedProcess[str]:
        file = self.root / "table.tsv"
        file.write_text(table, encoding="utf-8")
        return self.run("--take", str(file))


@pytest.fixture(scope="module")
def finished_project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a project whose translations are complete and up to date."""
    root = tmp_path_factory.mktemp("finished") / "project"
    shutil.copytree(REPOSITORY / ".ci", root / ".ci")
    project = Project(root)
    project.write_page(PAGE)
    done = project.take(TRANSLATIONS)
    assert done.returncode == 0, done.stderr
    return root


@pytest.fixture
def project(finished_project: Path, tmp_path: Path) -> Project:
    """Return a copy of the finished project, free to be broken."""
    return Project(shutil.copytree(finished_project, tmp_path / "project"))


def test_the_translations_of_this_repository_are_complete_and_up_to_date() -> None:
    done = Project(REPOSITORY).run("--check")
    assert done.returncode == 0, done.stderr


def test_a_complete_project_passes(project: Project) -> None:
    assert project.run("--check").returncode == 0


def test_the_compiled_files_hold_words_and_plural_forms(project: Project) -> None:
    chinese, english = QTranslator(), QTranslator()
    assert chinese.load(str(project.i18n / "simhash_gui_zh_CN.qm"))
    assert english.load(str(project.i18n / "simhash_gui_en.qm"))
    assert chinese.translate("Page", "Import…") == "导入…"
    assert [english.translate("Page", "%Ln documents", "", n) for n in (1, 2)] == [
        "%Ln document",
        "%Ln documents",
    ]


@pytest.mark.parametrize("language", ["zh_CN", "en"])
def test_a_new_text_fails_until_it_is_collected_and_translated(
    project: Project, language: str
) -> None:
    project.write_page(PAGE + '        QCoreApplication.translate("Page", "%Ln files", "", 2)\n')
    before = project.run("--check")
    assert before.returncode == 1
    assert f"simhash_gui_{language}.ts is not up to date" in before.stderr
    project.run()
    after = project.run("--check")
    assert after.returncode == 1
    assert f"simhash_gui_{language}.ts: Page: '%Ln files': unfinished" in after.stderr


def test_a_text_that_is_gone_fails_until_it_is_removed(project: Project) -> None:
    project.write_page(PAGE.replace("Import…", "Open…"))
    assert "zh_CN.ts is not up to date" in project.run("--check").stderr
    project.run()
    assert "Import…" not in (project.i18n / "simhash_gui_zh_CN.ts").read_text(encoding="utf-8")


def test_a_compiled_file_that_is_not_of_its_source_fails(project: Project) -> None:
    shutil.copy(project.i18n / "simhash_gui_en.qm", project.i18n / "simhash_gui_zh_CN.qm")
    done = project.run("--check")
    assert done.returncode == 1
    assert "simhash_gui_zh_CN.qm is not up to date" in done.stderr


@pytest.mark.parametrize(
    ("language", "old", "new", "problem"),
    [
        ("zh_CN", ">导入…<", "><", "empty"),
        ("zh_CN", "显示 {shown} 篇", "显示 {show} 篇", "other names between braces"),
        ("zh_CN", "显示 {shown} 篇", "显示 shown} 篇", "braces do not pair"),
        ("zh_CN", "%Ln 篇文档", "篇文档", "the count is missing"),
        ("zh_CN", ">导入…<", ">导入<", "ends with … on one side only"),
        ("en", ">%Ln document<", "><", "empty"),
        ("en", ">%Ln document<", ">document<", "the count is missing"),
    ],
)
def test_a_broken_translation_fails(
    project: Project, language: str, old: str, new: str, problem: str
) -> None:
    project.replace(language, old, new)
    done = project.run("--check")
    assert done.returncode == 1
    assert problem in done.stderr


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ('self.tr(f"of {n}")', "plain string literals only"),
        ("self.tr(name)", "plain string literals only"),
        ('self.tr("a" + "b")', "plain string literals only"),
        ('self.tr("")', "must not be empty"),
        ('self.tr("{} of {}")', "name the values"),
        ('self.tr("%1 of %2")', "name the values"),
        ('self.tr("{open")', "braces do not pair"),
        ('self.tr("%Ln files")', "a count needs"),
        ('self.tr("%Ln files", "", n)', "a count goes through"),
        ('self.tr("files", disambiguation="x")', "positional arguments only"),
        ('QCoreApplication.translate("Page", "%Ln files")', "a count needs"),
        ('QCoreApplication.translate(context, "files")', "plain string literals only"),
        ('other.tr("files")', "tr() of self in a class only"),
        ("look_up = QCoreApplication.translate", "write the call out"),
        ("look_up = self.tr", "write the call out"),
        ('QT_TRANSLATE_NOOP("Page", "files")', "is not collected"),
    ],
)
def test_a_call_that_could_not_be_translated_fails(
    project: Project, line: str, problem: str
) -> None:
    project.write_page(f"{PAGE}        {line}\n")
    done = project.run("--check")
    assert done.returncode == 1
    assert "simhash_gui/ui/page.py:7: " in done.stderr
    assert problem in done.stderr


def test_a_translation_at_import_time_fails(project: Project) -> None:
    project.write_page(f'{PAGE}\nTITLE = QCoreApplication.translate("Page", "Import…")\n')
    done = project.run("--check")
    assert done.returncode == 1
    assert "translated at import time" in done.stderr


def test_a_comment_above_the_call_reaches_the_translator(project: Project) -> None:
    project.write_page(
        PAGE.replace(
            'self.setText(self.tr("Import…"))',
            """#: on the button
        self.tr("Import…")""",
        )
    )
    project.run()
    text = (project.i18n / "simhash_gui_zh_CN.ts").read_text(encoding="utf-8")
    assert "<extracomment>on the button</extracomment>" in text


def test_a_count_of_one_is_shown_in_the_singular(project: Project, qapp: QCoreApplication) -> None:
    english = QTranslator()
    assert english.load(str(project.i18n / "simhash_gui_en.qm"))
    qapp.installTranslator(english)
    try:
        assert QCoreApplication.translate("Page", "%Ln documents", "", 1) == "1 document"
    finally:
        qapp.removeTranslator(english)
