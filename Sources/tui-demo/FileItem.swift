/// A file in the tree: the directory it was found in, and its number there.
///
/// It stays the same while the file has its name, or gets another one in the same directory.
struct FileItem: Hashable, Sendable {
  /// The number of an open directory; 0 is the one at the top.
  typealias FolderNumber = UInt32

  // One number, so that hashing a hundred thousand of them costs little.
  private let bits: UInt64

  init(folder: FolderNumber, serial: UInt32) { bits = UInt64(folder) << 32 | UInt64(serial) }

  var folder: FolderNumber { FolderNumber(bits >> 32) }
  var serial: UInt32 { UInt32(truncatingIfNeeded: bits) }
}
