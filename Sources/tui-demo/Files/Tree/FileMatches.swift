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
  /// The query as it was answered: it knows which words no file has, so that their letters are shown.
  private(set) var query: Query
  /// How many files were looked at.
  private(set) var searchedCount = 0
  /// Directories that match, and those below them.
  private var whole: Set<FileItem.FolderNumber> = []

  /// Looks at the names of all files of a tree that an arrangement shows.
  ///
  /// - Complexity: O(characters of the names).
  init(of query: Query, in tree: FileTree, _ arrangement: FileArrangement) {
    self.query = query
    // A directory has a greater number than the one it is in.
    let numbers = tree.folders.keys.sorted()
    var shown: Set<FileItem.FolderNumber> = []
    var index = SearchIndex()
    var items: [FileItem] = []
    var directories: [(number: FileItem.FolderNumber, item: FileItem)] = []
    for number in numbers {
      guard let folder = tree.folders[number], isShown(number, in: tree, below: shown, arrangement) else {
        continue
      }
      shown.insert(number)
      if let item = tree.directory(number) { directories.append((number, item)) }
      for file in folder.files where arrangement.shows(file.facts.name) {
        index.append(CollectionOfOne(file.facts.name.text))
        items.append(file.item)
      }
    }
    let result = index.search(query)
    (self.query, searchedCount) = (result.query, items.count)
    for match in index.matches(of: result) {
      found.insert(items[match.row])
      if match.score == result.best?.score { best.insert(items[match.row]) }
    }
    for (number, item) in directories where found.contains(item) || whole.contains(item.folder) {
      whole.insert(number)
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
