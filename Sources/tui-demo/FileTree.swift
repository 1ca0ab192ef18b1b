import Files
import ListKit
import TextOrder

/// A file, identified by its directory and its number there. The identifier stays the same while the file
/// keeps its name, or is renamed within its directory.
struct FileItem: Hashable, Sendable {
  let directory: FileDirectory.Number
  let serial: UInt32
}

/// The selection and the order of the displayed files.
struct FileArrangement: Hashable, Sendable {
  enum Key: String, CaseIterable, Sendable {
    case name, size, time
  }

  var key = Key.name
  var showsHidden = false
}

// MARK: - FileDirectory

/// A directory that was read.
struct FileDirectory: Sendable {
  typealias Number = UInt32

  struct File: Sendable {
    let item: FileItem
    var facts: FileFacts
  }

  let number: Number
  /// By name, directories first.
  private(set) var files: [File] = []
  private(set) var hiddenCount = 0
  /// The positions of the files, by serial number.
  private var positions: [UInt32: UInt32] = [:]
  private var nextSerial: UInt32 = 0

  init(number: Number) { self.number = number }

  subscript(item: FileItem) -> FileFacts? {
    item.directory == number ? positions[item.serial].map { files[Int($0)].facts } : nil
  }

  /// Updates the directory with the result of reading it again.
  ///
  /// - Returns: the items whose facts changed.
  /// - Complexity: O(n log n).
  mutating func update(with found: [FileFacts]) -> [FileItem] {
    var former = Dictionary(uniqueKeysWithValues: files.map { ($0.facts.name, $0) })
    var changed: [FileItem] = []
    var new: [FileFacts] = []
    files.removeAll()
    for facts in found {
      guard let file = former[facts.name], file.facts.kind == facts.kind else {
        new.append(facts)
        continue
      }
      former[facts.name] = nil
      if file.facts != facts { changed.append(file.item) }
      files.append(File(item: file.item, facts: facts))
    }
    // A new name may belong to a file whose old name disappeared.
    var gone = Dictionary(
      former.values.compactMap { file in file.facts.identity.map { ($0, file) } }, uniquingKeysWith: { $1 })
    for facts in new {
      if let identity = facts.identity, let file = gone[identity], file.facts.kind == facts.kind {
        gone[identity] = nil
        changed.append(file.item)
        files.append(File(item: file.item, facts: facts))
      } else {
        files.append(File(item: FileItem(directory: number, serial: nextSerial), facts: facts))
        nextSerial += 1
      }
    }
    sort()
    hiddenCount = files.count { $0.facts.name.isHidden }
    return changed
  }

  /// Directories come first. Letters are compared without case, and numbers by their value.
  private mutating func sort() {
    // Indices, because they are cheaper to move than files.
    let keys = files.map(\.facts.name.lowercased)
    func sorted(_ indices: [Int]) -> [File] {
      let order = indices.sorted { one, other in
        let order = keys[one].withUnsafeBufferPointer { key in
          keys[other].withUnsafeBufferPointer { NaturalOrder.compare(key, $0) }
        }
        guard order == 0 else { return order < 0 }
        return files[one].facts.name.bytes.lexicographicallyPrecedes(files[other].facts.name.bytes)
      }
      return order.map { files[$0] }
    }
    let directories = files.indices.filter { files[$0].facts.kind == .directory }
    let others = files.indices.filter { files[$0].facts.kind != .directory }
    files = sorted(directories) + sorted(others)
    positions = Dictionary(uniqueKeysWithValues: files.enumerated().lazy.map { ($1.item.serial, UInt32($0)) })
  }

