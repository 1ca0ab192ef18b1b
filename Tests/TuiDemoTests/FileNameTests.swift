import ListKit
import Testing

@testable import tui_demo

@Suite struct FileNameTests {
  @Test func whatCouldDoHarmIsSpelledOut() {
    let name = FileName([0x63, 0xE9, 0x0A, 0x5C])
    #expect(name.text == "c\\xE9\\n\\")
    #expect(name.escaped == "c\\xE9\\n\\\\")
    #expect(name.pieces.map(\.isSpelled) == [false, true, false])
  }

  @Test(arguments: [
    ("/", "usr", "/usr"), ("/a", "b", "/a/b"), (".", "b", "./b"), ("a/", "b", "a/b"),
  ])
  func pathsAreJoined(_ path: String, _ name: String, _ joined: String) {
    #expect(FileName(path).appending(FileName(name)) == FileName(joined))
  }
}
