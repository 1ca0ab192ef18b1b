import ListKitTesting
import TestSupport
import Testing

@testable import ListKit

@MainActor
@Suite("Cell states") struct CellStateTests {
  @Test(
    "A rule below a row takes a line over the width, which the cursor does not cover; reused cells forget it")
  func rules() {
    let tableView = TableView()
    tableView.register(TableViewCell.self, forCellReuseIdentifier: "cell")
    let dataSource = TableViewDiffableDataSource<Int, Int>(tableView: tableView) {
      tableView, indexPath, item in
      let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
      cell.contentConfiguration = ListContentConfiguration(text: "row \(item)")
      cell.hasRuleBelow = item == 0
      return cell
    }
    dataSource.apply(DiffableDataSourceSnapshot([(0, Array(0..<3))]), completion: nil)
    var canvas = Canvas(size: ScreenSize(columns: 24, lines: 5), traits: .testing())
    tableView.draw(in: &canvas, at: .zero)
    let lines = (0..<5).map(canvas.frame.text(ofLine:))
    #expect(lines[0].contains("row 0") && lines[2].contains("row 1") && lines[3].contains("row 2"))
    expectEqual(lines[1], String(repeating: "─", count: 23))
    expectEqual(canvas[1, 3].style, tableView.currentTheme.border)
    let cell = tableView.cellForRow(at: IndexPath(row: 0, section: 0))
    cell?.prepareForReuse()
    #expect(cell?.hasRuleBelow == false)
  }

  @Test("Each cell style has its own arrangement of text and detail") func styles() {
    func picture(_ style: TableViewCell.CellStyle) -> [String] {
      let cell = TableViewCell(style: style, reuseIdentifier: nil)
      var content = cell.defaultContentConfiguration()
      content.text = "Height"
      if style != .default { content.secondaryText = "6190 m" }
      cell.contentConfiguration = content
      let metrics = TextMetrics(.testing(.mono))
      let lines = cell.lines(inColumns: 24, metrics: metrics)
      var canvas = Canvas(size: ScreenSize(columns: 24, lines: lines), traits: .testing(.mono))
      cell.draw(in: &canvas, context: CellContext())
      return (0..<lines).map(canvas.frame.text(ofLine:))
    }
    expectEqual(picture(.default), ["Height"])
    expectEqual(picture(.value1), ["Height            6190 m"])
    expectEqual(picture(.value2), ["  Height  6190 m"])
    expectEqual(picture(.subtitle), ["Height", "6190 m"])
  }

  /// A cell that shows whether it has the cursor.
  private final class CursorCell: TableViewCell {
    var focused: [Bool] = []
    var emptied = 0

    override func prepareForReuse() {
      super.prepareForReuse()
      emptied += 1
    }

    override func updateConfiguration(using state: CellConfigurationState) {
      focused.append(state.isFocused)
      contentConfiguration = ListContentConfiguration(text: state.isFocused ? "here" : "there")
    }
  }

  @Test("A cell is updated for each new state and on request") func updates() {
    let harness = TableHarness<Int>(columns: 12, lines: 3)
    harness.tableView.register(CursorCell.self, forCellReuseIdentifier: "cell")
    harness.apply([1, 2])
    expectEqual(harness.draw(at: 0), ["▌ here", "  there", ""])
    let cell = harness.tableView.cellForRow(at: IndexPath(row: 0, section: 0)) as? CursorCell
    harness.draw(at: 0)
    harness.tableView.perform(.moveCursor(1))
    expectEqual(harness.draw(at: 0), ["  there", "▌ here", ""])
    expectEqual(cell?.focused, [true, false])
    #expect(cell?.configurationState.isFocused == false)
    cell?.setNeedsUpdateConfiguration()
    #expect(cell?.configurationState.isFocused == false)
    harness.draw(at: 0)
    expectEqual(cell?.focused, [true, false, false])
  }

  @Test("The configuration state of a cell is current before the next frame") func undrawnState() {
    let harness = TableHarness(columns: 12, lines: 3, showing: [1, 2])
    let cell = harness.tableView.cellForRow(at: IndexPath(row: 1, section: 0))
    expectEqual(cell?.configurationState, CellConfigurationState())
    harness.tableView.selectRow(at: IndexPath(row: 1, section: 0), animated: false)
    harness.tableView.moveCursor(to: IndexPath(row: 1, section: 0))
    harness.tableView.setEditing(true, animated: false)
    var state = CellConfigurationState()
    (state.isSelected, state.isFocused, state.isEditing) = (true, true, true)
    expectEqual(cell?.configurationState, state)
    harness.apply([1])
    harness.draw(at: 9000)
    expectEqual(cell?.configurationState, CellConfigurationState())
  }

