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

  /// What is shown then.
  struct Result: Sendable {
    var outline: FileOutline
    /// Nil where nothing is looked for.
    var matches: FileMatches?
    /// All files, of which the outline shows a part; nil where it shows all of them.
    var catalog: FileCatalog?
  }

  var tree: FileTree
  var arrangement: FileArrangement
  var query = Query("")
  /// Nil where the query is the one there was.
  var opening: Opening?
  var outline: FileOutline
  /// All files, of which the outline shows a part; nil where it shows all of them.
  var catalog: FileCatalog?
  /// The directories of which other files are to be shown.
  var numbers: Set<FileItem.FolderNumber>
  /// Directories that were opened or closed, which the outline may not know.
  var toggles: [FileItem: Bool] = [:]

  /// The outline that shows them, and what the query finds.
  ///
  /// - Complexity: O(n log n) for the n files of the directories, and O(files of the outline); with a query for all
  ///   files there are O(characters of their names) once, and then that of a search.
  @concurrent
  func newOutline() async -> Result {
    var catalog = catalog ?? FileCatalog(outline, arrangement)
    if self.catalog == nil, !query.isEmpty { catalog.recognize(tree) }
    let isPart = self.catalog != nil || !query.isEmpty
    catalog.show(isPart ? numbers.union(catalog.behind(tree, arrangement)) : numbers, of: tree, arrangement)
    let matches = query.isEmpty ? nil : catalog.matches(of: query, in: tree)
    var outline = matches.map(catalog.outline) ?? catalog.outline
    switch opening {
    case nil: if isPart { outline = outline.adoptingExpansion(from: self.outline) }
    case .matches?:
      outline.collapseAll()
      outline.expand(matches?.open ?? [])
    case .these(let directories)?:
      outline.collapseAll()
      outline.expand(directories)
    }
    outline.expand(toggles.filter(\.value).map(\.key))
    outline.collapse(toggles.filter { !$0.value }.map(\.key))
    return Result(outline: outline, matches: matches, catalog: isPart ? catalog : nil)
  }
}

extension FileArrangement {
  /// The files of a directory as they are to be shown, found out off the main actor.
  ///
  /// - Complexity: O(n log n).
  @concurrent
  func outline(of folder: Folder) async -> FileOutline { FileOutline(listing(of: folder)) }
}
