# Everything runs in .venv; `make demo` and `make test` need Python >= 3.11, make and the package index.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: demo test test-all lint format bench docs fuzz clean

.venv/base.stamp: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	touch $@

.venv/test.stamp: .venv/base.stamp
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[test,docs,cuda]"
	touch $@

demo: .venv/base.stamp
	$(BIN)/python examples/demo.py

lint: .venv/test.stamp
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

format: .venv/test.stamp
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

test: lint
	$(BIN)/suitwise warm
	$(BIN)/pytest --numprocesses auto
	$(BIN)/sphinx-build --quiet -W -b html docs docs/_build/html

test-all: lint
	$(BIN)/pytest --numprocesses auto --exhaustive

bench: .venv/test.stamp
	$(BIN)/suitwise bench tractor $(if $(RIVAL),--rival $(RIVAL) --markdown docs/benchmarks.md)
	$(BIN)/suitwise bench tractor-follow
	$(BIN)/suitwise bench tractor-table
	$(BIN)/suitwise bench stacks
	$(BIN)/suitwise bench rummy
	$(BIN)/suitwise bench texas42
	$(BIN)/suitwise bench research
	$(BIN)/pytest benchmarks --benchmark-only

docs: .venv/test.stamp
	$(BIN)/python docs/figures/table3.py
	$(BIN)/python docs/figures/trick.py
	$(BIN)/python docs/figures/stacks.py
	$(BIN)/python docs/figures/rummy.py
	$(BIN)/python docs/figures/texas42.py
	$(BIN)/python docs/figures/tractor_duty.py
	$(BIN)/python docs/figures/tractor_follow.py
	$(BIN)/python docs/figures/observations.py
	$(BIN)/python docs/figures/research.py
	$(BIN)/sphinx-build --quiet -W -b html docs docs/_build/html

# Ten minutes of hostile input to each engine; new faults of Tractor's are kept in tests/data/tractor/fuzz.
fuzz: .venv/test.stamp
	$(BIN)/python tests/fuzz_judge.py --minutes 10
	PYTHONPATH=. $(BIN)/python tests/fuzz_stacks.py --minutes 10
	PYTHONPATH=. $(BIN)/python tests/fuzz_rummy.py --minutes 10
	PYTHONPATH=. $(BIN)/python tests/fuzz_texas42.py --minutes 10
	PYTHONPATH=. $(BIN)/python tests/fuzz_tractor_table.py --minutes 10

clean:
	rm -rf .venv build dist docs/_build demo-out
