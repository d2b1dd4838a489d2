# Every target with a comment behind it is listed by `make`. CI runs `make check`
# and nothing else.

GO            ?= go
# Pinned, and built from source through the Go module proxy: see CONTRIBUTING.md.
GOLANGCI      := v2.15.0
# Where tools are built; .ci/run names an empty folder.
TOOLS_CACHE   ?= $(CURDIR)/.cache
LINTER        := $(TOOLS_CACHE)/golangci-lint-$(GOLANGCI)
GORELEASER_VERSION := v2.16.0
GORELEASER    := $(TOOLS_CACHE)/goreleaser-$(GORELEASER_VERSION)
ACT_VERSION   := v0.2.89
ACT           := $(TOOLS_CACHE)/act-$(ACT_VERSION)
# Needs a database that is asked over the network, so it is no part of check.
GOVULNCHECK   := v1.9.0
FUZZTIME      ?= 60s
# The corpus is analysed by several packages; the default of ten minutes is
# short for two busy cores; the runs of the whole program take 15 minutes alone.
TIMEOUT       ?= 40m

# What reads the loader: TypeScript and ESLint, as the lock file of shim/lint says.
LOADER_TOOLS  := $(TOOLS_CACHE)/loader-tools
LOADER_BIN    := $(LOADER_TOOLS)/node_modules/.bin

# go test, which says at the end what passed, failed and was skipped, and why.
WHOLE_TESTS   := ^(TestEveryUseIsFoundInEveryBundle|TestCorpus|TestCodeScanningTakesEveryScanOfTheCorpus)$$
WHOLE_IN      := ./internal/facts/probes ./shim/wrap ./cmd/ringfence/endtoend
GO_TEST       := GO="$(GO)" $(GO) run ./internal/testkit/tally
# The tests are linked without what a debugger reads (-w): each package of them is a program of its own.
# make test ARGS=-count=1 runs what Go's cache would answer.
ARGS          ?=

.DEFAULT_GOAL := help
.PHONY: help build manuals check quick new generate known test scorecard vulnerabilities lint lint-go lint-loader fuzz bench binary probes recall precision blind peers record record-audit adjudicate corpus attacks attacks-check attacks-host all-hosts exthost neighbours devset unseen node-tests browser browser-check site playground pictures bench-shim image release-dry npm-packages npm-try program act places pull bundles walks bench-action docs clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

build: ## build ./ringfence
	CGO_ENABLED=0 $(GO) build -trimpath -o ringfence ./cmd/ringfence

MANUALS ?= dist/manuals
manuals: ## manual pages and completion scripts, of the commands' own help, into MANUALS (dist/manuals); a release's archives hold them
	rm -rf $(MANUALS)
	mkdir -p $(MANUALS)/completions
	$(GO) run ./cmd/ringfence man --out $(MANUALS)/man/man1
	$(GO) run ./cmd/ringfence completion bash > $(MANUALS)/completions/ringfence.bash
	$(GO) run ./cmd/ringfence completion zsh > $(MANUALS)/completions/_ringfence
	$(GO) run ./cmd/ringfence completion fish > $(MANUALS)/completions/ringfence.fish
	$(GO) run ./cmd/ringfence completion powershell > $(MANUALS)/completions/ringfence.ps1

# go vet has run when the tests begin, and need not again for each package of them.
check: VET = -vet=off
check: lint test ## everything CI runs: lint, then all tests

new: ## write the files of a new check: make new check=code_weak_hash
	$(GO) run ./checks/new $(check)

test: ## all tests; those that need npm packages fetch them; ends with what passed, failed and was skipped
	$(GO_TEST) -timeout $(TIMEOUT) $(VET) -ldflags=-w $(ARGS) ./... github.com/evanw/esbuild/bridge

whole: ## all cases of the long lists of which check runs a part: renditions of the probes, the corpus wrapped and uploaded
	WHOLE=1 $(GO_TEST) -timeout $(TIMEOUT) -count=1 -run '$(WHOLE_TESTS)' $(WHOLE_IN)

quick: ## go vet, and the short tests of what a change reaches; Go's cache answers for the rest
	$(GO) vet ./...
	$(GO_TEST) -short -vet=off -timeout $(TIMEOUT) ./...

scorecard: ## build ringfence-scorecard and run its tests: a module of its own that fetches 2.6 GB, so not in check
	cd cmd/ringfence-scorecard && CGO_ENABLED=0 $(GO) vet . && CGO_ENABLED=0 $(GO) test -timeout $(TIMEOUT) . && CGO_ENABLED=0 $(GO) build -trimpath -o ../../dist/ringfence-scorecard .

