import ArgumentParser
import ListKit
import SeededRandom

// MARK: - Model

/// A network within reach.
struct WiFiNetwork: Hashable, Identifiable, Sendable {
  enum Security: String, Sendable {
    case open = "open"
    case wpa2 = "WPA2"
    case wpa3 = "WPA3"
  }

  /// The name, unique in this demo, and so the identifier.
  let name: String
  let security: Security
  /// In dBm; the closer to zero, the stronger.
  let signal: Int
  let channel: Int

  var id: String { name }

  /// The strength of the signal, from 1 to 4.
  var bars: Int {
    switch signal {
    case (-55)...: 4
    case (-66)...: 3
    case (-76)...: 2
    default: 1
    }
  }

  private init(_ name: String, _ security: Security, _ signal: Int, channel: Int) {
    self.name = name
    self.security = security
    self.signal = signal
    self.channel = channel
  }

  /// A network that does not announce its name.
  init(hidden name: String) { self.init(name, .wpa2, -64, channel: 44) }

  static let home = WiFiNetwork("Aurora Lane", .wpa3, -43, channel: 36)

  /// The seventeen networks of the neighbourhood, all invented.
  static let neighbourhood = [
    WiFiNetwork("Birch & Barley", .wpa2, -71, channel: 6),
    WiFiNetwork("Cinder Café", .open, -58, channel: 11),
    WiFiNetwork("Copper Kettle", .wpa2, -79, channel: 1),
    WiFiNetwork("Driftwood", .wpa3, -62, channel: 44),
    WiFiNetwork("Ember Studio", .wpa2, -84, channel: 6),
    WiFiNetwork("Fernweh", .wpa2, -67, channel: 149),
    WiFiNetwork("Granite Hall", .wpa3, -55, channel: 52),
    WiFiNetwork("Harbour Guest", .open, -73, channel: 1),
    WiFiNetwork("Inkwell", .wpa2, -49, channel: 100),
    WiFiNetwork("Juniper Loft", .wpa3, -66, channel: 40),
    WiFiNetwork("Kestrel", .wpa2, -81, channel: 11),
    WiFiNetwork("Lantern Street", .wpa2, -60, channel: 6),
    WiFiNetwork("Marzipan", .wpa2, -76, channel: 48),
    WiFiNetwork("Nimbus", .wpa3, -52, channel: 36),
    WiFiNetwork("Quiet Carriage", .open, -88, channel: 11),
    WiFiNetwork("Saltmarsh", .wpa2, -69, channel: 108),
    WiFiNetwork("Thimble", .wpa3, -77, channel: 1),
  ]
}

/// The state of a wireless adapter.
struct WiFiModel: Hashable, Sendable {
  var isEnabled = true
  private(set) var current: WiFiNetwork
  /// The other networks that were found, by name.
  private(set) var available: [WiFiNetwork] = []
  private let known: [WiFiNetwork]

  /// Creates a model that has found all networks.
  init(current: WiFiNetwork = .home, others: [WiFiNetwork] = WiFiNetwork.neighbourhood) {
    self.current = current
    known = ([current] + others).sorted { $0.name < $1.name }
    findAll()
  }

  /// The known networks that were not found.
  var missing: [WiFiNetwork] {
    let found = Set(available.map(\.id))
    return known.filter { $0.id != current.id && !found.contains($0.id) }
  }

  /// Connects to an available network; the former one becomes available.
  mutating func join(_ id: WiFiNetwork.ID) {
    guard let index = available.firstIndex(where: { $0.id == id }) else { return }
    let former = current
    current = available[index]
    available[index] = former
    sort()
  }

  /// Connects to a network by its name, whether or not the network announces it.
  mutating func join(named name: String) {
    if name == current.name { return }
    if let known = available.first(where: { $0.name == name }) { return join(known.id) }
    available.append(current)
    current = WiFiNetwork(hidden: name)
    sort()
  }

  /// Scans once. In a third of the scans some networks, never all, are lost; in a third, independently, some of the
  /// missing ones, never all, are found.
  mutating func scan(using generator: inout some RandomNumberGenerator) {
    if Int.random(in: 0..<3, using: &generator) == 0 { lose(using: &generator) }
    if Int.random(in: 0..<3, using: &generator) == 0 { find(using: &generator) }
    if available.isEmpty { findAll() }
  }

  private mutating func lose(using generator: inout some RandomNumberGenerator) {
    guard !available.isEmpty else { return }
    for _ in 0..<Int.random(in: 0..<available.count, using: &generator) {
      available.remove(at: .random(in: available.indices, using: &generator))
    }
  }

