import LibC

/// Which file it is: a path may get another one.
package struct FileIdentity: Hashable, Sendable {
  package let device: UInt64
  private let number: UInt64

  fileprivate init(_ status: stat) {
    (device, number) = (UInt64(status.st_dev), UInt64(status.st_ino))
  }
}

/// The properties of a file that show whether it has changed or was replaced.
package struct FileStatus: Hashable, Sendable {
  package let identity: FileIdentity
  package let size: Int
  /// When the file was changed, in nanoseconds since 1970.
  package let changed: Int
  package let isRegular: Bool
  package let isDirectory: Bool

  /// The status of the file at a path; nil if there is none.
  package init?(path: FilePathBytes) {
    var status = stat()
    guard path.withCString({ stat($0, &status) }) == 0 else { return nil }
    self.init(status)
  }

  package init?(path: String) { self.init(path: FilePathBytes(path)) }

  /// The status of an open file.
  package init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    (identity, size) = (FileIdentity(status), Int(status.st_size))
    changed = time.tv_sec * 1_000_000_000 + time.tv_nsec
    isRegular = status.st_mode & S_IFMT == S_IFREG
    isDirectory = status.st_mode & S_IFMT == S_IFDIR
  }
}

/// A path as the file system stores it: any bytes, which need not be text.
package struct FilePathBytes: Hashable, Sendable {
  package var bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package init(_ text: String) { bytes = Array(text.utf8) }

  package var text: String { String(decoding: bytes, as: UTF8.self) }

  package var parts: (directory: FilePathBytes, name: [UInt8]) {
    guard let slash = bytes.lastIndex(of: 0x2F) else { return (FilePathBytes("."), bytes) }
    return (FilePathBytes(slash == 0 ? [0x2F] : Array(bytes[..<slash])), Array(bytes[(slash + 1)...]))
  }

  /// Returns the first bytes of the file, at most some; none if it is no regular file. A pipe is not opened: its writer
  /// would take that for a reader.
  package func beginning(_ count: Int) -> [UInt8] {
    guard FileStatus(path: self)?.isRegular == true,
      case let descriptor = withCString({ open($0, O_RDONLY | O_CLOEXEC) }), descriptor >= 0
    else { return [] }
    defer { close(descriptor) }
    return Self.beginning(of: descriptor, count)
  }

  /// Returns the first bytes of an open file, at most some; none of what is no file. Keeps the file offset.
  package static func beginning(of descriptor: Int32, _ count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { bytes, read in
      read = max(0, pread(descriptor, bytes.baseAddress, count, 0))
    }
  }

  /// Calls a C function with the path.
  package func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    (bytes + [0]).withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { text in
        guard let start = text.baseAddress else {
          fatalError("FilePathBytes: an array with a NUL has an address")
        }
        return body(start)
      }
    }
  }
}
