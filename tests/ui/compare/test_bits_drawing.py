"""Where bits stand, and what the bits view is told about them."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRectF

from simhash_gui.core.types import Fingerprint
from simhash_gui.ui.compare.bits import BitsData, Row, bit_groups, firmness
from simhash_gui.ui.compare.bits_drawing import BitsLayout, BitsMetrics

WIDTHS = st.integers(6, 128)
METRICS = BitsMetrics(gutter_px=20, key_line_px=20, text_px=140)


def layout(width: int, available_px: float) -> BitsLayout:
    return BitsLayout.fitting(width, available_px, METRICS)


def sample(a: int, b: int, width: int) -> BitsData:
    return BitsData(a, b, width, np.ones(width), np.ones(width))


@given(WIDTHS)
def test_every_bit_is_in_exactly_one_group(width: int) -> None:
    bits = [bit for group in bit_groups(width) for bit in range(group.high, group.low - 1, -1)]

    assert bits == list(range(width - 1, -1, -1))


@given(st.data())
def test_the_keys_of_indexed_groups_are_the_block_keys(data: st.DataObject) -> None:
    width = data.draw(WIDTHS)
    value = data.draw(st.integers(0, 2**width - 1))
    keys = Fingerprint(value, width, "any").block_keys

    for group in bit_groups(width):
        if group.block is not None:
            assert int(group.key(value), 16) == keys[group.block]


def test_blocks_of_a_narrow_fingerprint_that_hold_none_of_its_bits_are_left_out() -> None:
    assert [group.block for group in bit_groups(20)] == [2, 3]


def test_groups_below_the_indexed_word_have_no_block_number() -> None:
    assert [group.block for group in bit_groups(128)] == [0, 1, 2, 3, None, None, None, None]


@pytest.mark.parametrize(("available_px", "a_line"), [(1200, 4), (560, 2), (300, 1), (60, 1)])
def test_narrower_views_put_fewer_blocks_on_a_line(available_px: float, a_line: int) -> None:
    assert layout(64, available_px).groups_a_line == a_line


def test_128_bits_stand_on_two_lines_of_four_blocks() -> None:
    found = layout(128, 1200)

    assert (found.groups_a_line, found.line_count) == (4, 2)


@given(WIDTHS, st.floats(240, 2400))
def test_cells_never_overlap_and_never_leave_the_view(width: int, available_px: float) -> None:
    found = layout(width, available_px)
    cells = [found.cell_rect(bit, row) for bit in range(width) for row in Row]

    assert max(cell.right() for cell in cells) <= available_px + 1
    assert max(cell.bottom() for cell in cells) <= found.height_px
    columns = sorted((found.cell_rect(bit, Row.A) for bit in range(width)), key=_reading_order)
    for left, right in pairwise(columns):
        assert left.top() < right.top() or left.right() < right.left()


def _reading_order(cell: QRectF) -> tuple[float, float]:
    return cell.top(), cell.left()


@given(WIDTHS, st.sampled_from([280.0, 620.0, 1100.0]))
def test_both_rows_of_a_bit_are_aligned(width: int, available_px: float) -> None:
    found = layout(width, available_px)

    for bit in range(width):
        above, below = found.cell_rect(bit, Row.A), found.cell_rect(bit, Row.B)
        assert above.left() == below.left()
        assert above.bottom() < below.top()


@given(st.data())
def test_the_bit_under_a_point_is_the_one_painted_there(data: st.DataObject) -> None:
    width = data.draw(WIDTHS)
    bit, row = data.draw(st.integers(0, width - 1)), data.draw(st.sampled_from(Row))
    found = layout(width, data.draw(st.sampled_from([300.0, 620.0, 1100.0])))
    centre = found.cell_rect(bit, row).center()

    assert found.bit_at(centre.x(), centre.y()) == bit


def test_there_is_no_bit_between_two_blocks() -> None:
    found = layout(64, 1200)
    between = (found.group_rect(0).right() + found.group_rect(1).left()) / 2

    assert found.bit_at(between, found.cell_rect(63, Row.A).center().y()) is None


def test_differing_bits_are_told_from_the_most_significant() -> None:
    assert sample(0b1011_0001, 0b0011_0100, 8).differing_bits == (7, 2, 0)


def test_hexadecimal_keeps_its_leading_zeros() -> None:
    assert sample(0x2F, 0, 64).hex(Row.A) == "000000000000002f"


def test_firmness_is_measured_against_the_median_margin_of_the_document() -> None:
    found = firmness(np.array([0.0, -2.0, 4.0, 40.0, -4.0]))

    assert found.tolist() == [0.0, 0.5, 1.0, 1.0, 1.0]


def test_a_document_without_features_has_no_firm_bit() -> None:
    assert firmness(np.zeros(64)).tolist() == [0.0] * 64
