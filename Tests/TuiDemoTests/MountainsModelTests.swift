import ListKit
import Testing

@testable import tui_demo

@Suite struct MountainsModelTests {
  private func model(_ query: String = "", flat: Bool = false) -> MountainsModel {
    MountainsModel(catalog: .embedded, query: query, isFlat: flat)
  }

  @Test func noQueryShowsEverythingOnce() {
    let model = model()
    let items = model.outlines(opening: nil).flatMap(\.outline.items)
    let mountains = items.filter { if case .mountain = $0 { true } else { false } }
    #expect(mountains.count == model.catalog.mountains.count)
    #expect(Set(items).count == items.count)
    #expect(model.flatItems.count == model.catalog.mountains.count)
  }

  @Test(arguments: ["", "alps", "mont", "zzz", "a"])
  func theFlatListShowsWhatMatches(_ query: String) {
    var model = model(query)
    #expect(model.flatList().itemIdentifiers == model.flatItems)
    let found = Set(model.flatItems)
    let outlined = model.outlines(opening: nil).flatMap(\.outline.items)
    #expect(outlined.count { if case .mountain = $0 { true } else { false } } == found.count)
    #expect(found.isSubset(of: outlined))
  }

  @Test func highestComesFirstEverywhere() {
    let model = model()
    #expect(model.outlines(opening: nil).first?.section == .continent(.asia))
    #expect(model.flatItems.first == .mountain(id: "Mount Everest"))
    let heights = model.flatItems.compactMap { item -> Int? in
      guard case .mountain(let id) = item else { return nil }
      return model.mountain(id)?.height
    }
    #expect(heights == heights.sorted(by: >))
  }

  @Test(arguments: ["karakoram", "KARAKORAM", "karak pakistan", "pakistan karak"])
  func filterKeepsTheRangesOfWhatItKeeps(_ query: String) {
    let outlines = model(query).outlines(opening: [])
    #expect(outlines.map(\.section) == [.continent(.asia)])
    let outline = outlines[0].outline
    #expect(outline.contains(.mountain(id: "K2")))
    #expect(outline.parent(of: .mountain(id: "K2")).map(outline.isExpanded) == true)
    #expect(outline.rootItems.allSatisfy { !outline.isLeaf($0) })
  }

  @Test func searchingStepByStepFindsWhatSearchingAtOnceFinds() {
    for query in ["alps swit", "mont", "aconcagua", "ağrı", "富士", "zzz", "a e i"] {
      var typed = model()
      for end in query.indices { typed.search(String(query[...end])) }
      #expect(typed.matches == model(query).matches)
      for count in stride(from: query.count, through: 0, by: -1) { typed.search(String(query.prefix(count))) }
      #expect(typed.countText == model().countText)
    }
  }

  @Test func bestMatchBeginsWithTheQuery() {
    #expect(model("everest").bestMatch == .mountain(id: "Mount Everest"))
    #expect(model("denali").bestMatch == .mountain(id: "Denali"))
    #expect(model("k").bestMatch == .mountain(id: "K2"))
    #expect(model().bestMatch == nil)
  }

  @Test func plainLinesAreTheListWithTabs() {
    let lines = model("k2").plainLines
    #expect(lines.contains { $0.hasPrefix("K2\t") && $0.split(separator: "\t").contains("8611") })
    #expect(lines.allSatisfy { $0.split(separator: "\t", omittingEmptySubsequences: false).count == 7 })
    #expect(model("nothing like it").plainLines.isEmpty)
  }
}
