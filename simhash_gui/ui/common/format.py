"""Numbers, sizes, times and paths as people read them, in the language of the window.

Everything follows ``QLocale()``, which ``i18n`` sets at each switch.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import reduce

from PySide6.QtCore import QCoreApplication, QLocale

from simhash_gui.services.printable import readable_path

_MINUTE_S = 60
_HOUR_S = 3600
_DAY_S = 86_400
# Bytes that are no text, control characters, and marks that turn the order of letters around.
_NOT_SHOWN = re.compile("[\ud800-\udfff\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
_MIN_SHARE, _TENTH = 0.005, 0.001
MISSING = "–"


def number(value: int) -> str:
    """A whole number with the locale's separators."""
    return QLocale().toString(value)


def decimal(value: float, digits: int = 1) -> str:
    """A number with a fixed count of decimals; a minus sign, not a hyphen."""
    return QLocale().toString(float(value), "f", digits).replace("-", "\u2212")


def signed(value: float, digits: int = 1) -> str:
    """The same, always with its sign (+1.6, −0.7, ±0.0 as 0.0)."""
    text = decimal(value, digits)
    return text if value <= 0 or float(f"{value:.{digits}f}") == 0 else f"+{text}"


def path(text: str) -> str:
    """A path to show in one line; a member of an archive behind it: ``a.zip › b.txt``.

    Bytes of it that are no text, new lines and their like, and characters that would turn the
    order of others around become replacement characters.
    """
    return written_path(readable_path(text))


def written_path(text: str) -> str:
    """The same with members of archives as commands take them: ``a.zip!/b.txt``."""
    return text if text.isprintable() else _NOT_SHOWN.sub("\ufffd", text)


def sentences(*parts: str) -> str:
    """Sentences one after the other; empty ones are left out."""
    pattern = QCoreApplication.translate("Format", "{sentence} {next_sentence}")
    return reduce(
        lambda text, part: pattern.format(sentence=text, next_sentence=part) if text else part,
        filter(None, parts),
        "",
    )


def is_chinese() -> bool:
    """Whether the language of the window is Chinese."""
    return QLocale().language() is QLocale.Language.Chinese


def series(parts: Iterable[str]) -> str:
    """Several things in a row, with the comma that the language has for that."""
    return ("、" if is_chinese() else ", ").join(parts)


def listed(parts: Sequence[str]) -> str:
    """The same with an "and" before the last one; Qt's Chinese, "0、2和3", lacks its spaces."""
    return series(parts) if is_chinese() else QLocale().createSeparatedList(list(parts))


def percent(share: float, digits: int = 0) -> str:
    """A share from 0 to 1 in percent."""
    return f"{decimal(share * 100, digits)}%"


def share(value: float) -> str:
    """A measured share in whole percent; only 0 and 1 themselves are shown as 0% and 100%."""
    if 0 < value < _MIN_SHARE:
        return f"< {percent(0.01)}"
    if 1 - _MIN_SHARE < value < 1:
        return f"> {percent(0.99)}"
    return percent(value)


def fine_share(value: float) -> str:
    """A share of a text to a tenth of a percent; only 0 itself is shown as 0.0%."""
    return f"< {percent(_TENTH, 1)}" if 0 < value < _TENTH / 2 else percent(value, 1)


def size(size_bytes: int) -> str:
    """A size in human units: 1 kB is 1,024 bytes, as in the limits and in what commands take."""
    form = QLocale.DataSizeFormat.DataSizeTraditionalFormat
    return QLocale().formattedDataSize(size_bytes, 1, form)


def more(count: int) -> str:
    """How many others there are below a list that shows only so many."""
    return QCoreApplication.translate("PlannedActs", "and {count} more").format(count=number(count))


def exact_size(size_bytes: int) -> str:
    """The same to the byte, for tooltips."""
    text = QCoreApplication.translate("Format", "{count} bytes")
    return text.format(count=number(size_bytes))


def date(moment: datetime) -> str:
    """Day and time in the user's zone, to the minute."""
    return f"{day(moment)} {time(moment)}"


def time_or_date(moment: datetime) -> str:
    """The time of today, 15:43, or else the day as well."""
    is_today = moment.astimezone().date() == datetime.now().astimezone().date()
    return time(moment) if is_today else date(moment)


def time(moment: datetime) -> str:
    """The time alone, 15:43, in the user's zone."""
    return f"{moment.astimezone():%H:%M}"


def day(moment: datetime) -> str:
    """The day alone, in the one form that nobody reads the wrong way round: 2026-11-22."""
    return moment.astimezone().date().isoformat()


def exact_date(moment: datetime) -> str:
    """Day and time to the second, ISO 8601 in the user's zone, for tooltips."""
    return moment.astimezone().isoformat(" ", "seconds")


def duration(seconds: float) -> str:
    """A length of time in its two largest units."""
    whole = max(round(seconds), 0)
    minutes, hours, days = whole // _MINUTE_S, whole // _HOUR_S, whole // _DAY_S
    if whole < _MINUTE_S:
        return QCoreApplication.translate("Format", "{seconds} s").format(seconds=whole)
    if whole < _HOUR_S:
        text = QCoreApplication.translate("Format", "{minutes} min {seconds} s")
        return text.format(minutes=minutes, seconds=whole % _MINUTE_S)
    if whole < _DAY_S:
        text = QCoreApplication.translate("Format", "{hours} h {minutes} min")
        return text.format(hours=hours, minutes=minutes % 60)
    text = QCoreApplication.translate("Format", "{days} d {hours} h")
    return text.format(days=number(days), hours=hours % 24)


def rate(per_second: float) -> str:
    """How many per second; below one per second, how many per minute."""
    if per_second < 1:
        text = QCoreApplication.translate("Format", "{count}/min")
        return text.format(count=decimal(per_second * 60))
    text = QCoreApplication.translate("Format", "{count}/s")
    return text.format(count=number(round(per_second)) if per_second >= 10 else decimal(per_second))
