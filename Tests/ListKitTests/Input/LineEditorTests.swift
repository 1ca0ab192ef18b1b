import TestSupport
import Testing

@testable import ListKit

@Suite("Line editor") struct LineEditorTests {
  /// A line as an array of characters.
  private struct Model {
    var characters: [Character] = []
    var point = 0
    var deleted = ""

    mutating func apply(_ edit: Edit) {
      switch edit {
      case .insert(let text):
        let tail = characters.count - point
        characters = Array(String(characters[..<point]) + text + String(characters[point...]))
        point = max(0, characters.count - tail)
      case .deleteBackward: if point > 0 { remove(point - 1..<point) }
      case .deleteForward: if point < characters.count { remove(point..<point + 1) }
      case .deleteWordBackward: cut(wordStart..<point)
      case .deleteWordForward: cut(point..<wordEnd)
      case .deleteToStart: cut(0..<point)
      case .insertDeleted: apply(.insert(deleted))
      case .move(let count): point = min(max(0, point + count), characters.count)
      case .moveWordBackward: point = wordStart
      case .moveWordForward: point = wordEnd
      case .moveToStart: point = 0
      case .moveToEnd: point = characters.count
      }
    }

    private mutating func cut(_ range: Range<Int>) {
      if range.isEmpty { return }
      deleted = String(characters[range])
      remove(range)
    }

    private mutating func remove(_ range: Range<Int>) {
      let tail = characters.count - range.upperBound
      characters.removeSubrange(range)
      characters = Array(String(characters))
      point = max(0, characters.count - tail)
    }

    private var wordEnd: Int {
      var end = point
      while end < characters.count, characters[end] == " " { end += 1 }
      while end < characters.count, characters[end] != " " { end += 1 }
      return end
    }

    private var wordStart: Int {
      var start = point
      while start > 0, characters[start - 1] == " " { start -= 1 }
      while start > 0, characters[start - 1] != " " { start -= 1 }
      return start
    }
  }

  @Test("Random edits give the same text and insertion point as a simple model", arguments: 0..<8)
  func randomEdits(_ seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let inserts = ["a", " ", "\u{301}", "漢", "👍", "🏽", "\u{200D}", "🇺", "🇸", "e\u{301}", "two words", "x y "]
    let edits: [Edit] = [
      .deleteBackward, .deleteForward, .deleteWordBackward, .deleteToStart, .move(1), .move(-1), .move(-3),
      .move(2), .moveWordBackward, .moveWordForward, .moveToStart, .moveToEnd, .deleteWordForward,
      .insertDeleted,
    ]
    var editor = LineEditor()
    var model = Model()
    for _ in 0..<500 {
      let edit: Edit =
        generator.chance(55)
        ? .insert(inserts[generator.number(0..<inserts.count)]) : edits[generator.number(0..<edits.count)]
      editor.apply(edit)
      model.apply(edit)
      expectEqual(editor.text, String(model.characters))
      expectEqual(editor.insertionPoint, model.point)
      #expect((0...editor.text.count).contains(editor.insertionPoint))
    }
  }

  @Test("Inserted text becomes one line without control characters") func pasting() {
    var editor = LineEditor()
    editor.apply(.insert("a\nb\tc\r\nd\u{1B}[2J\u{7}\u{9B}"))
    #expect(!editor.text.unicodeScalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) })
    #expect(editor.text.hasPrefix("a b c"))
    expectEqual(editor.insertionPoint, editor.text.count)
  }

  @Test("The insertion point starts at the end of the text") func initialPosition() {
    var editor = LineEditor("pic d'aneto")
    expectEqual(editor.insertionPoint, 11)
    editor.apply(.deleteWordBackward)
    expectEqual(editor.text, "pic ")
  }

  @Test("A line has a maximum length, and the omitted characters are counted") func lineLimit() {
    var editor = LineEditor()
    editor.apply(.insert(String(repeating: "x", count: 1 << 20)))
    expectEqual(editor.text.unicodeScalars.count, LineEditor.limit)
    expectEqual(editor.omitted, (1 << 20) - LineEditor.limit)
    editor.apply(.insert("y"))
    expectEqual(editor.omitted, 1)
    editor.apply(.deleteBackward)
    editor.apply(.insert("y"))
    #expect(editor.text.hasSuffix("xy") && editor.omitted == 0)
    var marks = LineEditor()
    marks.apply(.insert("e" + String(repeating: "\u{301}", count: 100_000)))
    expectEqual(marks.text.unicodeScalars.count, LineEditor.limit, "one character, but a long one")
  }

  @Test("A text of several lines is edited line by line") func severalLines() {
    var editor = LineEditor(lines: "one two\r\nthree\rfour\u{7}\t!")
    expectEqual(editor.text, "one two\nthree\nfour !")
    editor.apply(.moveToStart)
    expectEqual(editor.insertionPoint, 14)
    editor.apply(.move(-1))
    editor.apply(.deleteToStart)
    #expect(editor.text == "one two\n\nfour !" && editor.insertionPoint == 8)
    editor.apply(.deleteToStart)
    expectEqual(editor.text, "one two\n\nfour !", "a line begins where it begins")
    editor.apply(.insertDeleted)
    editor.apply(.moveToEnd)
    editor.apply(.insert("\n3½"))
    expectEqual(editor.text, "one two\nthree\n3½\nfour !")
    editor.apply(.moveToStart)
    editor.apply(.deleteWordBackward)
    expectEqual(editor.text, "one two\n3½\nfour !")
    editor.apply(.deleteBackward)
    editor.apply(.moveWordForward)
    editor.apply(.moveWordForward)
    #expect(editor.text == "one two3½\nfour !" && editor.insertionPoint == 14)
  }

  @Test("A text of several lines can be longer than a line") func textLimit() {
    var editor = LineEditor(lines: String(repeating: "line\n", count: 2_000))
    #expect(editor.text.count == 10_000 && editor.omitted == 0)
    editor.apply(.insert(String(repeating: "x", count: 1 << 16)))
    #expect(editor.text.unicodeScalars.count == LineEditor.textLimit && editor.omitted == 10_000)
  }
}
