import TestSupport
import Testing

@testable import ListKit

@Suite("Layout of screens") struct ScreenLayoutTests {
  @Test(
    "The areas of a screen cover every line once",
    arguments: 0...30, [(true, true), (true, false), (false, true), (false, false)])
  func coverage(_ lines: Int, _ has: (title: Bool, searchBar: Bool)) {
    let size = ScreenSize(columns: 80, lines: lines)
    let areas = ScreenLayout(size: size, hasTitle: has.title, hasSearchBar: has.searchBar)
    guard !areas.isTooSmall else {
      #expect(lines < 3)
      return
    }
    var taken = Array(areas.table.lines)
    taken += [areas.title, areas.searchBar, areas.status].compactMap(\.self)
    expectEqual(taken.sorted(), Array(0..<lines))
    expectEqual((areas.searchBar != nil), has.searchBar)
    expectEqual(areas.table.size.columns, 80)
  }

  @Test("If there are few lines, the title is omitted first, then the status") func priorities() {
    func areas(_ lines: Int) -> ScreenLayout {
      ScreenLayout(size: ScreenSize(columns: 20, lines: lines), hasTitle: true, hasSearchBar: true)
    }
    #expect(areas(8).title == 0 && areas(7).title == nil)
    #expect(areas(5).status == 4 && areas(3).status == nil)
    #expect(!areas(5).isTooSmall)
    expectEqual(areas(2).table.size.lines, 1)
    #expect(areas(1).isTooSmall)
  }

  @Test("A window needs at least 12 columns") func narrowWindows() {
    #expect(
      ScreenLayout(size: ScreenSize(columns: 11, lines: 24), hasTitle: true, hasSearchBar: true).isTooSmall)
    #expect(
      !ScreenLayout(size: ScreenSize(columns: 12, lines: 24), hasTitle: true, hasSearchBar: true).isTooSmall)
  }
}
