#!/usr/bin/env python3
"""Measures tui-demo on a terminal: its start, typed letters, queued keys, memory, and its activity when it is idle.

    Scripts/bench-terminal.py --minimal PROGRAM [--fzf PROGRAM] TUI-DEMO

Programs that are compared start in turn, each on a separate pseudo-terminal. A frame is complete when no output follows
for a while; the time of its last byte counts.
"""

import argparse
import fcntl
import os
import re
import select
import shutil
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time

from figures import figure, head

QUIET = 0.05  # the seconds without output that end a frame
PATIENCE = 30.0  # the seconds to wait for output before that


class Program:
    """A program on a pseudo-terminal of 100 columns and 30 lines."""

    def __init__(self, command: list[str], standard_input: str | None = None):
        self.output = b""
        self.master, slave = os.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
        path = os.ttyname(slave)
        environment = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLORTERM")}
        environment.update(TERM="xterm-256color", LC_ALL="C.UTF-8")
        # The first terminal that a session opens becomes its controlling one.
        actions = [(os.POSIX_SPAWN_CLOSE, self.master)]
        actions += [(os.POSIX_SPAWN_OPEN, fd, path, os.O_RDWR, 0) for fd in (1, 2, 0)]
        if standard_input:
            actions.append((os.POSIX_SPAWN_OPEN, 0, standard_input, os.O_RDONLY, 0))
        self.start = time.perf_counter()
        self.pid = os.posix_spawn(command[0], command, environment, setsid=True, setsigmask=[], file_actions=actions)
        os.close(slave)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        """Ends the program; reads its output meanwhile, because it may write at its end."""
        os.kill(self.pid, signal.SIGTERM)
        end = time.monotonic() + 2
        while os.waitpid(self.pid, os.WNOHANG) == (0, 0):
            self.drain()
            if time.monotonic() > end:
                os.kill(self.pid, signal.SIGKILL)
                os.waitpid(self.pid, 0)
                break
            time.sleep(0.0005)
        os.close(self.master)

    def read(self, patience: float) -> bool:
        if not select.select([self.master], [], [], patience)[0]:
            return False
        try:
            self.output += os.read(self.master, 65536)
        except OSError:  # the terminal went away with the program
            return False
        return True

    def frame(self, expected: str = "", start: float | None = None) -> float:
        """Waits for a complete frame with a text in the output since the last call; returns the seconds to its last byte,
        from now or from an earlier moment."""
        start, last = start or time.perf_counter(), None
        while self.read(QUIET if expected.encode() in self.output and self.output else PATIENCE):
            last = time.perf_counter()
        if last is None or expected.encode() not in self.output:
            sys.exit(f"no frame with '{expected}', but {self.output[:2000]!r}")
        self.output = b""
        return last - start

    def press(self, keys: bytes):
        os.write(self.master, keys)

    def press_all(self, keys: bytes) -> list[float]:
        """Presses keys as fast as they are accepted; returns the times of all output, in seconds since the start."""
        start, times = time.perf_counter(), []
        os.set_blocking(self.master, False)
        while True:
            readable, writable, _ = select.select([self.master], [self.master] if keys else [], [], 0.3)
            if not readable and not writable:
                break
            if writable:
                keys = keys[os.write(self.master, keys):]
            if readable and self.read(0):
                times.append(time.perf_counter() - start)
        os.set_blocking(self.master, True)
        self.drain()
        return times

    def drain(self) -> int:
        """Discards waiting output; returns its number of bytes."""
        while self.read(0):
            pass
        count, self.output = len(self.output), b""
        return count

    def processor_milliseconds(self) -> float:
        total = 0
        for thread in os.listdir(f"/proc/{self.pid}/task"):
            with open(f"/proc/{self.pid}/task/{thread}/schedstat", encoding="ascii") as file:
                total += int(file.read().split()[0])
        return total / 1e6

    def resident_megabytes(self, kind: str = "VmRSS") -> float:
        """All resident memory, or, with `RssAnon`, the program's own: without pages of files."""
        with open(f"/proc/{self.pid}/status", encoding="utf-8") as file:
            return next(int(line.split()[1]) for line in file if line.startswith(kind)) * 1024 / 1e6


def start_time(command: list[str], expected: str, standard_input: str | None = None) -> float:
    """Milliseconds from the start to the last byte of the first frame that shows a text."""
    with Program(command, standard_input) as program:
        return 1000 * program.frame(expected, program.start)


def report_start(demo: str, minimal: str, fzf: str | None, runs: int):
    head("start to the first whole frame")
    with tempfile.NamedTemporaryFile("w", encoding="utf-8") as list_file:
        # The content of the demo, as lines.
        subprocess.run([demo, "mountains", "--flat", "--dump-screen", "--size", "100x700"], stdout=list_file,
                       stderr=subprocess.DEVNULL, check=True)
        list_file.flush()
        programs = {"minimal": lambda: start_time([minimal], "one line"),
                    "tui-demo": lambda: start_time([demo], "Mountains")}
        if fzf:
            programs["fzf"] = lambda: start_time([fzf], "/", list_file.name)
        times = {name: [] for name in programs}
        for run in range(runs + 3):
            for name, measure in programs.items():
                elapsed = measure()
                if run >= 3:  # the first runs fill the file cache
                    times[name].append(elapsed)
    medians = {name: statistics.median(values) for name, values in times.items()}
    figure("638 mountains", medians["tui-demo"], "ms", ("minimal curses", medians["minimal"]),
           of_peer=2.8)  # Half of it is the kernel's: loading and mapping 12 MB instead of 6.
    if fzf:
        figure("638 mountains", medians["tui-demo"], "ms", ("fzf", medians["fzf"]), of_peer=1)


