import Testing

import TestSupport

@testable import ListKitPaging

/// The laws of paging, in worlds with all kinds of errors and delays.
@Suite("The laws of paging") struct PagingModelTests {
  private func world(_ seed: UInt64, rows: Int = 120) -> PagedWorld {
    var generator = SeededGenerator(seed: seed ^ 0xABCD)
    return PagedWorld(
      rows: rows, room: Int.random(in: 1...7, using: &generator),
      pageSize: Int.random(in: 1...12, using: &generator), seed: seed)
  }

  /// Returns the maximum number of known rows in one stretch after rows far from the screen are discarded.
  private func most(_ world: PagedWorld) -> Int {
    world.room + 2 * (2 * world.room + world.model.pageSize) + 2
  }

  private func settle(_ world: inout PagedWorld) {
    let isAtRest = world.settle()
    #expect(isAtRest, "it never came to rest")
  }

  /// Checks what must hold after every step.
  private func checkInvariants(_ world: PagedWorld) {
    let pieces = world.model.pieces
    for (piece, next) in zip(pieces, pieces.dropFirst()) {
      #expect((piece.gap == nil) != (next.gap == nil), "two of a kind side by side")
    }
    #expect(pieces.first?.gap != nil || pieces.first?.run?.first == .edge)
    #expect(pieces.last?.gap != nil || pieces.last?.run?.last == .edge)
    let keys = world.model.runs.flatMap { $0.rows.map(\.key) }
    #expect(keys == keys.sorted() && Set(keys).count == keys.count, "in order, and nothing twice")
    #expect(world.model.reads.count <= pieces.count + 2, "one read a gap, one of what is known, one search")
  }

  @Test(
    "After random events, the model knows exactly the rows around the screen and the cursor",
    arguments: 0..<120 as Range<UInt64>)
  func randomEvents(seed: UInt64) {
    var world = world(seed)
    world.failRate = seed % 3 == 0 ? 0.3 : 0
    for _ in 0..<150 {
      switch Int.random(in: 0..<12, using: &world.generator) {
      case 0...2: world.lookUp()
      case 3...5: world.deliver()
      case 6: world.write()
      case 7:
        world.model.refresh()
        world.carryOutCommands()
      case 8: world.act()
      default:
        let cursor = world.isCursorDoubtful ? nil : world.cursor
        let there = Set(world.found(world.model.query)).subtracting(world.removed)
        world.draw { update, former in
          for (key, content) in update.listing.contents {
            guard let before = former.contents[key], before != content else { continue }
            if case .replaced = update.kind { continue }
            #expect(update.redrawn.contains(.row(key)), "what reads differently is drawn again")
          }
          if case .replaced = update.kind { return }
          if let key = cursor?.key, there.contains(key) {
            #expect(update.listing.contents[key] != nil, "the cursor's row is never forgotten")
          }
        }
      }
      checkInvariants(world)
    }
    settle(&world)
    checkInvariants(world)
    let all = world.found(world.model.query)
    for run in world.model.runs {
      let stretch = world.page(
        PageRequest(first: .max, after: run.first, before: run.last), world.model.query)
      expectEqual(run.rows, stretch.rows, "a stretch is known as it is")
      #expect(run.rows.count <= most(world), "\(run.rows.count) rows for a screen of \(world.room)")
    }
    #expect(world.model.runs.count <= 2, "what is seen, and the cursor's row")
    let isFull = world.visible.allSatisfy { $0.key != nil }
    #expect(isFull || all.isEmpty, "what is seen is read")
    expectEqual(world.listing, world.model.listing)
  }

  @Test("A jump to an end of a long list needs one read", arguments: 0..<40 as Range<UInt64>)
  func ends(seed: UInt64) {
    var world = world(seed, rows: 5000)
    settle(&world)
    for (edge, key) in [(PageEdge.last, 9998), (.first, 0), (.last, 9998)] {
      let before = world.model.reads.count
      world.model.jump(to: edge)
      world.carryOutCommands()
      #expect(world.begun.count - before <= 1, "one page is all it takes")
      settle(&world)
      expectEqual(world.cursor, .row(key))
      #expect(world.model.runs.flatMap(\.rows).count <= most(world))
    }
  }

  @Test(
    "A jump during a search moves the cursor to the end of the new list", arguments: [PageEdge.first, .last],
    [0, 1] as [Int])
  func jumpDuringSearch(edge: PageEdge, query: Int) {
    var world = world(3, rows: 5000)
    settle(&world)
    world.moveCursor(by: 8)
    world.model.search(query, keeping: world.cursor?.key)
    world.model.jump(to: edge)
    world.carryOutCommands()
    settle(&world)
    let items = world.model.listing.items
    #expect(world.cursor?.key != nil && world.cursor == (edge == .first ? items.first : items.last))
  }

