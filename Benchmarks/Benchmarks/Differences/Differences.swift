import Benchmark
import ListDiff
import Workloads

let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [.wallClock, .peakMemoryResident, .throughput], maxDuration: .seconds(1), maxIterations: 200)
  for count in [1000, 10_000, 100_000, 1_000_000] {
    register(Mountain.self, count)
    register(Int.self, count)
    register(String.self, count)
  }
}

/// Registers the benchmarks of one kind of identifier: all changes, a Dictionary as the floor, and the
/// standard library for sizes at which it ends in time.
func register<Identifier: MeasuredIdentifier>(_ type: Identifier.Type, _ count: Int) {
  for change in Change.allCases {
    Benchmark("\(Identifier.name) \(count) \(change.rawValue)") { benchmark in
      let (before, after) = change.lists(of: count, as: type)
      let old = DiffableDataSourceSnapshot(before.enumerated().map { ($0.offset, $0.element) })
      let new = DiffableDataSourceSnapshot(after.enumerated().map { ($0.offset, $0.element) })
      benchmark.startMeasurement()
      for _ in benchmark.scaledIterations { blackHole(new.difference(from: old)) }
      benchmark.stopMeasurement()
    }
  }
  Benchmark("\(Identifier.name) \(count) one append") { benchmark in
    let identifiers = Change.none.lists(of: count, as: type).old[0]
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations { blackHole(DiffableDataSourceSnapshot([(0, identifiers)])) }
  }
  Benchmark("\(Identifier.name) \(count) Dictionary (floor)") { benchmark in
    let identifiers = Change.none.lists(of: count, as: type).old[0]
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations {
      var positions: [Identifier: Int] = [:]
      positions.reserveCapacity(count)
      for (index, identifier) in identifiers.enumerated() { positions[identifier] = index }
      blackHole(positions)
    }
  }
  // Its time is quadratic in the number of changes: for larger sizes it takes minutes.
  guard count <= 10_000 else { return }
  for change in [Change.none, .filter, .prepend] {
    Benchmark("\(Identifier.name) \(count) \(change.rawValue) (standard library)") { benchmark in
      let (before, after) = change.lists(of: count, as: type)
      benchmark.startMeasurement()
      for _ in benchmark.scaledIterations { blackHole(after[0].difference(from: before[0])) }
    }
  }
}
