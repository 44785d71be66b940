"""Every wall holds, and falls when it is broken once: a contract that names the wrong package would
pass forever.

Each offence is a line in a function body, so that imports inside functions are proven to count.
"""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
PYPROJECT = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))
SETTINGS = {contract["id"]: contract for contract in PYPROJECT["tool"]["importlinter"]["contracts"]}
CONTRACTS = {identifier: contract["name"] for identifier, contract in SETTINGS.items()}
LAYERS = {
    f"simhash_gui.{layer.strip()}"
    for line in SETTINGS["layers"]["layers"]
    for layer in line.split("|")
}

# (contract, module that offends, what it imports)
OFFENCES = [
    ("layers", "core", "simhash_gui.workers"),
    ("layers", "workers", "simhash_gui.documents"),
    ("layers", "workers", "simhash_gui.store"),
    ("layers", "documents", "simhash_gui.services"),
    ("layers", "store", "simhash_gui.services"),
    ("layers", "services", "simhash_gui.cli"),
    ("layers", "services", "simhash_gui.ui"),
    ("layers", "ui", "simhash_gui.cli"),
    ("layers", "cli", "simhash_gui.ui"),
    ("layers", "ui", "simhash_gui.app"),
    ("layers", "cli", "simhash_gui.__main__"),
    ("documents-store", "documents", "simhash_gui.store"),
    ("documents-store", "store", "simhash_gui.documents"),
    ("faces", "ui", "simhash_gui.store"),
    ("faces", "ui", "simhash_gui.documents"),
    ("faces", "cli", "simhash_gui.store"),
    ("faces", "cli", "simhash_gui.documents"),
    ("core-types", "ui", "simhash_gui.core.hamming.pairs"),
    ("core-types", "cli", "simhash_gui.core.hamming.costs"),
    ("qt", "core", "PySide6.QtCore"),
    ("qt", "services", "PySide6.QtCore"),
    ("qt", "cli", "PySide6.QtCore"),
    ("sql", "services", "sqlalchemy"),
    ("sql", "documents", "sqlite3"),
    ("sql", "ui", "alembic"),
    ("formats", "services", "jieba"),
    ("formats", "store", "rjieba"),
    ("formats", "core", "unicode_segmentation_rs"),
    ("formats", "workers", "jieba"),
    ("formats", "cli", "chardet"),
    ("formats", "ui", "markdown_it"),
    ("formats", "services", "selectolax.lexbor"),
    ("workers-rooms", "workers.protocol", "simhash_gui.workers.start"),
    ("workers-rooms", "workers.pool", "simhash_gui.workers.resident"),
    ("documents-rooms", "documents.readers", "simhash_gui.documents.containers"),
    ("documents-rooms", "documents.encoding", "simhash_gui.documents.readers"),
    ("store-rooms", "store.engine", "simhash_gui.store.repositories"),
    ("store-rooms", "store.repositories", "simhash_gui.store.library"),
    ("core-rooms", "core.hamming", "simhash_gui.core.clustering"),
    ("core-rooms", "core.text", "simhash_gui.core.hamming"),
    ("core-rooms", "core.hamming", "simhash_gui.core.methods"),
    ("core-rooms", "core.fingerprint", "simhash_gui.core.text"),
    ("services-rooms", "services.detection", "simhash_gui.services.checking"),
    ("services-rooms", "services.importing", "simhash_gui.services.detection"),
    ("services-rooms", "services.comparison", "simhash_gui.services.importing"),
    ("services-rooms", "services.library", "simhash_gui.services.importing"),
    ("services-rooms", "services.evaluation", "simhash_gui.services.checking"),
    ("cli-rooms", "cli.scan", "simhash_gui.cli.check"),
    ("cli-rooms", "cli.arguments", "simhash_gui.cli.detecting"),
    ("cli-rooms", "cli.output", "simhash_gui.cli.arguments"),
    ("ui-rooms", "ui.library", "simhash_gui.ui.shell"),
    ("ui-rooms", "ui.compare", "simhash_gui.ui.library"),
    ("ui-rooms", "ui.session", "simhash_gui.ui.clusters"),
    ("ui-rooms", "ui.reading", "simhash_gui.ui.session"),
    ("ui-rooms", "ui.common", "simhash_gui.ui.session"),
    ("ui-rooms", "ui.theme", "simhash_gui.ui.common"),
]


