import Files
import LibC
import ListData

/// Reads an open file, a pipe or a terminal into a store, piece by piece, on a thread that may wait.
struct FileReading: ~Copyable {
  /// Why reading stopped.
  enum End: Hashable, Sendable {
    case end
    /// There is more than is kept.
    case cut
    /// No more was wanted.
    case left
    case stopped
  }

  /// How long what arrives is gathered before it is shown.
  static let pause = Duration.milliseconds(100)
  /// So much is shown at once, and what follows when it was gathered.
  private static let firstPiece = 256 * 1024
  private static let piece = 4 << 20
  /// From so much of what comes without a pause the beginning is shown at once.
  private static let flood = 1 << 20

  private(set) var descriptor: Int32
  /// Decompresses what is read; nil where it is not compressed.
  private var decompressor: Decompressor?
  /// Whether the first bytes told whether that is so.
  private var isExamined = false
  let name: String
  private(set) var store: ByteStore
  /// How much was read of the file that is open.
  private(set) var fileBytes = 0
  private var shownBytes = 0
  private let clock: any Clock<Duration>
  private var sinceShown: Stopwatch?

  /// Takes the descriptor over.
  ///
  /// - Parameter clock: By which what arrives is gathered.
  init(
    _ descriptor: Int32, name: String, limit: Int = Self.mostBytes,
    clock: any Clock<Duration> = ContinuousClock()
  ) throws {
    self.clock = clock
    self.descriptor = descriptor
    self.name = name
    store = try ByteStore(capacity: limit)
  }

  deinit { if descriptor > STDERR_FILENO { close(descriptor) } }

  /// Half of the memory that there is: no file is worth more.
  static let mostBytes = ProcessMemory.limit / 2

  /// Opens a file. A pipe without a writer is open at once, and has nothing to read until there is one.
  static func open(_ path: FilePathBytes) throws(SystemError) -> Int32 {
    let descriptor = path.withCString { systemOpen($0, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK) }
    guard descriptor >= 0 else { throw .last(path.text) }
    guard FileStatus(descriptor: descriptor)?.isDirectory == false else {
      close(descriptor)
      throw SystemError(subject: path.text, code: EISDIR)
    }
    return descriptor
  }

  /// Waits until there is something to read, or the end. From then on, reading waits itself.
  static func waitForWriter(_ descriptor: Int32) {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while poll(&request, 1, -1) < 0, errno == EINTR {}
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
  }

  /// Goes on with another file, behind what was read; takes the descriptor over.
  ///
  /// - Parameter head: What is left out where it begins so.
  mutating func goOn(with other: Int32, without head: [UInt8] = []) throws {
    if descriptor > STDERR_FILENO { close(descriptor) }
    (descriptor, fileBytes) = (other, 0)
    // What has no end stands on a line of its own all the same.
    if store.count > 0, store.base[store.count - 1] != 0x0A { try store.append([0x0A]) }
    var beginning = [UInt8](repeating: 0, count: head.count)
    if !head.isEmpty, pread(other, &beginning, head.count, 0) == head.count, beginning == head {
      fileBytes = Int(lseek(other, off_t(head.count), SEEK_SET))
    }
  }

  /// Reads to the end that the file has now.
  ///
  /// - Parameters:
  ///   - isLeft: whether no more is wanted.
  ///   - arrived: called with what has arrived, now and then; returns how many bytes at its beginning are no longer needed.
  mutating func read(
    _ signal: StopSignal, isLeft: () -> Bool = { false }, arrived: (TextBytes) throws -> Int
  ) throws -> End {
    var isRegular = FileStatus(descriptor: descriptor)?.isRegular ?? false
    while true {
      if isRegular {
        if signal.isStopped { return .stopped }
      } else {
        // While nothing more comes, what is there is shown.
        let isWaiting = isExamined && store.count > shownBytes
        switch signal.wait(for: descriptor, atMost: isWaiting ? untilShown : nil) {
        case .stop: return .stopped
        case .timeout:
          try show(arrived)
          continue
        case .input: break
        }
      }
      if store.count > 0, isLeft() { return .left }
      guard !store.isFull else { return .cut }
      let wanted = isRegular && store.count > 0 ? Self.piece : Self.firstPiece
      var isEnd = false
      try store.append(wanted) { room in
        let count = systemRead(descriptor, room.baseAddress, room.count)
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
      let isFlood = shownBytes == 0 && store.count >= Self.flood
      if isDue || isFlood, store.count > shownBytes { try show(arrived) }
      if sinceShown == nil { sinceShown = Stopwatch(clock) }
    }
  }

  /// Reads from now on what is decompressed.
  private mutating func decompress(_ compression: Compression) throws {
    let decompressor = try Decompressor(
      compression, of: descriptor, after: Array(store.text[0..<store.count]), name: name)
    if descriptor > STDERR_FILENO { close(descriptor) }
    descriptor = decompressor.output
    self.decompressor = decompressor
    store = try ByteStore(capacity: store.capacity)
  }

  /// Whether what is read is decompressed.
  var isDecompressing: Bool { decompressor != nil }

  /// All that was read; where data could not be decompressed to their end, with the reason.
  ///
  /// - Parameter end: what ``read(_:arrived:)`` returned.
  func reading(_ end: End) -> RunBuilder.Reading {
    var reading = RunBuilder.Reading(bytes: store.text, isCut: end == .cut, isLeft: end == .left)
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

  /// What was not handed on yet; nil where all was.
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

  /// Forgets what is no longer needed.
  mutating func forget(first count: Int) throws {
    guard count > 0 else { return }
    store = try store.suffix(from: count)
    shownBytes -= count
  }
}

// What methods above would hide.
private func systemRead(_ file: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(file, buffer, count)
}

private func systemOpen(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { open(path, flags) }
