/// A column of a tabular list.
public struct TableColumn: Hashable, Sendable {
  /// The title, shown above the rows.
  public var title: String
  /// The minimum and maximum width in screen columns.
  public var width: ClosedRange<Int>
  /// The alignment of short texts; numbers are best aligned at the end.
  public var alignment: TextAlignment
  /// If not all columns fit, those with the lowest priority are omitted first until the table is scrolled
  /// sideways. The column with the highest priority is widened first. The first column is always shown.
  public var priority: Int
  /// Whether the texts are less important, and dimmed.
  public var isSecondary: Bool
  /// What the column is to the cursor: among new ``TableView/columns``, the cursor stays on the column with this
  /// identifier. It is the title unless set; set it if the title changes, for example shows the order.
  public var identifier: String
  /// Whether the column stays at the left edge while the others scroll sideways. If no column is pinned, the
  /// first one is.
  public var isPinned = false
  /// The text below the rows, such as a sum or a mean, on a line that stays visible. The line exists only if
  /// a column has a footer.
  public var footer: StyledText?
  /// What the footer is, such as `sum`: beside it, over columns without a footer and the gutter. It is left out where it
  /// has no room.
  public var footerCaption: StyledText?
  /// The maximum number of lines of a text; 0 for no maximum.
  public var numberOfLines = 1
  /// Whether rows of an outline are indented in this column, after the symbol that expands and collapses
  /// them. If no visible column has this property, all columns of such rows are indented.
  public var isOutline = false

  /// Creates a column whose width depends on its texts, within a range of screen columns.
  public init(
    _ title: String, width: ClosedRange<Int>, alignment: TextAlignment = .leading, priority: Int = 0,
    isSecondary: Bool = false, identifier: String? = nil
  ) {
    self.isSecondary = isSecondary
    self.title = title
    self.identifier = identifier ?? title
    self.width = width
    self.alignment = alignment
    self.priority = priority
  }
}

/// The features that at least one column of a table has. They are needed in each frame, so they are computed
/// when the columns are set.
struct ColumnFeatures: Equatable {
  var hasTitle = false
  var hasFooter = false
  var hasOutline = false
  /// Whether texts may have several lines.
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

/// A column that fits on the screen, with its position.
public struct PlacedColumn: Hashable, Sendable {
  /// The index among all columns of the table.
  public var index: Int
  /// The range of screen columns.
  public var range: Range<Int>
  /// The alignment of short texts.
  public var alignment: TextAlignment
  /// As ``TableColumn/isSecondary``.
  var isSecondary = false
  /// As ``TableColumn/numberOfLines``.
  var numberOfLines = 1
  /// As ``TableColumn/isOutline``.
  var isOutline = false
  /// The number of columns that are hidden before this one and after the visible one before it, where a sign says so.
  var hiddenBefore = 0
  /// Whether the sign has room for a word.
  var namesHidden = false

  /// The sign for hidden columns: `‹16›` or `‹16 hidden›`.
  static func sign(ofHidden count: Int, isNamed: Bool = false, isUnicode: Bool) -> String {
    let text = isNamed ? "\(count)\(hidden)" : "\(count)"
    return isUnicode ? "‹\(text)›" : "<\(text)>"
  }

  fileprivate static let hidden = " hidden"

  /// Returns the column moved to the right by a number of screen columns.
  func shifted(by columns: Int) -> PlacedColumn {
    var shifted = self
    shifted.range = range.lowerBound + columns..<range.upperBound + columns
    return shifted
  }

  /// Returns the column without its first screen columns.
  func indented(by columns: Int) -> PlacedColumn {
    var indented = self
    indented.range = min(range.lowerBound + columns, range.upperBound)..<range.upperBound
    return indented
  }
}

extension [TableColumn] {
  /// The number of spaces between two columns.
  static var spacing: Int { 2 }

