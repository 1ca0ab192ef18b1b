/// The format of printed rows.
package enum OutputFormat: Hashable, Sendable {
  /// The lines as they are read.
  case raw
  /// Tab-separated cells, escaped.
  case tsv
  case csv
  /// JSON Lines, one object per row.
  case json
  /// A text that contains values of columns.
  case template(OutputTemplate)

  private static let named: KeyValuePairs<String, OutputFormat> = [
    "raw": .raw, "tsv": .tsv, "csv": .csv, "json": .json,
  ]
  package static let allValueStrings = named.map(\.key)

  package init?(argument: String) {
    let named = Self.named.first { $0.key == argument }?.value
    guard let format = named ?? OutputTemplate(argument).map(OutputFormat.template) else { return nil }
    self = format
  }

  package var template: OutputTemplate? { if case .template(let template) = self { template } else { nil } }
}

/// A line of output in which `{NAME}` stands for the value of a column.
///
/// ```text
///  {PID}           ▶  4711
///  {NAME}\t{2}     ▶  vim    4711      \t is a tab, \n the end of a line, \\ a backslash, \{ a brace
/// ```
package struct OutputTemplate: Hashable, Sendable {
  private enum Part: Hashable, Sendable {
    case text([UInt8])
    case column
  }

  /// The columns that the text names, in their order.
  package let columns: [ColumnReference]
  private let parts: [Part]

  /// Creates a template; nil for a text that names no column.
  init?(_ text: String) {
    var columns: [ColumnReference] = []
    var parts: [Part] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\\"), let next = rest.popFirst() {
        parts.append(.text(Self.escapes[next] ?? [byte, next]))
      } else if let name = ExecTemplate.name(in: [byte] + rest) {
        columns.append(ColumnReference(String(decoding: name, as: UTF8.self)))
        parts.append(.column)
        rest = rest.dropFirst(name.count + 1)
      } else {
        parts.append(.text([byte]))
      }
    }
    guard !columns.isEmpty else { return nil }
    (self.columns, self.parts) = (columns, parts)
  }

  private static let escapes: [UInt8: [UInt8]] = [
    UInt8(ascii: "t"): [0x09], UInt8(ascii: "n"): [0x0A], UInt8(ascii: "\\"): [UInt8(ascii: "\\")],
    UInt8(ascii: "{"): [UInt8(ascii: "{")],
  ]

  /// Returns the line for a row, without a line end.
  ///
  /// - Parameter values: The values of ``columns``, as bytes that need not be text.
  package func line(_ values: [[UInt8]]) -> [UInt8] {
    var values = values[...]
    return parts.reduce(into: []) { line, part in
      switch part {
      case .text(let bytes): line += bytes
      case .column: line += values.popFirst() ?? []
      }
    }
  }
}
