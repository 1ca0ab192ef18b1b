#!/usr/bin/env python3
"""Measures muster on a table of a million rows beside others that read tables, in one run, as ratios.

    Scripts/bench-muster.py MUSTER [--rows 1000000]

Peers are those that are there: duckdb (Python), mlr, column, fzf, visidata. All read the same file, which is in memory by
then; wall time, the best of three.
"""
import argparse
import fcntl
import importlib.util
import os
import pty
import random
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time


def table(path, rows):
    numbers = random.Random(1)
    with open(path, "w", encoding="utf-8") as file:
        file.write("id,name,city,amount,date,note\n")
        for row in range(rows):
            file.write(f"{row},name{row * 7919 % 1000003},City {row % 997},{numbers.randint(0, 10**6) / 100},"
                       f"2026-{row % 12 + 1:02}-{row % 28 + 1:02},note of row {row % 5003}\n")


class Screen:
    """A program on a terminal of its own."""

    def __init__(self, command):
        self.start = time.monotonic()
        self.output = b""
        self.pid, self.file = pty.fork()
        if self.pid == 0:
            os.environ["TERM"] = "xterm-256color"
            os.execv(command[0], command)
        fcntl.ioctl(self.file, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 100, 0, 0))

    def wait(self, is_there, limit=60.0):
        """Seconds until the output since the last call is as it should be."""
        start, self.output = time.monotonic(), b""
        while time.monotonic() - start < limit:
            if select.select([self.file], [], [], 0.005)[0]:
                self.output += os.read(self.file, 65536)
                if is_there(self.output):
                    return time.monotonic() - start
        return float("nan")

    def press(self, keys):
        os.write(self.file, keys)

    def memory(self):
        """Mebibytes that are resident."""
        with open(f"/proc/{self.pid}/status", encoding="utf-8") as file:
            return next(int(line.split()[1]) / 1024 for line in file if line.startswith("VmRSS"))

    def end(self):
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.file)


def best(command, count=3):
    times = []
    for _ in range(count):
        start = time.monotonic()
        subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True)
        times.append(time.monotonic() - start)
    return min(times)


def peers(path):
    found = {}
    if importlib.util.find_spec("duckdb"):
        found["duckdb count(*)"] = [sys.executable, "-c",
                                    f"import duckdb; print(duckdb.sql(\"select count(*) from read_csv('{path}')\"))"]
    if shutil.which("mlr"):
        found["mlr count"] = ["mlr", "--icsv", "--ojson", "count", path]
    if shutil.which("column"):
        found["column -t"] = ["column", "-t", "-s,", path]
    if shutil.which("fzf"):
        found["fzf --filter name12345"] = ["sh", "-c", f"fzf --filter name12345 <'{path}'"]
    return found


def line(what, ours, unit, target):
    print(f"{what:<44} {ours:>8.2f} {unit:<4} {target}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("muster")
    parser.add_argument("--rows", type=int, default=1_000_000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "table.csv")
        table(path, options.rows)
        size = os.path.getsize(path)
        print(f"{options.rows} rows, {size >> 20} MiB\n")

        screen = Screen([options.muster, "--motion", "none", path])
        first = screen.wait(lambda output: b"City 0" in output)
        line("first screen", first, "s", "<= 0.1")
        screen.wait(lambda output: f"{options.rows} rows".encode() in output and b"reading" not in output[-400:])
        whole = time.monotonic() - screen.start
        line("read and indexed, on the screen", whole, "s", "<= 1")
        line("memory then", screen.memory(), "MiB", f"<= {400 * options.rows // 1_000_000}")
        screen.press(b"lll")
        line("a key", 1000 * screen.wait(lambda output: output != b""), "ms", "<= 16")
        screen.press(b"s")
        line("sort by amount", screen.wait(lambda output: "▲".encode() in output), "s", "<= 1")
        screen.press(b"/")
        screen.wait(lambda output: output != b"")
        screen.press(b"name12345")
        line("filter name12345", screen.wait(lambda output: b"/%d rows" % options.rows in output), "s", "")
        line("memory at the end", screen.memory(), "MiB", "")
        screen.end()

        print()
        ours = best([options.muster, "-p", "-o", "csv", "-q", "name12345", path])
        line("muster -p -q name12345", ours, "s", "")
        for name, command in peers(path).items():
            theirs = best(command)
            print(f"{name:<44} {theirs:>8.2f} s    {theirs / whole:.1f} x what muster took to show all")


if __name__ == "__main__":
    main()
