#!/usr/bin/env python3
"""Measures muster on a table of a million rows beside others that read tables, in one run, as ratios.

    Scripts/bench-muster.py MUSTER [--rows 1000000]

Peers are those that are there: duckdb (Python), mlr, column, fzf, visidata. All read the same file, which is in memory by
then; wall time, the best of three.
"""
import argparse
import fcntl
import os
import pty
import random
import select
import shutil
import signal
import struct
import subprocess
import tempfile
import termios
import time

from figures import figure, head


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


def measured(command, count=3):
    """The best time of some runs, in seconds, and the most memory, in mebibytes."""
    times, memory = [], 0
    for _ in range(count):
        start = time.monotonic()
        with open(os.devnull, "r+b") as nothing:
            process = subprocess.Popen(command, stdin=nothing, stdout=nothing, stderr=nothing)
            _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        times.append(time.monotonic() - start)
        memory = max(memory, usage.ru_maxrss / 1024)
        if process.returncode != 0:
            return float("nan"), memory
    return min(times), memory


def visidata():
    """Where VisiData is; the name is another program's as well."""
    for name in ("visidata", "vd"):
        if path := shutil.which(name):
            return path
    return None


def peers(path):
    found = {}
    python = shutil.which("python3")
    if subprocess.run([python, "-c", "import duckdb"], stderr=subprocess.DEVNULL, check=False).returncode == 0:
        found["duckdb count(*)"] = [python, "-c",
                                    f"import duckdb; print(duckdb.sql(\"select count(*) from read_csv('{path}')\"))"]
    if shutil.which("mlr"):
        found["mlr count"] = ["mlr", "--icsv", "--ojson", "count", path]
    if shutil.which("column"):
        found["column -t"] = ["column", "-t", "-s,", path]
    if shutil.which("fzf"):
        found["fzf --filter name12345"] = ["sh", "-c", f"fzf --filter name12345 <'{path}'"]
    if program := visidata():
        found["visidata --batch (writes all)"] = [program, "--batch", "--nothing", path]
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("muster")
    parser.add_argument("--rows", type=int, default=1_000_000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "table.csv")
        table(path, options.rows)
        size = os.path.getsize(path)
        head(f"muster, {options.rows} rows, {size >> 20} MiB")

        command = [options.muster, "--motion", "none", path]
        starts = []
        for _ in range(3):
            screen = Screen(command)
            starts.append(screen.wait(lambda output: b"City 0" in output))
            screen.end()
        figure("first screen", min(starts), "s", at_most=0.1)

        screen = Screen(command)
        screen.wait(lambda output: f"{options.rows} rows".encode() in output and b"reading" not in output[-400:])
        whole = time.monotonic() - screen.start
        figure("read and indexed, on the screen", whole, "s", at_most=1)
        shown = screen.memory()
        figure("memory then", shown, "MiB", at_most=400 if size < 1 << 28 else 1536)
        screen.press(b"lll")
        figure("a key", 1000 * screen.wait(lambda output: output != b""), "ms", at_most=16)
        screen.press(b"s")
        figure("sort by amount", screen.wait(lambda output: "▲".encode() in output), "s", at_most=1)
        screen.press(b"/")
        screen.wait(lambda output: output != b"")
        screen.press(b"name12345")
        figure("filter name12345", screen.wait(lambda output: b"/%d rows" % options.rows in output), "s")
        figure("memory at the end", screen.memory(), "MiB")
        screen.end()

        filtering, memory = measured([options.muster, "-p", "-o", "csv", "-q", "name12345", path])
        figure("memory of muster -p -q name12345", memory, "MiB")
        for name, command in peers(path).items():
            theirs, memory = measured(command, 1 if "visidata" in name else 3)
            ours = filtering if "filter" in name else whole
            what = "muster -p -q name12345" if "filter" in name else "all on the screen"
            figure(what, ours, "s", (name, theirs))
            figure(f"{what}, memory", shown, "MiB", (name, memory))
        missing = [name for name in ("duckdb", "mlr", "column", "fzf", "visidata")
                   if not any(found.startswith(name) for found in peers(path))]
        if missing:
            print("not here: " + ", ".join(missing))


if __name__ == "__main__":
    main()
