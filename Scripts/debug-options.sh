#!/usr/bin/env bash
# Sourced: the options of every debug build. With other options, everything would be compiled again.

# Debug information costs a sixth of the compilers' time. The index is needed: `swift build` finds tests in
# it.
# shellcheck disable=SC2034  # The scripts that source this use it.
debug_options=(-debug-info-format none)

# Package.swift optimises the modules that process all rows, with their assertions.
export LISTKIT_BUILD=test

# Swift keeps compiled modules and manifests there.
if [ ! -w "${HOME:-}" ]; then
  export HOME=$PWD/.build/home
  mkdir -p "$HOME"
fi
