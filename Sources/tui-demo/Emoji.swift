/// An emoji as Unicode lists it.
struct Emoji: Hashable, Sendable, Identifiable {
  /// Its place in Unicode's order.
  let id: Int
  /// Its characters, fully qualified: with all selectors that ask for a picture.
  let sequence: String
  /// Its name, in small letters.
  let name: String
  /// The version of Unicode Emoji that it came with.
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

/// A tone of skin, in Unicode's order from light to dark.
enum SkinTone: UInt32, CaseIterable {
  case light = 0x1F3FB
  case mediumLight, medium, mediumDark, dark

  var name: String {
    switch self {
    case .mediumLight: "medium-light skin tone"
    case .mediumDark: "medium-dark skin tone"
    case .light, .medium, .dark: "\(self) skin tone"
    }
  }

  /// An emoji with this tone: it stands behind the first character, in place of a selector there, and is
  /// told first of all that comes after the name's colon.
  func applied(toSequence sequence: String, name: String) -> (sequence: String, name: String) {
    var scalars = Array(sequence.unicodeScalars)
    if scalars.count > 1, scalars[1] == "\u{FE0F}" { scalars.remove(at: 1) }
    if let tone = Unicode.Scalar(rawValue) { scalars.insert(tone, at: min(1, scalars.count)) }
    let parts = name.split(separator: ": ", maxSplits: 1)
    let told = parts.count > 1 ? "\(parts[0]): \(self.name), \(parts[1])" : "\(name): \(self.name)"
    return (String(String.UnicodeScalarView(scalars)), told)
  }
}
