#!/usr/bin/env bash
# Sourced: `debug_options` are those of every build for tests. Other options would compile everything again.

# Without debug information the compilers need a sixth less time. The index stays: `swift build` finds tests in it.
# shellcheck disable=SC2034  # For who sources this.
debug_options=(-debug-info-format none)
