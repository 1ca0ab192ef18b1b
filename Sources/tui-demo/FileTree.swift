/// The directories that have been read, by numbers, and where each is.
struct FileTree: Sendable {
  typealias FolderNumber = FileItem.FolderNumber

  /// The number of the directory at the top.
  static let top: FolderNumber = 0

  /// The path of the directory at the top, as it was given.
  let path: FileName
  /// What is known of the files in each directory; a directory that is being read for the first time, or cannot
  /// be, is not among them.
  private(set) var folders: [FolderNumber: Folder] = [:]
  /// Why directories could not be read.
  private(set) var problems: [FolderNumber: FileProblem] = [:]
  private var directories: [FolderNumber: FileItem] = [:]
  private var numbers: [FileItem: FolderNumber] = [:]
  private var nextNumber = top + 1

  init(path: FileName) { self.path = path }

  /// What is known of a file; nil where it is gone.
  ///
  /// - Complexity: O(log n) for the n files of its directory.
  subscript(item: FileItem) -> FileFacts? { folders[item.folder]?[item] }

  /// The directory as an item; nil for the one at the top.
  func directory(_ number: FolderNumber) -> FileItem? { directories[number] }

  /// The number of a directory that has one.
  func number(of directory: FileItem) -> FolderNumber? { numbers[directory] }

  /// The number of a directory, given to it now unless it has one.
  mutating func number(for directory: FileItem) -> FolderNumber {
    if let number = numbers[directory] { return number }
    defer { nextNumber += 1 }
    numbers[directory] = nextNumber
    directories[nextNumber] = directory
    return nextNumber
  }

  /// The numbers of the directories for which something holds, and that of the one at the top.
  ///
  /// - Complexity: O(directories that have a number).
  func numbers(where isIncluded: (FileItem) -> Bool) -> Set<FolderNumber> {
    Set(directories.filter { isIncluded($0.value) }.keys).union([Self.top])
  }

  /// Whether a directory has been read, or could not be.
  func isKnown(_ number: FolderNumber) -> Bool { folders[number] != nil || problems[number] != nil }

  /// Where a file is; nil where it is gone.
  ///
  /// - Complexity: O(level · log n).
  func path(of item: FileItem) -> FileName? {
    guard let facts = self[item] else { return nil }
    return path(of: item.folder)?.appending(facts.name)
  }

  /// Where a directory is; nil where it is gone.
  func path(of number: FolderNumber) -> FileName? {
    number == Self.top ? path : directories[number].flatMap(path(of:))
  }

  /// The path to open a directory by. The one at the top may be a link.
  func openingPath(of number: FolderNumber) -> FileName? {
    number == Self.top ? openingPath : path(of: number)
  }

  /// The path to open the directory at the top by.
  var openingPath: FileName { path.appending(FileName(".")) }

  /// Takes over a directory that was read.
  mutating func set(_ folder: Folder) {
    problems[folder.number] = nil
    folders[folder.number] = folder
    forgetOrphans(of: folder.number)
  }

  /// Takes over that a directory cannot be read.
  mutating func set(_ problem: FileProblem, for number: FolderNumber) {
    problems[number] = problem
    folders[number] = nil
    forgetOrphans(of: number)
  }

  /// Forgets the directories that are gone from another, with all that was read below them.
  private mutating func forgetOrphans(of number: FolderNumber) {
    for (child, item) in directories where item.folder == number && self[item] == nil {
      directories[child] = nil
      numbers[item] = nil
      problems[child] = nil
      folders[child] = nil
      forgetOrphans(of: child)
    }
  }
}
