package import ListData

/// The findings about an input, and the options that override them: the page of `R`, and the output of
/// `--explain`.
///
/// ```text
/// input       pods.txt
/// format      columns by position      -f FORMAT, -d CHARACTER
/// header      line 2                   --header LINE
///
/// columns (2)   -c LIST
/// NAME        text, from column 1
/// AGE         duration, from column 9
///
/// other lines (1)
/// line 1      Pods of the cluster
/// ```
package struct ReadingReport: Sendable {
  package struct Entry: Hashable, Sendable {
    package var name: String
    package var text: String
    /// The option that overrides the finding; empty if there is none.
    package var option = ""
    /// The line of the input that the entry describes, counted from 0.
    package var line: Int?
    /// The options that read the input as the entry says; nil if it is read so, or if the entry says nothing
    /// about that.
    package var reader: ReaderOptions?
  }

  /// Entries below a title.
  package struct Part: Hashable, Sendable {
    package var title: String
    package var entries: [Entry]
    /// The option that overrides all of the entries; empty if there is none.
    package var option = ""
  }

  package private(set) var parts: [Part]

  /// The maximum number of other lines that are listed; the input contains all of them.
  private static let mostLines = 1_000
  /// The maximum number of bytes of a line that are shown.
  private static let mostBytes = 1_024

  /// - Parameters:
  ///   - title: the name of the input.
  ///   - alternatives: other possible keys, the best first.
  /// - Complexity: O(*n*) in the bytes up to the last other line; with several tables, in all bytes.
  package init(of run: Run, title: String, alternatives: [TableKey]) {
    let table = run.table
    parts = [Self.input(run, title)]
    if let columns = Self.columns(of: run) { parts.append(columns) }
    parts.append(Self.keys(of: run, alternatives))
    if let tables = Self.tables(of: table) ?? Self.arrays(of: table) { parts.append(tables) }
    if let readings = Self.readings(of: table) { parts.append(readings) }
    if let others = Self.otherLines(of: table) { parts.append(others) }
  }

  // MARK: Parts

  private static func input(_ run: Run, _ title: String) -> Part {
    let shape = run.table.shape
    var entries = [
      Entry(name: "input", text: title),
      Entry(name: "format", text: Self.format(shape), option: "-f FORMAT, -d CHARACTER"),
    ]
    let text = [
      shape.convertedEncoding.map { "converted from \($0)" }, shape.hasColors ? "colours taken out" : nil,
    ].compactMap(\.self)
    if !text.isEmpty { entries.append(Entry(name: "text", text: text.joined(separator: ", "))) }
    if shape.format != .json {
      entries.append(
        Entry(
          name: "header", text: shape.headerLine.map { "line \($0)" } ?? "none",
          option: "--header LINE|none"))
    }
    entries.append(Entry(name: "rows", text: "\(run.table.rowCount)"))
    if run.notes.contains(.misfit) {
      entries.append(Entry(name: "changed", text: "the columns differ from those of the previous run"))
    }
    if let flaw = run.table.flaw { entries.append(Entry(name: "problem", text: flaw)) }
    return Part(title: "input", entries: entries)
  }

  private static func format(_ shape: TableShape) -> String {
    switch shape.delimiter {
    case nil: shape.format.title
    case "\t"?: "\(shape.format.title), between tabs"
    case let delimiter?: "\(shape.format.title), between \(delimiter)"
    }
  }

  private static func columns(of run: Run) -> Part? {
    let table = run.table
    guard table.shape.format != .lines, !table.columns.isEmpty else { return nil }
    let key = run.key?.columns ?? []
    let entries = table.columns.indices.map { column in
      let parts = [
        table.kindNoun(of: column), table.shape.start(of: column).map { "from column \($0 + 1)" },
        key.contains(column) ? "key" : nil,
      ]
      return Entry(name: table.name(of: column), text: parts.compactMap(\.self).joined(separator: ", "))
    }
    return Part(title: "columns (\(entries.count))", entries: entries, option: "-c LIST")
  }

  private static func keys(of run: Run, _ alternatives: [TableKey]) -> Part {
    let keys = [run.key].compactMap(\.self) + alternatives
    let entries = keys.enumerated().map { index, key in
      Entry(
        name: index == 0 ? "key" : "or", text: run.table.title(of: key),
        option: index == 0 ? "" : run.table.option(for: key))
    }
    return Part(title: "what identifies a row", entries: entries, option: "-k COLUMN,…|line|none")
  }

  private static func tables(of table: TextTable) -> Part? {
    guard table.shape.count > 1 else { return nil }
    let shapes = TableReader.shapes(of: table.bytes)
    let entries = shapes.map { shape in
      let isShown = shape.number == table.shape.number
      let columns = shape.columns.compactMap(\.name).joined(separator: ", ")
      return Entry(
        name: "table \(shape.number)",
        text: [shape.title, columns].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ": ")
          + (isShown ? " (shown)" : ""),
        option: isShown ? "" : "--table \(shape.number)", line: shape.headerLine.map { $0 - 1 },
        reader: isShown ? nil : ReaderOptions(table: shape.number))
    }
    return Part(title: "tables (\(entries.count))", entries: entries, option: "--table N")
  }

  /// Returns the other ways in which the formats can read the input, with what they cost more; also those that
  /// the options rule out, so that a way that was chosen here can be left again.
  private static func readings(of table: TextTable) -> Part? {
    let readings = TableReader.readings(of: table.bytes)
    let entries = readings.filter { !isShown($0.shape, in: table) }.prefix(3).map { reading in
      let parts = [
        format(reading.shape), counted(reading.shape.columns.count, "column"), counted(reading.rows, "row"),
        reading.shape.headerLine.map { "names in line \($0)" }
          ?? (reading.shape.columns.contains { $0.name != nil } ? nil : "no names"),
        reading.otherLines > 0 ? counted(reading.otherLines, "other line") : nil,
      ]
      return Entry(
        name: "or", text: parts.compactMap(\.self).joined(separator: ", ") + ": \(reading.cost) %",
        option: reading.options.map { option(for: reading.shape, $0) } ?? "", reader: reading.options)
    }
    return entries.isEmpty
      ? nil : Part(title: "other ways to read it, and the bits they need", entries: entries)
  }

  private static func isShown(_ shape: TableShape, in table: TextTable) -> Bool {
    (shape.format, shape.headerLine) == (table.shape.format, table.shape.headerLine)
      && shape.columns.map(\.name) == table.shape.columns.map(\.name)
  }

  /// Returns the options of the command line that read the input with a shape; empty if there are none.
  private static func option(for shape: TableShape, _ options: ReaderOptions) -> String {
    let format: String? =
      switch shape.format {
      case .csv, .tsv, .json, .lines: "-f \(shape.format.rawValue)"
      case .aligned, .drawn: "-f table"
      case .records, .binary: nil
      }
    let delimiter = shape.delimiter.flatMap { ["\t", ","].contains($0) ? nil : "-d '\($0)'" }
    let header: String? =
      switch options.header {
      case .auto: nil
      case .line(let line): "--header \(line)"
      case .none: "--header none"
      }
    return format.map { ([$0, delimiter, header].compactMap(\.self)).joined(separator: " ") } ?? ""
  }

  /// Returns the arrays whose elements could be the rows, if a JSON object is the only row.
  private static func arrays(of table: TextTable) -> Part? {
    let entries = table.arraysOfOneRow.map { name, count -> Entry in
      var reader = ReaderOptions(format: .json)
      reader.rows = name
      return Entry(name: name, text: counted(count, "element"), option: "--rows \(name)", reader: reader)
    }
    return entries.isEmpty ? nil : Part(title: "arrays", entries: entries, option: "--rows PATH")
  }

  private static func otherLines(of table: TextTable) -> Part? {
    let lines = table.linesOutsideTables
    guard !lines.isEmpty else { return nil }
    var number = 0
    var offset = 0
    var entries: [Entry] = []
    for line in lines.prefix(mostLines) {
      number += table.bytes[offset..<line.range.lowerBound].count { $0 == 0x0A }
      offset = line.range.lowerBound
      let text = String(decoding: table.bytes[line.range].prefix(mostBytes), as: UTF8.self)
      entries.append(Entry(name: "line \(number + 1)", text: text.withoutBlanksAtEnds, line: number))
    }
    if lines.count > entries.count {
      entries.append(Entry(name: "", text: "and \(lines.count - entries.count) more"))
    }
    return Part(title: "other lines (\(lines.count))", entries: entries)
  }

  // MARK: Text

  /// The page as lines of text.
  package var text: String {
    let names = parts.flatMap(\.entries).map(\.name.count).filter { $0 <= Self.mostNames }.max() ?? 0
    let texts =
      parts.flatMap(\.entries).filter { !$0.option.isEmpty }.map(\.text.count)
      .filter { $0 <= Self.mostNames }.max() ?? 0
    return parts.map { part in
      let title = part.option.isEmpty ? part.title : "\(part.title)   \(part.option)"
      let lines = part.entries.map { entry in
        let start = "\(entry.name.padded(to: names))  "
        return entry.option.isEmpty
          ? start + entry.text : "\(start)\(entry.text.padded(to: texts))   \(entry.option)"
      }
      // The first part needs no title.
      return (part == parts.first ? lines : [title] + lines).joined(separator: "\n")
    }.joined(separator: "\n\n")
  }

  private static let mostNames = 32
}

