import ArgumentParser
import ListKit

// MARK: - Model

/// The lists, each a section.
enum MountainList: String, Hashable, Sendable {
  case visited = "Visited"
  case bucketList = "Bucket List"

  var other: MountainList { self == .visited ? .bucketList : .visited }
}

/// A mountain, or the row at the end for adding one.
enum EditItem: Hashable, Sendable {
  case mountain(Mountain)
  case addition
}

typealias EditSnapshot = DiffableDataSourceSnapshot<MountainList, EditItem>

extension EditSnapshot {
  /// Four mountains in each list, the lowest first, and the row for adding one.
  static func initial(from catalog: MountainCatalog) -> EditSnapshot {
    let visited: Set = ["Ben Nevis", "Mount Etna", "Triglav", "Mont Blanc"]
    let wanted: Set = ["Aconcagua", "Kilimanjaro", "Matterhorn", "Mount Fuji"]
    let mountains = catalog.mountains.sorted { $0.height < $1.height }
    func items(_ names: Set<String>) -> [EditItem] {
      mountains.filter { names.contains($0.name) }.map { .mountain($0) }
    }
    return EditSnapshot([(.visited, items(visited)), (.bucketList, items(wanted) + [.addition])])
  }

  func mountains(in list: MountainList) -> [Mountain] {
    itemIdentifiers(inSection: list).compactMap {
      if case .mountain(let mountain) = $0 { mountain } else { nil }
    }
  }

  /// Moves a mountain to the end of the other list.
  mutating func moveToOtherList(_ item: EditItem) {
    guard let list = sectionIdentifier(containingItem: item) else { return }
    append(item, to: list.other)
  }

  /// Adds the highest mountain that is in neither list to the bucket list.
  mutating func addHighest(of catalog: MountainCatalog) {
    let missing = catalog.mountains.filter { indexOfItem(.mountain($0)) == nil }
    if let highest = missing.max(by: { $0.height < $1.height }) { add(highest) }
  }

  mutating func add(_ mountain: Mountain) { append(.mountain(mountain), to: .bucketList) }

  private mutating func append(_ item: EditItem, to list: MountainList) {
    switch list {
    case .visited: appendItems([item], toSection: list)
    // The row for adding stays last. Inserting an item that is already in the snapshot moves it.
    case .bucketList: insertItems([item], beforeItem: .addition)
    }
  }

  func summary(of list: MountainList) -> String {
    let mountains = mountains(in: list)
    guard let highest = mountains.max(by: { $0.height < $1.height }) else {
      return list == .visited ? "No mountain yet" : "No mountain on the list"
    }
    let count = "\(mountains.count) \(mountains.count == 1 ? "mountain" : "mountains")"
    return "\(count), the highest \(highest.name) with \(highest.height.grouped) m"
  }

  var plainLines: [String] {
    sectionIdentifiers.flatMap { list in
      mountains(in: list).map { "\(list.rawValue)\t\($0.name)\t\($0.height)" }
    }
  }
}

// MARK: - Data source

/// Defines how the user can edit the rows, and applies the edits. As in UIKit, it is a subclass of the
/// diffable data source.
@MainActor
final class EditDataSource: TableViewDiffableDataSource<MountainList, EditItem> {
  private var undoStack = UndoStack<EditSnapshot>()
  private let catalog: MountainCatalog

  init(tableView: TableView, catalog: MountainCatalog, cellProvider: @escaping CellProvider) {
    self.catalog = catalog
    super.init(tableView: tableView, cellProvider: cellProvider)
    headerProvider = { ListContentConfiguration(text: $0.rawValue) }
    footerProvider = { [unowned self] in ListContentConfiguration(text: snapshot().summary(of: $0)) }
    commitEditing = { [unowned self] in commit($0, for: $1) }
    reorderingHandlers.canReorderItem = { $0 != .addition }
    reorderingHandlers.willReorder = { [unowned self] in undoStack.record($0.initialSnapshot, named: "move") }
    contextMenuProvider = { [unowned self] in menu(of: $0) }
    apply(.initial(from: catalog), animatingDifferences: false)
  }

  private func edit(_ name: String, _ change: (inout EditSnapshot) -> Void) {
    var next = snapshot()
    change(&next)
    undoStack.record(snapshot(), named: name)
    apply(next)
  }

  private func commit(_ style: TableViewCell.EditingStyle, for item: EditItem) {
    edit(style == .delete ? "delete" : "add") { [catalog] snapshot in
      switch style {
      case .delete: snapshot.deleteItems([item])
      case .insert: snapshot.addHighest(of: catalog)
      case .none: break
      }
    }
  }

  func add(_ mountain: Mountain) { edit("add") { $0.add(mountain) } }

  func startOver() { edit("start over") { [catalog] in $0 = .initial(from: catalog) } }

  /// Returns the mountains that are in no list and whose names contain a text, the highest first.
  func missingMountains(named text: String) -> [Mountain] {
    let listed = Set(snapshot().itemIdentifiers)
    return catalog.mountains
      .filter { $0.name.lowercased().contains(text.lowercased()) && !listed.contains(.mountain($0)) }
      .sorted { $0.height > $1.height }
  }

  private func menu(of item: EditItem) -> Menu? {
    guard item != .addition, let list = snapshot().sectionIdentifier(containingItem: item) else { return nil }
    return Menu(children: [
      Action(title: list.other.rawValue) { [weak self] _ in self?.edit("move") { $0.moveToOtherList(item) } },
      Action(title: "Delete", attributes: .destructive) { [weak self] _ in
        self?.performEditing(.delete, of: item)
      },
    ])
  }

