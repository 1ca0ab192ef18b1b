import ArgumentParser
import ListKit
import SeededRandom

// MARK: - Model

/// Many rows, and operations on all of them, to be called off the main actor.
struct StressModel: Sendable {
  enum Section: Hashable, Sendable { case main }

  typealias Snapshot = DiffableDataSourceSnapshot<Section, Int>

  enum Operation: String, CaseIterable, Sendable {
    case fill, shuffle, sort, filter, edit
  }

  /// All rows in order, visible or not.
  private(set) var rows: [Int]
  /// A cached snapshot of all rows; nil if the rows have changed since.
  private var everything: Snapshot?
  /// The filter shows one in this many rows.
  private(set) var share = 1
  private var isSortedByNumber = true
  private var nextRow: Int
  private var generator: SeededGenerator

  /// The number of edits of each kind in an operation.
  static let edits = 250
  private let edits: Int

  init(rows count: Int, edits: Int = edits, generator: SeededGenerator) {
    rows = Array(0..<count)
    nextRow = count
    self.edits = edits
    self.generator = generator
  }

  /// Returns a number that looks random and is always the same for a row.
  static func value(of row: Int) -> Int {
    var numbers = SeededGenerator(seed: UInt64(truncatingIfNeeded: row))
    return Int(numbers.next() % 1_000_000)
  }

  mutating func randomOperation() -> Operation {
    [.shuffle, .sort, .filter, .edit].randomElement(using: &generator) ?? .shuffle
  }

  /// Performs an operation.
  ///
  /// - Parameter current: the displayed snapshot.
  /// - Returns: the snapshot to display.
  /// - Complexity: O(n), for sorting O(n log n).
  mutating func perform(_ operation: Operation, on current: Snapshot) -> Snapshot {
    switch operation {
    case .fill: break
    case .shuffle:
      rows.shuffle(using: &generator)
      everything = nil
    case .sort:
      sort()
      everything = nil
    case .filter: share = share == 1 ? 3 : share == 3 ? 100 : 1
    case .edit: return edit(current)
    }
    let everything = self.everything ?? Snapshot([(.main, rows)])
    self.everything = everything
    return share == 1 ? everything : everything.filtered(isShown)
  }

  /// Sorts by number, or by value if the rows are sorted by number.
  private mutating func sort() {
    isSortedByNumber.toggle()
    if isSortedByNumber {
      rows.sort()
    } else {
      // Combines value and row in one number, which is faster to compare than a pair.
      rows = rows.map { Self.value(of: $0) << 32 | $0 }.sorted().map { $0 & 0xFFFF_FFFF }
    }
  }

  private func isShown(_ row: Int) -> Bool { share == 1 || Self.value(of: row) % share == 0 }

  /// Deletes, inserts, moves and reconfigures some rows.
  private mutating func edit(_ current: Snapshot) -> Snapshot {
    var snapshot = current
    for _ in 0..<edits {
      guard snapshot.numberOfItems > 4 else { break }
      snapshot.deleteItems([randomRow(of: snapshot)])
      snapshot.insertItems([newRow()], beforeItem: randomRow(of: snapshot))
      let moved = randomRow(of: snapshot)
      let target = randomRow(of: snapshot)
      if moved != target { snapshot.moveItem(moved, beforeItem: target) }
      snapshot.reconfigureItems([randomRow(of: snapshot)])
    }
    takeOver(snapshot)
    everything = share == 1 ? snapshot : nil
    return snapshot
  }

  private mutating func randomRow(of snapshot: Snapshot) -> Int {
    let position = ItemPosition(section: 0, item: .random(in: 0..<snapshot.numberOfItems, using: &generator))
    return snapshot.itemIdentifier(at: position) ?? 0
  }

  /// The next row that the filter shows.
  private mutating func newRow() -> Int {
    defer { nextRow += 1 }
    while !isShown(nextRow) { nextRow += 1 }
    return nextRow
  }

  /// Replaces the visible rows with those of an edited snapshot, which has the same number; hidden rows stay.
  private mutating func takeOver(_ snapshot: Snapshot) {
    var shown = snapshot.itemIdentifiers.makeIterator()
    for index in rows.indices where isShown(rows[index]) {
      guard let row = shown.next() else { fatalError("edit of \(rows.count) rows: one is missing") }
      rows[index] = row
    }
    if let row = shown.next() { fatalError("edit of \(rows.count) rows: row \(row) is left over") }
  }
}

