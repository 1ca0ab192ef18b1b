import TestSupport
import Testing

@testable import ListKit

/// Compares the arithmetic of lines and columns with brute force.
@Suite("The geometry of lines") struct LineGeometryTests {
  private static let geometries: [LineGeometry] =
    [.list(columns: 24), .strip(slotColumns: 5)]

  @Test("Each slot is on exactly one line", arguments: geometries) func slotLines(_ geometry: LineGeometry) {
    for count in 0..<12 {
      let lines = (0..<geometry.lines(of: count)).map { Array(geometry.slots(ofLine: $0, of: count)) }
      expectEqual(lines.flatMap(\.self), Array(0..<count))
      #expect(lines.allSatisfy { !$0.isEmpty && (geometry.scrollsSideways || $0.count == 1) })
      for (number, line) in lines.enumerated() {
        #expect(line.allSatisfy { geometry.line(of: $0) == number })
      }
    }
  }

  @Test("The slots of a line are adjacent", arguments: geometries)
  func adjacentSlots(_ geometry: LineGeometry) {
    for slot in 0..<12 {
      let columns = geometry.columns(of: slot, from: 3)
      expectEqual(columns.count, geometry.slotColumns)
      let isFirst = geometry.slots(ofLine: geometry.line(of: slot), of: 12).lowerBound == slot
      expectEqual(columns.lowerBound, (isFirst ? 3 : geometry.columns(of: slot - 1, from: 3).upperBound))
    }
  }

  @Test("The visible slots of a strip are those that overlap the screen") func visibleSlots() {
    let strip = LineGeometry.strip(slotColumns: 5)
    for count in 1..<12 {
      for start in -40...0 {
        let seen = strip.seenSlots(ofLine: 0, in: 0..<24, from: start, of: count)
        let touching = (0..<count).filter { strip.columns(of: $0, from: start).overlaps(0..<24) }
        if !touching.isEmpty { expectEqual(Array(seen), touching, "\(count) \(start)") }
      }
    }
  }

  @Test("The width of an item determines its slot, up to the width of the screen") func slotWidth() {
    expectEqual(SectionLayout.strip(itemWidth: 7).geometry(in: 40).slotColumns, 10)
    expectEqual(SectionLayout.strip(itemWidth: 70).geometry(in: 40).slotColumns, 40)
  }
}
