/// A column of a tabular list.
public struct TableColumn: Hashable, Sendable {
  /// Its name, shown above the rows.
  public var title: String
  /// The fewest and the most screen columns it takes.
  public var width: ClosedRange<Int>
  /// Where texts shorter than the column stand: numbers are read best at its end.
  public var alignment: TextAlignment
  /// Where there is too little room the column with the lowest priority is left out first, until the table is scrolled
  /// sideways, and the one with the highest is widened first. The first column always stays.
  public var priority: Int
  /// Whether its texts may be missed, and look so.
  public var isSecondary: Bool
  /// Whether its title stands out: the column that keys are about.
  public var isSelected = false
  /// Whether it stays at the left edge while the others are scrolled sideways. Where no column says so, the first does.
  public var isPinned = false
  /// What stands below its rows, on a line that stays in view: a sum, a mean. There is no such line unless a column has one.
  public var footer: StyledText?
  /// The most lines a text takes before it is cut; 0 for as many as it needs.
  public var numberOfLines = 1
  /// Whether rows of an outline are indented in it, behind the sign that opens and closes them. Where no column that is in
  /// view says so, all columns of such rows are.
  public var isOutline = false

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

/// What some column of a table has: asked for each frame, worked out when columns are set.
struct ColumnFeatures: Equatable {
  var hasTitle = false
  var hasFooter = false
  var hasOutline = false
  /// Whether a text may take several lines.
  var wraps = false

  init(_ columns: [TableColumn]) {
    for column in columns {
      if !column.title.isEmpty { hasTitle = true }
      if column.footer != nil { hasFooter = true }
      if column.isOutline { hasOutline = true }
      if column.numberOfLines != 1 { wraps = true }
    }
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
  /// As ``TableColumn/numberOfLines``.
  var numberOfLines = 1
  /// As ``TableColumn/isOutline``.
  var isOutline = false

  /// The column some screen columns further right.
  func shifted(by columns: Int) -> PlacedColumn {
    var shifted = self
    shifted.range = range.lowerBound + columns..<range.upperBound + columns
    return shifted
  }

  /// The column without its first screen columns.
  func indented(by columns: Int) -> PlacedColumn {
    var indented = self
    indented.range = min(range.lowerBound + columns, range.upperBound)..<range.upperBound
    return indented
  }
}

extension [TableColumn] {
  /// Blanks between two columns.
  private static var spacing: Int { 2 }

  /// The columns that are shown in a width, and where.
  ///
  /// Where not all fit, those of low priority are left out. Once the table is scrolled sideways, columns are shown in
  /// order, whatever their priority. What is left over widens columns, by priority, up to the most they take.
  ///
  /// - Parameter scrolled: how many steps the table is scrolled to the right, see ``mostScrolled(in:)``.
  /// - Complexity: O(*n* log *n*) in columns.
  func placed(in width: Int, scrolledBy scrolled: Int = 0) -> [PlacedColumn] {
    guard !isEmpty else { return [] }
    let kept =
      scrolled > 0 && overflow(width)
      ? inOrder(from: firstScrolled(scrolled, in: width), in: width) : mostImportant(in: width)
    var widths = kept.map { self[$0].width.lowerBound }
    var spare = width - leastWidth(of: kept)
    if kept.count == 1 {
      widths[0] = Swift.min(width, self[kept[0]].width.upperBound)
      spare = 0
    }
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
        isSecondary: self[index].isSecondary, numberOfLines: self[index].numberOfLines,
        isOutline: self[index].isOutline)
    }
  }

  private func leastWidth(of kept: [Int]) -> Int {
    kept.reduce((kept.count - 1) * Self.spacing) { $0 + self[$1].width.lowerBound }
  }

  private func mostImportant(in width: Int) -> [Int] {
    var least = leastWidth(of: Array<Int>(indices))
    guard least > width else { return Array<Int>(indices) }
    // The weakest first.
    let weak = indices.dropFirst().sorted { (self[$0].priority, -$0) < (self[$1].priority, -$1) }
    var left: Set<Int> = []
    for index in weak where least > width {
      left.insert(index)
      least -= self[index].width.lowerBound + Self.spacing
    }
    return indices.filter { !left.contains($0) }
  }

  // MARK: Sideways

  /// Whether a width has no room for all columns.
  func overflow(_ width: Int) -> Bool {
    count > 1 && reduce((count - 1) * Self.spacing) { $0 + $1.width.lowerBound } > width
  }

  /// The columns that stay at the left edge while the others are scrolled; the first one unless some are pinned.
  private var pinned: [Int] {
    let pinned = indices.filter { self[$0].isPinned }
    return pinned.isEmpty || pinned.count == count ? [0] : pinned
  }

  /// The columns that are scrolled, in order.
  var scrollable: [Int] {
    let pinned = Set(pinned)
    return indices.filter { !pinned.contains($0) }
  }

