"""What is noted with an archive comes back as it was."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from simhash_gui.services.importing.left_out import left_out_in, noted, stamp_in
from simhash_gui.services.library.import_rules import SkipReason

COUNTS = st.dictionaries(st.sampled_from(list(SkipReason)), st.integers(1, 10**9))


@given(COUNTS)
def test_both_halves_of_a_note_are_read_back(counts: dict[SkipReason, int]) -> None:
    note = noted("chosen by 12ab", counts)

    assert stamp_in(note) == "chosen by 12ab"
    assert left_out_in(note) == counts


def test_a_note_without_counts_is_the_stamp() -> None:
    assert noted("chosen by 12ab", {}) == "chosen by 12ab"
    assert left_out_in("chosen by 12ab") == {}


def test_what_another_version_wrote_is_passed_over() -> None:
    note = "chosen by x; left out: hidden=2 unheard-of=3 link=many type"

    assert left_out_in(note) == {SkipReason.HIDDEN: 2}
