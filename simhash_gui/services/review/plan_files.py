"""A plan as a JSON file, which people read and edit: written, and read again with distrust."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from simhash_gui.services.library.libraries import Library
from simhash_gui.services.library.outputs import replacing_output
from simhash_gui.services.review.disk import Identity
from simhash_gui.services.review.plan import NotAPlanError, Plan, PlannedAct, RefusedFile
from simhash_gui.store.engine.types import Act


def save_plan(library: Library, plan: Plan, path: Path) -> None:
    """Write a plan of a library as JSON. Raises as ``replacing_output``."""
    document = {
        "acts": [_act_fields(act) for act in plan.acts],
        "refused": [{"path": each.path, "reason": each.reason} for each in plan.refused],
        "bytes": plan.size_bytes,
        "free_bytes": dict(plan.free_bytes),
        "hits": dict(plan.hits),
    }
    with (
        replacing_output(library, path) as part,
        part.open("x", encoding="utf-8", errors="backslashreplace") as file,
    ):
        json.dump(document, file, ensure_ascii=False, indent=1)
        file.write("\n")


def _act_fields(act: PlannedAct) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "path": act.path,
        "keeps": act.keeps,
        "act": act.act.value,
        "reason": act.reason,
        "bytes": act.size_bytes,
    }
    if act.to is not None:
        fields["to"] = act.to
    if act.changes:
        fields["changes"] = list(act.changes)
    for name, identity in (("file", act.identity), ("kept_file", act.keeps_identity)):
        if identity is not None:
            fields[name] = identity_fields(identity)
    return fields


def identity_fields(identity: Identity) -> list[int]:
    """An identity as JSON: device, inode, bytes, time of change in ns."""
    return [identity.device, identity.inode, identity.size_bytes, identity.modified_ns]


def identity_from(fields: object) -> Identity | None:
    """The identity that ``identity_fields`` wrote. Raises NotAPlanError."""
    if fields is None:
        return None
    if not isinstance(fields, list) or len(fields) != 4:
        raise NotAPlanError(f"{fields!r} does not name a file")
    if not all(isinstance(number, int) for number in fields):
        raise NotAPlanError(f"{fields!r} does not name a file")
    return Identity(*fields)


def load_plan(path: Path) -> Plan:
    """Read a plan that ``save_plan`` or a person has written. Raises NotAPlanError."""
    try:
        document = json.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise NotAPlanError(f"{path}: {error.strerror}") from error
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise NotAPlanError(f"{path}: no JSON: {error}") from error
    acts = document.get("acts") if isinstance(document, dict) else None
    if not isinstance(acts, list):
        raise NotAPlanError(f"{path}: there is no list of acts in it")
    try:
        planned = tuple(map(_act_from, acts))
        refused = tuple(
            RefusedFile(str(each["path"]), str(each["reason"]))
            for each in document.get("refused", [])
        )
    except (KeyError, TypeError, ValueError, OverflowError, AttributeError) as error:
        raise NotAPlanError(f"{path}: an act is not as it should be: {error}") from error
    return Plan(planned, refused)


def _act_from(fields: dict[str, Any]) -> PlannedAct:
    path, keeps, to = fields["path"], fields["keeps"], fields.get("to")
    for each in (path, keeps, *([] if to is None else [to])):
        if not isinstance(each, str) or not Path(each).is_absolute() or "\0" in each:
            raise NotAPlanError(f"{each!r} is no absolute path")
    act = Act(fields["act"])
    if act is Act.MOVE and to is None:
        raise NotAPlanError(f"{path}: an act that moves must say where to")
    size_bytes = int(fields.get("bytes", 0))
    if not 0 <= size_bytes < 1 << 63:
        raise NotAPlanError(f"{path}: this is no size of a file")
    return PlannedAct(
        path,
        keeps,
        act,
        str(fields.get("reason", "")),
        size_bytes,
        identity_from(fields.get("file")),
        identity_from(fields.get("kept_file")),
        to,
        tuple(map(str, fields.get("changes", ()))),
    )
