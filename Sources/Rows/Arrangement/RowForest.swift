import ListData

/// The rows of a tree: those that match, their ancestors, and below a match the rows that the query hides.
///
/// Its nodes are rows of the table, and headings: folders that no row names, and groups. Headings have the numbers
/// from the number of rows on.
package struct RowForest: Sendable {
  /// A node that is no row of the table.
  package struct Heading: Sendable {
    /// What identifies it: the path of a folder, the values of a group and those around it.
    package let key: [[UInt8]]
    package let name: String
    /// The number of rows below it.
    package fileprivate(set) var count = 0
  }

  /// The parents of all nodes of a table.
  struct Links {
    /// The parent of each row and, behind the rows, of each heading; nil for roots.
    var parents: [Int?]
    var headings: [Heading] = []

    /// The links in a tree without headings.
    init(_ parents: [Int?]) { self.parents = parents }

    init(pathsIn column: Int, of table: TextTable) {
      let tree = PathTree(of: table, by: column)
      parents = tree.parents
      headings = tree.folders.indices.map { folder in
        Heading(key: [tree.folders[folder]], name: tree.name(ofFolder: folder))
      }
    }

    /// The links of groups in groups.
    ///
    /// - Parameter rows: the rows, those of each group next to each other.
    init(groupsOf rows: [Int], by columns: [Int], of table: TextTable) {
      parents = Array(repeating: nil, count: table.rowCount)
      var groups: [Int?] = []
      var path: [[UInt8]] = []
      var open: [Int] = []
      for row in rows {
        let values = columns.map { table.valueBytes(row, $0) }
        let same = zip(path, values).prefix { $0 == $1 }.count
        open.removeSubrange(same...)
        for (level, value) in values.enumerated().dropFirst(same) {
          let name = value.isEmpty ? "–" : String(decoding: value, as: UTF8.self)
          groups.append(open.last)
          open.append(table.rowCount + headings.count)
          headings.append(Heading(key: Array(values[...level]), name: name))
        }
        path = values
        parents[row] = open.last
      }
      parents += groups
    }
  }

  private(set) var roots: [Int] = []
  private(set) var children: [[Int]]
  package private(set) var headings: [Heading]
  /// Whether only a part of the rows matches.
  let isFiltered: Bool
  /// For each node, whether a row below it matches.
  private var isAboveMatch: [Bool]

  /// - Parameters:
  ///   - links: the parents of all rows of the table.
  ///   - rows: the available rows. A parent that is not among them is replaced by its own parent.
  ///   - matching: the available rows that match.
  ///   - sorted: sorts rows. A heading is at the position of the first row below it.
  init(_ links: Links, of rows: [Int], matching: [Int], _ sorted: ([Int]) -> [Int]) {
    let (parents, firstHeading) = (links.parents, links.parents.count - links.headings.count)
    headings = links.headings
    isFiltered = matching.count < rows.count
    children = Array(repeating: [], count: parents.count)
    isAboveMatch = Array(repeating: false, count: parents.count)
    var isThere = isAboveMatch
    for row in rows { isThere[row] = true }
    for heading in firstHeading..<parents.count { isThere[heading] = true }
    func parent(of node: Int) -> Int? {
      var next = parents[node]
      while let row = next, !isThere[row] { next = parents[row] }
      return next
    }
    var isShown = isThere
    if isFiltered {
      isShown = isAboveMatch
      for row in matching {
        isShown[row] = true
        var next = parent(of: row)
        while let node = next, !isAboveMatch[node] {
          (isAboveMatch[node], isShown[node]) = (true, true)
          next = parent(of: node)
        }
      }
      // Below a match without matches below it, the rest is there once the match is opened.
      var isSeen = isShown
      for row in rows where !isSeen[row] {
        var way = [row]
        var top = parent(of: row)
        while let node = top, !isSeen[node] {
          way.append(node)
          top = parent(of: node)
        }
        let isBelowMatch = top.map { isShown[$0] && !isAboveMatch[$0] } ?? false
        for node in way { (isSeen[node], isShown[node]) = (true, isBelowMatch) }
      }
    }
    for row in sorted(rows.filter { isShown[$0] }) {
      var node = row
      var isPlaced = false
      while let parent = parent(of: node) {
        if !isPlaced {
          isPlaced = parent < firstHeading || !children[parent].isEmpty
          children[parent].append(node)
        } else if headings.isEmpty {
          break
        }
        if parent >= firstHeading { headings[parent - firstHeading].count += 1 }
        node = parent
      }
      if !isPlaced { roots.append(node) }
    }
  }

  /// Returns the nodes and their levels in depth-first order: parents before their children, and these before the
  /// next parent.
  ///
  /// - Parameter matchesOnly: whether to leave out the rows that the query hides.
  func walk(matchesOnly: Bool = false) -> (nodes: [Int], depths: [Int]) {
    var (nodes, depths): ([Int], [Int]) = ([], [])
    var waiting = roots.reversed().map { (node: $0, depth: 0) }
    while let (node, depth) = waiting.popLast() {
      nodes.append(node)
      depths.append(depth)
      if matchesOnly, isFiltered, !isAboveMatch[node] { continue }
      waiting += children[node].reversed().lazy.map { ($0, depth + 1) }
    }
    return (nodes, depths)
  }

  /// The rows that match and their ancestors, in depth-first order.
  package var inOrder: [Int] {
    walk(matchesOnly: true).nodes.filter { $0 < children.count - headings.count }
  }

  /// The headings with their nodes, in depth-first order.
  package var headingsInOrder: [(node: Int, heading: Heading)] {
    let first = children.count - headings.count
    return walk().nodes.filter { $0 >= first }.map { ($0, headings[$0 - first]) }
  }

  /// Returns those of some rows that are below none of the others.
  func outermost(of rows: [Int]) -> [Int] {
    var isWanted = [Bool](repeating: false, count: children.count)
    for row in rows { isWanted[row] = true }
    var (found, waiting): ([Int], [Int]) = ([], roots)
    while let node = waiting.popLast() {
      if isWanted[node] { found.append(node) } else { waiting += children[node] }
    }
    return found
  }

  /// Returns the nodes that are open at first: while a query applies, those above a match.
  ///
  /// - Parameter isClosed: whether the tree is closed at first, except for a single root.
  func openNodes(isClosed: Bool) -> [Int] {
    if isFiltered { return isAboveMatch.indices.filter { isAboveMatch[$0] } }
    return isClosed ? (roots.count == 1 ? roots : []) : walk().nodes
  }

  /// Sorts siblings by a value of each node. Those without a value come last.
  mutating func sortSiblings(by values: [Double?], descending: Bool) {
    func sorted(_ nodes: [Int]) -> [Int] {
      RowTotals.order(of: nodes.map { values[$0] }, descending: descending).map { nodes[$0] }
    }
    roots = sorted(roots)
    for node in children.indices where children[node].count > 1 { children[node] = sorted(children[node]) }
  }
}
