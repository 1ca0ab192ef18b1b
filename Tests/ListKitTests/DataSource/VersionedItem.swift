/// An item that is identified by its number and has a version as its content.
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
