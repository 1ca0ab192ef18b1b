import ListDiff
import Testing

@Suite("Random edits of snapshots") struct RandomProgramTests {
  /// Compares every result of a snapshot with the model's, in 40,000 steps altogether.
  @Test("A snapshot agrees with its model after every step of a random program", arguments: 0..<8)
  func agreement(seed: Int) {
    var program = RandomProgram(seed: UInt64(seed))
    program.itemBound = [8, 30, 60, 200][seed % 4]
    var kept: [(NumberSnapshot, NaiveSnapshot)] = []
    for step in 0..<5_000 {
      program.step()
      if !agrees(program.snapshot, program.model, thorough: step % 16 == 0) {
        Issue.record("seed \(seed), step \(step): \(program.snapshot) instead of \(program.model)")
        return
      }
      if step % 97 == 0 { kept.append((program.snapshot, program.model)) }
      if step % 500 == 0 { kept.removeAll() }
    }
    #expect(kept.allSatisfy { agrees($0.0, $0.1, thorough: true) }, "copies stay what they were")
  }

  @Test(
    "The differences between snapshots of a random program replay with the fewest moves", arguments: 0..<10)
  func differencesReplay(seed: Int) {
    var program = RandomProgram(seed: 100 + UInt64(seed))
    program.itemBound = [8, 30, 60, 200, 1_500][seed % 5]
    var old = program.snapshot
    for step in 0..<250 {
      for _ in 0...program.number(4) { program.step() }
      let new = program.snapshot
      checkReplay(from: old, to: new)
      if step % 3 == 0 {
        checkReplay(from: NaiveSnapshot(old).snapshot, to: new)
        checkReplay(from: old, to: NaiveSnapshot(new).snapshot)
      }
      if step % 2 == 0 { old = new }
    }
  }
}

/// Whether a snapshot gives the same results as the model; if `thorough`, every query is made for every item.
func agrees(_ snapshot: NumberSnapshot, _ model: NaiveSnapshot, thorough: Bool) -> Bool {
  let items = model.items
  guard snapshot.itemIdentifiers == items, snapshot.numberOfItems == items.count,
    snapshot.sectionIdentifiers == model.sections.map(\.name),
    snapshot.reloadedSectionIdentifiers == model.marks.sections,
    snapshot.reloadedItemIdentifiers == model.marks.reloaded,
    snapshot.reconfiguredItemIdentifiers == model.marks.reconfigured,
    model.sections.indices.allSatisfy({
      snapshot.numberOfItems(inSectionAt: $0) == model.sections[$0].items.count
    })
  else { return false }
  if !thorough { return true }
  var index = 0
  for (section, content) in model.sections.enumerated() {
    guard snapshot.itemIdentifiers(inSection: content.name) == content.items else { return false }
    for (place, item) in content.items.enumerated() {
      let position = ItemPosition(section: section, item: place)
      guard snapshot.indexOfItem(item) == index, snapshot.itemIdentifier(at: index) == item,
        snapshot.position(of: item) == position, snapshot.itemIdentifier(at: position) == item,
        snapshot.index(ofItemAt: position) == index, snapshot.position(ofItemAt: index) == position,
        snapshot.sectionIdentifier(containingItem: item) == content.name
      else { return false }
      index += 1
    }
  }
  let here = Set(items)
  return snapshot == model.snapshot && (0..<60).allSatisfy { snapshot.contains($0) == here.contains($0) }
}
