import TestSupport
import Testing

@testable import ListData

@Suite("Lines beside a table change none of its rows")
struct NeighbourLawTests {
  /// Lines that are added to an output.
  struct Neighbour: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var above = ""
    var below = ""
    /// The number of outputs that are read differently with them. It may only fall.
    let exceptions: Int
  }

  private static let neighbours = [
    Neighbour(testDescription: "a title", above: "Report of the last week\n", exceptions: 105),
    Neighbour(
      testDescription: "a title and a blank line", above: "Report of the last week:\n\n", exceptions: 37),
    Neighbour(
      testDescription: "prose above",
      above: "The list below was made by a program.\nIt may be old, or wrong.\n\n", exceptions: 78),
    Neighbour(testDescription: "blank lines", above: "\n", below: "\n", exceptions: 3),
    Neighbour(
      testDescription: "a legend", below: "\nLegend: (a) added, (d) deleted\n", exceptions: 104),
    Neighbour(
      testDescription: "prose below",
      below: "\nThe list above was made by a program.\nIt may be old, or wrong.\n", exceptions: 136),
  ]

  @Test("No row changes, except in a number of outputs that may only fall", arguments: neighbours)
  func rows(neighbour: Neighbour) {
    var changed: [String] = []
    for one in ReadingCase.corpus {
      let shape = TableReader.shape(of: one.bytes)
      guard shape.format != .lines, shape.format != .binary, shape.encoding == .utf8,
        one.fault(in: shape) == nil
      else { continue }
      let alone = TextTable(one.bytes, shape: shape)
      let text = one.bytes[0..<one.bytes.count]
      let end = text.last == ASCII.newline ? "" : "\n"
      let bytes = TextBytes(
        Array(neighbour.above.utf8) + Array(text) + Array((end + neighbour.below).utf8))
      let beside = TextTable(bytes, shape: TableReader.shape(of: bytes))
      if beside.rows != alone.rows || beside.columns.map(\.name) != alone.columns.map(\.name) {
        changed.append(one.name)
      }
    }
    #expect(changed.count <= neighbour.exceptions, "\(changed)")
  }
}
