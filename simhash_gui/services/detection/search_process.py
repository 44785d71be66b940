"""A search in a process of its own: the window neither waits for it nor grows with it.

What a search holds on the way is given back when its process ends. The process only reads. What is
to be measured in many processes or written into the library is done by the program, which is asked;
so is leave to go on, so that a pause holds.
"""

from __future__ import annotations

import io
import pickle
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from queue import SimpleQueue
from typing import Any

from typing_extensions import override
from xxhash import xxh3_128_digest

from simhash_gui.documents.extraction.preload import PRELOAD
from simhash_gui.services.detection.classes import Engine
from simhash_gui.services.detection.detection import Detection
from simhash_gui.services.detection.measuring import PairsToMeasure, measure_pairs
from simhash_gui.services.detection.pair_measurer import Measures, MeasuringOptions
from simhash_gui.services.detection.pairs import DetectionOptions
from simhash_gui.services.detection.search import detect
from simhash_gui.services.detection.shared_passages import PassageRows, shared_passages
from simhash_gui.services.jobs import (
    JobCancelledError,
    JobControl,
    Stage,
    WorkersKeepDyingError,
)
from simhash_gui.services.library.libraries import Library, Place, Put, keep, opened_again
from simhash_gui.services.library.text_jobs import derive_comparison_data
from simhash_gui.workers.resident import ProcessLostError, Resident, StoppedError
from simhash_gui.workers.start import Job, ProcessLimits

_LIMITS = ProcessLimits(time_s=1e9, memory_bytes=1 << 42)  # as little bounded as in the program
_REPORT_EVERY_S = 0.1
_PART_BYTES = 4 << 20  # unpickled in a few milliseconds
_LIBRARY = "library"


@dataclass(frozen=True, slots=True)
class _Report:
    stage: Stage
    done: int
    total: int | None


@dataclass(frozen=True, slots=True)
class _Measure:
    pairs: PairsToMeasure
    options: MeasuringOptions


@dataclass(frozen=True, slots=True)
class _Keep:
    put: Put


@dataclass(frozen=True, slots=True, eq=False)
class _Found:
    detection: Detection
    passages: PassageRows


@dataclass(frozen=True, slots=True)
class _Array:
    """The bytes of an array follow, so many."""

    length: int


def detect_apart(
    library: Library,
    options: DetectionOptions,
    control: JobControl,
    *,
    workers: int = 0,
    known: Detection | None = None,
) -> Detection:
    """As ``detect``, whose answer it is, in a process of its own.

    Arrays that ``known`` has too take no room again. Raises what ``detect`` raises, and
    WorkersKeepDyingError when the process ends.
    """
    program = _Program(library, control, workers, known)
    return program.found(options, with_passages=False)[0]


def detect_with_passages_apart(
    library: Library,
    options: DetectionOptions,
    control: JobControl,
    *,
    workers: int = 0,
    known: Detection | None = None,
) -> tuple[Detection, PassageRows]:
    """As ``detect`` and ``shared_passages``, whose answers they are, in a process of their own."""
    return _Program(library, control, workers, known).found(options, with_passages=True)


class _Program:
    """Does what the process asks for, and puts together what it has found."""

    def __init__(
        self, library: Library, control: JobControl, workers: int, known: Detection | None
    ) -> None:
        self._library, self._control, self._workers = library, control, workers
        self._resident = Resident(
            Job(partial(_Searcher, library.place), _LIMITS, (*PRELOAD, __name__))
        )
        self._known = {xxh3_128_digest(each): each for each in _pickled(known)[1]} if known else {}
        self._pickled = b""
        self._arrays: list[bytearray | memoryview] = []
        self._filled = 0

    def found(
        self, options: DetectionOptions, *, with_passages: bool
    ) -> tuple[Detection, PassageRows]:
        """The detection, over this program's own library, and the passages."""
        control = self._control
        if not self._library.is_read_only:
            derive_comparison_data(self._library, self._workers, control)
        try:
            self._resident.call(control.stop, "detect", options, with_passages, take=self._take)
        except StoppedError:
            raise JobCancelledError from None
        except ProcessLostError as error:
            raise WorkersKeepDyingError("the process that searches has ended") from error
        finally:
            self._resident.end()
            self._library.recent_tokens.forget()
        unpickler = _Unpickler(io.BytesIO(self._pickled), buffers=self._arrays)
        unpickler.library = self._library
        detection, passages = unpickler.load()
        return detection, PassageRows.unpacked(passages)

    def _take(self, part: object) -> None:
        """One thing that the process has sent."""
        if isinstance(part, _Array):
            self._arrays.append(bytearray(part.length))
            self._filled = 0
        elif isinstance(part, memoryview | bytes):
            self._fill(part)
        else:
            self._resident.call(self._control.stop, "answer", self._answer(part))

    def _fill(self, part: bytes | memoryview) -> None:
        if not self._arrays:
            self._pickled += part
            return
        array = self._arrays[-1]
        array[self._filled : self._filled + len(part)] = part
        self._filled += len(part)
        if self._filled == len(array):
            self._arrays[-1] = self._known.get(xxh3_128_digest(array), array)

    def _answer(self, part: object) -> Measures | None:
        control = self._control
        if isinstance(part, _Measure):
            asked = (self._library, part.pairs, part.options, control)
            return measure_pairs(*asked, workers=self._workers, takes_part=False)
        if isinstance(part, _Keep):
            keep(self._library, part.put)
        elif isinstance(part, _Report):
            control.report(part.stage, part.done, part.total)
        control.checkpoint()
        return None


