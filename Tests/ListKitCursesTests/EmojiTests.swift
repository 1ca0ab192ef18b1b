import ListKit
import TerminalTesting
import Testing

@testable import ListKitCurses

extension InProcess {
  /// Rows made of every kind of emoji, through curses to a terminal: what stands behind one stands in the
  /// column the table meant.
  @Suite @MainActor struct EmojiTests {
    @Test(arguments: ["xterm-256color", "tmux-256color", "linux"])
    func nothingIsShifted(type: String) throws {
      let drawn = try DrawnScreen(type, columns: 40, lines: 50)
      defer { drawn.close() }
      let metrics = TextMetrics(drawn.screen.traits)
      let table = TableView()
      table.register(TableViewCell.self, forCellReuseIdentifier: "cell")
      let source = TableViewDiffableDataSource<Int, String>(tableView: table) { table, indexPath, text in
        let cell = table.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
        cell.textLabel?.text = text + "|" + text + "|"
        cell.accessories = [.label("<")]
        return cell
      }
      let all = Emoji.sequences
      #expect(all.count > 2500)
      let known = all.filter { isKnown($0, metrics) }
      // Those the emulator does not know are few and new, so that this test proves something.
      #expect(known.count * 10 > all.count * 8, "\(known.count) of \(all.count)")
      table.allowsSelection = false
      for start in stride(from: 0, to: known.count, by: 50) {
        let page = Array(known[start..<min(known.count, start + 50)])
        source.apply(DiffableDataSourceSnapshot([(0, page)]), animatingDifferences: false)
        var canvas = Canvas(size: drawn.screen.size, traits: drawn.screen.traits)
        table.draw(in: &canvas, at: .zero)
        drawn.present(canvas.frame)
        for (line, text) in page.enumerated() {
          let name = text.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ")
          let ends = [text + "|", text + "|" + text + "|"].map { 1 + metrics.width(of: $0) }
          let shown = (ends + [38]).map { drawn.emulator[line, $0].text }
          #expect(shown == ["|", "|", "<"], "\(text) \(name): \(drawn.emulator.line(line))")
          #expect(drawn.emulator.line(line) == canvas.frame.text(ofLine: line), "\(text) \(name)")
        }
      }
    }

    /// Whether the emulator counts the columns of a text's characters as libc does. Its table is that of
    /// Unicode 9; what came later has, there as in a terminal of that time, half its width, and no program
    /// can know. It also takes two old pictures that are text by default for wide ones.
    private func isKnown(_ text: String, _ metrics: TextMetrics) -> Bool {
      metrics.glyphs(of: text).allSatisfy { glyph in
        if glyph.width == 0 { return true }
        let emulator = VirtualTerminal(columns: 10, lines: 1)
        emulator.feed(Array(String(glyph.scalar).utf8))
        if emulator.cursor.column == Int(glyph.width) { return true }
        let age = glyph.scalar.properties.age
        let isPicture = glyph.scalar.properties.isEmojiPresentation
        #expect(!isPicture || (age?.major ?? 0) > 9, "\(text) of Unicode \(age?.major ?? 0)")
        return false
      }
    }
  }
}

/// Emoji as Unicode builds them.
enum Emoji {
  static let sequences: [String] = unique(
    single + presented + flags + keycaps + toned + joined + tagged)

  private static let scalars: [Unicode.Scalar] = [0x2600...0x27BF, 0x1F300...0x1FAFF].joined()
    .compactMap { Unicode.Scalar(UInt32($0)) }
    .filter { $0.properties.generalCategory != .unassigned }

  private static let single = scalars.map { String($0) }

  /// Characters that are text unless a selector makes a picture of them, and the other way round.
  private static let presented = scalars.filter(\.properties.isEmoji)
    .flatMap { ["\($0)\u{FE0F}", "\($0)\u{FE0E}"] }

  private static let letters = (0x1F1E6...0x1F1FF).compactMap { Unicode.Scalar(UInt32($0)) }
  private static let flags = letters.flatMap { first in letters.map { "\(first)\($0)" } }

  private static let keycaps = "0123456789#*".flatMap { ["\($0)\u{FE0F}\u{20E3}", "\($0)\u{20E3}"] }

  private static let tones = (0x1F3FB...0x1F3FF).compactMap { Unicode.Scalar(UInt32($0)) }
  private static let toned = scalars.filter(\.properties.isEmojiModifierBase)
    .flatMap { base in tones.map { "\(base)\($0)" } }

  /// Families, couples, professions, and people of two skin tones.
  private static let joined: [String] = {
    let people = ["👨", "👩", "🧑"]
    let children = ["👦", "👧", "👧\u{200D}👦"]
    let things = ["🌾", "🍳", "🎓", "🎤", "🏫", "🏭", "💻", "💼", "🔧", "🔬", "🚀", "🚒", "⚕\u{FE0F}", "✈\u{FE0F}"]
    var all = [
      "❤\u{FE0F}\u{200D}🔥", "🏳\u{FE0F}\u{200D}🌈", "🏴\u{200D}☠\u{FE0F}", "👁\u{FE0F}\u{200D}🗨\u{FE0F}",
      "🐻\u{200D}❄\u{FE0F}",
    ]
    for one in people {
      for thing in things {
        all.append("\(one)\u{200D}\(thing)")
        all += tones.map { "\(one)\($0)\u{200D}\(thing)" }
      }
      for other in people {
        all.append("\(one)\u{200D}❤\u{FE0F}\u{200D}💋\u{200D}\(other)")
        for child in children { all.append("\(one)\u{200D}\(other)\u{200D}\(child)") }
        for tone in tones { all.append("\(one)\(tone)\u{200D}🤝\u{200D}\(other)\(tones[0])") }
      }
    }
    return all
  }()

  /// The flags of parts of a country.
  private static let tagged = ["gbeng", "gbsct", "gbwls", "ustx"].map { name in
    let tags = name.unicodeScalars.compactMap { Unicode.Scalar(0xE0000 + $0.value) }
    return "🏴" + tags.map { String($0) }.joined() + "\u{E007F}"
  }

  private static func unique(_ texts: [String]) -> [String] {
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }
  }
}
