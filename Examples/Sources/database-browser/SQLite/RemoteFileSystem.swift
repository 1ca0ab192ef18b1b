#if os(Linux)
  import Foundation

  /// File systems that other machines write to as well, of which this kernel does not tell.
  enum RemoteFileSystem {
    private static let kinds: Set<String> = [
      "nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "glusterfs", "virtiofs", "vboxsf", "fuse",
    ]

    /// Whether a file is on one.
    static func holds(_ path: String) -> Bool {
      var status = stat()
      guard stat(path, &status) == 0,
        let mounts = try? String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8)
      else { return false }
      let device = UInt64(status.st_dev)
      let major = device >> 8 & 0xFFF | device >> 32 & ~0xFFF
      let minor = device & 0xFF | device >> 12 & ~0xFF
      return kind(of: "\(major):\(minor)", in: mounts).map { kinds.contains($0) } ?? false
    }

    /// The kind of a mounted file system, without what follows a dot: `36 35 98:0 / /mnt rw - ext4 /dev/sda1 rw`.
    static func kind(of device: String, in mounts: String) -> String? {
      for line in mounts.split(separator: "\n") {
        let fields = line.split(separator: " ")
        guard fields.count > 2, fields[2] == device, let dash = fields.firstIndex(of: "-"),
          dash + 1 < fields.count
        else { continue }
        return fields[dash + 1].split(separator: ".").first.map(String.init)
      }
      return nil
    }
  }
#endif
