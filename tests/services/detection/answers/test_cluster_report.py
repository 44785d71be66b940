"""Clusters as pages that open from the disk."""

from __future__ import annotations

import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import pytest
from typing_extensions import override

from simhash_gui.core.types import Linkage
from simhash_gui.services.detection.answers.cluster_report import export_cluster_report
from simhash_gui.services.detection.answers.clusters import ClusterTable, cluster_table
from simhash_gui.services.detection.pairs import DetectionOptions
from simhash_gui.services.detection.search import detect
from simhash_gui.services.importing.adding import import_paths
from simhash_gui.services.importing.importing import ImportOptions
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.libraries import Library
from simhash_gui.services.library.settings import Language

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
EVIL = "<script>alert(1)<&gt;\u202etxt.exe"


class Page(HTMLParser):
    """What a browser would make of a page."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.addresses: list[str] = []
        self.text = ""
        self.feed(path.read_text(encoding="utf-8"))

    @override
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.addresses += [value or "" for name, value in attrs if name in {"href", "src"}]

    @override
    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.fixture
def table(library: Library, tmp_path: Path) -> ClusterTable:
    """Four clusters of three files; one of the files has a name that looks like a script."""
    for number in range(4):
        for copy in range(3):
            folder = tmp_path / "docs" / str(copy)
            folder.mkdir(parents=True, exist_ok=True)
            name = EVIL if number == copy == 0 else f"{number}"
            words = " ".join(f"word{number}x{place}" for place in range(60))
            (folder / f"{name}.txt").write_text(words, encoding="utf-8")
    import_paths(library, [tmp_path / "docs"], ImportOptions(workers=1), JobControl())
    detection = detect(library, DetectionOptions(), JobControl())
    return cluster_table(detection, None, Linkage.MEDOID)


def test_a_page_names_every_file_and_runs_nothing(
    library: Library, table: ClusterTable, tmp_path: Path
) -> None:
    out = tmp_path / "report.html"

    assert export_cluster_report(library, table, out, Language.ENGLISH, JobControl()) == 12

    page = Page(out)
    assert "script" not in page.tags
    assert page.addresses == []
    assert page.tags.count("td") == 60
    assert page.text.count("Medoid") == 4
    assert page.text.count("Identical text") == page.text.count("(exact copy)")
    assert out.read_text(encoding="utf-8").count(">100%<") == 12
    assert page.text.count("(exact copy)") == 8
    assert EVIL.replace("\u202e", "\\u202e") in page.text
    assert "4 clusters with 12 files" in page.text
    assert "@import" not in out.read_text(encoding="utf-8")
    assert "url(" not in out.read_text(encoding="utf-8")


def test_a_long_report_is_cut_into_pages_that_lead_to_each_other(
    library: Library, table: ClusterTable, tmp_path: Path
) -> None:
    out = tmp_path / "my report.html"

    export_cluster_report(library, table, out, Language.ENGLISH, JobControl(), rows_a_page=6)

    first, second = Page(out), Page(tmp_path / "my report-2.html")
    assert first.addresses == ["my%20report-2.html"] * 2
    assert second.addresses == ["my%20report.html"] * 2
    numbers = [re.findall(r"Cluster (\d)", page.text) for page in (first, second)]
    assert numbers == [["1", "2"], ["3", "4"]]
    assert not (tmp_path / "my report-3.html").exists()


def test_it_speaks_chinese_and_says_when_there_is_nothing(library: Library, tmp_path: Path) -> None:
    nothing = cluster_table(detect(library, DetectionOptions(), JobControl()), 2, Linkage.SINGLE)

    export_cluster_report(library, nothing, tmp_path / "r.html", Language.CHINESE, JobControl())

    text = Page(tmp_path / "r.html").text
    assert "没有两篇文档" in text
    assert "阈值：距离 2" in text


@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium")
def test_it_opens_from_the_disk_in_a_browser(
    library: Library, table: ClusterTable, tmp_path: Path
) -> None:
    export_cluster_report(library, table, tmp_path / "report.html", Language.ENGLISH, JobControl())

    done = subprocess.run(
        [
            *(str(CHROMIUM), "--headless", "--no-sandbox", "--disable-gpu"),
            *(f"--user-data-dir={tmp_path / 'profile'}", "--dump-dom"),
            (tmp_path / "report.html").as_uri(),
        ],
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )

    assert done.returncode == 0, done.stderr
    assert "4 clusters with 12 files" in done.stdout
    assert "<script" not in done.stdout