  /// Returns the visible columns for a width, with their positions.
  ///
  /// If not all columns fit, those with low priority are omitted. Once the table is scrolled sideways,
  /// columns are shown in order, regardless of priority. The remaining width widens columns by priority, up
  /// to their maximum widths.
  ///
  /// - Parameter scrolled: the number of steps by which the table is scrolled to the right, see
  ///   ``mostScrolled(in:)``.
  /// - Complexity: O(*n* log *n*) in columns.
  func placed(in width: Int, scrolledBy scrolled: Int = 0) -> [PlacedColumn] {
    guard !isEmpty else { return [] }
    let kept =
      scrolled > 0 && overflow(width)
      ? inOrder(from: firstScrolled(scrolled, in: width), in: width) : unscrolled(in: width)
    var widths = kept.map { self[$0].width.lowerBound }
    var spare = width - leastWidth(of: kept)
    let hidden = hiddenColumns(before: kept, in: order(in: width, scrolledBy: scrolled), &spare)
    // One sign explains the others.
    let named = spare < PlacedColumn.hidden.count ? nil : hidden.firstIndex { $0 > 0 }
    if named != nil { spare -= PlacedColumn.hidden.count }
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
    return kept.indices.map { place in
      let index = kept[place]
      if hidden[place] > 0 { column += Self.signColumns(ofHidden: hidden[place]) }
      if named == place { column += PlacedColumn.hidden.count }
      defer { column += widths[place] + Self.spacing }
      return PlacedColumn(
        index: index, range: column..<column + widths[place], alignment: self[index].alignment,
        isSecondary: self[index].isSecondary, numberOfLines: self[index].numberOfLines,
        isOutline: self[index].isOutline, hiddenBefore: hidden[place],
        namesHidden: named == place)
    }
  }

  /// Returns the number of hidden columns before each visible one that has another visible one before it, as far as
  /// there is room for their signs.
  private func hiddenColumns(before kept: [Int], in order: [Int], _ spare: inout Int) -> [Int] {
    var hidden = Array<Int>(repeating: 0, count: kept.count)
    let positions = kept.compactMap(order.firstIndex)
    for place in kept.indices.dropFirst() {
      let count = positions[place] - positions[place - 1] - 1
      guard count > 0, spare >= Self.signColumns(ofHidden: count) else { continue }
      spare -= Self.signColumns(ofHidden: count)
      hidden[place] = count
    }
    return hidden
  }

  /// The number of additional columns for the sign of hidden columns.
  private static func signColumns(ofHidden count: Int) -> Int {
    PlacedColumn.sign(ofHidden: count, isUnicode: false).count
  }

  private func leastWidth(of kept: [Int]) -> Int {
    kept.reduce((kept.count - 1) * Self.spacing) { $0 + self[$1].width.lowerBound }
  }

  /// Returns the columns that are visible before the table is scrolled.
  private func unscrolled(in width: Int) -> [Int] {
    let kept = mostImportant(in: width)
    guard kept.count < count, kept.last != kept.count - 1 else { return kept }
    // Leaves room for the sign of the hidden columns.
    return mostImportant(in: width - Self.signColumns(ofHidden: count))
  }

  private func mostImportant(in width: Int) -> [Int] {
    var least = leastWidth(of: Array<Int>(indices))
    guard least > width else { return Array<Int>(indices) }
    // Sorted by ascending priority.
    let weak = indices.dropFirst().sorted { (self[$0].priority, -$0) < (self[$1].priority, -$1) }
    var left: Set<Int> = []
    for index in weak where least > width {
      left.insert(index)
      least -= self[index].width.lowerBound + Self.spacing
    }
    return indices.filter { !left.contains($0) }
  }

  // MARK: Scrolling sideways

  /// Returns whether a width is too small for all columns.
  func overflow(_ width: Int) -> Bool {
    count > 1 && reduce((count - 1) * Self.spacing) { $0 + $1.width.lowerBound } > width
  }

  /// The columns that stay at the left edge while the others scroll; the first one if no column is pinned.
  private var pinned: [Int] {
    let pinned = indices.filter { self[$0].isPinned }
    return pinned.isEmpty || pinned.count == count ? [0] : pinned
  }

  /// The columns that scroll, in order.
  var scrollable: [Int] {
    let pinned = Set(pinned)
    return indices.filter { !pinned.contains($0) }
  }

  /// Returns all columns in the order in which they are shown: pinned ones first once the table is scrolled.
  func order(in width: Int, scrolledBy scrolled: Int) -> [Int] {
    scrolled > 0 && overflow(width) ? pinned + scrollable : Array<Int>(indices)
  }

  /// Returns the pinned columns, and as many others as fit; at least one.
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

  /// Returns the maximum number of steps by which the table can scroll to the right, at which the last column
  /// is visible. If a column in the middle is omitted due to its priority, the first step shows all columns
  /// in order.
  func mostScrolled(in width: Int) -> Int {
    overflow(width) ? mostHidden(in: width) + (startsInOrder(in: width) ? 0 : 1) : 0
  }

