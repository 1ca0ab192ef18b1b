import Files

/// A file that stores an order.
struct ReorderFile: Sendable {
  private let file: StoredFile
  /// The contents as last read or written; nil if there is no file.
  private var bytes: [UInt8]?

  /// An error of reading or saving an order.
  enum Failure: Error, CustomStringConvertible {
    case noOrder(path: String, ReorderTextError)
    /// Another program has written to the file.
    case changed

    var description: String {
      switch self {
      case .noOrder(let path, let error): "\(path), \(error)"
      case .changed: "another program has changed the file, b loads it"
      }
    }
  }

  /// - Throws: an error if the file cannot be replaced.
  init(_ file: StoredFile) throws {
    self.file = file
    try file.checkIsReplaceable()
  }

  var name: String { file.name }

  /// Reads the order, or returns the initial one if there is no file. Adds items that the file does not
  /// contain to their initial sections.
  mutating func load() throws -> ReorderStore {
    let bytes = try file.contentsIfAny()
    var store = ReorderStore([:])
    do throws(ReorderTextError) {
      if let bytes { store = try ReorderStore(text: bytes) }
    } catch {
      throw Failure.noOrder(path: file.path, error)
    }
    store.merge(.initial)
    self.bytes = bytes
    return store
  }

  /// Saves an order, unless another program has changed the file since it was last read or written.
  mutating func save(_ store: ReorderStore) throws {
    guard try file.contentsIfAny() ?? bytes == bytes else { throw Failure.changed }
    let new = Array(store.text.utf8)
    try file.replace(with: new)
    bytes = new
  }
}

// MARK: - Text

/// The first invalid line of a text, and the reason.
struct ReorderTextError: Error, Hashable, CustomStringConvertible {
  /// The first line is 1.
  var line: Int
  var reason: String

  var description: String { "line \(line): \(reason)" }
}

/// An order as text, for a file that a person can read and edit:
///
/// ```text
/// order 1
/// [today]
/// Water the tomatoes
/// [this week]
/// …
/// [end]
/// ```
struct ReorderText {
  /// The number changes with the format.
  static let header = "order 1"
  /// If it is missing, the text is incomplete.
  static let end = "[end]"

  private(set) var store = ReorderStore([:])
  private var lineNumber = 0
  private var isAtEnd = false
  private var section: ReorderStore.Section?
  private var sections: Set<ReorderStore.Section> = []
  private var items: Set<ReorderStore.Item> = []

  init(_ bytes: [UInt8]) throws(ReorderTextError) {
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      lineNumber += 1
      try read(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
    }
    guard isAtEnd else { throw error("the text is incomplete; the last line must be [end]") }
  }

  private func error(_ reason: String) -> ReorderTextError {
    ReorderTextError(line: lineNumber, reason: reason)
  }

  private mutating func read(_ bytes: ArraySlice<UInt8>) throws(ReorderTextError) {
    guard let line = String(validating: bytes, as: UTF8.self) else { throw error("not UTF-8") }
    if lineNumber == 1 {
      guard line == Self.header else { throw error("not an order that tui-demo has saved") }
      return
    }
    if line.allSatisfy(\.isWhitespace) { return }
    guard !isAtEnd else { throw error("text after the end") }
    guard !line.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
      throw error("a control character")
    }
    if line == Self.end {
      isAtEnd = true
    } else if line.first == "[", line.last == "]" {
      let name = String(line.dropFirst().dropLast())
      section = ReorderStore.Section(rawValue: name)
      guard let section else { throw error("unknown section “\(name)”") }
      guard sections.insert(section).inserted else { throw error("a second section “\(name)”") }
    } else {
      guard let section else { throw error("an item before the first section") }
      let item = ReorderStore.Item(name: line)
      guard items.insert(item).inserted else { throw error("a second “\(line)”") }
      store[section].append(item)
    }
  }
}
