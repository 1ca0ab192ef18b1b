#!/usr/bin/env python3
"""Measures muster on a table of a million rows, compared with other programs that read tables, in one run, as ratios.

    Scripts/bench-muster.py --minimal PROGRAM MUSTER [--rows 1000000]

Targets are ratios to the smallest curses program, and to cut and sort on the same file. The other peers are those that
are installed: duckdb (Python), mlr, column, fzf, visidata, less. All read the same file, which is in the file cache then.
Times are wall times, the best of three runs, or of one if there are more than two million rows.
"""
import argparse
import fcntl
import os
import pty
import random
import select
import shutil
import signal
import statistics
import struct
import subprocess
import tempfile
import termios
import time

import pyte

from figures import figure, head


def table(path, rows):
    numbers = random.Random(1)
    with open(path, "w", encoding="utf-8") as file:
        file.write("id,name,city,amount,date,note\n")
        for row in range(rows):
            file.write(f"{row},name{row * 7919 % 1000003},City {row % 997},{numbers.randint(0, 10**6) / 100},"
                       f"2026-{row % 12 + 1:02}-{row % 28 + 1:02},note of row {row % 5003}\n")


class Screen:
    """A program on a separate terminal of 100 columns and 24 lines."""

    def __init__(self, command):
        self.start = time.monotonic()
        self.screen = pyte.Screen(100, 24)
        self.stream = pyte.ByteStream(self.screen)
        self.pid, self.file = pty.fork()
        if self.pid == 0:
            os.environ["TERM"] = "xterm-256color"
            os.execvp(command[0], command)
        fcntl.ioctl(self.file, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 100, 0, 0))

    def wait(self, is_there, limit=120.0):
        """Seconds until the lines of the screen satisfy a condition; NaN if they never do."""
        start = time.monotonic()
        while time.monotonic() - start < limit:
            if select.select([self.file], [], [], 0.005)[0]:
                self.stream.feed(os.read(self.file, 65536))
                if is_there(self.screen.display):
                    return time.monotonic() - start
        return float("nan")

    def press(self, keys):
        os.write(self.file, keys)

    def answer(self, keys, is_there):
        """Seconds from some keys to their result."""
        self.press(keys)
        return self.wait(is_there)

    def memory(self):
        """The resident memory in mebibytes."""
        with open(f"/proc/{self.pid}/status", encoding="utf-8") as file:
            return next(int(line.split()[1]) / 1024 for line in file if line.startswith("VmRSS"))

    def end(self):
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.file)


def measured(command, count=3):
    """The best time of some runs in seconds, and the maximum memory in mebibytes."""
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


def first_screen(command, is_there):
    """Seconds from the start to a screen, the best of three."""
    times = []
    for _ in range(3):
        screen = Screen(command)
        screen.wait(is_there)
        times.append(time.monotonic() - screen.start)
        screen.end()
    return min(times)


def key_time(minimal):
    """Seconds from a key to a new screen of the smallest curses program, the median of 21."""
    screen = Screen([minimal])
    screen.wait(lambda lines: "one line" in lines[0])
    median = statistics.median(screen.answer(b"l", lambda _: True) for _ in range(21))
    screen.end()
    return median


def visidata():
    """The path of VisiData; another program has the same name."""
    for name in ("visidata", "vd"):
        if path := shutil.which(name):
            return path
    return None


