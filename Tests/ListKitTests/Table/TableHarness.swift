import ListKitTesting

@testable import ListKit

/// A table on a screen in memory, with a clock that the test sets.
@MainActor
final class TableHarness<Item: Hashable & Sendable> {
  typealias DataSource = TableViewDiffableDataSource<String, Item>

  let tableView: TableView
  private(set) var dataSource: DataSource!
  private(set) var frame: Frame
  var traits: ScreenTraits
  var size: ScreenSize
  var now = Duration.zero
  /// The items that the cell provider was asked for, in order.
  private(set) var asked: [Item] = []

  /// Creates a table; one that shows items is drawn at once.
  init(
    columns: Int = 24, lines: Int = 8, style: TableView.Style = .plain,
    depth: ScreenTraits.ColorDepth = .trueColor, numberOfLines: Int = 1, showing items: [Item]? = nil,
    text: @escaping (Item) -> StyledText = { "\($0)" },
    below: @escaping (Item) -> StyledText? = { _ in nil },
    fields: @escaping (Item) -> [StyledText]? = { _ in nil }
  ) {
    size = ScreenSize(columns: columns, lines: lines)
    traits = .testing(depth)
    frame = Frame(size: size)
    tableView = TableView(style: style)
    // Behaves as if a user had moved the cursor; UntouchedCursorTests tests the other case.
    tableView.go(to: Viewport())
    tableView.register(TableViewCell.self, forCellReuseIdentifier: "cell")
    dataSource = DataSource(tableView: tableView) { [unowned self] tableView, indexPath, item in
      asked.append(item)
      let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
      cell.contentConfiguration = ListContentConfiguration(attributedText: text(item))
      if numberOfLines != 1 {
        var content = ListContentConfiguration(attributedText: text(item))
        content.textProperties.numberOfLines = numberOfLines
        cell.contentConfiguration = content
      }
      if let below = below(item) {
        cell.contentConfiguration = ListContentConfiguration(
          attributedText: text(item), secondaryAttributedText: below, arrangement: .below)
      }
      if let fields = fields(item) { cell.contentConfiguration = ColumnContentConfiguration(fields) }
      return cell
    }
    guard let items else { return }
    apply(items)
    draw(at: 0)
  }

  /// Draws the table at a time after the start, in milliseconds, and returns the lines of the screen.
  @discardableResult
  func draw(at milliseconds: Int? = nil) -> [String] {
    if let milliseconds { now = .milliseconds(milliseconds) }
    var canvas = Canvas(size: size, traits: traits)
    tableView.draw(in: &canvas, at: now)
    frame = canvas.frame
    return (0..<size.lines).map(frame.text(ofLine:))
  }

  /// Performs commands one after the other, draws the table, and returns the lines of the screen.
  @discardableResult
  func press(_ commands: Command..., at milliseconds: Int? = nil) -> [String] {
    for command in commands { tableView.perform(command) }
    return draw(at: milliseconds)
  }

  /// Performs commands, waits until nothing moves, and returns the lines that are not blank.
  @discardableResult
  func play(_ commands: Command...) -> [String] {
    for command in commands { tableView.perform(command) }
    now += .seconds(10)
    return draw().filter { !$0.isEmpty }
  }

  func forgetAsked() { asked = [] }

  func apply(sections: [(String, [Item])], animating: Bool = true) {
    var snapshot = DataSource.Snapshot()
    for (section, items) in sections {
      snapshot.appendSections([section])
      snapshot.appendItems(items, toSection: section)
    }
    dataSource.apply(snapshot, animatingDifferences: animating)
  }

  func apply(_ items: [Item], animating: Bool = true) {
    apply(sections: [("main", items)], animating: animating)
  }

  /// The items of each section.
  var items: [[Item]] {
    let snapshot = dataSource.snapshot()
    return snapshot.sectionIdentifiers.map { snapshot.itemIdentifiers(inSection: $0) }
  }

  /// The items of each section after its name: `one: a b, two: x`.
  var rows: String {
    zip(dataSource.snapshot().sectionIdentifiers, items).map { section, items in
      "\(section): " + items.map { "\($0)" }.joined(separator: " ")
    }.joined(separator: ", ")
  }

  /// The item under the cursor and the line it is on.
  var cursor: (item: Item?, line: Int?) {
    (
      tableView.cursorIndexPath.flatMap(dataSource.itemIdentifier(for:)),
      (0..<size.lines).first { line in (0..<size.columns).contains { frame[line, $0].scalar == "▌" } }
    )
  }
}

extension TableHarness {
  /// Returns the items with the given row identifiers.
  func items(of identifiers: some Sequence<RowIdentifier>) -> [Item] {
    identifiers.compactMap {
      if case .item(let handle) = $0 { dataSource.handles.items[handle] } else { nil }
    }
  }
}
