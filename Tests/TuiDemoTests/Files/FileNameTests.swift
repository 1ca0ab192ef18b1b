import Testing

@testable import tui_demo

@Suite struct FileNameTests {
  @Test(arguments: [
    ("readme.md", "readme.md"),
    ("naïve 日本語 👩‍👩‍👧 نص", "naïve 日本語 👩‍👩‍👧 نص"),
    ("two\nlines\r\ttab", "two\\nlines\\r\\ttab"),
    ("\u{1B}[31mred\u{7F}", "\\x1B[31mred\\x7F"),
    ("\u{202E}gpj.exe", "\\u{202E}gpj.exe"),
    ("a\u{2028}b\u{85}", "a\\u{2028}b\\u{85}"),
    ("back\\slash", "back\\slash"),
    ("", ""),
  ])
  func whatCouldDoHarmIsSpelledOut(_ name: String, _ shown: String) {
    #expect(FileName(name).text == shown)
  }

  @Test(arguments: [
    ([0x63, 0xE9] as [UInt8], "c\\xE9"),
    ([0xFF, 0xFE, 0x41], "\\xFF\\xFEA"),
    ([0xE2, 0x82], "\\xE2\\x82"),
    ([0xE2, 0x82, 0xAC, 0xE2], "€\\xE2"),
    ([0xC0, 0xAF, 0xED, 0xA0, 0x80], "\\xC0\\xAF\\xED\\xA0\\x80"),
  ])
  func bytesThatAreNoTextAreSpelledOut(_ bytes: [UInt8], _ shown: String) {
    #expect(FileName(bytes).text == shown)
  }

  @Test func whatIsSpelledOutIsKnown() {
    let pieces = FileName("a\nb").pieces
    #expect(pieces.map(\.text) == ["a", "\\n", "b"])
    #expect(pieces.map(\.isSpelled) == [false, true, false])
  }

  /// All names of up to three bytes out of those that matter: none is on two lines, no two look the same.
  @Test func escapedNamesAreOneLineAndDiffer() {
    let bytes: [UInt8] = [0x0A, 0x5C, 0x6E, 0x78, 0x41, 0x1B, 0xC3, 0xA9, 0xFF, 0x09]
    var names: [[UInt8]] = [[]]
    for _ in 0..<3 { names += names.flatMap { name in bytes.map { name + [$0] } } }
    let distinct = Set(names)
    let escaped = Set(distinct.map { FileName($0).escaped })
    #expect(escaped.count == distinct.count)
    let harmful = escaped.filter { $0.unicodeScalars.contains { $0.properties.generalCategory == .control } }
    #expect(harmful.isEmpty)
  }

  @Test(arguments: [
    ("/", "usr", "/usr"), ("/a", "b", "/a/b"), (".", "b", "./b"), ("a/", "b", "a/b"),
  ])
  func pathsAreJoined(_ path: String, _ name: String, _ joined: String) {
    #expect(FileName(path).appending(FileName(name)) == FileName(joined))
  }
}
