package import Files
import LibC
package import ListData
package import Rows

/// A command: a program and its arguments. It runs without a shell, in a process group of its own, with an
/// empty standard input.
package struct ChildCommand: Hashable, Sendable {
  /// The maximum number of bytes kept of each output.
  package struct Limits: Hashable, Sendable {
    /// What happens to a command that writes more than is kept.
    package enum Excess: Hashable, Sendable {
      /// It is ended.
      case end
      /// The rest is read and dropped.
      case drop
      /// The rest is not read, so that the command waits.
      case wait
    }

    package var output: Int
    package var diagnostics: Int
    var excess: Excess

    package init(
      output: Int = 256 << 20, diagnostics: Int = 64 << 10, excess: Excess = .end
    ) {
      (self.output, self.diagnostics, self.excess) = (output, diagnostics, excess)
    }
  }

  package var program: ProgramPath
  /// The words as they were given, the program's name first.
  package var words: [[UInt8]]
  /// Environment variables in addition to those of muster; nil removes one.
  package var variables: [String: [UInt8]?] = Self.unattended

  /// What makes ssh(1) use the user's program that asks for passwords, or else fail: it would read one from the terminal,
  /// which it may not, and wait without end.
  private static let unattended: [String: [UInt8]?] = {
    let asker = getenv("SSH_ASKPASS").map { String(cString: $0) } ?? (try? ProgramPath("false").path)
    return asker.map { ["SSH_ASKPASS": Array($0.utf8), "SSH_ASKPASS_REQUIRE": Array("force".utf8)] } ?? [:]
  }()

  /// The name for messages.
  package var name: String { String(decoding: words[0], as: UTF8.self) }
  /// The words separated by blanks; for `sh -c SCRIPT` only the script.
  package var title: String {
    let texts = words.map { String(decoding: $0, as: UTF8.self) }
    return texts.count == 3 && texts[..<2] == ["sh", "-c"] ? texts[2] : texts.joined(separator: " ")
  }

  /// - Throws: The reason why it cannot run.
  package init(_ words: [[UInt8]]) throws(SystemError) {
    guard let first = words.first else { throw SystemError(subject: "", code: 2) }
    program = try ProgramPath(String(decoding: first, as: UTF8.self))
    self.words = words
  }

  /// - Throws: The reason why it cannot run.
  package init(_ words: [String]) throws(SystemError) { try self.init(words.map { Array($0.utf8) }) }

  /// Runs the command once. Ends its process group if the task is cancelled.
  ///
  /// - Parameters:
  ///   - arrived: Called after each piece with all bytes so far; returns how many bytes at the start may be
  ///     dropped.
  ///   - full: Called once with all bytes that are kept, before the rest is dropped or the command waits.
  /// - Returns: The output, and how the command ended.
  package func run(
    limits: Limits = Limits(), arrived: @Sendable (TextBytes) async -> Int = { _ in 0 },
    full: @Sendable (TextBytes) async throws -> Void = { _ in }
  ) async throws -> RunReader.Reading {
    let running: RunningCommand
    do throws(SystemError) {
      running = try RunningCommand(self)
    } catch {
      return RunReader.Reading(bytes: TextBytes([]), end: .notStarted(error.description))
    }
    return try await withTaskCancellationHandler {
      async let end = running.end()
      async let diagnostics = running.diagnostics.beginning(limit: limits.diagnostics)
      do {
        let (output, isCut) = try await read(running, limits, arrived, full)
        let outcome = await RunReader.Reading(
          bytes: output.text, isCut: isCut, diagnostics: diagnostics, end: end)
        try Task.checkCancellation()
        return outcome
      } catch {
        // The function returns once the command has ended.
        running.terminate()
        throw error
      }
    } onCancel: {
      running.terminate()
    }
  }

  /// Reads the output. Returns the bytes that are kept, and whether there are more.
  private func read(
    _ running: RunningCommand, _ limits: Limits, _ arrived: @Sendable (TextBytes) async -> Int,
    _ full: @Sendable (TextBytes) async throws -> Void
  ) async throws -> (ByteStore, isCut: Bool) {
    var output = try ByteStore(capacity: limits.output)
    var isCut = false
    while let piece = await running.output.next() {
      if isCut { continue }
      isCut = !Self.keep(piece, in: output)
      guard isCut else {
        let unneeded = await arrived(output.text)
        if unneeded > 0 { output = try output.suffix(from: unneeded) }
        continue
      }
      if limits.excess == .end {
        // It may write without end, so it is not waited for.
        running.terminate()
        break
      }
      try await full(output.text)
      if limits.excess == .wait {
        // This ends when the task is cancelled.
        for await _ in AsyncStream<Never>.makeStream().stream {}
        try Task.checkCancellation()
      }
    }
    return (output, isCut)
  }

  /// The environment of muster with the command's variables, as bytes that need not be text; nil if there are none.
  package var environment: [[UInt8]]? {
    guard !variables.isEmpty else { return nil }
    var entries = variables.compactMap { name, value in value.map { Array("\(name)=".utf8) + $0 } }
    var next = environ
    while let entry = next.pointee {
      let bytes = UnsafeBufferPointer(
        start: UnsafeRawPointer(entry).assumingMemoryBound(to: UInt8.self), count: strlen(entry))
      let name = String(decoding: bytes.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
      if !variables.keys.contains(name) { entries.append(Array(bytes)) }
      next += 1
    }
    return entries
  }

  /// Appends a piece, as much of it as fits. Returns whether all of it fits and the store is not full.
  private static func keep(_ piece: [UInt8], in output: ByteStore) -> Bool {
    piece.withUnsafeBytes { bytes in
      let room = min(bytes.count, output.capacity - output.count)
      guard (try? output.append(UnsafeRawBufferPointer(rebasing: bytes[..<room]))) != nil else {
        return false
      }
      return room == bytes.count && !output.isFull
    }
  }
}

extension CommandEnd {
  init(_ end: ChildProcess.End) {
    switch end {
    case .exited(let status): self = .exited(status)
    case .killed(let signal): self = .killed(signal: signal)
    }
  }
}

/// The path of a program, found as a shell finds it.
package struct ProgramPath: Hashable, Sendable {
  package var path: String

  /// Finds a program: at its path if its name contains a slash, otherwise in the directories of `PATH`.
  ///
  /// - Throws: The reason why it cannot run, in the system's words.
  package init(_ name: String, searching directories: String? = Self.directories) throws(SystemError) {
    if name.contains("/") {
      let code = Self.problem(name)
      guard code == 0 else { throw SystemError(subject: name, code: code) }
      path = name
      return
    }
    var worst = ENOENT
    // An empty part is the current directory.
    let parts = (directories ?? "/usr/bin:/bin").split(separator: ":", omittingEmptySubsequences: false)
    for part in parts where !name.isEmpty {
      let candidate = part.isEmpty ? "./\(name)" : "\(part)/\(name)"
      let code = Self.problem(candidate)
      if code == 0 {
        path = candidate
        return
      }
      // That a program may not be executed is the more helpful error, if it is there: a directory may be closed, too.
      if code == EACCES, access(candidate, F_OK) == 0 { worst = code }
    }
    throw SystemError(subject: name, code: worst)
  }

  /// Whether a file is a program: it may be executed, and begins as scripts or programs of Linux do.
  package static func isProgram(_ path: FilePathBytes) -> Bool {
    guard path.withCString({ access($0, X_OK) }) == 0 else { return false }
    let beginning = path.beginning(4)
    return beginning.starts(with: "#!".utf8) || beginning == [0x7F] + Array("ELF".utf8)
  }

  private static var directories: String? { getenv("PATH").map { String(cString: $0) } }

  /// Returns the error that prevents a file from being executed; 0 if there is none.
  private static func problem(_ path: String) -> Int32 {
    var status = stat()
    guard stat(path, &status) == 0 else { return errno }
    guard status.st_mode & S_IFMT != S_IFDIR else { return EACCES }
    return access(path, X_OK) == 0 ? 0 : errno
  }
}