  // MARK: Undo

  /// The actions to undo and redo, for the status line: `u undo delete`.
  var undoHints: [KeyHint] {
    [
      undoStack.undoActionName.map { KeyHint("u", "undo \($0)") },
      undoStack.redoActionName.map { KeyHint("ctrl-r", "redo \($0)") },
    ].compactMap(\.self)
  }

  func undo() {
    if let former = undoStack.undo(from: snapshot()) { apply(former) }
  }

  func redo() {
    if let next = undoStack.redo(from: snapshot()) { apply(next) }
  }
}

// MARK: - Controller

@MainActor
final class EditController: TableViewController, TableViewDelegate {
  private(set) var dataSource: EditDataSource!

  init(catalog: MountainCatalog) {
    super.init(style: .grouped)
    title = "Mountains to climb"
    tableView.primaryActionTitle = "details"
    keyMap.rename(.toggleEditing, "start or end editing")
    addKeyCommand(.character("x"), title: "start over") { [unowned self] in startOver() }
    addKeyCommand(.character("a"), title: "add a mountain by its name") { [unowned self] in addByName() }
    addKeyCommand(.character("u"), title: "undo") { [unowned self] in dataSource.undo() }
    addKeyCommand(.control("r"), title: "redo") { [unowned self] in dataSource.redo() }
    tableView.delegate = self
    tableView.sectionHeaderTopPadding = 1
    tableView.register(TableViewCell.self, forCellReuseIdentifier: "row")
    dataSource = EditDataSource(tableView: tableView, catalog: catalog) { tableView, indexPath, item in
      let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
      cell.contentConfiguration = Self.content(of: item)
      return cell
    }
    dataSource.didApply = { [weak self] _ in self?.updateStatus() }
    updateStatus()
  }

  private static func content(of item: EditItem) -> ListContentConfiguration {
    var content = ListContentConfiguration.valueCell()
    switch item {
    case .mountain(let mountain):
      content.text = mountain.name
      content.secondaryText = "\(mountain.height.grouped) m"
    case .addition:
      content.attributedText = StyledText("Add another mountain", style: TextStyle(attributes: .italic))
    }
    return content
  }

  private func updateStatus() {
    let edits = tableView.isEditing
    keyHints =
      (edits ? [KeyHint("d", "delete"), KeyHint("m", "move")] : []) + [KeyHint("e", edits ? "done" : "edit")]
    keyHints += dataSource.undoHints
  }

  override func perform(_ command: Command) -> Bool {
    let isKnown = super.perform(command)
    // The command may have started or ended editing.
    updateStatus()
    return isKnown
  }

  // MARK: Questions

  private func addByName() {
    Task {
      let name = await prompt(
        "Which mountain?", message: "A part of its name is enough.", placeholder: "name")
      if let name { await add(named: name) }
    }
  }

  private func add(named name: String) async {
    let found = dataSource.missingMountains(named: name)
    guard let first = found.first else {
      let other = await prompt(
        "No mountain “\(name)”", message: "It is already in a list, or unknown here.", text: name)
      if let other { await add(named: other) }
      return
    }
    let mountain = found.count == 1 ? first : await choose("Which of them?", from: found) { $0.name }
    if let mountain { dataSource.add(mountain) }
  }

  private func startOver() {
    Task {
      let isSure = await confirm(
        "Start over?", message: "Both lists will be as they were at first; u undoes it.",
        action: "Start over", isDestructive: true)
      if isSure { dataSource.startOver() }
    }
  }

  // MARK: Delegate

  func tableView(
    _ tableView: TableView, editingStyleForRowAt indexPath: IndexPath
  ) -> TableViewCell.EditingStyle {
    dataSource.itemIdentifier(for: indexPath) == .addition ? .insert : .delete
  }

  /// No row can be dropped after the row for adding.
  func tableView(
    _ tableView: TableView, targetIndexPathForMoveFromRowAt source: IndexPath,
    toProposedIndexPath proposed: IndexPath
  ) -> IndexPath {
    guard let list = dataSource.sectionIdentifier(for: proposed.section) else { return proposed }
    let others =
      dataSource.snapshot().mountains(in: list).count - (source.section == proposed.section ? 1 : 0)
    return IndexPath(row: min(proposed.row, others), section: proposed.section)
  }

  func tableView(_ tableView: TableView, performPrimaryActionForRowAt indexPath: IndexPath) {
    tableView.deselectRow(at: indexPath, animated: true)
    switch dataSource.itemIdentifier(for: indexPath) {
    case .mountain(let mountain)?: present(mountain.panel)
    case .addition?: dataSource.performEditing(.insert, of: .addition)
    case nil: break
    }
  }
}

// MARK: - Command line

/// `tui-demo edit`: two lists of mountains that the user edits.
///
/// Shows a data source that defines and applies the edits of its rows: delete, add, move within a section and
/// to the other one, the menu of a row; headers and footers; and undo, which only needs former snapshots.
struct EditCommand: Demo {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Edit two lists of mountains: delete, add, move, undo.",
    discussion: "If the output is a pipe, it prints the lists.")

  @OptionGroup var display: DisplayOptions

  func makeController() -> ViewController { EditController(catalog: .embedded) }

  func plainLines() -> [String] { EditSnapshot.initial(from: .embedded).plainLines }
}
