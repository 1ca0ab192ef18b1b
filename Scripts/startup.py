#!/usr/bin/env python3
"""Measures the time from starting a program to its first whole frame, against a minimal curses program.

    Scripts/startup.py --minimal PROGRAM -- tui-demo mountains

Both run in turn on a pseudo-terminal of their own. A frame is whole when nothing more comes for a while;
the time of its last byte counts. Then the program is left alone for some seconds: what it does while
nothing happens is counted too.
"""

import argparse
import collections
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

QUIET = 0.05  # seconds without output that end a frame
PATIENCE = 5.0  # seconds to wait for more, until then


class Program:
    """A program on a pseudo-terminal of 100 columns and 30 lines."""

    def __init__(self, command: list[str]):
        self.master, slave = os.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
        path = os.ttyname(slave)
        environment = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLORTERM")}
        environment.update(TERM="xterm-256color", LC_ALL="C.UTF-8")
        opened = [(os.POSIX_SPAWN_OPEN, fd, path, os.O_RDWR, 0) for fd in (0, 1, 2)]
        self.start = time.perf_counter()
        # A session of its own, so that the first terminal opened becomes its controlling one.
        self.pid = os.posix_spawn(
            command[0], command, environment, setsid=True, setsigmask=[],
            file_actions=[(os.POSIX_SPAWN_CLOSE, self.master), *opened])
        os.close(slave)

    def first_frame(self, expected: str) -> float:
        """Seconds from the start to the last byte of the first frame, which shows a text."""
        output, last = b"", self.start
        while True:
            is_whole = expected.encode() in output
            if not select.select([self.master], [], [], QUIET if is_whole else PATIENCE)[0]:
                break
            try:
                output += os.read(self.master, 65536)
            except OSError:  # the terminal went away with the program
                break
            last = time.perf_counter()
        if not is_whole:
            sys.exit(f"startup: no frame with '{expected}', but {output[:2000]!r}")
        return last - self.start

    def drain(self):
        """Throws away output that waits."""
        count = 0
        while select.select([self.master], [], [], 0)[0]:
            try:
                count += len(os.read(self.master, 65536))
            except OSError:
                break
        return count

    def stop(self):
        """Ends it; reads on meanwhile, for it may have last words."""
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


def time_to_first_frame(command: list[str], expected: str) -> float:
    program = Program(command)
    try:
        return program.first_frame(expected)
    finally:
        program.stop()


def processor_seconds(pid: int) -> float | None:
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii") as file:
            fields = file.read().rpartition(")")[2].split()
    except OSError:
        return None
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def count_system_calls(pid: int, seconds: float) -> collections.Counter | None:
    if shutil.which("strace") is None:
        return None
    with tempfile.NamedTemporaryFile("r", encoding="utf-8", errors="replace") as log:
        trace = subprocess.Popen(
            ["strace", "-f", "-qq", "-o", log.name, "-p", str(pid)], stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(seconds)
        trace.send_signal(signal.SIGINT)
        trace.wait()
        calls = re.findall(r"^\d+\s+(\w+)\(.*?(?:= -?\d|<unfinished)", log.read(), re.MULTILINE)
    # What it was waiting in all the time is no work; strace reports it once when it attaches or leaves.
    return collections.Counter(calls)


def report_idle(command: list[str], expected: str, seconds: float):
    program = Program(command)
    program.first_frame(expected)
    time.sleep(1)
    program.drain()
    before = processor_seconds(program.pid)
    calls = count_system_calls(program.pid, seconds)
    if calls is None:
        time.sleep(seconds)
    after = processor_seconds(program.pid)
    written = program.drain()
    program.stop()
    print(f"idle for {seconds:g} s: {written} bytes written", end="")
    if before is not None and after is not None:
        print(f", {1000 * (after - before):.0f} ms of processor time", end="")
    if calls is None:
        print("; install strace to count system calls")
    else:
        others = ", ".join(f"{name} {count}" for name, count in calls.most_common() if name != "write")
        print(f", {calls['write']} calls of write; other system calls: {others or 'none'}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minimal", required=True, help="the minimal curses program")
    parser.add_argument("--expect", default="Mountains", help="text of the first frame (%(default)s)")
    parser.add_argument("--runs", type=int, default=40, help="of each program (%(default)s)")
    parser.add_argument("--target", type=float, default=2.5, help="ratio to stay below (%(default)s)")
    parser.add_argument("--idle", type=float, default=5, help="seconds to watch it idle; 0 for none (%(default)s)")
    parser.add_argument("--check", action="store_true", help="fail where the ratio is over the target")
    parser.add_argument("command", nargs="+", help="the program measured and its arguments, after --")
    options = parser.parse_args()

    minimal, measured = [], []
    for run in range(options.runs + 3):
        one = time_to_first_frame([options.minimal], "one line")
        two = time_to_first_frame(options.command, options.expect)
        if run >= 3:  # the first ones fill the file cache
            minimal.append(one)
            measured.append(two)
    ratio = statistics.median(measured) / statistics.median(minimal)
    print(f"start to first frame, median of {options.runs}, in turn:")
    for name, times in (("minimal curses program", minimal), (os.path.basename(options.command[0]), measured)):
        worst = sorted(times)[int(0.95 * len(times))]
        print(f"  {name:<24}{1000 * statistics.median(times):7.2f} ms   (95 %: {1000 * worst:.2f} ms)")
    verdict = "within" if ratio <= options.target else "OVER"
    print(f"  ratio                   {ratio:7.2f}      {verdict} the target of {options.target}")
    if options.idle > 0:
        report_idle(options.command, options.expect, options.idle)
    if options.check and ratio > options.target:
        sys.exit(1)


if __name__ == "__main__":
    main()
