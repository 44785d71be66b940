# Both main targets work alone on a bare Debian 12: they make .venv, install what requirements.lock
# pins, and fetch missing system libraries. PYTHON=python3.12 picks another interpreter.

.PHONY: run test test-all mutation screenshots bench lock translations clean help

run: .venv/.ready  ## the main job on the bundled samples, in a window where there is a screen
	@.ci/main-job

test: .venv/.ready  ## format, lint, types, walls, translations, and every test that guards behaviour
	@.ci/system-libraries test
	@.ci/check

test-all: .venv/.ready  ## the same with coverage and many more examples, checks of the checks, long runs, mutation
	@.ci/system-libraries test
	@.ci/check --all
	@.venv/bin/python -m tests.fuzzing.run --mutants 3100
	@.venv/bin/python -m tests.fuzzing.run_libraries --mutants 2000
	@.venv/bin/python -m tests.torture.run
	@.ci/mutation

mutation: .venv/.ready  ## a sample of mutants of core, store, importing and detection: how many the tests kill
	@.ci/system-libraries test
	@.ci/mutation

screenshots: .venv/.ready  ## pictures of every page, into .screenshots/
	@.ci/system-libraries test
	@.venv/bin/python -m tests.screenshots

bench: .venv/.ready  ## measurements, into .benchmarks/
	@.ci/system-libraries run
	@.venv/bin/python -m tests.benchmarks.run

lock: .venv/.ready  ## requirements.lock again from pyproject.toml, newest versions within the bounds
	@.venv/bin/python .ci/lock

translations: .venv/.ready  ## collect the texts of the window into resources/i18n and compile them
	@.ci/translations

clean:  ## remove .venv and what the tools leave behind
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage .coverage.* htmlcov dist build

help:  ## this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/\1\t\2/p' Makefile

.venv/.ready: pyproject.toml requirements.lock .ci/environment
	@PYTHON="$(PYTHON)" .ci/environment