/// The duration of one operation.
struct StressMeasure: Hashable, Sendable {
  let number: Int
  let operation: StressModel.Operation
  /// The number of compared rows: those before and those after the change.
  let rows: Int
  /// The time to make the new snapshot.
  let making: Duration
  /// The time from `apply` until the table has the rows.
  let applying: Duration
  /// The time to draw their first frame; nil until it is drawn.
  var frame: Duration?

  static func == (first: Self, second: Self) -> Bool { first.number == second.number }

  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

extension Duration {
  /// With two decimals.
  fileprivate var milliseconds: String {
    let hundredths = Int((self / .microseconds(10)).rounded())
    return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
  }
}

// MARK: - Controllers

@MainActor
final class StressController: TableViewController {
  typealias Operation = StressModel.Operation
  typealias DataSource = TableViewDiffableDataSource<StressModel.Section, Int>

  private(set) var model: StressModel
  private(set) var measures: [StressMeasure] = []
  private var dataSource: DataSource!
  private let measuresController = MeasuresController()
  private var work: Task<Void, Never>?
  private var isRepeating = false
  /// Whether the next frame is the first of new rows.
  private var isFrameDue = false
  private let clock = ContinuousClock()

  init(model: StressModel) {
    self.model = model
    super.init()
    title = "Stress"
    addKeyCommand(.character("v"), title: "verify that no identifier has changed") { [unowned self] in
      start { [weak self] in await self?.verify() }
    }
    addKeyCommand(.character("r"), title: "repeat random operations, until r again") { [unowned self] in
      isRepeating.toggle()
      if isRepeating { start(self.model.randomOperation()) } else { showStatus() }
    }
    for (key, operation, title) in [
      ("x", .shuffle, "shuffle"), ("s", .sort, "sort by number, or by value"),
      ("f", .filter, "a third of the rows, a hundredth, all"),
      ("e", .edit, "delete, insert, move and change \(StressModel.edits) each"),
    ] as [(Character, Operation, String)] {
      addKeyCommand(.character(key), title: title) { [unowned self] in start(operation) }
    }
    statusText = "making \(model.rows.count.grouped) rows…"
    tableView.columns = [
      TableColumn("Row", width: 12...16, priority: 2),
      TableColumn("Value", width: 9...12, alignment: .trailing),
    ]
    dataSource = DataSource(tableView: tableView) { row in
      ColumnContentConfiguration(["row \(row.grouped)", StressModel.value(of: row).grouped])
    }
  }

  /// The rows with the measures beside them.
  static func split(model: StressModel) -> SplitViewController {
    let controller = StressController(model: model)
    return SplitViewController(
      primary: controller, secondary: controller.measuresController)
  }

  override func viewDidAppear(_ animated: Bool) {
    if measures.isEmpty { start(.fill) }
  }

  override func viewDidDisappear(_ animated: Bool) { isRepeating = false }

  // MARK: Operations

  private func start(_ operation: Operation) {
    start { [weak self] in await self?.perform(operation) }
    statusText = StyledText("\(operation.rawValue)…")
  }

  /// Starts an action, unless another one is in progress.
  private func start(_ action: @escaping @MainActor () async -> Void) {
    guard work == nil else { return }
    workProgress = .indeterminate
    work = Task {
      await action()
      work = nil
      workProgress = nil
      if isRepeating { start(model.randomOperation()) }
    }
  }

  /// Performs an operation and measures it; the main actor is free meanwhile.
  func perform(_ operation: Operation) async {
    let old = dataSource.snapshot()
    let made = await Self.perform(operation, with: model, on: old)
    model = made.model
    let applying = await Self.apply(made.snapshot, to: dataSource)
    measures.append(
      StressMeasure(
        number: measures.count + 1, operation: operation,
        rows: old.numberOfItems + made.snapshot.numberOfItems, making: made.time, applying: applying))
    isFrameDue = true
    showMeasures()
  }

  @concurrent
  private static func perform(
    _ operation: Operation, with model: StressModel, on old: StressModel.Snapshot
  ) async -> (model: StressModel, snapshot: StressModel.Snapshot, time: Duration) {
    var model = model
    var snapshot = old
    let time = ContinuousClock().measure { snapshot = model.perform(operation, on: old) }
    return (model, snapshot, time)
  }

  /// Applies off the main actor: the difference is found there, too.
  ///
  /// - Returns: the time until the table has the rows.
  @concurrent
  private static func apply(_ snapshot: StressModel.Snapshot, to dataSource: DataSource) async -> Duration {
    await ContinuousClock().measure {
      let (done, finish) = AsyncStream<Void>.makeStream()
      await MainActor.run { dataSource.didApply = { _ in finish.yield() } }
      dataSource.apply(snapshot, completion: nil)
      for await _ in done { return }
    }
  }

