import Dispatch
import Files
import LibC
import ListData
package import Rows

/// A compression format. The raw value is the name of the program that decompresses it.
package enum Compression: String, CaseIterable, Hashable, Sendable {
  case gzip, xz, zstd, bzip2

  /// What the first bytes of data show.
  package enum Finding: Hashable, Sendable {
    case plain
    case compressed(Compression)
    /// More bytes are needed.
    case undecided
  }

  /// The number of bytes that are always enough to decide.
  package static let longestSignature = 10

  /// The first bytes of compressed data; nil matches any byte.
  private var signature: [UInt8?] {
    switch self {
    case .gzip: [0x1F, 0x8B, 0x08]
    case .xz: [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00]
    case .zstd: [0x28, 0xB5, 0x2F, 0xFD]
    // `BZh`, a digit, and the signature of the first block.
    case .bzip2: [0x42, 0x5A, 0x68, nil, 0x31, 0x41, 0x59, 0x26, 0x53, 0x59]
    }
  }

  /// Recognises the compression by the first bytes of data.
  package static func find(in beginning: some Collection<UInt8>) -> Finding {
    var finding = Finding.plain
    for compression in allCases {
      let signature = compression.signature
      guard zip(beginning, signature).allSatisfy({ $1 == nil || $0 == $1 }) else { continue }
      if beginning.count >= signature.count { return .compressed(compression) }
      finding = .undecided
    }
    return finding
  }

  /// Returns the compression of an open file; nil if it is not compressed or not a file. Keeps the file
  /// offset.
  package static func of(_ descriptor: Int32) -> Compression? {
    let finding = find(in: FilePathBytes.beginning(of: descriptor, longestSignature))
    return if case .compressed(let compression) = finding { compression } else { nil }
  }
}

/// The error for data that end early or are damaged.
package struct DamagedInput: Error, Hashable, CustomStringConvertible {
  package var name: String
  /// The error messages of the decompressor.
  package var diagnostics: [UInt8]
  package var end: CommandEnd

  package init(name: String, diagnostics: [UInt8], end: CommandEnd) {
    (self.name, self.diagnostics, self.end) = (name, diagnostics, end)
  }

  package var description: String {
    let line = diagnostics.split(separator: UInt8(ascii: "\n")).first { !$0.isEmpty }
    return "\(name): \(line.map { String(decoding: $0, as: UTF8.self) } ?? end.description)"
  }
}

/// A program that decompresses a file or a pipe: `gzip -dc`.
///
/// It ends with this object, and with muster.
package final class Decompressor {
  /// The error for a program that is not installed.
  struct Missing: Error, Hashable, CustomStringConvertible {
    package var name: String
    package var compression: Compression
    package var description: String {
      "\(name) is compressed with \(compression.rawValue), which is not installed"
    }
  }

  /// The descriptor from which to read the decompressed data. The caller closes it.
  package let output: Int32
  private let process: pid_t
  /// The descriptor from which to read the program's messages.
  private let messages: Int32
  private var isOver = false

  /// Starts the program.
  ///
  /// - Parameters:
  ///   - descriptor: The compressed data; the descriptor is duplicated.
  ///   - beginning: The bytes that were already read from it.
  ///   - name: The name of the data in errors.
  /// - Throws: ``Missing``, or the reason why the program cannot start.
  package init(
    _ compression: Compression, of descriptor: Int32, after beginning: [UInt8], name: String
  ) throws {
    guard let program = try? ProgramPath(compression.rawValue) else {
      throw Missing(name: name, compression: compression)
    }
    let input = try Self.input(descriptor, beginning, name)
    defer { close(input) }
    let (output, outputEnd) = try ChildProcess.pipe()
    defer { close(outputEnd) }
    do {
      let (messages, messagesEnd) = try ChildProcess.pipe()
      defer { close(messagesEnd) }
      // Messages are read once the program has ended: what does not fit is lost, and it does not wait.
      for end in [messages, messagesEnd] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
      do {
        process = try ProcessGroups.start(
          program.path, [compression.rawValue, "-dc"].map { Array($0.utf8) },
          descriptors: [input, outputEnd, messagesEnd])
      } catch {
        close(messages)
        throw error
      }
      self.messages = messages
    } catch {
      close(output)
      throw error
    }
    self.output = output
  }

  deinit {
    if !isOver {
      kill(-process, SIGKILL)
      _ = finish()
    }
    close(messages)
  }

  /// Waits for the program to end. Call this once it has closed its output. Returns its exit status and its messages.
  package func finish() -> (end: CommandEnd, diagnostics: [UInt8]) {
    ProcessGroups.awaitEnd(of: process)
    let end = CommandEnd(ProcessGroups.collect(process))
    isOver = true
    var text = [UInt8](repeating: 0, count: Self.longestMessage)
    let count = max(0, read(messages, &text, text.count))
    return (end, Array(text[..<count]))
  }

  private static let longestMessage = 4096

  /// Returns the input of the program: a file from its start; of a pipe the bytes already read, then the
  /// rest.
  private static func input(_ descriptor: Int32, _ beginning: [UInt8], _ name: String) throws(SystemError)
    -> Int32
  {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else { throw .last(name) }
    _ = fcntl(copy, F_SETFL, fcntl(copy, F_GETFL) & ~O_NONBLOCK)
    if lseek(copy, 0, SEEK_SET) == 0 { return copy }
    guard let socket = LocalSocket() else {
      let error = SystemError.last(name)
      close(copy)
      throw error
    }
    // The thread ends with the data, with the program that reads them, or with muster.
    DispatchQueue(label: "muster.compressed").async {
      defer {
        close(copy)
        close(socket.writing)
      }
      var bytes = beginning
      var buffer = [UInt8](repeating: 0, count: 256 * 1024)
      while LocalSocket.send(bytes, to: socket.writing) {
        let count = read(copy, &buffer, buffer.count)
        if count < 0, errno == EINTR {
          bytes = []
          continue
        }
        guard count > 0 else { return }
        bytes = Array(buffer[..<count])
      }
    }
    return socket.reading
  }
}
