import Testing

/// The modules that each target may import: the arrows of ARCHITECTURE.md as a table.
///
/// The compiler does not check all of them: an executable can import `CNcurses` through an indirect
/// dependency without a warning.
private let allowed: [String: Set<String>] = [
  "LibC": ["Glibc", "Musl", "Darwin"],
  "CharacterWidths": [],
  "ListData": ["CSimdJSON", "CharacterWidths", "Parallel", "Synchronization", "TextOrder"],
  "Parallel": ["Dispatch"],
  "TextOrder": [],
  "Files": ["CTerminal", "Dispatch", "LibC", "Synchronization"],
  "Databases": [
    "CDuckDB", "Dispatch", "Files", "LibC", "ListKit", "ListKitPaging", "ListSearch", "Synchronization",
  ],
  "ListDiff": ["LibC", "PositionSets"],
  "ListSearch": ["Parallel", "PositionSets", "Synchronization"],
  "PositionSets": [],
  "SeededRandom": [],
  "ListKit": [
    "ListDiff", "FoundationEssentials", "Foundation", "Observation", "SmallFoundation", "Synchronization",
  ],
  "ListKitCurses": [
    "ListKit", "CNcurses", "CTerminal", "Dispatch", "Files", "LibC", "Synchronization",
  ],
  "ListKitPaging": ["ListKit"],
  "ListKitTesting": ["CharacterWidths", "ListKit", "Synchronization"],
  "ListKitOptions": ["Files", "ListKit", "ListKitCurses", "Dispatch", "LibC"],
  "ProgramOptions": ["LibC", "ListKit", "ListKitCurses", "ListKitOptions", "ArgumentParser"],
  "tui-demo": [
    "CDemoFiles", "Files", "ListKit", "ListKitCurses", "ListSearch", "PositionSets",
    "ListKitOptions", "ProgramOptions", "SeededRandom", "TextOrder", "ArgumentParser", "Dispatch", "LibC",
  ],
  "Rows": [
    "LibC", "ListData", "ListDiff", "ListKit", "ListSearch", "Parallel", "ShellCommands", "Synchronization",
    "TextOrder",
  ],
  "ShellCommands": ["ListKit"],
  "Runs": ["Dispatch", "Files", "LibC", "ListData", "ListSearch", "Rows", "Synchronization"],
  "muster": [
    "Databases", "Files", "ListKitOptions", "ProgramOptions", "Rows", "Runs", "ListData", "ListKit",
    "ListKitCurses", "ListKitPaging", "ListSearch", "ArgumentParser", "Dispatch", "LibC", "Synchronization",
  ],
  "procs": ["ListKit", "ListKitCurses", "ListSearch", "Foundation"],
  "gitlog": ["ListKit", "ListKitCurses", "ListSearch", "Foundation"],
  "tasks": ["ListKit", "ListKitCurses", "ListKitOptions", "ListSearch", "Foundation"],
  "pick": ["ListKit", "ListKitCurses", "ListSearch"],
  "climate": ["ListKit", "ListKitCurses", "Foundation", "Observation"],
  "settings": ["ListKit", "ListKitCurses", "Foundation", "ArgumentParser"],
]

/// The values of ListKit that rows as values need: texts and their widths, and who caused a change.
private let namesOfListKit: Set<String> = ["ChangeCause", "EscapedText", "ScreenTraits", "TextMetrics"]

/// The C modules, which no public interface may mention.
private let hidden: Set<String> = ["CDuckDB", "CNcurses", "CSimdJSON", "CTerminal"]

