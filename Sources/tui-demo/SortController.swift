import ListKit

/// The screen of the insertion sort.
@MainActor
final class SortController: TableViewController {
  /// The number of a line.
  typealias Section = Int

  private(set) var model: SortModel
  private(set) var pace: SortPace
  private(set) var isSorting = true
  private(set) var dataSource: TableViewDiffableDataSource<Section, Swatch>!
  /// What takes a step now and then while the screen is seen.
  private var ticker: Task<Void, Never>?
  private let clock: any Clock<Duration>

  private static let sortOrStop = Command.custom("sort or stop")
  private static let oneStep = Command.custom("one step")
  private static let faster = Command.custom("faster")
  private static let slower = Command.custom("slower")
  private static let larger = Command.custom("larger swatches")
  private static let smaller = Command.custom("smaller swatches")

  init(model: SortModel, pace: SortPace, clock: any Clock<Duration> = ContinuousClock()) {
    (self.model, self.pace, self.clock) = (model, pace, clock)
    super.init()
    title = "Insertion sort"
    keyMap.bind(.character("["), to: Self.smaller, "smaller swatches")
    keyMap.bind(.character("]"), to: Self.larger, "larger swatches")
    keyMap.bind(.character("-"), to: Self.slower, "slower")
    keyMap.bind(.character("+"), .character("="), to: Self.faster, "faster")
    keyMap.bind(.character("n"), to: Self.oneStep, "stop, and take one step")
    keyMap.bind(.character(" "), to: Self.sortOrStop, "sort, or stop")
    keyMap.rename(.primaryAction, nil)
    prepareTable()
  }

  private func prepareTable() {
    tableView.register(TableViewCell.self, forCellReuseIdentifier: "swatch")
    tableView.showsVerticalScrollIndicator = false
    tableView.backgroundContent = ListContentConfiguration(
      text: "No room for a swatch", secondaryText: "[ makes them smaller")
    dataSource = TableViewDiffableDataSource(tableView: tableView) {
      [weak self] tableView, indexPath, swatch in
      let cell = tableView.dequeueReusableCell(withIdentifier: "swatch", for: indexPath)
      if let self { cell.contentConfiguration = SwatchContent(color: model.color(of: swatch)) }
      // The content itself shows where the cursor is.
      cell.backgroundConfiguration = .clear()
      cell.backgroundConfiguration?.focused = .plain
      return cell
    }
    dataSource.sectionLayoutProvider = { [weak self] _ in
      let size = self?.model.size ?? .smallest
      return .strip(itemWidth: size.columns, lines: size.lines).withoutMargins
    }
  }

  // MARK: Sorting

  /// Fills the screen with swatches in a random order; nothing moves.
  private func randomize() {
    model.fill(tableView.visibleSize)
    var snapshot = DiffableDataSourceSnapshot<Section, Swatch>()
    for (section, line) in model.lines.enumerated() {
      snapshot.appendSections([section])
      snapshot.appendItems(line.swatches)
    }
    dataSource.applySnapshotUsingReloadData(snapshot)
    showStatus()
  }

  /// Sorts one swatch of each line, or, where all are sorted, begins anew.
  ///
  /// - Returns: when the next step is due.
  func step() -> Duration {
    guard !model.isSorted else {
      randomize()
      return pace.pause
    }
    var snapshot = dataSource.snapshot()
    for section in model.sortNext() {
      let swatches = model.lines[section].swatches
      // Which of them moved is for the data source to find out.
      snapshot.deleteItems(swatches)
      snapshot.appendItems(swatches, toSection: section)
    }
    dataSource.apply(snapshot)
    showStatus()
    return model.isSorted ? SortPace.rest : pace.pause
  }

  private func goOn() {
    ticker?.cancel()
    guard isSorting else { return }
    ticker = Task { [weak self, clock] in
      var pause = self?.pace.pause ?? .zero
      while (try? await clock.sleep(for: pause)) != nil, let next = self?.step() { pause = next }
    }
  }

  private func showStatus() {
    let progress = "\(isSorting ? "sorting" : "stopped"), step \(model.step) of \(max(0, model.count - 1))"
    let hints = "space \(isSorting ? "stops" : "sorts"), + - speed, [ ] size"
    statusText = StyledText("\(progress), \(pace.stepsPerSecond)/s  \(hints)")
  }

  // MARK: Being seen

  override func viewWillLayoutSubviews() { randomize() }

  override func viewDidAppear(_ animated: Bool) { goOn() }

  override func viewDidDisappear(_ animated: Bool) { ticker?.cancel() }

  // MARK: Commands

  override func perform(_ command: Command) -> Bool {
    switch command {
    case Self.sortOrStop: isSorting.toggle()
    case Self.oneStep:
      isSorting = false
      _ = step()
    case Self.faster: pace = pace.faster
    case Self.slower: pace = pace.slower
    case Self.larger: resize(to: model.size.larger)
    case Self.smaller: resize(to: model.size.smaller)
    default: return super.perform(command)
    }
    showStatus()
    goOn()
    return true
  }

  private func resize(to size: SwatchSize) {
    guard size != model.size else { return }
    model.chosenSize = size
    randomize()
  }
}
