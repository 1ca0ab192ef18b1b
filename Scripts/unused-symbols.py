#!/usr/bin/env python3
"""Lists the public symbols that neither a program nor a test uses.

    Scripts/unused-symbols.py [--skip-build]

The list is meant to be empty; if it is not, the exit code is 1. What is public is what the compiler says is
(its symbol graphs); what is used is what it saw while it built (its index). So everything is built first; then
the answer takes a second.

A type counts as used if it or one of its members is mentioned: `.fade` uses the type of `.fade`. A requirement
counts as used if something implements it. On no list is what the compiler writes itself, and what is public only
because a protocol demands it: witnesses, and requirements' default implementations.
"""

import argparse
import ctypes
import json
import pathlib
import platform
import subprocess
import sys
import tempfile
from ctypes import c_bool, c_char_p, c_int, c_int64, c_size_t, c_uint, c_uint64, c_void_p

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / ".build" / "debug"
LIBRARIES = ["ListData", "ListDiff", "ListKit", "ListKitCurses", "ListKitTesting", "ListSearch", "PositionSets"]
PROGRAMS = ("Sources/tui-demo/", "Sources/muster/", "Examples/")


def packages() -> list[pathlib.Path]:
    """Where the packages with programs and tests are."""
    nested = (manifest.parent for manifest in sorted(ROOT.glob("Examples/**/Package.swift")))
    return [ROOT] + [package for package in nested if ".build" not in package.parts]


def fail(message: str):
    print(f"{pathlib.Path(sys.argv[0]).name}: {message}", file=sys.stderr)
    sys.exit(2)


def run(*command: str) -> str:
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        fail(f"{command[0]} failed: {done.stderr.strip()}")
    return done.stdout


class Toolchain:
    """Where the compiler in use lives, and for what it compiles."""

    def __init__(self):
        self.tools = ["xcrun"] if platform.system() == "Darwin" else []
        info = json.loads(run(*self.tools, "swiftc", "-print-target-info"))
        self.triple = info["target"]["triple"]
        self.libraries = pathlib.Path(info["paths"]["runtimeResourcePath"]).parent

    def index_library(self) -> pathlib.Path:
        for name in ("libIndexStore.so", "libIndexStore.dylib"):
            if (self.libraries / name).exists():
                return self.libraries / name
        fail(f"no libIndexStore in {self.libraries}")

    def symbol_graphs(self, module: str) -> list[dict]:
        """What a module makes public, on its own types and on those of others."""
        options = ["-module-name", module, "-target", self.triple, "-minimum-access-level", "public"]
        options += ["-skip-synthesized-members", "-skip-protocol-implementations", "-skip-inherited-docs"]
        for folder in (BUILD / "Modules", ROOT / "Sources" / "CNcurses", BUILD / "CTerminal.build",
                       BUILD / "CSimdJSON.build"):
            options += ["-I", str(folder)]
        if platform.system() == "Darwin":
            options += ["-sdk", run("xcrun", "--show-sdk-path").strip()]
        with tempfile.TemporaryDirectory() as folder:
            run(*self.tools, "swift-symbolgraph-extract", *options, "-output-dir", folder)
            return [json.loads(path.read_bytes()) for path in sorted(pathlib.Path(folder).glob("*.symbols.json"))]


class Symbol:
    """A public declaration, and the type it is a member of."""

    def __init__(self, module: str, graph: dict):
        self.usr = graph["identifier"]["precise"]
        self.name = ".".join([module] + graph["pathComponents"])
        uri = graph["location"]["uri"].removeprefix("file://")
        self.path = pathlib.Path(uri).resolve().relative_to(ROOT).as_posix()
        self.line = graph["location"]["position"]["line"] + 1
        self.parent = None

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.name}"


def public_symbols(toolchain: Toolchain) -> dict[str, Symbol]:
    """The public symbols that were written by hand and are public by choice, by their identifiers."""
    symbols, parents, demanded = {}, {}, set()
    for module in LIBRARIES:
        for graph in toolchain.symbol_graphs(module):
            for entry in graph["symbols"]:
                # What the compiler writes itself has no place in a file.
                if "location" in entry:
                    symbol = Symbol(module, entry)
                    symbols[symbol.usr] = symbol
            for relation in graph["relationships"]:
                if relation["kind"] == "memberOf" or relation["kind"] == "requirementOf":
                    parents[relation["source"]] = relation["target"]
                elif relation["kind"] in ("defaultImplementationOf", "overrides"):
                    demanded.add(relation["source"])
    for usr in demanded:
        symbols.pop(usr, None)
    for usr, symbol in symbols.items():
        symbol.parent = parents.get(usr)
    return symbols


