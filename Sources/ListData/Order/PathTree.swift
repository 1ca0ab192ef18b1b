/// The rows of a table as a tree of the paths in a column: `du -a`, `find -ls`, `git ls-files`, `tar tv`.
///
/// ```text
///  src/a.c              src      a folder that no row names
///  src/lib/b.c    ─▶    ├ a.c
///  src/lib              └ lib
///  README                 └ b.c
///                       README
/// ```
///
/// Folders that no row names are made, except those that are above all paths. A path that is longer than systems
/// allow is a root.
package struct PathTree: Sendable, Equatable {
  /// The parent of each row, and behind the rows that of each made folder; nil for roots. Made folders have the
  /// numbers from the number of rows on.
  package private(set) var parents: [Int?]
  /// The paths of the made folders.
  package private(set) var folders: [[UInt8]] = []

  /// Creates the tree of the paths in a column. Slashes at the end of a path are ignored.
  ///
  /// - Complexity: O(*n*) in the bytes of the paths and of the made folders.
  package init(of table: TextTable, by column: Int) {
    var index = ByteIndex()
    var paths: [[UInt8]] = []
    // Neighbours mostly are in the same folder.
    var last: (path: [UInt8], number: Int)?
    func numberOfFolder(of path: UnsafeBufferPointer<UInt8>) -> Int? {
      guard let folder = Self.folder(of: path) else { return nil }
      if let last, last.path.withUnsafeBufferPointer({ $0.isEqual(to: folder) }) { return last.number }
      let (number, isNew) = index.insert(folder)
      if isNew { paths.append(Array(folder)) }
      last = (Array(folder), number)
      return number
    }
    var folderOfNode = (0..<table.rowCount).map { row in
      table.withCell(row, column) { numberOfFolder(of: Self.path($0.trimmed)) }
    }
    var above: [Int?] = []
    while above.count < paths.count {
      above.append(paths[above.count].withUnsafeBufferPointer(numberOfFolder))
    }
    var nodes = [Int?](repeating: nil, count: paths.count)
    for row in (0..<table.rowCount).reversed() {
      if let number = table.withCell(row, column, { index.number(of: Self.path($0.trimmed)) }) {
        nodes[number] = row
      }
    }
    for number in paths.indices where nodes[number] == nil {
      nodes[number] = folderOfNode.count
      folderOfNode.append(above[number])
      folders.append(paths[number])
    }
    parents = folderOfNode.map { $0.flatMap { nodes[$0] } }
    removeLonelyRoots(from: table.rowCount)
  }

  /// Makes the only child of a made folder that is the only root a root.
  private mutating func removeLonelyRoots(from first: Int) {
    var root = parents.indices.filter { parents[$0] == nil }
    while root.count == 1, root[0] >= first {
      let children = parents.indices.filter { parents[$0] == root[0] }
      guard children.count == 1 else { return }
      parents[children[0]] = nil
      root = children
    }
  }

  /// Returns a path without slashes at its end.
  private static func path(_ cell: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    let end = cell.lastIndex { $0 != ASCII.slash }.map { $0 + 1 } ?? min(cell.count, 1)
    return UnsafeBufferPointer(rebasing: cell[..<end])
  }

  /// The length of a path with all its folders above it, each of which has a path: `PATH_MAX` of Linux.
  private static let mostBytes = 4096

  /// Returns the path of the folder of a path; nil if it has none.
  private static func folder(of path: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
    guard (2...mostBytes).contains(path.count), let sign = path.lastIndex(of: ASCII.slash) else { return nil }
    return self.path(UnsafeBufferPointer(rebasing: path[..<max(sign, 1)]))
  }

  /// Returns the range of the last name in a cell that contains a path: `b.c` of `src/lib/b.c`, `lib/` of
  /// `src/lib/`.
  package static func name(in cell: Range<Int>, of table: TextTable) -> Range<Int> {
    if TextTable.isComputed(cell) { return cell }
    let cell = table.bare(cell)
    guard let end = cell.last(where: { table.bytes[$0] != ASCII.slash }),
      let sign = cell[..<end].last(where: { table.bytes[$0] == ASCII.slash })
    else { return cell }
    return sign + 1..<cell.upperBound
  }

  /// Returns the name of a made folder, with a slash: of a root the path, of others the last name in it.
  package func name(ofFolder folder: Int) -> String {
    let path = folders[folder]
    let parent = parents[parents.count - folders.count + folder]
    let name = path[((parent == nil ? nil : path.lastIndex(of: ASCII.slash)).map { $0 + 1 } ?? 0)...]
    return String(decoding: name, as: UTF8.self) + (name.last == ASCII.slash ? "" : "/")
  }

  // MARK: Recognition

  /// Whether a third of the first rows of a column have a name behind a slash, and are no addresses of web pages.
  package static func hasPaths(_ column: Int, of table: TextTable) -> Bool {
    let rows = 0..<min(table.rowCount, sample)
    let count = rows.count { row in
      table.withCell(row, column) { cell in
        cell.firstIndex(of: ASCII.slash).map { sign in
          (sign == 0 || cell[sign - 1] != ASCII.colon) && cell[sign...].contains(where: \.isLetter)
        } ?? false
      }
    }
    return table.columns[column].kind == .text && count > 0 && count * 3 >= rows.count
  }

  /// The number of rows that are read to recognise paths.
  private static let sample = 1_000

  /// Returns the columns of sizes and paths of the output of `du`; nil for other tables.
  ///
  /// `du` prints a folder directly after all that is in it. A part of the output is recognised as well.
  ///
  /// - Complexity: O(1): the first rows are read.
  package static func diskUsage(of table: TextTable, isComplete: Bool) -> (size: Int, path: Int)? {
    let columns = table.columns
    guard columns.count > 1, columns.allSatisfy({ $0.name == nil }), case let path = columns.count - 1,
      columns[path].kind == .text, columns[0].kind == .integer || columns[0].kind == .size
    else { return nil }
    let paths = (0..<min(table.rowCount, sample)).map { row in
      table.withCell(row, path) { Array(Self.path($0.trimmed)) }
    }
    let pairs = zip(paths.dropFirst(), paths).map { path, former in
      (path, folder: former.withUnsafeBufferPointer { Self.folder(of: $0).map(Array.init) })
    }
    let isInOrder = pairs.allSatisfy { path, folder in
      folder.map { path == $0 || path.starts(with: $0.last == ASCII.slash ? $0 : $0 + [ASCII.slash]) } ?? true
    }
    let areFolders = pairs.map { $0 == $1 }
    let isWhole = isComplete && paths.count == table.rowCount
    return isInOrder && (isWhole ? areFolders.last == true : areFolders.contains(true)) ? (0, path) : nil
  }
}
