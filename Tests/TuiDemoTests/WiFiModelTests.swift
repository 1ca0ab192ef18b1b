import SeededRandom
import Testing

@testable import tui_demo

@Suite struct WiFiModelTests {
  private static let names = Set((WiFiNetwork.neighbourhood + [.home]).map(\.name))

  @Test func theNeighbourhoodIsSeventeenNetworksOfDifferentNames() {
    #expect(WiFiNetwork.neighbourhood.count == 17)
    #expect(Self.names.count == 18)
  }

  @Test func atFirstAllAreFound() {
    #expect(WiFiModel().available == WiFiNetwork.neighbourhood.sorted { $0.name < $1.name })
    #expect(WiFiModel().missing.isEmpty)
  }

  /// Whatever the dice say: sorted, nothing twice, never the current one, never none.
  @Test(arguments: 0..<20 as Range<UInt64>)
  func everyScanKeepsTheLaws(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var model = WiFiModel()
    for step in 0..<200 {
      model.scan(using: &generator)
      if step % 7 == 0, let network = model.available.randomElement(using: &generator) {
        let former = model.current
        model.join(network.id)
        #expect(model.current == network)
        #expect(model.available.contains(former))
      }
      let names = model.available.map(\.name)
      #expect(names == names.sorted())
      #expect(!names.isEmpty)
      #expect(names.count + 1 + model.missing.count == Self.names.count)
      #expect(Set(names + [model.current.name] + model.missing.map(\.name)) == Self.names)
    }
  }

  /// Each die falls well in one of three cases, whatever the other one does. Half of the networks are missing at
  /// each throw, so that either die can be seen.
  @Test func theDiceAreIndependent() {
    var generator = SeededGenerator(seed: 1)
    var start = WiFiModel()
    while !(7...10).contains(start.available.count) { start.scan(using: &generator) }
    let before = Set(start.available)
    var counts = (lost: 0, found: 0, both: 0)
    let throwsMade = 20_000
    for _ in 0..<throwsMade {
      var model = start
      model.scan(using: &generator)
      let after = Set(model.available)
      let lost = !before.isSubset(of: after)
      let found = !after.isSubset(of: before)
      counts.lost += lost ? 1 : 0
      counts.found += found ? 1 : 0
      counts.both += lost && found ? 1 : 0
    }
    let (lost, found, both) = (
      Double(counts.lost) / Double(throwsMade), Double(counts.found) / Double(throwsMade),
      Double(counts.both) / Double(throwsMade)
    )
    // A die that falls well may still say that nobody goes, or comes: 0 is one of the numbers.
    #expect((0.25...0.333).contains(lost), "\(lost)")
    #expect((0.25...0.333).contains(found), "\(found)")
    // What was lost a moment ago may come back at once, which hides some of both.
    #expect(abs(both - lost * found) < 0.02, "\(both) of \(lost) and \(found)")
  }

  @Test func theSameSeedIsTheSameSession() {
    func session(_ seed: UInt64) -> [[String]] {
      var generator = SeededGenerator(seed: seed)
      var model = WiFiModel()
      return (0..<50).map { _ in
        model.scan(using: &generator)
        return model.available.map(\.name)
      }
    }
    #expect(session(7) == session(7))
    #expect(session(7) != session(8))
  }

  @Test func joiningWhatIsNotWithinReachChangesNothing() {
    var model = WiFiModel()
    model.join("Nowhere")
    model.join(model.current.id)
    #expect(model == WiFiModel())
  }
}
