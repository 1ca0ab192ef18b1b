import TestSupport
import Testing

@testable import ListData

@Suite("Rows as a tree")
struct RowTreeTests {
  @Test("A process is the child of the process in its PPID, and a process without a parent is a root")
  func processes() {
    let table = TextTable(
      ["PID", "PPID", "CMD"],
      [
        ["1", "0", "init"], ["7", "1", "sh"], ["9", "7", "ls"], ["12", "1", "cron"], ["30", "29", "lost"],
        ["31", "", "x"],
      ])
    let tree = RowTree(of: table, by: 1, key: .columns([0]))
    expectEqual(tree.parents, [nil, 0, 1, 0, nil, nil])
  }

  @Test("One column of the key names the parents")
  func keyOfSeveralColumns() {
    let table = TextTable(["HOST", "PID", "PPID"], [["a", "1", "0"], ["a", "2", "1"], ["b", "3", "2"]])
    expectEqual(RowTree(of: table, by: 2, key: .columns([0, 1])).parents, [nil, 0, 1])
    expectEqual(RowTree(of: table, by: 2, key: .line).parents, [nil, nil, nil])
  }

  /// Each folder has a path, so folders without a limit would need the square of the memory of the path.
  @Test("A path that is longer than systems allow is a root without folders", arguments: [4096, 4098])
  func longPaths(length: Int) {
    let table = TextTable(
      ["PATH", "N"], [["r/a", "1"], [String(repeating: "d/", count: length / 2 - 1) + "ab", "2"]])
    let tree = PathTree(of: table, by: 0)
    expectEqual(tree.folders.count, length > 4096 ? 1 : 2048)
    expectEqual(tree.parents[1] == nil, length > 4096)
  }

  @Test("In a cycle of ancestors the first row is a root")
  func cycles() {
    expectEqual(parents(["b", "c", "a"]), [nil, 2, 0])
    expectEqual(parents(["a"]), [nil], "its own parent")
    expectEqual(parents(["b", "b", "a"]), [1, nil, 0], "a row that is its own parent")
  }

  @Test("Every chain of parents ends for any names in the column") func termination() {
    var generator = SeededGenerator(seed: 8)
    for _ in 0..<200 {
      let count = generator.number(1..<9)
      let names = (0..<count).map { _ in String(UnicodeScalar(UInt8(97 + generator.number(0..<count)))) }
      let parents = parents(names)
      for start in 0..<count {
        var row: Int? = start
        var steps = 0
        while let current = row, steps <= count {
          row = parents[current]
          steps += 1
        }
        #expect(steps <= count, "\(names) \(parents)")
      }
    }
  }

  /// Returns the parents of the rows a, b, c … by these names.
  private func parents(_ names: [String]) -> [Int?] {
    let rows = names.enumerated().map { [String(UnicodeScalar(UInt8(97 + $0))), $1] }
    return RowTree(of: TextTable(["name", "parent"], rows), by: 1, key: .columns([0])).parents
  }
}
