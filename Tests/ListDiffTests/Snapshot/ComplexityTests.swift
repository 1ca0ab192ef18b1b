import ListDiff
import TestSupport
import Testing

/// Checks the documented complexity with an identifier that counts how often it is hashed and compared.
@Suite("Numbers of hashes and comparisons") struct ComplexityTests {
  typealias Counted = DiffableDataSourceSnapshot<Int, CountingIdentifier>
  static let count = 2_000

  static func identifiers(_ numbers: some Sequence<Int>, content: Int = 0) -> [CountingIdentifier] {
    numbers.map { CountingIdentifier($0, content: content) }
  }

  static func snapshot(_ numbers: some Sequence<Int>, content: Int = 0) -> Counted {
    Counted([(0, identifiers(numbers, content: content))])
  }

  @Test("Appending many items at once hashes each identifier once") func building() {
    let items = Self.identifiers(0..<Self.count)
    let counts = CountingIdentifier.counting {
      var snapshot = Counted()
      snapshot.appendSections([0])
      snapshot.appendItems(items)
    }
    expectEqual(counts.hashes, Self.count)
    #expect(counts.equalities < 5, "32 bits of a hash tell identifiers apart")
  }

  @Test("Appending items one by one hashes each identifier at most twice") func appending() {
    let items = Self.identifiers(0..<Self.count)
    let counts = CountingIdentifier.counting {
      var snapshot = Counted()
      snapshot.appendSections([0])
      for item in items { snapshot.appendItems([item]) }
    }
    #expect(counts.hashes <= 2 * Self.count)
    #expect(counts.equalities < 10)
  }

  @Test("A lookup hashes and compares an identifier once; access by position does neither") func lookups() {
    let snapshot = Self.snapshot(0..<Self.count)
    let wanted = CountingIdentifier(1234, content: 7)
    for lookUp: (Counted) -> Void in [
      { _ = $0.indexOfItem(wanted) }, { _ = $0.position(of: wanted) }, { _ = $0.contains(wanted) },
      { _ = $0.sectionIdentifier(containingItem: wanted) },
    ] {
      let counts = CountingIdentifier.counting { lookUp(snapshot) }
      expectEqual(counts, .init(equalities: 1, hashes: 1))
    }
    let byPlace = CountingIdentifier.counting {
      _ = snapshot.itemIdentifier(at: 700)
      _ = snapshot.itemIdentifiers
    }
    expectEqual(byPlace, .init())
  }

  @Test("Edits of a copy hash only the identifiers that they name") func edits() {
    let snapshot = Self.snapshot(0..<Self.count)
    let counts = CountingIdentifier.counting {
      var copy = snapshot
      copy.moveItem(CountingIdentifier(5), afterItem: CountingIdentifier(1_500))
      copy.deleteItems([CountingIdentifier(100)])
      copy.insertItems([CountingIdentifier(9_999)], beforeItem: CountingIdentifier(42))
      _ = copy.difference(from: snapshot)
    }
    #expect(counts.hashes <= 12)
    #expect(counts.equalities <= 12)
  }

  @Test(
    "A difference hashes no identifier",
    arguments: ["same", "filter", "back", "shuffle", "reverse", "churn", "renewed"])
  func differences(_ change: String) {
    var generator = SeededGenerator(seed: 5)
    let all = Array(0..<Self.count)
    let some = all.filter { _ in Int.random(in: 0..<10, using: &generator) < 3 }
    let (before, after, content): ([Int], [Int], Int) =
      switch change {
      case "filter": (all, some, 0)
      case "back": (some, all, 0)
      case "shuffle": (all, all.shuffled(using: &generator), 0)
      case "reverse": (all, all.reversed(), 0)
      case "churn": (all, all.filter { $0 % 10 > 0 } + Array(10_000..<10_200), 0)
      case "renewed": (all, all, 1)
      default: (all, all, 0)
      }
    let old = Self.snapshot(before)
    let new = Self.snapshot(after, content: content)
    let counts = CountingIdentifier.counting { _ = new.difference(from: old) }
    expectEqual(counts.hashes, 0)
    // Debug builds compare 16 removed with 16 inserted rows.
    let sample = change == "churn" ? 256 : 0
    let limit = content == 0 ? 5 + sample : Self.count
    #expect(counts.equalities <= limit, "equal bits settle it, == only where they differ")
  }
}
