import ArgumentParser

extension MusterOptions {
  /// Refuses what cannot be meant together.
  func check() throws {
    guard files.isEmpty || command.isEmpty else {
      throw ValidationError("a file and a command; what stands before '--' are options only")
    }
    guard files.filter({ $0 == "-" }).count < 2 else {
      throw ValidationError("standard input can be read once")
    }
    try checkReading()
    try checkUse()
  }

  private func checkReading() throws {
    let isComparison = files.count == 2
    if isComparison {
      let streams = [
        ("--update", reading.update), ("--follow", reading.follow), ("--until", use.until != nil),
      ]
      for (name, isGiven) in streams where isGiven {
        throw ValidationError("\(name) has no meaning where two files are compared")
      }
    }
    if start.group != nil, start.tree != nil {
      throw ValidationError("--group and --tree: rows stand in sections or in a tree")
    }
    if case .line? = reading.key, start.tree != nil {
      throw ValidationError("--tree needs a key that can stand in a column")
    }
    if reading.delimiter != nil, ![.auto, .csv, .tsv].contains(reading.format) {
      throw ValidationError("--delimiter is for --format csv")
    }
  }

  private func checkUse() throws {
    if use.print, use.isPicker { throw ValidationError("--print has no screen to pick on") }
    if use.print, use.exec != nil { throw ValidationError("--print has no screen for --exec") }
    if use.isPicker, use.until != nil { throw ValidationError("--until ends what somebody picks from") }
    if use.output == .raw, start.columns != nil {
      throw ValidationError("--output raw prints whole lines; with --columns it is tsv, csv or json")
    }
  }
}
