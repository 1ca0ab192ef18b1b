import ListKit

/// A row of the settings, of whichever kind.
///
/// Two items are the same row as long as they stand for the same thing, whatever they show: the switch stays the
/// switch when it goes over, and the row of the current network stays when the network changes.
struct WiFiItem: Hashable, Sendable {
  /// What a row shows.
  enum Content: Hashable, Sendable {
    case power(isOn: Bool)
    case currentNetwork(WiFiNetwork)
    case availableNetwork(WiFiNetwork)
    /// Leads to a network that does not tell its name.
    case otherNetwork
  }

  /// What a row stands for.
  enum Identifier: Hashable, Sendable {
    case power
    case currentNetwork
    case network(WiFiNetwork.ID)
    case otherNetwork
  }

  let content: Content

  var identifier: Identifier {
    switch content {
    case .power: .power
    case .currentNetwork: .currentNetwork
    case .availableNetwork(let network): .network(network.id)
    case .otherNetwork: .otherNetwork
    }
  }

  /// The network the row tells about; nil for others.
  var network: WiFiNetwork? {
    switch content {
    case .power, .otherNetwork: nil
    case .currentNetwork(let network), .availableNetwork(let network): network
    }
  }

  static func == (left: Self, right: Self) -> Bool { left.identifier == right.identifier }

  func hash(into hasher: inout Hasher) { hasher.combine(identifier) }
}
