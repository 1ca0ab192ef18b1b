import ListKit
import ListKitTesting
import SeededRandom
import TerminalTesting
import TestSupport
import Testing

@testable import tui_demo

@Suite("The model of the sort demo") struct SortModelTests {
  private func model(columns: Int, lines: Int = 4, size: Int? = 1, seed: UInt64 = 1) -> SortModel {
    var model = SortModel(
      size: size.map { SwatchSize(columns: $0) }, generator: SeededGenerator(seed: seed))
    model.fill(Size(columns: columns, lines: lines))
    return model
  }

  private func ranks(_ line: SortModel.Line) -> [Int] { line.swatches.map(\.rank) }

  @Test("Each step sorts one more swatch of every line", arguments: 0..<8, [1, 2, 9, 40])
  func steps(_ seed: UInt64, _ count: Int) {
    var model = model(columns: count, seed: seed)
    for step in 1..<max(2, count) {
      let before = model.lines
      expectEqual(model.sortNext().count, (count > 1 ? 4 : 0))
      for (old, new) in zip(before, model.lines) {
        let sorted = ranks(new)[..<min(count, step + 1)]
        expectEqual(Array(sorted), sorted.sorted())
        expectEqual(ranks(new).sorted(), Array(0..<count))
        expectEqual(ranks(new)[sorted.endIndex...], ranks(old)[sorted.endIndex...])
      }
    }
    #expect(model.isSorted)
    #expect(model.sortNext().isEmpty)
    expectEqual(model.step, max(0, count - 1))
  }

  @Test("Swatches of different colours fill the given size, in a size that suits the window") func filling() {
    let filled = model(columns: 83, lines: 23, size: 4)
    expectEqual([filled.count, filled.lines.count], [20, 11])
    expectEqual(Set(filled.lines.flatMap(\.swatches)).count, 220)
    #expect(model(columns: 3, lines: 2, size: 4).lines.allSatisfy { $0.swatches.isEmpty && $0.isSorted })
    let wide = model(columns: 160, lines: 3)
    for line in wide.lines {
      expectEqual(Set(line.swatches.map { wide.color(of: $0).hexadecimal }).count, 160)
    }
    expectEqual(model(columns: 80, lines: 22, size: nil).size.columns, 2)
    expectEqual(model(columns: 300, lines: 98, size: nil).size.columns, 6)
    var again = model(columns: 40)
    again.fill(Size(columns: 40, lines: 4))
    #expect(again.lines != model(columns: 40).lines, "filling again gives others")
  }

  @Test("The size of the swatches stays between 1 and 12 columns") func sizeLimits() {
    var (sizes, size) = ([SwatchSize.smallest], SwatchSize.smallest)
    while size != size.larger { (size, sizes) = (size.larger, sizes + [size.larger]) }
    while size != size.smaller { (size, sizes) = (size.smaller, sizes + [size.smaller]) }
    expectEqual(sizes.map(\.columns), [2, 4, 6, 8, 10, 12, 10, 8, 6, 4, 2, 1])
  }

  @Test(
    "Swatches of different hues look different at every colour depth",
    arguments: [ScreenTraits.ColorDepth.mono, .ansi, .palette, .trueColor], [true, false])
  func colourDepths(_ depth: ScreenTraits.ColorDepth, _ isUnicode: Bool) {
    let traits = ScreenTraits(colorDepth: depth, isUnicode: isUnicode) { _ in 1 }
    let pictures = (0..<6).map { place in
      var canvas = Canvas(size: Size(columns: 2, lines: 1), traits: traits)
      let content = SwatchContent(color: SwatchColor(hue: Double(place) / 5, depth: 0.5))
      content.draw(in: &canvas, context: CellContext())
      return canvas.frame.line(0).map { "\($0.scalar) \($0.style.background)" }
    }
    expectEqual(Set(pictures).count, 6, "\(pictures)")
    #expect(pictures.allSatisfy { $0[0] == $0[1] })
  }
}

@MainActor
@Suite("The screen of the sort demo") struct SortControllerTests {
  private let session: TestScreen<SortController>
  private var controller: SortController { session.controller }

  init() {
    let model = SortModel(size: SwatchSize(columns: 2), generator: SeededGenerator(seed: 5))
    session = TestScreen(
      SortController(model: model), columns: 40, lines: 12, traits: .testing(.palette))
  }

