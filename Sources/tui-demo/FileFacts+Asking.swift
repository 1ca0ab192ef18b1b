import LibC

extension FileFacts.Status {
  /// Asks the system about a file of a directory; a link is asked itself.
  ///
  /// - Returns: Nil where it does not answer; `errno` says why.
  static func of(_ name: UnsafePointer<CChar>, in directory: Int32) -> (mode: mode_t, status: Self?)? {
    #if os(Linux) && canImport(Glibc)
      if let extended = ExtendedStatus(of: name, in: directory) { return extended.read() }
      if errno != ENOSYS { return nil }
    #endif
    var status = stat()
    guard fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
    return (status.st_mode, Self(status))
  }

  private init(_ status: stat) {
    #if canImport(Darwin)
      let (time, birth) = (status.st_mtimespec, FileFacts.Moment(status.st_birthtimespec))
    #else
      let (time, birth) = (status.st_mtim, nil as FileFacts.Moment?)
    #endif
    self.init(
      mode: UInt32(status.st_mode & ~S_IFMT), size: Int64(status.st_size), owner: status.st_uid,
      group: status.st_gid, modified: FileFacts.Moment(time), inode: UInt64(status.st_ino),
      device: UInt64(truncatingIfNeeded: status.st_dev), born: birth)
  }
}

extension FileFacts.Moment {
  fileprivate init(_ time: timespec) {
    self.init(seconds: Int64(time.tv_sec), nanoseconds: Int32(time.tv_nsec))
  }
}

#if os(Linux) && canImport(Glibc)
  /// What `statx` answers, which also tells when a file was made. Swift's view of the C library does not have it, so it
  /// is looked up by name; its answer is laid out as the kernel says, alike on all processors.
  private struct ExtendedStatus {
    private typealias Call =
      @convention(c) (
        _ directory: Int32, _ path: UnsafePointer<CChar>, _ flags: Int32, _ mask: UInt32,
        _ answer: UnsafeMutableRawPointer
      ) -> Int32

    private static let call = dlsym(nil, "statx").map { unsafeBitCast($0, to: Call.self) }
    private static let (basics, birth): (UInt32, UInt32) = (0x7FF, 0x800)
    private static let size = 256

    private var answer: [UInt8]

    /// - Returns: Nil where it does not answer; `errno` says why.
    init?(of name: UnsafePointer<CChar>, in directory: Int32) {
      guard let call = Self.call else {
        errno = ENOSYS
        return nil
      }
      var code: Int32 = 0
      answer = [UInt8](unsafeUninitializedCapacity: Self.size) { buffer, count in
        guard let start = buffer.baseAddress else { return }
        start.initialize(repeating: 0, count: Self.size)
        count = Self.size
        code = call(directory, name, AT_SYMLINK_NOFOLLOW, Self.basics | Self.birth, start)
      }
      guard code == 0 else { return nil }
    }

    func read() -> (mode: mode_t, status: FileFacts.Status?) {
      let mode = mode_t(self[28] as UInt16)
      let device = UInt64(self[136] as UInt32) << 32 | UInt64(self[140] as UInt32)
      let born = moment(at: 80)
      // Disks from before there were such times give the beginning of all.
      let isKnown = self[0] & Self.birth != 0 && born != FileFacts.Moment(seconds: 0)
      let status = FileFacts.Status(
        mode: UInt32(mode & ~S_IFMT), size: Int64(bitPattern: self[40]), owner: self[20], group: self[24],
        modified: moment(at: 112), inode: self[32], device: device, born: isKnown ? born : nil)
      return (mode, status)
    }

    private func moment(at offset: Int) -> FileFacts.Moment {
      FileFacts.Moment(
        seconds: Int64(bitPattern: self[offset]), nanoseconds: Int32(bitPattern: self[offset + 8]))
    }

    private subscript<Number: FixedWidthInteger & BitwiseCopyable>(offset: Int) -> Number {
      answer.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: Number.self) }
    }
  }
#endif
