import ListKit
import ListKitTesting
import SeededRandom
import Testing

@testable import tui_demo

@MainActor
@Suite struct SortControllerTests {
  private func session(columns: Int = 40, lines: Int = 12, size: Int = 2)
    -> TestScreen<SortController>
  {
    let model = SortModel(size: SwatchSize(columns: size), generator: SeededGenerator(seed: 5))
    return TestScreen(
      SortController(model: model, pace: .standard), columns: columns, lines: lines,
      traits: .testing(.palette))
  }

  /// The colours of a line, one a swatch.
  private func colors(
    _ session: TestScreen<SortController>, line: Int, columns: Int = 40, size: Int = 2
  ) -> [Color] {
    stride(from: 0, to: columns, by: size).map { session.frame[line, $0].style.background }
  }

  private func color(_ session: TestScreen<SortController>, _ line: Int, _ rank: Int) -> Color? {
    session.controller.model.color(of: Swatch(line: line, rank: rank)).background(.palette)
  }

  @Test func theScreenIsFilledToItsEdges() {
    let session = session()
    #expect(session.lines[0] == "Insertion sort")
    #expect(session.controller.model.lines.count == 10)
    for line in 1..<11 {
      #expect((0..<40).allSatisfy { session.frame[line, $0].style.background != .default })
      #expect(Set(colors(session, line: line)).count == 20)
    }
    #expect(session.lines[11].hasPrefix("sorting, step 0 of 19, 8/s"))
  }

  @Test func everyStepIsMovesAndNothingElse() throws {
    let session = session()
    let controller = session.controller
    var reports: [TableViewDiffableDataSource<Int, Swatch>.ApplyReport] = []
    controller.dataSource.didApply = { reports.append($0) }
    var pauses: [Duration] = []
    while !controller.model.isSorted {
      pauses.append(controller.step())
      for (section, line) in controller.model.lines.enumerated() {
        let shown = line.swatches.map { controller.model.color(of: $0).background(.palette) }
        #expect(colors(session, line: section + 1) == shown)
      }
    }
    #expect(reports.count == 19)
    for report in reports {
      let difference = try #require(report.difference)
      #expect(difference.insertedItems.isEmpty && difference.deletedItems.isEmpty)
      #expect(difference.insertedSections.isEmpty && difference.deletedSections.isEmpty)
      #expect(difference.movedSections.isEmpty && difference.reloadedItems.isEmpty)
      // One swatch a line at most: the others stand still.
      #expect((1...10).contains(difference.movedItems.count))
      #expect(difference.movedItems.allSatisfy { $0.from.section == $0.to.section })
    }
    #expect(pauses.dropLast().allSatisfy { $0 == .milliseconds(125) })
    #expect(pauses.last == .seconds(1))
  }

  @Test func whatIsSortedIsMixedAgainWithoutAnyMotion() {
    let session = session()
    while !session.controller.model.isSorted { _ = session.controller.step() }
    for line in 1..<11 {
      #expect(colors(session, line: line) == (0..<20).map { color(session, line - 1, $0) })
    }
    var differences: [Bool] = []
    session.controller.dataSource.didApply = { differences.append($0.difference != nil) }
    #expect(session.controller.step() == .milliseconds(125))
    #expect(differences == [false])
    #expect(!session.controller.model.isSorted)
    #expect(!session.contains("↕"))
  }

  @Test func theCursorTravelsWithItsSwatch() throws {
    let session = session()
    session.press(.down, .right, .right)
    let index = try #require(session.controller.tableView.cursorIndexPath)
    #expect((index.section, index.item) == (1, 2))
    let swatch = try #require(session.controller.dataSource.itemIdentifier(for: index))
    #expect(session.frame[2, 4].scalar == "◆")
    while !session.controller.model.isSorted {
      _ = session.controller.step()
    }
    #expect(session.frame[2, swatch.rank * 2].scalar == "◆")
    #expect(session.lines.joined().count { $0 == "◆" } == 1)
  }

  @Test func keysStopHurryAndResize() {
    let session = session()
    session.press(.character(" "))
    #expect(!session.controller.isSorting)
    #expect(session.lines[11].hasPrefix("stopped"))
    session.press(.character("+"), .character("+"), .character("-"))
    #expect(session.controller.pace.stepsPerSecond == 16)
    session.press(.character("]"))
    #expect(session.controller.model.count == 10)
    #expect(session.controller.model.lines.count == 5)
    #expect(colors(session, line: 1, size: 4) == colors(session, line: 2, size: 4))
    session.press(.character("["), .character("["))
    #expect(session.controller.model.count == 40)
    session.press(.character(" "))
    #expect(session.lines[11].hasPrefix("sorting"))
    session.press(.character("n"), .character("n"))
    #expect(session.lines[11].hasPrefix("stopped, step 2 of 39"))
    session.press(.function(1))
    #expect(session.contains("sort, or stop") && session.contains("faster"))
  }

  @Test(arguments: [(60, 20), (120, 40), (20, 5), (12, 4)])
  func anotherWindowIsFilledAnew(_ columns: Int, _ lines: Int) {
    let session = session()
    _ = session.controller.step()
    session.resize(columns: columns, lines: lines)
    let room = session.controller.tableView.visibleSize
    #expect(room.columns == columns)
    #expect(session.controller.model.count == columns / 2)
    #expect(session.controller.model.lines.count == room.lines)
    #expect(session.controller.model.step == 0)
    _ = session.controller.step()
    #expect(session.controller.model.step == 1)
  }

  @Test func aWindowTooSmallForASwatchSaysWhatToDo() {
    let session = session(columns: 30, lines: 5, size: 12)
    #expect(session.contains("No room for a swatch"))
    _ = session.controller.step()
    for _ in 0..<4 { session.press(.character("[")) }
    #expect(session.controller.model.lines.count == session.controller.tableView.visibleSize.lines / 2)
    #expect(!session.controller.model.lines.isEmpty)
    #expect(!session.contains("No room for a swatch"))
  }

  @Test(arguments: [ScreenTraits.ColorDepth.mono, .ansi, .palette, .trueColor], [true, false])
  func aLineRisesOnEveryTerminal(_ depth: ScreenTraits.ColorDepth, _ isUnicode: Bool) {
    let traits = ScreenTraits(colorDepth: depth, isUnicode: isUnicode) { _ in 1 }
    let pictures = (0..<6).map { place in
      var canvas = Canvas(size: Size(columns: 2, lines: 1), traits: traits)
      let content = SwatchContent(color: SwatchColor(hue: Double(place) / 5, depth: 0.5))
      content.draw(in: &canvas, context: CellContext())
      return canvas.frame.line(0).map { "\($0.scalar) \($0.style.background)" }
    }
    #expect(Set(pictures).count == 6, "\(pictures)")
    #expect(pictures.allSatisfy { $0[0] == $0[1] })
  }

  @Test func withoutColoursSwatchesAreBars() {
    let traits = ScreenTraits(colorDepth: .mono) { _ in 1 }
    func lines(_ hue: Double) -> [String] {
      var canvas = Canvas(size: Size(columns: 2, lines: 2), traits: traits)
      SwatchContent(color: SwatchColor(hue: hue, depth: 0)).draw(in: &canvas, context: CellContext())
      return (0..<2).map(canvas.frame.text(ofLine:))
    }
    #expect(lines(0) == ["", "▁▁"])
    #expect(lines(0.5) == ["", "██"])
    #expect(lines(1) == ["██", "██"])
  }
}
