/// An item that is known by its number and carries something besides.
struct VersionedItem: Hashable, Sendable, CustomStringConvertible {
  let number: Int
  let version: Int

  init(_ number: Int, _ version: Int = 0) {
    self.number = number
    self.version = version
  }

  static func == (first: Self, second: Self) -> Bool { first.number == second.number }

  func hash(into hasher: inout Hasher) { hasher.combine(number) }

  var description: String { "\(number).\(version)" }
}
