import ListKit

/// The screen of the stress test.
@MainActor
final class StressController: TableViewController {
  typealias Operation = StressModel.Operation

  private(set) var model: StressModel
  private(set) var measures: [StressMeasure] = []
  private var dataSource: TableViewDiffableDataSource<StressModel.Section, Int>!
  private let measuresController = MeasuresController()
  /// What is being done.
  private var work: Task<Void, Never>?
  private var isRepeating = false
  /// Whether the next drawing is the first of new rows.
  private var isFrameDue = false
  /// What is measured with.
  private let clock: any Clock<Duration>

  private static let repeating = Command.custom("repeat")
  private static let verifying = Command.custom("verify")

  init(model: StressModel, clock: any Clock<Duration> = ContinuousClock()) {
    (self.model, self.clock) = (model, clock)
    super.init()
    title = "Stress"
    keyMap.bind(.character("v"), to: Self.verifying, "verify that every identifier is what it was")
    keyMap.bind(.character("r"), to: Self.repeating, "one thing after the other, until r again")
    for (key, operation, title) in Self.keys {
      keyMap.bind(.character(key), to: .custom(operation.rawValue), title)
    }
    statusText = "making \(model.rows.count.grouped) rows…"
    prepareTable()
  }

  private static let keys: [(Character, Operation, String)] = [
    ("x", .shuffle, "shuffle"), ("s", .sort, "sort by number, or by value"),
    ("f", .filter, "a third of the rows, a hundredth, all"),
    ("e", .edit, "delete, insert, move and change \(StressModel.edits) each"),
  ]

  private func prepareTable() {
    tableView.columns = StressRow.columns
    tableView.register(TableViewCell.self, forCellReuseIdentifier: "row")
    dataSource = TableViewDiffableDataSource(tableView: tableView) { tableView, indexPath, row in
      let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
      cell.contentConfiguration = StressRow.content(of: row)
      return cell
    }
  }

  /// The screen with the measures beside it.
  static func split(model: StressModel) -> SplitViewController {
    let controller = StressController(model: model)
    return SplitViewController(
      listViewController: controller, detailViewController: controller.measuresController)
  }

  // MARK: Doing things

  override func viewDidAppear(_ animated: Bool) {
    if measures.isEmpty { start(.fill) }
  }

  override func viewDidDisappear(_ animated: Bool) { isRepeating = false }

  override func perform(_ command: Command) -> Bool {
    if command == Self.repeating {
      isRepeating.toggle()
      if isRepeating { start(model.nextOperation()) } else { updateStatus() }
      return true
    }
    if command == Self.verifying {
      start { [weak self] in await self?.verify() }
      return true
    }
    guard case .custom(let name) = command, let operation = Operation(rawValue: name) else {
      return super.perform(command)
    }
    start(operation)
    return true
  }

  /// Starts a thing, unless another is being done.
  private func start(_ operation: Operation) {
    start { [weak self] in await self?.perform(operation) }
    statusText = StyledText("\(operation.rawValue)…")
  }

  private func start(_ action: @escaping @MainActor () async -> Void) {
    guard work == nil else { return }
    workProgress = .indeterminate
    work = Task {
      await action()
      (work, workProgress) = (nil, nil)
      if isRepeating { start(model.nextOperation()) }
    }
  }

  /// Looks whether the rows are still those that were appended: a mutable or ill-made identifier is not.
  func verify() async {
    var error: SnapshotError?
    let time = await clock.measure { error = await Self.error(in: dataSource.snapshot()) }.milliseconds
    let count = dataSource.snapshot().numberOfItems.grouped
    statusText = StyledText(error.map { "\($0)" } ?? "\(count) identifiers are sound, verified in \(time) ms")
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

  /// Does a thing and measures it; the main actor is free meanwhile.
  func perform(_ operation: Operation) async {
    let old = dataSource.snapshot()
    let made = await Self.perform(operation, with: model, on: old, measuredBy: clock)
    model = made.model
    let applying = await Self.apply(made.snapshot, to: dataSource, measuredBy: clock)
    measures.append(
      StressMeasure(
        number: measures.count + 1, operation: operation,
        rows: old.numberOfItems + made.snapshot.numberOfItems, making: made.time, applying: applying))
    isFrameDue = true
    showMeasures()
  }

  @concurrent
  private static func perform(
    _ operation: Operation, with model: StressModel, on old: StressModel.Snapshot,
    measuredBy clock: any Clock<Duration>
  ) async -> (model: StressModel, snapshot: StressModel.Snapshot, time: Duration) {
    var model = model
    var snapshot = old
    let time = clock.measure { snapshot = model.perform(operation, on: old) }
    return (model, snapshot, time)
  }

  /// Applies from where it blocks nobody.
  ///
  /// - Returns: the time until the table has the rows.
  @concurrent
  private static func apply(
    _ snapshot: StressModel.Snapshot, to dataSource: TableViewDiffableDataSource<StressModel.Section, Int>,
    measuredBy clock: any Clock<Duration>
  ) async -> Duration {
    await clock.measure {
      let (done, finish) = AsyncStream<Void>.makeStream()
      await MainActor.run { dataSource.didApply = { _ in finish.yield() } }
      dataSource.apply(snapshot, completion: nil)
      for await _ in done { return }
    }
  }

  // MARK: Measures

  override func draw(in canvas: inout Canvas, at now: Duration) {
    let time = clock.measure { super.draw(in: &canvas, at: now) }
    guard isFrameDue else { return }
    isFrameDue = false
    measures[measures.count - 1].frame = time
    showMeasures()
  }

  private func showMeasures() {
    measuresController.show(measures)
    updateStatus()
  }

  private func updateStatus() {
    let count = dataSource.snapshot().numberOfItems.grouped
    let keys = isRepeating ? "r stops" : "x shuffle  s sort  f filter  e edit  v verify  r repeat"
    statusText = StyledText("\(count) rows  \(keys)")
  }
}
