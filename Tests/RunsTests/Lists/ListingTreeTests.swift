import ListData
import ListKit
import RunsTesting
import TestSupport
import Testing

@testable import Rows
@testable import Runs

@Suite("The trees of a listing: their totals, filters, paths and groups") struct ListingTreeTests {
  private var generator = SeededGenerator(seed: 44)

  /// Returns rows `id,parent,size,state` in random order, some with parents that do not exist.
  private mutating func family() -> [(id: Int, parent: Int, size: Int, state: String)] {
    (1...Int.random(in: 1...12, using: &generator)).map { id in
      (
        id, Int.random(in: 0..<id, using: &generator), Int.random(in: -9...99, using: &generator),
        ["on", "off"][Int.random(in: 0...1, using: &generator)]
      )
    }.shuffled(using: &generator)
  }

  private func listing(_ text: String, key: String = "id", _ arrange: (inout Arrangement) -> Void) throws
    -> Listing
  {
    var runs = RunMaker(key: KeyOption(argument: key), format: .csv)
    return try listing(runs.next(text), arrange)
  }

  private func listing(_ run: Run, _ arrange: (inout Arrangement) -> Void) throws -> Listing {
    var arrangement = Arrangement()
    arrange(&arrangement)
    return Listing(run, comparison: nil, arrangement, now: 0)
  }

  /// Returns the names of the items of a tree, each below its parent: `src/(a.c lib/(b.c))`.
  private func drawing(_ listing: Listing, visibleOnly: Bool = false) -> String {
    guard let tree = listing.tree,
      let column = listing.drawnColumn ?? listing.arrangement.structure.columns.first
    else { return "" }
    let shown = Set(visibleOnly ? tree.visibleItems : tree.items)
    func text(_ item: Int) -> String {
      let name =
        listing.heading(of: item)?.name
        ?? listing.row(of: item).map { row in
          let cell = listing.nameCell(of: item, row, listing.run.table.exactCell(row, column))
          return String(decoding: listing.run.table.bytes[cell], as: UTF8.self)
        } ?? "?"
      let below = tree.children(of: item).filter(shown.contains).map(text).joined(separator: " ")
      return below.isEmpty ? name : "\(name)(\(below))"
    }
    return tree.rootItems.map(text).joined(separator: " ")
  }

  @Test(
    "Each parent has the total of the matching rows of its subtree, and siblings are in the order of theirs")
  mutating func subtreeTotals() throws {
    for round in 0..<300 {
      let rows = family()
      let kind = ColumnTotal.Kind.allCases[round % ColumnTotal.Kind.allCases.count]
      let query = round % 3 == 0 ? "state:=on" : ""
      let text = "id,parent,size,state\n" + rows.map { "\($0),\($1),\($2),\($3)\n" }.joined()
      let isDescending = round % 2 == 0
      let listing = try listing(text) {
        $0.structure = .tree(column: 1)
        $0.totals = [2: kind]
        $0.query = query
        $0.sorts = [Arrangement.Sort(column: 2, isDescending: isDescending)]
      }
      let tree = try #require(listing.tree)
      func total(_ item: Int) throws -> ColumnTotal {
        let below = tree.snapshot(of: item, includingParent: true).items.compactMap(listing.row)
        let counted = below.filter { query.isEmpty || rows[$0].state == "on" }.sorted()
        return ColumnTotal(kind, of: 2, in: listing.run.table, counted, now: 0)
      }
      for item in tree.items {
        let found = listing.subtreeTotal(of: item, 2)
        if tree.isLeaf(item) {
          expectEqual(found, nil)
        } else {
          try expectEqual(found?.text, total(item).text)
        }
        let values = try tree.children(of: item).map { try total($0).value }
        let present = values.compactMap(\.self)
        // Rows without a value come last.
        expectEqual(Array(values.prefix(present.count)), present.map(Optional.some))
        expectEqual(present, isDescending ? present.sorted(by: >) : present.sorted())
      }
    }
  }

