import ListKit

nonisolated struct City: Hashable, Sendable {
  let name: String
  let hoursFromUTC: Int
  /// The mean temperature of each month in °C.
  let temperatures: [Int]
}

/// The time in a city, and a bar for each month: a screen that draws itself.
final class CityController: ViewController {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
  private let city: City
  private let utc: () -> Int
  private var month = 0 { didSet { statusText = "\(Self.months[month]) in \(city.name)" } }

  init(_ city: City, clock: any Clock<Duration>, utc: @escaping () -> Int) {
    (self.city, self.utc) = (city, utc)
    super.init()
    title = city.name
    refresh(every: .seconds(1), clock: clock) { [weak self] in self?.setNeedsDisplay() }
  }

  override func draw(in canvas: inout Canvas) {
    let seconds = utc() + city.hoursFromUTC * 3600
    let parts = [seconds / 3600 % 24, seconds / 60 % 60, seconds % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    canvas.write(StyledText(parts.joined(separator: ":"), style: currentTheme.title), alignment: .center)
    for (index, celsius) in city.temperatures.enumerated() {
      let bar = Chart.bar(Double(celsius) / 40, columns: canvas.size.columns - 10)
      canvas.write(StyledText("\(Self.months[index]) \(celsius)°"), line: index + 2)
      canvas.write(bar.styledText(theme: currentTheme, symbols: currentSymbols), line: index + 2, column: 10)
    }
    canvas.placeCursor(line: month + 2, column: 0)
  }

  override func handle(_ event: Event) -> Bool {
    switch event {
    case .key(.up): month = max(0, month - 1)
    case .key(.down): month = min(11, month + 1)
    default: return false
    }
    return true
  }
}

/// Returns a list of cities beside the clock and the chart of the one under the cursor.
func climate(
  of cities: [City], clock: any Clock<Duration> = ContinuousClock(), utc: @escaping () -> Int
) -> SplitViewController {
  let list = TableViewController()
  let dataSource = TableViewDiffableDataSource<Int, City>(tableView: list.tableView) { table, path, city in
    let cell = table.dequeueReusableCell(withIdentifier: "city", for: path)
    cell.textLabel?.text = city.name
    return cell
  }
  list.tableView.register(TableViewCell.self, forCellReuseIdentifier: "city")
  dataSource.apply(DiffableDataSourceSnapshot([(0, cities)]), animatingDifferences: false)
  let split = SplitViewController(listViewController: list)
  split.detailProvider = { path in
    path.flatMap(dataSource.itemIdentifier(for:)).map { CityController($0, clock: clock, utc: utc) }
  }
  return split
}
