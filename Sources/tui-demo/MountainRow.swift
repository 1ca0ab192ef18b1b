import ListKit
import ListSearch

/// How a mountain looks: as a row, and as a panel.
enum MountainRow {
  static let columns = [
    TableColumn("Name", width: 12...28, priority: 9),
    TableColumn("Local name", width: 10...26, priority: 3, isSecondary: true),
    TableColumn("Height", width: 7...7, alignment: .trailing, priority: 8),
    TableColumn("Countries", width: 8...28, priority: 4),
    TableColumn("Ascent", width: 6...6, alignment: .trailing, priority: 2, isSecondary: true),
  ]

  static func content(of mountain: Mountain, query: Query) -> ColumnContentConfiguration {
    ColumnContentConfiguration([
      highlighted(mountain.name, query, column: 0),
      highlighted(mountain.localName, query, column: 1),
      StyledText("\(mountain.height.grouped) m"),
      highlighted(mountain.countries.joined(separator: ", "), query, column: 4),
      StyledText(mountain.firstAscent.map(String.init) ?? "–"),
    ])
  }

  /// A range, with the number of its mountains behind it.
  static func content(range: String, count: Int, query: Query, style: Style) -> ColumnContentConfiguration {
    let number = StyledText("  \(count)", style: style)
    return ColumnContentConfiguration([highlighted(range, query, column: 2).appending(number)])
  }

  static func panel(of mountain: Mountain) -> Panel {
    let feet = Int((Double(mountain.height) / 0.3048).rounded())
    var lines = [
      Panel.Line("Height", "\(mountain.height.grouped) m, \(feet.grouped) ft"),
      Panel.Line("Range", StyledText(mountain.range)),
      Panel.Line("Countries", StyledText(mountain.countries.joined(separator: ", "))),
      Panel.Line("Continent", StyledText(mountain.continent.rawValue)),
      Panel.Line("First ascent", StyledText(mountain.firstAscent.map(String.init) ?? "unknown")),
      Panel.Line("Position", StyledText(position(of: mountain))),
    ]
    if !mountain.localName.isEmpty {
      lines.insert(Panel.Line("Local name", StyledText(mountain.localName)), at: 0)
    }
    return Panel(title: mountain.name, lines: lines)
  }

  /// - Parameter column: The place of the text among `MountainsModel.columns`.
  static func highlighted(_ text: String, _ query: Query, column: Int) -> StyledText {
    StyledText(text, matches: query.highlights(in: text, column: column))
  }

  private static func position(of mountain: Mountain) -> String {
    let latitude = "\(decimal(abs(mountain.latitude)))° \(mountain.latitude < 0 ? "S" : "N")"
    let longitude = "\(decimal(abs(mountain.longitude)))° \(mountain.longitude < 0 ? "W" : "E")"
    return "\(latitude), \(longitude)"
  }

  private static func decimal(_ degrees: Double) -> String {
    let hundredths = Int((degrees * 100).rounded())
    let fraction = String(hundredths % 100)
    return "\(hundredths / 100).\(fraction.count < 2 ? "0" : "")\(fraction)"
  }
}
