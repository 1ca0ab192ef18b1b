#!/usr/bin/env bash
# Checks what `make test` does not: the scripts and the formatting, the programs as users get them, the other
# packages, the documentation. `make check` runs both. With names of phases, only those run:
#
#   Scripts/check.sh [lint|programs|instructions|examples|benchmarks|docs|unused|empty-root]…
#
# Where the variable CI is set, the empty root is made only if it is named: a second build would double the time.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source Scripts/debug-options.sh
source Scripts/phases.sh

lint() { phase "Lint" Scripts/lint.sh; }

programs() { phase "Release programs" Scripts/smoke.sh; }

# Valgrind does not run on macOS.
instructions() {
  [ "$(uname -s)" = Linux ] || return 0
  phase "Instruction counts" Scripts/instructions.py "$(Scripts/build-program.sh tui-demo)"
}

examples() {
  phase "Build of Examples" Scripts/progress.sh "Compiling Examples" \
    swift build --build-tests --package-path Examples "${debug_options[@]}"
  phase "Tests of Examples" Scripts/progress.sh --tests "Tests of Examples" \
    swift test --skip-build --disable-xctest --package-path Examples
  phase "First steps" Scripts/first-steps.sh
}

benchmarks() {
  phase "Build of Benchmarks" Scripts/progress.sh "Compiling Benchmarks" \
    swift build --package-path Benchmarks "${debug_options[@]}"
}

docs() { phase "Documentation" Scripts/docs.sh; }

# Reads the modules that the build of the tests produced.
unused() { phase "Unused symbols" Scripts/unused-symbols.py --skip-build; }

# It builds in a clone.
empty-root() { phase "Tests in an empty Debian" Scripts/empty-root.sh; }

usual=(lint programs instructions examples benchmarks docs unused)
all=("${usual[@]}" empty-root)
if [ $# -eq 0 ]; then
  if [ -n "${CI:-}" ]; then set -- "${usual[@]}"; else set -- "${all[@]}"; fi
fi
for name in "$@"; do
  [[ " ${all[*]} " == *" $name "* ]] || { echo "check.sh: no phase '$name'; there are ${all[*]}" >&2; exit 64; }
done

export SWIFT_BACKTRACE=enable=no
if [ $# -eq 1 ]; then
  Scripts/bootstrap.sh check
  "$1"
  exit
fi
# Each phase is a separate process, which ends at its first failure; the others run nevertheless. The output
# of the failed ones is repeated at the end.
SECONDS=0
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
failed=()
for name in "$@"; do Scripts/check.sh "$name" 2>&1 | tee "$logs/$name" || failed+=("$name"); done
echo "== Checks: $SECONDS s"
[ ${#failed[@]} -eq 0 ] || {
  for name in "${failed[@]}"; do
    echo "== What failed in $name"
    tail -n 60 "$logs/$name"
  done
  echo "check.sh: failed: ${failed[*]}" >&2
  exit 1
}
