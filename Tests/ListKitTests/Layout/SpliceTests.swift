import TestSupport
import Testing

@testable import ListKit

/// Compares a splice of permanent and transient elements with the plain list.
@Suite("A splice of permanent and transient elements") struct SpliceTests {
  @Test("A splice answers all queries like the plain list") func plainList() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<500 {
      let elements = generator.number(0..<7)
      let ranks = (0..<generator.number(0..<5)).map { _ in generator.number(0..<elements + 1) }.sorted()
      let splice = Splice(elements: elements, transient: ranks)
      let list = (0...elements).flatMap { element in
        ranks.indices.filter { ranks[$0] == element }.map { Splice.Occupant.transient($0) }
          + (element < elements ? [.permanent(element)] : [])
      }
      expectEqual(splice.count, list.count)
      for (slot, occupant) in list.enumerated() {
        expectEqual(splice[slot], occupant)
        switch occupant {
        case .permanent(let element): expectEqual(splice.slot(of: element), slot)
        case .transient(let index): expectEqual(splice.slot(ofTransient: index), slot)
        }
        for end in slot...list.count {
          let inside = list[slot..<end].compactMap {
            if case .permanent(let element) = $0 { element } else { nil }
          }
          expectEqual(Array(splice.elements(in: slot..<end)), inside)
        }
      }
    }
  }
}
