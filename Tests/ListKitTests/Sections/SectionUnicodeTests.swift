import TestSupport
import ListKitTesting
import Testing

@testable import ListKit

/// Lists of names in every script: no text leaves its columns, whatever the layout and the width.
@MainActor
@Suite("Texts in any script") struct SectionUnicodeTests {
  nonisolated private static let pieces = [
    "Denali", " ", "漢字", "한글", "ﾊﾝｶｸ", "ｗｉｄｅ", "e\u{301}\u{323}\u{308}",
    "Z\u{351}\u{36B}\u{343}\u{36A}\u{302}",
    "דנאלי", "جبل", "\u{202E}evil\u{202C}", "👨‍👩‍👧‍👦", "👍🏽", "🇨🇭", "1️⃣", "❤️‍🔥", "☃", "\u{200B}", "\t", "\n",
    "\u{1B}[31m",
    "\u{7F}", "ก็", "हिन्दी", "\u{301}", "\u{FEFF}", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "\u{1F1E8}",
  ]

  private func names(_ generator: inout SeededGenerator) -> [String] {
    (0..<30).map { index in
      "\(index)"
        + (0..<generator.number(0..<9)).map { _ in
          Self.pieces[generator.number(0..<Self.pieces.count)]
        }.joined()
    }
  }

  private static let layouts: [SectionLayout] = [
    .list, .list, .strip(itemWidth: 3), .strip(itemWidth: 5, lines: 2), .strip(itemWidth: 9),
  ]

  @Test("Text in any script stays in its columns in every style, layout and width", arguments: 0..<30)
  func columnBounds(_ seed: Int) {
    var generator = SeededGenerator(seed: seed + 900)
    let style = [TableView.Style.plain, .grouped, .insetGrouped][seed % 3]
    for columns in [20, 21, 16, 40, 9, 3] {
      let harness = TableHarness<String>(columns: columns, lines: 16, style: style, text: { StyledText($0) })
      harness.traits = .testing(.mono, isUnicode: seed % 5 != 4)
      let arrangement = ListContentConfiguration.Arrangement.allForTests[seed % 4]
      let layout = Self.layouts[seed % 5]
      harness.dataSource.sectionLayoutProvider = { _ in layout }
      harness.dataSource.headerProvider = { _ in ListContentConfiguration(text: "جبل 漢字 👨‍👩‍👧‍👦 \u{1B}[0m") }
      harness.apply(names(&generator))
      harness.draw(at: 0)
      for indexPath in harness.tableView.indexPathsForVisibleRows {
        guard let name = harness.dataSource.itemIdentifier(for: indexPath) else { continue }
        var content = ListContentConfiguration(
          text: name, secondaryText: String(name.reversed()), image: "⛰️",
          arrangement: arrangement)
        content.textProperties.numberOfLines = seed % 2 * 3
        let cell = harness.tableView.cellForRow(at: indexPath)
        cell?.contentConfiguration = content
        cell?.accessories = [
          .label(text: "<"), .label(attributedText: StyledText(name), placement: .leading),
        ]
      }
      for step in 0..<4 {
        harness.tableView.perform(step % 2 == 0 ? .moveCursor(3) : .moveBeside(1))
        harness.draw(at: step)
        check(harness, "\(style) \(layout) \(columns)")
      }
    }
  }

  private func check(_ harness: TableHarness<String>, _ message: String) {
    let (frame, table) = (harness.frame, harness.tableView)
    for line in 0..<frame.size.lines {
      var halfDue = false
      for glyph in frame.line(line) {
        expectEqual((glyph.width == 0), halfDue, "\(message) \(frame.text(ofLine: line))")
        halfDue = glyph.width == 2
        guard glyph.width > 0 else { continue }
        expectEqual(harness.traits.width(glyph.scalar), Int(glyph.width), "\(message) \(glyph.scalar.value)")
        #expect(glyph.scalar.value >= 0x20 && glyph.scalar.value != 0x7F, "no control characters")
        #expect(harness.traits.isUnicode || glyph.scalar.isASCII)
      }
      #expect(!halfDue)
    }
    guard table.framesSections else { return }
    for placed in table.layout.rows where placed.row?.indexPath != nil {
      for line in max(0, placed.line)..<min(placed.range.upperBound, frame.size.lines) {
        let edge: Unicode.Scalar = harness.traits.isUnicode ? "│" : "|"
        #expect(
          frame[line, 0].scalar == edge && frame[line, frame.size.columns - 2].scalar == edge, "\(message)")
      }
    }
  }
}

extension ListContentConfiguration.Arrangement {
  fileprivate static let allForTests: [Self] = [.inline, .trailing, .below, .caption]
}