  @Test("A cancelled jump does not move the cursor") func cancelledJump() {
    var world = world(1, rows: 5000)
    settle(&world)
    world.model.jump(to: .last)
    world.carryOutCommands()
    world.model.cancelJump()
    settle(&world)
    expectEqual(world.cursor, .row(0))
  }

  /// Moves from the first row to the last and back, one line at a time, while rows change.
  @Test("A cursor that passes all rows needs few reads, and the number of known rows stays small")
  func boundedMemory() {
    var world = PagedWorld(rows: 1500, room: 10, pageSize: 20, seed: 5)
    settle(&world)
    var reads = 0
    for step in 0..<4_000 {
      world.moveCursor(by: step < 2000 ? 1 : -1)
      if step % 50 == 0 {
        world.table[Int.random(in: 0..<3_000, using: &world.generator)] = step
        world.model.changed()
        world.model.refresh()
        world.carryOutCommands()
      }
      reads += world.begun.count
      while !world.begun.isEmpty || !world.model.updates.isEmpty {
        world.lookUp()
        world.deliver()
        world.draw()
      }
      world.draw()
      #expect(world.model.runs.flatMap(\.rows).count <= most(world))
      if step == 1900 { expectEqual(world.cursor, .row(world.found(0).last ?? 0)) }
    }
    expectEqual(world.cursor, .row(0))
    #expect(reads < 4_000 / 10, "\(reads) reads")
  }

  @Test("A cursor far out of view keeps its row, and changes of the row are read") func distantCursor() {
    var world = PagedWorld(rows: 5000, room: 10, pageSize: 20, seed: 5)
    settle(&world)
    world.moveCursor(by: 3)
    for _ in 0..<200 {
      world.scroll(by: 9)
      settle(&world)
    }
    expectEqual(world.cursor, .row(6))
    expectEqual(world.model.runs.count, 2)
    expectEqual(world.model.runs.first?.rows.map(\.key), [6])
    world.table[6] = 77
    world.model.changed()
    settle(&world)
    expectEqual(world.listing.contents[6], 77)
    world.moveCursor(by: 0)
    settle(&world)
    #expect(world.visible.compactMap(\.key).starts(with: [6, 8, 10]), "around it all is read again")
  }

  @Test("Many rows inserted above the screen are not read, and the top row stays") func insertedAbove() {
    var world = PagedWorld(rows: 100, room: 5, pageSize: 10, seed: 1)
    settle(&world)
    let top = world.top
    for number in 1...50_000 { world.table[-number] = 1 }
    world.model.changed()
    settle(&world)
    #expect(world.top == top && world.cursor == .row(0))
    #expect(world.model.runs.flatMap(\.rows).count <= most(world))
  }

  @Test("A failed refresh keeps the rows, reports the error and is retried") func failedRefresh() {
    var world = PagedWorld(rows: 100, room: 5, pageSize: 10, seed: 1)
    settle(&world)
    let before = world.listing
    (world.table, world.failRate) = ([:], 1)
    world.model.changed()
    world.model.refresh()
    world.carryOutCommands()
    world.lookUp()
    world.deliver()
    world.draw()
    expectEqual(world.listing, before)
    expectEqual(world.model.refreshFailure, "lost")
    #expect(world.model.needsRefresh, "it is tried again")
    settle(&world)
    #expect(world.listing.items.isEmpty && world.model.refreshFailure == nil)
  }

  @Test(
    "A jump to the end is kept while no read succeeds, before and after the first row is read",
    arguments: [true, false])
  func jumpDuringFailures(isEarly: Bool) {
    var world = PagedWorld(rows: 1000, room: 5, pageSize: 10, seed: 1)
    if isEarly { world.carryOutCommands() } else { settle(&world) }
    world.failRate = 1
    world.model.jump(to: .last)
    world.model.changed()
    for _ in 0..<5 {
      world.model.refresh()
      world.carryOutCommands()
      for _ in 0..<9 {
        world.lookUp()
        world.deliver()
        world.draw()
      }
    }
    expectEqual(world.listing.failures.count, 1)
    world.failRate = 0
    world.model.changed()
    settle(&world)
    #expect(world.cursor == world.listing.items.last && world.cursor?.key == world.table.keys.max())
  }
}
