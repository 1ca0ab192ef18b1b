import ListKit
import ListKitTesting
import SeededRandom
import TestSupport
import Testing

@testable import tui_demo

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
