/// Finds records: blocks of names and values, one block per row, or lines of pairs; see ``RecordCut``.
struct RecordReader: RowFormat {
  private let sample: Sample
  private let bytes: TextBytes
  private let lines: [Range<Int>]

  init(_ sample: Sample, _ options: ReaderOptions) {
    self.sample = sample
    bytes = sample.bytes
    lines = sample.lines.filter { !sample.bytes.isBlank($0) }
  }

  func candidates() -> [Candidate] {
    guard lines.count > 1 else { return [] }
    return [
      titled(), pairs(.pairs), pairs(.commas), pairs(.gaps), labelledPairs(), dashed(), stanzas(),
      blocks(.colon), blocks(.colon, isIndented: true), blocks(.equals),
      blocks(.tightEquals), blocks(.tightColon),
      padded(), repeated(), worded(),
    ].compactMap { $0.map { Candidate($0, .names) } }
  }

  private func shape(_ cut: RecordCut, from line: Range<Int>, _ names: [String]) -> TableShape {
    TableShape(
      .records, columns: names.map { Column(name: $0) }, body: line.lowerBound, cut: cut)
  }

  /// Returns the shape of records below numbered titles, as printed by `psql -x` and by `\G` in mysql.
  private func titled() -> TableShape? {
    guard let first = sample.lines.firstIndex(where: { bytes.isRecordTitle($0) }), first <= 8,
      first + 1 < sample.lines.count
    else { return nil }
    let line = sample.lines[first + 1]
    var candidates: [RecordCut.Separator] = [.colon, .equals]
    let screen = ScreenLine(line, of: bytes)
    let strokes = bytes.verticals(line, areASCII: true) + bytes.verticals(line, areASCII: false)
    if let stroke = strokes.first(where: { $0.lowerBound > bytes.trimmed(line).lowerBound }),
      let column = (0..<screen.width).first(where: { screen.offset($0) == stroke.lowerBound })
    {
      candidates.insert(.column(column), at: 0)
    }
    return candidates.lazy.compactMap { separator in
      let cut = RecordCut(separator: separator, beginning: .title)
      let records = records(cut, from: first)
      let named = records.flatMap(\.self).count
      guard !records.isEmpty, records.allSatisfy({ !$0.isEmpty }), named * 2 >= lines.count - records.count
      else {
        return nil
      }
      return shape(cut, from: sample.lines[first], names(records))
    }.first
  }

  /// Returns the shape of lines of pairs, most of which contain the first name of the first line: logfmt,
  /// `id=1,name=ann`.
  private func pairs(_ separator: RecordCut.Separator) -> TableShape? {
    let cut = RecordCut(separator: separator, beginning: .line)
    var found: [[String]] = []
    var odd = 0
    for line in lines {
      var names: [String] = []
      var loose = 0
      cut.forEachField(in: line, of: bytes) { name, _ in
        if let name { names.append(bytes.string(name)) } else { loose += 1 }
      }
      let isPlain = names.allSatisfy {
        $0.utf8.count <= 40
          && $0.utf8.allSatisfy { $0 >= (separator == .gaps ? 0x20 : 0x21) && $0 != 0x22 && $0 != 0x2F }
      }
      if names.count < 2 || loose > names.count || !isPlain || !startsWithPair(line, cut) {
        odd += 1
      } else {
        found.append(names)
      }
    }
    guard odd * 10 <= lines.count, let first = found.first?.first else { return nil }
    guard found.count(where: { $0.contains(first) }) * 10 >= found.count * 8, found.count > 1 else {
      return nil
    }
    return shape(cut, from: lines[0], unique(found.joined()))
  }

  /// Returns the shape of lines with a word and one or more pairs, of which one is in most lines: `blkid`.
  private func labelledPairs() -> TableShape? {
    let cut = RecordCut(separator: .pairs, beginning: .line, hasLabel: true)
    var found: [[String]] = []
    for line in lines {
      var names: [String] = []
      var label = 0
      cut.forEachField(in: line, of: bytes) { name, value in
        guard let name, !name.isEmpty else { return label = bytes.words(value).count }
        names.append(bytes.string(name))
      }
      if label == 1 ? !names.isEmpty : label > 1 && names.count > label * 2 { found.append(names) }
    }
    guard found.count * 10 >= lines.count * 9, found.contains(where: { $0.count > 1 }) else { return nil }
    let names = unique(found.joined())
    let isCommon = names.contains { name in found.count { $0.contains(name) } * 10 >= found.count * 8 }
    return isCommon ? shape(cut, from: lines[0], [""] + names) : nil
  }

