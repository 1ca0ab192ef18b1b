import ListKit

/// How rows and measures look.
enum StressRow {
  static let columns = [
    TableColumn("Row", width: 12...16, priority: 2),
    TableColumn("Value", width: 9...12, alignment: .trailing),
  ]

  static func content(of row: Int) -> ColumnContentConfiguration {
    ColumnContentConfiguration([
      StyledText("row \(row.grouped)"), StyledText(StressModel.value(of: row).grouped),
    ])
  }

  static let measureColumns = [
    TableColumn("Operation", width: 9...10, priority: 9),
    TableColumn("Apply ms", width: 9...10, alignment: .trailing, priority: 8),
    TableColumn("Frame ms", width: 8...10, alignment: .trailing, priority: 7),
    TableColumn("M rows/s", width: 8...9, alignment: .trailing, priority: 6),
    TableColumn("Rows", width: 10...12, alignment: .trailing, priority: 5),
    TableColumn("Making ms", width: 9...10, alignment: .trailing, priority: 4),
  ]

  static func content(of measure: StressMeasure) -> ColumnContentConfiguration {
    ColumnContentConfiguration([
      StyledText(measure.operation.rawValue), StyledText(measure.applying.milliseconds),
      StyledText(measure.frame?.milliseconds ?? "…"), StyledText(measure.megarowsPerSecond.grouped),
      StyledText(measure.rows.grouped), StyledText(measure.making.milliseconds),
    ])
  }
}