def letter_time(command: list[str], expected: str) -> float:
    """Milliseconds of processor time for a typed letter, and for taking it away."""
    with Program(command) as program:
        program.frame(expected)
        before = program.processor_milliseconds()
        for letter in b"alps" * 5:
            program.press(bytes([letter]))
            program.frame()
            program.press(b"\x7f")
            program.frame()
        return (program.processor_milliseconds() - before) / 40


def report_keys(demo: str, minimal: str):
    head("keys, on a terminal")
    floor = letter_time([minimal], "one line")
    for name, arguments in (("in the outline", []), ("in the flat list", ["--flat"])):
        spent = letter_time([demo, "mountains", "--motion", "none", *arguments], "Mountains")
        figure(f"a letter {name}, processor time", spent, "ms", ("minimal curses", floor), of_peer=20)
    with Program([minimal]) as program:
        program.frame("one line")
        floor = program.press_all(b"j" * 10_000)[-1]
    with Program([demo, "stress"]) as program:
        program.frame("1,000,000")
        frames = program.press_all(b"\x1b[B" * 10_000)
        gap = max(later - earlier for earlier, later in zip([0.0, *frames], frames))
        figure("10,000 queued down keys", 1000 * frames[-1], "ms", ("minimal curses", 1000 * floor), of_peer=0.1)
        # The program's clock decides when it draws while keys wait, not the machine: this has no floor.
        figure("longest wait for a frame meanwhile", 1000 * gap, "ms")


def report_memory(demo: str, minimal: str):
    head("resident memory")
    with Program([minimal]) as program:
        program.frame("one line")
        floor = program.resident_megabytes()
    with Program([demo, "mountains"]) as program:
        program.frame("Mountains")
        # Half of it is the program's code: the kernel maps 64 KiB around each page that is used.
        figure("638 mountains", program.resident_megabytes(), "MB", ("minimal curses", floor), of_peer=2.5)
        figure("638 mountains, without pages of files", program.resident_megabytes("RssAnon"), "MB", at_most=3)
    with Program([demo, "stress", "--rows", "1000000", "--motion", "none"]) as program:
        program.frame("1,000,000")
        most = program.resident_megabytes()
        for key in b"srfefrse":
            program.press(bytes([key]))
            program.frame()
            time.sleep(0.3)
            most = max(most, program.resident_megabytes())
        figure("stress, a million rows, after each operation", most, "MB", at_most=150)
    with tempfile.TemporaryDirectory() as folder:
        for number in range(100_000):
            os.close(os.open(os.path.join(folder, f"file {number:06}.txt"), os.O_CREAT | os.O_WRONLY))
        with Program([demo, "files", folder]) as program:
            program.frame("000000")
            time.sleep(1)
            program.drain()
            figure("files, 100,000 entries", program.resident_megabytes(), "MB", at_most=40)


def report_rest(demo: str, seconds: float):
    head(f"at rest for {seconds:g} seconds")
    with Program([demo, "mountains"]) as program:
        program.frame("Mountains")
        # By then the program no longer waits for a terminal that does not report its background, and idle
        # threads have ended.
        time.sleep(12)
        program.drain()
        before = program.processor_milliseconds()
        calls = system_calls(program.pid, seconds)
        spent = program.processor_milliseconds() - before
        figure("bytes written", program.drain(), "bytes", at_most=0)
    if calls is None:
        figure("processor time", spent, "ms", at_most=0)
    else:
        figure("system calls", calls, "calls", at_most=0)


def system_calls(pid: int, seconds: float) -> int | None:
    """The number of system calls that it makes; None without strace."""
    if shutil.which("strace") is None:
        time.sleep(seconds)
        return None
    with tempfile.NamedTemporaryFile("r", encoding="utf-8", errors="replace") as log:
        trace = subprocess.Popen(
            ["strace", "-f", "-qq", "-o", log.name, "-p", str(pid)], stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(seconds)
        trace.send_signal(signal.SIGINT)
        trace.wait()
        # A call in which it waits all the time is no work; strace reports it once when it attaches or
        # detaches.
        calls = re.findall(r"^\d+\s+(\w+)\(.*?= -?\d", log.read(), re.MULTILINE)
    return len(calls)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minimal", required=True, help="the minimal curses program")
    parser.add_argument("--fzf", help="fzf, to compare with")
    parser.add_argument("--runs", type=int, default=40, help="of each program that is started (%(default)s)")
    parser.add_argument("--rest", type=float, default=5, help="seconds to watch it at rest (%(default)s)")
    parser.add_argument("demo", help="tui-demo")
    options = parser.parse_args()
    report_start(options.demo, options.minimal, options.fzf, options.runs)
    report_keys(options.demo, options.minimal)
    report_memory(options.demo, options.minimal)
    report_rest(options.demo, options.rest)


if __name__ == "__main__":
    main()
