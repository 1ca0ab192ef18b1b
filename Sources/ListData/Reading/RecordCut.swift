/// The method that cuts records: a record is a row, its names are the columns.
///
/// ```text
/// Package: zsh       -[ RECORD 1 ]     id = 1           - name: ann     level=info port=80
/// Version: 5.9       id   | 1          name = ann         age: 34       id=1,name=ann
///                    name | ann
/// ```
struct RecordCut: RowGrammar {
  enum Separator: Sendable, Equatable {
    /// `:` at the end of the line or before a blank.
    case colon
    /// `:` behind a word at the start of the line.
    case tightColon
    /// `=` with a blank on each side.
    case equals
    /// `=`.
    case tightEquals
    /// `|`, `│` or blanks at this screen column; if negative, the blanks after the first word.
    case column(Int)
    /// Pairs `name=value` between blanks, with quotes, all on one line.
    case pairs
    /// Pairs `name=value` between commas, all on one line.
    case commas
    /// Pairs `name: value` between several blanks, all on one line.
    case gaps
  }

  /// The start of a record.
  enum Beginning: Sendable, Equatable {
    /// Each line is a record.
    case line
    /// The line after a blank line or a rule.
    case blank
    /// A title with the record number: `-[ RECORD 1 ]---`, `*** 1. row ***`.
    case title
    /// The line with this name.
    case name([UInt8])
    /// The line with this word before a value; text without a name follows after a blank line: `git log`.
    case word([UInt8])
    /// `- ` at this screen column.
    case dash(Int)
    /// A line that is not indented, above names that are; or a line in brackets. It is the first pair, or the value
    /// of a field without a name.
    case head(isBracketed: Bool)
  }

  var separator: Separator
  var beginning: Beginning
  /// Whether the text before the first pair of a line is the value of a field without a name:
  /// `/dev/sda2: UUID="0115-27A0" TYPE="ext4"`. A value then extends to the next name.
  var hasLabel = false
  /// Whether names are indented below the first line of a record.
  var isIndented = false

  /// Whether a record may have several lines.
  var isMultiline: Bool { beginning != .line }
  var isByLines: Bool { false }

  func scan(
    _ bytes: TextBytes, _ shape: TableShape, isComplete: Bool, by scanner: inout RowScanner,
    into index: inout RowIndex
  ) {
    scanner.scanRecords(bytes, self, shape, isComplete: isComplete, into: &index)
  }

  func extent(in lines: Range<Int>, isLast: Bool, of bytes: TextBytes) -> Range<Int> {
    bytes.withoutBlankLines(lines)
  }

  func cut(
    _ row: Range<Int>, of bytes: TextBytes, _ members: MemberColumns, columns: Int,
    into cells: inout [Range<Int>]
  ) {
    members.cut(record: row, self, of: bytes, columns: columns, into: &cells)
  }

  func mayBeRow(_ line: Range<Int>, of table: TextTable) -> Bool? {
    guard isMultiline, let name = field(line, of: table.bytes)?.name else { return false }
    return table.columns.contains { $0.name?.utf8.elementsEqual(table.bytes[name]) ?? false }
  }

  func moved(_ shape: TableShape, to found: TableShape, in sample: Sample) -> TableShape? {
    found.cut is RecordCut ? shape.taking(found) : nil
  }

