/// The store as text, for a file that a person can read and edit:
///
/// ```text
/// order 1
/// [today]
/// Water the tomatoes
/// [this week]
/// …
/// [end]
/// ```
extension ReorderStore {
  /// Says what the file is; the number changes when the form does.
  private static let head = "order 1"
  /// The last line, without which some are missing.
  private static let end = "[end]"

  /// The text of the store.
  var text: String {
    var lines = [Self.head]
    for section in Section.allCases {
      lines.append("[\(section.rawValue)]")
      lines += self[section].map(\.name)
    }
    return (lines + [Self.end, ""]).joined(separator: "\n")
  }

  /// Reads a store, all of it or nothing. Blank lines count for nothing; sections may be left out.
  ///
  /// - Throws: the first line that is not as it should be, and why.
  /// - Complexity: O(length of the text).
  init(text bytes: [UInt8]) throws(ReorderTextError) {
    self.init([:])
    var reader = Reader()
    var number = 0
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      do throws(ReorderTextError.Reason) {
        try reader.read(line.last == UInt8(ascii: "\r") ? line.dropLast() : line, into: &self)
      } catch {
        throw ReorderTextError(line: number, reason: error)
      }
    }
    if !reader.isAtEnd { throw ReorderTextError(line: number, reason: .noEnd) }
  }

  /// What is known of the lines above the next one.
  private struct Reader {
    private(set) var isAtEnd = false
    private var hasHead = false
    private var section: Section?
    private var sections: Set<Section> = []
    private var items: Set<Item> = []

    mutating func read(_ bytes: ArraySlice<UInt8>, into store: inout ReorderStore) throws(ReorderTextError
      .Reason)
    {
      let line = String(decoding: bytes, as: UTF8.self)
      // What is not UTF-8 is replaced, so the text differs.
      guard line.utf8.elementsEqual(bytes) else { throw .notUTF8 }
      guard hasHead else {
        guard line == ReorderStore.head else { throw .wrongHead }
        hasHead = true
        return
      }
      if line.allSatisfy(\.isWhitespace) { return }
      guard !isAtEnd else { throw .behindEnd }
      guard !line.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
        throw .controlCharacter
      }
      if line == ReorderStore.end {
        isAtEnd = true
      } else if line.first == "[", line.last == "]" {
        section = try self.section(String(line.dropFirst().dropLast()))
      } else {
        guard let section else { throw .noSection }
        let item = Item(name: line)
        guard items.insert(item).inserted else { throw .repeatedItem(line) }
        store[section].append(item)
      }
    }

    private mutating func section(_ name: String) throws(ReorderTextError.Reason) -> Section {
      guard let section = Section(rawValue: name) else { throw .unknownSection(name) }
      guard sections.insert(section).inserted else { throw .repeatedSection(name) }
      return section
    }
  }
}

/// What is wrong with a text that should be a store, and where.
struct ReorderTextError: Error, Hashable {
  /// The line, the first one being 1.
  var line: Int
  var reason: Reason

  enum Reason: Error, Hashable {
    case wrongHead
    case notUTF8
    case controlCharacter
    case noSection
    case unknownSection(String)
    case repeatedSection(String)
    case repeatedItem(String)
    case behindEnd
    case noEnd
  }
}

extension ReorderTextError: CustomStringConvertible {
  var description: String {
    let problem =
      switch reason {
      case .wrongHead: "not an order that tui-demo has saved"
      case .notUTF8: "not UTF-8"
      case .controlCharacter: "a control character"
      case .noSection: "an item before the first section"
      case .unknownSection(let name): "unknown section “\(name)”"
      case .repeatedSection(let name): "a second section “\(name)”"
      case .repeatedItem(let name): "a second “\(name)”"
      case .behindEnd: "more behind the end"
      case .noEnd: "it breaks off; the last line should be [end]"
      }
    return "line \(line): \(problem)"
  }
}
