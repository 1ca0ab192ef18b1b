import ListKit
import ListSearch

/// How a row of a table looks: in the list, and as a panel.
struct RowLook {
  let table: TableShape

  /// Columns as wide as what stands in them, the first ones being the last to go where there is too little room.
  ///
  /// - Parameters:
  ///   - sample: rows to measure.
  ///   - former: the columns before, of which those with numbers become no narrower and the others stay: a number
  ///     that is cut is another one.
  ///   - order: the order of the rows, of which a title tells.
  ///   - width: the columns of the screen that a text takes.
  func columns(
    sample: some Collection<[String?]>, former: [TableColumn]? = nil, order: TableOrder = TableOrder(),
    width: (String) -> Int
  ) -> [TableColumn] {
    table.columns.enumerated().map { index, column in
      if let former, !column.isNumeric { return former[index] }
      let title = title(of: index, in: order)
      let least = max(width(title), former?[index].width.upperBound ?? 0)
      let widest = sample.reduce(least) { max($0, $1[index].map { width(Self.line($0)) } ?? 0) }
      let most = min(max(widest, 2), 40)
      return TableColumn(
        title, width: min(most, 12)...most, alignment: column.isNumeric ? .trailing : .leading,
        priority: table.columns.count - index)
    }
  }

  /// What stands above a column, with a sign where rows are ordered by it.
  func title(of column: Int, in order: TableOrder) -> String {
    let name = table.columns[column].name
    return table.column(of: order) == column ? name + (order.isAscending ? " ▲" : " ▼") : name
  }

  func content(_ texts: [String?], matching filter: Filter) -> ColumnContentConfiguration {
    let query = Query(filter.words.joined(separator: " "))
    return ColumnContentConfiguration(
      texts.map { text in
        guard let text else { return StyledText("NULL", style: Style(attributes: .dim)) }
        let line = Self.line(text)
        return StyledText(line, matches: highlights(of: query, in: line))
      })
  }

  /// A full-text index finds beginnings of words only, so only those are shown as found.
  private func highlights(of query: Query, in text: String) -> [Range<Int>] {
    let all = query.highlights(in: text)
    guard table.hasWordIndex, !all.isEmpty else { return all }
    let characters = Array(text)
    return all.filter { range in
      range.lowerBound == 0
        || !(characters[range.lowerBound - 1].isLetter || characters[range.lowerBound - 1].isNumber)
    }
  }

  func panel(_ record: [(name: String, text: String?)]) -> Panel {
    Panel(
      title: record.first?.text.map(Self.line) ?? table.name,
      lines: record.map { Panel.Line($0.name, StyledText($0.text.map(Self.line) ?? "NULL")) })
  }

  /// A text as one line: line breaks and tabs are blanks.
  static func line(_ text: String) -> String {
    String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 })
  }

  /// How many rows there are, and by what they are ordered and how long the last read took where there is room for
  /// that. A number is never cut: it would be another one.
  static func status(
    _ count: PageCount?, by order: String? = nil, readIn duration: Duration?, columns: Int
  ) -> String {
    let number = text(of: count)
    let ordered = number + (order.map { ", by \($0)" } ?? "")
    if let duration {
      let tenths = Int((duration / .milliseconds(0.1)).rounded())
      let both = "\(ordered)  \(tenths / 10).\(tenths % 10) ms"
      if both.count <= columns { return both }
    }
    for text in [ordered, number] where text.count <= columns { return text }
    return switch count {
    case nil: "…"
    case .exactly(let number): grouped(number)
    case .about(let number): "~\(grouped(number))"
    case .atLeast(let number): "\(grouped(number))+"
    }
  }

  /// How many rows there are, as it is known: `100,000 rows`, `about 98,000,000 rows`, `10,000 rows or more`.
  static func text(of count: PageCount?) -> String {
    switch count {
    case nil: "… rows"
    case .exactly(1): "1 row"
    case .exactly(let number): "\(grouped(number)) rows"
    case .about(let number): "about \(grouped(number)) rows"
    case .atLeast(let number): "\(grouped(number)) rows or more"
    }
  }

  /// A number with its thousands apart: `100,000`.
  static func grouped(_ number: Int) -> String {
    let digits = String(number)
    return digits.count > 3 ? grouped(number / 1000) + "," + digits.suffix(3) : digits
  }
}
