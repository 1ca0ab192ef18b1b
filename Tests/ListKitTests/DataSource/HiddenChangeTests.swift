#if DEBUG
  import ListKitTesting
  import TestSupport
  import Testing

  @testable import ListKit

  /// The notice of debug builds about content that changed behind an equal identity.
  @Suite("Hidden changes of content") struct HiddenChangeTests {
    struct Owner: Hashable, Sendable {
      var name = "Ada"
      var tags: Set<String> = ["a", "b"]
    }

    enum State: Hashable, Sendable { case open, closed(Int) }

    struct Item: Hashable, Sendable {
      let id: Int
      var title = "one"
      var owner = Owner()
      var state = State.open
      var notes: [String]? = ["x"]

      static func == (one: Self, other: Self) -> Bool { one.id == other.id }
      func hash(into hasher: inout Hasher) { hasher.combine(id) }
    }

    @Test("The first property that differs is named") func properties() {
      let item = Item(id: 1)
      func name(_ change: (inout Item) -> Void) -> String? {
        var changed = item
        change(&changed)
        return HiddenChange.property(of: item, differingIn: changed)
      }
      expectEqual(name { _ in }, nil)
      expectEqual(name { $0.title = "two" }, "title")
      expectEqual(name { $0.owner.name = "Bob" }, "owner.name")
      expectEqual(name { $0.owner.tags = ["b", "a"] }, nil)
      expectEqual(name { $0.owner.tags = ["b"] }, "owner.tags")
      expectEqual(name { $0.state = .closed(1) }, "state")
      expectEqual(name { $0.notes = nil }, "notes")
      expectEqual(name { $0.notes = ["y"] }, "notes.some")
      expectEqual(HiddenChange.property(of: 1, differingIn: 1), nil)
    }

    @MainActor
    private static func screen() -> (
      TestScreen<TableViewController>, TableViewDiffableDataSource<Int, Item>
    ) {
      let controller = TableViewController()
      let dataSource = TableViewDiffableDataSource<Int, Item>(tableView: controller.tableView) {
        ListContentConfiguration(text: $0.title)
      }
      dataSource.apply(DiffableDataSourceSnapshot([(0, [Item(id: 1), Item(id: 2)])]))
      let screen = TestScreen(controller, columns: 40, lines: 8)
      _ = screen.frame
      return (screen, dataSource)
    }

    @Test("A changed property behind an equal identity is said once per type") func notice() async throws {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        @MainActor in
        let (screen, dataSource) = Self.screen()
        for title in ["two", "three"] {
          dataSource.apply(DiffableDataSourceSnapshot([(0, [Item(id: 1), Item(id: 2, title: title)])]))
          _ = screen.frame
        }
      }
      let said = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      expectEqual(said.split(separator: "\n").filter { $0.hasPrefix("ListKit:") }.count, 1)
      #expect(said.contains("'title' of an applied Item") && said.contains("contentEqual"))
    }

    @Test("Nothing is said with contentEqual, for marked items, or if no property differs") func silence()
      async throws
    {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        @MainActor in
        let (screen, dataSource) = Self.screen()
        dataSource.apply(DiffableDataSourceSnapshot([(0, [Item(id: 2), Item(id: 1)])]))
        _ = screen.frame
        var marked = DiffableDataSourceSnapshot([(0, [Item(id: 1), Item(id: 2, title: "two")])])
        marked.reconfigureItems([Item(id: 2)])
        dataSource.apply(marked)
        _ = screen.frame
        dataSource.contentEqual = { $0.title == $1.title }
        dataSource.apply(DiffableDataSourceSnapshot([(0, [Item(id: 1), Item(id: 2, title: "three")])]))
        _ = screen.frame
      }
      let said = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(!said.contains("ListKit:"), "\(said)")
    }
  }
#endif
