#!/usr/bin/env bash
# Sourced: sets `file_system_tests` to the names of the suites that wait for what a file system tells, as `--filter` and
# `--skip` take them. They run in a process of their own.

# shellcheck disable=SC2034  # For who sources this.
file_system_tests='FilesControllerTests|FilesLiveTests|DirectoryWatcherTests'
