import ListData
import ListKit
import ListSearch

/// How often each value of a column occurs, the most frequent first, with bars. Enter filters the list by a
/// value.
///
/// ```text
///   STATUS             rows   share
///   Running              24     67%  ━━━━━━━━━━━━━━━━━━
///   CrashLoopBackOff      9     25%  ━━━━━━╸
/// ```
///
/// The page follows the list: values that are inserted, removed or changed are marked.
@MainActor
final class ValueCountsController: TableViewController, SearchBarDelegate {
  /// The bytes of a value.
  private typealias Value = [UInt8]

  /// The values of the rows in a listing, and how often each occurs.
  private struct Counts: Sendable {
    var values: [Value] = []
    var counts: [Value: Int] = [:]
    var total = 0

    init(of listing: Listing, by column: Int) {
      let table = listing.run.table
      let counted = ValueCounts(of: table, listing.rowNumbers, by: column)
      total = counted.total
      values.reserveCapacity(counted.entries.count)
      counts.reserveCapacity(counted.entries.count)
      for entry in counted.entries {
        let value = table.valueBytes(entry.row, column)
        values.append(value)
        counts[value] = entry.count
      }
    }

    var most: Int { values.first.flatMap { counts[$0] } ?? 1 }
  }

  /// The counts and the rows on the screen.
  private struct Shown: Sendable {
    var counts: Counts
    var snapshot: DiffableDataSourceSnapshot<Int, Value>
  }

  private let column: Int
  private let name: String
  /// Called with the chosen value.
  private let choose: (String) -> Void
  private var shown: Shown?
  private var listing: Listing
  private var dataSource: TableViewDiffableDataSource<Int, Value>!
  private var work: Task<Void, Never>?
  private var isStale = false

  /// - Parameters:
  ///   - listing: The rows whose values are counted.
  ///   - choose: Called with a value, to filter by it.
  init(of column: Int, in listing: Listing, choose: @escaping (String) -> Void) {
    self.column = column
    self.listing = listing
    self.choose = choose
    name = listing.run.table.name(of: column)
    super.init()
    title = "values of \(name)"
    tableView.register(TableViewCell.self, forCellReuseIdentifier: "value")
    tableView.backgroundContent = ListContentConfiguration(text: "counting")
    tableView.primaryAction = { [weak self] indexPath in
      guard let value = self?.dataSource.itemIdentifier(for: indexPath) else { return }
      self?.choose(String(decoding: value, as: UTF8.self))
    }
    dataSource = TableViewDiffableDataSource(tableView: tableView) {
      [weak self] tableView, indexPath, value in
      let cell = tableView.dequeueReusableCell(withIdentifier: "value", for: indexPath)
      if let self { cell.contentConfiguration = content(of: value) }
      return cell
    }
    searchBar = SearchBar(placeholder: "values", delegate: self)
    hidesSearchBarWhenEmpty = true
    tableView.primaryActionTitle = "filter by it"
    keyHints = [(.character("/"), "find")]
    addKeyCommand("F", title: "back") { [weak self] in
      self?.navigationController?.popViewController()
    }
  }

  deinit { work?.cancel() }

  override func viewDidLoad() { refresh() }

  /// Counts the values again, of the rows that the list shows now.
  func update(_ listing: Listing) {
    guard listing.run.schema == self.listing.run.schema else { return }
    self.listing = listing
    refresh()
  }

  func searchBar(_ searchBar: SearchBar, textDidChange searchText: String) { refresh() }

  /// Counts again, off the main actor, until the counts match the list and the query.
  private func refresh() {
    isStale = true
    guard work == nil else { return }
    work = Task { [weak self] in
      while let self, isStale, !Task.isCancelled {
        isStale = false
        let (listing, column, query, former) = (listing, column, searchBar?.text ?? "", shown)
        let next = try? await progress(of: "counting") { _ in
          await Self.make(of: listing, column, query, after: former)
        }
        if let next {
          show(next)
        } else if former == nil {
          navigationController?.popViewController()
        }
      }
      self?.work = nil
    }
  }

  @concurrent
  private static func make(of listing: Listing, _ column: Int, _ query: String, after former: Shown?) async
    -> Shown
  {
    let counts = Counts(of: listing, by: column)
    let words = Query(query)
    let values =
      words.isEmpty
      ? counts.values : counts.values.filter { words.matches([String(decoding: $0, as: UTF8.self)]) }
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
        textMetrics.width(of: String(decoding: value, as: UTF8.self))
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
    statusText = StyledText(
      "\(values == all ? "" : grouped(values) + "/")\(counted(all, "value")) in \(counted(next.counts.total, "row"))"
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
      value.isEmpty
      ? StyledText("–", style: currentTheme.secondaryText)
      : StyledText(String(decoding: value, as: UTF8.self))
    var content = ColumnContentConfiguration([text, StyledText(grouped(count)), "", ""])
    content.charts[2] = .percentage(Double(count) / Double(max(1, counts.total)))
    content.charts[3] = .bar(Double(count) / Double(counts.most))
    return content
  }
}
