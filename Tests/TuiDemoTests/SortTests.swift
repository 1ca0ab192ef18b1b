import ListKit
import ListKitTesting
import SeededRandom
import TerminalTesting
import TestSupport
import Testing

@testable import tui_demo

@Suite("The model of the sort demo") struct SortModelTests {
  private func model(columns: Int, lines: Int = 4, size: Int = 1, seed: UInt64 = 1) -> SortModel {
    var model = SortModel(size: SwatchSize(columns: size), generator: SeededGenerator(seed: seed))
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
        #expect(sorted.elementsEqual(sorted.sorted()))
        #expect(ranks(new).sorted().elementsEqual(0..<count))
        expectEqual(ranks(new)[sorted.endIndex...], ranks(old)[sorted.endIndex...])
      }
    }
    #expect(model.isSorted)
    #expect(model.lines.allSatisfy { ranks($0).elementsEqual(0..<count) })
    #expect(model.sortNext().isEmpty)
    expectEqual(model.step, max(0, count - 1))
  }

  @Test("Swatches fill the given size, and there are none if it is too small") func filling() {
    let model = model(columns: 83, lines: 23, size: 4)
    expectEqual(model.count, 20)
    expectEqual(model.lines.count, 11)
    let swatches = model.lines.flatMap(\.swatches)
    expectEqual(Set(swatches).count, 220)
    #expect(self.model(columns: 3, lines: 2, size: 4).lines.allSatisfy { $0.swatches.isEmpty && $0.isSorted })
    #expect(self.model(columns: 0, lines: 0).isSorted)
  }

  @Test("The same seed gives the same swatches, and filling again gives others") func seeds() {
    expectEqual(model(columns: 40, seed: 7).lines, model(columns: 40, seed: 7).lines)
    #expect(model(columns: 40, seed: 7).lines != model(columns: 40, seed: 8).lines)
    var again = model(columns: 40, seed: 7)
    again.fill(Size(columns: 40, lines: 4))
    #expect(again.lines != model(columns: 40, seed: 7).lines)
  }

  @Test("All colours of a line are different") func distinctColours() {
    let model = model(columns: 160, lines: 3)
    for line in model.lines {
      expectEqual(Set(line.swatches.map { model.color(of: $0).hexadecimal }).count, 160)
    }
    expectEqual(SwatchColor(hue: 0, depth: 1).hexadecimal, "#a50808")
    expectEqual(SwatchColor(hue: 0, depth: 0).hexadecimal, "#ff7272")
  }

  @Test("The size of the swatches depends on the window unless it is chosen") func automaticSize() {
    var model = SortModel(size: nil, generator: SeededGenerator(seed: 1))
    model.fill(Size(columns: 80, lines: 22))
    expectEqual(model.size.columns, 2)
    model.fill(Size(columns: 300, lines: 98))
    expectEqual(model.size.columns, 6)
    expectEqual(model.count * model.lines.count, 50 * 32)
    model.chosenSize = SwatchSize(columns: 1)
    model.fill(Size(columns: 300, lines: 98))
    expectEqual(model.count * model.lines.count, 300 * 98)
  }

  @Test("The size of the swatches stays between 1 and 12 columns") func sizeLimits() {
    var (sizes, size) = ([SwatchSize.smallest], SwatchSize.smallest)
    while size != size.larger { (size, sizes) = (size.larger, sizes + [size.larger]) }
    expectEqual(sizes.map(\.columns), [2, 4, 6, 8, 10, 12])
    while size != size.smaller { (size, sizes) = (size.smaller, sizes + [size.smaller]) }
    expectEqual(sizes.map(\.columns).suffix(6), [10, 8, 6, 4, 2, 1])
    expectEqual(size.larger.columns, 2)
    expectEqual(sizes.map(\.lines).max(), 6)
  }
}

