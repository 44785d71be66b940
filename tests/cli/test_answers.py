"""What scripts read from each command, and that what it says is right."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from simhash_gui.cli.main import main
from simhash_gui.services.detection import groups, near_candidates
from tests.oracles import linked_groups, near_pairs

PARAGRAPH = (
    "The harbour master keeps a ledger of every ship that comes in with the tide, its cargo, its"
    " captain and the hour at which the ropes were made fast to the northern quay."
)


@dataclass(frozen=True)
class Said:
    """What a command printed."""

    stdout: str
    stderr: str


Run = Callable[..., Said]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command in an empty folder and expects an exit status."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str | Path, status: int = 0, stdin: str = "") -> Said:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        try:
            ended = main([str(argument) for argument in arguments])
        except SystemExit as exit_:
            ended = exit_.code
        said = Said(*capsys.readouterr())
        assert ended == status, said.stderr
        return said

    return run


@pytest.fixture
def letters(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """More in common than a search looks through pair by pair, at limits for few documents."""
    monkeypatch.setattr(groups, "LEAST_FILES", 42)
    monkeypatch.setattr(groups, "PAIRS_A_FILE", 20)
    own = {number: " ".join(f"own{number}x{place}" for place in range(64)) for number in range(230)}
    frame = " ".join(f"frame{place}" for place in range(150))
    return write(tmp_path / "docs", **{f"n{n:03}": f"{frame} {text}" for n, text in own.items()})


@pytest.fixture
def near_by_the_thousand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """More pairs within the usual distance than are allowed."""
    monkeypatch.setattr(near_candidates, "PAIR_LIMIT", 40)
    versions = {f"v{number}": f"{PARAGRAPH} {PARAGRAPH} note{number}" for number in range(12)}
    return write(tmp_path / "docs", **versions)


def as_json(said: Said) -> dict[str, Any]:
    document = json.loads(said.stdout)
    assert isinstance(document, dict)
    return document


def write(folder: Path, **texts: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    "arguments",
    [
        ("scan",),
        ("scan", "gone"),
        ("scan", ".", "--distance", "33"),
        ("scan", ".", "--recipe", "nonsense"),
        ("check", "x.txt", "--library", "gone.simhash"),
        ("library", "info", "gone.simhash"),
        ("fingerprint", "gone.txt"),
        ("fingerprint", "-"),
        ("compare", "gone.txt", "gone.txt"),
        ("evaluate", "gone"),
        ("dance",),
    ],
)
def test_a_senseless_request_is_refused_with_status_two(
    run: Run, arguments: tuple[str, ...]
) -> None:
    done = run(*arguments, status=2)

    assert done.stdout == ""
    assert done.stderr


def test_a_text_file_is_refused_as_library_and_left_as_it_is(run: Run, tmp_path: Path) -> None:
    file = write(tmp_path, notes=PARAGRAPH) / "notes.txt"

    run("library", "info", file, status=2)

    assert file.read_text(encoding="utf-8") == PARAGRAPH


def test_scan_keeps_a_library_that_check_and_list_answer_from(run: Run, tmp_path: Path) -> None:
    write(
        tmp_path / "docs", a=PARAGRAPH, other="Quite another matter: bread, salt and a long winter."
    )
    run("scan", "docs", "--library", "lib.simhash")

    (match,) = as_json(
        run("check", "-", "--library", "lib.simhash", "--format", "json", stdin=PARAGRAPH)
    )["matches"]
    listed = as_json(run("library", "list", "lib.simhash", "--format", "json"))["documents"]

    assert match["path"].endswith("docs/a.txt")
    assert match["distance"] == 0
    assert {Path(document["paths"][0]).name for document in listed} == {"a.txt", "other.txt"}


def test_compare_counts_bits_from_the_least_significant(run: Run, tmp_path: Path) -> None:
    write(tmp_path, a=PARAGRAPH, b=PARAGRAPH.replace("northern", "southern"))

    answer = as_json(run("compare", "a.txt", "b.txt", "--format", "json"))

    xor = int(answer["a"]["fingerprint"], 16) ^ int(answer["b"]["fingerprint"], 16)
    assert answer["differing_bits"] == [bit for bit in range(64) if xor >> bit & 1]
    assert answer["distance"] == len(answer["differing_bits"])
    assert "".join(answer["a"]["block_keys"]) == answer["a"]["fingerprint"]


def test_compare_and_check_tell_the_places_of_a_passage(run: Run, tmp_path: Path) -> None:
    own = " ".join(f"own{number}" for number in range(80))
    texts = {"a": f"{PARAGRAPH} {own}", "b": f"Other words before it: {PARAGRAPH}"}
    write(tmp_path / "docs", **texts)
    run("scan", "docs", "--library", "lib.simhash")

    compared = as_json(run("compare", "docs/a.txt", "docs/b.txt", "--format", "json"))
    checked = as_json(
        run("check", "-", "--library", "lib.simhash", "--format", "json", stdin=texts["b"])
    )

    (passage,) = compared["passages"]
    places = [texts[side][slice(*passage[side])] for side in ("a", "b")]
    assert places == [PARAGRAPH.rstrip(".")] * 2
    measures = {"jaccard", "containment_a", "containment_b", "class", "distance"}
    assert measures <= compared.keys()
    by_name = {Path(match["path"]).stem: match for match in checked["matches"]}
    assert by_name.keys() == {"a", "b"}
    assert all(measures | {"passages"} <= match.keys() for match in by_name.values())
    (found,) = by_name["a"]["passages"]
    assert (found["a"], found["b"]) == (passage["b"], passage["a"])
    assert checked["covered"] == 1.0


def test_fingerprint_shows_every_step_on_demand(run: Run) -> None:
    answer = as_json(run("fingerprint", "-", "--trace", "--format", "json", stdin=PARAGRAPH))

    trace = answer["trace"]
    votes = [(int(row["hash"], 16), row["weight"]) for row in trace["features"]]
    sums = [sum(w if h >> bit & 1 else -w for h, w in votes) for bit in range(64)]
    assert trace["sums"] == pytest.approx(sums)
    assert int(answer["fingerprint"], 16) == sum(bit << i for i, bit in enumerate(trace["bits"]))


def test_a_published_value_of_1e0ng_comes_out(run: Run) -> None:
    text = "How are you? I AM fine. Thanks. And you?"

    answer = as_json(run("fingerprint", "-", "--recipe", "1e0ng", "--format", "json", stdin=text))

    assert int(answer["fingerprint"], 16) == 13831624873712969754


@pytest.mark.parametrize("name", ["en-debian-copyright", "zh-docs-dev"])
def test_pairs_and_clusters_are_those_of_brute_force(
    run: Run, tmp_path: Path, shared_corpora: Path, name: str
) -> None:
    docs = (shared_corpora / name / "docs").resolve()
    for distance in (3, 6, 10):
        scan = as_json(
            run(
                "scan",
                docs,
                "--library",
                "lib.simhash",
                "--distance",
                str(distance),
                "--all-candidates",
                "--linkage",
                "single",
                "--format",
                "json",
            )
        )
        listed = as_json(run("library", "list", "lib.simhash", "--format", "json"))["documents"]
        prints = {document["paths"][0]: document["fingerprint"] for document in listed}
        copies = [
            (document["paths"][0], path) for document in listed for path in document["paths"][1:]
        ]

        expected = near_pairs(prints, distance)
        assert {
            (*sorted((row["a"], row["b"])), row["distance"]) for row in scan["pairs"]
        } == expected
        names = [path for document in listed for path in document["paths"]]
        alike = {"identical", "near-duplicate"}
        links = [(row["a"], row["b"]) for row in scan["pairs"] if row["class"] in alike] + copies
        assert {
            frozenset(member["path"] for member in cluster["members"])
            for cluster in scan["clusters"]
        } == linked_groups(names, links)
        assert scan["read"] == (0 if distance > 3 else len(names))


@pytest.mark.parametrize(
    ("docs", "why", "in_words"),
    [
        ("letters", "too-much-in-common", "so much in common that not all pairs were looked at"),
        ("near_by_the_thousand", "distance-lowered", "compared less far than usual"),
    ],
)
def test_what_was_left_out_for_its_cost_is_told_to_people_and_to_scripts(
    run: Run, request: pytest.FixtureRequest, docs: str, why: str, in_words: str
) -> None:
    request.getfixturevalue(docs)

    answer = as_json(run("scan", "docs", "--jobs", "1", "--format", "json"))
    written = run("scan", "docs", "--jobs", "1")

    assert answer["complete"] is False
    (told,) = answer["left_out"]
    assert (told["what"], told["why"]) == ("pairs", why)
    assert told["way_out"]
    assert "incomplete: " in written.stdout + written.stderr
    assert in_words in written.stdout + written.stderr
