extension TableShape {
  /// Returns this shape adapted to a later run of the same command, or nil if that run is not such a table.
  ///
  /// The columns keep their names and kinds. Their positions are measured again, because programs make
  /// columns as wide as their values: `ls -l` moves all columns behind the size when it grows by a digit. The
  /// header is found by its words, wherever it is.
  ///
  /// ```swift
  /// let shape = TableReader.shape(of: first)
  /// let table = TextTable(second, shape: shape.fitted(to: second) ?? TableReader.shape(of: second))
  /// ```
  package func fitted(to bytes: TextBytes) -> TableShape? {
    let sample = Sample(bytes, encoding)
    guard var shape = fitted(to: sample) else { return nil }
    shape.hasEscapes = sample.hasEscapes
    shape.keepsCarriageReturns = shape.cut.isByLines && sample.hasBareLineEnds
    return shape
  }

  private func fitted(to sample: Sample) -> TableShape? {
    if count > 1 || options.table != nil { return oneOfSeveral(in: sample) ?? found(in: sample) }
    guard !sample.bytes.isBlank(0..<sample.bytes.count) else { return moved(to: sample.start) }
    // Its remarks may be others now.
    if !remarks.isEmpty, let found = found(in: sample) { return found }
    return cut.refitted(self, to: sample)
  }

  /// Returns the table with the same title and columns; otherwise one with the same columns, preferably at
  /// the same position.
  private func oneOfSeveral(in sample: Sample) -> TableShape? {
    let names = columns.map(\.name)
    let alike = TableReader.tables(in: sample, options).map(\.shape).filter {
      $0.format == format && $0.columns.map(\.name) == names
    }
    return (alike.first { $0.title == title } ?? alike.first { $0.number == number } ?? alike.first).map(
      taking)
  }

  /// The number of rows among which the header is searched: titles and comments may precede it.
  private static let mostTitles = 8

  /// Returns the shape below the row that contains the column names.
  func headed(in sample: Sample) -> TableShape? {
    let above = TableShape(format, columns: columns, body: sample.start, cut: cut)
    let table = TextTable(sample.bytes, shape: above, isComplete: sample.isWhole)
    let names = columns.map { $0.name ?? "" }
    let header = (0..<min(table.rowCount, Self.mostTitles)).first { row in
      var cells = table.cells(of: row).prefix(names.count).map { table.text(in: sample.bytes.trimmed($0)) }
      cells += Array(repeating: "", count: names.count - cells.count)
      cells[0] = cells[0] == names[0] ? cells[0] : String(cells[0].drop { $0 == "#" || $0 == " " })
      return cells == names && table.extraCells(row).isEmpty
    }
    guard let header else { return nil }
    var shape = moved(to: table.line(header).upperBound)
    shape.headerLine = sample.number(at: table.line(header).lowerBound)
    return shape
  }

  /// Detects the shape again and returns it if it differs from this one only in its position.
  func found(in sample: Sample) -> TableShape? {
    let found = TableReader.shape(of: sample, options)
    guard found.format == format else { return nil }
    return cut.moved(self, to: found, in: sample)
  }

  /// Returns this shape with the position of `found`; names and kinds of columns are kept.
  func taking(_ found: TableShape) -> TableShape {
    var shape = self
    shape.cut = found.cut
    shape.body = found.body
    shape.headerLine = found.headerLine
    shape.headerCount = found.headerCount
    shape.limit = found.limit
    shape.remarks = found.remarks
    shape.title = found.title
    shape.number = found.number
    shape.count = found.count
    if let layout = cut as? JSONLayout, var other = found.cut as? JSONLayout {
      other.opened = layout.opened
      shape.cut = other
    }
    return shape
  }

  func moved(to body: Int) -> TableShape {
    var shape = self
    shape.body = body
    return shape
  }

  /// Returns this shape if it has no header and nearly all lines fit: a few rows may look like fewer columns.
  func moved(below sample: Sample) -> TableShape? {
    guard headerLine == nil,
      let line = sample.lines.first(where: { cut.fits($0, of: sample.bytes, columns: columns.count) })
    else {
      return nil
    }
    let lines = sample.lines.filter { !sample.bytes.isBlank($0) }
    let misfits = lines.count {
      !cut.fits($0, of: sample.bytes, columns: columns.count)
    }
    return misfits * 10 <= lines.count || misfits == 1 ? moved(to: line.lowerBound) : nil
  }
}
