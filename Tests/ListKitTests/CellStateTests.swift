import FoundationEssentials
import Testing

@testable import ListKit

@MainActor
@Suite struct CellStateTests {
  @Test func stylesAreDistinct() {
    func picture(_ style: TableViewCell.CellStyle) -> [String] {
      let cell = TableViewCell(style: style, reuseIdentifier: nil)
      cell.textLabel?.text = "Height"
      cell.detailTextLabel?.text = "6190 m"
      let metrics = TextMetrics(.testing(.mono))
      let lines = cell.lines(inColumns: 24, metrics: metrics)
      var canvas = Canvas(size: Size(columns: 24, lines: lines), traits: .testing(.mono))
      cell.draw(in: &canvas, context: CellContext())
      return (0..<lines).map(canvas.frame.text(ofLine:))
    }
    #expect(picture(.default) == ["Height"])
    #expect(picture(.value1) == ["Height            6190 m"])
    #expect(picture(.value2) == ["  Height  6190 m"])
    #expect(picture(.subtitle) == ["Height", "6190 m"])
  }

  @Test func theHandlerIsToldOfEveryNewState() {
    let harness = TableHarness<Int>(columns: 12, lines: 3)
    harness.apply([1, 2])
    harness.draw(at: 0)
    let cell = harness.tableView.cellForRow(at: IndexPath(row: 0, section: 0))
    var focused: [Bool] = []
    cell?.configurationUpdateHandler = { cell, state in
      focused.append(state.isFocused)
      cell.textLabel?.text = state.isFocused ? "here" : "there"
    }
    cell?.setNeedsUpdateConfiguration()
    #expect(harness.draw(at: 0) == ["▌ here", "  2", ""])
    harness.draw(at: 0)
    harness.tableView.perform(.moveCursor(1))
    #expect(harness.draw(at: 0) == ["  there", "▌ 2", ""])
    #expect(focused == [true, false])
    #expect(cell?.configurationState.isFocused == false)
    cell?.setNeedsUpdateConfiguration()
    #expect(cell?.configurationState.isFocused == false)
    harness.draw(at: 0)
    #expect(focused == [true, false, false])
  }

  @Test func backgroundsFollowTheState() {
    var background = BackgroundConfiguration(Style(background: .palette(1)))
    background.focused = Style(background: .palette(2))
    background.selected = Style(background: .palette(3))
    background.swiped = Style(background: .palette(4))
    var state = CellConfigurationState()
    func shown() -> Color { background.style(for: state).background }
    #expect(shown() == .palette(1))
    state.isSelected = true
    #expect(shown() == .palette(3))
    state.isFocused = true
    #expect(shown() == .palette(2))
    state.isSwiped = true
    #expect(shown() == .palette(4))
    state.isHighlighted = true
    #expect(shown() == .palette(4))
    #expect(BackgroundConfiguration.clear().style(for: state) == .plain)
  }

  @Test func backgroundsAreDrawnUnderTheContent() {
    let harness = TableHarness<Int>(columns: 8, lines: 3)
    harness.apply([1, 2])
    harness.draw(at: 0)
    for row in 0..<2 {
      harness.tableView.cellForRow(at: IndexPath(row: row, section: 0))?.backgroundConfiguration =
        BackgroundConfiguration(Style(background: .palette(5)))
    }
    harness.draw(at: 0)
    func background(_ line: Int) -> [Color] { (0..<8).map { harness.frame[line, $0].style.background } }
    let blue = Color.palette(5)
    #expect(background(1) == [.default, .default, blue, blue, blue, blue, blue, .default])
    // The cursor is the theme's unless the background has one of its own.
    #expect(harness.frame[0, 3].style.attributes.contains(.reverse))
    var own = BackgroundConfiguration()
    own.focused = Style(background: blue)
    harness.tableView.cellForRow(at: IndexPath(row: 0, section: 0))?.backgroundConfiguration = own
    harness.draw(at: 0)
    #expect(background(0) == background(1))
    #expect(harness.frame[0, 0].scalar == "▌")
  }
}
