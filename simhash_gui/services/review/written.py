"""What the journal keeps of an act, and when it is on the disk."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from simhash_gui.services.library.libraries import Library
from simhash_gui.services.review.disk import Attributes, Identity, identity_at
from simhash_gui.services.review.plan import NotAPlanError
from simhash_gui.services.review.plan_files import identity_fields, identity_from
from simhash_gui.services.review.refusals import Refusal, RefusedError
from simhash_gui.store.engine.types import ActState, escape
from simhash_gui.store.repositories import files as file_store
from simhash_gui.store.repositories import journal
from simhash_gui.store.repositories.checksums import of_act
from simhash_gui.store.repositories.journal import JournalAct


class DamagedFactsError(ValueError):
    """The journal does not say what an act has found, so nobody can tell whether it can go back."""


_TEMPORARY = ".simhash-gui-"


@dataclass(frozen=True, slots=True)
class Facts:
    """What the disk said of both files before an act, and of what stood at the path after it.

    ``made_folder`` is the outermost folder that the act had to make. ``of`` says which act it is,
    see ``key_of``; None in journals from before that was kept.
    """

    file: Identity | None = None
    kept: Identity | None = None
    made: Identity | None = None
    attributes: Attributes | None = None
    made_folder: str | None = None
    of: str | None = None

    def to_text(self) -> str:
        """As the journal keeps it."""
        fields: dict[str, Any] = {
            name: identity_fields(identity)
            for name in ("file", "kept", "made")
            if (identity := getattr(self, name)) is not None
        }
        if self.attributes is not None:
            fields["attributes"] = asdict(self.attributes)
        if self.made_folder is not None:
            fields["made_folder"] = self.made_folder
        if self.of is not None:
            fields["of"] = self.of
        return json.dumps(fields)

    @classmethod
    def from_text(cls, text: str | None) -> Facts:
        """From the journal. Raises DamagedFactsError."""
        fields = json.loads(text or "{}")
        attributes, made_folder = fields.get("attributes"), fields.get("made_folder")
        try:
            return cls(
                identity_from(fields.get("file")),
                identity_from(fields.get("kept")),
                identity_from(fields.get("made")),
                None if attributes is None else Attributes(**attributes),
                None if made_folder is None else os.fspath(made_folder),
                fields.get("of"),
            )
        except (NotAPlanError, TypeError) as error:
            raise DamagedFactsError(f"the journal says {text}, which makes no sense") from error

    def on_volumes_of_now(self, path: str, keeps: str, target: str | None = None) -> Facts:
        """The same with the device numbers of now: a volume that comes back may get another one.

        A volume is known by one of these files, which has the inode, size and time that were noted.
        """
        noted = [(path, self.file), (path, self.made), (keeps, self.kept)]
        if target is not None:
            noted.append((target, self.made or self.file))
        numbers = {
            known.device: found.device
            for place, known in noted
            if known is not None
            and (found := identity_at(place)) is not None
            and found.is_alike(known)
        }

        def now(known: Identity | None) -> Identity | None:
            return known and replace(known, device=numbers.get(known.device, known.device))

        return replace(self, file=now(self.file), kept=now(self.kept), made=now(self.made))


def key_of(path: str, keeps: str) -> str:
    """What tells an act from others: by damage, the journal may say it of another path."""
    return of_act(escape(path).encode(), escape(keeps).encode())


def temporary_name(path: str, act_id: int, mark: str) -> str:
    """What stands beside a file for as long as an act takes."""
    return str(Path(path).parent / f"{_TEMPORARY}{mark}-{act_id}")


def is_temporary(name: str, act: JournalAct) -> bool:
    """Whether a name was given for an act; by damage, the journal may name any file."""
    path = Path(name)
    is_beside = path.parent == Path(act.path).parent
    return is_beside and path.name.startswith(_TEMPORARY) and path.name.endswith(f"-{act.id}")


def facts_of(act: JournalAct) -> Facts:
    """What the journal says of an act, with the device numbers of now.

    Raises RefusedError where the act is not the one of which it was said.
    """
    facts = Facts.from_text(act.facts)
    if facts.of not in {None, key_of(act.path, act.keeps)}:
        raise RefusedError(Refusal.JOURNAL)
    return facts.on_volumes_of_now(act.path, act.keeps, act.target)


class Writer:
    """Writes the journal. Results wait for the next intention, so that each act costs one sync.

    An act whose result is lost with the power counts as begun: ``undo.settle`` asks the disk.
    """

    def __init__(self, library: Library) -> None:
        self._library = library
        self._results: list[tuple[int, ActState, dict[str, Any]]] = []
        self._gone: list[int] = []
        self._present: list[int] = []
        self._times: list[tuple[int, int, int]] = []

    def begin(self, act_id: int, state: ActState, **values: str | int | None) -> None:
        """Write down what is about to happen, and wait until the disk has it."""
        self._results.append((act_id, state, values))
        try:
            self.flush()
        except BaseException:
            self._results.pop()
            raise

    def end(self, act_id: int, state: ActState, **values: str | int | None) -> None:
        """Note what has happened."""
        self._results.append((act_id, state, values))

    def note_gone(self, file_id: int) -> None:
        """A file of the library is no longer at its place."""
        self._gone.append(file_id)

    def note_present(self, file_id: int) -> None:
        """A file of the library is back at its place."""
        self._present.append(file_id)

    def note_time(self, file_id: int, former_ns: int, modified_ns: int) -> None:
        """A file of the library has another time of change now, and the bytes that it had."""
        self._times.append((file_id, former_ns, modified_ns))

    def flush(self) -> None:
        """Write what waits."""
        if not (self._results or self._gone or self._present or self._times):
            return
        with self._library.write(is_synced=True) as connection:
            for act_id, state, values in self._results:
                journal.set_act(connection, act_id, state, **values)
            file_store.mark_gone(connection, self._gone)
            file_store.bring_back(connection, self._present)
            for times in self._times:
                file_store.set_time(connection, *times)
        self._results, self._gone, self._present, self._times = [], [], [], []
