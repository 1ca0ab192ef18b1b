import TestSupport
import Testing

@testable import ListKit

@Suite("Key names") struct KeyNameTests {
  nonisolated private static let keys: [Key] = [
    .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .enter, .tab, .backspace, .delete, .insert,
    .escape, .function(1), .function(12), .character("a"), .character(" "), .character("-"), .character("é"),
    .character("f"), .character("F"),
  ]

  @Test(
    "A key is read back from its name",
    arguments: keys,
    [[], .shift, .control, .alt, [.control, .alt], [.control, .alt, .shift]] as [KeyPress.Modifiers])
  func roundTrip(_ key: Key, _ modifiers: KeyPress.Modifiers) {
    let press = KeyPress(key, modifiers)
    expectEqual(KeyPress(name: press.name(isUnicode: false)), press)
    expectEqual(KeyPress(name: press.name(isUnicode: true)), press)
  }

  @Test(
    "An invalid name does not give a key",
    arguments: ["", "ctrl-", "nokey", "ctrl-alps", "F0", "Fx", "shift"])
  func invalidNames(_ name: String) {
    #expect(KeyPress(name: name) == nil)
  }
}
