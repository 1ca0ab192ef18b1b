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
  public func fitted(to bytes: TextBytes) -> TableShape? {
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
    switch cut {
    case .line:
      guard let headerLine else {
        return format == .binary ? found(in: sample) : moved(to: TableReader.start(ofLines: sample, options))
      }
      return sample.lines.count < headerLine ? nil : moved(to: sample.end(of: headerLine - 1))
    case .aligned(let cut) where !cut.header.isEmpty:
      if let shape = AlignedReader(sample).headed(like: cut, columns) { return taking(shape) }
      return found(in: sample)
    case .delimited where headerLine != nil:
      return headed(in: sample) ?? found(in: sample)
    default:
      return found(in: sample) ?? moved(below: sample)
    }
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
  private func headed(in sample: Sample) -> TableShape? {
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
  private func found(in sample: Sample) -> TableShape? {
    let found = TableReader.shape(of: sample, options)
    guard found.format == format else { return nil }
    switch (cut, found.cut) {
    case (.json(let one), .json(var other)):
      other.opened = one.opened
      if one == other { return taking(found) }
      guard one.isInside, one.container == .array else { return nil }
      return JSONReader(sample).emptied().map(taking)
    case (.records, .records): return taking(found)
    case (.aligned(let one), .aligned(let other)):
      guard columns.count == found.columns.count, one.header.isEmpty == other.header.isEmpty else {
        return nil
      }
      // The time `22:04:30` above the first column of `pidstat` differs in each run.
      let names = zip(columns, found.columns).count { $0.name == $1.name }
      return names * 2 > columns.count ? taking(found) : nil
    default: return columns.map(\.name) == found.columns.map(\.name) ? taking(found) : nil
    }
  }

  /// Returns this shape with the position of `found`; names and kinds of columns are kept.
  private func taking(_ found: TableShape) -> TableShape {
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
    if case .json(let layout) = cut, case .json(var other) = found.cut {
      other.opened = layout.opened
      shape.cut = .json(other)
    }
    return shape
  }

  private func moved(to body: Int) -> TableShape {
    var shape = self
    shape.body = body
    return shape
  }

  /// Returns this shape if it has no header and nearly all lines fit: a few rows may look like fewer columns.
  private func moved(below sample: Sample) -> TableShape? {
    guard headerLine == nil, let line = sample.lines.first(where: { fits($0, sample.bytes) }) else {
      return nil
    }
    let lines = sample.lines.filter { !sample.bytes.isBlank($0) }
    let misfits = lines.count { !fits($0, sample.bytes) }
    return misfits * 10 <= lines.count || misfits == 1 ? moved(to: line.lowerBound) : nil
  }

  private func fits(_ line: Range<Int>, _ bytes: TextBytes) -> Bool {
    switch cut {
    case .aligned(let cut):
      return cut.cells(line, of: bytes).count == columns.count
        && (cut.isByWords || !cut.bounds(ScreenLine(line, of: bytes)).isMisfit)
    case .delimited(let delimiter):
      var count = 0
      delimiter.cut(line, of: bytes) { _ in
        count += 1
        return true
      }
      return count == columns.count
    case .pair(let cut): return cut.find(in: line, of: bytes) != nil
    case .log: return true
    default: return false
    }
  }
}
