import LibC

/// Bytes that only grow, and never move: what was handed out stays where it is while more arrive.
///
/// ```text
///  address  ├──────── bytes ────────┼─── room ───┼───────── reserved, not usable ─────────┤
///           base                    count        usable                            capacity
/// ```
///
/// Address space is reserved at once, which costs nothing; memory is taken piece by piece. A file is read into it, not
/// mapped: one that shrinks meanwhile is a short read, and no signal.
///
/// One thread writes. Others read what they were handed, and keep it alive by keeping the store.
// `@unchecked`: its properties change without a lock, and only the thread that writes uses them. Readers get a pointer and a
// count, and bytes below a count that was handed out are not written again.
final class ByteStore: @unchecked Sendable {
  /// There is no memory for more.
  struct Full: Error, Hashable, CustomStringConvertible {
    var capacity: Int
    var description: String { "no room for more than \(capacity) bytes" }
  }

  let base: UnsafeMutablePointer<UInt8>
  /// How many bytes there can be.
  let capacity: Int
  /// How many bytes there are.
  private(set) var count = 0
  /// How many lines there are.
  private var lines = 0
  /// What a line will take beside its bytes, where it is a row that is shown and compared.
  private static let bytesOfRow = 64
  /// At which count the memory in use is asked for next.
  private var nextCheck = 0
  private static let bytesBetweenChecks = 1 << 20
  /// How much memory the process has in use; nil where that is unknown.
  private let memoryInUse: @Sendable () -> Int?
  /// How much it should use at most.
  private let memoryLimit: Int

  /// Whether there should be no more, so that what is made of the bytes has room as well: a flood of empty lines takes
  /// more memory than its bytes. What has been made of them by now is measured, the rest is estimated.
  var isFull: Bool {
    if count + lines * Self.bytesOfRow >= capacity { return true }
    guard count + lines * Self.bytesOfRow >= nextCheck else { return false }
    nextCheck = count + lines * Self.bytesOfRow + Self.bytesBetweenChecks
    return memoryInUse().map { $0 >= memoryLimit } ?? false
  }

  private var usable = 0

  /// The smallest piece of memory that is taken.
  private static let smallestPiece = 64 * 1024
  private static let largestPiece = 16 << 20

  /// Reserves room; less of it where the system does not give so much.
  ///
  /// - Parameters:
  ///   - memoryInUse: what the process uses; nil where that is unknown.
  ///   - memoryLimit: what it should use at most.
  init(
    capacity: Int = 64 << 30, memoryInUse: @escaping @Sendable () -> Int? = { ProcessMemory.used },
    memoryLimit: Int = ProcessMemory.limit / 2
  ) throws(Full) {
    self.memoryInUse = memoryInUse
    self.memoryLimit = memoryLimit
    let wanted = (max(capacity, 1) + Self.smallestPiece - 1) / Self.smallestPiece * Self.smallestPiece
    var size = wanted
    while size >= Self.smallestPiece {
      if let start = Self.reserve(size) {
        base = start
        self.capacity = size
        return
      }
      size = size / 2 / Self.smallestPiece * Self.smallestPiece
    }
    throw Full(capacity: 0)
  }

  private static func reserve(_ size: Int) -> UnsafeMutablePointer<UInt8>? {
    let start = mmap(nil, size, PROT_NONE, MAP_PRIVATE | anonymous, -1, 0)
    guard let start, start != MAP_FAILED else { return nil }
    return start.assumingMemoryBound(to: UInt8.self)
  }

  private static var anonymous: Int32 {
    #if canImport(Darwin)
      MAP_ANON
    #else
      MAP_ANONYMOUS | Int32(MAP_NORESERVE)
    #endif
  }

  deinit { munmap(base, capacity) }

  /// Lets `body` write behind the bytes.
  ///
  /// - Parameters:
  ///   - wanted: How many bytes there should be room for; there is for at least one.
  ///   - body: Writes, and returns how many bytes it has written.
  /// - Throws: ``Full`` where there is room for none, or what `body` throws.
  @discardableResult
  func append(_ wanted: Int, _ body: (UnsafeMutableRawBufferPointer) throws -> Int) throws -> Int {
    try makeRoom(min(wanted, capacity - count))
    let room = UnsafeMutableRawBufferPointer(start: base + count, count: min(wanted, usable - count))
    let written = try body(room)
    count += written
    lines += Self.newlines(in: UnsafeRawBufferPointer(rebasing: room[..<written]))
    return written
  }

  /// How many lines end in some bytes. A byte counts those of 255, so that the compiler compares many at a time.
  private static func newlines(in bytes: UnsafeRawBufferPointer) -> Int {
    var count = 0
    for start in stride(from: 0, to: bytes.count, by: 255) {
      var few: UInt8 = 0
      for place in start..<min(start &+ 255, bytes.count) { few &+= bytes[place] == 0x0A ? 1 : 0 }
      count &+= Int(few)
    }
    return count
  }

  /// Adds bytes.
  func append(_ bytes: UnsafeRawBufferPointer) throws {
    guard bytes.count <= capacity - count else { throw Full(capacity: capacity) }
    guard !bytes.isEmpty else { return }
    try append(bytes.count) { room in
      room.copyMemory(from: bytes)
      return bytes.count
    }
  }

  /// Adds bytes.
  func append(_ bytes: some Sequence<UInt8>) throws {
    try Array(bytes).withUnsafeBytes { try append($0) }
  }

  /// A store with the bytes from an offset on.
  func suffix(from offset: Int) throws -> ByteStore {
    let rest = try ByteStore(capacity: capacity, memoryInUse: memoryInUse, memoryLimit: memoryLimit)
    try rest.append(UnsafeRawBufferPointer(start: base + offset, count: count - offset))
    return rest
  }

  private func makeRoom(_ wanted: Int) throws(Full) {
    guard wanted > 0 else { throw Full(capacity: capacity) }
    guard usable - count < wanted else { return }
    // Pieces grow with what is there, so that there are few of them.
    let piece = min(max(Self.smallestPiece, usable), Self.largestPiece)
    let needed = count + wanted - usable
    let step = (max(piece, needed) + Self.smallestPiece - 1) / Self.smallestPiece * Self.smallestPiece
    let size = min(step, capacity - usable)
    guard mprotect(base + usable, size, PROT_READ | PROT_WRITE) == 0 else { throw Full(capacity: usable) }
    #if os(Linux)
      // Much is written sooner in pages of 2 MiB: the kernel is asked for a five-hundredth as many.
      if size == Self.largestPiece { madvise(base + usable, size, MADV_HUGEPAGE) }
    #endif
    usable += size
  }
}
