import ListKitTesting
import Testing

@testable import ListKit

@MainActor
@Suite struct ProgressContentConfigurationTests {
  private func draw(
    _ progress: WorkProgress, columns: Int = 26, text: String? = nil, at time: Duration = .zero,
    motion: Motion = .full, isUnicode: Bool = true
  ) -> String {
    var canvas = Canvas(
      size: Size(columns: columns, lines: 1), traits: .testing(.mono, isUnicode: isUnicode))
    let content = ProgressContentConfiguration(text: text, progress: progress)
    content.draw(in: &canvas, context: CellContext(time: time, motion: motion))
    return canvas.frame.text(ofLine: 0)
  }

  @Test func aBarTellsThePartThatIsDone() {
    #expect(draw(.fraction(0)) == "────────────────────    0%")
    #expect(draw(.fraction(0.5)) == "━━━━━━━━━━──────────   50%")
    #expect(draw(.fraction(1)) == "━━━━━━━━━━━━━━━━━━━━  100%")
    #expect(draw(.fraction(0.5), text: "Copying") == "Copying  ━━━━━──────   50%")
    #expect(draw(.fraction(0.5), isUnicode: false) == "##########..........   50%")
  }

  @Test func aContentIsChangedAsAllOthersAre() {
    var content = ProgressContentConfiguration(progress: .indeterminate)
    (content.text, content.textColumns, content.progress) = ("Copying", 8, .fraction(1))
    var canvas = Canvas(size: Size(columns: 26, lines: 1), traits: .testing(.mono))
    content.draw(in: &canvas, context: CellContext())
    #expect(canvas.frame.text(ofLine: 0) == "Copying   ━━━━━━━━━━  100%")
  }

  @Test(arguments: [-1, 2, .nan, .infinity, 0.9999, 0.0001]) func itNeverSaysWhatIsNotSo(_ part: Double) {
    let text = draw(.fraction(part))
    #expect(text.hasSuffix("100%") == (part == 2))
    #expect(text.contains("─") == (part != 2))
  }

  @Test func whereNobodyKnowsAStretchGoesToAndFro() {
    let at = { (step: Int) in draw(.indeterminate, columns: 10, at: .milliseconds(100 * step)) }
    #expect(at(0) == "━━────────" && at(1) == "─━━───────" && at(8) == "────────━━")
    #expect(at(9) == "───────━━─" && at(16) == at(0))
    #expect(draw(.indeterminate, columns: 10, at: .seconds(1), motion: .reduced) == "────━━────")
  }

  @Test(arguments: 0...12) func itFitsWhatRoomThereIs(_ columns: Int) {
    for progress in [WorkProgress.indeterminate, .fraction(0.3)] {
      #expect(draw(progress, columns: columns, text: "Copying").count <= columns)
    }
  }

  @Test func aRowMovesByItselfWhileNobodyKnows() {
    let controller = TableViewController()
    controller.tableView.register(TableViewCell.self, forCellReuseIdentifier: "cell")
    var progress = WorkProgress.indeterminate
    let source = TableViewDiffableDataSource<Int, Int>(tableView: controller.tableView) {
      table, indexPath, _ in
      let cell = table.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
      cell.contentConfiguration = ProgressContentConfiguration(progress: progress)
      return cell
    }
    source.apply(DiffableDataSourceSnapshot([(0, [1])]), animatingDifferences: false)
    let screen = TestScreen(controller, columns: 40, lines: 10)
    let first = screen.lines
    screen.advance(by: .milliseconds(500))
    #expect(screen.lines != first)
    progress = .fraction(0.5)
    controller.tableView.reconfigureRows(at: [IndexPath(row: 0, section: 0)])
    #expect(screen.contains("50%"))
    screen.rest()
    let frames = screen.frameCount
    screen.advance(by: .seconds(5))
    #expect(screen.frameCount == frames, "what is known stands still")
  }

  @Test(arguments: [(20, 5), (80, 24), (200, 60)]) func theStatusLineTellsOfWork(_ columns: Int, _ lines: Int)
  {
    let controller = TableViewController()
    controller.statusText = "copying"
    let screen = TestScreen(controller, columns: columns, lines: lines)
    controller.workProgress = .fraction(0.5)
    #expect(screen.lines[lines - 1].contains("━") && screen.lines[lines - 1].contains("F1 help"))
    #expect(screen.lines[lines - 1].contains("50%") == (columns > 20))
    controller.workProgress = .indeterminate
    let first = screen.lines
    screen.advance(by: .milliseconds(500))
    #expect(screen.lines != first)
    controller.workProgress = nil
    #expect(!screen.contains("━"))
    let frames = screen.frameCount
    screen.advance(by: .seconds(5))
    #expect(screen.frameCount == frames)
  }
}
