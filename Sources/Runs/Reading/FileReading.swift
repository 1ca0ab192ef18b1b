package import Files
import LibC
import ListData
import Rows

/// Reads an open file, a pipe or a terminal into a store, piece by piece, on a thread that may block.
package struct FileReading: ~Copyable {
  /// Why reading stopped.
  enum End: Hashable, Sendable {
    case end
    /// The store is full.
    case cut
    /// The reader wants no more.
    case left
    case stopped
  }

  /// The interval at which new bytes are shown.
  package static let pause = Duration.milliseconds(100)
  /// The size of a read of a pipe, and of the first read of a file, which is shown at once.
  private static let firstPiece = 256 * 1024
  private static let piece = 4 << 20

  package private(set) var descriptor: Int32
  /// Decompresses the input; nil if it is not compressed.
  private var decompressor: Decompressor?
  /// Whether enough bytes have arrived to recognise compressed data.
  private var isExamined = false
  package let name: String
  private(set) var store: ByteStore
  /// The number of bytes read from the current file.
  private(set) var fileBytes = 0
  /// The bytes with which the current file may begin, and which are skipped then.
  private var expectedHead: [UInt8] = []
  /// The number of bytes that were skipped.
  private var skippedBytes = 0
  /// The number of bytes at each end that show whether a file only grew.
  private static let comparedEnd = 4096
  private var shownBytes = 0
  private let clock: any Clock<Duration>
  private var sinceShown: Stopwatch?

  /// Takes ownership of the descriptor.
  ///
  /// - Parameter clock: Measures the interval between pieces that are shown.
  package init(
    _ descriptor: Int32, name: String, limit: Int = Self.mostBytes,
    clock: any Clock<Duration> = ContinuousClock()
  ) throws {
    self.clock = clock
    self.descriptor = descriptor
    self.name = name
    store = try ByteStore(capacity: limit)
  }

  deinit { if descriptor > STDERR_FILENO { close(descriptor) } }

  /// The memory for rows: no file may use more.
  static let mostBytes = ProcessMemory.forRows

  /// Opens a file. A pipe without a writer opens at once and has nothing to read until a writer opens it.
  package static func open(_ path: FilePathBytes) throws(SystemError) -> Int32 {
    let descriptor = path.withCString { LibC.open($0, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK) }
    guard descriptor >= 0 else { throw .last(path.text) }
    guard FileStatus(descriptor: descriptor)?.isDirectory == false else {
      close(descriptor)
      throw SystemError(subject: path.text, code: EISDIR)
    }
    return descriptor
  }

  /// Waits until there is something to read, or the end.
  package static func waitForInput(_ descriptor: Int32) {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while poll(&request, 1, -1) < 0, errno == EINTR {}
  }

  /// Waits until there is something to read, or the end. Later reads block.
  package static func waitForWriter(_ descriptor: Int32) {
    waitForInput(descriptor)
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
  }

  /// Continues with another file after the bytes read so far. Takes ownership of the descriptor.
  ///
  /// - Parameter head: The bytes to skip if the file begins with them, as soon as it has as many.
  mutating func switchFile(to other: Int32, without head: [UInt8] = []) throws {
    if descriptor > STDERR_FILENO { close(descriptor) }
    (descriptor, fileBytes, skippedBytes, expectedHead) = (other, 0, 0, head)
    // A last line without a newline still ends here.
    if store.count > 0, store.base[store.count - 1] != 0x0A { try store.append([0x0A]) }
  }

  /// Skips the expected head if the current file begins with it.
  ///
  /// - Returns: Whether to read on; otherwise the file is empty, or only a part of the head has arrived.
  private mutating func passHead() -> Bool {
    guard !expectedHead.isEmpty else { return true }
    var beginning = [UInt8](repeating: 0, count: expectedHead.count)
    let count = pread(descriptor, &beginning, beginning.count, 0)
    if count >= 0, count < expectedHead.count, expectedHead.starts(with: beginning[..<count]) { return false }
    if beginning == expectedHead {
      fileBytes = Int(lseek(descriptor, off_t(expectedHead.count), SEEK_SET))
      skippedBytes = fileBytes
    }
    expectedHead = []
    return true
  }

  /// Whether the current file has the bytes that were read from it, where they were. Bytes that were
  /// forgotten are not compared.
  ///
  /// - Parameter atEndsOnly: Whether only the first and the last of them are compared.
  func isInFile(atEndsOnly: Bool) -> Bool {
    let count = min(fileBytes - skippedBytes, store.count)
    let kept = store.text.part(store.count - count..<store.count)
    func isThere(_ range: Range<Int>) -> Bool {
      var start = range.lowerBound
      var bytes = [UInt8](repeating: 0, count: min(range.count, Self.firstPiece))
      while start < range.upperBound {
        let wanted = min(bytes.count, range.upperBound - start)
        let found = pread(descriptor, &bytes, wanted, off_t(fileBytes - count + start))
        guard found == wanted, bytes[..<wanted].elementsEqual(kept[start..<start + wanted]) else {
          return false
        }
        start += wanted
      }
      return true
    }
    let end = Self.comparedEnd
    guard atEndsOnly, count > 2 * end else { return isThere(0..<count) }
    return isThere(0..<end) && isThere(count - end..<count)
  }

  /// Reads to the current end of the file.
  ///
  /// - Parameters:
  ///   - isRestUnwanted: Whether the reader wants no more.
  ///   - most: Returns the number of waiting bytes that are passed on at once, however soon; nil to wait for
  ///     ``pause``.
  ///   - arrived: Takes all bytes so far, about every ``pause``; returns how many bytes at the start may be
  ///     dropped.
  mutating func read(
    _ signal: WakePipe, isRestUnwanted: () -> Bool = { false }, most: () -> Int? = { nil },
    arrived: (TextBytes) throws -> Int
  ) throws -> End {
    guard passHead() else { return .end }
    var isRegular = FileStatus(descriptor: descriptor)?.isRegular ?? false
    while true {
      if isRegular {
        if signal.isWoken { return .stopped }
      } else {
        // While no more bytes arrive, those that are there are shown.
        let isWaiting = isExamined && store.count > shownBytes
        switch signal.wait(for: descriptor, atMost: isWaiting ? untilShown : nil) {
        case .woken: return .stopped
        case .timeout:
          try show(arrived)
          continue
        case .input: break
        }
      }
      if store.count > 0, isRestUnwanted() { return .left }
      guard !store.isFull else { return .cut }
      let wanted = isRegular && store.count > 0 ? Self.piece : Self.firstPiece
      var isEnd = false
      try store.append(wanted) { room in
        let count = LibC.read(descriptor, room.baseAddress, room.count)
        guard count >= 0 || errno == EINTR || errno == EAGAIN else { throw SystemError.last(name) }
        isEnd = count == 0
        fileBytes += max(0, count)
        return max(0, count)
      }
      if isEnd { return .end }
      if !isExamined {
        let finding = Compression.find(in: store.text[0..<min(store.count, Compression.longestSignature)])
        if finding == .undecided { continue }
        isExamined = true
        if case .compressed(let compression) = finding {
          try decompress(compression)
          isRegular = false
          continue
        }
      }
      let isDue = sinceShown.map { $0.elapsed >= Self.pause } ?? isRegular
      // The first rows of a stream fill the screen before the rest is there.
      let isFlood =
        shownBytes == 0 && store.count >= Run.sample || most().map { store.count - shownBytes >= $0 } ?? false
      if isDue || isFlood, store.count > shownBytes {
        try show(arrived)
        // Where each run copies all rows, more than a read has to arrive before that is repeated.
        if most() != nil { sinceShown = Stopwatch(clock) }
      }
      if sinceShown == nil { sinceShown = Stopwatch(clock) }
    }
  }

  /// Leaves a pipe open for good: its writer waits, and is not ended by a signal.
  mutating func keepOpen() { descriptor = -1 }

  /// Continues with the decompressed bytes.
  private mutating func decompress(_ compression: Compression) throws {
    let decompressor = try Decompressor(
      compression, of: descriptor, after: Array(store.text[0..<store.count]), name: name)
    if descriptor > STDERR_FILENO { close(descriptor) }
    descriptor = decompressor.output
    self.decompressor = decompressor
    store = try ByteStore(capacity: store.capacity)
  }

  /// Whether the input is being decompressed.
  var isDecompressing: Bool { decompressor != nil }

  /// Returns all bytes that were read, and if a decompressor ran to the end, its exit status and messages.
  ///
  /// - Parameter end: The result of ``read(_:isRestUnwanted:most:arrived:)``.
  func reading(_ end: End) -> RunReader.Reading {
    var reading = RunReader.Reading(bytes: store.text, isCut: end == .cut, isRestUnread: end == .left)
    if end == .end, let (end, diagnostics) = decompressor?.finish() {
      reading.end = end
      reading.diagnostics = diagnostics
    }
    return reading
  }

  private var untilShown: Duration {
    guard let sinceShown else { return Self.pause / 2 }
    return max(.zero, Self.pause - sinceShown.elapsed)
  }

  /// Returns all bytes if some of them were not passed on yet; otherwise nil.
  mutating func unshown() -> TextBytes? {
    guard store.count > shownBytes else { return nil }
    shownBytes = store.count
    return store.text
  }

  private mutating func show(_ arrived: (TextBytes) throws -> Int) throws {
    shownBytes = store.count
    sinceShown = Stopwatch(clock)
    try forget(first: arrived(store.text))
  }

  /// Drops the first bytes, which are no longer needed.
  mutating func forget(first count: Int) throws {
    guard count > 0 else { return }
    store = try store.suffix(from: count)
    shownBytes -= count
  }
}