  /// Calls `body` with the name and the value of each field of a record; with a nil name for other text.
  ///
  /// A line without a name, such as a line of a long description, belongs to the value before it.
  func forEachField(
    in record: Range<Int>, of bytes: TextBytes, _ body: (_ name: Range<Int>?, _ value: Range<Int>) -> Void
  ) {
    switch separator {
    case .pairs where hasLabel: return forEachLabelledPair(in: record, of: bytes, body)
    case .pairs: return forEachPair(in: record, of: bytes, body)
    case .commas: return forEachCommaPair(in: record, of: bytes, body)
    case .gaps: return forEachGapPair(in: record, of: bytes, body)
    default: break
    }
    var current: (name: Range<Int>, value: Range<Int>)?
    var isAfterBlank = false
    var start = record.lowerBound
    while start < record.upperBound {
      let end = bytes.first(ASCII.newline, in: start..<record.upperBound) ?? record.upperBound
      let line = start..<end
      start = end + 1
      if bytes.isBlank(line) || isTitle(line, of: bytes)
        || (bytes.isRule(line) && field(line, of: bytes) == nil)
      {
        isAfterBlank = true
        continue
      }
      defer { isAfterBlank = false }
      if let head = head(line, of: bytes) {
        if let current { body(current.name, current.value) }
        current = (line.lowerBound..<line.lowerBound, head)
        continue
      }
      if let (name, value) = field(line, of: bytes) {
        if !name.isEmpty {
          if let current { body(current.name, current.value) }
          current = (name, value)
          continue
        }
        // `     | lines` continues the value above.
        if let former = current {
          current?.value =
            former.value.isEmpty
            ? value : former.value.lowerBound..<max(value.upperBound, former.value.upperBound)
          continue
        }
      }
      let text = bytes.trimmed(line)
      if case .word = beginning, isAfterBlank, let former = current, !former.name.isEmpty {
        body(former.name, former.value)
        current = (text.lowerBound..<text.lowerBound, text)
      } else if let former = current {
        current?.value = former.value.isEmpty ? text : former.value.lowerBound..<text.upperBound
      } else {
        body(nil, text)
      }
    }
    if let current { body(current.name, current.value) }
  }

  /// Returns the name and the value of a line such as `Package: zsh` or `cpu MHz<tab>: 2400`; nil if it has
  /// no name, an empty name if the line continues a value.
  func field(_ line: Range<Int>, of bytes: TextBytes) -> (name: Range<Int>, value: Range<Int>)? {
    var line = line
    var isFirst = false
    if case .dash(let column) = beginning {
      let indent = bytes.indentation(line)
      guard indent == column || indent == column + 2 else { return nil }
      isFirst = indent == column
      line = (line.lowerBound + (isFirst ? indent + 1 : indent))..<line.upperBound
      line = bytes.trimmed(line)
    }
    if case .word(let word) = beginning, bytes.startsWithWord(word, line) {
      let end = line.lowerBound + word.count
      return (line.lowerBound..<end, bytes.trimmed(end..<line.upperBound))
    }
    switch separator {
    case .colon:
      return Self.colonField(line, of: bytes, isIndented: beginning == .title || isFirst || isIndented)
    case .tightColon: return Self.tightColonField(line, of: bytes)
    case .equals, .tightEquals: return equalsField(line, of: bytes)
    case .column(let column): return columnField(line, column, of: bytes)
    case .pairs, .commas, .gaps: return nil
    }
  }

  /// Returns the text of a line that begins a record and is no pair: `[server]`, `root:`; nil for other lines.
  private func head(_ line: Range<Int>, of bytes: TextBytes) -> Range<Int>? {
    guard case .head(let isBracketed) = beginning, begins(line, of: bytes) == true else { return nil }
    let text = bytes.trimmed(line)
    if isBracketed { return bytes.trimmed(text.dropFirst().dropLast()) }
    if let pair = field(line, of: bytes), !pair.value.isEmpty { return nil }
    return bytes[text.upperBound - 1] == ASCII.colon ? text.dropLast() : text
  }

  /// Returns the name and the value around the first colon.
  static func colonField(
    _ line: Range<Int>, of bytes: TextBytes, isIndented: Bool = false
  ) -> (name: Range<Int>, value: Range<Int>)? {
    guard let first = line.first, isIndented || !bytes[first].isSpace,
      let colon = bytes.first(
        UInt8(ascii: ":"), in: line.lowerBound..<min(line.upperBound, line.lowerBound + 80)),
      colon + 1 == line.upperBound || bytes[colon + 1].isSpace
    else { return nil }
    let name = bytes.trimmed(line.lowerBound..<colon)
    guard !name.isEmpty, bytes.isNameStart(name.lowerBound) else { return nil }
    return (name, bytes.trimmed((colon + 1)..<line.upperBound))
  }

  /// Returns the name and the value around a colon behind the first word of a line, as in the index of `apk`.
  private static func tightColonField(
    _ line: Range<Int>, of bytes: TextBytes
  ) -> (name: Range<Int>, value: Range<Int>)? {
    let name = line.prefix(40).prefix { bytes[$0].isLetter || bytes[$0] == ASCII.minus }
    guard let last = name.last, last + 1 < line.upperBound, bytes[last + 1] == ASCII.colon,
      bytes.isNameStart(line.lowerBound), !bytes.has("//", at: last + 2)
    else { return nil }
    return (line.lowerBound..<last + 1, bytes.trimmed(last + 2..<line.upperBound))
  }

