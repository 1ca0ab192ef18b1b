#!/usr/bin/env bash
# Sourced: sets `lone_tests` to the names of the suites that run in a process of their own, as `--filter` and `--skip` take
# them: those that wait for what a file system tells, and those that keep all threads busy.

# shellcheck disable=SC2034  # For who sources this.
lone_tests='FilesControllerTests|FilesLiveTests|FilesSearchTests|DirectoryWatcherTests|BusyThreadsTests'
