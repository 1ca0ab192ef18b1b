import ListDiff
import TestSupport
import Testing

/// An identifier that breaks the `Hashable` contract: equal values can have different hashes.
struct Liar: Hashable, Sendable {
  var name: Int
  var salt: Int

  static func == (first: Self, second: Self) -> Bool { first.name == second.name }

  func hash(into hasher: inout Hasher) { hasher.combine(salt) }
}

@Suite("Identifiers that break the Hashable contract") struct HashableContractTests {
  @Test("Validation throws an error if equal items have different hashes") func unequalHashes() {
    let snapshot = DiffableDataSourceSnapshot([("A", [Liar(name: 1, salt: 1), Liar(name: 1, salt: 2)])])
    let error = SnapshotError.unequalHashes(
      first: "Liar(name: 1, salt: 1)", second: "Liar(name: 1, salt: 2)")
    #expect(throws: error) { try snapshot.validateIdentifiers() }
  }

  @Test("Validation throws an error if an item does not equal itself") func unstableItems() {
    let snapshot = DiffableDataSourceSnapshot([("A", [Double.nan])])
    #expect(throws: SnapshotError.unstableIdentifier(identifier: "nan")) {
      try snapshot.validateIdentifiers()
    }
  }

  @Test("Validation accepts items that fulfil the Hashable contract") func validItems() throws {
    try DiffableDataSourceSnapshot([("A", Array(0..<2_000))]).validateIdentifiers()
  }

  @Test("Looking up an item traps if an equal item has a different hash") func lookingUp() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var snapshot = DiffableDataSourceSnapshot([("A", [Liar(name: 1, salt: 1), Liar(name: 2, salt: 2)])])
      snapshot.moveItem(Liar(name: 1, salt: 9), afterItem: Liar(name: 2, salt: 2))
    }
    expectTrap(
      result,
      "Diffable data source detected item identifiers that are equal but have different hash values."
        + " Two identifiers which compare as equal must return the same hash value."
        + " You must fix this in the Hashable (Swift) implementation: Liar(name: 1, salt: 1), Liar(name: 1, salt: 9)"
    )
  }

  #if DEBUG
    @Test("In debug builds, a difference of equal items with different hashes traps")
    func debugDifference() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let old = DiffableDataSourceSnapshot([("A", [Liar(name: 1, salt: 1)])])
        let new = DiffableDataSourceSnapshot([("A", [Liar(name: 1, salt: 9)])])
        _ = new.difference(from: old)
      }
      expectTrap(
        result,
        "Diffable data source detected item identifiers that are equal but have different hash values."
          + " Two identifiers which compare as equal must return the same hash value."
          + " You must fix this in the Hashable (Swift) implementation: Liar(name: 1, salt: 1), Liar(name: 1, salt: 9)",
        in: nil)
    }
  #endif
}
