import ListKit
import ListSearch

typealias FileOutline = DiffableDataSourceSectionSnapshot<FileItem>

extension FileOutline {
  /// Files without anything below them.
  ///
  /// - Complexity: O(files).
  init(_ listing: FileListing) {
    self.init()
    append(listing.directories + listing.others)
  }

  /// Lets a directory show these files, and no others. What is below those that stay is kept.
  ///
  /// - Parameter directory: nil for the one at the top.
  /// - Complexity: O(files, and what is below them).
  mutating func show(_ listing: FileListing, below directory: FileItem?) {
    var files = Self(listing)
    for item in listing.directories where contains(item) {
      files.replace(childrenOf: item, using: snapshot(of: item))
      if isExpanded(item) { files.expand([item]) }
    }
    if let directory {
      replace(childrenOf: directory, using: files)
    } else {
      self = files
    }
  }
}

/// What is to be shown, as it was when somebody asked: enough to find it out off the main actor.
struct FileShowing: Sendable {
  /// Which directories are open once a query was changed.
  enum Opening: Sendable {
    /// Those around what matches.
    case matches
    /// These.
    case these([FileItem])
  }

  var tree: FileTree
  var arrangement: FileArrangement
  var query = Query("")
  /// Nil where the query is the one there was.
  var opening: Opening?
  var outline: FileOutline
  /// The directories of which other files are to be shown.
  var numbers: Set<FileItem.FolderNumber>
  /// Directories that were opened or closed, which the outline may not know.
  var toggles: [FileItem: Bool] = [:]

  /// The outline that shows them, what the query finds, nil where there is none, and the first of what matches best.
  ///
  /// - Complexity: O(n log n) for the n files of the directories, and O(files of the outline); with a query for all
  ///   files there are.
  @concurrent
  func newOutline() async -> (FileOutline, FileMatches?, best: FileItem?) {
    var outline = outline
    let matches = query.isEmpty ? nil : FileMatches(of: query, in: tree, arrangement)
    // Those around a directory come first: they have smaller numbers.
    for number in numbers.sorted() {
      let listing = tree.folders[number].map { folder in
        arrangement.listing(of: folder) { matches?.includes($0) ?? true }
      }
      let directory = tree.directory(number)
      guard number == FileTree.top || directory.map(outline.contains) ?? false else { continue }
      outline.show(listing ?? FileListing(), below: directory)
    }
    if let opening {
      outline.collapseAll()
      switch opening {
      case .matches: outline.expand(Array(matches?.open ?? []))
      case .these(let directories): outline.expand(directories)
      }
    }
    outline.expand(toggles.filter(\.value).map(\.key))
    outline.collapse(toggles.filter { !$0.value }.map(\.key))
    let best = opening == nil ? nil : matches.flatMap { outline.items.first(where: $0.best.contains) }
    return (outline, matches, best)
  }
}

extension FileArrangement {
  /// The files of a directory as they are to be shown, found out off the main actor.
  ///
  /// - Complexity: O(n log n).
  @concurrent
  func outline(of folder: Folder) async -> FileOutline { FileOutline(listing(of: folder)) }
}
