"""How numpy is to sort on this processor; to be told before it is imported.

numpy sorts by AVX-512 where there is any. AMD's Zen 4 has it, but stores what is chosen of a
register so slowly (AMD, Software Optimization Guide for Zen 4, section 2.11.2) that sorting by AVX2
is five times as fast there. The order is the same.
"""

from __future__ import annotations

import os
import re
from collections.abc import MutableMapping
from pathlib import Path

_OF_LINUX = Path("/proc/cpuinfo")
_FIRST_CORE = 2048
_ZEN_3_OR_4 = re.compile(r"(?=.*AuthenticAMD).*family\s*:?\s*25\b", re.DOTALL | re.IGNORECASE)
_WITHOUT = "NPY_DISABLE_CPU_FEATURES"
_WITH = "NPY_ENABLE_CPU_FEATURES"
_AVX512 = "X86_V4 AVX512_ICL AVX512_SPR"  # as numpy calls them since 2.4


def sort_quickly(environment: MutableMapping[str, str], processor: str) -> None:
    """Have numpy sort by what is quickest on a processor, see ``processor_name``.

    Whoever has chosen in the environment is left alone; numpy refuses to take both choices.
    """
    if _ZEN_3_OR_4.match(processor) and _WITH not in environment:
        environment.setdefault(_WITHOUT, _AVX512)


def processor_name() -> str:
    """What the system says of its first processor; empty where it does not tell."""
    try:
        with _OF_LINUX.open(encoding="ascii", errors="replace") as file:
            return file.read(_FIRST_CORE)
    except OSError:  # it is not Linux
        return os.environ.get("PROCESSOR_IDENTIFIER", "")
