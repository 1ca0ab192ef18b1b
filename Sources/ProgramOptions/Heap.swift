import LibC

/// The settings of glibc's heap; no effect with other C libraries.
package enum Heap {
  /// Makes the heap return large blocks to the system as soon as they are free.
  ///
  /// Once glibc has freed a block of up to 32 MiB, it keeps blocks of that size. A list that grows while it
  /// is read uses many of them: after 16 million rows about 90 MiB remained.
  ///
  /// - Parameter size: The minimum size of a large block, in bytes.
  package static func returnLargeBlocks(of size: Int32 = 1 << 20) { set(Option.mmapThreshold, size) }

  /// Makes all threads share one heap, so that one thread reuses memory that another one has freed. Call it
  /// before threads start, in programs whose threads run one after the other.
  package static func share() { set(Option.arenaMax, 1) }

  /// Does the same if the address space of the process is limited: each heap reserves 64 MiB of it.
  package static func shareIfMemoryIsLimited() {
    #if canImport(Glibc)
      var limit = rlimit()
      let resource = __rlimit_resource_t(RLIMIT_AS.rawValue)
      if getrlimit(resource, &limit) == 0, limit.rlim_cur < rlim_t(Int64.max) { share() }
    #endif
  }

  /// Constants of malloc.h, which is not in the module map.
  private enum Option {
    static let mmapThreshold: Int32 = -3
    static let arenaMax: Int32 = -8
  }

  private static func set(_ option: Int32, _ value: Int32) {
    #if canImport(Glibc)
      guard let function = dlsym(nil, "mallopt") else { return }
      let mallopt = unsafeBitCast(function, to: (@convention(c) (CInt, CInt) -> CInt).self)
      _ = mallopt(option, value)
    #endif
  }
}
