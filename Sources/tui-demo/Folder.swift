/// A directory that has been read: its files, which keep their numbers from one reading to the next.
struct Folder: Sendable {
  /// What another reading changed.
  struct Update: Hashable, Sendable {
    /// The files that were there and of which other things are known now.
    var changed: [FileItem] = []
    /// How many files came.
    var came = 0
    /// How many files went.
    var gone = 0

    var isEmpty: Bool { changed.isEmpty && came == 0 && gone == 0 }
  }

  private struct Entry: Sendable {
    let serial: UInt32
    var facts: FileFacts
  }

  let number: FileItem.FolderNumber
  // Ascending by serial, for new ones are appended.
  private var entries: [Entry] = []
  private var nextSerial: UInt32 = 0
  /// How many of its files have a hidden name.
  private(set) var hiddenCount = 0
  /// How many of its files are directories, and how many of those are hidden.
  private(set) var directoryCount = 0
  private(set) var hiddenDirectoryCount = 0
  /// Counts the readings.
  private(set) var revision = 0

  init(number: FileItem.FolderNumber, _ facts: [FileFacts] = []) {
    self.number = number
    update(with: facts)
  }

  var count: Int { entries.count }

  /// All files, the one that has been there longest first.
  var files: some RandomAccessCollection<(item: FileItem, facts: FileFacts)> {
    entries.lazy.map { [number] in (FileItem(folder: number, serial: $0.serial), $0.facts) }
  }

  /// What is known of a file; nil where it is gone.
  ///
  /// - Complexity: O(log n).
  subscript(item: FileItem) -> FileFacts? {
    guard item.folder == number else { return nil }
    var range = entries.startIndex..<entries.endIndex
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if entries[middle].serial == item.serial { return entries[middle].facts }
      range =
        entries[middle].serial < item.serial
        ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return nil
  }

  /// Takes over what was found when the directory was read anew, or some of its names.
  ///
  /// A file whose name is new and which was made when one that left was, with its number on the disk, is that one,
  /// renamed.
  /// A name that stands for something of another kind now is another file.
  ///
  /// - Parameters:
  ///   - found: what is there.
  ///   - names: the names that were looked up; nil for all there are.
  /// - Complexity: O(n).
  @discardableResult
  mutating func update(with found: [FileFacts], lookedUp names: Set<FileName>? = nil) -> Update {
    var update = Update()
    var gone: [Int] = []
    var new = found
    if !entries.isEmpty {
      var unmatched = Dictionary(found.map { ($0.name, $0) }) { $1 }
      for index in entries.indices where names?.contains(entries[index].facts.name) ?? true {
        let former = entries[index].facts
        if let facts = unmatched[former.name], facts.kind == former.kind {
          unmatched[former.name] = nil
          if replace(at: index, by: facts) { update.changed.append(item(at: index)) }
        } else {
          gone.append(index)
        }
      }
      new = found.filter { unmatched.removeValue(forKey: $0.name) != nil }
    }
    update.changed += rename(&gone, to: &new)
    remove(gone)
    (update.came, update.gone) = (new.count, gone.count)
    if entries.isEmpty { entries.reserveCapacity(new.count) }
    for facts in new {
      entries.append(Entry(serial: nextSerial, facts: facts))
      nextSerial += 1
    }
    countKinds()
    revision += 1
    return update
  }

  private mutating func countKinds() {
    (hiddenCount, directoryCount, hiddenDirectoryCount) = (0, 0, 0)
    for entry in entries {
      let (isHidden, isDirectory) = (entry.facts.name.isHidden, entry.facts.isDirectory)
      if isHidden { hiddenCount += 1 }
      if isDirectory { directoryCount += 1 }
      if isHidden, isDirectory { hiddenDirectoryCount += 1 }
    }
  }

  private func item(at index: Int) -> FileItem { FileItem(folder: number, serial: entries[index].serial) }

  private mutating func replace(at index: Int, by facts: FileFacts) -> Bool {
    guard entries[index].facts != facts else { return false }
    entries[index].facts = facts
    return true
  }

  private mutating func rename(_ gone: inout [Int], to new: inout [FileFacts]) -> [FileItem] {
    if gone.isEmpty || new.isEmpty { return [] }
    var places: [UInt64: Int] = [:]
    for index in gone {
      if let inode = entries[index].facts.status?.inode { places[inode] = index }
    }
    var renamed: Set<Int> = []
    new.removeAll { facts in
      guard let status = facts.status, let index = places[status.inode],
        let former = entries[index].facts.status, status.isSameFile(as: former),
        entries[index].facts.kind == facts.kind
      else { return false }
      places[status.inode] = nil
      entries[index].facts = facts
      renamed.insert(index)
      return true
    }
    gone.removeAll(where: renamed.contains)
    return renamed.sorted().map(item(at:))
  }

  private mutating func remove(_ gone: [Int]) {
    if gone.isEmpty { return }
    let gone = Set(gone.map { entries[$0].serial })
    entries.removeAll { gone.contains($0.serial) }
  }
}
