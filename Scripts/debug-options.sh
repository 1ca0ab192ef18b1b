#!/usr/bin/env bash
# Sourced: options and environment of every debug build. Other options would compile everything again.

# Debug information costs a sixth of the compilers' time. The index stays: `swift build` finds tests in it.
# shellcheck disable=SC2034  # The scripts that source this use it.
debug_options=(-debug-info-format none)

# Optimises the targets that work on all rows of a list, whose tests are the slowest: see Package.swift.
export LISTKIT_BUILD=tests
