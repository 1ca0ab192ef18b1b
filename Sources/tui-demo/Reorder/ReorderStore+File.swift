extension ReorderStore {
  /// Reads the order a file keeps; the initial one while there is no file.
  ///
  /// Items that only the file has stay where it has them; items that it lacks come at the end of the section
  /// they were in initially.
  ///
  /// - Throws: why the file cannot be read, or could not be written later, in one line. It stays as it is.
  init(savedIn file: StoredFile) throws {
    try file.checkIsReplaceable()
    self = .initial
    guard let bytes = try file.contentsIfAny() else { return }
    do throws(ReorderTextError) {
      try self.init(text: bytes)
    } catch {
      throw Damage(path: file.path, error: error)
    }
    merge(.initial)
  }

  /// Saves the order, so that a crash leaves either this one or the one before.
  func save(in file: StoredFile) throws(StoredFile.Refusal) {
    try file.replace(with: Array(text.utf8))
  }

  /// A file that is no order.
  private struct Damage: Error, CustomStringConvertible {
    var path: String
    var error: ReorderTextError

    var description: String { "\(path), \(error)" }
  }
}
