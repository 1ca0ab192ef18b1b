/// What is known of a file.
struct FileFacts: Hashable, Sendable {
  enum Kind: UInt8, Sendable, CaseIterable {
    case directory, file, link, pipe, socket, characterDevice, blockDevice, unknown
  }

  /// What asking the file itself tells.
  struct Status: Hashable, Sendable {
    /// Permissions and the bits above them, without the kind.
    var mode: UInt32
    /// Bytes.
    var size: Int64
    var owner: UInt32
    var group: UInt32
    /// When the content changed last.
    var modified: Moment
    /// The file's number on its device: what stays when it is renamed, and is given to another file when it is gone.
    var inode: UInt64
    /// The number of the device.
    var device: UInt64 = 0
    /// When the file was made; nil where the file system does not say so.
    var born: Moment?

    /// Whether a file of this status may be one of another status with another name now: its number alone tells
    /// nothing, for numbers of files that are gone are given again.
    ///
    /// Where nobody knows when files were made, one that was changed and renamed between two readings is another one.
    func isSameFile(as other: Self) -> Bool {
      guard inode == other.inode, device == other.device else { return false }
      if let mine = born, let theirs = other.born { return mine == theirs }
      return modified == other.modified && size == other.size
    }
  }

  /// A point in time, since 1970.
  struct Moment: Hashable, Comparable, Sendable {
    var seconds: Int64
    var nanoseconds: Int32 = 0

    static func < (first: Self, second: Self) -> Bool {
      (first.seconds, first.nanoseconds) < (second.seconds, second.nanoseconds)
    }
  }

  var name: FileName
  var kind: Kind
  /// Nil where the file may be listed and not asked.
  var status: Status?
  /// Where a link leads, as it stands in it.
  var target: FileName?
  /// Why a directory cannot be opened, if that is known.
  var problem: FileProblem?

  var isDirectory: Bool { kind == .directory }

  /// Bytes of its content; nil where what the system calls its size is something else.
  var size: Int64? { kind == .file ? status?.size : nil }
}

extension FileFacts.Kind {
  /// In one word.
  var word: String {
    switch self {
    case .directory: "directory"
    case .file: "file"
    case .link: "link"
    case .pipe: "pipe"
    case .socket: "socket"
    case .characterDevice: "character-device"
    case .blockDevice: "block-device"
    case .unknown: "unknown"
    }
  }

  /// The letter that `ls -l` begins with.
  var letter: Character {
    switch self {
    case .directory: "d"
    case .file: "-"
    case .link: "l"
    case .pipe: "p"
    case .socket: "s"
    case .characterDevice: "c"
    case .blockDevice: "b"
    case .unknown: "?"
    }
  }
}
