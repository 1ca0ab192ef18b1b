import ListKit
import Observation

nonisolated struct City: Hashable, Sendable {
  let name: String
  let hoursFromUTC: Int
  let temperatures: [Int]
}

/// The time in a city, and a bar for the temperature of each month: a screen that draws itself.
@Observable final class CityController: ViewController {
  private let city: City
  private let utc: () -> Int
  private var month = 1

  init(_ city: City, clock: any Clock<Duration>, utc: @escaping () -> Int) {
    (self.city, self.utc) = (city, utc)
    super.init()
    title = city.name
    refresh(every: .seconds(1), clock: clock) { [weak self] in self?.setNeedsDisplay() }
  }

  override func updateContent() { statusText = "month \(month): \(city.temperatures[month - 1])°" }

  override func draw(in canvas: inout Canvas) {
    let seconds = utc() + city.hoursFromUTC * 3600
    let parts = [seconds / 3600 % 24, seconds / 60 % 60, seconds % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    canvas.write(StyledText(parts.joined(separator: ":"), style: currentTheme.title), alignment: .center)
    for (index, celsius) in city.temperatures.enumerated() {
      let bar = Chart.bar(Double(celsius) / 40, columns: canvas.size.columns - 4)
      canvas.write("\(index + 1)", line: index + 2, width: 2, alignment: .trailing)
      canvas.write(bar.styledText(theme: currentTheme, symbols: currentSymbols), line: index + 2, column: 4)
    }
    canvas.placeCursor(line: month + 1, column: 1)
  }

  override func handle(_ event: Event) -> Bool {
    guard event == .key(.up) || event == .key(.down) else { return false }
    month = min(max(1, month + (event == .key(.up) ? -1 : 1)), city.temperatures.count)
    return true
  }
}

/// Returns a list of cities beside the clock and the chart of the one under the cursor.
func climate(of cities: [City], clock: any Clock<Duration>, utc: @escaping () -> Int) -> SplitViewController {
  let list = TableViewController()
  let dataSource = TableViewDiffableDataSource<Int, City>(tableView: list.tableView) { city in
    ListContentConfiguration(text: city.name)
  }
  dataSource.apply(DiffableDataSourceSnapshot([(0, cities)]), animatingDifferences: false)
  let split = SplitViewController(primary: list)
  split.detailProvider = { path in
    path.flatMap(dataSource.itemIdentifier(for:)).map { CityController($0, clock: clock, utc: utc) }
  }
  return split
}
