import SeededRandom
import Testing

@testable import tui_demo

@Suite struct FolderTests {
  private func facts(_ name: String, inode: UInt64, size: Int64 = 0, kind: FileFacts.Kind = .file)
    -> FileFacts
  {
    let status = FileFacts.Status(
      mode: 0o644, size: size, owner: 0, group: 0, modified: FileFacts.Moment(seconds: 0), inode: inode)
    return FileFacts(name: FileName(name), kind: kind, status: status)
  }

  private func item(_ name: String, in folder: Folder) -> FileItem? {
    folder.files.first { $0.facts.name == FileName(name) }?.item
  }

  @Test func filesKeepTheirNumbers() throws {
    var folder = Folder(number: 7, [facts("a", inode: 1), facts("b", inode: 2), facts(".c", inode: 3)])
    let b = try #require(item("b", in: folder))
    #expect(folder.hiddenCount == 1)
    #expect(folder.update(with: [facts("b", inode: 2), facts("d", inode: 4)]).gone == 2)
    #expect(item("b", in: folder) == b)
    #expect(folder[b]?.name == FileName("b"))
    #expect(folder.hiddenCount == 0)
    // A number is never given twice: what is new is never taken for what is gone.
    let d = try #require(item("d", in: folder))
    folder.update(with: [])
    folder.update(with: [facts("d", inode: 9)])
    #expect(item("d", in: folder) != d)
    #expect(folder[d] == nil)
  }

  @Test func aRenamedFileIsTheSame() throws {
    var folder = Folder(number: 0, [facts("a", inode: 1), facts("b", inode: 2)])
    let a = try #require(item("a", in: folder))
    let update = folder.update(with: [facts("z", inode: 1)], lookedUp: [FileName("a"), FileName("z")])
    #expect(update == Folder.Update(changed: [a]))
    #expect(folder[a]?.name == FileName("z"))
    #expect(folder.count == 2)
    // Another kind of file is another file, whatever its number on the disk.
    folder.update(with: [facts("z", inode: 1, kind: .directory), facts("b", inode: 2)])
    #expect(folder[a] == nil)
    #expect(item("z", in: folder) != nil)
  }

  /// What the numbers of a file are, and whether it is taken for one that had inode 1, born at 10, changed at 20.
  @Test(arguments: [
    (1, 10 as Int64?, 20 as Int64, true), (1, 10, 99, true), (1, 11, 20, false), (2, 10, 20, false),
    // Where nobody knows when it was born.
    (1, nil, 20, true), (1, nil, 21, false), (2, nil, 20, false),
  ])
  func aNumberThatIsGivenAgainIsAnotherFile(
    _ inode: UInt64, _ born: Int64?, _ modified: Int64, _ isSame: Bool
  )
    throws
  {
    func facts(_ name: String, _ inode: UInt64, _ born: Int64?, _ modified: Int64) -> FileFacts {
      var facts = self.facts(name, inode: inode)
      facts.status?.born = born.map { FileFacts.Moment(seconds: $0) }
      facts.status?.modified = FileFacts.Moment(seconds: modified)
      return facts
    }
    var folder = Folder(number: 0, [facts("f300", 1, born == nil ? nil : 10, 20)])
    let f300 = try #require(item("f300", in: folder))
    folder.update(with: [facts("a0", inode, born, modified)], lookedUp: [FileName("a0"), FileName("f300")])
    #expect((folder[f300]?.name == FileName("a0")) == isSame)
    #expect(folder.count == 1)
  }

  @Test func aFileOfAnotherDeviceIsAnotherFile() throws {
    var folder = Folder(number: 0, [facts("a", inode: 2)])
    let a = try #require(item("a", in: folder))
    var other = facts("b", inode: 2)
    other.status?.device = 7
    folder.update(with: [other])
    #expect(folder[a] == nil)
  }

  @Test func onlyWhatWasLookedUpChanges() throws {
    var folder = Folder(number: 0, [facts("a", inode: 1), facts("b", inode: 2)])
    let a = try #require(item("a", in: folder))
    var update = folder.update(with: [facts("a", inode: 1, size: 5)], lookedUp: [FileName("a")])
    #expect(update == Folder.Update(changed: [a]))
    #expect(folder[a]?.size == 5)
    update = folder.update(with: [], lookedUp: [FileName("a"), FileName("nothing")])
    #expect(update == Folder.Update(gone: 1))
    #expect(folder.count == 1)
    #expect(folder.update(with: [facts("b", inode: 2)]).isEmpty)
  }

  /// Random readings, against the plainest model there is.
  @Test(arguments: 0..<20 as Range<UInt64>)
  func randomReadings(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var folder = Folder(number: 3)
    var seen: Set<FileItem> = []
    for _ in 0..<60 {
      let before = Dictionary(uniqueKeysWithValues: folder.files.map { ($0.item, $0.facts) })
      var found: [FileFacts] = []
      for name in 0..<8 where Bool.random(using: &generator) {
        found.append(
          facts(
            "\(name)", inode: .random(in: 0..<6, using: &generator),
            size: .random(in: 0..<2, using: &generator)))
      }
      let update = folder.update(with: found)
      let after = Dictionary(uniqueKeysWithValues: folder.files.map { ($0.item, $0.facts) })
      #expect(Set(after.values) == Set(found))
      #expect(after.allSatisfy { folder[$0.key] == $0.value })
      let came = Set(after.keys).subtracting(before.keys)
      #expect(update.came == came.count)
      #expect(update.gone == Set(before.keys).subtracting(after.keys).count)
      #expect(Set(update.changed) == Set(after.keys.filter { before[$0] != nil && before[$0] != after[$0] }))
      #expect(seen.isDisjoint(with: came))
      seen.formUnion(came)
    }
  }
}