  /// Verifies that the rows still have the identifiers with which they were appended.
  func verify() async {
    let start = clock.now
    let error = await Self.error(in: dataSource.snapshot())
    let time = (clock.now - start).milliseconds
    let count = dataSource.snapshot().numberOfItems.grouped
    statusText = StyledText(error.map { "\($0)" } ?? "\(count) identifiers verified in \(time) ms")
  }

  @concurrent
  private static func error(in snapshot: StressModel.Snapshot) async -> SnapshotError? {
    do throws(SnapshotError) {
      try snapshot.validateIdentifiers()
      return nil
    } catch {
      return error
    }
  }

  // MARK: Measures

  override func draw(in canvas: inout Canvas) {
    let time = clock.measure { super.draw(in: &canvas) }
    guard isFrameDue else { return }
    isFrameDue = false
    measures[measures.count - 1].frame = time
    showMeasures()
  }

  private func showMeasures() {
    measuresController.show(measures)
    showStatus()
  }

  private func showStatus() {
    let count = dataSource.snapshot().numberOfItems.grouped
    statusText = StyledText("\(count) rows")
    let operations = [
      KeyHint("x", "shuffle"), KeyHint("s", "sort"), KeyHint("f", "filter"), KeyHint("e", "edit"),
      KeyHint("v", "verify"), KeyHint("r", "repeat"),
    ]
    keyHints = isRepeating ? [KeyHint("r", "stop")] : operations
  }
}

/// The measures, the latest first.
@MainActor
private final class MeasuresController: TableViewController {
  private var dataSource: TableViewDiffableDataSource<StressModel.Section, StressMeasure>!

  init() {
    super.init()
    title = "Measures"
    statusText = "in milliseconds"
    tableView.allowsSelection = false
    tableView.motion = .none
    tableView.columns = [
      TableColumn("Operation", width: 9...10, priority: 9),
      TableColumn("Apply ms", width: 9...10, alignment: .trailing, priority: 8),
      TableColumn("Frame ms", width: 8...10, alignment: .trailing, priority: 7),
      TableColumn("M rows/s", width: 8...9, alignment: .trailing, priority: 6),
      TableColumn("Rows", width: 10...12, alignment: .trailing, priority: 5),
      TableColumn("Making ms", width: 9...10, alignment: .trailing, priority: 4),
    ]
    dataSource = TableViewDiffableDataSource(tableView: tableView) { measure in
      let rowsPerMicrosecond = Double(measure.rows) / max(measure.applying / .microseconds(1), 1)
      return ColumnContentConfiguration([
        measure.operation.rawValue, measure.applying.milliseconds, measure.frame?.milliseconds ?? "…",
        Int(rowsPerMicrosecond).grouped, measure.rows.grouped, measure.making.milliseconds,
      ])
    }
    dataSource.contentEqual = { $0.frame == $1.frame }
  }

  func show(_ measures: [StressMeasure]) {
    dataSource.apply(
      DiffableDataSourceSnapshot([(.main, measures.reversed())]), animatingDifferences: false)
    tableView.moveCursorToFirstRow()
  }
}

// MARK: - Command line

/// `tui-demo stress`: a million rows, shuffled, sorted, filtered and edited.
///
/// Shows applies off the main actor: keys are handled while the difference of a million rows is computed, and
/// the cursor stays on its row. Beside the rows are the times of each step.
struct StressCommand: Demo {
  static let configuration = CommandConfiguration(
    commandName: "stress",
    abstract: "A million rows, and how long each change of them takes.",
    discussion: """
      Into a pipe it performs each operation once and prints: operation, rows, and milliseconds to make the snapshot \
      and to find the difference.
      """)

  @Option(help: ArgumentHelp("Number of rows, 1 to 4,000,000.", valueName: "number"))
  var rows = 1_000_000

  @OptionGroup var display: DisplayOptions

  func validate() throws {
    guard (1...4_000_000).contains(rows) else {
      throw ValidationError("--rows must be between 1 and 4,000,000")
    }
  }

  private var model: StressModel { StressModel(rows: rows, generator: display.generator) }

  func makeController() -> ViewController { StressController.split(model: model) }

  func plainLines() -> [String] {
    var model = model
    var shown = StressModel.Snapshot()
    let clock = ContinuousClock()
    return StressModel.Operation.allCases.map { operation in
      var next = shown
      let making = clock.measure { next = model.perform(operation, on: shown) }
      let comparing = clock.measure { shown = next.difference(from: shown).new }
      return "\(operation.rawValue)\t\(next.numberOfItems)\t\(making.milliseconds)\t\(comparing.milliseconds)"
    }
  }
}
