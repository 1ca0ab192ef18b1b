/// A column of a tabular list.
public struct TableColumn: Hashable, Sendable {
  /// Its name, shown above the rows.
  public var title: String
  /// The fewest and the most screen columns it takes.
  public var width: ClosedRange<Int>
  /// Where texts shorter than the column stand: numbers are read best at its end.
  public var alignment: TextAlignment
  /// Where there is too little room the column with the lowest priority is left out first, and the one
  /// with the highest is widened first. The first column always stays.
  public var priority: Int
  /// Whether its texts may be missed, and look so.
  public var isSecondary: Bool
  /// Whether its title stands out: the column that keys are about.
  public var isSelected = false

  /// Creates a column that is as wide as its texts need, within a range of widths in screen columns.
  public init(
    _ title: String, width: ClosedRange<Int>, alignment: TextAlignment = .leading, priority: Int = 0,
    isSecondary: Bool = false
  ) {
    self.isSecondary = isSecondary
    self.title = title
    self.width = width
    self.alignment = alignment
    self.priority = priority
  }
}

/// A column that fits on the screen, with its place there.
public struct PlacedColumn: Hashable, Sendable {
  /// Its index among all columns of the table.
  public var index: Int
  /// The screen columns it takes.
  public var range: Range<Int>
  /// Where texts shorter than the column stand.
  public var alignment: TextAlignment
  /// Whether its texts may be missed.
  var isSecondary = false

  /// The column some screen columns further right.
  func shifted(by columns: Int) -> PlacedColumn {
    var shifted = self
    shifted.range = range.lowerBound + columns..<range.upperBound + columns
    return shifted
  }
}

extension [TableColumn] {
  /// Blanks between two columns.
  static var spacing: Int { 2 }

  /// The columns that fit into a width, and where.
  ///
  /// Columns are dropped by priority until the fewest screen columns of the rest fit; what is left over
  /// then widens them, by priority, up to the most they take.
  ///
  /// - Complexity: O(columns²), and there are few.
  func placed(in width: Int) -> [PlacedColumn] {
    guard !isEmpty else { return [] }
    var kept = [Int](indices)
    func needed() -> Int { kept.reduce((kept.count - 1) * Self.spacing) { $0 + self[$1].width.lowerBound } }
    while kept.count > 1, needed() > width {
      let weakest = kept.dropFirst().min { (self[$0].priority, -$0) < (self[$1].priority, -$1) }
      kept.removeAll { $0 == weakest }
    }
    var widths = kept.map { self[$0].width.lowerBound }
    var spare = width - needed()
    if kept.count == 1 { (widths[0], spare) = (Swift.min(width, self[kept[0]].width.upperBound), 0) }
    for place in kept.indices.sorted(by: { self[kept[$0]].priority > self[kept[$1]].priority })
    where spare > 0 {
      let more = Swift.min(spare, self[kept[place]].width.upperBound - widths[place])
      widths[place] += more
      spare -= more
    }
    var column = 0
    return zip(kept, widths).map { index, width in
      defer { column += width + Self.spacing }
      return PlacedColumn(
        index: index, range: column..<column + width, alignment: self[index].alignment,
        isSecondary: self[index].isSecondary)
    }
  }
}

/// The content of a row in a tabular list: a text for each of the table's columns.
public struct ColumnContentConfiguration: ContentConfiguration, Hashable {
  /// The texts, in the order of ``TableView/columns``.
  public var fields: [StyledText]

  /// Creates a content from the texts of its columns.
  public init(_ fields: [StyledText]) { self.fields = fields }

  /// Creates a content from the texts of its columns.
  public init(_ fields: some Sequence<String>) { self.init(fields.map { StyledText($0) }) }

  /// One line, whatever the width: texts that are too long for their column are cut.
  public func lines(inColumns columns: Int, metrics: TextMetrics) -> Int { 1 }

  /// Draws each text in its column; the first one starts where the row's indentation ends, and takes the
  /// columns behind it where these have no text.
  public func draw(in canvas: inout Canvas, context: CellContext) {
    for (place, column) in context.columns.enumerated() where fields.indices.contains(column.index) {
      let field = fields[column.index]
      guard !field.isEmpty else { continue }
      var end = column.range.upperBound
      if place == 0, column.alignment == .leading,
        fields.indices.dropFirst().allSatisfy({ fields[$0].isEmpty })
      {
        end = canvas.size.columns
      }
      let start = max(0, column.range.lowerBound)
      let style = column.isSecondary ? context.theme.secondaryText : context.theme.text
      canvas.write(field, column: start, width: end - start, style: style, alignment: column.alignment)
    }
  }
}
