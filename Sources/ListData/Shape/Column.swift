/// A column of a table.
public struct Column: Sendable, Equatable {
  /// What stands above it; nil if nothing names the columns, empty if this one alone has no name.
  public var name: String?
  /// What its cells are, found from the first of them.
  public var kind: ColumnKind

  /// Whether its name says that it tells rows or other things apart: numbers of processes, ports. The difference of two
  /// such numbers says nothing.
  public var identifies: Bool { KeyCost.identifies(name) }

  /// Whether a column before it has its name, and rows are objects of JSON in which both members stand.
  var isRepeated = false

  init(name: String?, kind: ColumnKind = .text, isRepeated: Bool = false) {
    self.name = name
    self.kind = kind
    self.isRepeated = isRepeated
  }
}

extension TextTable {
  /// How many rows are looked at to find the kind of a column.
  private static let mostCells = 400

  /// The columns, each with the kind of its first cells; those before `first` stay as they are.
  func columnsWithKinds(from first: Int = 0) -> [Column] {
    var samples = columns[first...].map { KindSample(named: $0.name) }
    for row in 0..<min(rowCount, Self.mostCells) {
      for column in first..<columns.count {
        withCell(row, column) { samples[column - first].note($0) }
      }
    }
    var columns = columns
    for (column, sample) in samples.enumerated() { columns[first + column].kind = sample.kind }
    return columns
  }
}