  /// The colours of the swatches in a line of the screen.
  private func colors(line: Int, size: Int = 2) -> [Color] {
    stride(from: 0, to: 40, by: size).map { session.frame[line, $0].style.background }
  }

  @Test("Each step applies at most one move per line, the cursor follows its swatch, and the end starts anew")
  func steps() throws {
    #expect(session.lines[11].hasPrefix("sorting, step 0 of 19, 8/s"))
    session.press(.down, .right, .right)
    let index = try #require(controller.tableView.cursorIndexPath)
    let swatch = try #require(controller.dataSource.itemIdentifier(for: index))
    var reports: [TableViewDiffableDataSource<Int, Swatch>.ApplyReport] = []
    controller.dataSource.didApply = { reports.append($0) }
    var pauses: [Duration] = []
    while !controller.model.isSorted {
      pauses.append(controller.step())
      for (section, line) in controller.model.lines.enumerated() {
        let shown = line.swatches.map { controller.model.color(of: $0).background(.palette) }
        expectEqual(colors(line: section + 1), shown)
      }
    }
    expectEqual(session.frame[2, swatch.rank * 2].scalar, "◆")
    expectEqual(pauses, Array(repeating: .milliseconds(125), count: 18) + [.seconds(1)])
    expectEqual(reports.count, 19)
    for difference in reports.map(\.difference) {
      let difference = try #require(difference)
      let moves = difference.movedItems
      #expect((1...10).contains(moves.count) && difference.changeCount == moves.count)
      #expect(moves.allSatisfy { $0.from.section == $0.to.section })
    }
    expectEqual(controller.step(), .milliseconds(125))
    #expect(reports.last?.difference == nil, "a reload has no animation")
    #expect(!controller.model.isSorted && !session.contains("↕"))
  }

  @Test("Keys stop the sort, change its speed and change the size of the swatches") func keys() {
    session.press("space")
    #expect(!controller.isSorting && session.lines[11].hasPrefix("stopped"))
    session.press("+", "+", "-")
    expectEqual(controller.stepsPerSecond, 16)
    session.press("]")
    expectEqual([controller.model.count, controller.model.lines.count], [10, 5])
    expectEqual(colors(line: 1, size: 4), colors(line: 2, size: 4))
    session.press("[", "[", "n", "n")
    #expect(session.lines[11].hasPrefix("stopped, step 2 of 39"))
    for _ in 0..<9 { session.press("+") }
    expectEqual(controller.stepsPerSecond, 100)
    for _ in 0..<9 { session.press("-") }
    expectEqual(controller.stepsPerSecond, 1)
  }

  @Test("A resized window is filled with new swatches", arguments: [(60, 20), (120, 40), (20, 5), (12, 4)])
  func resizing(_ columns: Int, _ lines: Int) {
    _ = controller.step()
    session.resize(columns: columns, lines: lines)
    expectEqual(
      [controller.model.count, controller.model.lines.count, controller.model.step],
      [columns / 2, controller.tableView.visibleSize.lines, 0])
  }

  @Test("If the swatches do not fit, a message is shown until they are made smaller") func smallWindow() {
    for _ in 0..<5 { session.press("]") }
    session.resize(columns: 30, lines: 5)
    #expect(session.contains("The window is too small"))
    _ = controller.step()
    for _ in 0..<4 { session.press("[") }
    #expect(!controller.model.lines.isEmpty && !session.contains("The window is too small"))
  }
}

@Suite("The sort demo on a terminal", .waitsForProcesses) struct SortSessionTests {
  @Test(
    "The sort finishes, can be stopped, and starts again; without colours, the swatches are bars",
    arguments: ["xterm-256color", "vt100"])
  func sorting(_ type: String) throws {
    let terminal = try startDemo(
      "sort", "--speed", "50", "--seed", "1", environment: ["TERM": type], columns: 40, lines: 10)
    try terminal.wait(for: "step 19 of 19")
    terminal.type(" ")
    try terminal.wait(for: "stopped")
    func colors() -> [VirtualTerminal.Color] { (0..<40).map { terminal.screen[1, $0].background } }
    let sorted = colors()
    #expect(
      type == "vt100"
        ? terminal.screen.line(1).hasPrefix("▁▁▁▁") : Set(sorted.map { "\($0)" }).count > 4)
    terminal.type(" ")
    try terminal.wait { !$0.contains("19 of 19") && $0.contains("sorting") }
    #expect(type == "vt100" || colors() != sorted)
    try terminal.finish(typing: "q")
  }
}
