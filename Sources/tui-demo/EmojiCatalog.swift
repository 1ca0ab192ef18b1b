import ListKit

/// An emoji as Unicode lists it.
struct Emoji: Hashable, Sendable, Identifiable {
  /// Its position in Unicode's order.
  let id: Int
  /// Fully qualified: with all variation selectors that request emoji presentation.
  let sequence: String
  let name: String
  /// The version of Unicode Emoji that added it.
  let version: String
  let group: String
  let subgroup: String

  /// Its characters one by one, each as `U+1F44B WAVING HAND SIGN`.
  var codePoints: [(code: String, name: String)] {
    sequence.unicodeScalars.map { scalar in
      let digits = String(scalar.value, radix: 16, uppercase: true)
      let zeros = String(repeating: "0", count: max(0, 4 - digits.count))
      return ("U+\(zeros)\(digits)", scalar.properties.name ?? "")
    }
  }
}

/// All emoji of a version of Unicode, in its order: by group, then by subgroup.
///
/// `Scripts/emoji-table.py` makes the file from Unicode's emoji-test.txt:
///
/// ```text
/// Unicode Emoji 15.0
/// = People & Body
/// - hand-fingers-open
/// 👋 ⇥ waving hand ⇥ 0.6 ⇥ 1.0         five skin tones were added in 1.0: six emoji in all
/// ```
struct EmojiCatalog: Sendable {
  struct Group: Hashable, Sendable {
    let name: String
    fileprivate(set) var subgroups: [Subgroup] = []

    var emoji: Range<Emoji.ID> {
      (subgroups.first?.emoji.lowerBound ?? 0)..<(subgroups.last?.emoji.upperBound ?? 0)
    }
  }

  struct Subgroup: Hashable, Sendable {
    let name: String
    fileprivate(set) var emoji: Range<Emoji.ID>
  }

  private(set) var version = ""
  /// The emoji; the index of each one is its identifier.
  private(set) var emoji: [Emoji] = []
  private(set) var groups: [Group] = []

  static let embedded = EmojiCatalog(table: EmbeddedFile.emoji)

  /// Tests check every line of the table, so this does not.
  private init(table: [UInt8]) {
    for line in String(decoding: table, as: UTF8.self).split(separator: "\n") {
      if line.hasPrefix("= ") {
        groups.append(Group(name: String(line.dropFirst(2))))
      } else if line.hasPrefix("- ") {
        let subgroup = Subgroup(name: String(line.dropFirst(2)), emoji: emoji.count..<emoji.count)
        groups[groups.count - 1].subgroups.append(subgroup)
      } else if groups.isEmpty {
        version = line.split(separator: " ").last.map(String.init) ?? ""
      } else {
        let fields = line.split(separator: "\t").map(String.init)
        append(fields[0], fields[1], version: fields[2])
        if fields.count > 3 {
          for tone in SkinTone.allCases {
            let toned = tone.applied(toSequence: fields[0], name: fields[1])
            append(toned.sequence, toned.name, version: fields[3])
          }
        }
      }
    }
  }

  private mutating func append(_ sequence: String, _ name: String, version: String) {
    let group = groups.count - 1
    let subgroup = groups[group].subgroups.count - 1
    emoji.append(
      Emoji(
        id: emoji.count, sequence: sequence, name: name, version: version, group: groups[group].name,
        subgroup: groups[group].subgroups[subgroup].name))
    let first = groups[group].subgroups[subgroup].emoji.lowerBound
    groups[group].subgroups[subgroup].emoji = first..<emoji.count
  }
}

/// A tone of skin, in Unicode's order from light to dark.
enum SkinTone: UInt32, CaseIterable {
  case light = 0x1F3FB
  case mediumLight, medium, mediumDark, dark

  private var name: String {
    switch self {
    case .mediumLight: "medium-light skin tone"
    case .mediumDark: "medium-dark skin tone"
    case .light, .medium, .dark: "\(self) skin tone"
    }
  }

  /// An emoji with this tone. The tone follows the first character and replaces a selector there; in the name it
  /// comes first after the colon.
  func applied(toSequence sequence: String, name: String) -> (sequence: String, name: String) {
    var scalars = Array(sequence.unicodeScalars)
    if scalars.count > 1, scalars[1] == "\u{FE0F}" { scalars.remove(at: 1) }
    if let tone = Unicode.Scalar(rawValue) { scalars.insert(tone, at: min(1, scalars.count)) }
    let toned =
      name.place(of: ": ").map { "\(name[..<$0.upperBound])\(self.name), \(name[$0.upperBound...])" }
      ?? "\(name): \(self.name)"
    return (String(String.UnicodeScalarView(scalars)), toned)
  }
}
