import ListKitTesting
import TestSupport
import Testing

@testable import ListKit

/// Links in texts.
@Suite("Links") struct LinkTests {
  @Test(
    "Spaces, controls and non-ASCII characters of an address are percent-encoded",
    arguments: [
      ("https://example.org/a?b=c#d", "https://example.org/a?b=c#d"),
      ("mailto:ann@example.org", "mailto:ann@example.org"),
      ("https://example.org/a b", "https://example.org/a%20b"), ("file:///tmp/é", "file:///tmp/%C3%A9"),
      ("https://e.org/\u{1B}\\\u{7}\n", "https://e.org/%1B\\%07%0A"),
    ])
  func escaping(address: String, sent: String) {
    expectEqual(Link(address)?.address, sent)
  }

  @Test(
    "An address without a valid scheme or a target is not a link",
    arguments: ["", "no scheme", "/tmp/file", ":x", "1a:x", "https:", "a b:c"])
  func invalidAddresses(address: String) { #expect(Link(address) == nil) }

  @Test("An address that is longer than the limit is not a link") func addressLength() {
    let start = "https://e.org/"
    let most = start + String(repeating: "x", count: Link.longestAddress - start.utf8.count)
    #expect(Link(most) != nil)
    #expect(Link(most + "x") == nil)
  }

  @Test("Only the newest addresses are kept, and older links are no links any more") func forgetting() {
    let addresses = LinkAddresses(mostKept: 3)
    let first = addresses.number(of: "https://e.org/0")
    let others = (1...3).map { addresses.number(of: "https://e.org/\($0)") }
    expectEqual(addresses[first], nil)
    expectEqual(others.map { addresses[$0] }, (1...3).map { "https://e.org/\($0)" })
    expectEqual(addresses[addresses.number(of: "https://e.org/0")], "https://e.org/0")
    expectEqual(addresses[others[0]], nil)
  }

  @Test("Links are equal if their addresses are equal") func equality() {
    expectEqual(Link("https://e.org/1"), Link("https://e.org/1"))
    #expect(Link("https://e.org/1") != Link("https://e.org/2"))
  }

  @Test("A style keeps its link under a style without a link") func styles() {
    let link = Link("https://e.org/style")
    let base = TextStyle(foreground: .palette(2), link: link)
    expectEqual(
      TextStyle(attributes: .bold).over(base),
      TextStyle(foreground: .palette(2), attributes: .bold, link: link))
    let other = Link("https://e.org/other")
    expectEqual(TextStyle(link: other).over(base).link, other)
    expectEqual(base.link, link)
    expectEqual(TextStyle(link: Link(number: 0x12_3456)).link?.number, 0x12_3456)
    #expect(TextStyle.plain.link == nil)
  }

  @MainActor @Test("The row under the cursor keeps its link") func cursorRow() {
    let link = Link("https://e.org/row")
    let harness = TableHarness<Int>(columns: 20, lines: 5) {
      StyledText("row \($0)", style: TextStyle(link: link))
    }
    harness.apply([1, 2])
    harness.draw(at: 0)
    expectEqual((0..<2).map { harness.frame.line($0).count { $0.style.link == link } }, [5, 5])
  }

  @Test("A glyph takes 48 bytes, including its style and its link") func glyphSize() {
    expectEqual(MemoryLayout<Glyph>.stride, 48)
  }
}
