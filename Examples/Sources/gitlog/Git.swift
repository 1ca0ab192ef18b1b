import Foundation

/// A row: a branch, a commit or a file that a commit changed.
struct GitRow: Hashable, Sendable {
  enum Kind: Sendable { case branch, commit, file }
  let kind: Kind
  /// Name, subject or path.
  let title: String
  var author = ""
  var date = ""
  /// What points to a commit, or what was changed in a file.
  var note = ""
  /// What git knows the branch or the commit by.
  let revision: String
  /// The branch it stands below: a commit may be shown several times.
  var branch = ""

  /// What it is, whatever is said of it.
  private var identity: [String] { [branch, revision, kind == .file ? title : ""] }
  static func == (left: Self, right: Self) -> Bool { left.identity == right.identity }
  func hash(into hasher: inout Hasher) { hasher.combine(identity) }

  var fields: [String] {
    let text = kind == .file || note.isEmpty ? title : "(\(note)) \(title)"
    return [text, author, kind == .file ? note : date, kind == .commit ? String(revision.prefix(8)) : ""]
  }
}

/// A repository, as the command `git` tells of it.
struct Git: Sendable {
  struct Failure: Error, CustomStringConvertible { let description: String }
  /// Shows a commit; a merge and a stash as what they are to their first parent.
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

  /// What a row is made of: the commits of a branch, the files of a commit.
  func rows(below row: GitRow) async throws -> [GitRow] {
    guard row.kind == .commit else { return try await commits(of: row.revision) }
    return try await run(Self.show + ["--format=", "--numstat", row.revision]).split(separator: "\n").map {
      let fields = $0.split(separator: "\t", maxSplits: 2).map(String.init)
      let note = fields[0] == "-" ? "binary" : "+\(fields[0]) −\(fields[1])"
      return GitRow(kind: .file, title: fields[2], note: note, revision: row.revision, branch: row.branch)
    }
  }

  /// A row a line of what a command says: title, author, date, note and revision.
  private func rows(_ kind: GitRow.Kind, in command: [String], below branch: String = "") async throws
    -> [GitRow]
  {
    try await run(command).split(separator: "\n").compactMap { line in
      let fields = line.split(separator: "\u{1F}", omittingEmptySubsequences: false).map(String.init)
      guard fields.count == 5 else { return nil }
      return GitRow(
        kind: kind, title: fields[0], author: fields[1], date: fields[2], note: fields[3],
        revision: fields[4],
        branch: branch)
    }
  }

  /// Runs git; one that nobody waits for any more is ended.
  func run(_ arguments: [String]) async throws -> String {
    let (git, output, errors) = (Process(), Pipe(), Pipe())
    git.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    git.arguments = ["git", "-C", directory, "--no-pager", "-c", "core.quotePath=false"] + arguments
    (git.standardInput, git.standardOutput, git.standardError) = (FileHandle.nullDevice, output, errors)
    try git.run()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        DispatchQueue.global().async {
          let texts = [output, errors].map { $0.fileHandleForReading.readDataToEndOfFile() }
            .map { String(decoding: $0, as: UTF8.self) }
          git.waitUntilExit()
          if git.terminationStatus == 0 { return continuation.resume(returning: texts[0]) }
          continuation.resume(throwing: Failure(description: String(texts[1].prefix { !$0.isNewline })))
        }
      }
    } onCancel: {
      git.terminate()
    }
  }
}
