#!/usr/bin/env python3
"""Switches the rules of the reader off, one at a time, and lists those that change fewer than two outputs.

A rule is a condition of an `if`, a further alternative of `||`, or a function that returns a Bool or an optional,
in Sources/ListData/Reading. The script writes a copy of ListData to .build/ablation in which a variable switches
each of them off, builds it, and reads all outputs of the tests' corpus and of ../shared/tables
once for each rule: names, cells, and which other readings there are.

    Scripts/ablate-reading.py [WORD …]     only rules in files whose names contain one of the words

All rules take an hour or two.

A rule that changes no output may still serve runs, options or limits: look at it before it goes, and run the tests.
"""
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import zlib

ROOT = pathlib.Path(__file__).resolve().parent.parent
COPY = ROOT / ".build/ablation"
LIBRARIES = ["LibC", "CSimdJSON", "CSimdJSONLibrary", "CharacterWidths", "Parallel", "TextOrder", "ListData"]
CORPORA = ["Tests/ListDataTests/Tables", "../shared/tables"]
LARGEST = 20_000

MANIFEST = """// swift-tools-version: 6.2
import PackageDescription
let features: [SwiftSetting] = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"].map {
  .enableUpcomingFeature($0)
}
let package = Package(name: "ablation", platforms: [.macOS(.v15)], targets: [
  .systemLibrary(name: "CSimdJSONLibrary"),
  .target(name: "CSimdJSON", dependencies: ["CSimdJSONLibrary"], linkerSettings: [.linkedLibrary("simdjson")]),
  .target(name: "LibC", swiftSettings: features), .target(name: "CharacterWidths", swiftSettings: features),
  .target(name: "Parallel", swiftSettings: features), .target(name: "TextOrder", swiftSettings: features),
  .target(name: "ListData", dependencies: ["LibC", "CSimdJSON", "CharacterWidths", "Parallel", "TextOrder"],
    swiftSettings: features),
  .executableTarget(name: "read-tables", dependencies: ["ListData"], swiftSettings: features),
])
"""

PROGRAM = """import Foundation
import ListData

while let path = readLine() {
  guard let data = FileManager.default.contents(atPath: path) else { continue }
  let bytes = TextBytes(Array(data))
  let readings = TableReader.readings(of: bytes, most: 8).map { "\\($0.shape.format) \\($0.rows) \\($0.shape.columns.count)" }
  let table = TextTable(bytes, shape: TableReader.shape(of: bytes))
  let rows = (0..<table.rowCount).map { row in table.columns.indices.map { table.text(row, $0) } }
  let text = "\\(table.columns.map { $0.name ?? "-" }) \\(rows) \\(readings)"
  print(path, "\\t", text.replacing("\\n", with: " "))
}
"""

SWITCH = """import LibC
let ablated = getenv("ABLATED").flatMap { Int(String(cString: $0)) } ?? -1
@inline(__always) func isOff(_ rule: Int) -> Bool { ablated == rule }
"""

FUNCTION = re.compile(r"^(\s+)(?:(?:private|static|mutating|fileprivate|public) )*(?:func|var) .*(?:->|:) (Bool|.+\?) \{$")
CONDITION = re.compile(r"^\s+(?:\} else )?if (?!.*#).*(?:\{|,|\{ return .* \})$")
ALTERNATIVE = re.compile(r"^(\s+)\|\| ([^|{]*)$")
STATEMENT = re.compile(r"(guard|let|var|if|for|while|return|switch|defer|func|do|repeat|struct|enum|//)\b|//")


def instrumented(name, text, rules):
    """Returns a source text in which each rule can be switched off, and appends the rules."""
    lines, result, is_first = text.split("\n"), [], False
    for number, line in enumerate(lines):
        rule = len(rules)
        if is_first and line.strip() and not line.strip().startswith("//"):
            # The single expression of a body is no longer its only statement.
            if not STATEMENT.match(line.strip()):
                line = re.sub(r"^(\s*)", r"\1return ", line)
            is_first = False
        function, alternative = FUNCTION.match(line), ALTERNATIVE.match(line)
        following = lines[number + 1].strip() if number + 1 < len(lines) else ""
        if function and not following.startswith(("get", "set", "switch", "}")):
            result += [line, f"{function[1]}  if isOff({rule}) {{ return {'false' if function[2] == 'Bool' else 'nil'} }}"]
            is_first = True
        elif CONDITION.match(line):
            result.append(line.replace("if ", f"if !isOff({rule}), ", 1))
        elif alternative and line.count("(") == line.count(")"):
            result.append(f"{alternative[1]}|| !isOff({rule}) && {alternative[2]}")
        else:
            result.append(line)
            continue
        rules.append(f"{name}:{number + 1}: {line.strip()}")
    return "\n".join(result)


def build(words):
    """Writes and builds the copy; returns the rules."""
    rules = []
    for library in LIBRARIES:
        for source in (ROOT / "Sources" / library).rglob("*"):
            if source.is_dir():
                continue
            target = COPY / source.relative_to(ROOT)
            target.parent.mkdir(parents=True, exist_ok=True)
            text = source.read_text()
            if source.suffix == ".swift" and "Reading" in source.parts and (
                not words or any(word in source.name for word in words)
            ):
                text = instrumented(source.name, text, rules)
            target.write_text(text)
    (COPY / "Sources/ListData/Ablation.swift").write_text(SWITCH)
    (COPY / "Sources/read-tables").mkdir(parents=True, exist_ok=True)
    (COPY / "Sources/read-tables/main.swift").write_text(PROGRAM)
    (COPY / "Package.swift").write_text(MANIFEST)
    subprocess.run(
        ["swift", "build", "-c", "release", "-Xswiftc", "-no-whole-module-optimization", "--package-path", COPY],
        check=True)
    return rules


def tables(rule, paths):
    """Returns a number for the table of each output, with a rule switched off."""
    run = subprocess.run(
        [COPY / ".build/release/read-tables"], input="\n".join(paths) + "\n", capture_output=True, text=True,
        errors="replace", env={**os.environ, "ABLATED": str(rule)}, timeout=600)
    found = dict(line.split(" \t ", 1) for line in run.stdout.split("\n") if " \t " in line)
    return {path: zlib.crc32(found.get(path, "ended").encode()) for path in paths}


def main():
    rules = build(sys.argv[1:])
    paths = sorted(
        str(path) for folder in CORPORA for path in (ROOT / folder).rglob("*")
        if path.is_file() and path.suffix not in (".json", ".md") and path.name != "note.txt"
        and path.stat().st_size < LARGEST)
    before = tables(-1, paths)
    print(f"{len(rules)} rules, {len(paths)} outputs")
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for rule, after in zip(rules, pool.map(lambda number: tables(number, paths), range(len(rules)))):
            changed = [path for path in paths if after[path] != before[path]]
            if len(changed) < 2:
                print(len(changed), rule, *changed, flush=True)


main()
