/// The name of a member of a JSON object, of a nested object or of a record.
struct MemberName {
  let name: Range<Int>
  /// The names of the members that contain it, outermost first.
  let path: [Range<Int>]

  init(_ name: Range<Int>, path: [Range<Int>] = []) {
    self.name = name
    self.path = path
  }

  /// Returns the path of names, such as `http.status`.
  func string(of bytes: TextBytes) -> String {
    (path + [name]).map { bytes.jsonName($0) }.joined(separator: ".")
  }
}

/// A value of a row, with its column; for rows in which most columns are empty.
struct MemberValue {
  var column: Int
  var range: Range<Int>
}

/// The columns of named values: members of JSON objects, fields of records.
///
/// Members with the same name in one object have a column each:
///
/// ```text
/// {"a": 1, "a": 2}        a  a  b
/// {"b": 3}                1  2
///                               3
/// ```
///
/// After ``most`` columns, members without a column share one, so that rows that each have different names
/// cost no more than others.
struct MemberColumns: Sendable {
  /// The maximum number of columns of names; one more holds the rest.
  static let most = 1_000

  private var names = ByteIndex()
  private var columns: [[Int]] = []
  private var rest: Int?
  /// The name of each column, and the index of the column among those of the same name.
  private var owners: [Int: (name: Int, occurrence: Int)] = [:]
  /// For each name, the last row with it, counted by calls, and the number of its occurrences there.
  private var seen: [(row: Int, count: Int)] = []
  private var rows = 0

  init(_ shape: TableShape) {
    // In a map, the first column has the names of rows.
    let first = (shape.cut as? JSONLayout)?.container == .map ? 1 : 0
    for (offset, column) in shape.columns.enumerated().dropFirst(first) {
      if column.isRest {
        rest = offset
      } else if let name = column.name {
        let entry = number(of: name)
        own(offset, entry)
      }
    }
  }

  private mutating func number(of name: String) -> Int {
    var name = name
    return name.withUTF8 { insert($0) }
  }

  private mutating func insert(_ name: UnsafeBufferPointer<UInt8>) -> Int {
    let (number, isNew) = names.insert(name)
    if isNew {
      columns.append([])
      seen.append((-1, 0))
    }
    return number
  }

  /// Adds columns for the names in a row that have none.
  mutating func note(_ found: [MemberName], of bytes: TextBytes, isJSON: Bool, _ all: inout [Column]) {
    rows += 1
    for name in found where !name.name.isEmpty {
      let known = Self.withBytes(of: name, bytes, isJSON: isJSON) { names.number(of: $0) }
      if known == nil, all.count >= Self.most {
        addRest(&all)
        continue
      }
      let number = known ?? Self.withBytes(of: name, bytes, isJSON: isJSON) { insert($0) }
      let count = seen[number].row == rows ? seen[number].count + 1 : 1
      seen[number] = (rows, count)
      guard count > columns[number].count else { continue }
      guard all.count < Self.most else {
        addRest(&all)
        continue
      }
      own(all.count, number)
      let text = Self.withBytes(of: name, bytes, isJSON: isJSON) { String(decoding: $0, as: UTF8.self) }
      all.append(Column(name: text, isRepeated: count > 1))
    }
  }

  private mutating func own(_ column: Int, _ name: Int) {
    owners[column] = (name, columns[name].count)
    columns[name].append(column)
  }

  /// Returns the value of one column in a JSON row without finding the values of others; nil if the entire
  /// row has to be cut.
  ///
  /// - Complexity: O(*n*) in the length of the row, independent of the number of columns.
  func value(of column: Int, in row: Range<Int>, _ layout: JSONLayout, of bytes: TextBytes) -> Range<Int>? {
    guard layout.hasNames, let owner = owners[column],
      let members = layout.members(layout.keyed(row, of: bytes).value, of: bytes)
    else { return nil }
    return names.withBytes(owner.name) { name in
      var left = owner.occurrence
      for member in members
      where Self.withBytes(of: member.name, bytes, isJSON: true, { $0.elementsEqual(name) }) {
        if left == 0 { return member.value }
        left -= 1
      }
      return row.upperBound..<row.upperBound
    }
  }

