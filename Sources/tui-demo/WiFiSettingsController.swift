import ListKit
import SeededRandom

/// The screen of the Wi-Fi settings.
@MainActor
final class WiFiSettingsController: TableViewController, TableViewDelegate {
  enum Section: Hashable, Sendable {
    case config
    case networks
  }

  private(set) var wifiController: WiFiController!
  private var dataSource: TableViewDiffableDataSource<Section, WiFiItem>!

  private static let toggleWiFi = Command.custom("toggle wifi")

  init(model: WiFiModel, generator: SeededGenerator) {
    super.init(style: .insetGrouped)
    title = "Wi-Fi"
    wifiController = WiFiController(model: model, generator: generator) { [weak self] _ in self?.updateUI() }
    configureKeys()
    configureTableView()
    configureDataSource()
    updateUI(animated: false)
  }

  private func configureKeys() {
    keyMap.rename(.primaryAction, "switch, join the network, or details of the current one")
    keyMap.bind(.character(" "), to: .primaryAction)
    keyMap.bind(.character("i"), to: .showDetails, "details of the network")
    keyMap.bind(.character("w"), to: Self.toggleWiFi, "Wi-Fi on or off")
  }

  private func configureTableView() {
    tableView.delegate = self
    tableView.register(TableViewCell.self, forCellReuseIdentifier: "power")
    tableView.register(TableViewCell.self, forCellReuseIdentifier: "network")
  }

  // MARK: What is shown

  private func configureDataSource() {
    dataSource = TableViewDiffableDataSource(tableView: tableView) {
      [weak self] tableView, indexPath, item in
      let kind = item.network == nil ? "power" : "network"
      let cell = tableView.dequeueReusableCell(withIdentifier: kind, for: indexPath)
      self?.fill(cell, with: item)
      return cell
    }
    dataSource.defaultRowAnimation = .fade
    dataSource.contentEqual = { $0.content == $1.content }
    dataSource.headerProvider = {
      $0 == .networks ? ListContentConfiguration(text: "Choose a network") : nil
    }
  }

  /// Says all that is now true; what came and went is for the table to find out.
  private func updateUI(animated: Bool = true) {
    let model = wifiController.model
    var snapshot = DiffableDataSourceSnapshot<Section, WiFiItem>()
    snapshot.appendSections([.config])
    snapshot.appendItems([WiFiItem(content: .power(isOn: model.isEnabled))])
    if model.isEnabled {
      snapshot.appendItems([WiFiItem(content: .currentNetwork(model.current))])
      snapshot.appendSections([.networks])
      snapshot.appendItems(model.available.map { WiFiItem(content: .availableNetwork($0)) })
      snapshot.appendItems([WiFiItem(content: .otherNetwork)])
    }
    dataSource.apply(snapshot, animatingDifferences: animated)
    let count = model.available.count
    statusText =
      model.isEnabled
      ? "\(count) other \(count == 1 ? "network" : "networks"); enter joins, w switches off"
      : "Wi-Fi is off; enter or w switches it on"
  }

  private func fill(_ cell: TableViewCell, with item: WiFiItem) {
    var content = ListContentConfiguration.valueCell()
    switch item.content {
    case .power(let isOn):
      content.text = "Wi-Fi"
      var enabled = Switch(isOn: isOn)
      enabled.addAction { [weak self] in self?.wifiController.isEnabled.toggle() }
      cell.accessoryView = enabled
    case .currentNetwork(let network):
      content.text = network.name
      content.secondaryText = "connected"
      cell.accessories = accessories(of: network)
    case .availableNetwork(let network):
      content.text = network.name
      content.secondaryText = network.security.rawValue
      cell.accessories = accessories(of: network)
    case .otherNetwork:
      content.text = "Other …"
      cell.accessories = [.disclosureIndicator()]
    }
    cell.contentConfiguration = content
  }

  private func accessories(of network: WiFiNetwork) -> [CellAccessory] {
    [
      .custom(SignalBars(bars: network.bars)),
      .detail(),
      .disclosureIndicator(),
    ]
  }

  // MARK: Being seen

  override func viewDidAppear(_ animated: Bool) { wifiController.scansForNetworks = true }

  override func viewDidDisappear(_ animated: Bool) { wifiController.scansForNetworks = false }

  // MARK: Commands

  func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
    tableView.deselectRow(at: indexPath, animated: true)
    switch dataSource.itemIdentifier(for: indexPath)?.content {
    case .power?: wifiController.isEnabled.toggle()
    case .currentNetwork(let network)?: showDetails(of: network)
    case .availableNetwork(let network)?: wifiController.join(network.id)
    case .otherNetwork?: askForOtherNetwork()
    case nil: break
    }
  }

  private func askForOtherNetwork() {
    let alert = AlertController(
      title: "Other network", message: "Any name and password will do: nothing is sent anywhere.")
    alert.addTextField { name in
      name.placeholder = "name"
      name.validator = { $0.isEmpty ? "a name is needed" : $0.utf8.count > 32 ? "32 bytes at most" : nil }
    }
    alert.addTextField { password in
      password.placeholder = "password, 8 to 63 characters"
      password.isSecureTextEntry = true
      password.validator = {
        $0.count < 8 ? "8 characters at least" : $0.count > 63 ? "63 characters at most" : nil
      }
    }
    alert.addAction(AlertAction(title: "Cancel", style: .cancel))
    alert.addAction(
      AlertAction(title: "Join") { [weak self, unowned alert] _ in
        self?.wifiController.join(named: alert.textFields[0].text)
      })
    present(alert)
  }

  func tableView(_ tableView: TableView, accessoryButtonTappedForRowWith indexPath: IndexPath) {
    if let network = dataSource.itemIdentifier(for: indexPath)?.network { showDetails(of: network) }
  }

  override func perform(_ command: Command) -> Bool {
    guard command == Self.toggleWiFi else { return super.perform(command) }
    wifiController.isEnabled.toggle()
    return true
  }

  private func showDetails(of network: WiFiNetwork) {
    let isCurrent = network.id == wifiController.model.current.id
    present(
      Panel(
        title: network.name,
        lines: [
          Panel.Line("Status", isCurrent ? "connected" : "within reach"),
          Panel.Line("Security", StyledText(network.security.rawValue)),
          Panel.Line("Signal", "\(network.signal) dBm"),
          Panel.Line("Channel", "\(network.channel), \(network.band)"),
        ]))
  }
}
