/// What a wireless adapter knows: whether it is on, where it is connected, and what else is within reach.
struct WiFiModel: Hashable, Sendable {
  /// Whether Wi-Fi is switched on.
  var isEnabled = true
  /// The network it is connected to.
  private(set) var current: WiFiNetwork
  /// The other networks found, by name.
  private(set) var available: [WiFiNetwork] = []

  private let known: [WiFiNetwork]

  /// Creates a model that has found all the networks there are.
  init(current: WiFiNetwork = .home, others: [WiFiNetwork] = WiFiNetwork.neighbourhood) {
    self.current = current
    known = ([current] + others).sorted { $0.name < $1.name }
    findAll()
  }

  /// The networks that are not found now.
  var missing: [WiFiNetwork] {
    let found = Set(available.map(\.id))
    return known.filter { $0.id != current.id && !found.contains($0.id) }
  }

  /// Connects to a network in place of the current one, which is then one of those found. One that is not within
  /// reach changes nothing.
  mutating func join(_ id: WiFiNetwork.ID) {
    guard let place = available.firstIndex(where: { $0.id == id }) else { return }
    (current, available[place]) = (available[place], current)
    sort()
  }

  /// Connects to a network that does not tell its name; one that does is joined as always.
  mutating func join(named name: String) {
    if name == current.name { return }
    if let known = available.first(where: { $0.name == name }) { return join(known.id) }
    available.append(current)
    current = WiFiNetwork(hidden: name)
    sort()
  }

  /// Looks around once more. In one of three cases some networks, but never all, are gone; in one of three, whether
  /// that is so or not, some of the missing ones, but never all, are back.
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

  /// Lines for a pipe: the switch, then the networks, their fields parted by tabs.
  var plainLines: [String] {
    guard isEnabled else { return ["Wi-Fi\toff"] }
    let networks = [(current, "connected")] + available.map { ($0, "available") }
    return ["Wi-Fi\ton"]
      + networks.map { "\($0.name)\t\($1)\t\($0.security.rawValue)\t\($0.signal) dBm\t\($0.channel)" }
  }
}
