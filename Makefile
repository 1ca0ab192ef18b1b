# The commands of the project. Each is a script in Scripts/, so all of them work without make too.

.DEFAULT_GOAL := help
.PHONY: help demo demo-database muster install uninstall test check stress-tests soak sanitize lint format unused api bench build-cost docs picture dist release clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: ## Install what is missing, build and run tui-demo; ARGS='--query alps' are options, OPTIMIZED=1 optimises
	@exec Scripts/demo.sh $(ARGS)

demo-database: ## muster on an SQLite file of 100,000 parcels, with a writer beside it; ARGS='-q berlin' passes options
	@exec Scripts/demo-database.sh $(ARGS)

muster: ## Build and run muster, which shows any list; ARGS='-- ps aux' are options, OPTIMIZED=1 optimises
	@exec Scripts/muster.sh $(ARGS)

install: ## Install tui-demo and muster with man pages and completions below PREFIX=/usr/local
	@Scripts/install.sh

uninstall: ## Remove what install put below PREFIX=/usr/local
	@Scripts/install.sh --uninstall

test: ## Install what the tests need, build once and run the tests; ARGS='--filter NAME' runs some
	@Scripts/test.sh $(ARGS)

check: export LISTKIT_THOROUGH = 1
check: test ## The same with more random sessions, then lint, release programs, Examples, Benchmarks and documentation
	@Scripts/check.sh

RUNS ?= 3
stress-tests: ## Run the tests RUNS=3 times beside four busy loops; FILTER='A|B' runs some
	@RUNS='$(RUNS)' FILTER='$(FILTER)' Scripts/stress-tests.sh $(ARGS)

SECONDS ?= 600
soak: ## Random sessions for SECONDS=600, shortened where they fail; ARGS='--only wifi', ARGS="--replay '…'"
	@Scripts/soak.sh --seconds $(SECONDS) $(ARGS)

sanitize: ## Run the tests under the thread and the address sanitizer, within an hour
	@Scripts/sanitize.sh $(ARGS)

lint: ## Check formatting and scripts; changes nothing
	@Scripts/lint.sh

format: ## Format the Swift files in place
	@Scripts/format.sh

api: ## List what breaks programs that use the libraries since the last tag; ARGS=v1.0.0 compares with another
	@Scripts/api-changes.sh $(ARGS)

unused: ## List public symbols that neither a program nor a test uses
	@Scripts/unused-symbols.py

bench: ## Measure all that has a target, beside peers, as one table; QUICK=1 counts instructions
	@Scripts/bench.sh $(ARGS)

build-cost: ## Measure what compiling costs, in fresh clones; takes half an hour
	@exec Scripts/build-cost.py $(ARGS)

docs: ## Build the documentation into docs/
	@Scripts/docs.sh

picture: ## Make the README's picture again, from a real session
	@Scripts/picture.sh

dist: ## Pack the programs for machines without Swift: tarball, .deb, sums and bill of materials in dist/
	@Scripts/dist.sh $(ARGS)

release: ## Check that all agree on VERSION=1.2.3 and tag it; pushes nothing
	@Scripts/release.sh '$(VERSION)'

clean: ## Remove everything that was built
	@Scripts/clean.sh
