@testable import tui_demo

/// A file system of which a test says what is in it, and when it answers.
actor ScriptedFiles {
  private var contents: [FileName: Result<[FileFacts], FileProblem>] = [:]
  private var held: Set<FileName> = []
  private var waiting: [FileName: [CheckedContinuation<Void, Never>]] = [:]
  /// How often directories were asked for, and how often nobody waited for the answer any more.
  private(set) var reads: [String: Int] = [:]
  private(set) var cancellations: [String: Int] = [:]

  func set(_ names: [String], in path: String) {
    contents[FileName(path)] = .success(names.enumerated().map { Self.facts($1, inode: $0) })
  }

  func set(_ facts: [FileFacts], in path: String) { contents[FileName(path)] = .success(facts) }

  func set(_ problem: FileProblem, in path: String) { contents[FileName(path)] = .failure(problem) }

  /// Lets readers of a directory wait.
  func hold(_ path: String) { held.insert(FileName(path)) }

  /// Answers those who wait.
  func release(_ path: String) {
    held.remove(FileName(path))
    for continuation in waiting.removeValue(forKey: FileName(path)) ?? [] { continuation.resume() }
  }

  nonisolated var reader: DirectoryReader {
    DirectoryReader(
      read: { path in try await self.read(path) },
      look: { path, names in try await self.read(path).filter { names.contains($0.name) } })
  }

  private func read(_ path: FileName) async throws -> [FileFacts] {
    reads[path.text, default: 0] += 1
    if held.contains(path) {
      await withTaskCancellationHandler {
        await withCheckedContinuation { waiting[path, default: []].append($0) }
      } onCancel: {
        Task { await self.didCancel(path) }
      }
      try Task.checkCancellation()
    }
    return try contents[path, default: .failure(.notFound)].get()
  }

  private func didCancel(_ path: FileName) {
    cancellations[path.text, default: 0] += 1
    for continuation in waiting.removeValue(forKey: path) ?? [] { continuation.resume() }
  }

  /// A directory where the name ends in a slash, else a file.
  static func facts(_ name: String, inode: Int, size: Int64 = 0) -> FileFacts {
    let isDirectory = name.hasSuffix("/")
    let status = FileFacts.Status(
      mode: 0o644, size: size, owner: 0, group: 0, modified: FileFacts.Moment(seconds: 1_700_000_000),
      inode: UInt64(inode))
    return FileFacts(
      name: FileName(isDirectory ? String(name.dropLast()) : name), kind: isDirectory ? .directory : .file,
      status: status)
  }
}