vulnerabilities: ## what Go's database of vulnerabilities says of what this calls; asks vuln.go.dev
	$(GO) run golang.org/x/vuln/cmd/govulncheck@$(GOVULNCHECK) ./...

lint: lint-go lint-loader ## gofmt, go vet and golangci-lint on both modules; tsc and ESLint on the loader

lint-go: $(LINTER)
	$(GO) vet ./...
	cd internal/esbuild && $(GO) vet ./...
	$(LINTER) run ./...
	cd internal/esbuild && $(LINTER) run ./...

lint-loader: $(LOADER_TOOLS)/done ## tsc and ESLint on the loader: shim/loader/README.md says what they hold
	$(LOADER_BIN)/tsc -p shim/lint --typeRoots $(LOADER_TOOLS)/node_modules/@types
	$(LOADER_BIN)/eslint --no-config-lookup --config shim/lint/eslint.config.js shim

$(LOADER_TOOLS)/done: shim/lint/package.json shim/lint/package-lock.json
	rm -rf $(LOADER_TOOLS)
	mkdir -p $(LOADER_TOOLS)
	cp shim/lint/package.json shim/lint/package-lock.json $(LOADER_TOOLS)
	cd $(LOADER_TOOLS) && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	touch $@

$(LINTER):
	mkdir -p $(TOOLS_CACHE)/bin
	GOFLAGS= GOBIN=$(TOOLS_CACHE)/bin $(GO) install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(GOLANGCI)
	mv $(TOOLS_CACHE)/bin/golangci-lint $@

fuzz: ## every fuzz target for 60 s (FUZZTIME=10s for less)
	GO="$(GO)" FUZZTIME=$(FUZZTIME) .ci/fuzz

known: ## add to the well-known names that ship: make known day=2027-01-31 answers='one.json two.json' (docs/guide/services.md)
	$(GO) run ./internal/testkit/known -day '$(day)' $(answers)

bench: ## speed, memory and linearity beside Babel; writes docs/measurements/benchmarks.md, fails on a missed bound
	$(GO) run ./internal/bench -write docs/measurements/benchmarks.md

binary: ## size of the binary and how long it takes to build from empty caches
	$(GO) run ./internal/bench -binary

probes: ## the call-site probes: in Node, and bundled by esbuild, webpack, rollup and ncc
	WHOLE=1 $(GO) test -timeout $(TIMEOUT) -count=1 ./internal/facts/probes

recall: ## what recorded runs of real extensions called and facts did not see; writes docs/measurements/recall.md
	UPDATE=1 $(GO) test -timeout $(TIMEOUT) -count=1 ./internal/recall

precision: ## the findings of the corpus against what people said of them; writes docs/measurements/precision.md and says what to read next
	UPDATE=1 SAMPLE=1 $(GO) test -timeout $(TIMEOUT) -count=1 -v -run 'TestPrecision$$' ./internal/precision

blind: ## scan a set that nobody tuned on (BLIND=folder with truth.tsv, BLIND_ROUND=name) once and record what was said; writes docs/measurements/blind.md
	$(GO) test -timeout 120m -count=1 -v -run 'TestRound$$' ./internal/precision/rounds
	UPDATE=1 $(GO) test -count=1 -run 'TestBlindPage$$' ./internal/precision/rounds

# What is beside ringfence in docs/measurements/peers.md, as the lock file of the runner says.
PEERS_RUNNER  := internal/precision/peers/runner
PEERS_TOOLS   := $(TOOLS_CACHE)/peers
PEERS_VSIX    := $(TOOLS_CACHE)/peers-vsix-audit

peers: $(PEERS_TOOLS)/done $(if $(VSIX_AUDIT),$(PEERS_VSIX)/done) ## other programs and ringfence over a set (PEERS_SET=folder, PEERS_ROUND=name, VSIX_AUDIT=folder with its repository), one at a time; writes docs/measurements/peers.md
	@test -n "$(PEERS_SET)" -a -n "$(PEERS_ROUND)" || { echo "make peers: PEERS_SET names no folder with truth.tsv, or PEERS_ROUND no round" >&2; exit 2; }
	PEERS_SET=$(abspath $(PEERS_SET)) PEERS_ROUND=$(PEERS_ROUND) PEERS_TOOLS=$(PEERS_TOOLS) VSIX_AUDIT=$(if $(VSIX_AUDIT),$(PEERS_VSIX)) $(GO) test -timeout 120m -count=1 -v -run 'TestPeers$$' ./internal/precision/peers
	UPDATE=1 $(GO) test -count=1 -run 'TestPeersPage$$' ./internal/precision/peers

