# Everything goes through a virtual environment in .venv, made when it is first needed.
# Another Python: make PYTHON=python3.12 …

PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
WORKERS ?= 2

.DEFAULT_GOAL := help
.PHONY: help demo test test-fast coverage mutants bench gallery check readme wheel clean

help: ## what there is to make
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1\t\2/p' $(firstword $(MAKEFILE_LIST)) | expand -t 16

demo: $(STAMP) ## play a game by mail, all on this machine
	@$(BIN)/pbem demo $(ARGS)

test: $(STAMP) ## all tests, then the checks
	$(BIN)/pytest -q -n $(WORKERS) --dist worksteal $(ARGS)
	@$(MAKE) --no-print-directory check

# The pure rooms, the use cases on a database in memory, the words; no server, no whole game.
FAST := tests/test_*.py tests/app/[a-z]*/ tests/facts tests/hearts tests/mail/message tests/orders tests/premoves \
	tests/render tests/settings tests/tables

test-fast: $(STAMP) ## the quick ones: what to run after each change
	$(BIN)/pytest -q -n $(WORKERS) --dist worksteal -m "not slow" $(FAST) $(ARGS)

coverage: $(STAMP) ## what the tests take of hearts, orders and mail.message must be all of it (ARGS=whole: of the rest 95 %)
	WORKERS=$(WORKERS) $(BIN)/python -m tests.gate $(ARGS)

mutants: $(STAMP) ## small random faults in pbem/, and those that no test sees (ARGS="--count 40 --room pbem/orders")
	$(BIN)/python -m tests.mutants $(ARGS)

bench: $(STAMP) ## how fast it is, as a table
	@$(BIN)/python -m tests.bench $(ARGS)

gallery: $(STAMP) ## every mail as it looks, in build/gallery
	@$(BIN)/python -m tests.gallery $(ARGS)

check: $(STAMP) ## style, and types of program and tests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy pbem tests

readme: $(STAMP) ## write the parts of the documentation that show the program anew
	@$(BIN)/python -m tests.readme

wheel: $(STAMP) ## the package to install elsewhere, in dist/ (PBEM_MYPYC=1: with the robots compiled)
	$(BIN)/python -m hatchling build -t wheel

clean: ## remove what was made here, the environment too
	rm -rf $(VENV) dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage
	find pbem tests -name __pycache__ -type d -exec rm -rf {} +

# Installed again when the dependencies may have changed.
$(STAMP): pyproject.toml
	@test -n "$(PYTHON)" || { echo "pbem needs Python 3.11 or newer; none was found. Or name yours: make PYTHON=/path/to/python3" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "pbem needs Python 3.11 or newer; $(PYTHON) is older or not there" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
		{ echo "$(PYTHON) cannot make virtual environments; on Debian or Ubuntu: apt install python3-venv" >&2; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "installing pbem and its tools into $(VENV) …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@