class _Unpickler(pickle.Unpickler):
    library: Library

    @override
    def persistent_load(self, pid: Any) -> Library:
        return self.library


class _Pickler(pickle.Pickler):
    """Leaves out the library, which is open in the program too."""

    @override
    def persistent_id(self, obj: Any) -> str | None:
        return _LIBRARY if isinstance(obj, Library) else None


def _pickled(value: object) -> tuple[memoryview, list[memoryview]]:
    """A value without its arrays, and the bytes of these, which are not copied."""
    buffers: list[pickle.PickleBuffer] = []
    pickled = io.BytesIO()
    _Pickler(pickled, pickle.HIGHEST_PROTOCOL, buffer_callback=buffers.append).dump(value)
    return pickled.getbuffer(), [each.raw() for each in buffers]


# In the process


class _Searcher:
    """One search; what it asks the program for comes out of ``detect``, answers go in."""

    def __init__(self, place: Place) -> None:
        self._library = opened_again(place)
        self._asked: SimpleQueue[object] = SimpleQueue()
        self._answers: SimpleQueue[object] = SimpleQueue()
        self._asking = threading.Lock()

    def detect(self, options: DetectionOptions, with_passages: bool) -> Iterator[object]:
        """Yield what is asked for, and at last what was found, pickled, arrays apart."""
        threading.Thread(target=self._search, args=(options, with_passages), daemon=True).start()
        while not isinstance(part := self._asked.get(), _Found):
            if isinstance(part, BaseException):
                raise part
            yield part
        yield from _parts(part.detection.lean(self._library), part.passages)

    def answer(self, value: object) -> None:
        """What was asked for last."""
        self._answers.put(value)

    def _search(self, options: DetectionOptions, with_passages: bool) -> None:
        engine = Engine(measure_pairs=self._measure, keep=self._keep)
        control = _Control(self._ask)
        try:
            found = detect(self._library, options, control, engine=engine)
            passages = PassageRows.of(())
            if with_passages:
                passages = shared_passages(self._library, found, control, self._keep)
        except BaseException as error:  # noqa: BLE001 - raised in the program
            self._asked.put(error)
        else:
            self._asked.put(_Found(found, passages))

    def _ask(self, part: object) -> object:
        with self._asking:
            self._asked.put(part)
            return self._answers.get()

    def _measure(
        self,
        library: Library,  # noqa: ARG002 - the program has its own
        pairs: PairsToMeasure,
        options: MeasuringOptions,
        control: JobControl,  # noqa: ARG002
        *,
        workers: int = 0,  # noqa: ARG002
    ) -> Measures:
        measures = self._ask(_Measure(pairs, options))
        assert isinstance(measures, Measures)
        return measures

    def _keep(self, _library: Library, put: Put) -> None:
        self._ask(_Keep(put))


class _Control(JobControl):
    """Asks several times a second whether to go on, with how far the search is."""

    def __init__(self, ask: Any) -> None:
        super().__init__()
        self._ask = ask
        self._next_s = 0.0
        self._latest = _Report(Stage.SEARCHING, 0, None)

    @override
    def report(
        self,
        stage: Stage,
        done: int,
        total: int | None = None,
        *,
        failed: int = 0,
        current: str = "",
    ) -> None:
        self._latest = _Report(stage, done, total)

    @override
    def checkpoint(self) -> None:
        if time.monotonic() >= self._next_s:
            self._ask(self._latest)
            self._next_s = time.monotonic() + _REPORT_EVERY_S


def _parts(detection: Detection, passages: PassageRows) -> Iterator[object]:
    pickled, arrays = _pickled((detection, pickle.PickleBuffer(passages.packed())))
    yield from _cut(pickled)
    for array in arrays:
        yield _Array(array.nbytes)
        yield from _cut(array)


def _cut(data: memoryview) -> Iterator[bytes]:
    for start in range(0, len(data), _PART_BYTES):
        yield bytes(data[start : start + _PART_BYTES])