$(PEERS_TOOLS)/done: $(wildcard $(PEERS_RUNNER)/*)
	rm -rf $(PEERS_TOOLS)
	mkdir -p $(PEERS_TOOLS)
	cp $(PEERS_RUNNER)/* $(PEERS_TOOLS)
	cd $(PEERS_TOOLS) && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	touch $@

$(PEERS_VSIX)/done:
	rm -rf $(PEERS_VSIX)
	cp -R $(VSIX_AUDIT) $(PEERS_VSIX)
	cd $(PEERS_VSIX) && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error && node node_modules/typescript/bin/tsc
	touch $@

record: ## run the corpus in a real extension host again and record what it calls
	RECORD=all $(GO) test -timeout 60m -count=1 ./internal/recall/recording

record-audit: ## five extensions under strace: what the recorder missed; writes docs/measurements/observer.md
	RECORD=trace $(GO) test -timeout 60m -count=1 -run 'TestAudit$$' ./internal/recall/recording

adjudicate: ## what a real model adds; RINGFENCE_LLM_URL and RINGFENCE_LLM_MODEL name it, RINGFENCE_LLM_KEY its key
	$(GO) test -timeout $(TIMEOUT) -count=1 -v -run 'TestWhatARealModelAdds$$' ./internal/triage

corpus: ## scan every extension of the corpus; writes docs/measurements/corpus.md
	$(GO) run ./internal/bench -corpus docs/measurements/corpus.md

attacks: ## attacks without and with the loader: all on Node 20, a part on 22 and 24, and the real host; writes shim/ATTACKS.md
	ATTACKS=all $(GO) test -timeout 120m -parallel 4 -count=1 -run 'TestAttacksTable$$' ./shim

attacks-check: ## every attack on the Node of the PATH; fails on an escape that shim/ATTACKS.md does not list
	ATTACKS=check $(GO) test -timeout 60m -count=1 -run 'TestAttacksTable$$' ./shim

attacks-host: ## every attack in VS Code's real extension host, in Node 24
	ATTACKS_HOST=24 $(GO) test -timeout 60m -count=1 -run 'TestAttacksInTheRealHost$$' ./shim

all-hosts: ## every attack on Node 20, 22 and 24, and in the real host of each; writes shim/ATTACKS.md
	ATTACKS=hosts $(GO) test -timeout 240m -parallel 4 -count=1 -run 'TestAttacksTable$$' ./shim

exthost: ## the corpus and npm's third-party extensions in three real extension hosts: as they are, observed, enforced; writes docs/measurements/exthost.md and exthost-third.md (25 minutes; only=third or ids for some; EXTHOST_DIR=dir goes on where it broke off)
	EXTHOST=$(or $(only),all) $(GO) test -timeout 150m -count=1 -v -run 'TestHostsTable$$' ./shim/wrap

neighbours: ## the corpus and npm's third-party extensions, unfenced, beside six fences on three hosts; writes docs/measurements/neighbours.md (10 minutes)
	NEIGHBOURS=all $(GO) test -timeout 120m -count=1 -v -run 'TestNeighboursTable$$' ./shim/wrap

devset: ## build the extensions of a list (LIST=file) below a folder (DEVSET=dir), for make unseen; goes on where it broke off
	@test -n "$(LIST)" -a -n "$(DEVSET)" || { echo "make devset: LIST names a list (shim/hosts/devset.sh says its form), DEVSET the folder to build in" >&2; exit 2; }
	nice shim/hosts/devset.sh $(abspath $(LIST)) $(abspath $(DEVSET))

unseen: ## extensions that somebody built (UNSEEN=folder of folders): as they are, under the analysis, observed, enforced; UNSEEN_DIR=dir keeps the records, UNSEEN_WITH=dir adds to each what its ID/settings.json, ID/workspace-settings.json and ID/workspace hold, UNSEEN_JOBS=n at a time
	@test -n "$(UNSEEN)" || { echo "make unseen: UNSEEN names no folder of built extensions" >&2; exit 2; }
	UNSEEN=$(abspath $(UNSEEN)) UNSEEN_WITH=$(abspath $(UNSEEN_WITH)) UNSEEN_DIR=$(abspath $(or $(UNSEEN_DIR),dist/unseen)) $(GO) test -timeout 150m -count=1 -v -run 'TestUnseen$$' ./shim/hosts

browser: ## the worked example in code-server and a Chromium, once: fetches about 1 GB, keeps the screenshot (PICTURE=file)
	BROWSER=$(abspath $(or $(PICTURE),dist/denied.png)) $(GO) test -timeout 30m -count=1 -v -run 'TestADenialIsSeenInTheBrowser$$' ./shim/wrap

node-tests: ## Node's own tests (NODE_TESTS=folder test of its repository), raw and under a policy that grants everything; NODE_TESTS_DIR=dir keeps the results
	@test -n "$(NODE_TESTS)" || { echo "make node-tests: NODE_TESTS names no folder with parallel, common and fixtures" >&2; exit 2; }
	NODE_TESTS=$(abspath $(NODE_TESTS)) NODE_TESTS_DIR=$(abspath $(or $(NODE_TESTS_DIR),dist/node-tests)) $(GO) test -timeout 150m -count=1 -v -run 'TestNodesOwnTests$$' ./shim/hosts

browser-check: ## html pages, the site and the playground (make playground first) in a Chromium (CHROMIUM=program): axe-core, themes, their own policy, their script (PICTURES=dir keeps screenshots)
	CHROMIUM=$(or $(CHROMIUM),chromium) $(GO) test -timeout 10m -count=1 -v -run 'TestPagesAreForEverybody$$|TestABrowserKeepsThePolicy$$|TestTheScriptSortsAndOpens$$|TestALargePageIsDrawnAtOnce$$' ./internal/html
	CHROMIUM=$(or $(CHROMIUM),chromium) $(GO) test -timeout 10m -count=1 -v -run 'TestTheSiteInABrowser$$' ./internal/testkit/site
	CHROMIUM=$(or $(CHROMIUM),chromium) PLAYGROUND=$(abspath $(PLAYGROUND)) PICTURES=$(abspath $(PICTURES)) $(GO) test -timeout 40m -count=1 -v -run 'TestThePage' ./cmd/ringfence/playground

SITE ?= dist/site
site: ## the documentation as pages, of README and docs, into SITE (dist/site); fails where a link leads nowhere
	$(GO) run ./internal/testkit/site -out $(SITE)

PLAYGROUND ?= dist/playground
playground: ## the analysis as a page: compiled to WebAssembly into PLAYGROUND (dist/playground), and tried in Node against the command
	$(GO) run ./internal/playground/site -go "$(GO)" -out $(PLAYGROUND) -version $$(.ci/version)
	PLAYGROUND=$(abspath $(PLAYGROUND)) $(GO) test -timeout 20m -count=1 -v -run 'TestTheReportIsTheCommands$$|TestCancelEndsTheThreads$$' ./cmd/ringfence/playground

pictures: ## the pictures of the documentation, of real runs in a Chromium (CHROMIUM=program; make playground first): docs/pictures; look at each before you commit it
	PICTURES=$(or $(CHROMIUM),chromium) PLAYGROUND=$(abspath $(PLAYGROUND)) $(GO) test -timeout $(TIMEOUT) -count=1 -v -run 'TestPictures$$' ./internal/testkit/pictures

bench-shim: ## what the loader costs beside raw Node, its permission model, vm2, ses and LavaMoat; writes docs/measurements/loader-costs.md
	COSTS=all $(GO) test -timeout 60m -count=1 -v -run 'TestCosts$$' ./shim

# The tests that write what is generated, each in its package. Those that take minutes
# have targets of their own; a test of internal/testkit/contributing holds that none is left out.
GENERATED     := TestNoTestIsLost|TestReadmeShowsWhatIsPrinted|TestReadmeInstalls|TestReadmeSaysWhatWasMeasured|TestDocsAreCurrent|TestEveryMemberIsDescribedOrRefused|TestGolden|TestTextGolden|TestBriefGolden|TestTheLoadersTables|TestTheTableIsTheCatalogues|TestTheReadmeSaysTheSizes|TestTheExamplesAreWhatInitWrites|TestThePageOfTheActionListsItsInputs|TestPrecision|TestUnseenPage|TestBlindPage|TestPeersPage|TestSentences|TestGallery|TestTheCommandsPage
GENERATED_IN  := ./cmd/ringfence/cli ./internal/house ./internal/html ./checks ./internal/verdict ./internal/report ./sarif ./policygen/pattern ./shim ./internal/scaffold ./internal/githubaction ./internal/precision ./internal/precision/rounds ./internal/precision/peers ./internal/testkit/gallery ./internal/testkit/sentences ./shim/hosts

generate: ## write anew what is generated and takes no minutes: pages, the loader's table, golden files, the rows of docs/measurements/precision.md
	UPDATE=1 $(GO_TEST) -count=1 -run '^($(GENERATED))$$' $(GENERATED_IN)

docs: generate ## the same, and what whole runs of the program print: transcripts and walks
	UPDATE=1 $(GO) test -count=1 ./cmd/ringfence/endtoend

IMAGE ?= ringfence:local

image: ## build the image and run it: with docker, or buildah; fails where neither can start
	.ci/image $(IMAGE)

release-dry: $(GORELEASER) ## build every archive of a release into dist/, with bills of materials and checksums; publishes nothing
	@# Without a remote goreleaser names everything 0.0.0, which is found when all is built.
	@git ls-remote --get-url >/dev/null
	GORELEASER_CURRENT_TAG=v$$(.ci/version) $(GORELEASER) release --snapshot --clean
	RELEASE_DIST=$(CURDIR)/dist $(GO) test -count=1 -run TestRelease ./internal/release

npm-packages: ## the packages of npm, made of what release-dry built; into dist/npm, published nowhere
	$(GO) run ./internal/release npm dist dist/npm

npm-try: program ## install the packages of npm from a registry on this machine (verdaccio), and use them
	NPM_TRY=$(PROGRAM) $(GO) test -timeout 15m -count=1 -v -run 'TestFromARegistry$$' ./internal/release

$(GORELEASER):
	mkdir -p $(TOOLS_CACHE)/bin
	GOFLAGS= GOBIN=$(TOOLS_CACHE)/bin $(GO) install github.com/goreleaser/goreleaser/v2@$(GORELEASER_VERSION)
	mv $(TOOLS_CACHE)/bin/goreleaser $@

$(ACT):
	mkdir -p $(TOOLS_CACHE)/bin
	GOFLAGS= GOBIN=$(TOOLS_CACHE)/bin $(GO) install github.com/nektos/act@$(ACT_VERSION)
	mv $(TOOLS_CACHE)/bin/act $@

# As a release builds it.
PROGRAM := $(TOOLS_CACHE)/bin/ringfence
program:
	CGO_ENABLED=0 $(GO) build -trimpath -buildvcs=false -ldflags='-s -w' -o $(PROGRAM) ./cmd/ringfence

act: $(ACT) program ## run the action in act on this machine, against a stand-in for GitHub: outputs, summary, annotations, comment, results
	ACT=$(ACT) ACT_PROGRAM=$(PROGRAM) $(GO) test -timeout $(TIMEOUT) -count=1 -v -run 'InAct$$' ./internal/release

places: ## where findings stand in built clones (RINGFENCE_PLACES=folder), against source maps of the same build (docs/guide/places.md)
	@test -n "$(RINGFENCE_PLACES)" || { echo "make places: RINGFENCE_PLACES names no folder of built clones" >&2; exit 2; }
	$(GO) test -timeout $(TIMEOUT) -count=1 -v -run 'TestPlacesOfRealRepositories$$' ./cmd/ringfence/endtoend

pull: ## the workflow of init over a clone (CLONE=folder BASE=main), as a pull request of what is checked out, built for real
	@test -n "$(CLONE)" || { echo "make pull: CLONE names no clone of an extension's repository" >&2; exit 2; }
	CLONE=$(abspath $(CLONE)) BASE=$(or $(BASE),main) BUILD=real $(GO) test -timeout $(TIMEOUT) -count=1 -v -run 'TestAPullRequestOfAClone$$' ./cmd/ringfence/endtoend

bundles: ## ask npm whether it has the bundles of upload-artifact and download-artifact, which the stand-in is written after
	REGISTRY=1 $(GO) test -count=1 -v -run 'TestTheBundlesAreInNoRegistry$$' ./internal/testkit/workflow

walks: ## follow the walks of README and docs/guide/walks.md with real builds of the extension; the tests of check pack it as it is
	BUILD=real $(GO) test -timeout $(TIMEOUT) -count=1 -v -run 'TestTheWalkOf' ./cmd/ringfence/endtoend

bench-action: program ## processor time of a cold run of the action beside the bare scan; fails past three times
	COLD=1 ACT=none ACT_PROGRAM=$(PROGRAM) $(GO) test -timeout $(TIMEOUT) -count=1 -v -run 'TestColdRun$$' ./internal/release

clean: ## remove what was built here; the caches in the user's cache directory stay
	rm -rf ringfence .cache dist
