import TestSupport
import Testing

@testable import PositionSets

/// Bounds just below, at and above multiples of the word size and of the block size.
private let bounds = [0, 1, 2, 63, 64, 65, 127, 128, 511, 512, 513, 575, 576, 1023, 1024, 1025, 5000]

/// Random sets below a bound: empty, full, sparse, half full, nearly full, and with contiguous ranges.
private func samples(bound: Int, seed: Int) -> [Set<Int>] {
  var random = SeededGenerator(seed: seed &* 10_000 &+ bound)
  let all = Set(0..<bound)
  let scattered = [1, 50, 97].map { percent in all.filter { _ in random.chance(percent) } }
  var stretches: Set<Int> = []
  var start = 0
  while start < bound {
    let end = min(bound, start + random.number(1..<200))
    if random.chance(50) { stretches.formUnion(start..<end) }
    start = end
  }
  return [[], all, stretches] + scattered
}

@Suite("Position sets compared with sets of numbers")
struct PositionSetTests {
  @Test("A position set gives the same results as a set of numbers", arguments: bounds)
  func answers(bound: Int) {
    for model in samples(bound: bound, seed: 1) {
      let set = PositionSet(model, bound: bound)
      expectEqual(set.bound, bound)
      expectEqual(set.count, model.count)
      expectEqual(set.isEmpty, model.isEmpty)
      expectEqual(set.isFull, (model.count == bound))
      let sorted = model.sorted()
      expectEqual(Array(set), sorted)
      expectEqual(set.underestimatedCount, model.count)
      #expect((0..<bound).allSatisfy { set.contains($0) == model.contains($0) })
      var below = 0
      for position in 0...bound {
        expectEqual(set.rank(position), below)
        if model.contains(position) { below += 1 }
      }
      #expect(sorted.indices.allSatisfy { set.select($0) == sorted[$0] })
    }
  }

  @Test("Sets combine as sets of numbers do", arguments: bounds)
  func combinations(bound: Int) {
    for first in samples(bound: bound, seed: 2) {
      for second in samples(bound: bound, seed: 3) {
        let sets = (PositionSet(first, bound: bound), PositionSet(second, bound: bound))
        expectEqual(sets.0.intersection(sets.1), PositionSet(first.intersection(second), bound: bound))
        expectEqual(sets.0.union(sets.1), PositionSet(first.union(second), bound: bound))
        expectEqual(sets.0.subtracting(sets.1), PositionSet(first.subtracting(second), bound: bound))
        expectEqual((sets.0 == sets.1), (first == second))
      }
    }
  }

  @Test("The empty and the full set contain no and every position", arguments: bounds)
  func noneAndAll(bound: Int) {
    expectEqual(PositionSet(bound: bound), PositionSet([], bound: bound))
    expectEqual(PositionSet(allBelow: bound), PositionSet(0..<bound, bound: bound))
    #expect(PositionSet(allBelow: bound) != PositionSet(allBelow: bound + 1))
  }

  @Test("Words are zero at first, and bits at or above the bound are dropped", arguments: bounds)
  func words(bound: Int) {
    let set = PositionSet(bound: bound) { words in
      expectEqual(words.count, (bound + 63) / 64)
      #expect(words.allSatisfy { $0 == 0 })
      words.update(repeating: ~0)
    }
    expectEqual(set, PositionSet(allBelow: bound))
    set.words.withUnsafeBufferPointer { words in
      expectEqual(words.map(\.nonzeroBitCount).reduce(0, +), bound)
      if bound % 64 != 0 { expectEqual(words.last, UInt64.max >> UInt64(64 - bound % 64)) }
    }
  }

  @Test("Several tasks can write parts that start at multiples of 512 at the same time")
  func parts() async {
    // `@unchecked` is safe, because each task writes different words.
    struct Words: @unchecked Sendable { let words: UnsafeMutableBufferPointer<UInt64> }
    let bound = 10_000
    let words = Words(words: .allocate(capacity: (bound + 63) / 64))
    defer { words.words.deallocate() }
    words.words.initialize(repeating: 0)
    await withTaskGroup { group in
      for start in stride(from: 0, to: bound, by: 512) {
        group.addTask {
          for position in start..<min(bound, start + 512) where position % 3 == 0 {
            words.words[position / 64] |= 1 << UInt64(position % 64)
          }
        }
      }
    }
    let set = PositionSet(bound: bound) { _ = $0.update(from: words.words) }
    expectEqual(set, PositionSet(stride(from: 0, to: bound, by: 3), bound: bound))
  }

  @Test("A position at the bound traps in every operation")
  func traps() async {
    let message = "PositionSet: position 5 is not below 5"
    expectTrap(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = PositionSet([1, 5], bound: 5)
      }, message, in: nil)
    expectTrap(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = PositionSet(allBelow: 5).contains(5)
      }, message, in: nil)
    expectTrap(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = PositionSet(allBelow: 5).rank(6)
      }, "PositionSet: position 6 is not below 5", in: nil)
    expectTrap(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = PositionSet([1, 2], bound: 5).select(2)
      }, "PositionSet.select(_:): index 2 is not below the count 2", in: nil)
    expectTrap(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = PositionSet(bound: 5).union(PositionSet(bound: 6))
      }, "PositionSet: sets with the bounds 5 and 6 cannot be combined", in: nil)
    expectTrap(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = PositionSet(bound: -1)
      }, "PositionSet: a bound of -1 is not between 0 and 4294967295", in: nil)
  }
}