@MainActor
@Suite("The screen of the sort demo") struct SortControllerTests {
  private func session(columns: Int = 40, lines: Int = 12, size: Int = 2)
    -> TestScreen<SortController>
  {
    let model = SortModel(size: SwatchSize(columns: size), generator: SeededGenerator(seed: 5))
    return TestScreen(
      SortController(model: model), columns: columns, lines: lines,
      traits: .testing(.palette))
  }

  /// Returns the colours of a line, one for each swatch.
  private func colors(
    _ session: TestScreen<SortController>, line: Int, columns: Int = 40, size: Int = 2
  ) -> [Color] {
    stride(from: 0, to: columns, by: size).map { session.frame[line, $0].style.background }
  }

  private func color(_ session: TestScreen<SortController>, _ line: Int, _ rank: Int) -> Color? {
    session.controller.model.color(of: Swatch(line: line, rank: rank)).background(.palette)
  }

  @Test("Swatches of different colours fill the screen, and the status counts the steps") func firstScreen() {
    let session = session()
    expectEqual(session.lines[0], "Insertion sort")
    expectEqual(session.controller.model.lines.count, 10)
    for line in 1..<11 {
      #expect((0..<40).allSatisfy { session.frame[line, $0].style.background != .default })
      expectEqual(Set(colors(session, line: line)).count, 20)
    }
    #expect(session.lines[11].hasPrefix("sorting, step 0 of 19, 8/s"))
  }

  @Test("Each step applies only moves, at most one per line") func steps() throws {
    let session = session()
    let controller = session.controller
    var reports: [TableViewDiffableDataSource<Int, Swatch>.ApplyReport] = []
    controller.dataSource.didApply = { reports.append($0) }
    var pauses: [Duration] = []
    while !controller.model.isSorted {
      pauses.append(controller.step())
      for (section, line) in controller.model.lines.enumerated() {
        let shown = line.swatches.map { controller.model.color(of: $0).background(.palette) }
        expectEqual(colors(session, line: section + 1), shown)
      }
    }
    expectEqual(reports.count, 19)
    for report in reports {
      let difference = try #require(report.difference)
      #expect(difference.insertedItems.isEmpty && difference.deletedItems.isEmpty)
      #expect(difference.insertedSections.isEmpty && difference.deletedSections.isEmpty)
      #expect(difference.movedSections.isEmpty && difference.reloadedItems.isEmpty)
      // At most one swatch moves per line; the others stay.
      #expect((1...10).contains(difference.movedItems.count))
      #expect(difference.movedItems.allSatisfy { $0.from.section == $0.to.section })
    }
    #expect(pauses.dropLast().allSatisfy { $0 == .milliseconds(125) })
    expectEqual(pauses.last, .seconds(1))
  }

  @Test("The step after the last one shuffles the swatches without animated changes") func restart() {
    let session = session()
    while !session.controller.model.isSorted { _ = session.controller.step() }
    for line in 1..<11 {
      expectEqual(colors(session, line: line), (0..<20).map { color(session, line - 1, $0) })
    }
    var differences: [Bool] = []
    session.controller.dataSource.didApply = { differences.append($0.difference != nil) }
    expectEqual(session.controller.step(), .milliseconds(125))
    expectEqual(differences, [false])
    #expect(!session.controller.model.isSorted)
    #expect(!session.contains("↕"))
  }

  @Test("The cursor follows its swatch") func movingCursor() throws {
    let session = session()
    session.press(.down, .right, .right)
    let index = try #require(session.controller.tableView.cursorIndexPath)
    #expect((index.section, index.item) == (1, 2))
    let swatch = try #require(session.controller.dataSource.itemIdentifier(for: index))
    expectEqual(session.frame[2, 4].scalar, "◆")
    while !session.controller.model.isSorted {
      _ = session.controller.step()
    }
    expectEqual(session.frame[2, swatch.rank * 2].scalar, "◆")
    expectEqual(session.lines.joined().count { $0 == "◆" }, 1)
  }