def lint(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Run import-linter on the package in `folder`."""
    start = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    return subprocess.run(
        [sys.executable, "-c", start, "--no-cache", "--no-logo", *options],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": str(folder), "COLUMNS": "200"},
    )


@pytest.fixture
def copy_of_the_package(tmp_path: Path) -> Path:
    """Return a folder with the package and its contracts, free to be broken."""
    shutil.copy(REPOSITORY / "pyproject.toml", tmp_path)
    shutil.copytree(
        REPOSITORY / "simhash_gui",
        tmp_path / "simhash_gui",
        ignore=shutil.ignore_patterns("__pycache__"),
    )
    return tmp_path


def add_module(folder: Path, name: str, imported: str) -> None:
    """Put a module into the package whose only function imports something."""
    path = folder.joinpath("simhash_gui", *name.split(".")).with_suffix(".py")
    path.write_text(f"def offend():\n    import {imported}\n    return {imported}\n")


@pytest.mark.thorough
def test_the_package_keeps_every_contract() -> None:
    done = lint(REPOSITORY)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"Contracts: {len(CONTRACTS)} kept, 0 broken." in done.stdout


@pytest.mark.thorough
@pytest.mark.parametrize(("contract", "layer", "imported"), OFFENCES, ids="{}".format)
def test_an_offending_import_breaks_the_contract(
    copy_of_the_package: Path, contract: str, layer: str, imported: str
) -> None:
    is_module = (copy_of_the_package / "simhash_gui" / f"{layer.replace('.', '/')}.py").exists()
    offender = layer if is_module else f"{layer}.offender"
    add_module(copy_of_the_package, offender, imported)
    done = lint(copy_of_the_package, "--contract", contract)
    assert done.returncode == 1, done.stdout + done.stderr
    assert f"{CONTRACTS[contract]} BROKEN" in done.stdout
    assert f"simhash_gui.{offender}" in done.stdout


@pytest.mark.thorough
def test_a_new_module_beside_the_layers_breaks_the_layers(copy_of_the_package: Path) -> None:
    add_module(copy_of_the_package, "utilities", "math")
    done = lint(copy_of_the_package, "--contract", "layers")
    assert done.returncode == 1
    assert "utilities" in done.stdout


@pytest.mark.thorough
@pytest.mark.parametrize(
    "layer", ["core", "workers", "documents", "store", "services", "cli", "ui"]
)
def test_two_modules_that_import_each_other_break_the_contract(
    copy_of_the_package: Path, layer: str
) -> None:
    add_module(copy_of_the_package, f"{layer}.hen", f"simhash_gui.{layer}.egg")
    add_module(copy_of_the_package, f"{layer}.egg", f"simhash_gui.{layer}.hen")
    done = lint(copy_of_the_package, "--contract", "acyclic")
    assert done.returncode == 1, done.stdout + done.stderr
    assert f"{CONTRACTS['acyclic']} BROKEN" in done.stdout


def test_every_contract_is_broken_by_some_test() -> None:
    assert {contract for contract, _, _ in OFFENCES} | {"acyclic"} == set(CONTRACTS)


def test_formats_are_forbidden_to_every_layer_but_documents() -> None:
    assert set(SETTINGS["formats"]["source_modules"]) == LAYERS - {"simhash_gui.documents"}


def test_nothing_is_imported_by_a_computed_name_where_no_contract_sees_it() -> None:
    package = REPOSITORY / "simhash_gui"
    calls = re.compile(
        r"(?<!\w)(import_module|__import__|run_module|run_path|(?<!\.)exec)\((?!(\"\")?\))"
    )
    hidden = {
        path.relative_to(package).as_posix()
        for path in package.rglob("*.py")
        if calls.search(path.read_text(encoding="utf-8"))
    }
    # jieba is heavy, warns while it is imported, and rjieba may be missing.
    assert hidden <= {"documents/segmentation/han.py"}
