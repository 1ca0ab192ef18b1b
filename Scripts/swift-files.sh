#!/usr/bin/env bash
# Sourced: sets `swift_files` to all Swift files of the project, including those of nested packages.

swift_files=(Package.swift)
while IFS= read -r file; do
  swift_files+=("$file")
done < <(find Sources Tests Examples Benchmarks -name .build -prune -o -name '*.swift' -print 2>/dev/null | sort)
