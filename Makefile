# make run   builds capcheck and runs it on Linux's ath drivers, after installing what is missing
# make test  checks everything; this is also all that CI does
#
# Both start from a Debian machine with Go, git and make. CAPCHECK_KERNEL=DIR uses a kernel tree that is there already.

SHELL   := /bin/sh
BIN     := bin/capcheck
KERNEL  := 6.12
# A second, older tree, for tests that the table of kernel functions holds there too. Not every Debian release has it.
OLDER   := 6.1

# Packages whose own code starts goroutines or locks run once more under the race detector.
RACE = $(shell grep -rlE '^\s*go [a-z]|\bsync\.[A-Z]|errgroup' --include='*.go' analyzer cmd rules | \
	grep -v /testdata/ | xargs -n1 dirname | sort -u | sed 's|^|./|')

.PHONY: all build run test lint compiler fmt clean
all: build

build: compiler
	go build -o $(BIN) ./cmd/capcheck

run: build
	@if tree=$${CAPCHECK_KERNEL:-$$(scripts/kernel.sh $(KERNEL))}; then \
		echo "capcheck drivers/net/wireless/ath    # in $$tree" && cd "$$tree" && $(CURDIR)/$(BIN) drivers/net/wireless/ath; \
	else \
		echo "make run: no kernel sources to be had here; running on testdata/c instead" && \
		$(BIN) -fail-on never testdata/c; \
	fi

test: lint
	@scripts/kernel.sh $(KERNEL) && trees=$(KERNEL) && \
	if scripts/kernel.sh $(OLDER); then trees="$$trees $(OLDER)"; else echo "make test: doing without Linux $(OLDER)"; fi && \
	export CAPCHECK_REQUIRE_KERNEL="$$trees" && set -x && \
	go test -timeout 20m ./... && \
	go test -timeout 20m -short -race $(RACE)

lint: compiler
	@files=$$(gofmt -l .) && if [ -n "$$files" ]; then echo "not formatted (make fmt):" $$files >&2; exit 1; fi
	go vet ./...
	go tool staticcheck ./...

# The C grammar is a C library, so that cgo needs a compiler and the C library's headers.
compiler:
	@command -v $$(go env CC) >/dev/null && [ -e /usr/include/stdlib.h ] || scripts/apt-install.sh gcc libc6-dev

fmt:
	gofmt -w .

clean:
	rm -rf bin
