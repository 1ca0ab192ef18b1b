import ListData
import ListKit
import ListSearch
import Rows

/// How often each value of a column occurs, the most frequent first, with bars. Enter filters the list by a
/// value.
///
/// ```text
///   STATUS             rows   share
///   Running              24     67%  ━━━━━━━━━━━━━━━━━━
///   CrashLoopBackOff      9     25%  ━━━━━━╸
/// ```
///
/// Many different numbers are counted by ranges, in their order. The page follows the list: values that are
/// inserted, removed or changed are marked.
@MainActor
final class ValueCountsController: TableViewController, SearchBarDelegate {
  private typealias Value = CountedValues.Value

  /// The counts and the rows on the screen.
  private struct Shown: Sendable {
    var counts: CountedValues
    var snapshot: DiffableDataSourceSnapshot<Int, Value>
  }

  private let column: Int
  private let name: String
  private let model: any ListModel
  private var shown: Shown?
  private var dataSource: TableViewDiffableDataSource<Int, Value>!
  /// Counts, and filters the values by the query.
  private lazy var work = NewestWork<String>({ [weak self] in await self?.show(matching: $0) })
  /// Whether the values have to be counted again.
  private var isStale = true

  /// - Parameters:
  ///   - model: The rows whose values are counted.
  ///   - choose: Called with a value, to filter by it; nil for NULL.
  ///   - chooseRange: Called with the condition for a range of numbers.
  init(
    of column: Int, in model: any ListModel, choose: @escaping (String?) -> Void,
    chooseRange: @escaping (String) -> Void
  ) {
    self.column = column
    self.model = model
    name = model.name(of: column)
    super.init()
    title = "values of \(name)"
    tableView.backgroundContent = ListContentConfiguration(text: "counting")
    tableView.primaryAction = { [weak self] indexPath in
      guard let self, let value = dataSource.itemIdentifier(for: indexPath) else { return }
      if let range = shown?.counts.ranges[value] { chooseRange(range) } else { choose(value.text) }
    }
    dataSource = TableViewDiffableDataSource(tableView: tableView) { [weak self] in
      self?.content(of: $0) ?? ColumnContentConfiguration([StyledText]())
    }
    searchBar = SearchBar(placeholder: "values", delegate: self)
    hidesSearchBarWhenEmpty = true
    tableView.primaryActionTitle = "filter by it"
    keyHints = [KeyHint("/", "find")]
    addKeyCommand("F", title: "back") { [weak self] in
      self?.navigationController?.popViewController()
    }
  }

  override func viewDidLoad() { refresh() }

  /// Counts the values again, of the rows that the list shows now.
  func refresh() {
    guard column < max(1, model.columnCount), model.name(of: column) == name else { return }
    isStale = true
    work.perform(searchBar?.text ?? "")
  }

  func searchBar(_ searchBar: SearchBar, textDidChange searchText: String) { work.perform(searchText) }

  private func show(matching query: String) async {
    let (former, isStale) = (shown, isStale)
    self.isStale = false
    do {
      show(
        try await progress(of: "counting") { [model, column] _ in
          let known = isStale ? nil : former?.counts
          let counts = if let known { known } else { try await model.countValues(of: column) }
          return await Self.make(counts, query, after: former)
        })
    } catch is CancellationError {
      if former == nil { navigationController?.popViewController() }
    } catch {
      (shown, self.isStale) = (nil, true)
      dataSource.applySnapshotUsingReloadData(DiffableDataSourceSnapshot(), completion: nil)
      tableView.backgroundContent = ListContentConfiguration(text: "Not counted: \(error)")
    }
  }

  @concurrent
  private static func make(_ counts: CountedValues, _ query: String, after former: Shown?) async -> Shown {
    let words = Query(query)
    let values =
      words.isEmpty ? counts.values : counts.values.filter { words.matches([$0.text ?? CountedValues.null]) }
    var snapshot = DiffableDataSourceSnapshot([(0, values)])
    if let former {
      let changed = values.filter { value in
        former.counts.counts[value].map { $0 != counts.counts[value] } ?? false
      }
      snapshot.reconfigureItems(changed)
    }
    return Shown(counts: counts, snapshot: snapshot)
  }

  private func show(_ next: Shown) {
    let isFirst = shown == nil
    shown = next
    let widest =
      next.counts.values.prefix(Self.measured).map { value in
        textMetrics.width(of: value.shownText ?? CountedValues.null)
      }.max() ?? 1
    let width = max(textMetrics.width(of: name), min(widest, Self.mostColumns))
    tableView.columns = [
      TableColumn(name, width: min(width, Self.leastColumns)...width, priority: 3),
      TableColumn(
        "rows", width: max(4, grouped(next.counts.most).count)...14, alignment: .trailing, priority: 2),
      TableColumn("share", width: 6...6, alignment: .trailing, priority: 1),
      TableColumn("", width: 4...40),
    ]
    if isFirst {
      dataSource.applySnapshotUsingReloadData(next.snapshot, completion: nil)
    } else {
      dataSource.apply(next.snapshot, completion: nil)
    }
    tableView.reconfigureRows(at: tableView.indexPathsForVisibleRows)
    tableView.backgroundContent = ListContentConfiguration(text: "No value matches")
    let (values, all) = (next.snapshot.numberOfItems, next.counts.values.count)
    let noun = next.counts.ranges.isEmpty ? "value" : "range"
    statusText = StyledText(
      "\(values == all ? "" : grouped(values) + "/")\(counted(all, noun)) in \(counted(next.counts.total, "row"))"
    )
  }