  @Test("A row is highlighted while the button is pressed and for 100 ms after the primary action")
  func highlighting() {
    let harness = TableHarness(columns: 12, lines: 3, showing: [1, 2])
    func pressed() -> [Bool] {
      (0..<2).map {
        let cell = harness.tableView.cellForRow(at: IndexPath(row: $0, section: 0))
        return cell?.configurationState.isHighlighted ?? false
      }
    }
    harness.tableView.handle(MouseEvent(.press, at: ScreenPoint(line: 1, column: 4)))
    harness.draw(at: 9000)
    expectEqual(pressed(), [false, true])
    #expect(harness.tableView.nextFrame(after: harness.now) == nil)
    harness.tableView.handle(MouseEvent(.release, at: ScreenPoint(line: 1, column: 4)))
    expectEqual(pressed(), [false, false])
    harness.press(.primaryAction, at: 10_000)
    expectEqual(pressed(), [false, true])
    expectEqual(harness.tableView.nextFrame(after: harness.now), .milliseconds(10_100))
    harness.draw(at: 10_100)
    expectEqual(pressed(), [false, false])
    #expect(harness.tableView.nextFrame(after: harness.now) == nil)
    let delegate = DelegateLog()
    delegate.shouldHighlight = false
    harness.tableView.delegate = delegate
    harness.tableView.handle(MouseEvent(.press, at: ScreenPoint(line: 0, column: 4)))
    expectEqual(pressed(), [false, false])
  }

  @Test("A background configuration returns the style for the state of the cell") func backgroundStyles() {
    var background = BackgroundConfiguration(TextStyle(background: .palette(1)))
    background.focused = TextStyle(background: .palette(2))
    background.selected = TextStyle(background: .palette(3))
    var state = CellConfigurationState()
    func shown() -> Color { background.style(for: state).background }
    expectEqual(shown(), .palette(1))
    state.isSelected = true
    expectEqual(shown(), .palette(3))
    state.isFocused = true
    expectEqual(shown(), .palette(2))
    state.isHighlighted = true
    expectEqual(shown(), .palette(2))
    expectEqual(BackgroundConfiguration.clear().style(for: state), .plain)
    background.highlighted = TextStyle(background: .palette(5))
    expectEqual(shown(), .palette(5))
    background.style = .plain
    expectEqual(background.style(for: CellConfigurationState()), .plain)
  }

  @Test("A background fills the row between the margins; its focused style replaces the cursor's")
  func backgrounds() {
    let harness = TableHarness(columns: 8, lines: 3, showing: [1, 2])
    for row in 0..<2 {
      harness.tableView.cellForRow(at: IndexPath(row: row, section: 0))?.backgroundConfiguration =
        BackgroundConfiguration(TextStyle(background: .palette(5)))
    }
    harness.draw(at: 0)
    func background(_ line: Int) -> [Color] { (0..<8).map { harness.frame[line, $0].style.background } }
    let blue = Color.palette(5)
    expectEqual(background(1), [.default, .default, blue, blue, blue, blue, blue, .default])
    // The cursor has the theme's style unless the background has a style for the focused row.
    expectEqual(harness.frame[0, 3].style, Theme.standard(for: harness.traits).cursor)
    var own = BackgroundConfiguration()
    own.focused = TextStyle(background: blue)
    harness.tableView.cellForRow(at: IndexPath(row: 0, section: 0))?.backgroundConfiguration = own
    harness.draw(at: 0)
    expectEqual(background(0), background(1))
    expectEqual(harness.frame[0, 0].scalar, "▌")
  }

  @Test("The highlighted style of a row replaces the style of the cursor") func highlightedCursor() {
    let harness = TableHarness(columns: 8, lines: 3, showing: [1, 2])
    var pressed = BackgroundConfiguration()
    pressed.highlighted = TextStyle(background: .palette(5))
    harness.tableView.cellForRow(at: IndexPath(row: 0, section: 0))?.backgroundConfiguration = pressed
    harness.press(.primaryAction, at: 10_000)
    expectEqual(harness.frame[0, 3].style.background, .palette(5))
    harness.draw(at: 10_100)
    expectEqual(harness.frame[0, 3].style, Theme.standard(for: harness.traits).cursor)
  }

  @Test("Cell subclasses are prepared for reuse") func subclasses() {
    let harness = TableHarness<Int>(columns: 14, lines: 3)
    harness.tableView.register(CursorCell.self, forCellReuseIdentifier: "cell")
    harness.apply(Array(0..<100))
    for _ in 0..<10 { harness.tableView.perform(.page(1)); harness.draw(at: 0) }
    let cells = (0..<100).compactMap {
      harness.tableView.cellForRow(at: IndexPath(row: $0, section: 0)) as? CursorCell
    }
    #expect(!cells.isEmpty && cells.allSatisfy { $0.emptied > 0 })
  }
}
