# Arbiter's words. A machine with Python >= 3.11 and make needs nothing else: .venv is made and filled on first use.

PYTHON  ?= python3
UV_PIN  := 0.13.8
BIN     := .venv/bin
READY   := .venv/.ready
# Fill .venv from the lock; tried again with the system's certificates, for networks that inspect TLS.
SYNC    := UV_PROJECT_ENVIRONMENT=.venv UV_PYTHON_DOWNLOADS=never $(BIN)/uv sync --locked --inexact --all-extras --python $(BIN)/python
# Tests side by side: four workers for two cores, since many tests wait. `make test WORKERS=0` runs them in one process.
WORKERS ?= 4
# What pyright checks: all if left out. `make check TYPED=services/coin` after adding a game that nothing imports.
TYPED   ?=
# Extra words for the tool a target calls: `make test ARGS="-k duel"`.
ARGS    ?=

# Every process would compile all it imports, two seconds of each start: bytecode is kept, whatever the environment says.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help run test check fmt quick rules replay contracts released catalogue fuzz matches campaigns readable compiled bench demo bless game remove web mutants cover conformance faults upgrade simulate seeds soak sbom clean

help: ## Show these words
	@awk 'BEGIN {FS = ":.*## "} /^[a-z]+:.*## / {printf "  make %-11s %s\n", $$1, $$2}' $(firstword $(MAKEFILE_LIST))

run: $(READY) ## Start everything on http://127.0.0.1:8000: store, services, worker, clock (OPEN=yes: open a browser)
	@$(BIN)/arbiter up $(if $(filter yes,$(OPEN)),--open) $(ARGS)

test: $(READY) ## Run every test
	$(BIN)/python -m pytest -n $(WORKERS) $(ARGS)

check: $(READY) ## Format, lint, types, directions, spelling: run every tool, then name those that failed; writes nothing
	@export PYRIGHT_PYTHON_IGNORE_WARNINGS=1; failed=; \
	run() { echo "$$*"; "$$@" || failed="$$failed, $${*#$(BIN)/}"; }; \
	run $(BIN)/ruff format --check .; \
	run $(BIN)/ruff check .; \
	$(BIN)/mypy & types=$$!; run $(BIN)/pyright $(TYPED); wait $$types || failed="$$failed, mypy"; \
	run $(BIN)/lint-imports; \
	run $(BIN)/codespell; \
	[ -z "$$failed" ] || { echo "failed: $${failed#, }"; exit 1; }

fmt: $(READY) ## Format and fix what can be fixed
	$(BIN)/ruff check --fix-only --exit-zero .
	$(BIN)/ruff format .

quick: $(READY) ## Run the quick tests of the core: no server, no browser, no random play or property
	$(BIN)/python -m pytest -n $(WORKERS) -m "not store and not faults and not long" $(ARGS)
	@echo "left out: tests with a server, a store or a browser, those that kill processes or build, random plays, properties and the conformance suite (make test)"

rules: $(READY) ## Count the rules that tests prove, and name each that none does (LIST=all: list all)
	@$(BIN)/python -m pytest -qqq --rules $(or $(LIST),unproven) tests

replay: $(READY) ## Replay the golden logs byte for byte
	$(BIN)/python -m pytest tests -m golden $(ARGS)

contracts: $(READY) ## Write what is served into contracts/, generate the clients of it, and try validators on it
	$(BIN)/arbiter contracts
	$(BIN)/python contracts/clients/python/generate.py
	$(BIN)/python -m services.gateway.authoring.client_building
	ARBITER_TEST_CONTRACTS=1 $(BIN)/python -m pytest tests/http/test_valid_contracts.py tests/http/test_released_contract.py $(ARGS)