  /// The maximum number of values that are measured for the width of their column.
  private static let measured = 1_000
  private static let mostColumns = 50
  private static let leastColumns = 8

  private func content(of value: Value) -> ColumnContentConfiguration {
    guard let counts = shown?.counts, let count = counts.counts[value] else {
      return ColumnContentConfiguration([StyledText]())
    }
    let text =
      switch value.shownText {
      case nil: StyledText(CountedValues.null, style: currentTheme.secondaryText)
      case ""?: StyledText("–", style: currentTheme.secondaryText)
      case let text?: StyledText(text)
      }
    var content = ColumnContentConfiguration([text, StyledText(grouped(count)), "", ""])
    content.charts[2] = .percentage(Double(count) / Double(max(1, counts.total)))
    if currentSymbols != .words { content.charts[3] = .bar(Double(count) / Double(counts.most)) }
    return content
  }
}

/// How often each value occurs in a column.
struct CountedValues: Sendable {
  struct Value: Hashable, Sendable {
    /// nil for NULL.
    let bytes: [UInt8]?
    /// Computed once: a value may have any length, and lists hash their items on the main actor.
    private let hash: Int

    init(bytes: [UInt8]?) {
      self.bytes = bytes
      hash = bytes.hashValue
    }

    var text: String? { bytes.map { String(decoding: $0, as: UTF8.self) } }

    /// The part of the text that a screen shows.
    var shownText: String? { bytes.map { String(decoding: $0.prefix(RowCells.most), as: UTF8.self) } }

    func hash(into hasher: inout Hasher) { hasher.combine(hash) }
  }

  /// The values, the most frequent first.
  private(set) var values: [Value] = []
  private(set) var counts: [Value: Int] = [:]
  /// The number of all rows.
  private(set) var total = 0
  /// The conditions of ranges of numbers; empty if single values are counted.
  private(set) var ranges: [Value: String] = [:]

  static let null = "NULL"

  /// The greatest number of a value, at least 1.
  private(set) var most = 1

  mutating func append(_ bytes: [UInt8]?, count: Int) {
    let value = Value(bytes: bytes)
    values.append(value)
    counts[value] = count
    total += count
    most = max(most, count)
  }

  /// Counts the values of a listing, off the main actor.
  @concurrent
  static func make(of listing: Listing, by column: Int) async -> CountedValues {
    let table = listing.run.table
    let counted = ValueCounts(of: table, listing.rowNumbers, by: column)
    var values = CountedValues()
    if counted.distinct > mostNumbers, values.countRanges(of: listing, column, counted.entries) {
      values.total = counted.total
      return values
    }
    for entry in counted.entries { values.append(table.valueBytes(entry.row, column), count: entry.count) }
    values.total = counted.total
    return values
  }

  /// The number of different numbers above which ranges are counted.
  private static let mostNumbers = 40
  /// The approximate number of ranges.
  private static let wantedRanges = 12.0

  /// Counts numbers by ranges of equal width, with round bounds.
  ///
  /// - Returns: false if the cells are no numbers without units.
  private mutating func countRanges(of listing: Listing, _ column: Int, _ entries: [ValueCounts.Entry])
    -> Bool
  {
    let table = listing.run.table
    guard table.columns.indices.contains(column), !table.columns[column].identifies,
      [.integer, .float, .percent].contains(table.columns[column].kind)
    else { return false }
    let reading = CellReading(
      table.columns[column].kind, of: column, in: table, now: listing.run.time.localSeconds)
    let numbers = entries.compactMap { entry in
      table.withCell(entry.row, column) { reading.value(of: $0).number }.map {
        (number: $0, count: entry.count)
      }
    }
    guard let least = numbers.map(\.number).min(), let most = numbers.map(\.number).max(), least < most,
      max(abs(least), abs(most)) < 1e15, case let width = Self.roundWidth((most - least) / Self.wantedRanges)
    else { return false }
    let first = (least / width).rounded(.down)
    var counts = Array(repeating: 0, count: Int((most / width).rounded(.down) - first) + 1)
    for (number, count) in numbers { counts[Int((number / width).rounded(.down) - first)] += count }
    let name = table.name(of: column).filter { !$0.isWhitespace }
    for (index, count) in counts.enumerated() {
      let bounds = [0, 1].map { Self.text((first + Double(index + $0)) * width, width) }
      append(Array("\(bounds[0]) – \(bounds[1])".utf8), count: count)
      if let range = values.last { ranges[range] = "\(name):>=\(bounds[0]) \(name):<\(bounds[1])" }
    }
    return true
  }

  /// Returns the next greater of 1, 2, 5, 10, 20, 50, …
  private static func roundWidth(_ width: Double) -> Double {
    var unit = 1.0
    while unit > width { unit /= 10 }
    while unit * 10 <= width { unit *= 10 }
    return [1, 2, 5].map { $0 * unit }.first { $0 >= width } ?? 10 * unit
  }

  /// Returns a bound with as many decimals as the width of the ranges needs.
  private static func text(_ bound: Double, _ width: Double) -> String {
    var (decimals, scale) = (0, 1.0)
    while width * scale < 0.999, decimals < 9 { (decimals, scale) = (decimals + 1, scale * 10) }
    let whole = Int((abs(bound) * scale).rounded())
    let sign = bound < 0 && whole > 0 ? "-" : ""
    guard decimals > 0 else { return "\(sign)\(whole)" }
    let digits = String(repeating: "0", count: max(0, decimals + 1 - "\(whole)".count)) + "\(whole)"
    return "\(sign)\(digits.dropLast(decimals)).\(digits.suffix(decimals))"
  }
}