  private func equalsField(_ line: Range<Int>, of bytes: TextBytes) -> (name: Range<Int>, value: Range<Int>)?
  {
    let limit = min(line.upperBound, line.lowerBound + 80)
    var offset = line.lowerBound
    while let sign = bytes.first(UInt8(ascii: "="), in: offset..<limit) {
      offset = sign + 1
      let isSpaced =
        sign > line.lowerBound && bytes[sign - 1].isBlank
        && (offset == line.upperBound || bytes[offset].isBlank)
      guard separator == .tightEquals || isSpaced else { continue }
      let name = bytes.trimmed(line.lowerBound..<sign)
      guard !name.isEmpty, bytes.isNameStart(name.lowerBound),
        separator == .equals || !bytes[name].contains(ASCII.space)
      else { return nil }
      return (name, bytes.trimmed(offset..<line.upperBound))
    }
    return nil
  }

  /// Returns the texts on both sides of a screen column that holds a vertical line or follows blanks.
  private func columnField(
    _ line: Range<Int>, _ column: Int, of bytes: TextBytes
  ) -> (name: Range<Int>, value: Range<Int>)? {
    guard column >= 0 else {
      guard let word = bytes.words(line).first, word.lowerBound == line.lowerBound else { return nil }
      return (word, bytes.trimmed(word.upperBound..<line.upperBound))
    }
    let screen = ScreenLine(line, of: bytes)
    let offset = screen.offset(column)
    guard let length = bytes.strokeLength(at: offset, before: line.upperBound) else {
      guard screen.isBlank(column - 1), !screen.isBlank(column) || screen.width <= column else { return nil }
      let name = bytes.trimmed(line.lowerBound..<offset)
      return name.isEmpty || bytes.isNameStart(name.lowerBound)
        ? (name, bytes.trimmed(offset..<line.upperBound)) : nil
    }
    var name = bytes.trimmed(line.lowerBound..<offset)
    var value = bytes.trimmed((offset + length)..<line.upperBound)
    if let first = name.first, let edge = bytes.strokeLength(at: first, before: name.upperBound) {
      name = bytes.trimmed((first + edge)..<name.upperBound)
      if let last = value.last, bytes[last] == UInt8(ascii: "|") {
        value = bytes.trimmed(value.lowerBound..<last)
      } else if value.count > 2, bytes.boxSign(at: value.upperBound - 3) == .vertical {
        value = bytes.trimmed(value.lowerBound..<(value.upperBound - 3))
      }
    }
    return (name, value)
  }

  // MARK: Where records begin

  /// Whether a nonblank line begins a record; nil if that depends on whether the line above is blank.
  func begins(_ line: Range<Int>, of bytes: TextBytes) -> Bool? {
    switch beginning {
    case .line: return true
    case .blank: return nil
    case .title: return isTitle(line, of: bytes)
    case .name(let first): return field(line, of: bytes).map { bytes[$0.name].elementsEqual(first) } ?? false
    case .word(let word): return bytes.startsWithWord(word, line)
    case .dash(let column):
      let indent = bytes.indentation(line)
      return indent == column && bytes.has("- ", at: line.lowerBound + indent)
    case .head(isBracketed: false): return !bytes[line.lowerBound].isBlank
    case .head(isBracketed: true):
      let text = bytes.trimmed(line)
      return text.count > 2 && bytes[text.lowerBound] == UInt8(ascii: "[")
        && bytes[text.upperBound - 1] == UInt8(ascii: "]")
    }
  }

  private func isTitle(_ line: Range<Int>, of bytes: TextBytes) -> Bool {
    beginning == .title && bytes.isRecordTitle(line)
  }

  // MARK: Values