  /// Returns the number of scrollable columns that are hidden at the left after a number of steps.
  func firstScrolled(_ scrolled: Int, in width: Int) -> Int {
    let steps = scrolled - (startsInOrder(in: width) ? 0 : 1)
    return Swift.min(Swift.max(0, steps), mostHidden(in: width))
  }

  /// Returns whether the most important columns are the first ones.
  private func startsInOrder(in width: Int) -> Bool {
    unscrolled(in: width) == inOrder(from: 0, in: width)
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

/// The content of a row in a tabular list: a text for each column of the table.
public struct ColumnContentConfiguration: ContentConfiguration, Hashable {
  /// The texts, in the order of ``TableView/columns``.
  public var fields: [StyledText]
  /// Charts, by column index. A chart without a text fills its column; beside a text it has the width
  /// ``Chart/columns``, before a text aligned at the end of the column and after other texts.
  public var charts: [Int: Chart] = [:]
  /// The name of a section or of a parent in an outline, with totals as its fields: a text that starts at the left edge
  /// or in the outline's column, and continues over the columns before the next field that is not empty.
  ///
  /// ```swift
  /// dataSource.headerProvider = { city in
  ///   var content = ColumnContentConfiguration(["", "", orders.total(of: city)])
  ///   content.heading = StyledText(city)
  ///   return content
  /// }
  /// ```
  public var heading: StyledText?
  /// A longer text in place of the ``heading`` where all of it has room.
  public var longHeading: StyledText?

  /// Creates a content with a text for each column.
  public init(_ fields: [StyledText]) { self.fields = fields }

  /// Creates a content with a text for each column.
  public init(_ fields: some Sequence<String>) { self.init(fields.map { StyledText($0) }) }

  /// Returns one, for any width: texts that are too long for their column are cut. A table measures
  /// multi-line columns itself.
  public func lines(inColumns columns: Int, metrics: TextMetrics) -> Int { 1 }

  /// Returns the number of lines that the texts need in the given columns.
  func lines(in columns: [PlacedColumn], metrics: TextMetrics) -> Int {
    columns.reduce(1) { most, column in
      guard column.numberOfLines != 1, fields.indices.contains(column.index) else { return most }
      return max(
        most, fields[column.index].lineCount(in: column.range.count, limit: column.numberOfLines, metrics))
    }
  }

  /// Draws each text in its column. The first text starts after the row's indentation, and continues into the
  /// next columns if all of them are empty.
  public func draw(in canvas: inout Canvas, context: CellContext) {
    if let heading { draw(heading, in: &canvas, context: context) }
    let nameColumn = context.columns.contains(where: \.isOutline) ? nil : context.columns.first?.index
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
      var style = column.isSecondary ? context.theme.secondaryText : context.theme.text
      if context.isParent, column.isOutline || column.index == nameColumn { style.attributes.insert(.bold) }
      guard column.numberOfLines != 1 else {
        canvas.write(field, column: start, width: end - start, style: style, alignment: column.alignment)
        continue
      }
      canvas.writeLines(
        field, limit: column.numberOfLines, line: 0, column: start, width: end - start, style: style,
        alignment: column.alignment)
    }
  }

  private func draw(_ heading: StyledText, in canvas: inout Canvas, context: CellContext) {
    let columns = context.columns
    // The name of a section stands further left than its rows.
    let place = context.isParent ? columns.firstIndex(where: \.isOutline) : nil
    let start = place.map { max(0, columns[$0].range.lowerBound) } ?? 0
    var end = canvas.size.columns
    if let next = columns.dropFirst(place ?? 0).first(where: {
      fields.indices.contains($0.index) && !fields[$0.index].isEmpty
    }) {
      let width = min(canvas.metrics.width(of: fields[next.index].text), next.range.count)
      end =
        next.range.lowerBound + next.alignment.offset(of: width, in: next.range.count) - [TableColumn].spacing
    }
    var style = context.theme.text
    if context.isParent { style.attributes.insert(.bold) }
    let long = longHeading.flatMap { canvas.metrics.width(of: $0.text) <= end - start ? $0 : nil }
    canvas.write(long ?? heading, column: start, width: max(0, end - start), style: style)
  }
}