class Text(ctypes.Structure):
    """A string of the index: where its bytes are, and how many."""

    _fields_ = [("bytes", c_void_p), ("count", c_size_t)]

    def __str__(self) -> str:
        return ctypes.string_at(self.bytes, self.count).decode() if self.count else ""


VISIT = ctypes.CFUNCTYPE(c_bool, c_void_p, c_void_p)
VISIT_NAME = ctypes.CFUNCTYPE(c_bool, c_void_p, Text)

# Of the toolchain's indexstore.h: each function's result and arguments, and the few constants in use.
FUNCTIONS = {
    "store_create": (c_void_p, c_char_p, c_void_p),
    "store_units_apply_f": (c_bool, c_void_p, c_uint, c_void_p, VISIT_NAME),
    "unit_reader_create": (c_void_p, c_void_p, c_char_p, c_void_p),
    "unit_reader_dispose": (None, c_void_p),
    "unit_reader_get_main_file": (Text, c_void_p),
    "unit_reader_get_modification_time": (None, c_void_p, c_void_p, c_void_p),
    "unit_reader_dependencies_apply_f": (c_bool, c_void_p, c_void_p, VISIT),
    "unit_dependency_get_kind": (c_int, c_void_p),
    "unit_dependency_get_name": (Text, c_void_p),
    "unit_dependency_get_filepath": (Text, c_void_p),
    "record_reader_create": (c_void_p, c_void_p, c_char_p, c_void_p),
    "record_reader_dispose": (None, c_void_p),
    "record_reader_symbols_apply_f": (c_bool, c_void_p, c_bool, c_void_p, VISIT),
    "record_reader_occurrences_apply_f": (c_bool, c_void_p, c_void_p, VISIT),
    "symbol_get_usr": (Text, c_void_p),
    "symbol_get_roles": (c_uint64, c_void_p),
    "symbol_get_related_roles": (c_uint64, c_void_p),
    "occurrence_get_symbol": (c_void_p, c_void_p),
    "occurrence_get_roles": (c_uint64, c_void_p),
    "occurrence_relations_apply_f": (c_bool, c_void_p, c_void_p, VISIT),
    "symbol_relation_get_roles": (c_uint64, c_void_p),
}
RECORD = 2
DEFINITION = 1 << 1
REFERENCE = 1 << 2
OVERRIDES = 1 << 11


class Index:
    """What the compiler noted about each file of the project while it built."""

    def __init__(self, library: pathlib.Path, store: pathlib.Path):
        loaded = ctypes.CDLL(str(library))
        for name, (result, *arguments) in FUNCTIONS.items():
            function = loaded[f"indexstore_{name}"]
            function.restype, function.argtypes = result, arguments
            setattr(self, name, function)
        self.store = self.store_create(str(store).encode(), None)
        if not self.store:
            fail(f"{store} cannot be read")

    def notes(self) -> list["Note"]:
        """What there is; the store keeps notes of files that moved or were built otherwise before."""
        names, notes = [], []
        collect = VISIT_NAME(lambda _, name: names.append(str(name)) or True)
        self.store_units_apply_f(self.store, 0, None, collect)
        for name in names:
            unit = self.unit_reader_create(self.store, name.encode(), None)
            if not unit:
                continue
            path = pathlib.Path(str(self.unit_reader_get_main_file(unit)))
            if ROOT in path.parents and path.exists():
                time = c_int64()
                self.unit_reader_get_modification_time(unit, ctypes.byref(time), ctypes.byref(c_int64()))
                notes += [Note(self, path, time.value, record) for record in self.records(unit, path)]
            self.unit_reader_dispose(unit)
        return notes

    def records(self, unit, path: pathlib.Path) -> list[str]:
        records = []

        def visit(_, dependency):
            if self.unit_dependency_get_kind(dependency) == RECORD:
                if str(self.unit_dependency_get_filepath(dependency)) == str(path):
                    records.append(str(self.unit_dependency_get_name(dependency)))
            return True

        self.unit_reader_dependencies_apply_f(unit, None, VISIT(visit))
        return records


