import ListDiff
import Testing

@Suite struct RandomProgramTests {
  /// 100,000 steps in all; every answer a snapshot gives is compared with the model's.
  @Test(arguments: 0..<8)
  func snapshotAgreesWithTheModel(seed: Int) {
    var program = RandomProgram(seed: UInt64(seed))
    program.itemBound = [10, 40, 60, 300][seed % 4]
    var kept: [(NumberSnapshot, NaiveSnapshot)] = []
    for step in 0..<12_500 {
      program.step()
      if !agrees(program.snapshot, program.model, thorough: step % 8 == 0) {
        Issue.record("seed \(seed), step \(step): \(program.snapshot) instead of \(program.model)")
        return
      }
      if step % 97 == 0 { kept.append((program.snapshot, program.model)) }
      if step % 500 == 0 { kept.removeAll() }
    }
    #expect(kept.allSatisfy { agrees($0.0, $0.1, thorough: true) }, "copies stay what they were")
  }

  /// The difference of any two snapshots of a program leads from one to the other, with the fewest moves.
  @Test(arguments: 0..<8)
  func differencesReplay(seed: Int) {
    var program = RandomProgram(seed: 100 + UInt64(seed))
    program.itemBound = [10, 40, 80, 300][seed % 4]
    var old = program.snapshot
    for step in 0..<2_000 {
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

/// Whether a snapshot answers every question as the model does.
func agrees(_ snapshot: NumberSnapshot, _ model: NaiveSnapshot, thorough: Bool) -> Bool {
  guard NaiveSnapshot(snapshot) == model, snapshot.numberOfItems == model.items.count,
    snapshot.numberOfSections == model.sections.count
  else { return false }
  if !thorough { return true }
  for (index, item) in model.items.enumerated() {
    guard snapshot.indexOfItem(item) == index, snapshot.itemIdentifier(at: index) == item,
      let position = snapshot.position(of: item), snapshot.itemIdentifier(at: position) == item,
      position.section == model.section(of: item), snapshot.index(ofItemAt: position) == index,
      snapshot.sectionIdentifier(containingItem: item) == model.sections[position.section].name
    else { return false }
  }
  let items = Set(model.items)
  return snapshot.itemIdentifiers == model.items && snapshot == model.snapshot
    && (0..<60).allSatisfy { snapshot.contains($0) == items.contains($0) }
    && model.sections.allSatisfy { snapshot.numberOfItems(inSection: $0.name) == $0.items.count }
}