  private func startsWithPair(_ line: Range<Int>, _ cut: RecordCut) -> Bool {
    var isFirst = true
    var isPair = false
    cut.forEachField(in: line, of: bytes) { name, _ in
      if isFirst { isPair = name != nil }
      isFirst = false
    }
    return isPair
  }

  /// Returns the shape of a YAML list of maps.
  private func dashed() -> TableShape? {
    guard
      let first = sample.lines.firstIndex(where: {
        bytes.has("- ", at: $0.lowerBound + bytes.indentation($0))
      }),
      first <= 8
    else { return nil }
    let cut = RecordCut(separator: .colon, beginning: .dash(bytes.indentation(sample.lines[first])))
    guard let name = cut.field(sample.lines[first], of: bytes) else { return nil }
    let records = records(cut, from: first)
    let start = bytes.string(name.name)
    guard records.count > 1, records.contains(where: { $0.count > 1 }),
      records.count(where: { $0.first == start || $0.contains(start) }) * 10 >= records.count * 8,
      isMostly(cut, from: first)
    else { return nil }
    return shape(cut, from: sample.lines[first], names(records))
  }

  /// Returns the shape of blocks of `name: value` between blank lines or rules: `/proc/cpuinfo`,
  /// `dpkg --status`, `sqlite3 -line`. If pairs are indented as well, all records have the same names: `sc query`.
  private func blocks(_ separator: RecordCut.Separator, isIndented: Bool = false) -> TableShape? {
    var cut = RecordCut(separator: separator, beginning: .blank)
    cut.isIndented = isIndented
    let records = records(cut, from: 0)
    if isIndented, records.contains(where: { $0 != records[0] }) { return nil }
    guard records.count > 1, let first = records[0].first, Set(records.joined()).count > 1,
      isMostly(cut, from: 0),
      records.count(where: { $0.first == first }) * 10 >= records.count * 9, lines.count > records.count,
      separator == .colon || records.allSatisfy({ $0.count > 1 })
    else { return nil }
    return shape(cut, from: sample.lines[0].lowerBound..<sample.lines[0].lowerBound, names(records))
  }

  /// Returns the shape of pairs below heads, if most records have most of the names:
  ///
  /// ```text
  /// root:              [server1]             Interface: eth0
  ///     id=0           host = 10.0.0.1         State: up
  ///     home=/root     port = 22               MTU: 1500
  /// ```
  private func stanzas() -> TableShape? {
    let isBracketed = bytes[bytes.trimmed(lines[0])].first == UInt8(ascii: "[")
    guard isBracketed || bytes[lines[1].lowerBound].isBlank && !bytes[lines[0].lowerBound].isBlank else {
      return nil
    }
    return [RecordCut.Separator.equals, .tightEquals, .colon].lazy.compactMap { separator in
      var cut = RecordCut(separator: separator, beginning: .head(isBracketed: isBracketed))
      cut.isIndented = true
      guard
        lines.count(where: {
          cut.begins($0, of: bytes) == true || cut.field($0, of: bytes) == nil
        }) * 2 <= lines.count
      else { return nil }
      let records = records(cut, from: sample.lines.firstIndex(of: lines[0]) ?? 0)
      let names = names(records)
      guard records.count > 1, names.count > 2, records.allSatisfy({ $0.first == names[0] && $0.count > 1 }),
        records.allSatisfy({ Set($0).count == $0.count }),
        records.flatMap(\.self).count * 3 >= records.count * names.count * 2
      else { return nil }
      return shape(cut, from: lines[0], names)
    }.first
  }