class Note:
    """What the compiler noted about one file."""

    def __init__(self, index: Index, path: pathlib.Path, time: int, record: str):
        self.index, self.time, self.record = index, time, record
        self.path = path.relative_to(ROOT).as_posix()
        self.is_stale = time < int(path.stat().st_mtime)

    @property
    def is_program(self) -> bool:
        return self.path.startswith(PROGRAMS) and not self.is_test

    @property
    def is_test(self) -> bool:
        return self.path.startswith("Tests/") or "/Tests/" in self.path

    def read(self, walk: str, visit):
        """Calls `visit` for all that the index walks over; `walk` is one of its functions."""
        reader = self.index.record_reader_create(self.index.store, self.record.encode(), None)
        if not reader:
            fail(f"what the index knows of {self.path} cannot be read")
        options = [True] if walk == "record_reader_symbols_apply_f" else []
        getattr(self.index, walk)(reader, *options, None, VISIT(lambda _, found: visit(found) or True))
        self.index.record_reader_dispose(reader)

    def uses(self) -> set[str]:
        """What the file mentions or implements, wherever it is declared."""
        index, found = self.index, set()

        def visit(symbol):
            if index.symbol_get_roles(symbol) & REFERENCE or index.symbol_get_related_roles(symbol) & OVERRIDES:
                found.add(str(index.symbol_get_usr(symbol)))

        self.read("record_reader_symbols_apply_f", visit)
        return found

    def witnesses(self) -> set[str]:
        """What the file declares because a protocol, or a class above, demands it."""
        index, found = self.index, set()

        def visit(occurrence):
            if index.occurrence_get_roles(occurrence) & DEFINITION:
                roles = []
                collect = VISIT(lambda _, relation: roles.append(index.symbol_relation_get_roles(relation)) or True)
                index.occurrence_relations_apply_f(occurrence, None, collect)
                if any(role & OVERRIDES for role in roles):
                    found.add(str(index.symbol_get_usr(index.occurrence_get_symbol(occurrence))))

        self.read("record_reader_occurrences_apply_f", visit)
        return found


def newest_notes(library: pathlib.Path) -> list[Note]:
    """One note for each Swift file of the libraries, the programs and the tests; all of them must have been built."""
    stores = [package / ".build" / "debug" / "index" / "store" for package in packages()]
    newest: dict[str, Note] = {}
    for store in filter(pathlib.Path.exists, stores):
        for note in Index(library, store).notes():
            if note.path not in newest or newest[note.path].time < note.time:
                newest[note.path] = note
    files = (file for folder in ("Sources", "Tests", "Examples") for file in (ROOT / folder).glob("**/*.swift"))
    paths = {file.relative_to(ROOT).as_posix() for file in files if file.name != "Package.swift"}
    paths = {path for path in paths if ".build" not in path.split("/")}
    missing = sorted(path for path in paths if path not in newest or newest[path].is_stale)
    if missing:
        fail(f"not built since they changed: {', '.join(missing[:3])}{' and more' * (len(missing) > 3)}")
    return [newest[path] for path in sorted(paths)]


def unused(symbols: dict[str, Symbol], uses: set[str]) -> list[Symbol]:
    used = set(uses)
    used.update(symbol.parent for symbol in symbols.values() if symbol.usr in uses)
    return sorted((symbol for symbol in symbols.values() if symbol.usr not in used), key=lambda it: (it.path, it.line))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--skip-build", action="store_true", help="do not build first")
    options = parser.parse_args()

    for package in [] if options.skip_build else packages():
        subprocess.run(["swift", "build", "--build-tests", "--package-path", str(package),
                        "-debug-info-format", "none"], check=True)
    toolchain = Toolchain()
    notes = newest_notes(toolchain.index_library())
    symbols = public_symbols(toolchain)
    for note in notes:
        if not note.is_program and not note.is_test:
            for usr in note.witnesses():
                symbols.pop(usr, None)
    users = (note for note in notes if note.is_program or note.is_test)
    found = unused(symbols, set().union(*(note.uses() for note in users)))
    print(f"Public symbols that neither a program nor a test uses: {len(found) or 'none'}")
    for symbol in found:
        print(f"  {symbol}")
    return 1 if found else 0


sys.exit(main())
