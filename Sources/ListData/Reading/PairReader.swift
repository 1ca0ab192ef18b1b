/// The method that cuts a line at the first separator, into a name and a value.
struct PairCut: RowGrammar {
  /// The bytes between the name and the value.
  var separator: [UInt8]
  /// Whether the separator has a blank on each side, so that more of them may align it.
  var isSpaced: Bool { separator.count == 3 }

  /// Returns the range of the first separator; nil if the line has none.
  func find(in line: Range<Int>, of bytes: TextBytes) -> Range<Int>? {
    var offset = line.lowerBound
    while let found = bytes.first(separator[0], in: offset..<line.upperBound) {
      let end = found + separator.count
      if end <= line.upperBound, bytes[found..<end].elementsEqual(separator) { return found..<end }
      // The blank at the end of a line may be missing.
      if end == line.upperBound + 1, separator.last == ASCII.space,
        bytes[found..<line.upperBound].elementsEqual(separator.dropLast())
      {
        return found..<line.upperBound
      }
      offset = found + 1
    }
    return nil
  }

  /// Whether a line is a pair; comments and section titles are not.
  func isPair(_ line: Range<Int>, of bytes: TextBytes) -> Bool {
    guard let first = line.first, bytes[first] == UInt8(ascii: "#") || bytes[first] == UInt8(ascii: "[")
    else { return true }
    return find(in: line, of: bytes) != nil && bytes[first] != UInt8(ascii: "#")
  }

  func cut(_ line: Range<Int>, of bytes: TextBytes, into cells: inout [Range<Int>]) {
    guard let found = find(in: line, of: bytes) else {
      cells.append(line)
      return
    }
    cells.append(line.lowerBound..<found.lowerBound)
    cells.append(found.upperBound..<line.upperBound)
  }

  func verdict(on line: Range<Int>, of bytes: TextBytes, _ above: LinesAbove) -> LineVerdict {
    isPair(line, of: bytes) ? .row : .other
  }

  func fits(_ line: Range<Int>, of bytes: TextBytes, columns: Int) -> Bool {
    find(in: line, of: bytes) != nil
  }

  func mayBeRow(_ line: Range<Int>, of table: TextTable) -> Bool? {
    isPair(line, of: table.bytes) && find(in: line, of: table.bytes) != nil
  }
}

/// Finds text in which every line is a name, a separator and a value.
struct PairReader: RowFormat {
  private let sample: Sample
  private let bytes: TextBytes

  init(_ sample: Sample, _ options: ReaderOptions) {
    self.sample = sample
    bytes = sample.bytes
  }

  func candidates() -> [Candidate] {
    if let shape = shape(isPadded: false) {
      let isTabbed = (shape.cut as? PairCut)?.separator.first == ASCII.tab
      return [Candidate(shape, isTabbed ? .tabs : .header)]
    }
    return shape(isPadded: true).map { [Candidate($0, .padded)] } ?? []
  }

  /// Separators, with the maximum number of words in the name before them: `vm.swappiness = 60`,
  /// `Days of warning before password expires : 7`, `zsh - shell with lots of features`,
  /// `annotated-types==0.7.0`, `Bus 001 Device 004: ID 046d:c52b Logitech`, `LANG=C.UTF-8`,
  /// `redis_version:7.2.4`.
  private static let candidates: [(separator: String, words: Int)] = [
    (" = ", 3), (" : ", 12), ("\t: ", 12), (" - ", 2), ("==", 1), (": ", 4), ("=", 1), (":", 1),
  ]

  /// Returns the shape of pairs if every line is one: at least two with ` = ` or `: `, three with others.
  ///
  /// - Parameter isPadded: Whether blanks may align values.
  private func shape(isPadded: Bool) -> TableShape? {
    let all = sample.lines.filter { !bytes.isBlank($0) && !isRemark($0) }
    guard all.count > 1 else { return nil }
    for (separator, words) in Self.candidates {
      let cut = PairCut(separator: Array(separator.utf8))
      // A title, and a rule below it, may be above pairs with an aligned separator.
      let titles =
        separator == " : " && all.count > 6
        ? all.prefix(2).count { !isPair($0, cut, words: words, isPadded: isPadded) } : 0
      let lines = all.dropFirst(titles)
      guard separator == " = " || separator == ": " || lines.count > 2 else { continue }
      guard lines.allSatisfy({ isPair($0, cut, words: words, isPadded: isPadded) }) else { continue }
      return TableShape(.aligned, unnamed: 2, body: lines[titles].lowerBound, cut: cut)
    }
    return nil
  }

  /// Whether a line is a comment or a section title.
  private func isRemark(_ line: Range<Int>) -> Bool {
    let line = bytes.trimmed(line)
    guard let first = line.first, let last = line.last else { return true }
    return bytes[first] == UInt8(ascii: "#")
      || (bytes[first] == UInt8(ascii: "[") && bytes[last] == UInt8(ascii: "]"))
  }

  private func isPair(_ line: Range<Int>, _ cut: PairCut, words: Int, isPadded: Bool) -> Bool {
    guard cut.isSpaced || !bytes[line.lowerBound].isBlank,
      let found = cut.find(in: line, of: bytes)
    else { return false }
    let name = bytes.trimmed(line.lowerBound..<found.lowerBound)
    // Padded values are columns: `MemFree:        23011232 kB`.
    guard
      isPadded || cut.isSpaced
        || !(found.upperBound < line.upperBound && bytes[found.upperBound].isBlank)
    else {
      return false
    }
    guard separator(cut, mayFollow: name) else { return false }
    return !name.isEmpty && bytes.words(name).count <= words
      && (cut.separator.count > 1
        || !bytes[name.lowerBound].isDigit
          && bytes[name].allSatisfy { $0.isLetter || $0.isDigit || [0x2D, 0x2E, 0x5F].contains($0) })
  }

  /// Whether a separator may follow `name`. Prose contains ` - ` and `: ` as well, so they do not follow a
  /// value: `10.0.0.7 - - [22/Nov/2026…` is not a pair, nor is `64 bytes from 1.1.1.1: icmp_seq=1`.
  private func separator(_ cut: PairCut, mayFollow name: Range<Int>) -> Bool {
    guard cut.separator == Array(" - ".utf8) || cut.separator == Array(": ".utf8) else { return true }
    return bytes.words(name).first.map { !bytes.isLiteral($0) } ?? false
  }
}
