import ListKit

/// The screen to join a network that does not tell its name: fields in rows.
@MainActor
final class OtherNetworkController: TableViewController, TableViewDelegate {
  private enum Row: Hashable, Sendable { case name, password, join }

  private let name = TextField(placeholder: "as it is called")
  private let password = TextField()
  private let join: (String) -> Void
  private var dataSource: TableViewDiffableDataSource<Int, Row>!

  /// - Parameter join: called with the name, when name and password are valid.
  init(join: @escaping (String) -> Void) {
    self.join = join
    super.init(style: .insetGrouped)
    title = "Other network"
    keyMap.rename(.primaryAction, "type, or join")
    configureFields()
    configureDataSource()
    focusedTextField = name
  }

  private func configureFields() {
    name.validator = { $0.isEmpty ? "a name is needed" : $0.utf8.count > 32 ? "32 bytes at most" : nil }
    password.placeholder = "8 to 63 characters"
    password.isSecureTextEntry = true
    password.validator = { $0.count < 8 ? "8 characters at least" : $0.count > 63 ? "63 at most" : nil }
    password.editingDidEnd = { [weak self] _, reason in
      if reason == .returned { self?.joinIfValid() }
    }
    for field in [name, password] { field.editingChanged = { [weak self] _ in self?.updateStatus() } }
    updateStatus()
  }

  private func configureDataSource() {
    tableView.delegate = self
    tableView.register(TableViewCell.self, forCellReuseIdentifier: "row")
    dataSource = TableViewDiffableDataSource(tableView: tableView) { [weak self] tableView, indexPath, row in
      let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
      if let self { cell.contentConfiguration = content(of: row) }
      return cell
    }
    dataSource.titleForFooter = { _ in "Any name and password will do: nothing is sent anywhere." }
    var snapshot = DiffableDataSourceSnapshot<Int, Row>()
    snapshot.appendSections([0])
    snapshot.appendItems([.name, .password, .join])
    dataSource.apply(snapshot, animatingDifferences: false)
  }

  private func content(of row: Row) -> any ContentConfiguration {
    switch row {
    case .name: TextFieldContentConfiguration(text: "Name", textColumns: 8, textField: name)
    case .password: TextFieldContentConfiguration(text: "Password", textColumns: 8, textField: password)
    case .join: ListContentConfiguration(attributedText: StyledText("Join", style: Style(attributes: .bold)))
    }
  }

  private func updateStatus() {
    let isValid = name.problem == nil && password.problem == nil
    statusText = isValid ? "enter joins" : "tab goes from field to field"
  }

  func tableView(_ tableView: TableView, performPrimaryActionForRowAt indexPath: IndexPath) {
    tableView.deselectRow(at: indexPath, animated: true)
    joinIfValid()
  }

  private func joinIfValid() {
    if let field = [name, password].first(where: { $0.problem != nil }) {
      focusedTextField = field
    } else {
      dismiss(animated: true)
      join(name.text)
    }
  }
}
