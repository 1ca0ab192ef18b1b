import ArgumentParser
import ListKit
import SeededRandom

// MARK: - Model

/// A colour swatch, which is its own identifier: no two are equal.
struct Swatch: Hashable, Sendable {
  var line: Int
  /// Its index when the line is sorted.
  var rank: Int
}

/// The size of a swatch: roughly square, because a character is about twice as high as it is wide.
struct SwatchSize: Hashable, Sendable {
  var columns: Int

  static let limits = 1...12
  static let smallest = Self(columns: 2)

  var lines: Int { max(1, columns / 2) }

  /// The only odd size is 1.
  var larger: Self { Self(columns: min(Self.limits.upperBound, columns == 1 ? 2 : columns + 2)) }
  var smaller: Self { Self(columns: max(Self.limits.lowerBound, columns - (columns == 2 ? 1 : 2))) }

  /// Returns the smallest size of which at most 2,000 swatches fit into an area.
  static func standard(for area: ScreenSize) -> Self {
    var size = smallest
    while size.larger != size, (area.columns / size.columns) * (area.lines / size.lines) > 2000 {
      size = size.larger
    }
    return size
  }
}

/// Lines of swatches, each shuffled at first and then sorted by insertion, all at once.
struct SortModel: Sendable {
  struct Line: Hashable, Sendable {
    private(set) var swatches: [Swatch]
    private var sortedCount: Int

    init(_ swatches: [Swatch]) {
      self.swatches = swatches
      sortedCount = min(1, swatches.count)
    }

    var isSorted: Bool { sortedCount == swatches.count }

    /// Moves the first unsorted swatch to its position among the sorted ones.
    mutating func sortNext() {
      guard !isSorted else { return }
      let next = swatches.remove(at: sortedCount)
      let index = swatches[..<sortedCount].firstIndex { $0.rank > next.rank } ?? sortedCount
      swatches.insert(next, at: index)
      sortedCount += 1
    }
  }

  private(set) var lines: [Line] = []
  /// The number of swatches on each line.
  private(set) var count = 0
  /// The number of steps since the lines were filled.
  private(set) var step = 0
  private(set) var size = SwatchSize.smallest
  /// The size for the next filling; nil for one that suits the area.
  var chosenSize: SwatchSize?
  private var generator: SeededGenerator

  init(size: SwatchSize?, generator: SeededGenerator) {
    chosenSize = size
    self.generator = generator
  }

  var isSorted: Bool { lines.allSatisfy(\.isSorted) }

  /// Fills an area with as many swatches as fit, each line in random order.
  mutating func fill(_ area: ScreenSize) {
    size = chosenSize ?? .standard(for: area)
    count = area.columns / size.columns
    step = 0
    lines = (0..<max(0, area.lines / size.lines)).map { line in
      Line((0..<count).map { Swatch(line: line, rank: $0) }.shuffled(using: &generator))
    }
  }

  /// Sorts one more swatch of each line.
  ///
  /// - Returns: the lines that changed.
  mutating func sortNext() -> [Int] {
    let unsorted = lines.indices.filter { !lines[$0].isSorted }
    for line in unsorted { lines[line].sortNext() }
    if !unsorted.isEmpty { step += 1 }
    return unsorted
  }

  /// Returns the colour: the hue is the position in the line; the lower the line, the darker.
  func color(of swatch: Swatch) -> SwatchColor {
    SwatchColor(
      hue: count > 1 ? Double(swatch.rank) / Double(count - 1) : 0,
      depth: lines.count > 1 ? Double(swatch.line) / Double(lines.count - 1) : 0.5)
  }

  var plainLines: [String] {
    lines.flatMap(\.swatches).map { "\($0.line + 1)\t\($0.rank + 1)\t\(color(of: $0).hexadecimal)" }
  }
}

// MARK: - Cells

/// The colour of a swatch, for terminals of every colour depth.
struct SwatchColor: Hashable, Sendable {
  /// From 0, red, to 1, the last magenta before red.
  var hue: Double
  /// From 0, light and pale, to 1, dark and saturated.
  var depth: Double

  /// Returns the background; nil on a terminal without colours.
  func background(_ colors: ScreenTraits.ColorDepth) -> Color? {
    switch colors {
    case .trueColor: color(saturation: 0.55 + 0.4 * depth, value: 1 - 0.35 * depth)
    // With 256 colours there are enough steps only for hues.
    case .palette: color(saturation: 1, value: 1)
    case .ansi: .palette([1, 3, 2, 6, 4, 5][min(5, Int(hue * 6))])
    case .mono: nil
    }
  }

