# Everything runs in .venv; `make demo` and `make test` need Python >= 3.11, make and the package index.
PYTHON ?= python3
BIN := .venv/bin
OLDEST := .venv-oldest/bin
CLIENTS := .venv-clients/bin
OLDEST_CLIENTS := .venv-clients-oldest/bin
RLLIB := .venv-rllib/bin
# PyTorch as pip is to install it for the tests of clients: another build, or a file.
TORCH ?= torch
# What runs on the oldest versions claimed: the foundation, a judge, a solver or rules of every game, the command line.
CORE := $(shell cat tests/core.txt)
# What a first change runs.
QUICK := $(shell cat tests/quick.txt)

# The games whose rules are compiled ahead; the first takes as long as the others together.
WARM := warm-tractor warm-rummy warm-texas42 warm-stacks

# Where a machine's environment forbids byte code, each of some hundred processes that the tests start would
# translate the whole package again.
unexport PYTHONDONTWRITEBYTECODE

# Where the data set of a release is made, and how many deals it has.
DATA_SET ?= build/texas42-solved
DEALS ?= 100000

.PHONY: dev quick demo table data-set test style types collected without-browser in-browser checked warm $(WARM) html pages oldest core-on-oldest test-clients test-rllib clients-on-oldest mutants test-all lint format bench docs pictures fuzz clean

.venv/base.stamp: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[compile]"
	touch $@

# What is imported is turned into byte code then; of most that is installed here nothing ever is.
.venv/test.stamp: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile -e ".[test,docs,cuda]"
	touch .venv/base.stamp .venv/dev.stamp $@

# The tools of a first change; `make test` installs what all tests need into the same place.
.venv/dev.stamp: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile -e ".[dev]"
	touch .venv/base.stamp $@

dev: .venv/dev.stamp

# What tests/quick.txt names needs nothing but `make dev`: rules, judges and solvers of every game, the foundation.
quick: .venv/dev.stamp
	$(BIN)/pytest --quiet --numprocesses auto --dist worksteal $(QUICK)

demo: .venv/base.stamp
	$(BIN)/python examples/demo.py
	@echo
	@$(BIN)/suitwise warm --background
	@echo
	@echo "To play at a table in a browser: make table"

.venv/table.stamp: .venv/base.stamp
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[compile,table]"
	touch $@

# Serves until Ctrl-C; the tables are kept in the user's data folder, or where TABLE="--file F" says.
table: .venv/table.stamp
	@$(BIN)/suitwise warm --background
	$(BIN)/suitwise table serve $(TABLE)

lint: style types

style: .venv/test.stamp
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: .venv/test.stamp
	$(BIN)/mypy

format: .venv/test.stamp
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# What keeps one core busy goes side by side, the output of each kept together; the first failure ends all:
# so the oldest versions are fetched and tested while pip is at the newest. Tests without a browser wait for
# programs and for the clock a third of their time, so three of them keep two cores busy, together with the
# types and the pages. Browsers come last, by themselves and two at a time: each keeps a core busy.
# The samples of this run are stated where they are drawn; `make test-all` runs in full what is sampled here.
# A test that hangs ends its process after ten minutes, which says where it stood; the longest takes half a one.
# (By a thread: alarms are for the arena, which breaks off players that never answer.)
LIMIT := --timeout 600 --timeout-method thread
test:
	$(MAKE) --jobs 3 --output-sync=recurse style oldest warm
	$(MAKE) --jobs 2 --output-sync=recurse without-browser checked
	$(MAKE) in-browser

checked: types
	$(MAKE) pages

# Each of the processes that test would rewrite the asserts of all tests and look for constants in the whole
# package, at the same moment as the others: one does it for all, while the types are checked beside it.
collected: .venv/test.stamp
	@$(BIN)/pytest --collect-only --quiet tests > .venv/collected.txt || { cat .venv/collected.txt; false; }

WORKERS = $(shell $(PYTHON) -c "import os; print(3 * os.cpu_count() // 2)")
without-browser: collected
	$(BIN)/pytest --numprocesses $(WORKERS) --dist worksteal $(LIMIT) -m "not browser"

