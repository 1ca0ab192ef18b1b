import LibC
import Rows

/// The properties of a file that show whether it has changed or was replaced.
package struct FileStatus: Hashable, Sendable {
  var device: UInt64
  package var number: UInt64
  package var size: Int
  package var seconds: Int
  var nanoseconds: Int
  package var isRegular: Bool
  package var isDirectory: Bool

  /// When the file was changed.
  var time: WallTime { WallTime(seconds: Double(seconds) + Double(nanoseconds) / 1e9) }

  /// The status of the file at a path; nil if there is none.
  package init?(path: FilePathBytes) {
    var status = stat()
    guard path.withCString({ stat($0, &status) }) == 0 else { return nil }
    self.init(status)
  }

  /// The status of an open file.
  package init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    device = UInt64(status.st_dev)
    number = UInt64(status.st_ino)
    size = Int(status.st_size)
    #if canImport(Darwin)
      (seconds, nanoseconds) = (status.st_mtimespec.tv_sec, status.st_mtimespec.tv_nsec)
    #else
      (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    #endif
    isRegular = status.st_mode & S_IFMT == S_IFREG
    isDirectory = status.st_mode & S_IFMT == S_IFDIR
  }
}

/// A path as the file system stores it: any bytes, which need not be text.
package struct FilePathBytes: Hashable, Sendable {
  package var bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package var text: String { String(decoding: bytes, as: UTF8.self) }

  package var parts: (directory: FilePathBytes, name: [UInt8]) {
    guard let slash = bytes.lastIndex(of: 0x2F) else { return (FilePathBytes([0x2E]), bytes) }
    return (FilePathBytes(slash == 0 ? [0x2F] : Array(bytes[..<slash])), Array(bytes[(slash + 1)...]))
  }

  /// Calls a C function with the path.
  func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
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
