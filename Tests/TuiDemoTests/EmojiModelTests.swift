import ListKit
import SeededRandom
import Testing

@testable import tui_demo

@Suite struct EmojiModelTests {
  private func model(seed: UInt64 = 1) throws -> EmojiModel {
    EmojiModel(catalog: try .embedded(), generator: SeededGenerator(seed: seed))
  }

  @Test func aSeedRepeatsStarsAndRecents() throws {
    let (one, same, other) = (try model(), try model(), try model(seed: 2))
    #expect(one.starred.count == 5 && one.recents.count == 8)
    #expect(one.starred == same.starred && one.recents == same.recents)
    #expect(one.starred != other.starred)
  }

  @Test func starsGoOnAndOff() throws {
    var model = try model()
    let before = model.starred
    model.toggleStar(of: 7)
    #expect(model.starred == before.symmetricDifference([7]))
    model.toggleStar(of: 7)
    #expect(model.starred == before)
  }

  @Test func recentsAreFewAndEachOnce() throws {
    var model = try model()
    for id in 0..<30 { model.noteOpening(of: id) }
    model.noteOpening(of: 25)
    #expect(model.recents.count == EmojiModel.recentLimit)
    #expect(model.recents.starts(with: [25, 29, 28, 27, 26, 24]))
    #expect(Set(model.recents).count == model.recents.count)
  }

  @Test func aQueryLeavesWhatMatches() throws {
    var model = try model()
    #expect(model.matches.isFull && model.matches.bound == 3655)
    model.search("kangaroo")
    #expect(model.matches.map { model.emoji($0).sequence } == ["🦘"])
    model.search("cat")
    #expect(!model.matches.isEmpty)
    for id in model.matches {
      #expect((model.emoji(id).name + model.emoji(id).subgroup).lowercased().contains("cat"))
    }
    model.search("no such emoji")
    #expect(model.matches.isEmpty)
  }

  @Test func plainLinesHaveFourFields() throws {
    let lines = try model().plainLines
    #expect(lines.count == 3655)
    #expect(lines[0] == "😀\tgrinning face\tSmileys & Emotion\tface-smiling")
    #expect(lines.allSatisfy { $0.split(separator: "\t").count == 4 })
  }
}
