import ListKit
import TerminalTesting
import TestSupport
import Testing

@testable import ListKitCurses

extension InProcess {
  /// Rows of all kinds of characters, drawn by table and curses on terminals that count columns differently:
  /// the characters beside, after and below each of them are in the columns that the table intends.
  @Suite("Columns of all characters") @MainActor struct ColumnTests {
    @Test("Each emoji of Unicode's emoji test leaves the text beside it in its columns")
    func listedEmoji() throws {
      let rows = EmojiRows.all
      #expect(rows.count > 3655 + 827 + 242)
      try draw(rows, columns: 60)
    }

    @Test("Emoji that Unicode does not list leave the text beside them in its columns")
    func otherEmoji() throws {
      #expect(EmojiRows.made.count > 1000)
      try draw(EmojiRows.made, columns: 40)
    }

    @Test("Each character of ambiguous width leaves the text beside it in its columns")
    func ambiguousCharacters() throws {
      let scalars = (0xA0...0x1FFFF).compactMap { Unicode.Scalar(UInt32($0)) }
        .filter { $0.hasAmbiguousWidth && $0.properties.generalCategory != .unassigned }
      #expect(scalars.count > 5000)
      try draw(
        stride(from: 0, to: scalars.count, by: 5).map { start in
          scalars[start..<min(start + 5, scalars.count)].map { "\($0)e\($0)" }.joined()
        }, columns: 50)
    }

    @Test("Text in many scripts leaves the text beside it in its columns") func scripts() throws {
      try draw(
        [
          "Müller", "Nguyễn Thị Ánh", "Ångström", "Z̷̢̛a̴l̶g̵o̷", "Χρῆστος", "Дмитрий", "山田太郎", "ﾔﾏﾀﾞ",
          "김철수", "김영희", "محمد بن سلمان", "مُحَمَّد", "بهار دماوند", "דוד בן־גוריון", "דָּוִד",
          "नरेन्द्र मोदी", "সত্যজিৎ রায়", "முத்துவேல்", "ประเทศไทย ก่ำ", "ສະບາຍດີ", "ကောင်းကင်", "ភ្នំពេញ",
          "བོད་ཡིག", "አበበ ቢቂላ", "ⴰⵎⴰⵣⵉⵖ", "ᏣᎳᎩ", "𐍅𐌿𐌻𐍆𐌹𐌻𐌰", "𝔉𝔯𝔞𝔨𝔱𝔲𝔯", "𠮷野家", "☰☱ ䷀䷁ ㉈", "\u{202E}evil\u{202C}",
        ], columns: 50)
    }

    /// A terminal that counts more columns would wrap to the next line, and scroll after the last.
    @Test("Characters of ambiguous width do not wrap to the next line", arguments: ColumnCount.allCases)
    func lastColumn(count: ColumnCount) throws {
      for columns in 1...6 {
        let drawn = try DrawnScreen(columns: columns, lines: 3, count: count)
        defer { drawn.close() }
        for text in ["☰", "🥰", "❤e", "e\u{93A}\u{93A}\u{93A}", "a🥰\u{93A}", "का"] {
          var frame = Frame(size: drawn.screen.size)
          let glyphs = drawn.metrics.glyphs(of: String(repeating: text, count: 6)).prefix(columns)
          for (column, glyph) in glyphs.enumerated() { frame[1, column] = glyph }
          // No table draws a wide character that does not fit.
          if frame[1, columns - 1].width == 2 { frame[1, columns - 1] = .blank }
          frame[2, columns - 1] = Glyph("$")
          drawn.present(frame)
          expectEqual(drawn.misplaced(from: frame), [], "\(columns) columns of \(text)")
        }
      }
    }

    private func draw(_ rows: [String], columns: Int) throws {
      let size = ScreenSize(columns: columns, lines: 50)
      let terminals =
        try ColumnCount.allCases.map { ("xterm-256color", $0, try open("xterm-256color", size, $0)) }
        + [("linux", .two, try open("linux", size, .two)), ("vt100", .one, try open("vt100", size, .one))]
      defer { for terminal in terminals { terminal.2.close() } }
      let table = TableView()
      let source = rowsBetweenBars(of: table)
      for start in stride(from: 0, to: rows.count, by: size.lines) {
        let page = Array(rows[start..<min(rows.count, start + size.lines)])
        source.apply(DiffableDataSourceSnapshot([(0, page)]), animatingDifferences: false)
        for choice in [0, 1] {
          // The cursor moves on, so that only small parts of two lines are drawn again.
          if choice > 0 { table.perform(.moveCursor(1)) }
          var canvas = Canvas(size: size, traits: terminals[0].2.screen.traits)
          table.draw(in: &canvas, at: .zero)
          for (type, count, drawn) in terminals {
            drawn.present(canvas.frame)
            let wrong = drawn.misplaced(from: canvas.frame)
            guard wrong.isEmpty else {
              Issue.record("\(type), \(count), page \(start), \(choice): \(wrong.prefix(4))")
              return
            }
          }
        }
      }
    }

    private func open(_ type: String, _ size: ScreenSize, _ count: ColumnCount) throws -> DrawnScreen {
      try DrawnScreen(type, columns: size.columns, lines: size.lines, count: count)
    }

    private func rowsBetweenBars(of table: TableView) -> TableViewDiffableDataSource<Int, String> {
      table.register(TableViewCell.self, forCellReuseIdentifier: "cell")
      return TableViewDiffableDataSource<Int, String>(tableView: table) { table, indexPath, text in
        let cell = table.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
        cell.contentConfiguration = ListContentConfiguration(text: text + "|" + text + "|")
        cell.accessories = [.label(text: "<")]
        return cell
      }
    }
  }
}

extension DrawnScreen {
  var metrics: TextMetrics { TextMetrics(screen.traits) }

  /// Returns the places where the terminal does not show the content of a frame.
  func misplaced(from frame: Frame) -> [String] {
    var wrong: [String] = []
    for line in 0..<frame.size.lines {
      var spill = 0
      for column in 0..<frame.size.columns {
        let glyph = frame[line, column]
        spill -= 1
        if glyph.widthAmbiguity != .none {
          // The terminal decides how it looks, and how far it extends over the blanks after it.
          if glyph.widthAmbiguity == .more { spill = 10 }
          continue
        }
        guard glyph.width > 0, !(glyph.isBlank && spill > 0) else { continue }
        let shown = emulator[line, column].text
        if shown != glyph.text {
          wrong.append("(\(line), \(column)) \(shown) for \(glyph.text): \(emulator.line(line))")
        }
      }
    }
    return wrong
  }
}