released: $(READY) ## Keep the contracts of this release: later ones are held to them
	for one in contracts/*/openapi.json; do cp $$one contracts/released/$$(basename $$(dirname $$one)).json; done

catalogue: $(READY) ## Keep today's catalogue of every game for ever: streams name the set that they were opened with
	@$(BIN)/python -m shared.platform.releasing

fuzz: $(READY) ## Let schemathesis loose on a running server, and random notation on the dice
	$(BIN)/python -m tests.fuzz $(ARGS)
	ARBITER_TEST_FUZZ=5000 $(BIN)/python -m pytest -n $(WORKERS) tests/dice/test_fuzzed_notation.py tests/dice/test_cost.py

matches: $(READY) ## Play 10 000 random matches, watched at every event, compare 10 000 pairs that differ only in secrets, deal 10 000 again, fork 500 positions of each game, and say 50 000 words
	ARBITER_TEST_TCG_MATCHES=10000 ARBITER_TEST_TCG_PAIRS=10000 \
	ARBITER_TEST_TCG_KNOWN=10000 ARBITER_TEST_TCG_DEALT=10000 ARBITER_TEST_ENV_STEPS=50000 ARBITER_TEST_FORKS=500 \
	$(BIN)/python -m pytest -n $(WORKERS) tests/tcg/test_random_matches.py tests/tcg/test_core_matches.py tests/tcg/test_secrets.py \
	tests/tcg/test_knowledge.py tests/tcg/test_dealing.py tests/tcg/test_forks.py tests/conformance/test_dealt_forks.py tests/tcg/test_house_players.py tests/clients/test_environment_words.py \
	tests/clients/test_fight_environment.py $(ARGS)

campaigns: $(READY) ## Play and try all of what `make test` only samples: campaigns, properties, and the fuzzed contract
	ARBITER_TEST_WHOLE=yes $(BIN)/python -m pytest -n $(WORKERS) -m sampled $(ARGS)

readable: $(READY) ## Check every page and state of the page with all rules of axe, in light and dark, at 360, 390 and 1280 wide
	ARBITER_TEST_READABLE=everything $(BIN)/python -m pytest -n $(WORKERS) tests/web -m readable $(ARGS)

compiled: $(READY) ## Compile the rules of tcg with mypyc (a C compiler is needed), and test them
	$(BIN)/python -m services.gateway.authoring.compiling.building
	$(BIN)/python -m pytest -q tests/gateway/test_compiled.py $(ARGS)
	ARBITER_COMPILED=yes $(BIN)/python -m pytest -q -n $(WORKERS) tests/tcg $(ARGS)

bench: $(READY) ## Measure beside the peers, in the same run (COUNT=1: count instructions too, where valgrind is)
	$(BIN)/python -m tests.bench $(if $(COUNT),--count) $(ARGS)

demo: $(READY) ## Play a short game and audit it
	$(BIN)/arbiter demo $(ARGS)

bless: $(READY) ## Re-record one golden log: make bless LOG=path
	@test -n "$(LOG)" || { echo "which one? make bless LOG=path"; exit 2; }
	$(BIN)/python -m tests.support.bless "$(LOG)" $(ARGS)

game: $(READY) ## Write a new game from the template, tested and served: make game NAME=coin
	@$(BIN)/python -m services.gateway.authoring.new_game $(NAME)
	@$(BIN)/ruff format --quiet services/$(NAME) tests/$(NAME)
	@$(BIN)/arbiter contracts
	@$(BIN)/python -m tests.support.bless tests/$(NAME)/golden/at_random.ndjson
	@echo "test it: $(BIN)/python -m pytest tests/$(NAME) tests/conformance -k $(NAME); what to change: CONTRIBUTING.md, Add a game"

remove: $(READY) ## Remove a game that was never committed: make remove NAME=coin
	@$(BIN)/python -m services.gateway.authoring.new_game --remove $(NAME)

web: $(READY) ## Build the page that the gateway serves at /, from services/page/web
	@$(BIN)/python -m services.gateway.authoring.page_building

mutants: $(READY) ## Break a chapter in small ways and name what no test notices: make mutants SERVICE=coin CHAPTER=tosses
	@$(BIN)/python -m tests.support.mutants "$(SERVICE)" "$(CHAPTER)" $(ARGS)

cover: $(READY) ## Run the core tests and name the files of which they reach least
	$(BIN)/coverage run -m pytest -q -m "not store and not faults" -p no:randomly $(ARGS)
	@$(BIN)/coverage report --sort=cover | head -n 40

conformance: $(READY) ## Hold every game to what all keep to, on ten times as many streams
	ARBITER_TEST_CONFORMANCE=10 ARBITER_TEST_UNDOS=1000 ARBITER_TEST_LIVE_UNDOS=1000 \
	$(BIN)/python -m pytest -n $(WORKERS) tests/conformance tests/http/test_random_undos.py \
	tests/shared/kernel/test_no_refusal_follows_a_draw.py $(ARGS)

faults: $(READY) ## Run the tests that kill and starve real processes, and those over HTTP past the front
	ARBITER_TEST_JOB_KILLS=50 ARBITER_TEST_SERVER_KILLS=10 ARBITER_TEST_SEASON_KILLS=20 ARBITER_TEST_CLOCK_KILLS=20 \
	ARBITER_TEST_SIMULATED_SEEDS=2000 ARBITER_TEST_PLANTED_BUGS= ARBITER_TEST_STORE_CALLS=100000 \
	ARBITER_TEST_HOUSE_KILLS=20 ARBITER_TEST_CLUSTER_KILLS=20 ARBITER_TEST_SENTINEL_KILLS=20 ARBITER_TEST_ARCHIVE_KILLS=40 ARBITER_TEST_HOOK_KILLS=20 \
	ARBITER_TEST_HISTORY_OPERATIONS=10000 ARBITER_TEST_FLIPS=1000 ARBITER_TEST_CUTS=500 ARBITER_TEST_LIVE_UNDOS=1000 \
	$(BIN)/python -m pytest -m faults $(ARGS)
	ARBITER_TEST_FRONT=off $(BIN)/python -m pytest -q tests/http $(ARGS)

upgrade: $(READY) ## Serve the same streams at an older release and at this one: make upgrade FROM=v0.1.0 (default: the last release)
	ARBITER_TEST_UPGRADE_FROM=$(or $(FROM),$(shell git log -1 --format=%h -- contracts/released)) \
	$(BIN)/python -m pytest tests/faults/upgrades $(ARGS)

simulate: $(READY) ## Simulate the whole service for one seed, and print what happens: make simulate SEED=7 (ARGS="--seeds 1-200": many)
	@$(BIN)/python -m tests.simulation $(if $(SEED),--seed $(SEED),$(if $(ARGS),,--seeds 1-20)) $(ARGS)

seeds: $(READY) ## Simulate 10 000 seeds, an hour of a core, and find every planted bug: make seeds SEEDS=1-10000
	@$(BIN)/python -m tests.simulation --seeds $(or $(SEEDS),1-10000) --quiet --bugs $(ARGS)
	@$(BIN)/python -m tests.simulation --durability replicated --seeds $(or $(SEEDS),1-1000) --quiet --bugs $(ARGS)

soak: $(READY) ## Serve mixed traffic at half of the capacity, and test that memory, files and latency do not grow (HOURS=8)
	@$(BIN)/python -m tests.soak --hours $(or $(HOURS),8) $(ARGS)

sbom: $(READY) ## Write which libraries a deployment installs, with their digests: build/sbom.json (CycloneDX)
	@mkdir -p build
	@$(BIN)/uv export --quiet --locked --no-dev --all-extras --preview-features sbom-export --format cyclonedx1.5 --output-file build/sbom.json

clean: ## Remove the environment and every cache; game data in var/ stays
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis .coverage build dist *.egg-info
	rm -rf contracts/clients/typescript/node_modules contracts/clients/typescript/dist services/page/web/node_modules
	find services shared tests -name __pycache__ -type d -prune -exec rm -rf {} +

$(READY): pyproject.toml uv.lock
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Arbiter needs Python 3.11 or newer; try make PYTHON=python3.12")'
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/uv --version 2>/dev/null | grep -qF "uv $(UV_PIN) " || $(BIN)/python -m pip install --quiet --disable-pip-version-check uv==$(UV_PIN)
	$(SYNC) || UV_SYSTEM_CERTS=1 $(SYNC)
	@touch $@
