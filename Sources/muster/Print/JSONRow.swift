import ListData
import ListKit

/// Rows as objects of JSON, one a line: names of their own for all columns, numbers as they are written.
struct JSONRow: Sendable {
  private let table: TextTable
  private let columns: [Int]?
  /// The names of the columns as they stand before their values.
  private let keys: [[UInt8]]

  init(_ table: TextTable, columns: [Int]?) {
    self.table = table
    self.columns = columns
    keys = ColumnNames(table.columns.map(\.name)).names.map {
      JSONText.string(Array($0.utf8)) + [UInt8(ascii: ":")]
    }
  }

  /// The object of a row.
  func text(_ row: Int) -> [UInt8] {
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
          if let value = member(cells[column]) { add(keys[column], value) }
        }
      }
      for (name, cell) in zip(names, names.isEmpty ? [] : table.extraCells(row)) {
        add(name, JSONText.string(Array(cell.utf8)))
      }
    } else {
      table.forEachCell(of: row, columns) { place, cell in
        if place < numbers.count {
          add(keys[numbers[place]], value(cell, numbers[place]))
        } else {
          add(names[place - numbers.count], JSONText.string(Array(cell)))
        }
      }
    }
    return text + [UInt8(ascii: "}")]
  }

  /// A value of JSON as it is written; nil where there is none.
  private func member(_ range: Range<Int>) -> [UInt8]? {
    range.isEmpty ? nil : JSONText.compact(table.bytes[range])
  }

  /// The keys of cells beyond the columns.
  private func extraKeys(_ row: Int) -> [[UInt8]] {
    let count = table.withCells(of: row) { $0.count }
    guard count > table.columns.count else { return [] }
    let names = ColumnNames(
      table.columns.map(\.name) + Array(repeating: nil, count: count - table.columns.count)
    ).names
    return names[table.columns.count...].map { JSONText.string(Array($0.utf8)) + [UInt8(ascii: ":")] }
  }

  /// A cell as a value; nil where an object of JSON has no such member.
  func value(_ row: Int, _ column: Int) -> [UInt8]? {
    if table.shape.format == .json { return member(table.cell(row, column)) }
    return table.exactBytes(row, column).withUnsafeBufferPointer { value($0, column) }
  }

  /// A number as it is written, without blanks around it; anything else as a string.
  private func value(_ cell: UnsafeBufferPointer<UInt8>, _ column: Int) -> [UInt8] {
    switch table.columns[column].kind {
    case .integer, .float:
      let number = cell.trimmed
      return number.isJSONNumber ? Array(number) : JSONText.string(Array(cell))
    default: return JSONText.string(Array(cell))
    }
  }

  /// An object with members in this order.
  static func object(_ members: [(name: String, value: [UInt8])]) -> [UInt8] {
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

/// Values of JSON as bytes that can do no terminal harm: what could steer it is escaped.
enum JSONText {
  private static let quote = UInt8(ascii: "\"")
  private static let backslash = UInt8(ascii: "\\")

  /// A string. What is no UTF-8 becomes U+FFFD.
  static func string(_ bytes: [UInt8]) -> [UInt8] {
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

  /// A value as it is written, without white space between its parts.
  static func compact(_ value: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    var place = value.startIndex
    while place < value.endIndex {
      let byte = value[place]
      guard byte == quote else {
        if !isBlank(byte) { text.append(byte) }
        place += 1
        continue
      }
      var end = place + 1
      while end < value.endIndex, value[end] != quote { end += value[end] == backslash ? 2 : 1 }
      end = min(end + 1, value.endIndex)
      // What is escaped stays so.
      add(Array(value[place..<end])[...], to: &text) { byte, text in text.append(byte) }
      place = end
    }
    return text
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  /// Adds text: plain characters by `addPlain`, others escaped where they could do harm.
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
