/// Finds the rows of JSON.
///
/// ```text
/// [{…}, {…}] [{…}]                 each element is a row
/// {…} {…}                          each value is a row, of one or more lines
/// [1, 2] [3, 4]                    each line is a row, with its elements as cells
/// {"items": [{…}, {…}], …}         the rows are in the only array of objects: kubectl, lsblk
/// {"a": {…}, "b": {…}}             each member is a row, with its name as the first cell
/// {"name": …, "uses": {"a": {…}}}  the same, one level deeper
/// ```
///
/// Lines of text may stand above it.
struct JSONReader: RowFormat {
  private let sample: Sample
  private let bytes: TextBytes
  /// Whether the options say that the text is JSON.
  private let isTold: Bool
  /// The path of the rows given by the options; see ``ReaderOptions/rows``.
  private let path: String?

  init(_ sample: Sample, _ options: ReaderOptions = ReaderOptions()) {
    self.sample = sample
    isTold = options.format == .json
    path = isTold ? options.rows : nil
    bytes = sample.bytes
  }

  /// The maximum number of lines that begin with a bracket at which JSON is searched.
  private static let mostStarts = 8

  func candidates() -> [Candidate] {
    let top = (sample.start..<bytes.count).first { !bytes[$0].isSpace }
    for start in starts {
      guard let shape = shape(from: start) else { continue }
      if start == top { return [Candidate(shape, .brackets)] }
      if isTold || isMost(shape) { return [Candidate(shape, .names)] }
    }
    return []
  }

  /// The offsets of the first brackets that begin a line.
  private var starts: some Sequence<Int> {
    sample.lines.lazy.compactMap { line in line.first { !bytes[$0].isSpace } }
      .filter { [UInt8(ascii: "["), UInt8(ascii: "{")].contains(bytes[$0]) }.prefix(Self.mostStarts)
  }

  /// Whether the first row is valid, and at least half of the text is in rows or around them: a bracket may begin
  /// other text, and prose may contain an object as an example.
  private func isMost(_ shape: TableShape) -> Bool {
    let table = sample.table(shape)
    guard let layout = shape.cut as? JSONLayout, table.rowCount > 0,
      isValue(bytes.trimmed(layout.keyed(table.line(0), of: bytes).value))
    else { return false }
    return table.otherLines.reduce(0) { $0 + $1.range.count } * 2 <= bytes.count - sample.start
  }

  /// Returns the lines that are not blank, from that of `start` on.
  private func lines(from start: Int) -> [Range<Int>] {
    sample.lines.filter { $0.upperBound > start }.map(bytes.trimmed).filter { !$0.isEmpty }
  }

  /// Returns the shape of JSON that begins at `start`; nil if it is not JSON.
  private func shape(from start: Int) -> TableShape? {
    switch bytes[start] {
    case _ where path != nil: return path.flatMap { container(at: $0, in: start) }
    case UInt8(ascii: "["): return array(start)
    case UInt8(ascii: "{"): return objects(start)
    default: return nil
    }
  }

  /// Returns the shape of an array or object at a path inside the object at `start`.
  ///
  /// ```text
  /// items.nodes    {"items": {"nodes": [{…}, {…}]}}
  /// ```
  private func container(at path: String, in start: Int) -> TableShape? {
    guard bytes[start] == UInt8(ascii: "{") else { return nil }
    for (name, value) in members(ofObject: start) {
      if name == path { return rowsShape(of: value) }
      // A name can contain dots.
      if path.hasPrefix(name + "."), bytes[value.lowerBound] == UInt8(ascii: "{"),
        let found = container(at: String(path.dropFirst(name.count + 1)), in: value.lowerBound)
      {
        return found
      }
    }
    return nil
  }

  /// Returns the shape of the rows in an array or an object, which the sample may cut off.
  private func rowsShape(of value: Range<Int>) -> TableShape? {
    let body = value.lowerBound + 1
    switch bytes[value.lowerBound] {
    case UInt8(ascii: "{"):
      return TableShape(
        .json, columns: [Column(name: "key")], body: body,
        cut: JSONLayout(container: .map, isInside: true))
    case UInt8(ascii: "["):
      let layout = JSONLayout(container: .array, isInside: true)
      let elements = rows(layout, from: body)
      if let first = elements.first, bytes[first.lowerBound] != UInt8(ascii: "{") {
        return values(
          elements, JSONLayout(container: .array, isInside: true, hasNames: false), from: body)
      }
      return TableShape(.json, columns: [], body: body, cut: layout)
    default: return nil
    }
  }

  private func array(_ start: Int) -> TableShape? {
    let elements = rows(JSONLayout(container: .array), from: start + 1)
    let objects = TableShape(.json, columns: [], body: start + 1, cut: JSONLayout(container: .array))
    guard let first = elements.first else {
      if sample.isWhole, isEmptyArray(bytes.trimmed(start..<bytes.count)) { return objects }
      // The first object may be cut off.
      return bytes[start..<bytes.count].lazy.filter { !$0.isSpace }.starts(with: "[{\"".utf8) ? objects : nil
    }
    if bytes[first.lowerBound] == UInt8(ascii: "{") {
      return bytes.jsonMembers(first) != nil || !sample.isWhole ? objects : nil
    }
    let lines = lines(from: start)
    if lines.count > 1, lines.allSatisfy({ bytes[$0.lowerBound] == UInt8(ascii: "[") && isValue($0) }) {
      return values(lines, JSONLayout(container: .sequence, isLines: true, hasNames: false), from: start)
    }
    // Text in brackets is JSON only if all of it is.
    guard !sample.isWhole || bytes.jsonMembers(bytes.trimmed(start..<bytes.count)) != nil else { return nil }
    guard elements.allSatisfy({ isValue($0) }) else { return nil }
    return values(elements, JSONLayout(container: .array, hasNames: false), from: start + 1)
  }

