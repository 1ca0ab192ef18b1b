/// Identifiers as the text that describes them, for an error.
package func descriptions<Identifier>(of identifiers: some Sequence<Identifier>) -> [String] {
  identifiers.map { String(describing: $0) }
}

/// The identifiers that a list names more than once, each once.
package func duplicates<Identifier: Hashable>(in identifiers: some Sequence<Identifier>) -> [Identifier] {
  var seen: Set<Identifier> = []
  var named: Set<Identifier> = []
  return identifiers.filter { !seen.insert($0).inserted && named.insert($0).inserted }
}

extension [String] {
  var listed: String { "[" + shortened + "]" }

  var listedAsSet: String { "{(" + shortened + ")}" }

  /// At most ten, so that a message stays readable when there are thousands.
  private var shortened: String {
    let shown = prefix(10).joined(separator: ", ")
    return count > 10 ? shown + ", and \(count - 10) more" : shown
  }
}
