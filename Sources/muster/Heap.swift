#if canImport(Glibc)
  import Glibc
#endif

/// Where memory comes from.
enum Heap {
  /// Has large blocks given back to the system as soon as they are free.
  ///
  /// glibc keeps blocks of up to 32 MiB once it has seen one of that size go. A list that grows while it is read goes
  /// through many of them: of 16 million rows some 90 MiB stayed behind. Does nothing where the C library is another.
  static func returnLargeBlocks() {
    #if canImport(Glibc)
      // Not in the module map: `M_MMAP_THRESHOLD` of malloc.h.
      let threshold: CInt = -3
      guard let function = dlsym(nil, "mallopt") else { return }
      let mallopt = unsafeBitCast(function, to: (@convention(c) (CInt, CInt) -> CInt).self)
      _ = mallopt(threshold, 1 << 20)
    #endif
  }
}