  /// Returns the shape of rows that are arrays or single values.
  private func values(_ rows: [Range<Int>], _ layout: JSONLayout, from body: Int) -> TableShape {
    let width = rows.reduce(1) { max($0, bytes.jsonMembers($1)?.count ?? 1) }
    return TableShape(.json, unnamed: width, body: body, cut: layout)
  }

  private func objects(_ start: Int) -> TableShape? {
    let objects = rows(JSONLayout(container: .sequence), from: start)
    if let first = objects.first {
      guard bytes.jsonMembers(first) != nil else { return nil }
    } else {
      guard !sample.isWhole else { return nil }
    }
    func shape(_ layout: JSONLayout, _ columns: [Column] = [], from body: Int) -> TableShape {
      TableShape(.json, columns: columns, body: body, cut: layout)
    }
    if objects.count < 2, let inner = inside(start) {
      let columns = inner.container == .map ? [Column(name: "key")] : []
      let layout = JSONLayout(container: inner.container, isInside: inner.body > start + 1)
      return shape(layout, columns, from: inner.body)
    }
    let lines = lines(from: start)
    let areLines = lines.count { bytes[$0.lowerBound] == UInt8(ascii: "{") && bytes.jsonMembers($0) != nil }
    // Lines of a log between them are rows as well.
    let top = sample.lines.first { $0.contains(start) }?.lowerBound ?? start
    let byLines = shape(JSONLayout(container: .sequence, isLines: true), from: top)
    if areLines > 1, areLines * 3 >= lines.count * 2 { return byLines }
    guard objects.dropFirst().allSatisfy({ bytes[$0.lowerBound] == UInt8(ascii: "{") }) else {
      return isTold && areLines > 0 ? byLines : nil
    }
    return shape(JSONLayout(container: .sequence), from: start)
  }

  /// Returns the complete rows of the sample in a layout.
  private func rows(_ layout: JSONLayout, from start: Int) -> [Range<Int>] {
    var layout = layout
    layout.hasNames = false
    let shape = TableShape(.json, columns: [], body: start, cut: layout)
    let table = TextTable(bytes, shape: shape, isComplete: false)
    return (0..<table.rowCount).map { table.line($0) }
  }

  /// Whether an element is a number, a string, a literal name, an array or an object.
  private func isValue(_ range: Range<Int>) -> Bool {
    bytes.isJSONScalar(range) || bytes.jsonMembers(range) != nil
  }

  /// Returns the position of the rows inside the object at `start`; nil if the object itself is a row.
  private func inside(_ start: Int) -> (container: JSONLayout.Container, body: Int)? {
    let members = values(ofObject: start)
    let arrays = members.filter { holdsObjects($0, UInt8(ascii: "[")) }
    if arrays.count == 1 { return (.array, arrays[0].lowerBound + 1) }
    guard arrays.isEmpty else { return nil }
    if members.count == 1, isEmptyArray(members[0]) { return (.array, members[0].lowerBound + 1) }
    if isMap(start) { return (.map, start + 1) }
    let maps = members.filter { isMap($0.lowerBound) }
    return maps.count == 1 ? (.map, maps[0].lowerBound + 1) : nil
  }

  /// Returns the shape of an object whose rows are gone; nil unless it has exactly one empty array.
  ///
  /// Only an earlier run shows that `{"kind": "List", "items": []}` is not a row.
  func emptied() -> TableShape? {
    guard let start = Array(starts).first, bytes[start] == UInt8(ascii: "{"),
      inside(start) == nil
    else { return nil }
    let empty = values(ofObject: start).filter(isEmptyArray)
    guard empty.count == 1 else { return nil }
    let layout = JSONLayout(container: .array, isInside: true)
    return TableShape(.json, columns: [], body: empty[0].lowerBound + 1, cut: layout)
  }

  private func isEmptyArray(_ range: Range<Int>) -> Bool {
    bytes[range.lowerBound] == UInt8(ascii: "[") && bytes.jsonMembers(range)?.isEmpty == true
  }

  /// Whether an object has several members and all of them are objects.
  private func isMap(_ start: Int) -> Bool {
    guard bytes[start] == UInt8(ascii: "{") else { return false }
    let members = values(ofObject: start)
    return members.count > 1 && members.allSatisfy { bytes[$0.lowerBound] == UInt8(ascii: "{") }
  }

  private func holdsObjects(_ range: Range<Int>, _ bracket: UInt8) -> Bool {
    guard bytes[range.lowerBound] == bracket else { return false }
    return range.dropFirst().first { !bytes[$0].isSpace }.map { bytes[$0] == UInt8(ascii: "{") } ?? false
  }

  /// Returns the values of the members of the object at `start`; the sample may cut off the last one.
  private func values(ofObject start: Int) -> [Range<Int>] { members(ofObject: start).map(\.value) }

  /// Returns the members of the object at `start`; the sample may cut off the last one.
  private func members(ofObject start: Int) -> [(name: String, value: Range<Int>)] {
    var scanner = RowScanner(body: start + 1)
    var index = RowIndex()
    let layout = JSONLayout(container: .map)
    scanner.scanJSON(bytes, layout, .everyLine, isComplete: true, into: &index)
    return (0..<index.count).compactMap { row in
      let limit = row + 1 < index.count ? index[row + 1] : scanner.rowsEnd
      let (key, value) = layout.keyed(bytes.withoutComma(index[row]..<limit), of: bytes)
      guard let key, !value.isEmpty else { return nil }
      return (bytes.jsonName(key.lowerBound + 1..<key.upperBound - 1), value)
    }
  }
}
