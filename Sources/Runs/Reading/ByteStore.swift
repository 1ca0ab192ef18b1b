import LibC
package import ListData

/// A buffer of bytes that only grows and never moves: bytes that were passed on stay where they are while
/// more arrive.
///
/// ```text
///  address  ├──────── bytes ────────┼── unused ──┼───────── reserved, not usable ─────────┤
///           base                    count        usable                            capacity
/// ```
///
/// Address space is reserved at once, which costs nothing; memory is allocated piece by piece. Files are
/// read, not mapped: if a file shrinks meanwhile, that is a short read and not a signal.
///
/// One thread writes. Others read the bytes that they were given, and keep a reference to the store.
// `@unchecked`: the properties change without a lock, and only the writing thread uses them. Readers get a
// pointer and a count, and bytes below a count that was passed on are not written again.
package final class ByteStore: @unchecked Sendable {
  /// There is no memory for more bytes.
  struct Full: Error, Hashable, CustomStringConvertible {
    var capacity: Int
    package var description: String { "no room for more than \(capacity) bytes" }
  }

  package let base: UnsafeMutablePointer<UInt8>
  /// The maximum number of bytes.
  let capacity: Int
  /// The number of bytes.
  package private(set) var count = 0
  /// The number of newlines.
  private var lines = 0
  /// The memory that a line takes in addition to its bytes when it is a row that is shown and compared.
  private static let bytesOfRow = 64
  /// The memory that a line takes while it is shown again with the rows after it.
  private static let bytesOfShowing = 24
  /// The estimated size at which the memory in use is checked next. While a store is small, others use the
  /// memory.
  private var nextCheck: Int
  private static let bytesBetweenChecks = 1 << 20
  /// Returns the memory in use by the process; nil if that is unknown.
  private let memoryInUse: @Sendable () -> Int?
  /// The memory that the process should use at most.
  private let memoryLimit: Int

  /// Whether to stop adding bytes, so that memory remains for the rows made from them: many empty lines take
  /// more memory than their bytes. The memory already in use is measured; the rest is estimated.
  var isFull: Bool {
    if count + lines * Self.bytesOfRow >= capacity { return true }
    guard count + lines * Self.bytesOfRow >= nextCheck else { return false }
    nextCheck = count + lines * Self.bytesOfRow + Self.bytesBetweenChecks
    return memoryInUse().map { $0 + lines * Self.bytesOfShowing >= memoryLimit } ?? false
  }

  private var usable = 0

  /// The minimum size of an allocation.
  private static let smallestPiece = 64 * 1024
  private static let largestPiece = 16 << 20

  /// Reserves address space; if the system does not grant `capacity`, at most half of what it grants, because
  /// threads and the heap need the rest.
  ///
  /// - Parameters:
  ///   - memoryInUse: Returns the memory in use by the process; nil if that is unknown.
  ///   - memoryLimit: The memory that it should use at most.
  init(
    capacity: Int = 64 << 30, memoryInUse: @escaping @Sendable () -> Int? = { ProcessMemory.used },
    memoryLimit: Int = ProcessMemory.forRows
  ) throws(Full) {
    self.memoryInUse = memoryInUse
    self.memoryLimit = memoryLimit
    nextCheck = memoryLimit / 16
    let wanted = (max(capacity, 1) + Self.smallestPiece - 1) / Self.smallestPiece * Self.smallestPiece
    var size = wanted
    while size >= Self.smallestPiece {
      if let start = Self.reserve(size) {
        let kept = size == wanted ? size : max(size / 2 / Self.smallestPiece, 1) * Self.smallestPiece
        if kept < size { munmap(start + kept, size - kept) }
        base = start
        self.capacity = kept
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

  /// Calls `body` to write after the last byte.
  ///
  /// - Parameters:
  ///   - wanted: The number of bytes to make room for; `body` may get less room, but at least one byte.
  ///   - body: Writes bytes, and returns how many.
  /// - Throws: ``Full`` if there is no room, or what `body` throws.
  @discardableResult
  package func append(_ wanted: Int, _ body: (UnsafeMutableRawBufferPointer) throws -> Int) throws -> Int {
    try makeRoom(min(wanted, capacity - count))
    let room = UnsafeMutableRawBufferPointer(start: base + count, count: min(wanted, usable - count))
    let written = try body(room)
    count += written
    lines += Self.newlines(in: UnsafeRawBufferPointer(rebasing: room[..<written]))
    return written
  }

  /// Counts newlines, in a byte for every 255 bytes, so that the compiler compares many at a time.
  private static func newlines(in bytes: UnsafeRawBufferPointer) -> Int {
    var count = 0
    for start in stride(from: 0, to: bytes.count, by: 255) {
      var few: UInt8 = 0
      for index in start..<min(start &+ 255, bytes.count) { few &+= bytes[index] == 0x0A ? 1 : 0 }
      count &+= Int(few)
    }
    return count
  }

  package func append(_ bytes: UnsafeRawBufferPointer) throws {
    guard bytes.count <= capacity - count else { throw Full(capacity: capacity) }
    guard !bytes.isEmpty else { return }
    try append(bytes.count) { room in
      room.copyMemory(from: bytes)
      return bytes.count
    }
  }

  package func append(_ bytes: some Sequence<UInt8>) throws {
    try Array(bytes).withUnsafeBytes { try append($0) }
  }

  package func suffix(from offset: Int) throws -> ByteStore {
    let rest = try ByteStore(capacity: capacity, memoryInUse: memoryInUse, memoryLimit: memoryLimit)
    try rest.append(UnsafeRawBufferPointer(start: base + offset, count: count - offset))
    return rest
  }

  private func makeRoom(_ wanted: Int) throws(Full) {
    guard wanted > 0 else { throw Full(capacity: capacity) }
    guard usable - count < wanted else { return }
    // Allocations grow with the size, so that there are few of them.
    let piece = min(max(Self.smallestPiece, usable), Self.largestPiece)
    let needed = count + wanted - usable
    let step = (max(piece, needed) + Self.smallestPiece - 1) / Self.smallestPiece * Self.smallestPiece
    let size = min(step, capacity - usable)
    guard mprotect(base + usable, size, PROT_READ | PROT_WRITE) == 0 else { throw Full(capacity: usable) }
    #if os(Linux)
      // Large allocations use pages of 2 MiB, which need one page fault instead of 512.
      if size == Self.largestPiece { madvise(base + usable, size, MADV_HUGEPAGE) }
    #endif
    usable += size
  }
}

extension ByteStore {
  /// The bytes that are there now.
  package var text: TextBytes { TextBytes(base: base, count: count, owner: self) }
}