  @Test("The shares of the matching rows of a group, and of all rows, add up to 100 %; those of groups too")
  mutating func sharesOfGroups() throws {
    for round in 0..<200 {
      let rows = family().map { (id: $0.id, parent: $0.parent, size: abs($0.size) + 1, state: $0.state) }
      let text = "id,parent,size,state\n" + rows.map { "\($0),\($1),\($2),\($3)\n" }.joined()
      let kind: ColumnTotal.Kind = round % 2 == 0 ? .share : .groupShare
      let listing = try listing(text) {
        $0.structure = round % 3 == 0 ? .flat : .groups(columns: [3])
        $0.totals = [2: kind]
        $0.query = round % 5 == 0 ? "id:>3" : ""
      }
      for (place, section) in listing.sections.enumerated() where !section.items.isEmpty {
        let shares = try section.items.map { try #require(listing.share(of: $0, 2)) }
        let group = listing.totals.groups.isEmpty ? listing.totals.all : listing.totals.groups[place]
        let whole = kind == .share ? listing.totals.all : group
        let expected = try #require(RowTotals.percentage(group[2]?.value, of: whole[2]?.value))
        #expect(abs(shares.reduce(0, +) - expected) < 1e-9)
        if kind == .groupShare { expectEqual(expected, 100) }
      }
    }
  }

  @Test("A row of a tree has its share of all rows, or of the row above it, with what is below both")
  mutating func sharesOfTrees() throws {
    for round in 0..<200 {
      let rows = family()
      let text = "id,parent,size,state\n" + rows.map { "\($0),\($1),\($2),\($3)\n" }.joined()
      let kind: ColumnTotal.Kind = round % 2 == 0 ? .share : .groupShare
      let listing = try listing(text) {
        $0.structure = .tree(column: 1)
        $0.totals = [2: kind]
      }
      let tree = try #require(listing.tree)
      func sum(_ items: [Int]) -> Double {
        items.compactMap(listing.row).reduce(0) { $0 + Double(rows[$1].size) }
      }
      for item in tree.items {
        let above = tree.parent(of: item).map { tree.snapshot(of: $0, includingParent: true).items }
        let whole = kind == .share ? sum(tree.items) : sum(above ?? tree.items)
        let part = sum(tree.snapshot(of: item, includingParent: true).items)
        expectEqual(listing.share(of: item, 2), whole == 0 ? nil : part / whole * 100)
      }
    }
  }

  @Test("The folders of du have their share of the folder above, without being counted twice")
  func sharesOfFolders()
    throws
  {
    var runs = RunMaker(format: .tsv)
    let run = try runs.next("60\t./a/b\n20\t./a/c\n80\t./a\n20\t./d\n100\t.\n")
    let listing = try listing(run) {
      $0.structure = .paths(column: 1)
      $0.totals = [0: .groupShare]
    }
    let shares = listing.items.map { item in
      let row = listing.row(of: item).map { listing.run.table.text($0, 1) } ?? "?"
      return "\(row) \(listing.share(of: item, 0)?.percentText ?? "-")"
    }
    expectEqual(Set(shares), [". 100.0%", "./a 80.0%", "./a/b 75.0%", "./a/c 25.0%", "./d 20.0%"])
  }

  @Test("A filter shows the matches and their ancestors, and below a match what it hides, closed")
  mutating func filter() throws {
    for _ in 0..<300 {
      let rows = family()
      let text = "id,parent,size,state\n" + rows.map { "\($0),\($1),\($2),\($3)\n" }.joined()
      let listing = try listing(text) {
        $0.structure = .tree(column: 1)
        $0.query = "state:=on"
      }
      let tree = try #require(listing.tree)
      func ancestors(_ row: Int) -> [Int] {
        guard let parent = rows.firstIndex(where: { $0.id == rows[row].parent }) else { return [] }
        return [parent] + ancestors(parent)
      }
      let matches = rows.indices.filter { rows[$0].state == "on" }
      let shown = Set(matches + matches.flatMap(ancestors))
      if matches.count == rows.count { continue }
      expectEqual(Set(tree.visibleItems.compactMap(listing.row)), shown)
      expectEqual(Set(listing.rowNumbers), shown)
      let isAbove = Set(matches.flatMap(ancestors))
      let below = rows.indices.filter { row in
        ancestors(row).first { shown.contains($0) }.map { !isAbove.contains($0) } ?? false
      }
      expectEqual(Set(tree.items.compactMap(listing.row)), shown.union(below))
      expectEqual(listing.count, matches.count)
    }
  }

  @Test("A query opens what is above its matches, and without it the tree is open as before") func expansion()
    throws
  {
    var runs = RunMaker(format: .aligned)
    let processes = try runs.next(Tables.processes)
    func change(_ query: String, from former: ListingChange?, open: Listing.Outline?) -> ListingChange {
      var arrangement = Arrangement()
      arrangement.structure = .tree(column: 1)
      arrangement.query = query
      return ListingChange(
        to: Listing(processes, comparison: nil, arrangement, now: 0), from: former?.listing, open: open)
    }
    func outline(_ change: ListingChange) throws -> Listing.Outline {
      guard case .outlines(let outlines) = change.content else { throw Missing() }
      return outlines[0].outline
    }
    let whole = change("", from: nil, open: nil)
    var closed = try outline(whole)
    closed.collapse([closed.items[1]])
    expectEqual(closed.visibleItems.count, 3)
    let found = change("vim", from: whole, open: closed)
    try expectEqual(outline(found).visibleItems.count, 4)
    let narrowed = change("vi", from: found, open: try outline(found))
    let again = change("", from: narrowed, open: try outline(narrowed))
    try expectEqual(outline(again).visibleItems, closed.visibleItems)
  }

  private struct Missing: Error {}

  @Test("A tree of paths has each path below its folder, whether a row names the folder or not")
  mutating func paths() throws {
    for round in 0..<300 {
      let all = Set(
        (0..<Int.random(in: 1...8, using: &generator)).map { _ in
          (0..<Int.random(in: 1...4, using: &generator)).map { _ in
            ["a", "b", "src"].randomElement(using: &generator) ?? ""
          }.joined(separator: "/")
        })
      let paths = all.map { (round % 4 == 0 ? "/" : "") + $0 }.sorted().shuffled(using: &generator)
      let listing = try listing("size,path\n" + paths.map { "1,\($0)\n" }.joined(), key: "path") {
        $0.structure = .paths(column: 1)
        $0.totals = [0: .sum]
      }
      let tree = try #require(listing.tree)
      func path(_ item: Int) -> String {
        listing.row(of: item).map { paths[$0] } ?? listing.heading(of: item)?.key.first.map {
          String(decoding: $0, as: UTF8.self)
        } ?? ""
      }
      expectEqual(tree.items.compactMap(listing.row).sorted(), Array(paths.indices))
      expectEqual(Set(tree.items.map(path)).count, tree.items.count)
      for item in tree.items {
        let folder = path(item).split(separator: "/").dropLast().joined(separator: "/")
        if let parent = tree.parent(of: item) {
          expectEqual(path(parent).split(separator: "/").joined(separator: "/"), folder)
        } else {
          #expect(folder.isEmpty || tree.rootItems.count == 1)
        }
        if let heading = listing.heading(of: item) {
          let inside = paths.filter { $0.hasPrefix(path(item) == "/" ? "/" : path(item) + "/") }
          expectEqual(heading.count, inside.count)
          expectEqual(listing.subtreeTotal(of: item, 0)?.text, "\(inside.count)")
          #expect(
            tree.parent(of: item) != nil || tree.children(of: item).count > 1 || tree.rootItems.count > 1)
        }
      }
    }
  }