  /// Returns the items to show: by name, or the largest or newest first.
  func items(_ arrangement: FileArrangement) -> [FileItem] {
    let shown = arrangement.showsHidden ? files : files.filter { !$0.facts.name.isHidden }
    func weight(_ facts: FileFacts) -> (Int, Int64, Duration) {
      let kind = facts.kind == .directory ? 1 : 0
      return switch arrangement.key {
      case .name: (kind, 0, .zero)
      case .size: (kind, facts.size ?? -1, .zero)
      case .time: (kind, 0, facts.status?.modified ?? .seconds(Int64.min))
      }
    }
    if arrangement.key == .name { return shown.map(\.item) }
    // With their types, these take the compiler milliseconds; without them, three seconds.
    let weights: [(Int, Int64, Duration)] = shown.map { weight($0.facts) }
    let order = shown.indices.sorted { (first: Int, second: Int) -> Bool in
      weights[first] == weights[second] ? first < second : weights[first] > weights[second]
    }
    return order.map { shown[$0].item }
  }
}

extension FileName {
  fileprivate var lowercased: [UInt8] {
    if bytes.allSatisfy({ $0 < 0x80 }) { return bytes.map { $0 >= 0x41 && $0 <= 0x5A ? $0 + 0x20 : $0 } }
    return Array(String(decoding: bytes, as: UTF8.self).lowercased().utf8)
  }
}

// MARK: - FileTree

/// The directories that were read, by number.
struct FileTree: Sendable {
  typealias Number = FileDirectory.Number
  typealias Outline = DiffableDataSourceSectionSnapshot<FileItem>

  static let top: Number = 0

  /// The path of the directory at the top.
  let path: FileName
  private(set) var directories: [Number: FileDirectory] = [:]
  /// The errors of directories that could not be read.
  private(set) var problems: [Number: SystemError] = [:]
  private var items: [Number: FileItem] = [:]
  private var numbers: [FileItem: Number] = [:]
  private var nextNumber = top + 1

  init(path: FileName) { self.path = path }

  subscript(item: FileItem) -> FileFacts? { directories[item.directory]?[item] }

  /// Returns the item of a directory; nil for the one at the top.
  func item(_ number: Number) -> FileItem? { items[number] }

  func number(of directory: FileItem) -> Number? { numbers[directory] }

  /// Returns the number of a directory, and assigns one if it has none.
  mutating func number(for directory: FileItem) -> Number {
    if let number = numbers[directory] { return number }
    let number = nextNumber
    nextNumber += 1
    numbers[directory] = number
    items[number] = directory
    return number
  }

  /// The directories that were read, or could not be; a directory follows its parent.
  var knownNumbers: [Number] { (Array(directories.keys) + Array(problems.keys)).sorted() }

  func isKnown(_ number: Number) -> Bool { directories[number] != nil || problems[number] != nil }

  /// Returns the path of a file; nil if it no longer exists.
  func path(of item: FileItem) -> FileName? {
    guard let facts = self[item] else { return nil }
    guard let parent = items[item.directory] else { return path.appending(facts.name) }
    return path(of: parent)?.appending(facts.name)
  }

  /// Returns the path for opening a directory. The directory at the top may be a link.
  func openingPath(of number: Number) -> FileName? {
    number == Self.top ? path.appending(FileName(".")) : items[number].flatMap(path(of:))
  }

  mutating func set(_ directory: FileDirectory) {
    problems[directory.number] = nil
    directories[directory.number] = directory
    removeOrphans(of: directory.number)
  }

  mutating func set(_ problem: SystemError, for number: Number) {
    problems[number] = problem
    directories[number] = nil
    removeOrphans(of: number)
  }

  /// Removes the subdirectories that a directory no longer contains.
  private mutating func removeOrphans(of number: Number) {
    for (child, item) in items where item.directory == number && self[item] == nil {
      items[child] = nil
      numbers[item] = nil
      problems[child] = nil
      directories[child] = nil
      removeOrphans(of: child)
    }
  }

  /// Returns all files that were found, collapsed.
  func outline(_ arrangement: FileArrangement) -> Outline {
    var outline = Outline()
    for number in directories.keys.sorted() {
      let item = items[number]
      if item.map(outline.contains) ?? true, let directory = directories[number] {
        outline.append(directory.items(arrangement), to: item)
      }
    }
    return outline
  }

  /// Returns the files that were found in a directory.
  func outline(below number: Number, _ arrangement: FileArrangement) -> Outline {
    var outline = Outline()
    outline.append(directories[number]?.items(arrangement) ?? [])
    return outline
  }
}