  /// Returns the values of a JSON row by column; members without a column, including their names, are in the
  /// column for the rest. Nil for other rows.
  ///
  /// - Complexity: O(*n*) in the length of the row, independent of the number of columns.
  func values(in row: Range<Int>, _ layout: JSONLayout, of bytes: TextBytes) -> [MemberValue]? {
    let (key, value) = layout.keyed(row, of: bytes)
    guard layout.hasNames, let members = layout.members(value, of: bytes) else { return nil }
    var found = key.map { [MemberValue(column: 0, range: $0)] } ?? []
    var counts: [Int: Int] = [:]
    for member in members {
      let number = Self.withBytes(of: member.name, bytes, isJSON: true) { names.number(of: $0) }
      let occurrence = number.map { counts[$0, default: 0] } ?? 0
      if let number { counts[number] = occurrence + 1 }
      if let number, occurrence < columns[number].count {
        found.append(MemberValue(column: columns[number][occurrence], range: member.value))
      } else {
        let start = max(member.name.name.lowerBound - 1, row.lowerBound)
        found.append(MemberValue(column: rest ?? Int.max, range: start..<member.value.upperBound))
      }
    }
    // Members in the column for the rest keep their order.
    return found.enumerated().sorted { ($0.element.column, $0.offset) < ($1.element.column, $1.offset) }
      .map(\.element)
  }

  private mutating func addRest(_ all: inout [Column]) {
    guard rest == nil else { return }
    rest = all.count
    all.append(Column(name: "…", isRest: true))
  }

  /// Cuts a JSON row into the values of its columns, followed by additional values.
  ///
  /// An invalid row is a single extra cell, so that nothing is lost.
  func cut(
    _ row: Range<Int>, _ layout: JSONLayout, of bytes: TextBytes, columns count: Int,
    into cells: inout [Range<Int>]
  ) {
    let (key, value) = layout.keyed(row, of: bytes)
    if let key { cells.append(key) }
    guard let members = layout.members(value, of: bytes) else {
      if layout.hasNames { fill(&cells, count, row) }
      cells.append(value)
      return
    }
    guard layout.hasNames else {
      for member in members { cells.append(member.value) }
      return
    }
    fill(&cells, count, row)
    var guess = 0
    for member in members {
      let start = max(member.name.name.lowerBound - 1, row.lowerBound)
      offset(
        member.name, member.value, whole: start..<member.value.upperBound, of: bytes, isJSON: true, &guess,
        &cells)
    }
  }

  /// Cuts a record into the values of its columns, followed by lines without a name.
  func cut(
    record: Range<Int>, _ cut: RecordCut, of bytes: TextBytes, columns count: Int,
    into cells: inout [Range<Int>]
  ) {
    fill(&cells, count, record)
    var guess = 0
    var collected = cells
    cut.forEachField(in: record, of: bytes) { name, value in
      guard let name else { return collected.append(value) }
      offset(
        MemberName(name), value, whole: name.lowerBound..<max(name.upperBound, value.upperBound), of: bytes,
        isJSON: false,
        &guess, &collected)
    }
    cells = collected
  }

  private func fill(_ cells: inout [Range<Int>], _ count: Int, _ row: Range<Int>) {
    let empty = row.upperBound..<row.upperBound
    if cells.count < count { cells.append(contentsOf: repeatElement(empty, count: count - cells.count)) }
  }

  /// Puts a value into the first free column of its name, or the entire member into the column for the rest.
  private func offset(
    _ name: MemberName, _ value: Range<Int>, whole: Range<Int>, of bytes: TextBytes, isJSON: Bool,
    _ guess: inout Int,
    _ cells: inout [Range<Int>]
  ) {
    // Members mostly have the same order as the columns.
    let number = Self.withBytes(of: name, bytes, isJSON: isJSON) { text in
      names.number(of: text, guess: guess) ?? names.number(of: text)
    }
    if let number {
      guess = number + 1
      if let free = columns[number].first(where: { $0 < cells.count && cells[$0].isEmpty }) {
        // An empty value keeps its position in the row.
        cells[free] = value.isEmpty ? value.upperBound..<value.upperBound : value
        return
      }
    }
    guard let rest, rest < cells.count else {
      cells.append(number == nil ? whole : value)
      return
    }
    if cells[rest].isEmpty {
      cells[rest] = whole
    } else if bytes.isJSONJoint(cells[rest].upperBound..<whole.lowerBound) {
      cells[rest] = cells[rest].lowerBound..<whole.upperBound
    } else {
      cells.append(whole)
    }
  }

  private static func withBytes<R>(
    of name: MemberName, _ bytes: TextBytes, isJSON: Bool, _ body: (UnsafeBufferPointer<UInt8>) -> R
  ) -> R {
    guard isJSON, !name.path.isEmpty || bytes.first(ASCII.backslash, in: name.name) != nil else {
      return body(bytes[name.name])
    }
    return Array(name.string(of: bytes).utf8).withUnsafeBufferPointer(body)
  }
}
