import ArgumentParser
import ListKit

// MARK: - Model

/// A to-do list by due date: the stored order, to which moves of rows are written back.
struct ReorderStore: Hashable, Sendable {
  enum Section: String, Hashable, Sendable, CaseIterable {
    case today
    case week = "this week"
    case month = "this month"
    case someday = "some day"

    var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
  }

  /// A task, which is its own identifier.
  struct Item: Hashable, Sendable {
    var name: String
  }

  /// The way to write back a move: with its difference, or with its final snapshot.
  enum Method: Hashable, Sendable { case collectionDifference, finalSnapshot }

  private var items = Dictionary(uniqueKeysWithValues: Section.allCases.map { ($0, [Item]()) })

  init(_ items: [Section: [Item]]) { self.items.merge(items) { $1 } }

  subscript(section: Section) -> [Item] {
    get { items[section] ?? [] }
    set { items[section] = newValue }
  }

  var allItems: [Item] { Section.allCases.flatMap { self[$0] } }

  /// Writes a move back to the sections that it changed.
  mutating func update(with transaction: DiffableDataSourceTransaction<Section, Item>, by method: Method) {
    for part in transaction.sectionTransactions {
      let section = part.sectionIdentifier
      switch method {
      case .collectionDifference:
        guard let changed = self[section].applying(part.difference) else {
          fatalError("update of \(section): the difference belongs to another order than the stored one")
        }
        self[section] = changed
      case .finalSnapshot: self[section] = part.finalSnapshot.items
      }
    }
  }

  static let initial = ReorderStore([
    .today: items(
      "Water the tomatoes", "Buy bread and coffee", "Answer Ingrid's letter", "Take the bins out",
      "Call the dentist", "Practise the cello"),
    .week: items(
      "Mend the bicycle tyre", "Return the library books", "Bake a cake for Noah", "Wash the windows",
      "Plan the hike", "Pay the rent", "Visit grandmother"),
    .month: items(
      "Paint the garden gate", "Renew the passport", "Sharpen the kitchen knives", "Back up the photographs",
      "Prune the apple tree", "Sort the cellar"),
    .someday: items(
      "Learn to sail", "Read War and Peace", "See the northern lights", "Build a bookcase",
      "Walk across the Alps", "Write down the recipes"),
  ])

  private static func items(_ names: String...) -> [Item] { names.map(Item.init) }
}

// MARK: - Controller

@MainActor
final class ReorderController: TableViewController {
  typealias Section = ReorderStore.Section
  typealias Item = ReorderStore.Item

  private(set) var backingStore: ReorderStore
  private(set) var method = ReorderStore.Method.collectionDifference
  private(set) var dataSource: TableViewDiffableDataSource<Section, Item>!
  /// Whether the initial order is shown instead of the stored one.
  private var showsInitialStore = false
  private var undoStack = UndoStack<ReorderStore>()

  init(_ store: ReorderStore) {
    backingStore = store
    super.init(style: .insetGrouped)
    title = "To do"
    prepareTable()
    dataSource.addKeyCommand(.character("t"), title: "move the row to the top") { [unowned self] item in
      moveToTop(item)
    }
    addKeyCommand(.character("w"), title: "store by the difference, or by the final snapshot") {
      [unowned self] in
      method = method == .collectionDifference ? .finalSnapshot : .collectionDifference
      showStatus()
    }
    addKeyCommand(.character("u"), title: "undo") { [unowned self] in
      if let former = undoStack.undo(from: backingStore) { restore(former) }
    }
    addKeyCommand(.control("r"), title: "redo") { [unowned self] in
      if let next = undoStack.redo(from: backingStore) { restore(next) }
    }
    addKeyCommand(.character("b"), title: "show the stored order") { [unowned self] in showStored() }
    addKeyCommand(.character("i"), title: "show the initial order") { [unowned self] in showInitial() }
    show(backingStore, animating: false)
  }

  private func prepareTable() {
    tableView.register(TableViewCell.self, forCellReuseIdentifier: "item")
    dataSource = TableViewDiffableDataSource(tableView: tableView) { tableView, indexPath, item in
      let cell = tableView.dequeueReusableCell(withIdentifier: "item", for: indexPath)
      var content = cell.defaultContentConfiguration()
      content.text = item.name
      cell.contentConfiguration = content
      cell.accessories = [.reorder(displayed: .always)]
      return cell
    }
    dataSource.headerProvider = { [unowned self] section in
      ListContentConfiguration(
        text: section.title, secondaryText: "\(dataSource.snapshot(for: section).items.count)")
    }
    dataSource.footerProvider = { [unowned self] section in
      guard dataSource.snapshot(for: section).items.isEmpty else { return nil }
      return ListContentConfiguration(secondaryText: "empty; drop rows here")
    }
    dataSource.reorderingHandlers.canReorderItem = { _ in true }
    dataSource.reorderingHandlers.didReorder = { [unowned self] transaction in
      undoStack.record(backingStore, named: "move")
      // The user moved rows of the order that is shown.
      if showsInitialStore { backingStore = .initial }
      showsInitialStore = false
      backingStore.update(with: transaction, by: method)
      showStatus()
    }
  }

  private func show(_ store: ReorderStore, animating: Bool = true) {
    for section in Section.allCases {
      var items = DiffableDataSourceSectionSnapshot<Item>()
      items.append(store[section])
      dataSource.apply(items, to: section, animatingDifferences: animating)
    }
    showStatus()
  }

  private func showStatus() {
    statusText = StyledText("\(storeState), stored \(method == .finalSnapshot ? "whole" : "by moves")")
    keyHints = [
      KeyHint("m", "move"), KeyHint("u", "undo"), KeyHint("b", "reload"), KeyHint("i", "reload"),
      KeyHint("w", "store otherwise"),
    ]
  }

  private var storeState: String {
    showsInitialStore ? "initial order, b shows yours" : "\(backingStore.allItems.count) items"
  }

  // MARK: Keys

  private func showInitial() {
    showsInitialStore = true
    show(.initial)
  }

  private func showStored() {
    showsInitialStore = false
    show(backingStore)
  }

  /// Shows and stores a former order.
  private func restore(_ store: ReorderStore) {
    backingStore = store
    showsInitialStore = false
    show(store)
  }

  /// Moves the row as the user would, so that `didReorder` is called.
  private func moveToTop(_ item: Item) {
    let first = dataSource.snapshot().itemIdentifiers(inSection: .today).first
    _ = try? dataSource.reorder(item, to: first.map { .before($0) } ?? .endOfSection(.today))
  }
}

// MARK: - Command line

/// `tui-demo reorder`: rows moved by keys or mouse, within a section and to another.
///
/// Shows how to write back an order that the user makes: a transaction has a difference and a final snapshot
/// for each section that it changed, and both lead to the same order.
struct ReorderCommand: Demo {
  static let configuration = CommandConfiguration(
    commandName: "reorder",
    abstract: "Move rows by keys or mouse, within a section and across.",
    discussion: """
      If the output is a pipe, it prints section and item in their order.
      """)

  @OptionGroup var display: DisplayOptions

  func makeController() -> ViewController { ReorderController(.initial) }

  func plainLines() -> [String] {
    ReorderStore.Section.allCases.flatMap { section in
      ReorderStore.initial[section].map { "\(section.rawValue)\t\($0.name)" }
    }
  }
}
