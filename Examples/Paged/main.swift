// A list of a million rows from a slow source, of which only the part near the screen is read:
// `PagedDataSource` over three functions. Try: end, home, page down; /7777 filters at the source; every
// twentieth read fails, and enter tries again.

import ListKit
import ListKitCurses
import ListKitPaging
import Synchronization

/// A slow source in memory: the number of steps in the Collatz sequence of each number.
final class SlowSource: PageEngine {
  static let count = 1_000_000

  private let reads = Atomic(0)

  struct Lost: Error, CustomStringConvertible {
    var description: String { "the wire is noisy" }
  }

  /// The key of a row is its position, so a request names keys: the numbers between two bounds, nearest to
  /// one of them.
  func pages(_ requests: [PageRequest<Int>], matching digits: String) async throws -> [Page<Int, [String]>] {
    try await Task.sleep(for: .milliseconds(300))
    if reads.add(1, ordering: .relaxed).newValue % 20 == 0 { throw Lost() }
    return requests.map { request in
      var (first, last) = (1, Self.count)
      switch request.after {
      case .edge: break
      case .including(let key): first = key
      case .excluding(let key): first = key + 1
      }
      switch request.before {
      case .edge: break
      case .including(let key): last = key
      case .excluding(let key): last = key - 1
      }
      var found: [Int] = []
      let numbers =
        request.isFromEnd
        ? stride(from: last, through: first, by: -1) : stride(from: first, through: last, by: 1)
      // One row more than the limit shows whether there are more.
      for number in numbers where matches(number, digits) {
        found.append(number)
        if found.count > request.limit { break }
      }
      let isComplete = found.count <= request.limit
      if !isComplete { found.removeLast() }
      if request.isFromEnd { found.reverse() }
      return Page(rows: found.map { PageRow(key: $0, content: texts(of: $0)) }, isComplete: isComplete)
    }
  }

  /// Counting may be slower than reading; the list is displayed meanwhile.
  func count(matching digits: String) async throws -> PageCount {
    try await Task.sleep(for: .seconds(1))
    return digits.isEmpty ? .exactly(Self.count) : .exactly((1...Self.count).count { matches($0, digits) })
  }

  /// Nothing changes here; a source that is notified of changes yields `.certain` for each.
  func changes() -> AsyncStream<PageChange> { AsyncStream { $0.finish() } }

  private func matches(_ number: Int, _ digits: String) -> Bool {
    digits.isEmpty || "\(number)".contains(digits)
  }

  private func texts(of number: Int) -> [String] {
    var (value, steps, highest) = (number, 0, number)
    while value != 1 {
      value = value % 2 == 0 ? value / 2 : 3 * value + 1
      highest = max(highest, value)
      steps += 1
    }
    return ["\(number)", "\(steps)", "\(highest)"]
  }
}

/// The screen: a table, a search bar that sends its text to the source, and a line with the number of rows.
@MainActor
final class PagedController: TableViewController, SearchBarDelegate {
  private var dataSource: PagedDataSource<SlowSource>!

  init() {
    super.init()
    title = "How long the Collatz sequence of a number is"
    tableView.columns = [
      TableColumn("number", width: 8...8, alignment: .trailing),
      TableColumn("steps", width: 6...6, alignment: .trailing),
      TableColumn("highest", width: 12...12, alignment: .trailing),
    ]
    tableView.register(TableViewCell.self, forCellReuseIdentifier: "row")
    dataSource = PagedDataSource(tableView: tableView, engine: SlowSource(), query: "") {
      tableView, indexPath, row in
      let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
      cell.contentConfiguration = ColumnContentConfiguration(row.content)
      return cell
    }
    searchBar = SearchBar(placeholder: "digits", delegate: self)
  }

  func searchBar(_ searchBar: SearchBar, textDidChange searchText: String) {
    // When the filter is cleared, the cursor stays on its row.
    dataSource.search(searchText, keeping: searchText.isEmpty ? dataSource.keyKeptAfterQuery : nil)
  }

  override func updateContent() {
    statusText =
      switch dataSource.rowCount {
      case nil: "counting"
      case .exactly(let count): "\(count) rows"
      case .about(let count): "about \(count) rows"
      case .atLeast(let count): "\(count) rows or more"
      }
  }
}

Terminal.main(PagedController())
