import LibC
import Testing

/// Emoji that Unicode lists, and others that can be built.
enum EmojiRows {
  /// All rows of Unicode's emoji-test file.
  ///
  /// The demo's table has the fully qualified emoji; this adds the variants without some or all selectors,
  /// and the components.
  static let all: [String] = {
    let listed = text(of: "../../Sources/tui-demo/Data/emoji.txt").split(separator: "\n").dropFirst()
      .filter { !$0.hasPrefix("= ") && !$0.hasPrefix("- ") }
      .flatMap { line in
        let fields = line.split(separator: "\t")
        let sequence = String(fields[0])
        return fields.count > 3 ? [sequence] + tones.map { toned(sequence, $0) } : [sequence]
      }
    let components = (tones + (0x1F9B0...0x1F9B3).compactMap { Unicode.Scalar($0) }).map { String($0) }
    return unique(listed.flatMap(withAndWithoutSelectors) + components)
  }()

  /// Emoji that Unicode does not list: every pair of flag letters, keycaps, all kinds of joined pictures.
  static let made: [String] = {
    let listed = Set(all)
    return unique(single + presented + flags + keycaps + toned + joined + tagged).filter {
      !listed.contains($0)
    }
  }()

  private static func toned(_ sequence: String, _ tone: Unicode.Scalar) -> String {
    var scalars = Array(sequence.unicodeScalars)
    if scalars.count > 1, scalars[1] == "\u{FE0F}" { scalars.remove(at: 1) }
    scalars.insert(tone, at: 1)
    return String(String.UnicodeScalarView(scalars))
  }

  private static func withAndWithoutSelectors(_ sequence: String) -> [String] {
    var all = [String.UnicodeScalarView()]
    for scalar in sequence.unicodeScalars {
      let with = all.map { $0 + [scalar] }
      all = scalar == "\u{FE0F}" ? with + all : with
    }
    return all.map { String($0) }
  }

  private static func text(of path: String) -> String {
    let folder = String(#filePath.prefix(through: #filePath.lastIndex(of: "/")!))
    guard let file = fopen(folder + path, "r") else { preconditionFailure("no file \(path)") }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[..<count], as: UTF8.self)
  }

  private static let scalars: [Unicode.Scalar] = [0x2600...0x27BF, 0x1F300...0x1FAFF].joined()
    .compactMap { Unicode.Scalar(UInt32($0)) }
    .filter { $0.properties.generalCategory != .unassigned }

  private static let single = scalars.map { String($0) }

  /// Characters that are text unless a selector makes them a picture, and the reverse.
  private static let presented = scalars.filter(\.properties.isEmoji)
    .flatMap { ["\($0)\u{FE0F}", "\($0)\u{FE0E}"] }

  private static let letters = (0x1F1E6...0x1F1FF).compactMap { Unicode.Scalar(UInt32($0)) }
  private static let flags = letters.flatMap { first in letters.map { "\(first)\($0)" } }

  private static let keycaps = "0123456789#*".flatMap { ["\($0)\u{FE0F}\u{20E3}", "\($0)\u{20E3}"] }

  private static let tones = (0x1F3FB...0x1F3FF).compactMap { Unicode.Scalar(UInt32($0)) }
  private static let toned = scalars.filter(\.properties.isEmojiModifierBase)
    .flatMap { base in tones.map { "\(base)\($0)" } }

  /// Families, couples, professions, and people of two skin tones.
  private static let joined: [String] = {
    let people = ["👨", "👩", "🧑"]
    let children = ["👦", "👧", "👧\u{200D}👦"]
    let things = ["🌾", "🍳", "🎓", "🎤", "🏫", "🏭", "💻", "💼", "🔧", "🔬", "🚀", "🚒", "⚕\u{FE0F}", "✈\u{FE0F}"]
    var all = [
      "❤\u{FE0F}\u{200D}🔥", "🏳\u{FE0F}\u{200D}🌈", "🏴\u{200D}☠\u{FE0F}", "👁\u{FE0F}\u{200D}🗨\u{FE0F}",
      "🐻\u{200D}❄\u{FE0F}",
    ]
    for one in people {
      for thing in things {
        all.append("\(one)\u{200D}\(thing)")
        all += tones.map { "\(one)\($0)\u{200D}\(thing)" }
      }
      for other in people {
        all.append("\(one)\u{200D}❤\u{FE0F}\u{200D}💋\u{200D}\(other)")
        for child in children { all.append("\(one)\u{200D}\(other)\u{200D}\(child)") }
        for tone in tones { all.append("\(one)\(tone)\u{200D}🤝\u{200D}\(other)\(tones[0])") }
      }
    }
    return all
  }()

  /// The flags of subdivisions of countries.
  private static let tagged = ["gbeng", "gbsct", "gbwls", "ustx"].map { name in
    let tags = name.unicodeScalars.compactMap { Unicode.Scalar(0xE0000 + $0.value) }
    return "🏴" + tags.map { String($0) }.joined() + "\u{E007F}"
  }

  private static func unique(_ texts: [String]) -> [String] {
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }
  }
}