  /// Returns the text of a quoted value or of a value with several lines; nil if its bytes are the text.
  func decoded(_ value: Range<Int>, of bytes: TextBytes) -> [UInt8]? {
    switch separator {
    case .pairs:
      guard let first = value.first, bytes[first] == ASCII.quote, value.count > 1,
        bytes[value.upperBound - 1] == ASCII.quote
      else { return nil }
      return bytes.withoutJSONEscapes((first + 1)..<(value.upperBound - 1))
    case .column:
      guard bytes.first(ASCII.newline, in: value) != nil else { return nil }
      var text: [UInt8] = []
      var start = value.lowerBound
      while start < value.upperBound {
        let end = bytes.first(ASCII.newline, in: start..<value.upperBound) ?? value.upperBound
        var piece = bytes.trimmed(start..<end)
        if start > value.lowerBound, let field = field(start..<end, of: bytes) { piece = field.value }
        if end < value.upperBound, let last = piece.last, bytes[last] == ASCII.plus {
          piece = bytes.trimmed(piece.lowerBound..<last)
        }
        if start > value.lowerBound { text.append(ASCII.newline) }
        text += bytes[piece]
        start = end + 1
      }
      return text
    default: return nil
    }
  }

  private func forEachPair(
    in line: Range<Int>, of bytes: TextBytes, _ body: (Range<Int>?, Range<Int>) -> Void
  ) {
    var offset = line.lowerBound
    while true {
      while offset < line.upperBound, bytes[offset].isSpace { offset += 1 }
      guard offset < line.upperBound else { return }
      let start = offset
      while offset < line.upperBound, !bytes[offset].isSpace, bytes[offset] != UInt8(ascii: "=") {
        offset += 1
      }
      guard offset < line.upperBound, bytes[offset] == UInt8(ascii: "="), offset > start else {
        while offset < line.upperBound, !bytes[offset].isSpace { offset += 1 }
        body(nil, start..<offset)
        continue
      }
      let name = start..<offset
      offset += 1
      let value = offset
      if offset < line.upperBound, bytes[offset] == ASCII.quote,
        let end = bytes.endOfJSONString(offset, before: line.upperBound)
      {
        offset = end
      } else if let end = bytes.endOfBrackets(offset, before: line.upperBound) {
        offset = end
      }
      while offset < line.upperBound, !bytes[offset].isSpace { offset += 1 }
      body(name, value..<offset)
    }
  }

  private func forEachLabelledPair(
    in line: Range<Int>, of bytes: TextBytes, _ body: (Range<Int>?, Range<Int>) -> Void
  ) {
    var name = line.lowerBound..<line.lowerBound
    var value = line.lowerBound
    var offset = line.lowerBound
    func end(at next: Int) {
      var text = bytes.trimmed(value..<next)
      if name.isEmpty, let last = text.last, bytes[last] == ASCII.colon { text = text.lowerBound..<last }
      body(name, text)
    }
    while offset < line.upperBound {
      if let next = bytes.pairName(at: offset, before: line.upperBound) {
        end(at: offset)
        name = next
        value = next.upperBound + 1
        offset = value
        if offset < line.upperBound, bytes[offset] == ASCII.quote,
          let end = bytes.endOfJSONString(offset, before: line.upperBound)
        {
          offset = end
        }
      }
      while offset < line.upperBound, !bytes[offset].isSpace { offset += 1 }
      while offset < line.upperBound, bytes[offset].isSpace { offset += 1 }
    }
    end(at: line.upperBound)
  }

  private func forEachGapPair(
    in line: Range<Int>, of bytes: TextBytes, _ body: (Range<Int>?, Range<Int>) -> Void
  ) {
    var start: Int?
    var end = line.lowerBound
    for word in bytes.words(line) + [line.upperBound..<line.upperBound] {
      if let first = start, word.isEmpty || word.lowerBound - end > 1 {
        let pair = Self.colonField(first..<end, of: bytes)
        body(pair?.name, pair?.value ?? first..<end)
        start = nil
      }
      start = start ?? word.lowerBound
      end = word.upperBound
    }
  }

  /// Splits pairs only at commas before another `name=`: `note=a, b` is one pair.
  private func forEachCommaPair(
    in line: Range<Int>, of bytes: TextBytes, _ body: (Range<Int>?, Range<Int>) -> Void
  ) {
    var start = line.lowerBound
    while start < line.upperBound {
      guard let name = bytes.pairName(at: start, before: line.upperBound) else {
        body(nil, start..<line.upperBound)
        return
      }
      var end = name.upperBound + 1
      while let comma = bytes.first(ASCII.comma, in: end..<line.upperBound) {
        end = comma
        if bytes.pairName(at: comma + 1, before: line.upperBound) != nil { break }
        end += 1
      }
      let isParted =
        end < line.upperBound && bytes[end] == ASCII.comma
        && bytes.pairName(at: end + 1, before: line.upperBound) != nil
      if !isParted { end = line.upperBound }
      body(name, (name.upperBound + 1)..<end)
      start = end + 1
    }
  }
}

