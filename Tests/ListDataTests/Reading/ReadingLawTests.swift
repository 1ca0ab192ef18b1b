import Foundation
import SeededRandom
import TestSupport
import Testing

@testable import ListData

/// What holds for every output that is read correctly. A part of the corpus, chosen by fixed seeds, is checked, and
/// all of it with `LISTKIT_THOROUGH`.
///
/// Each law has a number of outputs that break it. It may only fall.
@Suite("Laws of reading")
struct ReadingLawTests {
  /// The numbers of outputs that break a law.
  struct Exceptions: Sendable {
    /// Of the whole corpus.
    let all: Int
    /// Of the part that is always checked.
    let part: Int
  }

  /// Lines that are added to an output.
  struct Neighbour: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var above = ""
    var below = ""
    let exceptions: Exceptions
  }

  private static let neighbours = [
    Neighbour(
      testDescription: "a title", above: "Report of the last week\n",
      exceptions: Exceptions(all: 105, part: 105)),
    Neighbour(
      testDescription: "a title and a blank line", above: "Report of the last week:\n\n",
      exceptions: Exceptions(all: 37, part: 37)),
    Neighbour(
      testDescription: "prose above",
      above: "The list below was made by a program.\nIt may be old, or wrong.\n\n",
      exceptions: Exceptions(all: 78, part: 78)),
    Neighbour(
      testDescription: "blank lines", above: "\n", below: "\n", exceptions: Exceptions(all: 3, part: 3)),
    Neighbour(
      testDescription: "a legend", below: "\nLegend: (a) added, (d) deleted\n",
      exceptions: Exceptions(all: 104, part: 104)),
    Neighbour(
      testDescription: "prose below",
      below: "\nThe list above was made by a program.\nIt may be old, or wrong.\n",
      exceptions: Exceptions(all: 136, part: 136)),
    Neighbour(
      testDescription: "a message", below: "Command Successful.\n",
      exceptions: Exceptions(all: 300, part: 300)),
  ]

  @Test("Lines beside a table change no row, except in a number of outputs", arguments: neighbours)
  func rowsBesideLines(_ neighbour: Neighbour) {
    expectLaw(neighbour.exceptions) { one, table, _ in
      let text = one.bytes[0..<one.bytes.count]
      let end = text.last == ASCII.newline ? "" : "\n"
      let beside = table(
        TextBytes(Array(neighbour.above.utf8) + Array(text) + Array((end + neighbour.below).utf8)))
      return Self.isSame(beside, table(one.bytes))
    }
  }

  @Test(
    "What is read correctly up to a row is read correctly up to the next one, except in a number of outputs")
  func oneRowMore() {
    expectLaw(Exceptions(all: 60, part: 30), onlyLines: true) { one, table, random in
      let whole = table(one.bytes)
      guard whole.rowCount > 3 else { return true }
      let count = random.number(2..<min(whole.rowCount - 1, 12))
      func isRight(_ count: Int) -> Bool {
        let part = table(one.bytes.prefix(whole.line(count).lowerBound))
        return part.columns.map(\.name) == whole.columns.map(\.name)
          && part.rows.map(Self.plain) == whole.rows.prefix(count).map(Self.plain)
      }
      return !isRight(count) || isRight(count + 1)
    }
  }

  @Test("A row that is there twice changes no other, except in a number of outputs")
  func rowTwice() {
    expectLaw(Exceptions(all: 60, part: 30), onlyLines: true) { one, table, random in
      let whole = table(one.bytes)
      guard whole.rowCount > 1 else { return true }
      let row = random.number(0..<whole.rowCount - 1)
      let (start, end) = (whole.line(row).lowerBound, whole.line(row + 1).lowerBound)
      let text = Array(one.bytes[0..<end]) + Array(one.bytes[start..<one.bytes.count])
      var rows = whole.rows
      rows.insert(rows[row], at: row)
      let twice = table(TextBytes(text))
      return twice.columns.map(\.name) == whole.columns.map(\.name) && twice.rows == rows
    }
  }

  @Test("Another word in a cell changes no other cell, except in a number of outputs")
  func otherWords() {
    expectLaw(Exceptions(all: 60, part: 30), onlyLines: true) { one, table, random in
      let whole = table(one.bytes)
      guard whole.rowCount > 1 else { return true }
      let words = one.bytes.words(whole.line(random.number(0..<whole.rowCount))).filter { word in
        word.count > 4 && one.bytes[word].allSatisfy(\.isLowercase)
      }
      guard let word = words.randomElement(using: &random) else { return true }
      var text = Array(one.bytes[0..<one.bytes.count])
      for place in word { text[place] = UInt8(ascii: "a") + (text[place] - UInt8(ascii: "a") + 13) % 26 }
      let other = table(TextBytes(text))
      return other.columns.map(\.name) == whole.columns.map(\.name) && other.rowCount == whole.rowCount
        && (0..<whole.rowCount).allSatisfy { other.cells(of: $0) == whole.cells(of: $0) }
    }
  }

  /// Checks a law for each output that is read correctly.
  ///
  /// - Parameters:
  ///   - onlyLines: Whether to check only outputs in which each line is a row or stands above all rows.
  ///   - holds: Whether the law holds; its arguments are the output, a function that reads a text, and random numbers
  ///     for this output.
  private func expectLaw(
    _ exceptions: Exceptions, onlyLines: Bool = false,
    _ holds: (ReadingCase, (TextBytes) -> TextTable, inout SeededGenerator) -> Bool
  ) {
    var broken: [String] = []
    for (number, one) in ReadingCase.corpus.enumerated() {
      guard Self.isThorough || number % Self.part == 0 else { continue }
      let shape = TableReader.shape(of: one.bytes)
      guard shape.format != .lines, shape.format != .binary, shape.encoding == .utf8, !shape.hasEscapes,
        one.fault(in: shape) == nil
      else { continue }
      if onlyLines {
        let table = TextTable(one.bytes, shape: shape)
        guard shape.cut.isByLines, table.otherLines.allSatisfy({ $0.row == 0 }),
          (0..<table.rowCount).allSatisfy({ one.bytes.first(ASCII.newline, in: table.line($0)) == nil })
        else { continue }
      }
      var random = SeededGenerator(seed: number)
      if !holds(one, { TextTable($0, shape: TableReader.shape(of: $0)) }, &random) { broken.append(one.name) }
    }
    #expect(broken.count <= (Self.isThorough ? exceptions.all : exceptions.part), "\(broken)")
  }

  /// One output in this number is always checked.
  private static let part = 6
  private static let isThorough = getenv("LISTKIT_THOROUGH") != nil

  private static func isSame(_ one: TextTable, _ other: TextTable) -> Bool {
    one.rows == other.rows && one.columns.map(\.name) == other.columns.map(\.name)
  }

  /// Returns cells without empty ones at the end.
  private static func plain(_ cells: [String]) -> [String] {
    Array(cells.reversed().drop(while: \.isEmpty).reversed())
  }
}