  private mutating func find(using generator: inout some RandomNumberGenerator) {
    let missing = missing.shuffled(using: &generator)
    guard !missing.isEmpty else { return }
    available += missing.prefix(.random(in: 0..<missing.count, using: &generator))
    sort()
  }

  private mutating func findAll() {
    available += missing
    sort()
  }

  private mutating func sort() { available.sort { $0.name < $1.name } }

  var plainLines: [String] {
    guard isEnabled else { return ["Wi-Fi\toff"] }
    let networks = [(current, "connected")] + available.map { ($0, "available") }
    return ["Wi-Fi\ton"]
      + networks.map { "\($0.name)\t\($1)\t\($0.security.rawValue)\t\($0.signal) dBm\t\($0.channel)" }
  }
}

/// Owns the model, scans every two seconds, and calls a handler after each change. It is independent of any
/// screen.
@MainActor
final class WiFiController {
  private static let interval = Duration.seconds(2)

  private(set) var model: WiFiModel
  private var generator: SeededGenerator
  private let clock: any Clock<Duration>
  private var scanning: Task<Void, Never>?
  private let updateHandler: @MainActor (WiFiController) -> Void

  init(
    model: WiFiModel, generator: SeededGenerator, clock: any Clock<Duration> = ContinuousClock(),
    updateHandler: @escaping @MainActor (WiFiController) -> Void
  ) {
    self.model = model
    self.generator = generator
    self.clock = clock
    self.updateHandler = updateHandler
  }

  var isEnabled: Bool {
    get { model.isEnabled }
    set {
      model.isEnabled = newValue
      updateTimer()
      updateHandler(self)
    }
  }

  /// Whether it scans while Wi-Fi is on.
  var scansForNetworks = false { didSet { updateTimer() } }

  func join(_ id: WiFiNetwork.ID) {
    model.join(id)
    updateHandler(self)
  }

  func join(named name: String) {
    model.join(named: name)
    updateHandler(self)
  }

  func scan() {
    guard isEnabled else { return }
    let former = model
    model.scan(using: &generator)
    if model != former { updateHandler(self) }
  }

  private func updateTimer() {
    scanning?.cancel()
    scanning = nil
    guard scansForNetworks, isEnabled else { return }
    scanning = Task { [weak self, clock] in
      while (try? await clock.sleep(for: Self.interval)) != nil, !Task.isCancelled { self?.scan() }
    }
  }
}

// MARK: - Cells

/// A row of any kind.
///
/// Two items are equal if they represent the same row, whatever its content: the row of the current network
/// stays when another network is joined.
struct WiFiItem: Hashable, Sendable {
  enum Content: Hashable, Sendable {
    case power(isOn: Bool)
    case currentNetwork(WiFiNetwork)
    case availableNetwork(WiFiNetwork)
    /// Asks for a network that does not announce its name.
    case otherNetwork
  }

  private enum Identifier: Hashable {
    case power
    case currentNetwork
    case network(WiFiNetwork.ID)
    case otherNetwork
  }

  let content: Content

  private var identifier: Identifier {
    switch content {
    case .power: .power
    case .currentNetwork: .currentNetwork
    case .availableNetwork(let network): .network(network.id)
    case .otherNetwork: .otherNetwork
    }
  }

  var network: WiFiNetwork? {
    switch content {
    case .power, .otherNetwork: nil
    case .currentNetwork(let network), .availableNetwork(let network): network
    }
  }

  static func == (left: Self, right: Self) -> Bool { left.identifier == right.identifier }

  func hash(into hasher: inout Hasher) { hasher.combine(identifier) }
}

/// An accessory that draws itself: the signal strength, from `▂▁▁▁` to `▂▄▆█`, or in words for a screen
/// reader.
struct SignalBars: AccessoryContent {
  /// From 1 to 4.
  let bars: Int

  func columns(context: CellContext) -> Int { context.symbols == .words ? words.count : 4 }

  private var words: String { "signal \(bars) of 4" }

  func draw(in canvas: inout Canvas, context: CellContext) {
    if canvas.traits.isAccessible {
      canvas.write(StyledText(words))
      return
    }
    let isUnicode = canvas.traits.isUnicode
    let strong = (isUnicode ? "▂▄▆█" : "####").prefix(bars)
    let weak = String(repeating: isUnicode ? "▁" : ".", count: 4 - bars)
    canvas.write(StyledText(String(strong)), style: context.theme.text)
    canvas.write(StyledText(weak), column: bars, style: context.theme.secondaryText)
  }
}

// MARK: - Controller

