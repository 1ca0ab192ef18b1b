import Subprocess
import Synchronization

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// A command: a program and its arguments, run without a shell, in a group of processes of its own, with nothing to
/// read.
struct Command: Hashable, Sendable {
  /// What one run came to.
  struct Outcome: Sendable {
    /// What it wrote to standard output.
    var output: ByteStore
    /// Whether it wrote more than is kept.
    var isCut: Bool
    /// What it wrote to standard error, as far as that is kept.
    var diagnostics: [UInt8]
    var end: CommandEnd
  }

  /// How much of what is written is kept.
  struct Limits: Hashable, Sendable {
    var output = 256 << 20
    var diagnostics = 64 * 1024
  }

  var program: ProgramPath
  /// The words as they were given, the program's name first.
  var words: [[UInt8]]

  /// What is said of it.
  var name: String { String(decoding: words[0], as: UTF8.self) }
  /// The words with blanks between.
  var title: String { words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ") }

  /// - Throws: why it cannot be run.
  init(_ words: [[UInt8]]) throws(SystemError) {
    guard let first = words.first else { throw SystemError(subject: "", code: 2) }
    program = try ProgramPath(String(decoding: first, as: UTF8.self))
    self.words = words
  }

  /// - Throws: why it cannot be run.
  init(_ words: [String]) throws(SystemError) { try self.init(words.map { Array($0.utf8) }) }

  /// Runs it once.
  ///
  /// - Parameters:
  ///   - arrived: Called with what has arrived so far, after each piece.
  /// - Returns: What it wrote, and how it ended. When the task is cancelled its group is ended.
  func run(limits: Limits = Limits(), arrived: @Sendable (ByteStore) async -> Void = { _ in }) async throws
    -> Outcome
  {
    let output = try ByteStore(capacity: limits.output)
    // Bytes are handed on as C has them.
    let terminated = words.map { $0 + [0] }
    var options = PlatformOptions()
    options.processGroupID = 0
    options.teardownSequence = [
      .send(signal: .terminate, toProcessGroup: true, allowedDurationToNextStep: .milliseconds(200))
    ]
    ProcessGroups.willStart()
    let isStarted = Atomic(false)
    defer { if !isStarted.load(ordering: .relaxed) { ProcessGroups.startFailed() } }
    do {
      let result = try await Subprocess.run(
        .path(FilePath(program.path)),
        arguments: Arguments(
          executablePathOverride: terminated[0], remainingValues: Array(terminated.dropFirst())),
        platformOptions: options, input: .none, output: .sequence, error: .sequence
      ) { execution in
        let group = execution.processIdentifier.value
        ProcessGroups.add(group)
        isStarted.store(true, ordering: .relaxed)
        async let diagnostics = Self.beginning(of: execution.standardError, limit: limits.diagnostics)
        var isCut = false
        for try await piece in execution.standardOutput where !isCut {
          isCut = !Self.keep(piece, in: output)
          if isCut {
            // Who writes without end is not waited for.
            try? execution.send(signal: .terminate, toProcessGroup: true)
            break
          }
          await arrived(output)
        }
        if isCut { await execution.teardown(using: options.teardownSequence) }
        return (group: group, isCut: isCut, diagnostics: try await diagnostics)
      }
      let (group, isCut, diagnostics) = result.closureResult
      ProcessGroups.remove(group)
      return Outcome(
        output: output, isCut: isCut, diagnostics: diagnostics, end: CommandEnd(result.terminationStatus))
    } catch let error as SubprocessError {
      try Task.checkCancellation()
      guard let code = error.underlyingError?.rawValue else { throw error }
      let refusal = SystemError(subject: name, code: code)
      return Outcome(output: output, isCut: false, diagnostics: [], end: .notStarted(refusal))
    }
  }

  /// Keeps a piece, as much of it as there is room for.
  ///
  /// - Returns: whether all of it was kept.
  private static func keep(_ piece: SubprocessOutputSequence.Buffer, in output: ByteStore) -> Bool {
    piece.withUnsafeBytes { bytes in
      let room = min(bytes.count, output.capacity - output.count)
      guard (try? output.append(UnsafeRawBufferPointer(rebasing: bytes[..<room]))) != nil else {
        return false
      }
      return room == bytes.count && !output.isFull
    }
  }

  /// Reads all there is, and keeps the beginning.
  private static func beginning(of sequence: SubprocessOutputSequence, limit: Int) async throws -> [UInt8] {
    var kept: [UInt8] = []
    for try await piece in sequence where kept.count < limit {
      piece.withUnsafeBytes { kept += $0.prefix(limit - kept.count) }
    }
    return kept
  }
}

extension CommandEnd {
  init(_ status: TerminationStatus) {
    switch status {
    case .exited(let code): self = .exited(code)
    case .signaled(let signal): self = .killed(signal: signal)
    }
  }
}
