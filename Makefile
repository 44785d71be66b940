# Both main targets work alone on a bare Debian 12: they make .venv, install what requirements.lock
# pins, and fetch missing system libraries. PYTHON=python3.12 picks another interpreter.

.PHONY: run test test-all fuzz damage kills faults mutation screenshots bench lock translations clean help

run: .venv/.ready  ## the main job on the bundled samples, in a window where there is a screen
	@.ci/main-job

test: .venv/.ready  ## format, lint, types, walls, translations, and every test that guards behaviour
	@.ci/system-libraries test
	@.ci/check

test-all: .venv/.ready  ## the same with coverage and many more examples, checks of the checks, long runs, mutation
	@.ci/system-libraries test
	@.ci/check --all
	@$(MAKE) --no-print-directory fuzz
	@$(MAKE) --no-print-directory --jobs=2 kills damage faults
	@.ci/mutation --minutes 30

fuzz: .venv/.ready  ## 100,000 broken documents
	@.venv/bin/python -m tests.fuzzing.run --mutants 3100

damage: .venv/.ready  ## every command against 2,000 damaged libraries
	@.venv/bin/python -m tests.fuzzing.run_libraries --mutants 2000

kills: .venv/.ready  ## 1,000 kills of what writes a library
	@.venv/bin/python -m tests.torture.run --trial kills --kills 1000

faults: .venv/.ready  ## full drives, each single write failing, two writers, clocks, a window whose library is disturbed
	@.venv/bin/python -m tests.torture.run --trial full --trial writes --trial writers --trial clock
	@.venv/bin/python -m tests.torture.run --trial presses

mutation: .venv/.ready  ## a sample of mutants of core, store, importing and detection: how many the tests kill
	@.ci/system-libraries test
	@.ci/mutation

screenshots: .venv/.ready  ## pictures of every page, into .screenshots/; PICTURES=--readme: README's own
	@.ci/system-libraries test
	@.venv/bin/python -m tests.screenshots $(PICTURES)

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
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1\t\2/p' Makefile

.venv/.ready: pyproject.toml requirements.lock .ci/environment
	@PYTHON="$(PYTHON)" .ci/environment