extension String {
  fileprivate func padded(to count: Int) -> String {
    self + String(repeating: " ", count: max(0, count - self.count))
  }

  fileprivate var withoutBlanksAtEnds: String {
    let text = drop { $0.isWhitespace }
    return String(text.reversed().drop { $0.isWhitespace }.reversed())
  }
}

extension TableFormat {
  /// The way in which columns were found, in standard terms.
  package var title: String {
    switch self {
    case .aligned: "by position"
    case .drawn: "drawn table"
    default: rawValue
    }
  }
}

extension TextTable {
  package func title(of key: TableKey) -> String {
    switch key {
    case .columns(let columns): columns.map(name).joined(separator: ", ")
    case .path(let column): columns.count > 1 ? "path of \(name(of: column))" : "path"
    case .line: "whole line"
    case .position: "none: the position"
    }
  }

  /// Returns the option that selects a key; empty if no option can select it.
  fileprivate func option(for key: TableKey) -> String {
    switch key {
    case .columns(let columns):
      "-k " + columns.map { ColumnNames(of: self).names[$0] }.joined(separator: ",")
    case .path: ""
    case .line: "-k line"
    case .position: "-k none"
    }
  }

  /// The lines that belong to no row and no header of a table in the output.
  ///
  /// - Complexity: O(1); with several tables, O(*n*) in the bytes for each of them.
  package var linesOutsideTables: [OtherLine] {
    guard !otherLines.isEmpty else { return [] }
    return otherTables.reduce(otherLines) { lines, other in
      let starts = Set(TextTable(bytes, shape: other).otherLines.lazy.map(\.range.lowerBound))
      return lines.filter { starts.contains($0.range.lowerBound) }
    }
  }

  /// The shapes of the other tables; in JSON, those of the arrays of the only object.
  private var otherTables: [TableShape] {
    guard shape.format == .json else {
      return shape.count > 1 ? TableReader.shapes(of: bytes).filter { $0.number != shape.number } : []
    }
    var options = ReaderOptions(format: .json)
    let object = reading(as: TableReader.shape(of: bytes, options: options))
    return object.arraysOfOneRow.map { name, _ in
      options.rows = name
      return TableReader.shape(of: bytes, options: options)
    }
  }
}
