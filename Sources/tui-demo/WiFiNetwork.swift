/// A network within reach.
struct WiFiNetwork: Hashable, Identifiable, Sendable {
  /// What keeps strangers out of a network.
  enum Security: String, Sendable {
    case open = "open"
    case wpa2 = "WPA2"
    case wpa3 = "WPA3"
  }

  /// How strangers call it, and, for there are no two of a name here, its identifier.
  let name: String
  let security: Security
  /// In decibels above a milliwatt: the nearer to nothing, the stronger.
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

  var band: String { channel > 14 ? "5 GHz" : "2.4 GHz" }

  private init(_ name: String, _ security: Security, _ signal: Int, channel: Int) {
    (self.name, self.security, self.signal, self.channel) = (name, security, signal, channel)
  }

  /// A network that is found only by who knows its name.
  init(hidden name: String) { self.init(name, .wpa2, -64, channel: 44) }

  /// The network one is at home in.
  static let home = WiFiNetwork("Aurora Lane", .wpa3, -43, channel: 36)

  /// The seventeen networks of the neighbourhood. All are invented.
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
