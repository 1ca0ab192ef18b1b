#!/usr/bin/env python3
"""Measures muster over a CSV that memory cannot hold: seconds to its pages, and its memory, beside DuckDB and VisiData.

    Scripts/bench-large.py MUSTER GIGABYTES|FILE [MEMORY_MIB] [VISIDATA]

It needs tmux, DuckDB ($MUSTER_DUCKDB, for its peer the folder of Python's package), and room for the file and its copy
in $TMPDIR. A file that exists is taken as it is; it must be one that this script has made. VISIDATA is its program.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

ROWS_IN_GB = 16_700_000
COPY = """COPY (SELECT i AS id, i % 7 AS kind, 'name ' || (i % 100000) || ' of all' AS name,
  printf('%.5f', (hash(i) % 100000000) / 100000.0) AS price, printf('2024-%02d-%02d', i % 12 + 1, i % 28 + 1) AS day
  FROM range(ROWS) r(i)) TO 'PATH' (HEADER)"""
PEERS = {
    "first rows": "FROM t LIMIT 30",
    "all rows read": "SELECT count(*) FROM t",
    "last page": "FROM t LIMIT 30 OFFSET ROWS - 30",
    "sorted by price": "FROM t ORDER BY price LIMIT 30",
    "filtered: price:<0.01": "SELECT *, count(*) OVER () FROM t WHERE price < 0.01 LIMIT 30",
}


def tmux(*words: str) -> str:
    return subprocess.run(["tmux", "-L", "bench-large", *words], capture_output=True, text=True).stdout


def status(process: int, field: str) -> float:
    """Returns MiB."""
    text = pathlib.Path(f"/proc/{process}/status").read_text()
    return int(re.search(field + r":\s+(\d+)", text)[1]) / 1024


def report(title: str, seconds: float, process: int) -> None:
    now, most, files = (status(process, name) for name in ("VmRSS", "VmHWM", "RssFile"))
    print(f"{title:28} {seconds:8.2f} s   {now:8,.0f} MiB now, {files:5,.0f} of these of files, {most:8,.0f} most", flush=True)


def measure(title: str, pattern: str, *keys: str, patience: float = 1800) -> None:
    start = time.monotonic()
    if keys:
        tmux("send-keys", "-t", "0", *keys)
    while not re.search(pattern, tmux("capture-pane", "-p", "-t", "0")):
        if time.monotonic() - start > patience:
            sys.exit(f"{title}: not within {patience} s:\n" + tmux("capture-pane", "-p", "-t", "0"))
        time.sleep(0.02)
    report(title, time.monotonic() - start, int(tmux("display-message", "-p", "-t", "0", "#{pane_pid}")))


def shown(command: str, work) -> None:
    tmux("new-session", "-d", "-x", "110", "-y", "30", "bash", "-c", "exec " + command)
    try:
        work()
    finally:
        tmux("kill-server")


def python(sql: str, limit: int) -> tuple[float, int]:
    """Executes a statement in a program of its own; returns its seconds, and its most memory in KiB."""
    text = f"""
import os, resource, sys, time
sys.path.insert(0, os.environ.get("MUSTER_DUCKDB", ""))
start = time.monotonic()
import duckdb
duckdb.execute("SET memory_limit = '{limit}MiB'; SET enable_progress_bar = false")
for statement in sys.argv[1:]: duckdb.execute(statement).fetchall()
print(time.monotonic() - start, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""
    words = subprocess.run([sys.executable, "-c", text, *sql.split(";")], check=True, capture_output=True, text=True)
    seconds, memory = words.stdout.split()
    return float(seconds), int(memory)


def main() -> None:
    muster, file = sys.argv[1], sys.argv[2]
    limit = int(sys.argv[3]) if len(sys.argv) > 3 else 1024
    with tempfile.TemporaryDirectory() as folder:
        path = file
        if not os.path.exists(file):
            path = f"{folder}/large.csv"
            rows = int(float(file) * ROWS_IN_GB)
            python(COPY.replace("ROWS", str(rows)).replace("PATH", path), limit)
        with open(path, "rb") as end:
            end.seek(-100, os.SEEK_END)
            rows = int(end.read().split(b"\n")[-2].split(b",")[0]) + 1
        print(f"{os.path.getsize(path) / 1e9:.2f} GB, {rows:,} rows, of which memory may hold {limit} MiB", flush=True)

        def pages() -> None:
            measure("first rows", r"name 5 of all")
            measure("all rows read", f"{rows:,} rows")
            measure("last page", f"▌ *{rows - 1} ", "End")
            measure("first page", r"▌ *0 ", "Home")
            measure("sorted by price", r"rows · by price", "l", "l", "l", "l", "s", "Home")
            measure("filtered: price:<0.01", r"\n[1-9][0-9,]* rows · by", "/", "price:<0.01", "Enter")

        shown(f"{muster} --memory {limit} {path}", pages)
        table = f"CREATE VIEW t AS FROM read_csv('{path}')"
        for title, sql in PEERS.items():
            seconds, memory = python(f"{table};{sql.replace('ROWS', str(rows))}", limit)
            print(f"DuckDB: {title:20} {seconds:8.2f} s   {memory / 1024:8,.0f} MiB most", flush=True)
        if len(sys.argv) > 4:
            seconds = 60

            def some() -> None:
                measure("VisiData: first rows", r"name 5 of all")
                time.sleep(seconds)
                report(f"VisiData: after {seconds} s", seconds, int(tmux("display-message", "-p", "-t", "0", "#{pane_pid}")))
                print(tmux("capture-pane", "-p", "-t", "0").rstrip().splitlines()[-1])

            shown(f"{sys.argv[4]} {path}", some)


main()
