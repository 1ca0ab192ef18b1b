/// Reads the table of emoji line by line.
struct EmojiTableReader {
  typealias Reason = EmojiCatalogError.Reason

  /// The beginning of the first line.
  static let header = "Unicode Emoji "

  private(set) var version: String?
  private(set) var groups: [EmojiCatalog.Group] = []
  private(set) var emoji: [Emoji] = []
  private var sequences: Set<String> = []
  private var names: Set<String> = []

  mutating func read(_ bytes: ArraySlice<UInt8>) throws(Reason) {
    guard let line = String(validating: bytes, as: UTF8.self) else { throw .notUTF8 }
    if version == nil {
      version = try Self.version(ofHeader: line)
    } else if line.hasPrefix("= ") {
      try checkLastIsFull()
      let name = String(line.dropFirst(2))
      guard names.insert("= " + name).inserted else { throw .repeated(name) }
      groups.append(EmojiCatalog.Group(name: name))
    } else if line.hasPrefix("- ") {
      if groups.last?.subgroups.isEmpty == false { try checkLastIsFull() }
      let name = String(line.dropFirst(2))
      guard !groups.isEmpty else { throw .outsideOfGroup }
      guard names.insert("- " + name).inserted else { throw .repeated(name) }
      groups[groups.count - 1].subgroups.append(.init(name: name, emoji: emoji.count..<emoji.count))
    } else {
      try readEmoji(line)
    }
  }

  /// Finds out whether something is missing at the end.
  func finish() throws(Reason) {
    guard version != nil else { throw .wrongHeader }
    guard !groups.isEmpty else { throw .empty("table") }
    try checkLastIsFull()
  }

  private mutating func readEmoji(_ line: String) throws(Reason) {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map { String($0) }
    guard fields.count == 3 || fields.count == 4 else { throw .wrongNumberOfFields(fields.count) }
    guard !fields[0].isEmpty, !fields[1].isEmpty else { throw .emptyField }
    for version in fields[2...] where !Self.isVersion(version) { throw .noVersion(version) }
    try append(fields[0], fields[1], fields[2])
    guard fields.count == 4 else { return }
    for tone in SkinTone.allCases {
      let toned = tone.applied(toSequence: fields[0], name: fields[1])
      try append(toned.sequence, toned.name, fields[3])
    }
  }

  private mutating func append(_ sequence: String, _ name: String, _ version: String) throws(Reason) {
    guard let group = groups.last, let subgroup = group.subgroups.last else { throw .outsideOfGroup }
    guard sequences.insert(sequence).inserted else { throw .repeated(sequence) }
    emoji.append(
      Emoji(
        id: emoji.count, sequence: sequence, name: name, version: version, group: group.name,
        subgroup: subgroup.name))
    let range = subgroup.emoji.lowerBound..<emoji.count
    groups[groups.count - 1].subgroups[group.subgroups.count - 1].emoji = range
  }

  private func checkLastIsFull() throws(Reason) {
    guard let group = groups.last else { return }
    guard let subgroup = group.subgroups.last else { throw .empty(group.name) }
    guard !subgroup.emoji.isEmpty else { throw .empty(subgroup.name) }
  }

  private static func version(ofHeader line: String) throws(Reason) -> String {
    guard line.hasPrefix(header) else { throw .wrongHeader }
    let version = String(line.dropFirst(header.count))
    guard isVersion(version) else { throw .noVersion(version) }
    return version
  }

  private static func isVersion(_ text: String) -> Bool {
    let numbers = text.split(separator: ".", omittingEmptySubsequences: false)
    return numbers.count == 2 && numbers.allSatisfy { UInt8($0) != nil }
  }
}
