import Testing

@testable import ListKit

@Suite struct ScreenRoomsTests {
  @Test(arguments: 0...30, [(true, true), (true, false), (false, true), (false, false)])
  func roomsNeitherOverlapNorWaste(_ lines: Int, _ has: (title: Bool, searchBar: Bool)) {
    let size = Size(columns: 80, lines: lines)
    let rooms = ScreenRooms(size: size, hasTitle: has.title, hasSearchBar: has.searchBar)
    guard !rooms.isTooSmall else {
      #expect(lines < 3)
      return
    }
    var taken = Array(rooms.table.lines)
    taken += [rooms.title, rooms.searchBar, rooms.status].compactMap(\.self)
    #expect(taken.sorted() == Array(0..<lines))
    #expect((rooms.searchBar != nil) == has.searchBar)
    #expect(rooms.table.size.columns == 80)
  }

  @Test func theRowsComeFirst() {
    func rooms(_ lines: Int) -> ScreenRooms {
      ScreenRooms(size: Size(columns: 20, lines: lines), hasTitle: true, hasSearchBar: true)
    }
    #expect(rooms(8).title == 0 && rooms(7).title == nil)
    #expect(rooms(5).status == 4 && rooms(3).status == nil)
    #expect(!rooms(5).isTooSmall)
    #expect(rooms(2).table.size.lines == 1)
    #expect(rooms(1).isTooSmall)
  }

  @Test func narrowWindowsAreTooSmall() {
    #expect(ScreenRooms(size: Size(columns: 11, lines: 24), hasTitle: true, hasSearchBar: true).isTooSmall)
    #expect(!ScreenRooms(size: Size(columns: 12, lines: 24), hasTitle: true, hasSearchBar: true).isTooSmall)
  }
}
