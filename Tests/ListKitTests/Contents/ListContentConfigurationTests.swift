import ListKit
import ListKitTesting
import TestSupport
import Testing

@Suite("List contents") struct ListContentConfigurationTests {
  private func draw(_ content: ListContentConfiguration, _ columns: Int) -> [String] {
    let lines = content.lines(inColumns: columns, metrics: TextMetrics(.testing(.mono)))
    var canvas = Canvas(size: ScreenSize(columns: columns, lines: lines), traits: .testing(.mono))
    content.draw(in: &canvas, context: CellContext())
    return (0..<lines).map(canvas.frame.text(ofLine:))
  }

  static let pictures: [(ListContentConfiguration.Arrangement, Int, [String])] = [
    (.inline, 24, ["Denali  6190 m"]), (.inline, 12, ["Denali  619…"]), (.inline, 5, ["Dena…"]),
    (.trailing, 24, ["Denali            6190 m"]), (.trailing, 16, ["Denali    6190 m"]),
    (.below, 24, ["Denali", "6190 m"]), (.below, 4, ["Den…", "619…"]),
  ]

  @Test("The arrangement determines the position of the secondary text", arguments: pictures)
  func arrangements(
    _ place: ListContentConfiguration.Arrangement, _ columns: Int, _ shown: [String]
  ) {
    expectEqual(draw(.init(text: "Denali", secondaryText: "6190 m", arrangement: place), columns), shown)
  }

  @Test(
    "The text with the lower priority is truncated; if equal, the arrangement decides",
    arguments: [
      (.inline, 0, 0, ["Kangchenjunga  85…"]), (.inline, 0, 1, ["Kangchenj…  8586 m"]),
      (.inline, 1, 0, ["Kangchenjunga  85…"]), (.trailing, 0, 0, ["Kangchenj…  8586 m"]),
      (.trailing, 1, 0, ["Kangchenjunga  85…"]),
    ] as [(ListContentConfiguration.Arrangement, Int, Int, [String])])
  func priorities(
    _ place: ListContentConfiguration.Arrangement, _ first: Int, _ second: Int, _ shown: [String]
  ) {
    var content = ListContentConfiguration(
      text: "Kangchenjunga", secondaryText: "8586 m", arrangement: place)
    content.textProperties.priority = first
    content.secondaryTextProperties.priority = second
    expectEqual(draw(content, 18), shown)
  }

  @Test("text contains the string of attributedText, and setting text removes the styles")
  func styledTexts() {
    var content = ListContentConfiguration.cell()
    content.text = String("Denali".reversed())
    expectEqual(content.attributedText, "ilaneD")
    content.attributedText = StyledText("Denali", style: TextStyle(attributes: .bold))
    content.secondaryAttributedText = "6190 m"
    expectEqual(content.text, "Denali")
    expectEqual(content.secondaryText, "6190 m")
    content.text = content.text
    expectEqual(content.attributedText?.runs, [])
    content.text = nil
    #expect(content.attributedText == nil)
    let name = "Denali"
    expectEqual(ColumnContentConfiguration([name]), ColumnContentConfiguration([StyledText(name)]))
  }

  @Test("An image is drawn before the text") func images() {
    expectEqual(
      draw(.init(text: "Denali", secondaryText: "6190", image: "😀", arrangement: .below), 20),
      ["😀 Denali", "   6190"])
  }

  @Test("An empty secondary text takes no line") func emptySecondaryText() {
    expectEqual(
      ListContentConfiguration(text: "a", secondaryText: "", arrangement: .below).lines(
        inColumns: 9, metrics: TextMetrics(.testing(.mono))), 1)
    expectEqual(
      ListContentConfiguration.subtitleCell().lines(inColumns: 9, metrics: TextMetrics(.testing(.mono))), 1)
    expectEqual(draw(.cell(), 9), [""])
  }

  @Test("A content is never wider than the given width", arguments: 0...20)
  func smallWidths(_ columns: Int) {
    for place in [ListContentConfiguration.Arrangement.inline, .trailing, .below] {
      let content = ListContentConfiguration(
        text: "漢字漢字", secondaryText: "漢字", image: "😀", arrangement: place)
      #expect(draw(content, columns).allSatisfy { TextMetrics(.testing(.mono)).width(of: $0) <= columns })
    }
  }

  @Test("Texts have the styles of the theme") func themeStyles() {
    var canvas = Canvas(size: ScreenSize(columns: 20, lines: 1), traits: .testing(.mono))
    var theme = Theme.mono
    theme.text = TextStyle(attributes: .italic)
    ListContentConfiguration(text: "a", secondaryText: "b").draw(
      in: &canvas, context: CellContext(theme: theme))
    expectEqual(canvas.frame[0, 0].style.attributes, .italic)
    expectEqual(canvas.frame[0, 3].style.attributes, .dim)
  }

  @Test("Each property of a content can be changed separately") func properties() {
    var content = ListContentConfiguration.valueCell()
    content.text = "Denali"
    content.secondaryText = "6190"
    expectEqual(draw(content, 16), ["Denali      6190"])
    content.image = "▲"
    expectEqual(draw(content, 16), ["▲  Denali   6190"])
    content.arrangement = .inline
    expectEqual(draw(content, 16), ["▲  Denali  6190"])
    content.secondaryText = nil
    content.textProperties.alignment = .trailing
    content.textProperties.style = TextStyle(attributes: .italic)
    expectEqual(draw(content, 16), ["▲         Denali"])
    var canvas = Canvas(size: ScreenSize(columns: 16, lines: 1), traits: .testing(.mono))
    content.draw(in: &canvas, context: CellContext())
    expectEqual(canvas.frame[0, 15].style.attributes, .italic)
  }
}