  /// The pinned columns, and as many of the others as fit; one of them at least.
  private func inOrder(from first: Int, in width: Int) -> [Int] {
    let pinned = pinned
    var kept = pinned
    var least = leastWidth(of: pinned)
    for index in scrollable.dropFirst(first) {
      least += self[index].width.lowerBound + Self.spacing
      if kept.count > pinned.count, least > width { break }
      kept.append(index)
    }
    return kept
  }

  /// How many steps the table can be scrolled to the right: as many as it takes to show the last column. Where priority
  /// leaves out a column in the middle, the first step shows all in order.
  func mostScrolled(in width: Int) -> Int {
    overflow(width) ? mostHidden(in: width) + (startsInOrder(in: width) ? 0 : 1) : 0
  }

  /// How many of the scrollable columns are out of view at the left after a number of steps.
  func firstScrolled(_ scrolled: Int, in width: Int) -> Int {
    let steps = scrolled - (startsInOrder(in: width) ? 0 : 1)
    return Swift.min(Swift.max(0, steps), mostHidden(in: width))
  }

  /// Whether the most important columns are the first ones.
  private func startsInOrder(in width: Int) -> Bool {
    mostImportant(in: width) == inOrder(from: 0, in: width)
  }

  private func mostHidden(in width: Int) -> Int {
    let scrollable = scrollable
    var least = leastWidth(of: pinned)
    var most = scrollable.count
    while most > 0, case let next = least + self[scrollable[most - 1]].width.lowerBound + Self.spacing,
      most == scrollable.count || next <= width
    {
      most -= 1
      least = next
    }
    return most
  }
}

/// The content of a row in a tabular list: a text for each of the table's columns.
public struct ColumnContentConfiguration: ContentConfiguration, Hashable {
  /// The texts, in the order of ``TableView/columns``.
  public var fields: [StyledText]
  /// Pictures of numbers, by the index of their column. Alone a picture takes all of the column; beside a text it takes
  /// ``Chart/columns``, before a text that stands at the end of the column and behind others.
  public var charts: [Int: Chart] = [:]

  /// Creates a content from the texts of its columns.
  public init(_ fields: [StyledText]) { self.fields = fields }

  /// Creates a content from the texts of its columns.
  public init(_ fields: some Sequence<String>) { self.init(fields.map { StyledText($0) }) }

  /// One line, whatever the width: texts that are too long for their column are cut. A table whose columns take several
  /// lines asks for those of its columns instead.
  public func lines(inColumns columns: Int, metrics: TextMetrics) -> Int { 1 }

  /// Lines needed in columns of a table.
  func lines(in columns: [PlacedColumn], metrics: TextMetrics) -> Int {
    columns.reduce(1) { most, column in
      guard column.numberOfLines != 1, fields.indices.contains(column.index) else { return most }
      let lines = TextLines.count(
        of: fields[column.index], columns: column.range.count,
        properties: TextProperties(numberOfLines: column.numberOfLines), metrics: metrics)
      return max(most, lines)
    }
  }

  /// Draws each text in its column; the first one starts where the row's indentation ends, and takes the
  /// columns behind it where these have no text.
  public func draw(in canvas: inout Canvas, context: CellContext) {
    for (place, column) in context.columns.enumerated() where fields.indices.contains(column.index) {
      let field = fields[column.index]
      var (start, end) = (max(0, column.range.lowerBound), column.range.upperBound)
      if let chart = charts[column.index] {
        let width = field.isEmpty ? end - start : min(chart.columns, end - start)
        let isFirst = column.alignment == .trailing
        let rect = Rect(line: 0, column: isFirst ? start : end - width, columns: width, lines: 1)
        canvas.inside(rect) { chart.draw(in: &$0, context: context) }
        if isFirst { start += width + 1 } else { end -= width + 1 }
      }
      guard !field.isEmpty else { continue }
      if place == 0, column.alignment == .leading,
        fields.indices.dropFirst().allSatisfy({ fields[$0].isEmpty })
      {
        end = canvas.size.columns
      }
      let style = column.isSecondary ? context.theme.secondaryText : context.theme.text
      guard column.numberOfLines != 1 else {
        canvas.write(field, column: start, width: end - start, style: style, alignment: column.alignment)
        continue
      }
      let properties = TextProperties(numberOfLines: column.numberOfLines)
      let lines = TextLines(
        field, columns: end - start, properties: properties, style: style, match: canvas.matchStyle,
        metrics: canvas.metrics, isUnicode: canvas.traits.isUnicode
      ).lines
      for (line, glyphs) in lines.enumerated() {
        let offset = column.alignment.offset(of: glyphs.count, in: end - start)
        canvas.place(glyphs, line: line, column: start + offset)
      }
    }
  }
}
