import ListKitTesting
import TestSupport
import Testing

@testable import ListKit

/// Sequences of screens, drawn as text, while rows of one and of several lines are inserted and deleted.
@MainActor
@Suite("Row animations") struct RowAnimationTests {
  /// Returns a table of six rows with the cursor on the first one.
  private func harness(
    _ animation: RowAnimation, isUnicode: Bool = true, below: StyledText? = nil
  ) -> TableHarness<String> {
    let harness = TableHarness<String>(columns: 12, lines: 12) {
      StyledText($0)
    } below: {
      $0.count > 1 ? below : nil
    }
    harness.traits = .testing(.trueColor, isUnicode: isUnicode)
    harness.dataSource.defaultRowAnimation = animation
    harness.apply(["a", "b", "c", "d", "e", "f"])
    harness.draw(at: 0)
    return harness
  }

  /// Returns the text of some lines from 1000 ms on: one entry, with its time, for each change of the text.
  private func film(_ harness: TableHarness<String>, line: Int = 1, lines: Int = 1) -> [String] {
    var pictures: [String] = []
    for time in stride(from: 1000, through: 1400, by: 5) {
      let picture = harness.draw(at: time)[line..<line + lines].joined(separator: "/")
      if pictures.last != picture { pictures.append(picture) }
    }
    return pictures
  }

  private func inserting(_ animation: RowAnimation, isUnicode: Bool = true) -> [String] {
    let harness = harness(animation, isUnicode: isUnicode)
    harness.apply(["a", "Nanga Pa", "b", "c", "d", "e", "f"])
    return film(harness)
  }

  private func deleting(_ animation: RowAnimation) -> [String] {
    let harness = harness(.fade)
    harness.apply(["a", "Nanga Pa", "b", "c", "d", "e", "f"], animating: false)
    harness.draw(at: 900)
    harness.dataSource.defaultRowAnimation = animation
    harness.apply(["a", "b", "c", "d", "e", "f"])
    return film(harness)
  }

  @Test("Each row animation inserts a row of one line in its own way") func insertion() {
    expectEqual(inserting(.automatic), ["+ Nanga Pa"])
    expectEqual(inserting(.fade), ["+ Nanga Pa"])
    expectEqual(inserting(.left), ["+ N", "+ Na", "+ Nan", "+ Nang", "+ Nanga", "+ Nanga P", "+ Nanga Pa"])
    expectEqual(
      inserting(.right),
      ["+        a", "+       Pa", "+     a Pa", "+    ga Pa", "+   nga Pa", "+  anga Pa", "+ Nanga Pa"])
    expectEqual(inserting(.top), ["+ ▔▔▔▔▔▔▔▔", "+ Nanga Pa"])
    expectEqual(inserting(.middle), ["+ ────────", "+ Nanga Pa"])
    expectEqual(inserting(.bottom), ["+ ▁▁▁▁▁▁▁▁", "+ Nanga Pa"])
    expectEqual(inserting(.none), ["  Nanga Pa"])
  }

  @Test("Each row animation deletes a row of one line in its own way") func deletion() {
    expectEqual(deleting(.fade), ["- Nanga Pa", "  b"])
    expectEqual(
      deleting(.left), ["- Nanga Pa", "- Nanga P", "- Nanga", "- Nang", "- Nan", "- Na", "- N", "  b"])
    expectEqual(
      deleting(.right),
      [
        "- Nanga Pa", "-  anga Pa", "-   nga Pa", "-    ga Pa", "-     a Pa", "-       Pa", "-        a",
        "  b",
      ])
    expectEqual(deleting(.top), ["- Nanga Pa", "- ▔▔▔▔▔▔▔▔", "  b"])
    expectEqual(deleting(.middle), ["- Nanga Pa", "- ────────", "  b"])
    expectEqual(deleting(.bottom), ["- Nanga Pa", "- ▁▁▁▁▁▁▁▁", "  b"])
    expectEqual(deleting(.none), ["  b"])
  }

  @Test("Rows of several lines open line by line from the edge of the animation") func severalLines() {
    func film(_ animation: RowAnimation) -> [String] {
      let harness = harness(animation, below: "below")
      harness.apply(["a", "Nanga", "b", "c", "d", "e", "f"])
      return self.film(harness, lines: 2)
    }
    expectEqual(film(.top), ["+ ▔▔▔▔▔/", "+ Nanga/", "+ Nanga/  ▔▔▔▔▔", "+ Nanga/  below"])
    expectEqual(film(.bottom), ["+/  ▁▁▁▁▁", "+/  below", "+ ▁▁▁▁▁/  below", "+ Nanga/  below"])
    expectEqual(film(.middle), ["+ ▁▁▁▁▁/  ▔▔▔▔▔", "+ Nanga/  below"])
    expectEqual(Set([film(.top), film(.bottom), film(.middle)]).count, 3)
  }

  @Test("Without Unicode, row animations draw their edges with ASCII characters") func asciiEdges() {
    expectEqual(inserting(.top, isUnicode: false).first, "+ ''''''''")
    expectEqual(inserting(.middle, isUnicode: false).first, "+ --------")
    expectEqual(inserting(.bottom, isUnicode: false).first, "+ ________")
  }

  @Test("Without an animation, changes are displayed at once, with no marks and no further frame")
  func noAnimation() {
    let harness = harness(.none)
    harness.apply(["a", "new", "c", "b", "d", "e"])
    expectEqual(harness.draw(at: 1000).prefix(7), ["▌ a", "  new", "  c", "  b", "  d", "  e", ""])
    expectEqual(harness.frame[1, 3].style, .plain)
    #expect(harness.tableView.nextFrame(after: .milliseconds(1000)) == nil)
  }

  @Test("With reduced motion, rows are inserted and deleted without opening or closing")
  func reducedMotion() {
    let harness = harness(.top)
    harness.tableView.motion = .reduced
    harness.apply(["a", "new", "c", "d", "e", "f"])
    expectEqual(harness.draw(at: 1000).prefix(4), ["▌ a", "- b", "+ new", "  c"])
    #expect(harness.draw(at: 1000).contains("+ new"))
    #expect(harness.draw(at: 1200).contains("- b"))
    #expect(!harness.draw(at: 1250).contains("- b"))
  }
}
