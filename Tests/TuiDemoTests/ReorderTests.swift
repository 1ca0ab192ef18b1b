import ListKit
import ListKitTesting
import SeededRandom
import TestSupport
import Testing

@testable import tui_demo

@MainActor
@Suite("The screen of the reorder demo") struct ReorderControllerTests {
  private typealias Session = TestScreen<ReorderController>

  private func session() -> Session { TestScreen(ReorderController(.initial), columns: 96, lines: 44) }

  private let first = ReorderStore.initial[.today].map(\.name)

  private func names(_ session: Session, _ section: ReorderStore.Section) -> [String] {
    session.controller.backingStore[section].map(\.name)
  }

  /// Returns the displayed rows, section by section.
  private func shown(_ session: Session) -> ReorderStore {
    var store = ReorderStore([:])
    let snapshot = session.controller.dataSource.snapshot()
    expectEqual(snapshot.sectionIdentifiers, ReorderStore.Section.allCases)
    for section in snapshot.sectionIdentifiers {
      store[section] = snapshot.itemIdentifiers(inSection: section)
    }
    return store
  }

  @Test("Moves update the backing store by the chosen method, and are undone", arguments: [false, true])
  func moves(_ byFinalSnapshot: Bool) throws {
    let session = session()
    for item in ReorderStore.initial.allItems {
      #expect(session.lines.contains { $0.contains(item.name) && $0.contains("≡") }, "\(item.name)")
    }
    #expect(session.contains("Today  6") && session.contains("Some day  6"))
    if byFinalSnapshot { session.press("w") }
    #expect(session.contains(byFinalSnapshot ? "stored whole" : "stored by moves"))
    session.press("m", .down, .escape)
    expectEqual(session.controller.backingStore, .initial, "a cancelled move changes nothing")
    session.press("alt-down")
    expectEqual(names(session, .today).prefix(2), [first[1], first[0]])
    // Past the end of the section into the next.
    session.press("m")
    for _ in 0..<6 { session.press(.down) }
    session.press(.enter)
    expectEqual(names(session, .week)[1], first[0])
    expectEqual(names(session, .today), Array(first.dropFirst()))
    #expect(session.contains("Today  5") && session.contains("This week  8"))
    session.press("b")
    let start = try #require(session.location(of: first[1]))
    let target = try #require(session.location(of: "Sort the cellar"))
    session.drag(from: start, to: target)
    #expect(names(session, .month).contains(first[1]))
    let moved = session.controller.backingStore
    expectEqual(shown(session), moved)
    session.press("u", "u", "u")
    expectEqual(session.controller.backingStore, .initial)
    expectEqual(shown(session), .initial)
    session.press("ctrl-r", "ctrl-r", "ctrl-r")
    #expect(session.controller.backingStore == moved && shown(session) == moved)
  }

  @Test("The i key shows the initial order; a move adopts it, b shows the user's order")
  func initialOrder() {
    let session = session()
    session.press("alt-down", "alt-down")
    let own = session.controller.backingStore
    session.press("i")
    expectEqual(shown(session), .initial)
    expectEqual(session.controller.backingStore, own)
    #expect(session.contains("initial order, b shows yours"))
    session.press("b")
    expectEqual(shown(session), own)
    session.press("i", .home, "alt-down")
    expectEqual(shown(session), session.controller.backingStore)
    expectEqual(names(session, .today).prefix(3), [first[1], first[0], first[2]])
  }
}
