import ListKit
import TestSupport
import Testing

@testable import ListKitCurses

/// Marks of cells, which are replaced by links in the output of curses.
@Suite("Link marks") struct LinkMarksTests {
  private func address(_ number: Int) throws -> Link {
    let link = Link("https://e.org/\(number)")
    return try #require(link)
  }

  /// Returns the output in a readable form: `[0→https://e.org/1]text[]`.
  private func readable(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self)
      .replacing("\u{1B}]8;;\u{1B}\\", with: "[]").replacing("\u{1B}]8;id=", with: "[").replacing(
        "\u{1B}\\", with: "]")
  }

  private func linked(_ text: String, _ marks: LinkMarks) -> String {
    readable(
      marks.linked(Array(text.utf8)) { (0x300...0x36F).contains($0.value) || $0.value > 0xE0000 ? 0 : 1 })
  }

  @Test("Adjacent characters with the same mark are written as one link") func links() throws {
    var marks = LinkMarks()
    marks.beginFrame()
    let one = try mark(address(1), &marks)
    let two = try mark(address(2), &marks)
    #expect(marks.isNeeded)
    expectEqual(linked("ab", marks), "ab")
    expectEqual(linked("xa\(one)b\(one)y", marks), "x[0;https://e.org/1]ab[]y")
    expectEqual(linked("a\(one)b\(two)c", marks), "[0;https://e.org/1]a[][1;https://e.org/2]b[]c")
    expectEqual(
      linked("a\(one)\u{1B}[1mb\(one)", marks), "[0;https://e.org/1]a[]\u{1B}[1m[0;https://e.org/1]b[]")
    expectEqual(linked("山\(one)e\u{301}\(one)é\(one)", marks), "[0;https://e.org/1]山e\u{301}é[]")
  }

  private func mark(_ link: Link, _ marks: inout LinkMarks) throws -> String {
    let mark = try #require(marks.mark(for: link).flatMap(Unicode.Scalar.init))
    return String(LinkMarks.tag) + String(mark)
  }

  @Test("Invalid bytes are written unchanged") func invalidBytes() {
    var marks = LinkMarks()
    marks.beginFrame()
    for bytes: [UInt8] in [
      [0xF3], [0xF3, 0xA0, 0x80, 0x81], [0xF3, 0xA0, 0x80, 0x81, 0xF3, 0xA0], [0x80, 0xF3, 0xA0],
    ] {
      expectEqual(marks.linked(bytes) { _ in 0 }, bytes)
    }
  }

  @Test("A link keeps its mark while it is shown, and successive links have different marks")
  func reuse() throws {
    var marks = LinkMarks()
    marks.beginFrame()
    let first = try marks.mark(for: address(1))
    for number in 0..<2000 {
      marks.beginFrame()
      try expectEqual(marks.mark(for: address(1)), first)
      // The link of the previous frame is still on the screen.
      #expect(try marks.mark(for: address(100 + number)) != marks.mark(for: address(99 + number)))
    }
  }

  @Test("A frame has marks for at most 240 links, and unused marks become free") func limit() throws {
    var marks = LinkMarks()
    marks.beginFrame()
    let given = try (0..<300).compactMap { try marks.mark(for: address($0)) }
    #expect(given.count == 240 && Set(given).count == 240)
    marks.beginFrame()
    #expect(try marks.mark(for: address(299)) == nil)
    marks.beginFrame()
    marks.beginFrame()
    #expect(!marks.isNeeded)
    #expect(try marks.mark(for: address(299)) != nil)
  }
}

/// Marks of cells, which are replaced by strikethrough in the output of curses.
@Suite("Strikethrough marks") struct StrikethroughMarksTests {
  @Test(
    "Adjacent characters with a mark are struck out as one run",
    arguments: [
      ("", ""), ("ab", "ab"), ("a\u{336}b\u{336}c", "<ab>c"), ("xa\u{336}b", "x<a>b"),
      ("a\u{336}\u{1B}[1mb\u{336}", "<a>\u{1B}[1m<b>"), ("山\u{336}e\u{301}\u{336}", "<山e\u{301}>"),
      ("\u{336}a", "<>a"),
    ])
  func strikethrough(text: String, expected: String) {
    let marks = StrikethroughMarks(beginning: [UInt8(ascii: "<")], ending: [UInt8(ascii: ">")])
    let written = marks.struckOut(Array(text.utf8)) { (0x300...0x36F).contains($0.value) ? 0 : 1 }
    expectEqual(String(decoding: written, as: UTF8.self), expected)
  }
}
