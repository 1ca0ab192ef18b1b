/// The escape sequences that a program writes after it has left the alternate screen.
struct OutputTrace {
  /// The sequences after the last one that leaves the alternate screen; empty if the program never entered
  /// it.
  private(set) var afterLeaving: [String] = []

  /// Leaving also restores the title and shows the cursor.
  private static let partsOfLeaving = ["23;0;0t", "?12l", "?25h"]
  private var wasEntered = false
  private var wasLeft = false

  /// Reads an output from its beginning.
  ///
  /// - Complexity: O(bytes).
  init(_ bytes: [UInt8]) {
    var place = 0
    while let start = bytes[place...].firstIndex(of: 0x1B) {
      place = start + 1
      guard place < bytes.count, bytes[place] == UInt8(ascii: "[") else {
        add("", at: start)
        continue
      }
      let end = bytes[(place + 1)...].firstIndex { !(0x20...0x3F).contains($0) } ?? bytes.count
      guard end < bytes.count else { break }
      add(String(decoding: bytes[(place + 1)...end], as: UTF8.self), at: start)
      // A truncated sequence ends where the next one starts.
      place = bytes[end] == 0x1B ? end : end + 1
    }
  }

  private mutating func add(_ sequence: String, at place: Int) {
    if wasLeft, !Self.partsOfLeaving.contains(sequence) {
      afterLeaving.append("\(sequence.isEmpty ? "escape" : sequence) at \(place)")
    }
    switch sequence {
    case "?1049h":
      wasEntered = true
      wasLeft = false
      afterLeaving = []
    case "?1049l" where wasEntered:
      wasLeft = true
      afterLeaving = []
    default: break
    }
  }
}
