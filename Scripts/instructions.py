#!/usr/bin/env python3
"""Counts the instructions of a start and of keys, and fails if one of them needs more than before.

    Scripts/instructions.py tui-demo            against Benchmarks/Instructions/counts.json
    Scripts/instructions.py --record tui-demo   after a change that is worth its cost

The program runs without a terminal, under valgrind's callgrind, whose counts hardly differ between runs and machines. The
cost of a key is the difference that it makes in a script, divided by its number of presses.
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


def count(program: str, library: str, arguments: list[str], script: str) -> int:
    """The instructions of a complete run."""
    with tempfile.TemporaryDirectory() as folder:
        output = os.path.join(folder, "callgrind")
        run = subprocess.run(
            ["valgrind", "--tool=callgrind", f"--callgrind-out-file={output}", program, *arguments,
             "--dump-screen", "--size", "80x24", "--motion", "none", "--color", "256", "--script", script],
            env={"LD_PRELOAD": library, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8",
                 "SWIFT_DETERMINISTIC_HASHING": "1", "PATH": os.environ["PATH"]},
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, timeout=300)
        if run.returncode != 0:
            sys.exit(f"{' '.join(arguments)}, keys “{script}”: exit code {run.returncode}\n{run.stderr}")
        with open(output, encoding="utf-8") as file:
            return sum(int(total) for total in re.findall(r"^totals: (\d+)", file.read(), re.MULTILINE))


def cost(program: str, library: str, name: str) -> int:
    """The instructions of one start or key."""
    arguments, before, keys, times = MEASURED[name]
    start = " ".join(filter(None, [before, "wait"]))
    base = count(program, library, arguments, start)
    if not keys:
        return base
    whole = count(program, library, arguments, " ".join([start] + [keys, "wait"] * times))
    return (whole - base) // times


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="tui-demo, as Scripts/build-program.sh builds it")
    parser.add_argument("--record", action="store_true", help="write what is measured down as what is expected")
    options = parser.parse_args()

    with tempfile.TemporaryDirectory() as folder:
        library = os.path.join(folder, "sigsuspend.so")
        subprocess.run(
            [shutil.which("cc") or "clang", "-shared", "-fPIC", "-O1", "-o", library, str(FOLDER / "sigsuspend.c")], check=True)
        program = os.path.join(folder, "program")
        # Valgrind 3.19 cannot read the debug information of newer compilers.
        subprocess.run(["strip", "-g", "-o", program, options.program], check=True)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            measured = dict(zip(MEASURED, pool.map(lambda name: cost(program, library, name), MEASURED)))

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
        sys.exit("A key became dearer by more than 5 %. If it is worth that, add --record and say why.")


if __name__ == "__main__":
    main()
