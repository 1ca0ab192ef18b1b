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
  /// The files whose names match.
  private(set) var found: Set<FileItem> = []
  /// The directories with such files below them.
  private(set) var open: Set<FileItem> = []
  /// Those that match best.
  private(set) var best: Set<FileItem> = []
  /// How many files were looked at.
  private(set) var searchedCount = 0
  /// Directories that match, and those below them.
  private var whole: Set<FileItem.FolderNumber> = []

  /// Looks at the names of all files of a tree that an arrangement shows.
  ///
  /// - Complexity: O(characters of the names).
  init(of query: Query, in tree: FileTree, _ arrangement: FileArrangement) {
    // A directory has a greater number than the one it is in.
    let numbers = tree.folders.keys.sorted()
    var shown: Set<FileItem.FolderNumber> = []
    var bestScore = 0
    for number in numbers {
      guard let folder = tree.folders[number], isShown(number, in: tree, below: shown, arrangement) else {
        continue
      }
      shown.insert(number)
      if let item = tree.directory(number), found.contains(item) || whole.contains(item.folder) {
        whole.insert(number)
      }
      let files = folder.files.filter { arrangement.shows($0.facts.name) }
      searchedCount += files.count
      for match in SearchIndex(files, fields: { [$0.facts.name.text] }).matches(query) {
        let item = files[match.row].item
        found.insert(item)
        if match.score > bestScore || best.isEmpty { (best, bestScore) = ([], match.score) }
        if match.score == bestScore { best.insert(item) }
      }
    }
    var reached = Set(found.map(\.folder))
    for number in numbers.reversed() where shown.contains(number) && reached.contains(number) {
      guard let item = tree.directory(number) else { continue }
      open.insert(item)
      reached.insert(item.folder)
    }
  }

  private func isShown(
    _ number: FileItem.FolderNumber, in tree: FileTree, below shown: Set<FileItem.FolderNumber>,
    _ arrangement: FileArrangement
  ) -> Bool {
    guard let item = tree.directory(number) else { return number == FileTree.top }
    return shown.contains(item.folder) && (tree[item].map { arrangement.shows($0.name) } ?? false)
  }

  /// Whether a file is to be seen: it matches, or something below or around it does.
  func includes(_ item: FileItem) -> Bool {
    found.contains(item) || open.contains(item) || whole.contains(item.folder)
  }
}
