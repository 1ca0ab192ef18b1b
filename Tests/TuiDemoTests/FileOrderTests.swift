import Testing

@testable import tui_demo

@Suite struct FileOrderTests {
  private func sorted(_ names: [String], _ arrangement: FileArrangement = FileArrangement()) -> [String] {
    let facts = names.map { name in
      FileFacts(name: FileName(name), kind: name.hasSuffix("/") ? .directory : .file)
    }
    return shown(facts, arrangement)
  }

  private func shown(_ facts: [FileFacts], _ arrangement: FileArrangement) -> [String] {
    let folder = Folder(number: 0, facts)
    let listing = arrangement.listing(of: folder)
    #expect(listing.directories.allSatisfy { folder[$0]?.isDirectory == true })
    #expect(listing.others.allSatisfy { folder[$0]?.isDirectory == false })
    return (listing.directories + listing.others).compactMap { folder[$0]?.name.text }
  }

  private func file(_ name: String, size: Int64, time: Int64, _ kind: FileFacts.Kind = .file) -> FileFacts {
    let status = FileFacts.Status(
      mode: 0o644, size: size, owner: 0, group: 0, modified: FileFacts.Moment(seconds: time), inode: 1)
    return FileFacts(name: FileName(name), kind: kind, status: status)
  }

  @Test func numbersCountAndCaseDoesNot() {
    #expect(
      sorted(["img10", "img9", "Img1", "img01", "img", "b", "A", "10", "9", "a10b2", "a10b10", "É", "é"])
        == ["9", "10", "A", "a10b2", "a10b10", "b", "img", "Img1", "img01", "img9", "img10", "É", "é"])
  }

  @Test func longNumbersAndZerosHaveTheirPlace() {
    let long = "1" + String(repeating: "0", count: 200)
    #expect(sorted([long, "99", "0", "00", "000a", "1"]) == ["0", "00", "000a", "1", "99", long])
  }

  @Test func directoriesComeFirst() {
    #expect(sorted(["a", "b/", "c", "A/"]) == ["A/", "b/", "a", "c"])
  }

  @Test func hiddenFilesAreShownWhenAskedFor() {
    #expect(sorted([".b", "a", ".c/"]) == ["a"])
    #expect(sorted([".b", "a", ".c/"], FileArrangement(showsHidden: true)) == [".c/", ".b", "a"])
  }

  @Test func theLargestOrNewestComeFirstAndNamesDecideBetweenEquals() {
    let facts = [
      file("small", size: 1, time: 30), file("b", size: 9, time: 20), file("a", size: 9, time: 20),
      file("link", size: 99, time: 40, .link), file("z", size: 0, time: 1, .directory),
      file("y", size: 4096, time: 2, .directory), FileFacts(name: FileName("mystery"), kind: .unknown),
    ]
    #expect(
      shown(facts, FileArrangement(key: .size)) == ["y", "z", "a", "b", "small", "link", "mystery"])
    #expect(
      shown(facts, FileArrangement(key: .time)) == ["y", "z", "link", "small", "a", "b", "mystery"])
  }

  @Test func theOrderIsTotal() {
    let names = ["", "a", "A", "a1", "a01", "a001", "a1b", "1", "01", "é", "E", "\u{1F600}", "z9", "z10"]
    let orders = names.map { NaturalOrder(FileName($0)) }
    for first in orders {
      for second in orders {
        #expect([first < second, first == second, first > second].count { $0 } == 1)
        for third in orders where first < second && second < third { #expect(first < third) }
      }
    }
  }
}
