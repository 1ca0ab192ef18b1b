import Foundation
import ListKit
import ListKitTesting
import Testing

@testable import gitlog

/// A repository of two commits, a branch and a stash.
private struct Repository {
  let directory = FileManager.default.temporaryDirectory.appendingPathComponent("gitlog-\(UUID())").path
  var git: Git { Git(directory: directory) }

  init() async throws {
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    for arguments in [
      ["init", "-q", "--initial-branch=main"], ["config", "user.name", "Ada"],
      ["config", "user.email", "a@b.c"],
    ] {
      _ = try await git.run(arguments)
    }
    try await commit("First of all", ["one.txt": "1\n", "two.txt": "2\n"])
    try await commit("Second thoughts", ["one.txt": "1\nmore\n"])
  }

  func write(_ text: String, to file: String) throws {
    try text.write(toFile: directory + "/" + file, atomically: true, encoding: .utf8)
  }

  func commit(_ message: String, _ files: [String: String]) async throws {
    for (name, text) in files { try write(text, to: name) }
    _ = try await git.run(["add", "."])
    _ = try await git.run(["commit", "-q", "-m", message])
  }

  func remove() { try? FileManager.default.removeItem(atPath: directory) }
}

@Suite("The commands of git") struct GitTests {
  @Test("The branches, commits and changed files of a repository are read") func reading() async throws {
    let repository = try await Repository()
    defer { repository.remove() }
    let git = repository.git
    #expect(try await git.branches().map(\.title) == ["main"])
    let commits = try await git.commits(of: "HEAD")
    #expect(commits.map(\.title) == ["Second thoughts", "First of all"])
    #expect(
      commits[0].author == "Ada" && commits[0].note == "HEAD -> main" && commits[0].revision.count == 40)
    #expect(try await git.rows(below: commits[0]).map(\.note) == ["+1 −0"])
    #expect(try await git.rows(below: commits[1]).map(\.title) == ["one.txt", "two.txt"])
    #expect(try await git.stash().isEmpty)
  }

  @Test("The error of a failed git command is the message of git") func failure() async throws {
    let error = await #expect(throws: Git.Failure.self) { try await Git(directory: "/").branches() }
    #expect(error?.description.hasPrefix("fatal: not a git repository") == true)
  }
}

@MainActor
@Suite("The screen of gitlog") struct GitLogScreenTests {
  private func screen(_ repository: Repository) async -> TestScreen<GitLogController> {
    let screen = TestScreen(GitLogController(git: repository.git), columns: 100, lines: 16)
    #expect(await screen.wait { $0.contains("Second thoughts") })
    return screen
  }

  @Test("Sections show the branches, the stash and the commits") func sections() async throws {
    let repository = try await Repository()
    defer { repository.remove() }
    try repository.write("changed\n", to: "two.txt")
    _ = try await repository.git.run(["stash", "-q"])
    let screen = await screen(repository)
    #expect(screen.contains("Branches  1") && screen.contains("Stash  1") && screen.contains("Commits  2"))
    #expect(screen.contains("HEAD -> main") && screen.contains("WIP on main"))
  }

  @Test("→ on a commit shows its changed files, and ← hides them") func files() async throws {
    let repository = try await Repository()
    defer { repository.remove() }
    let screen = await screen(repository)
    screen.press(.end, .right)
    #expect(await screen.wait { $0.contains("two.txt") && $0.contains("+1 −0") })
    screen.press(.left)
    screen.rest()
    #expect(!screen.contains("two.txt"))
  }

  @Test("→ on a branch shows its commits") func branch() async throws {
    let repository = try await Repository()
    defer { repository.remove() }
    let screen = await screen(repository)
    screen.press(.home, .right)
    #expect(await screen.wait { screen in screen.lines.count { $0.contains("First of all") } == 2 })
  }

  @Test("enter on a file shows its diff, with inserted lines in colour") func diff() async throws {
    let repository = try await Repository()
    defer { repository.remove() }
    let screen = await screen(repository)
    screen.press(.down, .right)
    #expect(await screen.wait { $0.contains("one.txt") })
    screen.press(.down, .enter)
    #expect(await screen.wait { $0.contains("+more") })
    #expect(screen.style(of: "+more") == Theme.dark.inserted.mark)
  }

  @Test("Letters filter the commits, and esc shows all again") func filter() async throws {
    let repository = try await Repository()
    defer { repository.remove() }
    let screen = await screen(repository)
    screen.type("first")
    screen.rest()
    #expect(screen.contains("First of all") && !screen.contains("Second thoughts"))
    screen.press(.escape)
    #expect(screen.contains("Second thoughts"))
  }

  @Test("ctrl-r reads the repository again, and open commits stay open") func refresh() async throws {
    let repository = try await Repository()
    defer { repository.remove() }
    let screen = await screen(repository)
    screen.press(.end, .right)
    #expect(await screen.wait { $0.contains("two.txt") })
    try await repository.commit("Third time", ["three.txt": "3\n"])
    screen.press(.control("r"))
    #expect(await screen.wait { $0.contains("Third time") })
    #expect(screen.contains("two.txt") && screen.cursor?.text.contains("First of all") == true)
  }

  @Test("Outside a repository, the screen shows the error message of git") func noRepository() async {
    let screen = TestScreen(GitLogController(git: Git(directory: "/")))
    #expect(await screen.wait { $0.contains("not a git repository") })
  }
}
