// The part of FoundationEssentials that ListKit and ArgumentParser use. Scripts/build-program.sh compiles it
// into the programs under that name; a test compares it with the original.

/// A path of indexes in nested lists.
public struct IndexPath: Comparable, Hashable, Sendable {
  /// Tables have paths of two indexes, which need no allocated memory.
  private enum Indexes: Hashable {
    case pair(Int, Int)
    case others([Int])
  }

  private let indexes: Indexes

  public init(indexes: [Int]) {
    self.indexes = indexes.count == 2 ? .pair(indexes[0], indexes[1]) : .others(indexes)
  }

  public subscript(position: Int) -> Int {
    switch indexes {
    case .pair(let first, let second):
      precondition(position == 0 || position == 1)
      return position == 0 ? first : second
    case .others(let indexes): return indexes[position]
    }
  }

  public var count: Int {
    switch indexes {
    case .pair: 2
    case .others(let indexes): indexes.count
    }
  }

  private var all: [Int] {
    switch indexes {
    case .pair(let first, let second): [first, second]
    case .others(let indexes): indexes
    }
  }

  public static func < (one: Self, other: Self) -> Bool {
    guard case .pair(let first, let second) = one.indexes, case .pair(let third, let fourth) = other.indexes else {
      return one.all.lexicographicallyPrecedes(other.all)
    }
    return (first, second) < (third, fourth)
  }
}

extension IndexPath: CustomStringConvertible {
  public var description: String { all.description }
}
