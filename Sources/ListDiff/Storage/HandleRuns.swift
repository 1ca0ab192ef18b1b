/// Handles that follow each other: `start`, `start + 1`, …
struct HandleRun: Equatable, Sendable {
  var start: Int32
  var count: Int32

  init(start: Int, count: Int) {
    self.start = Int32(truncatingIfNeeded: start)
    self.count = Int32(truncatingIfNeeded: count)
  }

  var end: Int32 { start &+ count }

  var handles: Range<Int> { Int(start)..<Int(end) }
}

/// A list of handles, kept as runs; one run takes no memory of its own.
struct HandleRuns: Sendable {
  var last: HandleRun
  var earlier: ContiguousArray<HandleRun>
  var count: Int

  init() {
    last = HandleRun(start: 0, count: 0)
    earlier = []
    count = 0
  }

  init(_ range: Range<Int>) {
    last = HandleRun(start: range.lowerBound, count: range.count)
    earlier = []
    count = range.count
  }

  /// Appends one handle; joins it to the run before where it continues that.
  mutating func append(_ handle: Int) {
    append(HandleRun(start: handle, count: 1))
  }

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

  func forEach(_ body: (HandleRun) -> Void) {
    for run in earlier { body(run) }
    if last.count > 0 { body(last) }
  }
}