  @Test("Names in a tree of paths leave out the parents, and folders are closed, except for a single root")
  func names() throws {
    func listing(_ paths: String) throws -> Listing {
      try self.listing(
        "size,path\n" + paths.split(separator: " ").map { "1,\($0)\n" }.joined(), key: "path"
      ) { $0.structure = .paths(column: 1) }
    }
    let files = try listing("README src/lib/b.c src/a.c src/lib/ x/y")
    expectEqual(drawing(files), "README src/(a.c lib/(b.c)) x/(y)")
    expectEqual(drawing(files, visibleOnly: true), "README src/ x/")
    let usage = try listing("./a/b ./a ./c .")
    expectEqual(drawing(usage, visibleOnly: true), ".(a c)")
    let absolute = try listing("/usr/lib/a /usr/lib/b/c")
    expectEqual(drawing(absolute), "/usr/lib/(a b/(c))")
  }

  @Test("The tree that ps draws is an outline with plain command names") func drawnTree() throws {
    var runs = RunMaker()
    let run = try runs.next(
      """
          PID TTY      STAT   TIME COMMAND
          812 ?        Ss     0:00 sshd -D
         4100 ?        Ss     0:01  \\_ sshd: ann
         4121 pts/0    Ss     0:00      \\_ -bash
         5012 pts/0    R+     0:00          \\_ ps axf
          900 ?        Ss     0:02 cron

      """)
    try expectEqual(drawing(listing(run) { _ in }), "sshd -D(sshd: ann(-bash(ps axf))) cron")
    try expectEqual(listing(run) { $0.structure = .flat }.tree == nil, true)
  }

  @Test("Only the output of du opens as a tree of its paths, the largest first") func diskUsage() throws {
    func structure(_ text: String, isComplete: Bool = true) throws -> Arrangement? {
      var runs = RunMaker()
      let run = try isComplete ? runs.next(text) : runs.grow(to: text)
      var startup = StartupArrangement(ArrangementOptions(), canGrow: !isComplete)
      return try startup.arrangement(for: run, instead: Arrangement())
    }
    let usage = "4\t./a/b\n8\t./a/c\n16\t./a\n12\t./d\n32\t.\n"
    let wanted = try #require(try structure(usage))
    expectEqual(wanted.structure, .paths(column: 1))
    expectEqual(wanted.sorts, [Arrangement.Sort(column: 0, isDescending: true)])
    try expectEqual(structure("4.0K\t/x/a\n8.0K\t/x\n")?.structure, .paths(column: 1))
    // The folders that are still to come are not missed.
    let part = usage.split(separator: "\n").prefix(3).map { $0 + "\n" }.joined()
    try expectEqual(structure(part, isComplete: false)?.structure, .paths(column: 1))
    for text in [
      "4\t./a/b\n8\t./a/c\n12\t./d\n32\t.\n", "32\t.\n16\t./a\n4\t./a/b\n", "3\tsrc/a\n5\tsrc/b\n8\ttotal\n",
      "size\tpath\n4\t./a\n8\t.\n", "3\tsrc/a\n5\tsrc/b\n",
    ] {
      try expectEqual(structure(text), nil, "\(text)")
    }
  }