# A busy machine may look at a page between two of its draws. What failed is run once more, by itself; it fails
# if it fails again, and both runs are shown.
IN_BROWSER := $(BIN)/pytest --dist worksteal $(LIMIT) -m browser tests/browser
in-browser: .venv/test.stamp
	$(IN_BROWSER) --numprocesses 2 || $(IN_BROWSER) --numprocesses 1 --last-failed --last-failed-no-failures none

warm: $(WARM)

# Compiling takes minutes of one core: a process for each game, which analyses a rule once for all its jobs.
$(WARM): warm-%: .venv/test.stamp
	$(BIN)/suitwise warm --workers 1 $*

# The same without the pages of the source, which take as long as all the others.
pages: .venv/test.stamp
	$(BIN)/sphinx-build --quiet -W -b html -t checked docs docs/_build/checked

html: .venv/test.stamp
	$(BIN)/sphinx-build --quiet -W -b html docs docs/_build/html

.venv-oldest/base.stamp: pyproject.toml tests/oldest.py
	$(PYTHON) -m venv .venv-oldest
	$(PYTHON) tests/oldest.py > .venv-oldest/constraints.txt
	$(OLDEST)/python -m pip install --quiet --disable-pip-version-check --no-compile -c .venv-oldest/constraints.txt \
		editables hatchling hypothesis pytest pytest-xdist
	$(OLDEST)/python -m pip install --quiet --disable-pip-version-check --no-compile -c .venv-oldest/constraints.txt \
		--no-build-isolation -e ".[compile]"
	touch $@

# The oldest versions claimed are those of the oldest Python claimed; a newer one needs newer packages.
oldest:
	@if $(PYTHON) -c "import sys; sys.exit(sys.version_info[:2] != (3, 11))"; then $(MAKE) core-on-oldest; \
	else echo "the core tests on the oldest versions claimed need Python 3.11: make oldest PYTHON=python3.11"; fi

core-on-oldest: .venv-oldest/base.stamp
	SUITWISE_CACHE_DIR=$(CURDIR)/.venv-oldest/cache $(OLDEST)/pytest --numprocesses auto $(CORE)

.venv-clients/base.stamp: pyproject.toml
	$(PYTHON) -m venv .venv-clients
	$(CLIENTS)/python -m pip install --quiet --disable-pip-version-check --no-compile $(TORCH)
	$(CLIENTS)/python -m pip install --quiet --disable-pip-version-check --no-compile -e ".[clients]"
	touch $@

# Learners that need PyTorch, as they come; what they warn of among themselves is their own affair.
test-clients: .venv-clients/base.stamp
	$(CLIENTS)/pytest -W default tests/clients src/suitwise/envs/sb3

.venv-rllib/base.stamp: pyproject.toml
	$(PYTHON) -m venv .venv-rllib
	$(RLLIB)/python -m pip install --quiet --disable-pip-version-check --no-compile $(TORCH)
	$(RLLIB)/python -m pip install --quiet --disable-pip-version-check --no-compile pytest hypothesis "ray[rllib]" -e ".[compile,rl]"
	touch $@

# RLlib asks for one version of Gymnasium, older than what the other learners get, so it is by itself.
test-rllib: .venv-rllib/base.stamp
	$(RLLIB)/pytest -W default tests/rllib

.venv-clients-oldest/base.stamp: pyproject.toml tests/oldest.py
	$(PYTHON) -m venv .venv-clients-oldest
	$(PYTHON) tests/oldest.py clients --but torch > .venv-clients-oldest/constraints.txt
	$(OLDEST_CLIENTS)/python -m pip install --quiet --disable-pip-version-check --no-compile \
		-c .venv-clients-oldest/constraints.txt editables hatchling $(TORCH)
	$(OLDEST_CLIENTS)/python -m pip install --quiet --disable-pip-version-check --no-compile \
		-c .venv-clients-oldest/constraints.txt --no-build-isolation -e ".[clients]"
	touch $@

