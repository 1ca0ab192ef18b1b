import ListKit

/// The screen of things to do.
@MainActor
final class ReorderController: TableViewController {
  typealias Section = ReorderStore.Section
  typealias Item = ReorderStore.Item

  /// Where the order is kept while the program runs.
  private(set) var backingStore: ReorderStore
  /// The order to begin with, and all items.
  private let initialStore: ReorderStore
  private(set) var method = ReorderStore.Method.collectionDifference
  private(set) var dataSource: TableViewDiffableDataSource<Section, Item>!
  /// Whether the initial order is shown, and not the stored one.
  private var showsInitialStore = false
  private var file: ReorderFile?
  /// Why the order is not in the file.
  private var savingFailure: String?
  /// Whether another program has written to the file, and what it moved is shown, too.
  private var hasJoined = false

  private static let switchMethod = Command.custom("switch method")
  private static let reloadBackingStore = Command.custom("reload backing store")
  private static let reloadInitialStore = Command.custom("reload initial store")
  private static let moveToTop = Command.custom("move to top")

  /// - Parameter file: Where the order is kept from one run to the next.
  convenience init(keptIn file: ReorderFile) {
    self.init(file.store)
    self.file = file
    showStatus()
  }

  init(_ store: ReorderStore) {
    backingStore = store
    var initial = ReorderStore.initial
    initial.merge(store)
    initialStore = initial
    super.init(style: .insetGrouped)
    title = "To do"
    keyMap.bind(.character("i"), to: Self.reloadInitialStore, "show the initial order")
    keyMap.bind(.character("b"), to: Self.reloadBackingStore, "show the stored order")
    keyMap.bind(.character("u"), to: Self.switchMethod, "update by the difference, or by the final snapshot")
    keyMap.bind(.character("t"), to: Self.moveToTop, "move the row to the top of all")
    keyMap.rename(.primaryAction, nil)
    prepareTable()
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
    dataSource.headerProvider = { [weak self] in self?.header(of: $0) }
    dataSource.footerProvider = { [weak self] in self?.footer(of: $0) }
    dataSource.reorderingHandlers.canReorderItem = { _ in true }
    dataSource.reorderingHandlers.didReorder = { [weak self] in self?.store($0) }
  }

  private func header(of section: Section) -> ListContentConfiguration {
    ListContentConfiguration(
      text: section.title, secondaryText: "\(dataSource.snapshot(for: section).items.count)")
  }

  /// An empty section says what to do with it.
  private func footer(of section: Section) -> ListContentConfiguration? {
    guard dataSource.snapshot(for: section).items.isEmpty else { return nil }
    return ListContentConfiguration(secondaryText: "nothing; rows may be dropped here")
  }

  // MARK: Storing

  private func store(_ transaction: ReorderStore.Transaction) {
    // What was moved is what is shown.
    if showsInitialStore { backingStore = initialStore }
    showsInitialStore = false
    backingStore.update(with: transaction, by: method)
    save()
    showStatus()
  }

  private func save() {
    hasJoined = false
    do {
      guard let kept = try file?.save(backingStore) else { return }
      savingFailure = nil
      hasJoined = kept != backingStore
      backingStore = kept
      if hasJoined { show(kept) }
    } catch {
      savingFailure = Self.reason(error)
    }
  }

  /// Looks what the file keeps now, unless it lacks what is shown.
  private func reload() {
    hasJoined = false
    guard savingFailure == nil else { return save() }
    do {
      guard try file?.reload() != nil, let kept = file?.store else { return }
      hasJoined = kept != backingStore
      backingStore = kept
    } catch {
      savingFailure = Self.reason(error)
    }
  }

  private static func reason(_ error: any Error) -> String {
    switch error {
    case let error as StoredFile.Refusal: error.reason
    case let error as ReorderFile.Damage: "it was changed, \(error.error)"
    default: "\(error)"
    }
  }

  // MARK: What is shown

  private func show(_ store: ReorderStore, animating: Bool = true) {
    for section in Section.allCases {
      var items = DiffableDataSourceSectionSnapshot<Item>()
      items.append(store[section])
      dataSource.apply(items, to: section, animatingDifferences: animating)
    }
    showStatus()
  }

  private func showStatus() {
    statusText = StyledText("\(storeState)  m moves, b i reload, u: by \(method.title)")
  }

  private var storeState: String {
    if showsInitialStore { return "initial order, yours: b" }
    if let savingFailure { return "not saved: \(savingFailure)" }
    if hasJoined, let file { return "joined with what another program put into \(file.file.name)" }
    return "\(backingStore.allItems.count) items" + (file.map { ", kept in \($0.file.name)" } ?? "")
  }

  // MARK: Commands

  override func perform(_ command: Command) -> Bool {
    switch command {
    case Self.switchMethod:
      method = method == .collectionDifference ? .finalSnapshot : .collectionDifference
      showStatus()
    case Self.reloadBackingStore:
      showsInitialStore = false
      reload()
      show(backingStore)
    case Self.reloadInitialStore:
      showsInitialStore = true
      show(initialStore)
    case Self.moveToTop: moveCursorRowToTop()
    default: return super.perform(command)
    }
    return true
  }

  /// Moves a row as a hand would: the handlers are told, and what they store is stored.
  private func moveCursorRowToTop() {
    guard let item = dataSource.cursorItemIdentifier else { return }
    let first = dataSource.snapshot().itemIdentifiers(inSection: .allCases[0]).first
    dataSource.reorder(item, to: first.map { .before($0) } ?? .endOfSection(.allCases[0]))
  }
}

extension ReorderStore.Section {
  fileprivate var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}

extension ReorderStore.Method {
  fileprivate var title: String {
    switch self {
    case .collectionDifference: "CollectionDifference"
    case .finalSnapshot: "finalSnapshot"
    }
  }
}
