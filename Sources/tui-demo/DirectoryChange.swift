/// What is said to have changed in a directory.
enum DirectoryChange: Hashable, Sendable {
  /// Files of these names came, went or changed.
  case names(Set<FileName>)
  /// Anything.
  case everything

  /// Both together.
  func joined(_ other: Self) -> Self {
    if case .names(let mine) = self, case .names(let theirs) = other { return .names(mine.union(theirs)) }
    return .everything
  }
}

extension [FileItem.FolderNumber: DirectoryChange] {
  /// Adds a change of a directory.
  mutating func join(_ change: DirectoryChange, of number: FileItem.FolderNumber) {
    self[number] = self[number]?.joined(change) ?? change
  }
}
