# Two commands do everything: `make check` and `make test`; `make lab` opens the days. Each sets up
# what it needs first.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
LABS := $(notdir $(wildcard solutions/*))
DESK := $(abspath $(or $(WORKSPACE),workspace))

.PHONY: check test lab lint typecheck bench mutants notebooks clean

# The starter is meant to fail: what counts is that it fails as it should (status 1, not 2).
check: $(VENV)/ready
	@echo "== the starter: where a student begins"
	@MOCK=1 $(BIN)/grader check --submission starter; [ $$? -eq 1 ]
	@echo
	@echo "== the solutions"
	@MOCK=1 $(BIN)/grader check --submission solutions
	@echo
	@echo "All is as it should be: the starter fails, the solutions pass."

test: $(VENV)/ready lint typecheck
	$(BIN)/python -m pytest -n 2 --dist loadfile

# JupyterLab at Day 0, in the folder `workspace` or in WORKSPACE. Its terminals know `grader`.
lab: $(VENV)/ready
	$(BIN)/grader init "$(DESK)"
	@cd "$(DESK)" && PATH="$(abspath $(BIN)):$$PATH" \
		JUPYTER_CONFIG_PATH="$(CURDIR)/grader/notebook/jupyter$${JUPYTER_CONFIG_PATH:+:$$JUPYTER_CONFIG_PATH}" \
		jupyter lab $$([ "$$(id -u)" -ne 0 ] || echo --allow-root) $(LABFLAGS)

lint: $(VENV)/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

# Each submission is a set of loose files, so each is a program of its own to the type checker.
typecheck: $(VENV)/ready
	$(BIN)/mypy
	@for lab in $(LABS); do for tree in starter solutions; do \
		$(BIN)/mypy $$tree/$$lab/*.py || exit 1; done; done
	@[ -z "$(WORKSPACE)" ] || [ -d "$(WORKSPACE)/.koda" ] || \
		{ echo "$(WORKSPACE) is no workspace; grader init makes one"; exit 1; }
	@[ -z "$(WORKSPACE)" ] || for lab in $(LABS); do \
		[ ! -d "$(WORKSPACE)/$$lab" ] || $(BIN)/mypy "$(WORKSPACE)/$$lab"/*.py || exit 1; done

bench: $(VENV)/ready
	$(BIN)/python -m benchmarks

# What is changed in a solution without a check's noticing? A few minutes.
mutants: $(VENV)/ready
	$(BIN)/python -m tests.mutants

# Runs every notebook as a student first sees it, and stores what it shows.
notebooks: $(VENV)/ready
	$(BIN)/python -m tests.notebooks.storing

clean:
	rm -rf $(VENV)

$(VENV)/ready: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Python 3.11 or newer is needed; try: make PYTHON=python3.11"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	$(BIN)/python -m compileall -q grader labs
	@touch $@
