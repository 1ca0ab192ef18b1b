import ArgumentParser
import ListKit

// MARK: - Model

/// A row of the gallery. Its title is its identifier.
struct GalleryEntry: Sendable {
  enum Content: Sendable {
    case group([GalleryEntry])
    case demo(any Demo.Type, [String])
    /// How to run a demo that is not part of this program.
    case note([String])
  }

  let title: String
  let summary: String
  let content: Content

  private init(_ title: String, _ summary: String, _ content: Content) {
    self.title = title
    self.summary = summary
    self.content = content
  }

  var children: [GalleryEntry] {
    if case .group(let entries) = content { entries } else { [] }
  }

  /// The command that starts the demo; nil for a group.
  var commandLine: String? {
    switch content {
    case .group: nil
    case .demo(let demo, let arguments):
      (["tui-demo", demo.configuration.commandName ?? ""] + arguments).joined(separator: " ")
    case .note(let lines): lines.first
    }
  }

  static let all = [
    Self(
      "Searching", "a query filters the rows",
      .group([
        Self(
          "Mountains", "638 of them on seven continents",
          .group([
            Self("By range", "outlines that a query expands", .demo(MountainsCommand.self, [])),
            Self("By height", "one list, sorted", .demo(MountainsCommand.self, ["--flat"])),
          ])),
        Self(
          "Database", "an infinite list, filtered by SQLite",
          .note(["make demo-database", "", "It is a package of its own, because it depends on a database."])),
      ])),
    Self(
      "Outlines", "parents that expand and collapse",
      .group([
        Self(
          "Emoji", "3,655 of Unicode 15.0",
          .group([
            Self("Explorer", "a strip, an outline and a list in one table", .demo(EmojiCommand.self, [])),
            Self(
              "Explorer – List", "a section for each group, and a query", .demo(EmojiCommand.self, ["--list"])
            ),
          ])),
        Self("Files", "directories that are read when they are opened", .demo(FilesCommand.self, [])),
      ])),
    Self(
      "Editing", "rows that the user changes",
      .group([
        Self("Two lists", "delete, add, move, menus, undo", .demo(EditCommand.self, [])),
        Self("Cards", "sections that come, go and change places", .demo(CardsCommand.self, [])),
        Self("Order", "rows moved by keys or mouse, and undo", .demo(ReorderCommand.self, [])),
      ])),
    Self(
      "Live data", "rows that change by themselves",
      .group([
        Self(
          "Feed", "an asynchronous sequence of snapshots, and each difference", .demo(FeedCommand.self, [])),
        Self("Wi-Fi settings", "rows and whole sections come and go", .demo(WiFiCommand.self, [])),
        Self("Insertion sort", "colour swatches, every step a set of moves", .demo(SortCommand.self, [])),
        Self(
          "Stress", "how long changes take",
          .group([
            Self(
              "A thousand rows", "the cost of a screenful", .demo(StressCommand.self, ["--rows", "1000"])),
            Self("A million rows", "the cost of the rest", .demo(StressCommand.self, [])),
          ])),
      ])),
  ]
}

// MARK: - Controller

@MainActor
final class GalleryController: TableViewController {
  private enum Section: Hashable, Sendable { case main }

  private var entries: [String: GalleryEntry] = [:]
  private let display: DisplayOptions
  private var dataSource: TableViewDiffableDataSource<Section, String>!

  init(entries: [GalleryEntry], display: DisplayOptions) {
    self.display = display
    super.init()
    title = "Gallery"
    keyHints = [KeyHint(.left, "close a group")]
    tableView.primaryActionTitle = "show"
    tableView.register(TableViewCell.self, forCellReuseIdentifier: "entry")
    tableView.primaryAction = { [unowned self] _ in openCursorRow() }
    dataSource = TableViewDiffableDataSource(tableView: tableView) {
      [unowned self] tableView, indexPath, title in
      let cell = tableView.dequeueReusableCell(withIdentifier: "entry", for: indexPath)
      guard let entry = self.entries[title] else { return cell }
      cell.contentConfiguration = ListContentConfiguration(
        text: entry.title, secondaryText: entry.summary, arrangement: .inline)
      if entry.children.isEmpty { cell.accessories = [.disclosureIndicator()] }
      return cell
    }
    var outline = DiffableDataSourceSectionSnapshot<String>()
    append(entries, below: nil, to: &outline)
    outline.expand(outline.items)
    dataSource.apply(outline, to: .main, animatingDifferences: false)
  }

  /// Appends entries and, one level deeper, their children.
  private func append(
    _ entries: [GalleryEntry], below parent: String?,
    to outline: inout DiffableDataSourceSectionSnapshot<String>
  ) {
    outline.append(entries.map(\.title), to: parent)
    for entry in entries {
      self.entries[entry.title] = entry
      if !entry.children.isEmpty { append(entry.children, below: entry.title, to: &outline) }
    }
  }

  private func openCursorRow() {
    guard let entry = dataSource.cursorItemIdentifier.flatMap({ entries[$0] }) else { return }
    switch entry.content {
    case .group: tableView.perform(.toggle)
    case .demo(let demo, let arguments): show(demo, arguments)
    case .note(let lines):
      present(Panel(title: entry.title, lines: lines.map { Panel.Line("", StyledText($0)) }))
    }
  }

  /// Pushes a demo, with the options of the gallery.
  private func show(_ type: any Demo.Type, _ arguments: [String]) {
    do {
      guard var demo = try type.parseAsRoot(arguments) as? any Demo else { return }
      demo.display = display
      navigationController?.pushViewController(try demo.makeController(), animated: true)
    } catch {
      present(Panel(title: "The demo cannot be shown", lines: [Panel.Line("", StyledText("\(error)"))]))
    }
  }
}

// MARK: - Command line

/// `tui-demo gallery`: a menu of all demos.
///
/// Shows an outline that is built by appending entries below their parents: groups expand and collapse, and
/// leaves push another screen.
struct GalleryCommand: Demo {
  static let configuration = CommandConfiguration(
    commandName: "gallery",
    abstract: "A menu of all demos.",
    discussion: "If the output is a pipe, it prints the demos with the commands that start them.",
    aliases: ["outline"])

  @OptionGroup var display: DisplayOptions

  func makeController() -> ViewController { GalleryController(entries: GalleryEntry.all, display: display) }

  func plainLines() -> [String] { lines(of: GalleryEntry.all) }

  private func lines(of entries: [GalleryEntry]) -> [String] {
    entries.flatMap { entry in
      let line = entry.commandLine.map { "\(entry.title)\t\(entry.summary)\t\($0)" }
      return [line].compactMap(\.self) + lines(of: entry.children)
    }
  }
}
