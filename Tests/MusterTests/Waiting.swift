import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Lets others go on until something is so, however long that takes.
///
/// What hangs is given up after five minutes of the processor, counted for all of this process.
func until(
  _ what: Comment? = nil, isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation, _ condition: () -> Bool
) async {
  let patience = clock() + 300 * clock_t(CLOCKS_PER_SEC)
  while !condition() {
    guard clock() < patience else {
      Issue.record(what ?? "waited in vain", sourceLocation: sourceLocation)
      return
    }
    await Task.yield()
  }
}
