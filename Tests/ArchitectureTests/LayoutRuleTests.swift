import Testing

/// A type, protocol or extension that a file declares.
private struct Declaration {
  var name: String
  var isExtension: Bool
  var isPublic: Bool
  /// The names after the colon.
  var inherited: [String]
  var file: SourceFile
  var line: Int
  /// The text of the comment above the declaration.
  var comment: String

  var folder: String { file.path.split(separator: "/").dropLast().joined(separator: "/") }
}

/// Returns the top-level declarations of a file, and nested ones if `nested` is true.
private func declarations(in file: SourceFile, nested: Bool = false) -> [Declaration] {
  let keywords: Set<String> = ["struct", "class", "enum", "actor", "protocol", "extension", "typealias"]
  return file.lines.compactMap { line in
    guard nested || line.code.first?.isWhitespace == false else { return nil }
    let head = line.code.split(separator: "{", maxSplits: 1).first ?? ""
    let words = head.split { " \t".contains($0) }.map(String.init)
    guard let keyword = words.firstIndex(where: keywords.contains), keyword + 1 < words.count,
      words[..<keyword].allSatisfy({ $0.first?.isLowercase == true || $0.first == "@" })
    else { return nil }
    let name = words[keyword + 1].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    let colon = head.split(separator: ":", maxSplits: 1)
    let inherited =
      colon.count < 2 ? [] : colon[1].split { ", &".contains($0) }.map { String($0.prefix { $0 != "<" }) }
    let above = file.lines[..<(line.number - 1)].reversed().prefix {
      !$0.comment.isEmpty || $0.code.hasPrefix("@")
    }
    return Declaration(
      name: String(name), isExtension: words[keyword] == "extension", isPublic: words.contains("public"),
      inherited: inherited, file: file, line: line.number,
      comment: above.map(\.comment).joined(separator: " "))
  }
}

/// The file of the names of UIKit that do not exist here: they are no part of the types that they would extend.
private let refusedNames = "Sources/ListKit/UIKitNames.swift"

/// Returns extensions of a module's own types that are not in the folder of the type.
private func strayExtensions(in files: [SourceFile]) -> [Violation] {
  Dictionary(grouping: files.flatMap { declarations(in: $0) }) { $0.file.target }.values.flatMap {
    module -> [Violation] in
    let folders = Dictionary(
      module.filter { !$0.isExtension }.map { ($0.name, Set([$0.folder])) },
      uniquingKeysWith: { $0.union($1) })
    let extensions = module.filter { $0.isExtension && $0.file.path != refusedNames }
    return extensions.compactMap { found -> Violation? in
      guard let own = folders[found.name], !own.contains(found.folder) else { return nil }
      return Violation(
        path: found.file.path, line: found.line,
        rule: "\(found.name) is declared in \(own.sorted()[0]); extend it there")
    }
  }
}

/// Returns internal protocols with fewer than two conforming types whose comments do not say what they erase.
private func idleProtocols(in files: [SourceFile]) -> [Violation] {
  let all = files.flatMap { declarations(in: $0, nested: true) }
  return all.filter { $0.file.lines[$0.line - 1].code.contains("protocol ") && !$0.isPublic }.compactMap {
    found -> Violation? in
    let conformers = Set(all.filter { $0.inherited.contains(found.name) }.map(\.name))
    guard conformers.count < 2, !found.comment.contains("Erases") else { return nil }
    return Violation(
      path: found.file.path, line: found.line,
      rule: "\(found.name) has \(conformers.count) conforming types; use the type, or say what it erases")
  }
}

@Suite("Types are in one place")
struct LayoutRuleTests {
  @Test("An extension of a type of the module is in the folder of the type")
  func extensions() {
    for violation in strayExtensions(in: Package.sources) { violation.record() }
  }

  @Test("A protocol has two conforming types, or says what it erases")
  func protocols() {
    let tests = Package.paths(below: "Tests", extensions: ["swift"]).compactMap { path in
      (try? Package.text(path)).map { SourceFile(path: path, text: $0) }
    }
    let own = idleProtocols(in: Package.sources + tests).filter { $0.path.hasPrefix("Sources/") }
    for violation in own { violation.record() }
  }

  @Test("The rules report violations")
  func reporting() {
    func file(_ path: String, _ text: String) -> SourceFile {
      SourceFile(path: "Sources/A/\(path)", text: text)
    }
    let type = file("X/T.swift", "public struct T<Value> {\n}")
    #expect(strayExtensions(in: [type, file("X/T+More.swift", "extension T {\n}")]).isEmpty)
    #expect(strayExtensions(in: [type, file("Y/T+More.swift", "extension T: Hashable {\n}")]).count == 1)
    #expect(strayExtensions(in: [type, file("Y/U.swift", "extension Int {\n}\nfinal class U {\n}")]).isEmpty)
    let idle = file("P.swift", "protocol P {\n}\nstruct S: Hashable, P {\n}")
    #expect(idleProtocols(in: [idle]).count == 1)
    #expect(idleProtocols(in: [idle, file("R.swift", "extension R: P {\n}")]).isEmpty)
    #expect(idleProtocols(in: [file("P.swift", "/// Erases the items of `S`.\nprotocol P {\n}")]).isEmpty)
  }
}
