#!/usr/bin/env bash
# Sourced: options of every debug build. Other options would compile everything again.

# Debug information costs a sixth of the compilers' time. The index stays: `swift build` finds tests in it.
# shellcheck disable=SC2034  # The scripts that source this use it.
debug_options=(-debug-info-format none)
