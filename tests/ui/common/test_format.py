"""Numbers, sizes and times as English and Chinese readers expect them."""

from datetime import UTC, datetime

import pytest
from PySide6.QtCore import QLocale

from simhash_gui.ui.common import format as fmt


@pytest.mark.parametrize(
    ("value", "text"), [(0, "0"), (999, "999"), (1234567, "1,234,567"), (-4321, "-4,321")]
)
def test_whole_numbers_carry_separators(value: int, text: str) -> None:
    assert fmt.number(value) == text


def test_separators_follow_the_language() -> None:
    QLocale.setDefault(QLocale("de_DE"))

    assert fmt.number(1234567) == "1.234.567"


@pytest.mark.parametrize(
    ("locale", "text"), [("en_GB", "0, 2 and 3"), ("en_US", "0, 2, and 3"), ("zh_CN", "0、2、3")]
)
def test_things_in_a_row_are_listed_as_the_language_does(locale: str, text: str) -> None:
    QLocale.setDefault(QLocale(locale))

    assert fmt.listed(["0", "2", "3"]) == text


@pytest.mark.parametrize(("locale", "text"), [("en_GB", "0, 2, 3"), ("zh_CN", "0、2、3")])
def test_a_series_has_the_comma_of_the_language(locale: str, text: str) -> None:
    QLocale.setDefault(QLocale(locale))

    assert fmt.series(["0", "2", "3"]) == text


@pytest.mark.parametrize(
    ("value", "text"), [(1.26, "+1.3"), (-0.7, "−0.7"), (0.0, "0.0"), (0.04, "0.0")]
)
def test_margins_show_their_sign(value: float, text: str) -> None:
    assert fmt.signed(value) == text


@pytest.mark.parametrize(
    ("size_bytes", "text"),
    [(0, "0 bytes"), (999, "999 bytes"), (1500, "1.5 kB"), (812 << 20, "812.0 MB")],
)
def test_sizes_are_in_human_units(size_bytes: int, text: str) -> None:
    assert fmt.size(size_bytes) == text


def test_the_exact_size_is_to_the_byte() -> None:
    assert fmt.exact_size(812_345_678) == "812,345,678 bytes"


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "0 s"),
        (0.4, "0 s"),
        (59.4, "59 s"),
        (59.6, "1 min 0 s"),
        (119, "1 min 59 s"),
        (3600, "1 h 0 min"),
        (86_399, "23 h 59 min"),
        (90_000, "1 d 1 h"),
        (-5, "0 s"),
    ],
)
def test_lengths_of_time_show_their_two_greatest_units(seconds: float, text: str) -> None:
    assert fmt.duration(seconds) == text


@pytest.mark.parametrize(
    ("per_second", "text"),
    [(640.4, "640/s"), (1234, "1,234/s"), (2.54, "2.5/s"), (0.5, "30.0/min")],
)
def test_rates_are_rounded_to_what_can_be_read(per_second: float, text: str) -> None:
    assert fmt.rate(per_second) == text


@pytest.mark.parametrize(("share", "text"), [(0, "0%"), (0.974, "97%"), (1, "100%")])
def test_shares_become_per_cent(share: float, text: str) -> None:
    assert fmt.percent(share) == text


def test_dates_are_in_the_users_zone_and_the_exact_one_says_which() -> None:
    moment = datetime(2025, 11, 20, 14, 5, 6, tzinfo=UTC)

    assert fmt.day(moment) == "2025-11-20"
    assert fmt.date(moment).startswith("2025-11-20 ")
    assert fmt.exact_date(moment) == "2025-11-20 14:05:06+00:00"


def test_bytes_of_a_path_that_are_no_text_are_shown_as_such() -> None:
    assert fmt.path("报告\udcff.txt") == "报告\ufffd.txt"


def test_a_member_of_an_archive_stands_behind_it() -> None:
    member = "/d/旧档.zip!/inner.tar.gz!/文件/a.txt"
    assert fmt.path(member) == "/d/旧档.zip › inner.tar.gz › 文件/a.txt"
    assert fmt.written_path(member) == member
    assert fmt.path("/d/a folder!/b.txt!") == "/d/a folder!/b.txt!"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("new\nline.txt", "new\ufffdline.txt"),
        ("bell\x07\x9b.txt", "bell\ufffd\ufffd.txt"),
        ("bill \u202etxt.exe", "bill \ufffdtxt.exe"),
        ("一箱 旧文件\u200d.txt", "一箱 旧文件\u200d.txt"),
    ],
)
def test_a_path_is_one_line_in_the_order_of_its_letters(name: str, shown: str) -> None:
    assert fmt.path(name) == shown
