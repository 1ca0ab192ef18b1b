#!/usr/bin/env python3
"""Counts the instructions of a start, of keys and of applies, and fails if one of them needs more than before.

    Scripts/instructions.py tui-demo            against Benchmarks/Instructions/counts.json
    Scripts/instructions.py --record tui-demo   after a change that is worth its cost

The program runs without a terminal, under valgrind's callgrind, whose counts hardly differ between runs and machines. The
cost of a key is the difference that it makes in a script, divided by its number of presses; that of a row, the difference
that many rows make, divided by their number.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "Benchmarks" / "Instructions"
COUNTS = FOLDER / "counts.json"
TOLERANCE = 0.05

# Name: the demo, keys that come first and are not counted, keys that are counted, how often they are pressed.
MEASURED = {
    "start of mountains": (["mountains"], "", "", 1),
    "down": (["mountains"], "", "down", 20),
    "page down": (["mountains"], "", "pgdn", 10),
    "end and home": (["mountains"], "", "end wait home", 10),
    "close and open a range": (["mountains"], "down", "left wait right", 10),
    "a letter typed and taken away": (["mountains"], "a wait backspace", "a wait backspace", 10),
    "a letter in the flat list, likewise": (["mountains", "--flat"], "a wait backspace", "a wait backspace", 10),
}

# Name: the program of Benchmarks, the number of rows that it is given.
APPLIED = {"a new row after an outline": ("applies", 8000)}


def count(program: str, library: str, arguments: list[str]) -> int:
    """The instructions of a complete run."""
    with tempfile.TemporaryDirectory() as folder:
        output = os.path.join(folder, "callgrind")
        run = subprocess.run(
            ["valgrind", "--tool=callgrind", f"--callgrind-out-file={output}", program, *arguments],
            env={"LD_PRELOAD": library, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8",
                 "SWIFT_DETERMINISTIC_HASHING": "1", "PATH": os.environ["PATH"]},
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, timeout=300)
        if run.returncode != 0:
            sys.exit(f"{' '.join(arguments)}: exit code {run.returncode}\n{run.stderr}")
        with open(output, encoding="utf-8") as file:
            return sum(int(total) for total in re.findall(r"^totals: (\d+)", file.read(), re.MULTILINE))


def cost(programs: dict[str, str], library: str, name: str) -> int:
    """The instructions of one start, key or row."""
    if name in APPLIED:
        program, rows = APPLIED[name]
        whole, base = (count(programs[program], library, [str(number)]) for number in (rows, 0))
        return (whole - base) // rows
    arguments, before, keys, times = MEASURED[name]
    screen = ["--dump-screen", "--size", "80x24", "--motion", "none", "--color", "256", "--script"]
    start = " ".join(filter(None, [before, "wait"]))
    base = count(programs["tui-demo"], library, arguments + screen + [start])
    if not keys:
        return base
    script = " ".join([start] + [keys, "wait"] * times)
    return (count(programs["tui-demo"], library, arguments + screen + [script]) - base) // times


def benchmark(name: str) -> str:
    """The path of a program of Benchmarks, which is built."""
    build = ["swift", "build", "--package-path", str(FOLDER.parent), "-c", "release", "--product", name]
    subprocess.run(build, check=True, stdout=sys.stderr)
    folder = subprocess.run(build + ["--show-bin-path"], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
    return os.path.join(folder, name)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="tui-demo, as Scripts/build-program.sh builds it")
    parser.add_argument("--record", action="store_true", help="write what is measured down as what is expected")
    options = parser.parse_args()

    with tempfile.TemporaryDirectory() as folder:
        library = os.path.join(folder, "sigsuspend.so")
        subprocess.run(
            [shutil.which("cc") or "clang", "-shared", "-fPIC", "-O1", "-o", library, str(FOLDER / "sigsuspend.c")], check=True)
        programs = {"tui-demo": options.program} | {name: benchmark(name) for name, _ in APPLIED.values()}
        for name, path in programs.items():
            # Valgrind 3.19 cannot read the debug information of newer compilers.
            programs[name] = os.path.join(folder, name)
            subprocess.run(["strip", "-g", "-o", programs[name], path], check=True)
        names = [*MEASURED, *APPLIED]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            measured = dict(zip(names, pool.map(lambda name: cost(programs, library, name), names)))

    if options.record:
        COUNTS.write_text(json.dumps(measured, indent=2) + "\n", encoding="utf-8")
    expected = json.loads(COUNTS.read_text(encoding="utf-8"))
    failed = False
    print(f"{'instructions':<38} {'now':>12} {'expected':>12}  ratio")
    for name, instructions in measured.items():
        ratio = instructions / expected[name] if name in expected else float("inf")
        verdict = ""
        if ratio > 1 + TOLERANCE:
            failed, verdict = True, "  dearer"
        elif ratio < 1 - TOLERANCE:
            verdict = "  cheaper: record it"
        print(f"{name:<38} {instructions:>12,} {expected.get(name, 0):>12,}  {ratio:.3f}{verdict}")
    if failed:
        sys.exit("Something became dearer by more than 5 %. If it is worth that, add --record and say why.")


if __name__ == "__main__":
    main()
