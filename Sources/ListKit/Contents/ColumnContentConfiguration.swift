/// The content of a row in a tabular list: a text for each of the table's columns.
public struct ColumnContentConfiguration: ContentConfiguration, Hashable {
  /// The texts, in the order of ``TableView/columns``.
  public var fields: [StyledText]

  /// Creates a content from the texts of its columns.
  public init(_ fields: [StyledText]) { self.fields = fields }

  /// Always one.
  public func lines(inColumns columns: Int, metrics: TextMetrics) -> Int { 1 }

  /// Draws each text in its column; the first one starts where the row's indentation ends, and takes the
  /// columns behind it where these have no text.
  public func draw(in canvas: inout Canvas, context: CellContext) {
    for (place, column) in context.columns.enumerated() where fields.indices.contains(column.index) {
      let field = fields[column.index]
      guard !field.isEmpty else { continue }
      var end = column.range.upperBound
      if place == 0, fields.indices.dropFirst().allSatisfy({ fields[$0].isEmpty }) {
        end = canvas.size.columns
      }
      let start = max(0, column.range.lowerBound)
      let style = place == 0 ? context.theme.text : context.theme.secondaryText
      canvas.write(field, column: start, width: end - start, style: style, alignment: column.alignment)
    }
  }
}
