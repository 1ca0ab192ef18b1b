import ListKitTesting
import TestSupport
import Testing

@testable import ListKit

/// Rows with accessories beside their content, drawn as text.
@MainActor
@Suite("Accessories") struct CellAccessoryTests {
  private func row(
    _ accessories: [CellAccessory], columns: Int = 24, isUnicode: Bool = true,
    state: (inout CellConfigurationState) -> Void = { _ in }, outline: OutlinePosition? = nil,
    at now: Duration = .zero, motion: Motion = .full, configure: (TableViewCell) -> Void = { _ in }
  ) -> String {
    let cell = TableViewCell(style: .value1, reuseIdentifier: nil)
    cell.contentConfiguration = ListContentConfiguration(text: "Denali")
    cell.accessories = accessories
    configure(cell)
    let traits = ScreenTraits.testing(.mono, isUnicode: isUnicode)
    var canvas = Canvas(size: ScreenSize(columns: columns, lines: 1), traits: traits)
    let symbols = Symbols.standard(for: traits)
    let painter = RowPainter(
      traits: traits, appearance: Appearance(.mono, symbols), columns: [], transition: nil, now: now)
    var context = CellContext(symbols: symbols, time: now, motion: motion)
    state(&context.state)
    let signs = AccessoryLayout(
      of: cell, outline: outline, bounds: painter.margins.content(of: columns), context: context,
      metrics: canvas.metrics)
    painter.draw(cell, signs, context: &context, in: &canvas)
    return canvas.frame.text(ofLine: 0)
  }

  nonisolated static let signs: [(CellAccessory, String, String)] = [
    (.disclosureIndicator(), "  Denali              ›", "  Denali              >"),
    (.detail(), "  Denali              ⓘ", "  Denali              i"),
    (.checkmark(), "  Denali              ✓", "  Denali              *"),
    (.toggle(isOn: true), "  Denali            ──●", "  Denali          [on ]"),
    (.toggle(isOn: false), "  Denali            ○──", "  Denali          [off]"),
    (.label(text: "12"), "  Denali             12", "  Denali             12"),
    (.label(text: "12", placement: .leading), "  12 Denali", "  12 Denali"),
    (.reorder(displayed: .always), "  Denali              ≡", "  Denali              ="),
    (.delete(displayed: .always), "  ⊖ Denali", "  - Denali"),
    (.insert(displayed: .always), "  ⊕ Denali", "  + Denali"),
    (.outlineDisclosure(), "  ▸ Denali", "  > Denali"),
    (.outlineDisclosure(placement: .trailing), "  Denali              ▸", "  Denali              >"),
    (.spinner(), "  Denali              ⠋", "  Denali              |"),
    (.custom(Battery(level: 2)), "  Denali           [##]", "  Denali           [##]"),
  ]

  @Test("Each accessory is drawn with its sign at its standard position", arguments: signs.indices)
  func positions(_ index: Int) {
    let (accessory, unicode, ascii) = Self.signs[index]
    expectEqual(row([accessory]), unicode)
    expectEqual(row([accessory], isUnicode: false), ascii)
  }

  @Test("Accessories are drawn in the given order") func order() {
    expectEqual(
      row([.delete(displayed: .always), .detail(), .insert(displayed: .always), .disclosureIndicator()]),
      "  ⊖ ⊕ Denali        ⓘ ›")
  }

  @Test("Editing shows and hides accessories as they specify") func editing() {
    let accessories: [CellAccessory] = [
      .disclosureIndicator(displayed: .whenNotEditing), .detail(displayed: .whenEditing), .reorder(),
      .delete(),
      .label(text: "1"),
    ]
    expectEqual(row(accessories), "  Denali            › 1")
    expectEqual(row(accessories, state: { $0.isEditing = true }), "  ⊖ Denali        ⓘ ≡ 1")
  }

  @Test("The outline sign shows that a row is expanded; a leaf has none") func outlineSigns() {
    let open = OutlinePosition(level: 1, isExpandable: true, isExpanded: true)
    let leaf = OutlinePosition(level: 1, isExpandable: false, isExpanded: false)
    let sign = CellAccessory.outlineDisclosure(placement: .trailing)
    expectEqual(row([], state: { $0.isExpanded = true }, outline: open), "    ▾ Denali")
    expectEqual(row([], outline: leaf), "      Denali")
    expectEqual(row([sign], state: { $0.isExpanded = true }, outline: open), "    Denali            ▾")
    expectEqual(row([sign], outline: leaf), "    Denali")
  }

  @Test("An accessory view follows the accessories, and reuse removes it") func accessoryView() {
    expectEqual(
      row([.checkmark()], configure: { $0.accessoryView = Battery(level: 1) }), "  Denali          ✓ [#]")
    let cell = TableViewCell(style: .default, reuseIdentifier: nil)
    cell.accessories = [.spinner()]
    cell.accessoryView = Switch()
    #expect(cell.shownAccessories.count == 2 && cell.shownAccessories[1].isSwitch)
    cell.prepareForReuse()
    #expect(cell.shownAccessories.isEmpty)
  }

  @Test("Accessories leave space for the content and do not exceed the row", arguments: 0..<30)
  func contentWidth(_ columns: Int) {
    let all: [CellAccessory] = Self.signs.map(\.0)
    for isUnicode in [true, false] {
      let text = row(all, columns: columns, isUnicode: isUnicode, state: { $0.isEditing = true })
      #expect(TextMetrics(.testing(.mono, isUnicode: true)).width(of: text) <= max(0, columns))
      if columns >= 8 { #expect(text.contains("De")) }
    }
  }

  @Test("A spinner is animated only while it is visible and motion is not reduced") func spinner() {
    let harness = TableHarness(columns: 20, lines: 3, showing: Array(0..<30))
    harness.draw(at: 10_000)
    #expect(harness.tableView.nextFrame(after: harness.now) == nil)
    harness.tableView.cellForRow(at: IndexPath(row: 1, section: 0))?.accessories = [.spinner()]
    expectEqual(harness.draw(at: 20_000)[1], "  1               ⠋")
    expectEqual(harness.tableView.nextFrame(after: harness.now), .milliseconds(20_100))
    expectEqual(harness.draw(at: 20_100)[1], "  1               ⠙")
    expectEqual(harness.draw(at: 20_999)[1], "  1               ⠏")
    harness.tableView.motion = .reduced
    expectEqual(harness.draw(at: 21_000)[1], "  1               …")
    #expect(harness.tableView.nextFrame(after: harness.now) == nil)
    harness.tableView.motion = .full
    harness.press(.last, at: 22_000)
    #expect(harness.tableView.nextFrame(after: harness.now) == nil)
  }
}

/// A custom accessory.
struct Battery: AccessoryContent {
  var level: Int

  func columns(context: CellContext) -> Int { level + 2 }

  func draw(in canvas: inout Canvas, context: CellContext) {
    canvas.write(StyledText("[" + String(repeating: "#", count: level) + "]"))
  }
}
