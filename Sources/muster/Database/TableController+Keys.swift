import Databases
import Files
import LibC
import ListKit
import ListKitCurses
import Rows

/// The keys of a database table.
extension TableController {
  func addCommands() {
    let isPicker = options.use.isPicker
    tableView.primaryAction = { [weak self] _ in
      if isPicker { self?.pick() } else { self?.showDetails() }
    }
    tableView.primaryActionTitle = isPicker ? "print the row and end" : "details"
    addCommands { addLetters() }
    for (key, step) in [(KeyPress.left, -1), (.right, 1)] {
      add(key, Self.choosing) { $0.chooseColumn(by: step) }
      keyMap.bindings.append(keyMap.bindings.removeFirst())
    }
    keyHints =
      isPicker
      ? [(.enter, "pick"), (.escape, "cancel")]
      : [
        (.character("/"), "filter"), (.character("s"), "sort"), (.enter, "details"),
        (.character("y"), "copy"),
      ]
  }

  private static let choosing = "choose a column"

  private func addLetters() {
    addActions()
    add("h", Self.choosing) { $0.chooseColumn(by: -1) }
    add("l", Self.choosing) { $0.chooseColumn(by: 1) }
    add("s", "sort by the column, in the database; again: reverse") { $0.sort(by: $0.columnOfKeys) }
    add("r", "reverse the order") { $0.reverse() }
    add("0", "the order of the key") { $0.sort(by: nil) }
    add("y", "copy the entire row, or the marked rows") { $0.copyRows() }
    add("Y", "copy the entire value of the column") { controller in
      controller.withValue { [weak controller] value in
        let isCopied = Terminal.copy(String(decoding: value, as: UTF8.self))
        controller?.statusNote = isCopied ? "copied" : "not copied: the terminal cannot"
      }
    }
    add("v", "the entire value of the column in $PAGER") { controller in
      controller.withValue { [weak controller] value in
        _ = Task { controller?.statusNote = await Self.page(value) }
      }
    }
    add("W", "write the entire value of the column to a file") { $0.askForFile() }
    add("#", "count the rows exactly") { $0.countExactly() }
    add("-", "hide the column") { $0.hideColumn() }
    add("+", "show all columns") { $0.show(columns: nil) }
    add("f", "pin or unpin the column") { $0.togglePin() }
    add("q", "quit") { $0.exit() }
    for (keys, what) in Self.others {
      for key in keys {
        add(.character(key), nil) {
          $0.statusNote = "\(what): only for lists that are read entirely, as with --sql"
        }
      }
    }
  }

  /// Keys of other lists, which need all rows.
  private static let others: [(keys: String, what: String)] = [
    ("b", "groups"), ("t", "a tree"), ("i", "another key (use --key)"), ("[]", "history"),
    ("dD", "what changed"),
    ("=F", "sums"), ("{}", "other tables (use esc)"),
  ]

  // MARK: Values

  /// Shows a value in the user's pager.
  ///
  /// - Returns: The reason why that failed; nil if it succeeded.
  private static func page(_ value: [UInt8]) async -> String? {
    do {
      let folder = try TemporaryFolder()
      defer { folder.remove() }
      try await write(value, toNewFile: "\(folder.path)/value")
      let words = ["sh", "-c", #"eval "${PAGER:-less}"' "$1"'"#, "sh", "\(folder.path)/value"]
      let status = await Terminal.run("/bin/sh", arguments: words.map { Array($0.utf8) })
      return status == 0 ? nil : "the pager ended with exit status \(status)"
    } catch {
      return "\(error)"
    }
  }

  /// Asks for a file, and writes the value of the column to it.
  private func askForFile() {
    guard let column = columnOfKeys, dataSource.cursorRow != nil else { return }
    let name = engine.table.columns[column].name
    let alert = AlertController(title: "Write \(name)", message: "to a new file")
    alert.addTextField { _ in }
    alert.addAction(AlertAction(title: "Cancel", style: .cancel))
    alert.addAction(
      AlertAction(title: "Write") { [weak self, weak alert] _ in
        guard let path = alert?.textFields[0].text, !path.isEmpty else { return }
        self?.withValue { value in
          _ = Task { [weak self] in
            do {
              try await Self.write(value, toNewFile: path)
              self?.statusNote = "wrote \(value.count) bytes to \(path)"
            } catch {
              self?.statusNote = "not written: \(error)"
            }
          }
        }
      })
    present(alert)
  }

  @concurrent
  private static func write(_ bytes: [UInt8], toNewFile path: String) async throws {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw SystemError.last(path) }
    defer { close(file) }
    var start = 0
    while start < bytes.count {
      let count = bytes[start...].withUnsafeBytes { LibC.write(file, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR { throw SystemError.last(path) }
      start += max(0, count)
    }
  }

  // MARK: Rows

  private func copyRows() {
    let format = DatabaseRowText(.tsv, engine.table, columns: nil)
    withChosenRows { [weak self] rows in
      self?.copy(rows.map { String(decoding: format.line($0).dropLast(), as: UTF8.self) })
    }
  }

  func perform(_ action: RowAction) {
    let names = ColumnNames(engine.table.columns.map(\.name))
    withChosenRows { [weak self] rows in
      let hidden = self?.tableView.numberOfHiddenSelectedRows ?? 0
      do throws(ExecTemplate.Refusal) {
        let commands = try action.template.commands(for: Array(rows.indices), names: names) { row, column in
          Array((rows[row][column] ?? "").utf8)
        }
        guard let self else { return }
        let name = rows.count == 1 ? questionName(of: rows[0]) : "\(rows.count) rows"
        run(commands, of: action, for: name, hidden: hidden) { [weak self] in
          self?.statusNote = $0
          self?.dataSource.refresh()
        }
      } catch {
        self?.statusNote = error.description
      }
    }
  }
}

/// A folder that only this user can read.
private struct TemporaryFolder {
  let path: String

  init() throws {
    let place = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(place)/muster-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw SystemError.last(place) }
    path = String(cString: made)
  }

  /// Removes the folder and the file in it.
  func remove() {
    unlink("\(path)/value")
    rmdir(path)
  }
}
