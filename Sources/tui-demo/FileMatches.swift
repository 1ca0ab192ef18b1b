import ListKit
import ListSearch

/// What a query finds among the files that have been read.
///
/// ```text
///   query “log”     src           open, for the sake of what is in it
///                     blog        matches: all that is in it can be seen
///                       index.md  · once it is opened
///                   notes.log     matches
/// ```
struct FileMatches: Sendable {
  /// The query as it was answered: it knows which words no file has, so that their letters are shown.
  let query: Query
  /// How many files match.
  let count: Int
  /// How many files were looked at.
  let searchedCount: Int
  /// The places of the files that match, and of what is in directories that do.
  let places: PositionSet
  /// The directories with files below them that match.
  let open: [FileItem]
  /// The file that matches best.
  let best: FileItem?

  /// - Parameters:
  ///   - result: what was found in the names of files.
  ///   - items: the files, a directory before what is in it.
  /// - Complexity: O(matches); where a directory matches O(files).
  init(of result: SearchResult, among items: [FileItem], of tree: FileTree) {
    (query, count, searchedCount) = (result.query, result.count, items.count)
    best = result.best.map { items[$0.row] }
    var reached: Set<FileItem.FolderNumber> = []
    /// Directories that match, and those below them.
    var whole: Set<FileItem.FolderNumber> = []
    for place in result.rows {
      reached.insert(items[place].folder)
      if let number = tree.number(of: items[place]) { whole.insert(number) }
    }
    if whole.isEmpty {
      places = result.rows
    } else {
      places = PositionSet(
        items.indices.lazy.filter { place in
          let isInside = whole.contains(items[place].folder)
          if isInside, let number = tree.number(of: items[place]) { whole.insert(number) }
          return isInside || result.rows.contains(place)
        }, bound: items.count)
    }
    var open: Set<FileItem> = []
    for number in reached {
      var next = tree.directory(number)
      while let directory = next, open.insert(directory).inserted { next = tree.directory(directory.folder) }
    }
    self.open = Array(open)
  }
}
