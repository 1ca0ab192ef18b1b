import ListKit

/// The screen of the catalogue.
@MainActor
final class LooksController: TableViewController, TableViewDelegate {
  private(set) var model = LooksModel()
  private(set) var dataSource: TableViewDiffableDataSource<LookKind, Look>!
  private var themeName: String?
  private var background = UserInterfaceStyle.unspecified
  /// Measured once, before a section is seen.
  private var knownNameColumns: [LookKind: Int] = [:]

  private static let nextSection = Command.custom("next section")
  private static let previousSection = Command.custom("previous section")
  private static let sections = (1...LookKind.allCases.count).map { Command.custom("section \($0)") }
  private static let switchSeparators = Command.custom("switch separators")
  private static let nextTheme = Command.custom("next theme")
  private static let themes = [
    ("light", Theme.light), ("high contrast", .highContrast), ("mono", .mono), ("dark", .dark),
  ]

  init() {
    super.init()
    title = "Looks"
    for (index, command) in Self.sections.enumerated().reversed() {
      let title = index == 0 ? "sections 1 … \(Self.sections.count)" : nil
      keyMap.bind(.character(Character("\(index + 1)")), to: command, title)
    }
    keyMap.bind(.character("p"), to: Self.previousSection, "section before")
    keyMap.bind(.character("n"), to: Self.nextSection, "next section")
    keyMap.bind(.character("s"), to: Self.switchSeparators, "lines between rows, or none")
    keyMap.bind(.character("t"), to: Self.nextTheme, "another theme")
    keyMap.rename(.primaryAction, "press the row")
    prepareTable()
    dataSource.apply(model.snapshot, animatingDifferences: false)
    showStatus()
  }

  private func prepareTable() {
    tableView.register(LookHeaderView.self, forHeaderFooterViewReuseIdentifier: "kind")
    tableView.sectionHeaderTopPadding = 1
    tableView.allowsMultipleSelection = true
    tableView.delegate = self
    dataSource = TableViewDiffableDataSource(tableView: tableView) { [weak self] tableView, _, look in
      let cell = look.dequeueCell(from: tableView)
      self?.fill(cell, with: look)
      return cell
    }
    dataSource.headerViewProvider = { [weak self] tableView, kind in
      let view = tableView.dequeueReusableHeaderFooterView(withIdentifier: "kind")
      view?.textLabel?.text = self?.model.title(of: kind)
      view?.detailTextLabel?.text = kind.code
      return view
    }
    dataSource.footerProvider = { kind in
      kind.hint.map { ListContentConfiguration(secondaryText: $0) }
    }
    dataSource.canEditRow = { if case .editing(let style, _) = $0 { style != .none } else { false } }
    dataSource.commitEditing = { [weak self] style, look in
      self?.model.edit(look, style)
      self?.show(by: .automatic)
    }
  }

  private func fill(_ cell: TableViewCell, with look: Look) {
    let kind = dataSource.snapshot().sectionIdentifier(containingItem: look) ?? .styles
    look.fill(cell, nameColumns: nameColumns(of: kind), isOn: model.isSwitchOn) { [weak self] in self?.flip()
    }
  }

  /// The columns of the longest name of a section.
  private func nameColumns(of kind: LookKind) -> Int {
    if let known = knownNameColumns[kind] { return known }
    let names = model[kind].map { if case .arrival = $0 { 0 } else { $0.name.count } }
    let columns = names.max() ?? 0
    knownNameColumns[kind] = columns
    return columns
  }

  // MARK: Changes

  private func show(by animation: RowAnimation) {
    knownNameColumns = [:]
    dataSource.defaultRowAnimation = animation
    dataSource.apply(model.snapshot)
  }

  private func flip() {
    model.isSwitchOn.toggle()
    var snapshot = dataSource.snapshot()
    snapshot.reconfigureItems([.sign(.toggle)])
    dataSource.apply(snapshot)
  }

  private func showStatus() {
    statusText = StyledText("n p sections  s lines  t theme" + (themeName.map { ": \($0)" } ?? ""))
  }

  // MARK: Commands

  override func perform(_ command: Command) -> Bool {
    if let section = Self.sections.firstIndex(of: command) {
      show(section: section)
      return true
    }
    let cursor = tableView.cursorIndexPath
    switch command {
    case Self.nextSection: show(section: (cursor?.section ?? -1) + 1)
    case Self.previousSection: show(section: (cursor?.section ?? 0) - (cursor?.row == 0 ? 1 : 0))
    case Self.switchSeparators:
      tableView.separatorStyle = tableView.separatorStyle == .none ? .singleLine : .none
    case Self.nextTheme: showNextTheme()
    default: return super.perform(command)
    }
    return true
  }

  private func show(section: Int) {
    guard LookKind.allCases.indices.contains(section) else { return }
    tableView.moveCursor(to: IndexPath(row: 0, section: section), scrollPosition: .top)
  }

  override func draw(in canvas: inout Canvas, at now: Duration) {
    background = canvas.traits.userInterfaceStyle
    super.draw(in: &canvas, at: now)
  }

  /// The first one is that for the other background than the terminal has.
  private func showNextTheme() {
    let first = background == .light ? Self.themes.count - 1 : 0
    let index = Self.themes.firstIndex { $0.0 == themeName }.map { $0 + 1 } ?? first
    (themeName, theme) = Self.themes[index % Self.themes.count]
    showStatus()
  }

  // MARK: TableViewDelegate

  func tableView(_ tableView: TableView, performPrimaryActionForRowAt indexPath: IndexPath) {
    switch dataSource.itemIdentifier(for: indexPath) {
    case .animation(let animation):
      model.play(animation)
      show(by: animation)
    case .sign(.toggle): flip()
    default: break
    }
  }

  func tableView(_ tableView: TableView, accessoryButtonTappedForRowWith indexPath: IndexPath) {
    guard let look = dataSource.itemIdentifier(for: indexPath) else { return }
    present(Panel(title: look.name, lines: [Panel.Line("", StyledText(look.note))]))
  }

  func tableView(
    _ tableView: TableView, editingStyleForRowAt indexPath: IndexPath
  ) -> TableViewCell.EditingStyle {
    guard case .editing(let style, _) = dataSource.itemIdentifier(for: indexPath) else { return .none }
    return style
  }
}