extension TextBytes {
  /// Returns the number of blanks at the start of a line.
  func indentation(_ line: Range<Int>) -> Int {
    self[line].prefix { $0 == ASCII.space }.count
  }

  /// Whether a line begins with a word and a blank.
  fileprivate func startsWithWord(_ word: [UInt8], _ line: Range<Int>) -> Bool {
    line.count > word.count && self[line.prefix(word.count)].elementsEqual(word)
      && base[line.lowerBound + word.count] == ASCII.space
  }

  /// Whether a name may begin with the byte at `offset`.
  func isNameStart(_ offset: Int) -> Bool {
    base[offset].isLetter || base[offset] >= 0x80 || base[offset] == UInt8(ascii: "_")
      || base[offset] == UInt8(ascii: "%")
  }

  /// Returns the end of a text in brackets, among them others and strings, that begins at `offset`; nil if there
  /// is none, or if it has no end.
  fileprivate func endOfBrackets(_ offset: Int, before end: Int) -> Int? {
    var depth = 0
    var offset = offset
    repeat {
      guard offset < end else { return nil }
      switch base[offset] {
      case UInt8(ascii: "{"), UInt8(ascii: "["), ASCII.openParenthesis: depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"), ASCII.closeParenthesis: depth -= 1
      case ASCII.quote where depth > 0:
        guard let close = endOfJSONString(offset, before: end) else { return nil }
        offset = close - 1
      default: break
      }
      offset += 1
    } while depth > 0
    return offset > 0 && [0x7D, 0x5D, 0x29].contains(base[offset - 1]) ? offset : nil
  }

  /// Returns the name before `=` that begins at `offset`: letters, digits, `_`, `.`, `-`, bytes beyond ASCII.
  fileprivate func pairName(at offset: Int, before end: Int) -> Range<Int>? {
    guard offset < end, isNameStart(offset) else { return nil }
    var last = offset
    while last < end,
      base[last].isLetter || base[last].isDigit || base[last] >= 0x80
        || [0x2D, 0x2E, 0x5F].contains(base[last])
    { last += 1 }
    return last < end && base[last] == UInt8(ascii: "=") ? offset..<last : nil
  }

  /// Returns the length of the vertical line at `offset`; nil if there is none.
  fileprivate func strokeLength(at offset: Int, before end: Int) -> Int? {
    guard offset < end else { return nil }
    if base[offset] == UInt8(ascii: "|") { return 1 }
    return boxSign(at: offset) == .vertical ? 3 : nil
  }

  /// Whether a line is a record number between lines or asterisks: `-[ RECORD 1 ]---`, `*** 1. row ***`,
  /// `* Record 1`.
  func isRecordTitle(_ line: Range<Int>) -> Bool {
    let line = trimmed(line)
    guard line.count >= 4, line.count <= 4096, let first = line.first,
      base[first] == ASCII.minus || base[first] == UInt8(ascii: "*") || base[first] == ASCII.plus
        || base[first] == UInt8(ascii: "=") || boxSign(at: first) != nil
    else { return false }
    let last = line.upperBound - 1
    let isFramed =
      base[last] == UInt8(ascii: "]") || base[last] == ASCII.minus || base[last] == UInt8(ascii: "*")
      || base[last] == ASCII.plus
      || base[last] == UInt8(ascii: "=") || (line.count > 6 && boxSign(at: line.upperBound - 3) != nil)
    guard isFramed || (base[first] == UInt8(ascii: "*") && words(line).count == 3) else { return false }
    var digits = 0
    var letters = 0
    for byte in self[line] {
      switch byte {
      case let byte where byte.isDigit: digits += 1
      case let byte where byte.isLetter: letters += 1
      case ASCII.minus, ASCII.plus, 0x2A, 0x3D, 0x5B, 0x5D, ASCII.dot, ASCII.space, 0x7C: break
      case 0x80...: break
      default: return false
      }
    }
    return digits > 0 && digits <= 12 && (3...8).contains(letters)
  }
}
