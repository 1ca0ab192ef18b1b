import ListKit
import ListSearch

/// All files that are shown while nothing is looked for, and their names. What a query finds is a part of it: making
/// that, and comparing it with what another query found, hashes no file.
struct FileCatalog: Sendable {
  /// The outline from top to bottom, by places.
  private struct Index: Sendable {
    var items: [FileItem]
    var names: SearchIndex
  }

  /// Every file, as the arrangement has them.
  private(set) var outline: FileOutline
  private var arrangement: FileArrangement
  /// Which reading of each directory the outline shows; those it does not know are missing.
  private var revisions: [FileItem.FolderNumber: Int] = [:]
  /// Nil until something is looked for.
  private var index: Index?

  /// Takes over an outline.
  init(_ outline: FileOutline, _ arrangement: FileArrangement) {
    (self.outline, self.arrangement) = (outline, arrangement)
  }

  /// Notes which directories of a tree the outline shows as they are: those with as many rows as they have files.
  ///
  /// - Complexity: O(files).
  mutating func recognize(_ tree: FileTree) {
    for (number, folder) in tree.folders where contains(number, of: tree) {
      let count = tree.directory(number).map { outline.children(of: $0).count } ?? outline.rootItems.count
      if count == arrangement.shownCount(of: folder) { revisions[number] = folder.revision }
    }
  }

  /// The directories of a tree that the outline does not show as they are known now, in this arrangement.
  func behind(_ tree: FileTree, _ arrangement: FileArrangement) -> Set<FileItem.FolderNumber> {
    let numbers = Set(tree.folders.keys).union(revisions.keys)
    guard arrangement == self.arrangement else { return numbers }
    return numbers.filter { tree.folders[$0]?.revision != revisions[$0] && contains($0, of: tree) }
  }

  /// Shows directories of a tree as they are known now.
  ///
  /// - Complexity: O(n log n) for the n files of the directories, and O(files of the outline).
  mutating func show(
    _ numbers: Set<FileItem.FolderNumber>, of tree: FileTree, _ arrangement: FileArrangement
  ) {
    self.arrangement = arrangement
    guard !numbers.isEmpty else { return }
    index = nil
    // Those around a directory come first: they have smaller numbers.
    for number in numbers.sorted() {
      let folder = tree.folders[number]
      revisions[number] = nil
      guard contains(number, of: tree) else { continue }
      revisions[number] = folder?.revision
      outline.show(folder.map(arrangement.listing) ?? FileListing(), below: tree.directory(number))
    }
  }

  private func contains(_ number: FileItem.FolderNumber, of tree: FileTree) -> Bool {
    number == FileTree.top || tree.directory(number).map(outline.contains) ?? false
  }

  /// What a query finds in the names that a tree has for the files.
  ///
  /// - Complexity: O(characters of the names) at first, then that of the search.
  mutating func matches(of query: Query, in tree: FileTree) -> FileMatches {
    let index = self.index ?? makeIndex(tree)
    self.index = index
    return FileMatches(of: index.names.search(query), among: index.items, of: tree)
  }

  private func makeIndex(_ tree: FileTree) -> Index {
    let items = outline.items
    var names = SearchIndex()
    for item in items { names.append(CollectionOfOne(tree[item]?.name.text ?? "")) }
    return Index(items: items, names: names)
  }

  /// The part of the outline that a query shows.
  ///
  /// - Complexity: O(files), without hashing.
  func outline(of matches: FileMatches) -> FileOutline { outline.restricted(toItemsAt: matches.places) }
}
