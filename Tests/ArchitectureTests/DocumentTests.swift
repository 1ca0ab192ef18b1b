import Foundation
import Testing

@Suite("The documents are correct")
struct DocumentTests {
  private static let documents =
    ["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md"]
    + Package.paths(below: "Documentation", extensions: ["md"])

  @Test("The change log starts with the unreleased changes or the version of the programs")
  func changeLog() throws {
    let first = try #require(
      try Package.text("CHANGELOG.md").split(separator: "\n").first { $0.hasPrefix("## ") })
    let version = try #require(
      try Package.text("Sources/ProgramOptions/ProgramVersion.swift").firstMatch(of: #/text = "(\S+) /#))
    #expect(first == "## Unreleased" || first.hasPrefix("## \(version.1) – "))
  }

  @Test("The program in the README is compiled")
  func readmeProgram() throws {
    let program = try Package.text("Examples/Readme/main.swift")
    let blocks = try Package.text("README.md").components(separatedBy: "```swift\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
    #expect(
      blocks.contains(program),
      "README.md has no ```swift block that equals Examples/Readme/main.swift; copy the file into it")
  }

  @Test("Links have existing targets", arguments: documents)
  func links(document: String) throws {
    let targets = try Package.text(document).components(separatedBy: "](").dropFirst()
      .compactMap { $0.components(separatedBy: ")").first }
      .filter { !$0.hasPrefix("http") && !$0.hasPrefix("#") }
      .map { $0.components(separatedBy: "#")[0] }
    let folder = Package.root.appendingPathComponent(document).deletingLastPathComponent()
    for target in targets {
      let path = folder.appendingPathComponent(target).path
      #expect(
        FileManager.default.fileExists(atPath: path), "\(document): link to \(target), which is not there")
    }
  }

  @Test("ARCHITECTURE.md names only files that are there")
  func architecturePaths() throws {
    let named = try Package.text("ARCHITECTURE.md").matches(of: #/`([A-Za-z+/.]+\.swift)`/#).map(\.1)
    let paths = Package.sources.map { "/" + $0.path }
    let missing = named.filter { name in
      !name.contains("Type+Topic") && !paths.contains { $0.hasSuffix("/" + name) }
    }
    #expect(named.count > 100, "hardly any files found in ARCHITECTURE.md")
    #expect(missing.isEmpty)
  }

  @Test("The way of a line of output to the table names only types that are there")
  func eventDiagram() throws {
    let text = try Package.text("ARCHITECTURE.md")
    let section = try #require(
      text.components(separatedBy: "### muster: from a line of output to the table").last)
    let diagram = try #require(section.components(separatedBy: "```").dropFirst().first)
    let code = Package.sources.map { $0.lines.map(\.code).joined(separator: "\n") }.joined(separator: "\n")
    let names = Set(diagram.matches(of: #/\b[A-Z][a-z]+[A-Z]?[A-Za-z]*\b(?!\/)/#).map { String($0.0) })
    let missing = names.filter { name in
      !["struct", "class", "actor", "enum", "protocol"].contains { code.contains("\($0) \(name)") }
    }
    #expect(names.count > 15 && missing.isEmpty, "\(missing.sorted())")
    #expect(diagram.split(separator: "\n").count <= 11)
  }

  @Test("The README is short")
  func readmeIsShort() throws {
    let lines = try Package.text("README.md").split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 151)
  }

  @Test("The documentation names every command of the Makefile")
  func makeCommands() throws {
    let commands = try Package.text("Makefile").split(separator: "\n")
      .filter { $0.first?.isLowercase == true && $0.contains(": ## ") }
      .compactMap { $0.split(separator: ":").first.map(String.init) }
    #expect(commands.count > 5, "hardly any commands found in the Makefile")
    let guides = try Self.documents.map(Package.text).joined()
    let missing = commands.filter { $0 != "help" && !guides.contains("make \($0)") }
    #expect(missing.isEmpty, "no document mentions them")
  }

  @Test(
    "Articles show only code that is compiled",
    arguments: ["First-Steps", "A-Live-Tool", "Testing", "Asking", "From-UIKit", "Columns-Keys-and-Panes"])
  func articleCode(article: String) throws {
    func code(_ text: some StringProtocol) -> String {
      text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
    }
    let folders = [
      "Tests/ListKitTestingTests", "Tests/ListKitOptionsTests", "Tests/ListKitTests/Samples",
      "Examples/Sources",
      "Examples/Tests", "Examples/Readme",
    ]
    var compiled = try folders.flatMap { Package.paths(below: $0, extensions: ["swift"]) }
      .map { code(try Package.text($0)) }
    // README.md has the manifest of First-Steps, which Scripts/first-steps.sh builds.
    compiled += try Package.text("README.md").components(separatedBy: "```swift\n").map(code)
    let built = try Package.text("Scripts/first-steps.sh").components(separatedBy: "\nblock \"").dropFirst()
      .compactMap { $0.components(separatedBy: "\"").first }
    let text = try Package.text("Sources/ListKit/ListKit.docc/\(article).md")
    let blocks = text.components(separatedBy: "```swift\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
    #expect(!blocks.isEmpty, "\(article).md shows no code")
    for block in blocks where !built.contains(block.components(separatedBy: "\n")[0]) {
      #expect(compiled.contains { $0.contains(code(block)) }, "\(article).md shows what nothing compiles")
    }
  }
}
