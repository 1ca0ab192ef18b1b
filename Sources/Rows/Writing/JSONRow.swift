import ListData
import struct ListKit.EscapedText

/// Rows as objects of JSON, one per line, with a unique name for each column and numbers as they are written.
struct JSONRow: Sendable {
  private let table: TextTable
  private let columns: [Int]?
  /// The keys of the columns in JSON, including the colon.
  private let keys: [[UInt8]]

  init(_ table: TextTable, _ names: ColumnNames? = nil, columns: [Int]?) {
    self.table = table
    self.columns = columns
    keys = JSONText.keys(names ?? ColumnNames(of: table))
  }

  package func text(_ row: Int) -> [UInt8] {
    var text = [UInt8(ascii: "{")]
    func add(_ key: [UInt8], _ value: [UInt8]) {
      if text.count > 1 { text.append(UInt8(ascii: ",")) }
      text += key
      text += value
    }
    let numbers = columns ?? Array(table.columns.indices)
    let names = columns == nil ? extraKeys(row) : []
    if table.shape.format == .json {
      table.withCells(of: row) { cells in
        for column in numbers where column < cells.count {
          if let value = member(cells[column], row, column) { add(keys[column], value) }
        }
      }
      for (name, cell) in zip(names, names.isEmpty ? [] : table.extraCells(row)) {
        add(name, JSONText.string(Array(cell.utf8)))
      }
    } else {
      table.forEachCell(of: row, columns) { position, cell in
        if position < numbers.count {
          add(keys[numbers[position]], value(cell, numbers[position]))
        } else {
          add(names[position - numbers.count], JSONText.string(Array(cell)))
        }
      }
    }
    return text + [UInt8(ascii: "}")]
  }

  /// Returns a JSON value as it is written; nil if there is none.
  private func member(_ range: Range<Int>, _ row: Int, _ column: Int) -> [UInt8]? {
    if TextTable.isComputed(range) {
      return table.exactBytes(row, column).withUnsafeBufferPointer { $0.isEmpty ? nil : value($0, column) }
    }
    return range.isEmpty ? nil : JSONText.compact(table.bytes[range])
  }

  /// Returns the keys of a row's cells beyond the columns.
  private func extraKeys(_ row: Int) -> [[UInt8]] {
    let count = table.withCells(of: row) { $0.count }
    guard count > table.columns.count else { return [] }
    let extra = [String?](repeating: nil, count: count - table.columns.count)
    return Array(JSONText.keys(ColumnNames(table.head + extra))[table.columns.count...])
  }

  /// Returns a cell as a value; nil if an object of JSON does not have this member.
  package func value(_ row: Int, _ column: Int) -> [UInt8]? {
    if table.shape.format == .json { return member(table.cell(row, column), row, column) }
    return table.exactBytes(row, column).withUnsafeBufferPointer { value($0, column) }
  }

  private func value(_ cell: UnsafeBufferPointer<UInt8>, _ column: Int) -> [UInt8] {
    let kind = table.columns[column].kind
    return JSONText.value(cell, isNumber: kind == .integer || kind == .float)
  }

  package static func object(_ members: [(name: String, value: [UInt8])]) -> [UInt8] {
    var text = [UInt8(ascii: "{")]
    for (index, member) in members.enumerated() {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      text += JSONText.string(Array(member.name.utf8))
      text.append(UInt8(ascii: ":"))
      text += member.value
    }
    return text + [UInt8(ascii: "}")]
  }
}

/// Values of JSON as bytes, with characters escaped that could control a terminal.
package enum JSONText {
  private static let quote = UInt8(ascii: "\"")
  private static let backslash = UInt8(ascii: "\\")

  /// Returns the keys of columns, with their colons.
  package static func keys(_ columns: ColumnNames) -> [[UInt8]] {
    columns.names.map { string(Array($0.utf8)) + [UInt8(ascii: ":")] }
  }

  /// Returns a number as it is written, without surrounding blanks; anything else as a string.
  package static func value(_ cell: UnsafeBufferPointer<UInt8>, isNumber: Bool) -> [UInt8] {
    let number = cell.trimmed
    return isNumber && number.isJSONNumber ? Array(number) : string(Array(cell))
  }

  /// Returns a string. Invalid UTF-8 becomes U+FFFD.
  package static func string(_ bytes: [UInt8]) -> [UInt8] {
    var text = [quote]
    if bytes.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != quote && $0 != backslash }) {
      text += bytes
      text.append(quote)
      return text
    }
    add(bytes[...], to: &text) { byte, text in
      if byte == quote || byte == backslash { text.append(backslash) }
      text.append(byte)
    }
    return text + [quote]
  }

  /// Returns a value as it is written, without white space between its parts.
  static func compact(_ value: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    var position = value.startIndex
    while position < value.endIndex {
      let byte = value[position]
      guard byte == quote else {
        if !isBlank(byte) { text.append(byte) }
        position += 1
        continue
      }
      var end = position + 1
      while end < value.endIndex, value[end] != quote { end += value[end] == backslash ? 2 : 1 }
      end = min(end + 1, value.endIndex)
      // Existing escapes stay.
      add(Array(value[position..<end])[...], to: &text) { byte, text in text.append(byte) }
      position = end
    }
    return text
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  /// Appends text: plain ASCII characters with `addPlain`, others escaped if they could control a terminal.
  private static func add(
    _ bytes: ArraySlice<UInt8>, to text: inout [UInt8], _ addPlain: (UInt8, inout [UInt8]) -> Void
  ) {
    var rest = bytes
    while let byte = rest.first {
      if (0x20..<0x7F).contains(byte) {
        addPlain(byte, &text)
        rest = rest.dropFirst()
      } else if byte < 0x80 {
        text += escape(UInt32(byte))
        rest = rest.dropFirst()
      } else {
        let run = rest.prefix { $0 >= 0x80 }
        addBeyondASCII(String(decoding: run, as: UTF8.self), to: &text)
        rest = rest.dropFirst(run.count)
      }
    }
  }

  private static func addBeyondASCII(_ run: String, to text: inout [UInt8]) {
    guard EscapedText(run).text != run else {
      text += run.utf8
      return
    }
    for scalar in run.unicodeScalars {
      let character = String(scalar)
      if EscapedText(character).text == character {
        text += character.utf8
      } else {
        for unit in character.utf16 { text += escape(UInt32(unit)) }
      }
    }
  }

  private static func escape(_ unit: UInt32) -> [UInt8] {
    switch unit {
    case 0x0A: return Array("\\n".utf8)
    case 0x0D: return Array("\\r".utf8)
    case 0x09: return Array("\\t".utf8)
    default:
      let digits = String(unit, radix: 16)
      return Array(("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
    }
  }
}
