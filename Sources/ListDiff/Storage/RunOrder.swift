/// An order of handles, kept as runs of consecutive ones.
@usableFromInline
struct RunOrder: Sendable {
  @usableFromInline var runs: ContiguousArray<HandleRun>
  @usableFromInline var count: Int

  @inlinable
  init(identity count: Int) {
    runs = count > 0 ? [HandleRun(start: 0, count: count)] : []
    self.count = count
  }

  @inlinable var runCount: Int { runs.count }

  @inlinable
  func handle(at position: Int) -> Int {
    var rest = position
    for run in runs {
      if rest < Int(run.count) { return Int(run.start) + rest }
      rest -= Int(run.count)
    }
    preconditionFailure("Position out of range")
  }

  @inlinable
  func position(of handle: Int) -> Int? {
    var start = 0
    for run in runs {
      if run.handles.contains(handle) { return start + handle - Int(run.start) }
      start += Int(run.count)
    }
    return nil
  }

  @inlinable
  func split(at position: Int, in runs: inout ContiguousArray<HandleRun>) -> Int {
    var rest = position
    for index in runs.indices {
      if rest == 0 { return index }
      let run = runs[index]
      if rest < Int(run.count) {
        runs[index].count = Int32(rest)
        runs.insert(HandleRun(start: Int(run.start) + rest, count: Int(run.count) - rest), at: index + 1)
        return index + 1
      }
      rest -= Int(run.count)
    }
    return runs.count
  }

  @inlinable
  mutating func insert(_ handles: HandleRuns, at position: Int) {
    var index = split(at: position, in: &runs)
    count += handles.count
    for run in handles.earlier + (handles.last.count > 0 ? [handles.last] : []) {
      if index > 0, runs[index - 1].end == run.start {
        runs[index - 1].count += run.count
      } else {
        runs.insert(run, at: index)
        index += 1
      }
    }
  }

  @inlinable
  mutating func remove(_ positions: Range<Int>) {
    let first = split(at: positions.lowerBound, in: &runs)
    let end = split(at: positions.upperBound, in: &runs)
    runs.removeSubrange(first..<end)
    count -= positions.count
  }

  @inlinable
  func handles(in positions: Range<Int>) -> HandleRuns {
    var result = HandleRuns()
    var start = 0
    for run in runs {
      let low = max(start, positions.lowerBound)
      let high = min(start + Int(run.count), positions.upperBound)
      if low < high { result.append(HandleRun(start: Int(run.start) + low - start, count: high - low)) }
      start += Int(run.count)
    }
    return result
  }

  @inlinable
  func forEachRun(_ body: (HandleRun) -> Void) {
    for run in runs { body(run) }
  }
}
