# One command for each job. PYTHON=/path/to/python3 chooses the interpreter (3.11 or newer); all installs go to .venv.

PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV ?= .venv
BIN := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
EXAMPLES := factions/wh40k-10e/examples
WORKERS ?= auto
# constraints-oldest.txt: the oldest allowed versions
CONSTRAINTS ?= constraints.txt
# requirements.lock: these files only, checked by their hashes
LOCK ?=
ROOM ?= rules
N ?= 20
SEED ?= 1
FLOOR ?= 85
SECONDS ?= 600
LAYOUTS := compact turn submission open cards booklet large tokens

.DEFAULT_GOAL := help
.PHONY: help run install dev test coverage contexts mutants fuzz lint lock audit format types imports bench demo samples pictures kinds locale wheel clean

help:  ## this list
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 12

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer was not found; name it: make PYTHON=/path/to/python3" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: pyproject.toml | $(BIN)/python
	$(PIP) install --editable .
	@touch $@

$(VENV)/installed-dev: pyproject.toml $(CONSTRAINTS) | $(BIN)/python
	$(if $(LOCK),$(PIP) install --no-compile --require-hashes --requirement $(LOCK))
	$(if $(LOCK),$(PIP) install --no-compile --no-deps --no-build-isolation --editable .)
	$(if $(LOCK),,$(PIP) install --no-compile --editable ".[dev]" --constraint $(CONSTRAINTS))
	@touch $(VENV)/installed $@

install: $(VENV)/installed  ## the program, in .venv

dev: $(VENV)/installed-dev  ## the program and everything that tests and linters need, in .venv

run: install  ## build a list in the terminal
	@$(BIN)/listbuilder

demo: install  ## check a legal and an illegal list, print one to exports/; needs no terminal
	@$(BIN)/listbuilder check $(EXAMPLES); status=$$?; test $$status -eq 1 || { echo "expected one illegal list (status 1), got status $$status" >&2; exit 1; }
	@$(BIN)/listbuilder print $(EXAMPLES)/legal.yaml -o exports/demo.pdf

samples: export SOURCE_DATE_EPOCH := 1795737600  # the day on the sample to hand in: 2026-11-27
samples: install  ## the sample PDFs of exports/samples: of the lists beside them, and of the legal example of every other game
	@for list in orks-war-horde space-marines-gladius; do \
		$(BIN)/listbuilder --lang en print exports/samples/$$list.yaml -o exports/samples/$$list.pdf || exit 1; done
	@for layout in $(LAYOUTS); do \
		$(BIN)/listbuilder --lang en print --layout $$layout exports/samples/space-marines-gladius.yaml \
		-o exports/samples/space-marines-gladius-$$layout.pdf || exit 1; done
	@$(BIN)/listbuilder --lang en print --layout turn exports/samples/space-marines-gladius.yaml \
		--versus exports/samples/orks-war-horde.yaml -o exports/samples/space-marines-against-orks.pdf
	@$(BIN)/listbuilder --lang zh print exports/samples/space-marines-zh.yaml -o exports/samples/space-marines-zh.pdf
	@for list in $(filter-out $(EXAMPLES)/%,$(wildcard factions/*/examples/legal.yaml)); do system=$${list#factions/}; \
		$(BIN)/listbuilder --lang en print $$list -o exports/samples/$${system%%/*}.pdf || exit 1; done
	@$(BIN)/listbuilder --lang zh print factions/douwang/examples/legal.yaml -o exports/samples/douwang-zh.pdf

pictures: dev  ## the pictures of README and docs, from tools/recording/scripts and the samples: PICTURES=session makes one
	$(BIN)/python -m tools.recording $(PICTURES)

test: dev  ## all tests; TESTS="tests/rules ..." chooses some, WORKERS=0 runs them in one process
	$(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal $(TESTS)

coverage: dev  ## all tests with their coverage: fails below the floor; also what `contexts` does
	$(BIN)/python .ci/contexts.py -n $(WORKERS) $(TESTS)
	$(BIN)/coverage report --skip-covered --sort=cover $(REPORT)

contexts: dev  ## records which test executes which line, for mutants; TESTS="tests/rules ..." refreshes a part
	$(BIN)/python .ci/contexts.py -n $(WORKERS) $(TESTS)

mutants: dev  ## plants random faults and lists those that no test notices: ROOM=rules N=20 SEED=1 FLOOR=85
	$(BIN)/python .ci/mutants.py $(ROOM) -n $(N) --seed $(SEED) --floor $(FLOOR) -v

fuzz: dev  ## feeds mutated lists, data, packs and archives to the program: SECONDS=600 TARGETS="roster community"
	$(BIN)/python -m tools.fuzz --seconds $(SECONDS) $(TARGETS)

lint: dev  ## style, types, import contracts
	$(BIN)/ruff check .
	$(BIN)/ruff format --check --quiet .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: dev  ## rewrites the code in the house style
	$(BIN)/ruff check --fix --exit-zero .
	$(BIN)/ruff format .

bench: dev  ## start-up time, time and memory of checking many lists, cost of one edit, of a key in the builder, of printing
	$(BIN)/python benchmarks/bench_check.py
	$(BIN)/python benchmarks/bench_edit.py
	$(BIN)/python benchmarks/bench_builder.py
	$(BIN)/python benchmarks/bench_print.py

$(VENV)-lock/installed:
	$(PYTHON) -m venv $(VENV)-lock
	$(VENV)-lock/$(notdir $(BIN))/python -m pip --disable-pip-version-check --quiet install uv pip-audit
	@touch $@

lock: $(VENV)-lock/installed  ## requirements.lock, from pyproject.toml and constraints.txt
	sed '/^#/!d' requirements.lock >$(VENV)-lock/head
	printf 'hatchling\neditables\n' | $(VENV)-lock/$(notdir $(BIN))/uv pip compile --quiet --universal --generate-hashes \
		--python-version 3.11 --extra dev --constraint constraints.txt --no-header --no-annotate --no-config \
		--output-file $(VENV)-lock/body pyproject.toml -
	cat $(VENV)-lock/head $(VENV)-lock/body >requirements.lock

audit: $(VENV)-lock/installed  ## known vulnerabilities of the packages in requirements.lock; asks PyPI
	$(VENV)-lock/$(notdir $(BIN))/pip-audit --strict --requirement requirements.lock --require-hashes --disable-pip || { \
		echo "audit failed: packages named above are vulnerable, or, where they are 'not found', this index has no data" \
			"about them (pip-audit asks the JSON interface of PyPI) and nothing was audited" >&2; exit 1; }

kinds: dev  ## the schema of system files and the pages of rule kinds and of all systems, from the code and the shipped data
	$(BIN)/python .ci/kinds.py
	$(BIN)/python .ci/systems_page.py

locale: dev  ## collects the texts for the translators and compiles their work
	$(BIN)/python .ci/texts.py

wheel: dev  ## a wheel in dist/
	$(PIP) wheel . --no-deps --wheel-dir dist

clean:  ## removes what can be made again
	rm -rf $(VENV) $(VENV)-lock build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