  @Test("Keys stop the sort, change its speed and change the size of the swatches") func keys() {
    let session = session()
    session.press(.character(" "))
    #expect(!session.controller.isSorting)
    #expect(session.lines[11].hasPrefix("stopped"))
    session.press(.character("+"), .character("+"), .character("-"))
    expectEqual(session.controller.stepsPerSecond, 16)
    session.press(.character("]"))
    expectEqual(session.controller.model.count, 10)
    expectEqual(session.controller.model.lines.count, 5)
    expectEqual(colors(session, line: 1, size: 4), colors(session, line: 2, size: 4))
    session.press(.character("["), .character("["))
    expectEqual(session.controller.model.count, 40)
    session.press(.character(" "))
    #expect(session.lines[11].hasPrefix("sorting"))
    session.press(.character("n"), .character("n"))
    #expect(session.lines[11].hasPrefix("stopped, step 2 of 39"))
    for _ in 0..<9 { session.press(.character("+")) }
    expectEqual(session.controller.stepsPerSecond, 100)
    for _ in 0..<9 { session.press(.character("-")) }
    expectEqual(session.controller.stepsPerSecond, 1)
    session.press(.function(1))
    // The whole status is above the keys.
    func scroll(to text: String) {
      for _ in 0..<20 where !session.contains(text) { session.press(.down) }
      #expect(session.contains(text))
    }
    scroll(to: "sort, or stop")
    scroll(to: "smaller swatches")
  }

  @Test("A resized window is filled with new swatches", arguments: [(60, 20), (120, 40), (20, 5), (12, 4)])
  func resizing(_ columns: Int, _ lines: Int) {
    let session = session()
    _ = session.controller.step()
    session.resize(columns: columns, lines: lines)
    let room = session.controller.tableView.visibleSize
    expectEqual(room.columns, columns)
    expectEqual(session.controller.model.count, columns / 2)
    expectEqual(session.controller.model.lines.count, room.lines)
    expectEqual(session.controller.model.step, 0)
    _ = session.controller.step()
    expectEqual(session.controller.model.step, 1)
  }

  @Test("If the swatches do not fit, a message is shown until they are made smaller") func smallWindow() {
    let session = session(columns: 30, lines: 5, size: 12)
    #expect(session.contains("The window is too small"))
    _ = session.controller.step()
    for _ in 0..<4 { session.press(.character("[")) }
    expectEqual(session.controller.model.lines.count, session.controller.tableView.visibleSize.lines / 2)
    #expect(!session.controller.model.lines.isEmpty)
    #expect(!session.contains("The window is too small"))
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

  @Test("Without colours, swatches are bars of different heights") func bars() {
    let traits = ScreenTraits(colorDepth: .mono) { _ in 1 }
    func lines(_ hue: Double) -> [String] {
      var canvas = Canvas(size: Size(columns: 2, lines: 2), traits: traits)
      SwatchContent(color: SwatchColor(hue: hue, depth: 0)).draw(in: &canvas, context: CellContext())
      return (0..<2).map(canvas.frame.text(ofLine:))
    }
    expectEqual(lines(0), ["", "▁▁"])
    expectEqual(lines(0.5), ["", "██"])
    expectEqual(lines(1), ["██", "██"])
  }
}

/// The insertion sort on a pseudo-terminal.
@Suite("The sort demo on a terminal", .waitsForProcesses) struct SortSessionTests {
  private func start(_ arguments: [String], environment: [String: String?] = [:]) throws -> PseudoTerminal {
    try PseudoTerminal(
      BuiltProducts.path(of: "tui-demo"), ["sort"] + arguments, environment: environment, columns: 40,
      lines: 10)
  }

  private func backgrounds(_ screen: VirtualTerminal, line: Int) -> [VirtualTerminal.Color] {
    (0..<screen.size.columns).map { screen[line, $0].background }
  }