private func violations(in file: SourceFile) -> [Violation] {
  guard let allowed = allowed[file.target] else {
    return [Violation(path: file.path, line: 1, rule: "target \(file.target) is not in the import table")]
  }
  return file.imports.compactMap { found in
    func violation(_ rule: String) -> Violation {
      Violation(path: file.path, line: found.line, rule: rule)
    }
    guard allowed.contains(found.module) else {
      let list = allowed.isEmpty ? "nothing" : "only \(allowed.sorted().joined(separator: ", "))"
      return violation("\(file.target) imports \(found.module); it may import \(list)")
    }
    if found.module == "Foundation", !file.isOfAnotherPackage,
      found.condition != "#if canImport(FoundationEssentials) #else"
    {
      return violation(
        "full Foundation costs every start 9 ms; import it only in the #else of "
          + "#if canImport(FoundationEssentials)")
    }
    // `import struct ListKit.EscapedText` makes no other name visible.
    if ["Rows", "ShellCommands"].contains(file.target), found.module == "ListKit",
      !namesOfListKit.contains(found.name ?? "")
    {
      return violation(
        "\(file.target) knows no screen; of ListKit it may import only \(namesOfListKit.sorted())")
    }
    if hidden.contains(found.module), found.isPublic {
      return violation("\(found.module) must not show in a public interface; import it without `public`")
    }
    return nil
  }
}

@Suite("Imports follow the architecture")
struct ImportTests {
  @Test("Every target imports only what the table allows", arguments: allowed.keys.sorted())
  func allowedImports(target: String) {
    let files = Package.sources.filter { $0.target == target }
    #expect(!files.isEmpty, "no Swift files of \(target) found")
    for violation in files.flatMap(violations(in:)) { violation.record() }
  }

  @Test("Every Swift target is in the table")
  func targetsInTable() {
    let targets = Set(Package.sources.map(\.target))
    #expect(targets.subtracting(allowed.keys).isEmpty)
  }

  @Test("The sources have imports to check")
  func thereAreImports() {
    let modules = Set(Package.sources.flatMap(\.imports).map(\.module))
    #expect(modules.contains("ListDiff"), "ListKit's import of ListDiff was not seen")
  }

  @Test("Only one file of ListKit imports Foundation")
  func foundationImport() {
    let files = Package.sources.filter { file in
      file.target == "ListKit" && file.imports.contains { $0.module.hasPrefix("Foundation") }
    }
    #expect(files.map(\.path) == ["Sources/ListKit/Exports.swift"])
  }

  @Test(
    "The rules report violations",
    arguments: [
      ("ListDiff", "import Foundation", false),
      ("ListDiff", "// import Foundation", true),
      ("ListDiff", "let text = \"\"\"\n  import Foundation\n  \"\"\"", true),
      ("ListSearch", "import ListDiff", false),
      ("ListKit", "@_exported public import ListDiff", true),
      ("Rows", "import ListKit", false),
      ("Rows", "import struct ListKit.TextMetrics", true),
      ("Rows", "import class ListKit.TableView", false),
      ("Rows", "import Files", false),
      ("ListKit", "import CNcurses", false),
      ("ListKit", "import struct Foundation.IndexPath", false),
      ("ListKit", "#if os(macOS)\n  import Foundation\n#endif", false),
      (
        "ListKit",
        "#if canImport(FoundationEssentials)\n  public import FoundationEssentials\n"
          + "#else\n  public import Foundation\n#endif", true
      ),
      ("ListKitCurses", "internal import CNcurses", true),
      ("ListKitCurses", "public import CNcurses", false),
      ("ListKitCurses", "import ListSearch", false),
      ("tui-demo", "import CNcurses", false),
      ("tui-demo", "import ArgumentParser", true),
      ("Elsewhere", "", false),
    ])
  func rulesCatchWhatTheyForbid(target: String, text: String, isAllowed: Bool) {
    let file = SourceFile(path: "Sources/\(target)/File.swift", text: text)
    #expect(violations(in: file).isEmpty == isAllowed)
  }

  @Test(
    "Examples may import additional modules, but no internal ones",
    arguments: [("import Foundation", true), ("import CNcurses", false)])
  func exampleImports(text: String, isAllowed: Bool) {
    let file = SourceFile(path: "Examples/Sources/tasks/File.swift", text: text)
    #expect(violations(in: file).isEmpty == isAllowed)
  }
}