def peers(path):
    """The commands of other programs for all rows, by the kind of work."""
    found = {"read": {}, "sort": {}, "filter": {}}
    python = shutil.which("python3")
    if subprocess.run([python, "-c", "import duckdb"], stderr=subprocess.DEVNULL, check=False).returncode == 0:
        def run(text):
            return [python, "-c", f"import duckdb; print(duckdb.sql(\"{text}\"))"]

        file = f"read_csv('{path}')"
        found["read"]["duckdb count(*)"] = run(f"select count(*) from {file}")
        found["sort"]["duckdb order by name"] = run(f"create table t as from {file} order by name")
        found["filter"]["duckdb like"] = run(f"select count(*) from {file} where name like '%name12345%'")
    if shutil.which("mlr"):
        found["read"]["mlr count"] = ["mlr", "--icsv", "--ojson", "count", path]
        found["sort"]["mlr sort -f name"] = ["mlr", "--icsv", "--ocsv", "sort", "-f", "name", path]
        found["filter"]["mlr filter"] = ["mlr", "--icsv", "--ocsv", "filter", '$name =~ "name12345"', path]
    if shutil.which("column"):
        found["read"]["column -t"] = ["column", "-t", "-s,", path]
    if shutil.which("fzf"):
        found["filter"]["fzf --filter"] = ["sh", "-c", f"fzf --filter name12345 <'{path}'"]
    if program := visidata():
        found["read"]["visidata --batch (writes all)"] = [program, "--batch", "--nothing", path]
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minimal", required=True, help="the smallest curses program")
    parser.add_argument("muster")
    parser.add_argument("--rows", type=int, default=1_000_000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "table.csv")
        table(path, options.rows)
        size = os.path.getsize(path)
        plain = ["env", "LC_ALL=C"]
        # The floor of reading: a walk over all bytes that finds rows and cells.
        cutting = ("cut -f2", measured([*plain, "cut", "-d,", "-f2", path])[0])
        head(f"muster, {options.rows} rows, {size >> 20} MiB")

        def is_whole(lines):
            return f"{options.rows} rows" in lines[-1] and "reading" not in lines[-1]

        def is_sorted(name):
            def check(lines):
                return any(f"{name} ▲" in line for line in lines[:3]) and "arranging" not in lines[-1]
            return check

        command = [options.muster, "--motion", "none", path]
        figure("first screen", first_screen(command, lambda lines: "City 0" in lines[2]), "s",
               ("minimal curses", first_screen([options.minimal], lambda lines: "one line" in lines[0])), of_peer=10)

        screen = Screen(command)
        screen.wait(is_whole)
        whole = time.monotonic() - screen.start
        figure("read and indexed, on the screen", whole, "s", cutting, of_peer=5)
        shown = screen.memory()
        figure("memory then", shown, "MiB", ("the file", size / 1048576), of_peer=3)
        figure("memory beside the bytes, a row", (shown * 1048576 - size) / options.rows, "bytes",
               at_most=24 if options.rows > 5_000_000 else None)
        screen.answer(b"/", lambda _: True)
        filtering = screen.answer(b"name12345", lambda lines: f"/{options.rows} rows" in lines[-1])
        figure("filter name12345", filtering, "s", cutting, of_peer=1.5)
        screen.end()

        sorting = {}
        answers = []
        # A second sort would keep the first one as its tiebreaker.
        for column, name, order, most in ((2, "name", "", 1.5), (4, "amount", "n", 0.4), (5, "date", "", 0.7)):
            screen = Screen(command)
            screen.wait(is_whole)
            answers += [screen.answer(b"l", lambda _: True) for _ in range(column)]
            sorting[name] = screen.answer(b"s", is_sorted(name))
            field = f"-k{column},{column}{order}"
            figure(f"sort by {name}", sorting[name], "s",
                   (f"sort {field}", measured([*plain, "sort", "-t,", field, path], 1)[0]), of_peer=most)
            if name == "name":
                figure("memory then", screen.memory(), "MiB")
            screen.end()
        figure("a key", 1000 * statistics.median(answers), "ms", ("minimal curses", 1000 * key_time(options.minimal)),
               of_peer=5)
        figure("the slowest of them", 1000 * max(answers), "ms")

        printing, memory = measured([options.muster, "-p", "-o", "csv", "-q", "name12345", path])
        figure("muster -p -q name12345", printing, "s")
        figure("memory of it", memory, "MiB")
        if shutil.which("less"):
            pager = Screen(["less", "-n", "+G", path])
            pager.wait(lambda lines: any(line.startswith(f"{options.rows - 1},") for line in lines))
            figure("all on the screen", whole, "s", ("less +G", time.monotonic() - pager.start))
            pager.end()
        # Other programs read the file each time.
        ours = {"read": ("all on the screen", whole), "sort": ("that, and sort by name", whole + sorting["name"]),
                "filter": ("that, and filter name12345", whole + filtering)}
        found = peers(path)
        for kind, commands in found.items():
            for name, command in commands.items():
                theirs, memory = measured(command, 1 if options.rows > 2_000_000 or "visidata" in name else 3)
                what, seconds = ours[kind]
                figure(what, seconds, "s", (name, theirs))
                figure("memory", shown, "MiB", (name, memory))
        names = {name.split()[0] for commands in found.values() for name in commands}
        missing = [name for name in ("duckdb", "mlr", "column", "fzf", "visidata") if name not in names]
        if missing:
            print("not here: " + ", ".join(missing))


if __name__ == "__main__":
    main()