  @Test(
    "The sort finishes, can be stopped, and starts again",
    arguments: ["xterm-256color", "tmux-256color", "linux", "vt100"])
  func sorting(_ type: String) throws {
    let terminal = try start(["--speed", "50", "--seed", "1"], environment: ["TERM": type])
    try terminal.wait(for: "step 19 of 19")
    terminal.type(" ")
    try terminal.wait(for: "stopped")
    let sorted = terminal.screen.lines
    let colors = backgrounds(terminal.screen, line: 1)
    #expect(type == "vt100" ? sorted[1].hasPrefix("▁▁▁▁") : Set(colors.map { "\($0)" }).count > 4)
    terminal.type(" ")
    try terminal.wait { !$0.contains("19 of 19") && $0.contains("sorting") }
    #expect(type == "vt100" || backgrounds(terminal.screen, line: 1) != colors)
    terminal.type("q")
    try expectEqual(terminal.waitForEnd(), .exited(0))
    expectEqual(terminal.settings, terminal.initialSettings)
  }

  @Test("A stopped sort adapts to another size of the swatches and of the window") func resizing() throws {
    let terminal = try start(["--seed", "1", "--swatch-size", "4", "--speed", "1"])
    try terminal.wait(for: "of 9, 1/s")
    terminal.type(" ")
    try terminal.wait(for: "stopped")
    terminal.type("]")
    try terminal.wait(for: "of 5")
    terminal.resize(columns: 60, lines: 20)
    try terminal.wait { $0.line(19).contains("step 0 of 9") }
    #expect(backgrounds(terminal.screen, line: 18).allSatisfy { $0 != .default })
    terminal.type("\u{1b}")
    try expectEqual(terminal.waitForEnd(), .exited(0))
  }

  @Test("With NO_COLOR, the swatches are bars") func bars() throws {
    let terminal = try start(["--speed", "50", "--seed", "1"], environment: ["NO_COLOR": "1"])
    try terminal.wait { $0.line(1).hasPrefix("▁▁▁▁") && $0.line(8).hasSuffix("▇▇██") }
    terminal.type("q")
    try expectEqual(terminal.waitForEnd(), .exited(0))
    #expect(!terminal.outputText.contains("\u{1b}[48"))
  }

  @Test("The n key of a script takes a single step") func script() throws {
    let arguments = ["sort", "--seed", "3", "--speed", "1", "--dump-screen", "--size", "64x18"]
    let run = try HeadlessRun(
      BuiltProducts.path(of: "tui-demo"), arguments + ["--script", "space n n n n"])
    expectEqual(run.end, .exited(0))
    // One step per second happens without a key, and the first key may wait that long for the first frame.
    #expect(run.standardOutput.contains(/stopped, step [4-9] of 31/))
  }

  @Test("A pipe receives the swatches, and the same seed gives the same swatches") func pipe() throws {
    let program = BuiltProducts.path(of: "tui-demo")
    let run = try HeadlessRun(program, ["sort", "--seed", "1"])
    expectEqual(run.end, .exited(0))
    let lines = run.standardOutput.split(separator: "\n").map { $0.split(separator: "\t") }
    expectEqual(lines.count, 40 * 22)
    expectEqual(Set(lines.prefix(40).compactMap { Int($0[1]) }), Set(1...40))
    #expect(lines.allSatisfy { $0.count == 3 && $0[2].first == "#" })
    try expectEqual(HeadlessRun(program, ["sort", "--seed", "1"]).standardOutput, run.standardOutput)
    #expect(try HeadlessRun(program, ["sort", "--seed", "2"]).standardOutput != run.standardOutput)
  }

  @Test(
    "Options beyond their limits are refused",
    arguments: [
      ["--speed", "0"], ["--speed", "101"], ["--swatch-size", "0"], ["--swatch-size", "13"],
    ])
  func optionLimits(_ arguments: [String]) throws {
    let run = try HeadlessRun(BuiltProducts.path(of: "tui-demo"), ["sort"] + arguments)
    expectEqual(run.end, .exited(64))
    #expect(run.standardError.contains(arguments[0]))
  }
}
