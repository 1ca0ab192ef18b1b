import SeededRandom
import Synchronization
import Testing

/// The issue that the last failed check recorded.
private let recorded = Mutex<Issue?>(nil)

/// The recorded issues are kept for the tests, instead of being shown; those of `#expect` are shown.
@Suite(
  "Checks of equality", .serialized,
  .compactMapIssues { issue in
    guard case .unconditional = issue.kind else { return issue }
    recorded.withLock { $0 = issue }
    return nil
  }) struct EqualityTests
{
  /// Returns the issue that some work records.
  private func issue(of work: () -> Void) -> Issue? {
    recorded.withLock { $0 = nil }
    work()
    return recorded.withLock { $0 }
  }

  /// Returns the difference of two values that are not equal, without the line that says so.
  private func difference<Value: Equatable>(_ first: Value, _ second: Value) -> String? {
    guard let text = issue(of: { expectEqual(first, second) })?.comments.first?.rawValue else { return nil }
    let mark = "not equal:\n"
    return text.hasPrefix(mark) ? String(text.dropFirst(mark.count)) : text
  }

  @Test("Equal values are no issue") func equalValues() {
    let issue = issue {
      expectEqual(1, 1)
      expectEqual("a", "a", "comment")
      expectEqual("ab".dropFirst(), "b")
      expectEqual("ab".dropFirst(), String("b"))
      expectEqual(Optional(3), 3)
      expectEqual([1], [1])
    }
    #expect(issue == nil)
  }

  @Test("An issue has the comment and the place of the call") func placeAndComment() {
    let line = #line + 1
    let issue = issue { expectEqual(1, 2, "the count") }
    #expect(issue?.sourceLocation?.line == line)
    #expect(issue?.comments == ["the count\nnot equal:\n- 1\n+ 2\n  ^"])
  }

  @Test("A comment is not evaluated for equal values") func lazyComment() {
    var evaluations = 0
    func comment() -> Comment {
      evaluations += 1
      return "comment"
    }
    expectEqual(1, 1, comment())
    #expect(evaluations == 0)
  }

  @Test("The first different character of two texts is marked") func markedCharacter() {
    #expect(
      difference("a long text", "a long test") == #"""
        - "a long text"
        + "a long test"
                    ^
        """#)
    #expect(
      difference("text ", "text") == #"""
        - "text "
        + "text"
               ^
        """#)
  }

  @Test("A part of a text is compared with a text") func partsOfTexts() {
    let issue = issue { expectEqual("abc".dropFirst(), String("bd")) }
    #expect(issue?.comments == ["not equal:\n- \"bc\"\n+ \"bd\"\n    ^"])
  }

  @Test("Texts are compared by line, and distant equal lines are omitted") func lines() {
    let first = (1...9).map { "line \($0)" }
    var second = first
    second[4] = "line five"
    second.remove(at: 8)
    #expect(
      difference(first.joined(separator: "\n"), second.joined(separator: "\n")) == #"""
          …
          "line 3"
          "line 4"
        - "line 5"
        + "line five"
                ^
          "line 6"
          "line 7"
          "line 8"
        - "line 9"
        """#)
    #expect(
      difference(first, second) == difference(first.joined(separator: "\n"), second.joined(separator: "\n")))
  }

  @Test("Control characters of texts are visible") func controlCharacters() {
    #expect(
      difference("\u{1B}[7m", "\u{1B}[27m") == #"""
        - "\u{1B}[7m"
        + "\u{1B}[27m"
                  ^
        """#)
  }

  @Test("Inserted and removed elements of collections are marked") func elements() {
    #expect(difference([1, 2, 3], [2, 3, 4]) == "- 1\n  2\n  3\n+ 4")
    #expect(difference([1, nil], [1, 2] as [Int?]) == "  1\n- nil\n+ 2\n  ^")
    #expect(difference([], [1]) == "+ 1")
  }

  @Test("Sets and dictionaries are compared without an order") func unordered() {
    #expect(difference(Set(1...5), Set(2...5)) == "- 1\n  2\n  3\n  …")
    #expect(
      difference(["a": 1, "b": 2], ["b": 2, "a": 3]) == "- \"a\": 1\n+ \"a\": 3\n       ^\n  \"b\": 2")
  }

  @Test("Values with the same description are told apart, or said to look the same") func sameDescription() {
    struct Named: Equatable, CustomStringConvertible, CustomDebugStringConvertible {
      var name: String
      var number: Int
      var description: String { name }
      var debugDescription: String { "\(name) \(number)" }
    }
    #expect(difference(Named(name: "a", number: 1), Named(name: "a", number: 2)) == "- a 1\n+ a 2\n    ^")
    #expect(
      difference([["a"], ["b"]], [["a", "b"]]) == #"""
        - [["a"], ["b"]]
        + [["a", "b"]]
               ^
        """#)
    #expect(difference(Double.nan, .nan) == "both are described as nan")
  }

  @Test("Long sides are shown in part") func excerpts() {
    let lines = difference(Array(0..<5000), Array(10_000..<15_000))?.split(separator: "\n") ?? []
    #expect(lines.count == 42)
    #expect(lines[0] == "- 0" && lines[20] == "- … 4980 more")
    #expect(lines[21] == "+ 10000" && lines[41] == "+ … 4980 more")
  }

  @Test("The marked lines of random lists contain both lists in their order") func randomLists() {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<300 {
      func list() -> [String] {
        (0..<Int.random(in: 0...6, using: &random)).map { _ in "\(Int.random(in: 0...3, using: &random))" }
      }
      let (first, second) = (list(), list())
      let lines = TextDifference.script(first, second)
      #expect(lines.filter { $0.mark != "+" }.map(\.text) == first)
      #expect(lines.filter { $0.mark != "-" }.map(\.text) == second)
    }
  }
}
