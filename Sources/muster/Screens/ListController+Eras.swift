import ListData

/// How runs with the same columns are looked at: what means columns by their places.
struct EraView {
  var arrangement: Arrangement
  var widths = ColumnWidths()
  var quietness = Quietness()
  var chosenColumn: Int?
  var scrolledColumns = 0
}

extension ListController {
  /// Looks at a run with other columns than the one before as at those that had them, or else as at the one before, as far as
  /// columns have the same names.
  func adopt(_ run: Run, after before: Run) {
    eras[before.era] = EraView(
      arrangement: arrangement, widths: widths, quietness: quietness, chosenColumn: chosenColumn,
      scrolledColumns: scrolledColumns)
    let (old, new) = (
      ColumnNames(before.table.columns.map(\.name)), ColumnNames(run.table.columns.map(\.name))
    )
    var view = eras[run.era] ?? EraView(arrangement: arrangement.moved(from: old, to: new))
    view.arrangement.query = arrangement.query
    (widths, quietness) = (view.widths, view.quietness)
    widths.note(run.table)
    (chosenColumn, scrolledColumns) = (view.chosenColumn, view.scrolledColumns)
    (comparison, former) = (nil, nil)
    arrangement = view.arrangement
  }
}
