import ListKit
import ListSearch
import SeededRandom
import Testing

@testable import tui_demo

/// What a query shows of all files, while directories are read, change and go, and the order changes.
@Suite struct FileCatalogTests {
  private static let names = ["a", "ab", "b", "ba", ".a", "a1", "a2", "dir a/", "dir b/", "c/", ".d/", "b/"]
  private static let queries = ["", "", "a", "b", "dir", "dir a", "1", "none"]

  @Test(arguments: 0..<30 as Range<UInt64>)
  func aPartOfAllIsWhatAQueryFinds(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    var tree = FileTree(path: FileName("/top"))
    var (arrangement, outline, catalog) = (FileArrangement(), FileOutline(), FileCatalog?.none)
    var query = ""
    for _ in 0..<80 {
      var numbers: Set<FileItem.FolderNumber> = []
      switch Int.random(in: 0..<6, using: &generator) {
      case 0:
        arrangement.showsHidden.toggle()
        numbers.formUnion(tree.folders.keys)
      case 1: query = Self.queries.randomElement(using: &generator) ?? ""
      default: numbers.insert(read(one: &tree, using: &generator))
      }
      let showing = FileShowing(
        tree: tree, arrangement: arrangement, query: Query(query), opening: .matches, outline: outline,
        catalog: catalog, numbers: numbers)
      let result = await showing.newOutline()
      outline = result.outline
      catalog = query.isEmpty ? nil : result.catalog
      let expected = files(in: FileTree.top, of: tree, arrangement, with: query)
      try #require(outline.items == expected.items)
      #expect(result.matches?.count == (query.isEmpty ? nil : expected.found))
      #expect(outline.visibleItems.count >= expected.found || query.isEmpty)
    }
  }

  /// Reads a directory, for the first time or once more.
  private func read(one tree: inout FileTree, using generator: inout SeededGenerator) -> FileItem.FolderNumber
  {
    let directories = tree.folders.values.flatMap(\.files).filter(\.facts.isDirectory).map(\.item).sorted {
      ($0.folder, $0.serial) < ($1.folder, $1.serial)
    }
    var number = FileTree.top
    if let directory = directories.randomElement(using: &generator), directory.folder < 4 {
      number = tree.number(for: directory)
    }
    // A directory that comes by another name is shown with nothing in it before it is opened.
    let facts = Self.names.filter { _ in Bool.random(using: &generator) }.map {
      ScriptedFiles.facts($0, inode: Int.random(in: 0..<1 << 40, using: &generator))
    }
    if var folder = tree.folders[number] {
      folder.update(with: facts)
      tree.set(folder)
    } else {
      tree.set(Folder(number: number, facts))
    }
    return number
  }

  /// The plain rule, with what is in a directory.
  private func files(
    in number: FileItem.FolderNumber, of tree: FileTree, _ arrangement: FileArrangement, with query: String,
    isWhole: Bool = false
  ) -> (items: [FileItem], found: Int) {
    guard let folder = tree.folders[number] else { return ([], 0) }
    var (items, found) = ([FileItem](), 0)
    let listing = arrangement.listing(of: folder)
    for item in listing.directories + listing.others {
      let isFound = folder[item]?.name.text.contains(query) ?? false || query.isEmpty
      let below =
        tree.number(of: item).map {
          files(in: $0, of: tree, arrangement, with: query, isWhole: isWhole || isFound)
        } ?? (items: [], found: 0)
      found += (isFound ? 1 : 0) + below.found
      if isFound || isWhole || below.found > 0 { items += [item] + below.items }
    }
    return (items, found)
  }
}
