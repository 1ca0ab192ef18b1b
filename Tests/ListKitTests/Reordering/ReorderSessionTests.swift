import TestSupport
import Testing

@testable import ListKit

/// Sessions that move rows, without a screen.
@MainActor
@Suite("Sessions that move rows") struct ReorderSessionTests {
  private func space(_ counts: [Int]) -> ReorderSpace {
    var world = World()
    world.sections = counts.indices.map { World.Section(name: $0, items: Array(0..<counts[$0])) }
    return ReorderSpace(content: world)
  }

  private func place(_ section: Int, _ item: Int) -> ItemPosition {
    ItemPosition(section: section, item: item)
  }

  @Test("A move by lines passes every position of every section and stops at the ends") func allPositions() {
    let space = space([3, 0, 2])
    var session = ReorderSession(source: place(0, 1))
    var places: [ItemPosition] = []
    for _ in 0..<6 {
      session.move(byLines: 1, in: space)
      places.append(session.target)
    }
    expectEqual(places, [place(0, 2), place(1, 0), place(2, 0), place(2, 1), place(2, 2), place(2, 2)])
    places = []
    for _ in 0..<7 {
      session.move(byLines: -1, in: space)
      places.append(session.target)
    }
    expectEqual(
      places, [place(2, 1), place(2, 0), place(1, 0), place(0, 2), place(0, 1), place(0, 0), place(0, 0)])
  }

  @Test("Every position can be found from the item above it") func positionsByItem() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<200 {
      let counts = (0..<generator.number(1..<5)).map { _ in generator.number(0..<6) }
      guard let section = counts.indices.filter({ counts[$0] > 0 }).randomElement(using: &generator) else {
        continue
      }
      var session = ReorderSession(source: place(section, generator.number(0..<counts[section])))
      for _ in 0..<10 {
        session.move(byLines: generator.number(-12..<13), in: space(counts))
        #expect(session.target.item <= session.lastPlace(inSection: session.target.section, space(counts)))
        if let above = session.itemAbove(session.target) {
          expectEqual(session.place(behind: above), session.target)
        }
      }
    }
  }

  @Test("A session moves to the ends, ignores invalid positions and follows redirections")
  func endsAndRedirections() {
    let space = space([3, 2])
    var session = ReorderSession(source: place(0, 1))
    session.moveToEnd(in: space)
    expectEqual(session.target, place(1, 2))
    session.moveToStart(in: space)
    expectEqual(session.target, place(0, 0))
    session.move(to: place(5, 0), in: space)
    expectEqual(session.target, place(0, 0))
    session.redirect(to: place(0, 1), in: space)
    #expect(session.isHome && session.proposed == place(0, 0))
    session.move(byLines: 1, in: space)
    session.move(byLines: 1, in: space)
    #expect(session.target == place(0, 2) && !session.isHome)
  }
}
