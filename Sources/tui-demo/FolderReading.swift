/// What came of reading a directory.
enum FolderReading: Sendable {
  case folder(Folder, Folder.Update)
  case problem(FileProblem)

  /// Reads a directory, or what changed in it, off the main actor.
  ///
  /// - Parameters:
  ///   - former: what was known of it.
  ///   - change: what is said to have changed; everything is read where nothing was known.
  /// - Returns: nil when the task was cancelled.
  /// - Complexity: O(files of the directory).
  @concurrent
  init?(
    _ number: FileItem.FolderNumber, from former: Folder?, at path: FileName, _ change: DirectoryChange,
    _ reader: DirectoryReader
  ) async {
    do {
      var folder = former ?? Folder(number: number)
      if case .names(let names) = change, former != nil {
        let found = try await reader.look(path, names)
        let update = folder.update(with: found, lookedUp: names)
        self = .folder(folder, update)
      } else {
        let found = try await reader.read(path)
        let update = folder.update(with: found)
        self = .folder(folder, update)
      }
    } catch let problem as FileProblem {
      self = .problem(problem)
    } catch {
      return nil
    }
  }
}