  /// Returns black or white, whichever has more contrast.
  func foreground(_ colors: ScreenTraits.ColorDepth) -> Color {
    guard case .rgb(let red, let green, let blue) = background(colors) else { return .palette(0) }
    let brightness = 299 * Int(red) + 587 * Int(green) + 114 * Int(blue)
    return brightness > 127_500 ? .rgb(0, 0, 0) : .rgb(255, 255, 255)
  }

  /// `#ff8000`.
  var hexadecimal: String {
    guard case .rgb(let red, let green, let blue) = background(.trueColor) else { return "" }
    return "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private func color(saturation: Double, value: Double) -> Color {
    /// Returns red, green or blue, by its offset on the circle of hues in sixths.
    func channel(_ offset: Double) -> UInt8 {
      let position = (offset + hue * 5.4).truncatingRemainder(dividingBy: 6)
      return UInt8(255 * (value - value * saturation * max(0, min(position, 4 - position, 1))))
    }
    return .rgb(channel(5), channel(3), channel(1))
  }
}

/// A cell content that draws itself: the colour, or, without colours, a bar whose height grows with the rank,
/// or the hue in degrees for a screen reader.
struct SwatchContent: ContentConfiguration {
  var color: SwatchColor

  func lines(inColumns columns: Int, metrics: TextMetrics) -> Int { 1 }

  func draw(in canvas: inout Canvas, context: CellContext) {
    if canvas.traits.isAccessible {
      canvas.write(StyledText("hue \(Int(color.hue * 360))"), style: context.theme.text)
      return
    }
    let colors = canvas.traits.colorDepth
    guard let background = color.background(colors) else {
      return drawBar(in: &canvas, isFocused: context.state.isFocused)
    }
    let style = TextStyle(foreground: color.foreground(colors), background: background, attributes: .bold)
    for line in 0..<canvas.size.lines { canvas.fill(line: line, with: Glyph(" ", style: style)) }
    guard context.state.isFocused else { return }
    canvas.write(
      StyledText(canvas.traits.isUnicode ? "◆" : "*"), line: canvas.size.lines / 2,
      column: (canvas.size.columns - 1) / 2, style: style)
  }

  private func drawBar(in canvas: inout Canvas, isFocused: Bool) {
    let style = TextStyle(attributes: isFocused ? .reverse : [])
    let steps = Array(canvas.traits.isUnicode ? " ▁▂▃▄▅▆▇█" : " .:-=+*#@")
    let highest = steps.count - 1
    // At least one step, so that the lowest is visible.
    let height = 1 + Int(color.hue * Double(highest * canvas.size.lines - 1))
    for line in 0..<canvas.size.lines {
      let below = highest * (canvas.size.lines - 1 - line)
      let sign = String(steps[min(highest, max(0, height - below))])
      canvas.write(
        StyledText(String(repeating: sign, count: canvas.size.columns)), line: line, style: style)
    }
  }
}

// MARK: - Controller

@MainActor
final class SortController: TableViewController {
  private(set) var model: SortModel
  private(set) var isSorting = true
  private(set) var stepsPerSecond: Int
  private(set) var dataSource: TableViewDiffableDataSource<Int, Swatch>!
  private var ticker: Task<Void, Never>?
  private let clock: any Clock<Duration>

  nonisolated static let speeds = 1...100

  init(model: SortModel, stepsPerSecond: Int = 8, clock: any Clock<Duration> = ContinuousClock()) {
    self.model = model
    self.stepsPerSecond = stepsPerSecond
    self.clock = clock
    super.init()
    title = "Insertion sort"
    addKeyCommand(.character(" "), title: "sort, or stop") { [unowned self] in
      change(isSorting: !isSorting)
    }
    addKeyCommand(.character("n"), title: "stop, and take one step") { [unowned self] in takeOneStep() }
    addKeyCommand(.character("+"), .character("="), title: "faster") { [unowned self] in
      change(speed: self.stepsPerSecond * 2)
    }
    addKeyCommand(.character("-"), title: "slower") { [unowned self] in
      change(speed: self.stepsPerSecond / 2)
    }
    addKeyCommand(.character("]"), title: "larger swatches") { [unowned self] in
      resize(to: self.model.size.larger)
    }
    addKeyCommand(.character("["), title: "smaller swatches") { [unowned self] in
      resize(to: self.model.size.smaller)
    }
    prepareTable()
  }

  private func prepareTable() {
    tableView.register(TableViewCell.self, forCellReuseIdentifier: "swatch")
    tableView.showsVerticalScrollIndicator = false
    tableView.backgroundContent = ListContentConfiguration(
      text: "The window is too small", secondaryText: "[ makes the swatches smaller")
    dataSource = TableViewDiffableDataSource(tableView: tableView) {
      [unowned self] tableView, indexPath, swatch in
      let cell = tableView.dequeueReusableCell(withIdentifier: "swatch", for: indexPath)
      cell.contentConfiguration = SwatchContent(color: model.color(of: swatch))
      // The content itself shows the cursor.
      cell.backgroundConfiguration = .clear()
      cell.backgroundConfiguration?.focused = .plain
      return cell
    }
    dataSource.sectionLayoutProvider = { [unowned self] _ in
      .strip(itemWidth: model.size.columns, lines: model.size.lines).withoutMargins
    }
  }

