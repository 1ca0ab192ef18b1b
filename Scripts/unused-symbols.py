#!/usr/bin/env python3
"""Lists public symbols that no program, example, test or article names and that the library does not use elsewhere.

    Scripts/unused-symbols.py [--skip-build]

The compiler reports the public symbols (its symbol graphs). A symbol counts as used if its name occurs as a word, so a name
that two types share hides the unused one; in the libraries it must occur in another file, after a dot, and a type where
another declaration needs it. Not listed: symbols that the compiler generates, requirements of protocols and their default
implementations. The exit code is 1 if anything is listed.
"""

import argparse
import json
import os
import pathlib
import platform
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / ".build" / "debug"
LIBRARIES = ["ListDiff", "ListKit", "ListKitCurses", "ListKitOptions", "ListKitPaging", "ListKitTesting", "ListSearch", "PositionSets"]
USERS = [
    "Sources/tui-demo", "Sources/muster", "Sources/Rows", "Sources/Runs", "Sources/ShellCommands", "Sources/ProgramOptions", "Examples", "Benchmarks", "Tests",
]
# Members that the compiler calls.
IMPLICIT = ("init", "customMirror", "appendLiteral", "appendInterpolation")


def run(*command: str) -> str:
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"unused-symbols.py: {command[0]} failed: {done.stderr.strip()}")
    return done.stdout


def symbol_graphs(module: str) -> list[dict]:
    """The public symbols of a module, on its own types and on those of other modules."""
    tools = ["xcrun"] if platform.system() == "Darwin" else []
    triple = json.loads(run(*tools, "swiftc", "-print-target-info"))["target"]["triple"]
    options = ["-module-name", module, "-target", triple, "-minimum-access-level", "public"]
    options += ["-skip-synthesized-members", "-skip-protocol-implementations", "-skip-inherited-docs"]
    for folder in (BUILD / "Modules", ROOT / "Sources/CNcurses", BUILD / "CTerminal.build", BUILD / "CSimdJSON.build"):
        options += ["-I", str(folder)]
    if tools:
        options += ["-sdk", run("xcrun", "--show-sdk-path").strip()]
    with tempfile.TemporaryDirectory() as folder:
        run(*tools, "swift-symbolgraph-extract", *options, "-output-dir", folder)
        return [json.loads(path.read_bytes()) for path in sorted(pathlib.Path(folder).glob("*.symbols.json"))]


def public_symbols(module: str) -> list[tuple[str, str, set[str]]]:
    """Path with line, full name, and types in the declaration, of the symbols that are public by choice."""
    found, demanded = {}, set()
    for graph in symbol_graphs(module):
        for symbol in graph["symbols"]:
            # Names that only teach: the compiler rejects them.
            is_refused = any(entry.get("isUnconditionallyUnavailable") for entry in symbol.get("availability", []))
            if "location" in symbol and not is_refused:
                found[symbol["identifier"]["precise"]] = symbol
        for relation in graph["relationships"]:
            if relation["kind"] in ("requirementOf", "defaultImplementationOf", "overrides"):
                demanded.add(relation["source"])
    result = []
    for identifier, symbol in found.items():
        if identifier not in demanded:
            path = pathlib.Path(symbol["location"]["uri"].removeprefix("file://")).resolve().relative_to(ROOT)
            line = symbol["location"]["position"]["line"] + 1
            types = {part["spelling"] for part in symbol["declarationFragments"] if part["kind"] == "typeIdentifier"}
            result.append((f"{path.as_posix()}:{line}", ".".join([module] + symbol["pathComponents"]), types))
    return result


def words_in_use() -> set[str]:
    """The words of programs, examples, tests and articles."""
    paths = [path for folder in USERS for path in (ROOT / folder).rglob("*.swift") if ".build" not in path.parts]
    paths += (ROOT / "Sources").rglob("*.docc/*.md")
    return set().union(*(re.findall(r"\w+", path.read_text()) for path in paths))


def members_in_use() -> dict[str, set[str]]:
    """The files of the libraries in which a name follows a dot."""
    files: dict[str, set[str]] = {}
    for module in LIBRARIES:
        for path in (ROOT / "Sources" / module).rglob("*.swift"):
            for word in re.findall(r"\.(\w+)", path.read_text()):
                files.setdefault(word, set()).add(path.relative_to(ROOT).as_posix())
    return files


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--skip-build", action="store_true", help="the tests are built already")
    if not parser.parse_args().skip_build:
        subprocess.run([ROOT / "Scripts/test.sh"], env=os.environ | {"BUILD_ONLY": "1"}, check=True)
    words, members = words_in_use(), members_in_use()
    symbols = [symbol for module in LIBRARIES for symbol in public_symbols(module)]
    unused = []
    for place, name, _ in symbols:
        word = re.match(r"\w*", name.rsplit(".", 1)[-1]).group()
        is_needed = any(word in types and other != name for _, other, types in symbols)
        elsewhere = members.get(word, set()) - {place.rsplit(":", 1)[0]}
        if word and word not in IMPLICIT and word not in words and not is_needed and not elsewhere:
            unused.append(f"  {place}: {name}")
    print(f"Public symbols that nothing uses: {len(unused) or 'none'}")
    print("\n".join(sorted(unused)))
    return 1 if unused else 0


sys.exit(main())