  @Test("A sum of the output of du counts each file once: the outermost of the matching rows")
  func sumOfDiskUsage() throws {
    var runs = RunMaker()
    let run = try runs.next("4\t./a/b\n8\t./a/c\n16\t./a\n12\t./d\n32\t.\n")
    for (query, sum) in [("", "32"), ("2:./", "28"), ("b|d", "16")] {
      let listing = try listing(run) {
        $0.structure = .paths(column: 1)
        $0.totals = [0: .sum]
        $0.query = query
      }
      expectEqual(listing.totals.all[0]?.text, sum, "\(query)")
      // Each folder has its own value.
      #expect(listing.totals.subtrees.isEmpty)
    }
  }

  @Test("Groups in groups have the order of their values, and the numbers and totals of their rows")
  mutating func groups() throws {
    for round in 0..<200 {
      let rows = (0..<Int.random(in: 1...14, using: &generator)).map { _ in
        (0..<3).map { _ in Int.random(in: 0...2, using: &generator) }
      }
      let text = "id,a,b,c\n" + rows.enumerated().map { "\($0),\($1[0]),\($1[1]),\($1[2])\n" }.joined()
      let columns = round % 2 == 0 ? [1, 2] : [3, 1, 2]
      let listing = try listing(text) {
        $0.structure = .groups(columns: columns)
        $0.totals = [0: .sum]
        $0.startsClosed = round % 3 == 0
      }
      let tree = try #require(listing.tree)
      func values(_ row: Int) -> [Int] { columns.map { rows[row][$0 - 1] } }
      let sorted = rows.indices.sorted { one, other in
        values(one) == values(other)
          ? one < other : values(one).lexicographicallyPrecedes(values(other))
      }
      expectEqual(listing.rowNumbers, sorted)
      expectEqual(
        tree.items.count { listing.heading(of: $0) != nil },
        Set(
          columns.indices.flatMap { level in
            rows.indices.map { values($0).prefix(level + 1) }
          }
        ).count)
      for item in tree.items {
        guard let heading = listing.heading(of: item) else {
          expectEqual(tree.level(of: item), columns.count)
          continue
        }
        let key = heading.key.compactMap { Int(String(decoding: $0, as: UTF8.self)) }
        let inside = rows.indices.filter { values($0).starts(with: key) }
        expectEqual(tree.level(of: item), key.count - 1)
        expectEqual(heading.count, inside.count)
        expectEqual(listing.subtreeTotal(of: item, 0)?.text, "\(inside.reduce(0, +))")
      }
      let roots = tree.rootItems.count
      expectEqual(
        tree.visibleItems.count,
        round % 3 > 0 ? tree.items.count : roots == 1 ? 1 + tree.children(of: tree.rootItems[0]).count : roots
      )
    }
  }

  @Test("A folder or group keeps its identity from run to run") func identities() throws {
    var runs = RunMaker(key: KeyOption(argument: "id"), format: .csv)
    let texts = ["id,a,b\n1,x,u\n2,y,u\n", "id,a,b\n3,w,u\n2,y,u\n1,x,v\n"]
    let trees = try texts.map { text in
      let listing = try listing(try runs.next(text)) { $0.structure = .groups(columns: [1, 2]) }
      let tree = try #require(listing.tree)
      return Dictionary(
        uniqueKeysWithValues: tree.items.compactMap { item in
          listing.heading(of: item).map { ($0.key, item) }
        })
    }
    for (key, item) in trees[0] where trees[1][key] != nil { expectEqual(trees[1][key], item) }
    expectEqual(trees[0].keys.count { trees[1][$0] != nil }, 3)
    #expect(trees.allSatisfy { $0.values.allSatisfy { $0 < 0 } })
  }

  @Test("A second b nests groups, and b on one of their columns removes it") func toggling() {
    var arrangement = Arrangement()
    arrangement.toggleGroup(by: 2)
    arrangement.toggleGroup(by: 0)
    expectEqual(arrangement.structure, .groups(columns: [2, 0]))
    arrangement.toggleGroup(by: 2)
    expectEqual(arrangement.structure, .groups(columns: [0]))
    arrangement.toggleGroup(by: 0)
    expectEqual(arrangement.structure, .natural)
  }
}