  /// Fills the screen with shuffled swatches, without an animation.
  private func shuffle() {
    model.fill(tableView.visibleSize)
    var snapshot = DiffableDataSourceSnapshot<Int, Swatch>()
    for (section, line) in model.lines.enumerated() {
      snapshot.appendSections([section])
      snapshot.appendItems(line.swatches)
    }
    dataSource.applySnapshotUsingReloadData(snapshot)
    showStatus()
  }

  /// Sorts one swatch of each line, or shuffles once all are sorted.
  ///
  /// - Returns: the pause before the next step.
  func step() -> Duration {
    guard !model.isSorted else {
      shuffle()
      return pause
    }
    var snapshot = dataSource.snapshot()
    for section in model.sortNext() {
      let swatches = model.lines[section].swatches
      // The snapshot states the new order; the data source finds the one swatch that moved.
      snapshot.deleteItems(swatches)
      snapshot.appendItems(swatches, toSection: section)
    }
    dataSource.apply(snapshot)
    showStatus()
    return model.isSorted ? .seconds(1) : pause
  }

  private var pause: Duration { .seconds(1) / stepsPerSecond }

  private func continueSorting() {
    ticker?.cancel()
    showStatus()
    guard isSorting else { return }
    ticker = Task { [weak self, clock] in
      var pause = self?.pause ?? .zero
      while (try? await clock.sleep(for: pause)) != nil, !Task.isCancelled, let next = self?.step() {
        pause = next
      }
    }
  }

  private func showStatus() {
    let progress = "\(isSorting ? "sorting" : "stopped"), step \(model.step) of \(max(0, model.count - 1))"
    statusText = StyledText("\(progress), \(stepsPerSecond)/s")
    keyHints = [
      KeyHint("space", isSorting ? "stop" : "sort"), KeyHint("+", "speed"), KeyHint("-", "speed"),
      KeyHint("[", "size"), KeyHint("]", "size"),
    ]
  }

  // MARK: Keys

  private func change(isSorting: Bool) {
    self.isSorting = isSorting
    continueSorting()
  }

  private func change(speed: Int) {
    stepsPerSecond = min(max(speed, Self.speeds.lowerBound), Self.speeds.upperBound)
    continueSorting()
  }

  private func takeOneStep() {
    _ = step()
    change(isSorting: false)
  }

  private func resize(to size: SwatchSize) {
    guard size != model.size else { return }
    model.chosenSize = size
    shuffle()
  }

  // MARK: Appearance

  override func viewWillLayoutSubviews() { shuffle() }

  override func viewDidAppear(_ animated: Bool) { continueSorting() }

  override func viewDidDisappear(_ animated: Bool) { ticker?.cancel() }
}

// MARK: - Command line

/// `tui-demo sort`: an insertion sort of colour swatches.
///
/// Shows that a snapshot only states the new order: each step deletes the swatches of a line and appends them
/// in their new order, and the table shows it as the one move that it is. Each line of the screen is a
/// section, a strip without margins.
struct SortCommand: Demo {
  static let configuration = CommandConfiguration(
    commandName: "sort",
    abstract: "Watch an insertion sort of colour swatches, every step a set of moves.",
    discussion:
      "If the output is a pipe, it prints the shuffled swatches of a screen: line, position of the hue, colour."
  )

  @Option(help: ArgumentHelp("Steps per second, 1 to 100.", valueName: "number"))
  var speed = 8

  @Option(
    help: ArgumentHelp("Columns of a swatch, 1 to 12; by default depends on the screen.", valueName: "number")
  )
  var swatchSize: Int?

  @OptionGroup var display: DisplayOptions

  func validate() throws {
    guard SortController.speeds.contains(speed) else {
      throw ValidationError("--speed must be between 1 and 100 steps per second")
    }
    guard swatchSize.map(SwatchSize.limits.contains) ?? true else {
      throw ValidationError("--swatch-size must be between 1 and 12 columns")
    }
  }

  private var model: SortModel {
    SortModel(size: swatchSize.map(SwatchSize.init), generator: display.generator)
  }

  func makeController() -> ViewController { SortController(model: model, stepsPerSecond: speed) }

  func plainLines() -> [String] {
    var model = model
    model.fill(ScreenSize(columns: 80, lines: 22))
    return model.plainLines
  }
}
