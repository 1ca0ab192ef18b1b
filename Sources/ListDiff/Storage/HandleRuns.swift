/// Handles that follow each other: `start`, `start + 1`, …
@usableFromInline
struct HandleRun: Equatable, Sendable {
  @usableFromInline var start: Int32
  @usableFromInline var count: Int32

  @inlinable
  init(start: Int, count: Int) {
    self.start = Int32(truncatingIfNeeded: start)
    self.count = Int32(truncatingIfNeeded: count)
  }

  @inlinable var end: Int32 { start &+ count }

  @inlinable var handles: Range<Int> { Int(start)..<Int(end) }
}

/// A list of handles, kept as runs; one run takes no memory of its own.
@usableFromInline
struct HandleRuns: Sendable {
  @usableFromInline var last: HandleRun
  @usableFromInline var earlier: ContiguousArray<HandleRun>
  @usableFromInline var count: Int

  @inlinable
  init() {
    last = HandleRun(start: 0, count: 0)
    earlier = []
    count = 0
  }

  @inlinable
  init(_ range: Range<Int>) {
    last = HandleRun(start: range.lowerBound, count: range.count)
    earlier = []
    count = range.count
  }

  /// Appends one handle; joins it to the run before where it continues that.
  @inlinable
  mutating func append(_ handle: Int) {
    append(HandleRun(start: handle, count: 1))
  }

  @inlinable
  mutating func append(_ run: HandleRun) {
    if run.count == 0 { return }
    if last.count > 0, last.end == run.start {
      last.count &+= run.count
    } else {
      if last.count > 0 { earlier.append(last) }
      last = run
    }
    count &+= Int(run.count)
  }

  @inlinable
  func forEach(_ body: (HandleRun) -> Void) {
    for run in earlier { body(run) }
    if last.count > 0 { body(last) }
  }
}
