#!/usr/bin/env bash
# Prints the possible state of a cluster during a rollout: each call a moment later, according to the counter
# file.
#
#   Scripts/pods.sh COUNTER get pods
set -euo pipefail

moment=$(cat "$1" 2>/dev/null || echo 0)
echo $((moment + 1)) >"$1"

# pod NAME READY STATUS RESTARTS AGE FROM TO: prints a pod from one moment until before another.
pod() { if ((moment >= $6 && moment < $7)); then printf '%-24s %-6s %-18s %-9s %s\n' "${@:1:5}"; fi; }
# step NUMBER A B: prints B from a moment on, A before.
step() { if ((moment >= $1)); then echo "$3"; else echo "$2"; fi; }

printf '%-24s %-6s %-18s %-9s %s\n' NAME READY STATUS RESTARTS AGE
pod api-5c9f7d4b8-k2x4p 1/1 Running 0 41d 0 99
pod cache-0 1/1 Running 0 41d 0 99
pod importer-28901-7hxkd "$(step 4 1/1 0/1)" "$(step 4 Running Completed)" 0 "$((12 + moment))s" 0 6
pod payments-7d8c6-9pqrs "$(step 2 1/1 0/1)" "$(step 2 Running "$(step 5 Error "$(step 7 CrashLoopBackOff Running)")")" \
  "$(step 5 3 4)" 2d 0 99
pod search-0 1/1 Running 1 9d 0 99
pod search-1 1/1 Running 0 9d 0 99
pod web-6b7f9c-4zvtn 1/1 "$(step 3 Running Terminating)" 0 6d 0 5
pod web-6b7f9c-n8m2c 1/1 "$(step 5 Running Terminating)" 0 6d 0 7
pod web-86d4c5-2kjwq "$(step 3 0/1 1/1)" "$(step 3 ContainerCreating Running)" 0 "$((moment - 1))s" 1 99
pod web-86d4c5-x7bpl "$(step 5 0/1 1/1)" "$(step 5 ContainerCreating Running)" 0 "$((moment - 3))s" 3 99
pod web-86d4c5-z4m8n "$(step 6 0/1 1/1)" "$(step 6 ContainerCreating Running)" 0 "$((moment - 5))s" 5 99
pod worker-59d8f-lw6rt 1/1 Running 0 17h 0 99