  /// Returns the shape of blocks of a name, blanks and an aligned value: `mlr --oxtab`.
  private func padded() -> TableShape? {
    let blocks = sample.lines.split { bytes.isBlank($0) }
    guard blocks.count > 1, let block = blocks.first, block.count > 1 else { return nil }
    let words = lines.map { ScreenLine($0, of: bytes).words() }
    guard words.allSatisfy({ $0.count > 0 && $0[0].lowerBound == 0 }) else { return nil }
    let names = blocks.map { $0.compactMap { bytes.words($0).first.map { bytes.string($0) } } }
    guard names.allSatisfy({ $0.first == names[0].first && Set($0).count == $0.count }) else { return nil }
    // Each block has its own column of values, one blank after its longest name.
    let cut = RecordCut(separator: .column(-1), beginning: .blank)
    guard names.flatMap(\.self).allSatisfy({ name in bytes.isNameLike(name) }),
      blocks.allSatisfy({ isPadded(Array($0)) })
    else { return nil }
    return shape(cut, from: lines[0], unique(names.joined()))
  }

  /// Whether the values of a block are aligned, one blank after the longest name.
  private func isPadded(_ block: [Range<Int>]) -> Bool {
    let lines = block.map { ScreenLine($0, of: bytes).words() }
    let column = (lines.map { $0[0].upperBound }.max() ?? 0) + 1
    return lines.allSatisfy { $0.count < 2 || $0[1].lowerBound == column }
  }

  /// Returns the shape of records of `name: value` with nothing between them: the first name recurs.
  private func repeated() -> TableShape? {
    for separator in [RecordCut.Separator.colon, .equals] {
      let probe = RecordCut(separator: separator, beginning: .blank)
      guard !sample.lines.contains(where: { bytes.isBlank($0) }) || lines.count == sample.lines.count,
        let name = probe.field(lines[0], of: bytes)?.name
      else { continue }
      let cut = RecordCut(separator: separator, beginning: .name(Array(bytes[name])))
      let records = records(cut, from: 0)
      guard records.count > 1, records[0].count > 1, isMostly(cut, from: 0),
        records.count(where: { $0 == records[0] }) * 10 >= records.count * 8
      else { continue }
      return shape(cut, from: lines[0], names(records))
    }
    return nil
  }

  /// Returns the shape of records that begin with a word and a value, followed by `name: value`, which all are
  /// indented or none, and then by indented text:
  ///
  /// ```text
  /// commit 3c1e7a09             Station aa:bb:cc:dd:ee:ff (on wlan0)
  /// Author: Ann                     signal:    -45 dBm
  ///
  ///     A subject
  /// ```
  private func worded() -> TableShape? {
    let words = bytes.words(lines[0])
    guard words.count > 1, words[0].lowerBound == lines[0].lowerBound, bytes[words[0]].allSatisfy(\.isLetter)
    else { return nil }
    var cut = RecordCut(separator: .colon, beginning: .word(Array(bytes[words[0]])))
    cut.isIndented = bytes[lines[1].lowerBound].isBlank
    guard
      lines.allSatisfy({ line in
        !cut.isIndented && bytes[line.lowerBound].isBlank || cut.field(line, of: bytes) != nil
      })
    else { return nil }
    let records = records(cut, from: sample.lines.firstIndex(of: lines[0]) ?? 0)
    let names = names(records)
    guard records.count > 1, names.count > 2, records.allSatisfy({ $0.count > 1 && $0[0] == names[0] }) else {
      return nil
    }
    return shape(cut, from: lines[0], names)
  }

  private func records(_ cut: RecordCut, from line: Int) -> [[String]] {
    let shape = TableShape(.records, columns: [], body: sample.lines[line].lowerBound, cut: cut)
    let table = sample.table(shape)
    return (0..<table.rowCount).map { row in
      var names: [String] = []
      cut.forEachField(in: table.line(row), of: bytes) { name, _ in
        if let name { names.append(bytes.string(name)) }
      }
      return names
    }
  }

  private func names(_ records: [[String]]) -> [String] { unique(records.joined()) }

  private func unique(_ names: some Sequence<String>) -> [String] {
    var seen: Set<String> = []
    return names.filter { seen.count < 512 && seen.insert($0).inserted }
  }

  /// Whether at most one line in ten is neither a field nor indented.
  private func isMostly(_ cut: RecordCut, from line: Int) -> Bool {
    let odd = sample.lines[line...].count { line in
      !bytes.isBlank(line) && !bytes.isRule(line) && cut.field(line, of: bytes) == nil
        && !bytes[line.lowerBound].isBlank
    }
    return odd * 10 <= lines.count
  }
}
