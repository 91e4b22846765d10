# Each target does its own set-up: on a fresh Debian machine `make play` or `make test` is enough.

PYTHON ?= python3
JOBS ?= 2
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
SUITABLE := $(PYTHON) -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup play test check lint soak bench golden clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: .venv/dev.stamp ## create .venv with the game and all developer tools

play: .venv/runtime.stamp ## play in the terminal
	@$(BIN)/projectl play

test: lint ## everything: tools, the full test suite, speed against the baseline
	$(BIN)/pytest -n $(JOBS) --dist worksteal
	$(BIN)/projectl bench --games 8000 --repeats 5 --check bench/baseline.json

check: lint ## the quick round: tools and the tests not marked slow
	$(BIN)/pytest -n $(JOBS) -q -m "not slow"

lint: setup
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

soak: setup ## hours: checked games, and games compared with the compiled rules, in every configuration
	$(BIN)/projectl simulate --matrix --games 20000 --check --jobs $(JOBS)
	$(BIN)/projectl simulate --matrix --games 200000 --compare --jobs $(JOBS)

bench: setup ## measure speed and append it to bench/RESULTS.md
	$(BIN)/projectl bench --cold --append bench/RESULTS.md

golden: setup ## write the golden files anew (then read the diff)
	$(BIN)/python tests/golden/regenerate.py
	$(BIN)/python tests/perft/regenerate.py
	$(BIN)/python docs/screens/terminal.py

clean: ## remove .venv, caches and build output
	rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.venv/pyvenv.cfg:
	@$(SUITABLE) || [ "$$(id -u)" != 0 ] || ! command -v apt-get >/dev/null || \
	  { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y python3 python3-venv; }
	@$(SUITABLE) || { echo "Please install Python 3.11 or newer with its venv module" \
	  "(Debian: python3 and python3-venv), then run make again." >&2; exit 1; }
	$(PYTHON) -m venv --clear .venv

.venv/runtime.stamp: pyproject.toml .venv/pyvenv.cfg
	$(PIP) -e .
	@touch $@

.venv/dev.stamp: pyproject.toml .venv/pyvenv.cfg
	$(PIP) -e '.[dev]'
	@touch .venv/runtime.stamp $@