@MainActor
final class WiFiSettingsController: TableViewController, TableViewDelegate {
  enum Section: Hashable, Sendable {
    case config
    case networks
  }

  private(set) var wifiController: WiFiController!
  private var dataSource: TableViewDiffableDataSource<Section, WiFiItem>!

  init(
    model: WiFiModel, generator: SeededGenerator, clock: any Clock<Duration> = ContinuousClock()
  ) {
    super.init(style: .insetGrouped)
    title = "Wi-Fi"
    wifiController = WiFiController(model: model, generator: generator, clock: clock) { [weak self] _ in
      self?.updateUI()
    }
    tableView.primaryActionTitle = "switch, join or details"
    keyMap.bind(.character(" "), to: .primaryAction)
    keyMap.bind(.character("i"), to: .showDetails, "details of the network")
    addKeyCommand(.character("w"), title: "Wi-Fi on or off") { [unowned self] in
      wifiController.isEnabled.toggle()
    }
    tableView.delegate = self
    tableView.register(TableViewCell.self, forCellReuseIdentifier: "power")
    tableView.register(TableViewCell.self, forCellReuseIdentifier: "network")
    configureDataSource()
    updateUI(animated: false)
  }

  private func configureDataSource() {
    dataSource = TableViewDiffableDataSource(tableView: tableView) { [weak self] tableView, indexPath, item in
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

  private func fill(_ cell: TableViewCell, with item: WiFiItem) {
    var content = ListContentConfiguration.valueCell()
    if let network = item.network {
      content.text = network.name
      cell.accessories = [.custom(SignalBars(bars: network.bars)), .detail(), .disclosureIndicator()]
    }
    switch item.content {
    case .power(let isOn):
      content.text = "Wi-Fi"
      var enabled = Switch(isOn: isOn)
      enabled.addAction { [weak self] in self?.wifiController.isEnabled.toggle() }
      cell.accessoryView = enabled
    case .currentNetwork: content.secondaryText = "connected"
    case .availableNetwork(let network): content.secondaryText = network.security.rawValue
    case .otherNetwork:
      content.text = "Other …"
      cell.accessories = [.disclosureIndicator()]
    }
    cell.contentConfiguration = content
  }

  /// Applies a snapshot of the current state; the table finds the changes.
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
      ? "\(count) other \(count == 1 ? "network" : "networks")" : "Wi-Fi is off"
    keyHints = [KeyHint("w", model.isEnabled ? "off" : "on")]
  }

  // MARK: Appearance

  override func viewDidAppear(_ animated: Bool) { wifiController.scansForNetworks = true }

  override func viewDidDisappear(_ animated: Bool) { wifiController.scansForNetworks = false }

  // MARK: Actions

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

  func tableView(_ tableView: TableView, accessoryButtonTappedForRowWith indexPath: IndexPath) {
    if let network = dataSource.itemIdentifier(for: indexPath)?.network { showDetails(of: network) }
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
          Panel.Line("Channel", "\(network.channel), \(network.channel > 14 ? "5 GHz" : "2.4 GHz")"),
        ]))
  }

  private struct Login {
    var name = ""
    var password = ""
  }

  private func askForOtherNetwork() {
    Task {
      let login = await prompt(
        "Other network", message: "Any name and password will do: nothing is sent.", for: Login(),
        fields: [
          .textField("Name", \.name) {
            $0.isEmpty ? "a name is required" : $0.utf8.count > 32 ? "at most 32 bytes" : nil
          },
          .secureField("Password", \.password, placeholder: "8 to 63 characters") {
            $0.count < 8 ? "at least 8 characters" : $0.count > 63 ? "at most 63 characters" : nil
          },
        ], action: "Join")
      if let login { wifiController.join(named: login.name) }
    }
  }
}

// MARK: - Command line

/// `tui-demo wifi`: settings whose rows and sections appear and disappear.
///
/// Shows items of several kinds in one type, whose identity does not depend on their content; a model that
/// calls a handler after each change; and boxes around the sections, with a switch, a custom accessory and
/// details.
struct WiFiCommand: Demo {
  static let configuration = CommandConfiguration(
    commandName: "wifi",
    abstract: "Wi-Fi settings: a switch, and networks that come and go.",
    discussion: "If the output is a pipe, it prints the networks found first.")

  @Flag(help: "Start with Wi-Fi switched off.")
  var off = false

  @OptionGroup var display: DisplayOptions

  private var model: WiFiModel {
    var model = WiFiModel()
    model.isEnabled = !off
    return model
  }

  func makeController() -> ViewController {
    WiFiSettingsController(model: model, generator: display.generator)
  }

  func plainLines() -> [String] { model.plainLines }
}
