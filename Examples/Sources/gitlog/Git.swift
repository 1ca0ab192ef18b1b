import Foundation

/// A row: a branch, a commit or a file that a commit changed.
struct GitRow: Hashable, Sendable {
  enum Kind: Sendable {
    case branch
    case commit
    case file
  }

  let kind: Kind
  /// The name, the subject or the path.
  let title: String
  var author = ""
  var date = ""
  /// The references to a commit, or the changes of a file.
  var note = ""
  /// The name by which git identifies the branch or the commit.
  let revision: String
  /// The branch above it: a commit may be shown several times.
  var branch = ""

  /// The properties that identify a row; its texts may change.
  private var identity: [String] { [branch, revision, kind == .file ? title : ""] }

  static func == (left: Self, right: Self) -> Bool { left.identity == right.identity }

  func hash(into hasher: inout Hasher) { hasher.combine(identity) }

  /// The texts for the columns of the row.
  var fields: [String] {
    let noted = note.isEmpty ? title : "(\(note)) \(title)"
    return switch kind {
    case .branch: [noted, author, date, ""]
    case .commit: [noted, author, date, String(revision.prefix(8))]
    case .file: [title, author, note, ""]
    }
  }
}

/// A repository, read with the `git` command.
struct Git: Sendable {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Shows a commit; for a merge and a stash, the changes from their first parent.
  static let show = ["show", "-m", "--first-parent", "--no-renames"]

  let directory: String

  func branches() async throws -> [GitRow] {
    let format =
      "%(refname:short)%1f%(authorname)%1f%(committerdate:short)%1f%(if)%(HEAD)%(then)HEAD%(end)%1f%(refname:short)"
    return try await rows(.branch, in: ["for-each-ref", "--format=" + format, "refs/heads"])
  }

  func stash() async throws -> [GitRow] {
    try await rows(.commit, in: ["stash", "list", "--format=%gs%x1f%an%x1f%cs%x1f%gd%x1f%H"])
  }

  func commits(of branch: String) async throws -> [GitRow] {
    let format = "--format=%s%x1f%an%x1f%cs%x1f%D%x1f%H"
    return try await rows(.commit, in: ["log", "--max-count=1000", format, branch, "--"], below: branch)
  }

  /// Returns the rows below a row: the commits of a branch, or the files of a commit.
  func rows(below row: GitRow) async throws -> [GitRow] {
    switch row.kind {
    case .branch: try await commits(of: row.revision)
    case .commit: try await files(of: row)
    case .file: []
    }
  }

  private func files(of commit: GitRow) async throws -> [GitRow] {
    let text = try await run(Self.show + ["--format=", "--numstat", commit.revision])
    return text.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: "\t", maxSplits: 2).map(String.init)
      guard fields.count == 3 else { return nil }
      let (added, deleted, path) = (fields[0], fields[1], fields[2])
      let note = added == "-" ? "binary" : "+\(added) −\(deleted)"
      return GitRow(
        kind: .file, title: path, note: note, revision: commit.revision, branch: commit.branch)
    }
  }

  /// Reads a row from each line that a command prints: title, author, date, note and revision.
  private func rows(
    _ kind: GitRow.Kind, in command: [String], below branch: String = ""
  ) async throws -> [GitRow] {
    let text = try await run(command)
    return text.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: "\u{1F}", omittingEmptySubsequences: false).map(String.init)
      guard fields.count == 5 else { return nil }
      return GitRow(
        kind: kind, title: fields[0], author: fields[1], date: fields[2], note: fields[3],
        revision: fields[4], branch: branch)
    }
  }

  /// Runs git and returns its output. If the task is cancelled, this ends git.
  ///
  /// - Throws: ``Failure`` with the first line of git's error message.
  func run(_ arguments: [String]) async throws -> String {
    let git = Process()
    let output = Pipe()
    let errors = Pipe()
    git.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    git.arguments = ["git", "-C", directory, "--no-pager", "-c", "core.quotePath=false"] + arguments
    git.standardInput = FileHandle.nullDevice
    git.standardOutput = output
    git.standardError = errors
    try git.run()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        DispatchQueue.global().async {
          let printed = output.fileHandleForReading.readDataToEndOfFile()
          let complaint = errors.fileHandleForReading.readDataToEndOfFile()
          git.waitUntilExit()
          if git.terminationStatus == 0 {
            continuation.resume(returning: String(decoding: printed, as: UTF8.self))
          } else {
            let line = String(decoding: complaint, as: UTF8.self).prefix { !$0.isNewline }
            continuation.resume(throwing: Failure(description: String(line)))
          }
        }
      }
    } onCancel: {
      git.terminate()
    }
  }
}
