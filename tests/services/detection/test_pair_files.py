"""Fingerprints in, pairs out, as plain numpy files."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simhash_gui.core.types import NearDuplicatePairs, Words
from simhash_gui.services.detection import pair_files
from simhash_gui.services.detection.pair_files import (
    NotFingerprintsError,
    count_clusters,
    load_fingerprints,
    ordered_pairs,
    write_pairs,
)
from simhash_gui.services.detection.pair_search import plan_pair_search
from simhash_gui.services.jobs import JobControl
from tests.core.made_words import Kind, brute_pairs, made, triples, word_lists
from tests.core.made_words import words as words_of
from tests.helpers.examples import examples
from tests.oracles import linked_groups


@examples(60)
@given(word_lists(), st.integers(0, 32))
def test_pairs_come_ordered_and_are_those_of_brute_force(words: Words, distance: int) -> None:
    found = plan_pair_search(words, distance, jobs=1).run(JobControl())

    pairs = NearDuplicatePairs.concatenate(ordered_pairs(words, found))

    assert triples(pairs) == brute_pairs(words, distance)


@examples(30)
@given(word_lists(), st.integers(0, 32))
def test_clusters_are_the_groups_that_pairs_join(words: Words, distance: int) -> None:
    links = [(str(a), str(b)) for a, b, _ in brute_pairs(words, distance)]

    count = count_clusters(plan_pair_search(words, distance, jobs=1).run(JobControl()))

    assert count == len(linked_groups(map(str, range(len(words))), links))


@pytest.mark.parametrize("at_once", [1, 7, 100])
@pytest.mark.parametrize("kind", [Kind.REPEATED, Kind.NARROW, Kind.CLUSTERED])
def test_batches_of_any_size_give_the_same_pairs(
    kind: Kind, at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = made(kind, 200)
    monkeypatch.setattr(pair_files, "_ROWS_AT_ONCE", at_once)

    batches = list(ordered_pairs(words, plan_pair_search(words, 3, jobs=1).run(JobControl())))

    assert len(batches) > 1
    assert triples(NearDuplicatePairs.concatenate(batches)) == brute_pairs(words, 3)


def test_a_written_file_holds_the_three_arrays(tmp_path: Path) -> None:
    words, path = made(Kind.CLUSTERED, 300), tmp_path / "pairs.npz"

    count = write_pairs(path, words, plan_pair_search(words, 5).run(JobControl()))

    with np.load(path) as arrays:
        written = NearDuplicatePairs(arrays["left"], arrays["right"], arrays["distance"])
        assert set(arrays) == {"left", "right", "distance"}
    assert triples(written) == brute_pairs(words, 5)
    assert count == len(written)
    assert [array.dtype for array in (written.left, written.right, written.distance)] == [
        np.int64,
        np.int64,
        np.uint8,
    ]
    assert list(tmp_path.iterdir()) == [path]


def test_no_pairs_are_written_as_empty_arrays(tmp_path: Path) -> None:
    words, path = words_of(), tmp_path / "pairs.npz"

    assert write_pairs(path, words, plan_pair_search(words, 3).run(JobControl())) == 0

    with np.load(path) as arrays:
        assert [len(arrays[name]) for name in ("left", "right", "distance")] == [0, 0, 0]


def test_a_file_that_cannot_be_completed_leaves_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "pairs.npz"
    path.write_bytes(b"what was there")
    found = plan_pair_search(words_of(1, 1, 3), 3).run(JobControl())

    with pytest.raises(IndexError):
        write_pairs(path, words_of(1), found)  # too few words for these pairs

    assert path.read_bytes() == b"what was there"
    assert list(tmp_path.iterdir()) == [path]


def test_the_same_search_writes_the_same_bytes(tmp_path: Path) -> None:
    words = made(Kind.CLUSTERED, 3000)
    first, second = tmp_path / "1.npz", tmp_path / "2.npz"

    for path, jobs in ((first, 1), (second, 3)):
        write_pairs(path, words, plan_pair_search(words, 8, jobs=jobs).run(JobControl()))

    assert first.read_bytes() == second.read_bytes()


def test_ten_thousand_equal_fingerprints_are_written_in_bounded_memory() -> None:
    words = np.full(10_000, 7, np.uint64)

    found = plan_pair_search(words, 0).run(JobControl())
    largest = max(len(part) for part in ordered_pairs(words, found))

    assert largest <= 1 << 20


@pytest.mark.parametrize("dtype", ["<u8", ">u8"])
def test_fingerprints_are_read_as_they_were_saved_in_either_byte_order(
    tmp_path: Path, dtype: str
) -> None:
    words = words_of(0, 1, 1 << 63, (1 << 64) - 1)
    np.save(tmp_path / "a.npy", words.astype(dtype))

    read = load_fingerprints(tmp_path / "a.npy")

    assert read.dtype == np.uint64
    assert read.dtype.isnative
    assert read.tolist() == words.tolist()


@pytest.mark.parametrize(
    ("array", "message"),
    [
        (np.zeros(3, np.int64), "holds int64, fingerprints are uint64"),
        (np.zeros(3, np.uint32), "holds uint32"),
        (np.zeros(3, np.float64), "holds float64"),
        (np.zeros((3, 1), np.uint64), r"shape \(3, 1\), not one dimension"),
        (np.uint64(3), r"shape \(\)"),
        (np.array([{}], object), "holds object"),
    ],
)
def test_other_arrays_are_refused_with_the_reason(
    tmp_path: Path, array: np.ndarray, message: str
) -> None:
    np.save(tmp_path / "a.npy", array)

    with pytest.raises(NotFingerprintsError, match=message):
        load_fingerprints(tmp_path / "a.npy")


@pytest.mark.parametrize("content", [b"", b"\x93NUMPY", b"PK\x03\x04", b"1\n2\n3\n"])
def test_other_files_are_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "a.npy").write_bytes(content)

    with pytest.raises(NotFingerprintsError, match="no array"):
        load_fingerprints(tmp_path / "a.npy")


def test_a_cut_off_file_is_refused(tmp_path: Path) -> None:
    np.save(tmp_path / "a.npy", made(Kind.UNIFORM, 1000))
    content = (tmp_path / "a.npy").read_bytes()
    (tmp_path / "a.npy").write_bytes(content[:-8])

    with pytest.raises(NotFingerprintsError, match="no array"):
        load_fingerprints(tmp_path / "a.npy")


def test_a_file_that_promises_more_than_memory_holds_is_refused(tmp_path: Path) -> None:
    with (tmp_path / "a.npy").open("wb") as file:
        header = {"descr": "<u8", "fortran_order": False, "shape": (1 << 58,)}
        np.lib.format.write_array_header_1_0(file, header)

    with pytest.raises(NotFingerprintsError):
        load_fingerprints(tmp_path / "a.npy")


@pytest.mark.parametrize(
    "shape",
    [
        "(10**26,)",
        f"({10**26},)",
        "(True,)",
        "((((",
        "(" * 4000,
        "(-1,)",
        "(3, -1)",
        "3",
        "None",
        "(3.0,)",
    ],
)
def test_a_header_that_somebody_has_written_is_refused(tmp_path: Path, shape: str) -> None:
    header = f"{{'descr': '<u8', 'fortran_order': False, 'shape': {shape}}}\n".encode()
    words = np.arange(3, dtype=np.uint64).tobytes()
    magic = b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little")
    (tmp_path / "a.npy").write_bytes(magic + header + words)

    with pytest.raises(NotFingerprintsError, match=r"no array as|not one dimension"):
        load_fingerprints(tmp_path / "a.npy")


@pytest.mark.parametrize("version", [b"\x03\x00", b"\x00\x00", b"\xff\xff"])
def test_another_version_of_the_format_is_refused(tmp_path: Path, version: bytes) -> None:
    (tmp_path / "a.npy").write_bytes(b"\x93NUMPY" + version + bytes(200))

    with pytest.raises(NotFingerprintsError, match="no array"):
        load_fingerprints(tmp_path / "a.npy")


@pytest.mark.parametrize("version", [(1, 0), (2, 0)])
def test_the_versions_that_hold_numbers_are_read(tmp_path: Path, version: tuple[int, int]) -> None:
    words = np.arange(3, dtype=np.uint64)
    with (tmp_path / "a.npy").open("wb") as file:
        np.lib.format.write_array(file, words, version)

    assert load_fingerprints(tmp_path / "a.npy").tolist() == [0, 1, 2]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such pipes")
def test_a_pipe_is_refused(tmp_path: Path) -> None:
    np.save(tmp_path / "whole.npy", np.arange(3, dtype=np.uint64))
    content = (tmp_path / "whole.npy").read_bytes()
    reading, writing = os.pipe()
    os.write(writing, content)
    os.close(writing)

    with pytest.raises(NotFingerprintsError, match=r"no plain file|Illegal seek"):
        load_fingerprints(Path(f"/dev/fd/{reading}"))
    os.close(reading)


def test_a_missing_file_is_refused_in_the_systems_words(tmp_path: Path) -> None:
    with pytest.raises(NotFingerprintsError, match=os.strerror(errno.ENOENT)):
        load_fingerprints(tmp_path / "a.npy")


def test_peak_memory_includes_what_was_let_go_again() -> None:
    program = (
        "import numpy\n"
        "from simhash_gui.services.detection.pair_files import peak_resident_bytes as peak\n"
        "before = peak(); numpy.ones(1 << 24); print(peak() - before)"
    )

    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)

    assert 0.9 * (1 << 27) < int(done.stdout) < 1.5 * (1 << 27)
