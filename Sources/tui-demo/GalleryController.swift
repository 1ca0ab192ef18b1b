import ArgumentParser
import ListKit

/// The screen of the gallery.
@MainActor
final class GalleryController: TableViewController {
  enum Section: Hashable, Sendable { case main }

  /// An entry by its title.
  typealias Item = String

  private let entries: [Item: GalleryEntry]
  private let display: DisplayOptions
  private var dataSource: TableViewDiffableDataSource<Section, Item>!

  init(entries: [GalleryEntry], display: DisplayOptions) {
    var outline = DiffableDataSourceSectionSnapshot<Item>()
    self.entries = Self.append(entries, below: nil, to: &outline)
    self.display = display
    super.init()
    title = "Gallery"
    statusText = "→ opens, enter shows"
    keyMap.rename(.primaryAction, "show, open or close")
    tableView.register(TableViewCell.self, forCellReuseIdentifier: "entry")
    tableView.primaryAction = { [weak self] _ in self?.openCursorRow() }
    dataSource = TableViewDiffableDataSource(tableView: tableView) {
      [weak self] tableView, indexPath, title in
      let cell = tableView.dequeueReusableCell(withIdentifier: "entry", for: indexPath)
      if let entry = self?.entries[title] { Self.fill(cell, with: entry) }
      return cell
    }
    dataSource.apply(outline, to: .main, animatingDifferences: false)
  }

  /// Appends entries and, one level deeper, what is below them.
  ///
  /// - Returns: all of them by their titles.
  private static func append(
    _ entries: [GalleryEntry], below parent: Item?, to outline: inout DiffableDataSourceSectionSnapshot<Item>
  ) -> [Item: GalleryEntry] {
    outline.append(entries.map(\.title), to: parent)
    var all = Dictionary(uniqueKeysWithValues: entries.map { ($0.title, $0) })
    for entry in entries where !entry.children.isEmpty {
      all.merge(append(entry.children, below: entry.title, to: &outline)) { first, _ in first }
    }
    return all
  }

  private static func fill(_ cell: TableViewCell, with entry: GalleryEntry) {
    cell.contentConfiguration = ListContentConfiguration(
      text: entry.title, secondaryText: entry.summary, arrangement: .inline)
    if case .group = entry.content { return }
    cell.accessories = [.disclosureIndicator()]
  }

  private func openCursorRow() {
    guard let title = dataSource.cursorItemIdentifier,
      let entry = entries[title]
    else { return }
    switch entry.content {
    case .group: tableView.perform(.toggle)
    case .demo(let demo, let arguments): show(demo, arguments)
    case .note(let lines):
      present(Panel(title: entry.title, lines: lines.map { Panel.Line("", StyledText($0)) }))
    }
  }

  /// Shows a demo on top of the menu, with the options that the menu has.
  private func show(_ type: any Demo.Type, _ arguments: [String]) {
    do {
      guard var demo = try type.parseAsRoot(arguments) as? any Demo else { return }
      demo.display = display
      navigationController?.pushViewController(try demo.makeController(), animated: true)
    } catch {
      present(Panel(title: "It cannot be shown", lines: [Panel.Line("", StyledText("\(error)"))]))
    }
  }
}
