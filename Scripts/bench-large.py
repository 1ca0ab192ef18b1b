#!/usr/bin/env python3
"""Measures muster over a CSV that memory cannot hold: seconds to its pages, and its memory.

    Scripts/bench-large.py MUSTER GIGABYTES [MEMORY_MIB]

It needs tmux, DuckDB ($MUSTER_DUCKDB), and room for the file and its copy in $TMPDIR.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

ROWS_IN_GB = 17_800_000
AWK = """BEGIN { srand(1); print "id,kind,name,price,day"; for (i = 0; i < n; i++)
  printf "%d,%d,name %d of all,%.5f,2024-%02d-%02d\\n", i, i % 7, i % 100000, rand() * 1000, i % 12 + 1, i % 28 + 1 }"""


def tmux(*words: str) -> str:
    return subprocess.run(["tmux", "-L", "bench-large", *words], capture_output=True, text=True).stdout


def memory(process: int, field: str) -> str:
    text = pathlib.Path(f"/proc/{process}/status").read_text()
    kilobytes = int(re.search(field + r":\s+(\d+)", text)[1])
    return f"{kilobytes / 1024:,.0f} MiB"


def measure(title: str, pattern: str, process: int | None, *keys: str, patience: float = 1800) -> int:
    start = time.monotonic()
    if keys:
        tmux("send-keys", "-t", "0", *keys)
    while not re.search(pattern, tmux("capture-pane", "-p", "-t", "0")):
        if time.monotonic() - start > patience:
            sys.exit(f"{title}: not within {patience} s:\n" + tmux("capture-pane", "-p", "-t", "0"))
        time.sleep(0.02)
    seconds = time.monotonic() - start
    process = process or int(tmux("display-message", "-p", "-t", "0", "#{pane_pid}"))
    print(f"{title:28} {seconds:8.2f} s   {memory(process, 'VmRSS'):>11} now, {memory(process, 'VmHWM'):>11} most", flush=True)
    return process


def main() -> None:
    muster, gigabytes = sys.argv[1], float(sys.argv[2])
    limit = int(sys.argv[3]) if len(sys.argv) > 3 else 2048
    rows = int(gigabytes * ROWS_IN_GB)
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/large.csv"
        with open(path, "w") as file:
            subprocess.run(["awk", "-v", f"n={rows}", AWK], stdout=file, check=True)
        print(f"{os.path.getsize(path) / 1e9:.2f} GB, {rows:,} rows, of which memory may hold {limit // 2} MiB", flush=True)
        command = f"ulimit -d {limit * 1024}; exec {muster} {path}"
        tmux("new-session", "-d", "-x", "110", "-y", "30", "bash", "-c", command)
        try:
            process = measure("first rows", r"name 5 of all", None)
            measure("all rows read", f"{rows:,} rows", process)
            measure("last page", f"▌ *{rows - 1} ", process, "End")
            measure("first page", r"▌ *0 ", process, "Home")
            measure("sorted by price", r"rows · by price", process, "l", "l", "l", "l", "s", "Home")
            measure("filtered: price:<0.01", r"\n[1-9][0-9]* rows", process, "/", "price:<0.01", "Enter")
        finally:
            tmux("kill-server")


main()