# The same on exactly the oldest learners claimed, but for PyTorch, which is what TORCH says; Python 3.11.
clients-on-oldest: .venv-clients-oldest/base.stamp
	SUITWISE_CACHE_DIR=$(CURDIR)/.venv-clients-oldest/cache \
		$(OLDEST_CLIENTS)/pytest -W default tests/clients src/suitwise/envs/sb3

.venv/mutants.stamp: .venv/test.stamp
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile -e ".[mutants]"
	touch $@

# Small changes of the rules that the tests of their room have to notice: SAMPLE of them, drawn by SEED; a
# smaller sample is the beginning of a larger one. `make test-all` tries the first 40.
SAMPLE ?= 169
SEED ?= 1
mutants: .venv/mutants.stamp
	$(BIN)/python -m tests.mutants --sample $(SAMPLE) --seed $(SEED) $(MUTANTS)

test-all: lint .venv/mutants.stamp
	$(BIN)/pytest --numprocesses auto --dist worksteal -m "not browser" --exhaustive
	$(BIN)/pytest --numprocesses 2 --dist worksteal -m browser tests/browser --exhaustive
	$(BIN)/python -m tests.mutants --sample 40 --seed 1

bench: .venv/test.stamp
	$(BIN)/python -m benchmarks tractor $(if $(RIVAL),--rival $(RIVAL) --markdown docs/benchmarks.md)
	$(BIN)/python -m benchmarks tractor-follow
	$(BIN)/python -m benchmarks tractor-table
	$(BIN)/python -m benchmarks stacks
	$(BIN)/python -m benchmarks rummy
	$(BIN)/python -m benchmarks texas42
	$(BIN)/python -m benchmarks research
	$(BIN)/python -m benchmarks table
	$(BIN)/pytest benchmarks/test_tractor.py --benchmark-only

docs: .venv/test.stamp
	PYTHONPATH=. $(BIN)/python docs/figures/table3.py
	$(BIN)/python docs/figures/trick.py
	PYTHONPATH=. $(BIN)/python docs/figures/trick_search.py
	$(BIN)/python docs/figures/ruling.py
	$(BIN)/python docs/figures/stacks.py
	$(BIN)/python docs/figures/rummy.py
	$(BIN)/python docs/figures/texas42.py
	$(BIN)/python docs/figures/tractor_duty.py
	$(BIN)/python docs/figures/tractor_follow.py
	$(BIN)/python docs/figures/observations.py
	$(BIN)/python docs/figures/research.py
	PYTHONPATH=. $(BIN)/python docs/figures/table.py
	$(BIN)/sphinx-build --quiet -W -b html docs docs/_build/html

.venv/data.stamp: .venv/base.stamp
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[compile,data]"
	touch $@

# The data set that is published with a release, the same to the byte by the same versions.
data-set: .venv/data.stamp
	$(BIN)/suitwise arena data texas42-solved --count $(DEALS) --seed 42 --shard-size 10000 --format hf --out $(DATA_SET)
	$(BIN)/suitwise arena pack $(DATA_SET) $(DATA_SET)-$$($(BIN)/python -c "import suitwise; print(suitwise.__version__)").zip

# All screens of all games into a folder, with sheets and figures; ARGS="--only tractor", ARGS=--frames.
PICTURES ?= build/pictures
pictures: .venv/test.stamp
	$(BIN)/python -m tests.browser.pictures --out $(PICTURES) $(ARGS)

# Ten minutes of hostile input to each engine; new faults of Tractor's are kept in tests/data/tractor/fuzz.
fuzz: .venv/test.stamp
	$(BIN)/python tests/fuzz_judge.py --minutes 10
	PYTHONPATH=. $(BIN)/python tests/fuzz_stacks.py --minutes 10
	PYTHONPATH=. $(BIN)/python tests/fuzz_rummy.py --minutes 10
	PYTHONPATH=. $(BIN)/python tests/fuzz_texas42.py --minutes 10
	PYTHONPATH=. $(BIN)/python tests/fuzz_tractor_table.py --minutes 10
	PYTHONPATH=. $(BIN)/python tests/fuzz_tractor_many.py --minutes 10

clean:
	rm -rf .venv .venv-oldest .venv-clients .venv-clients-oldest .venv-rllib build dist docs/_build docs/reference demo-out
