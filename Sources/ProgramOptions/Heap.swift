import LibC

/// Where memory comes from, as glibc can be told; elsewhere nothing is done.
package enum Heap {
  /// Has large blocks given back to the system as soon as they are free.
  ///
  /// glibc keeps blocks of up to 32 MiB once it has seen one of that size go. A list that grows while it is read goes
  /// through many of them: of 16 million rows some 90 MiB stayed behind.
  ///
  /// - Parameter size: from how many bytes on a block is large.
  package static func returnLargeBlocks(of size: Int32 = 1 << 20) { set(Option.mmapThreshold, size) }

  /// Has all threads share one heap: what one of them freed another one uses again. For programs whose threads work one
  /// after the other; call it before there are any.
  package static func share() { set(Option.arenaMax, 1) }

  /// The numbers of malloc.h, which is not in the module map.
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
