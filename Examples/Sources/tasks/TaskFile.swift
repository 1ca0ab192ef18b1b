import Foundation
import ListKit

/// The file of the tasks: `[{"title": "Cook", "tasks": [{"title": "Shop", "done": true}]}]`.
struct TaskFile {
  private struct Stored: Codable {
    var title: String
    var done: Bool?
    var tasks: [Stored]?
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  let url: URL
  /// The tasks in the file when it was opened; empty if it did not exist.
  private(set) var tasks = TaskList()
  /// The content of the file when it was last read or written; nil if it did not exist.
  private var known: Data?

  init(path: String) throws {
    url = URL(fileURLWithPath: path)
    guard FileManager.default.fileExists(atPath: path) else { return }
    let data = try Data(contentsOf: url)
    try Self.checkSyntax(data)
    add(try JSONDecoder().decode([Stored].self, from: data))
    known = data
  }

  /// Throws a ``Failure`` with the position of a syntax error, which the decoder does not report.
  private static func checkSyntax(_ data: Data) throws {
    do {
      _ = try JSONSerialization.jsonObject(with: data)
    } catch {
      let place = (error as NSError).userInfo[NSDebugDescriptionErrorKey]
      throw Failure(description: "no JSON: \(place ?? error)")
    }
  }

  private mutating func add(_ stored: [Stored], below parent: Int? = nil) {
    for task in stored {
      let number = tasks.add(task.title, below: parent)
      if task.done == true { tasks.done.insert(number) }
      add(task.tasks ?? [], below: number)
    }
  }

  /// Writes the tasks; at any time, the file is complete, the old one or the new one.
  ///
  /// - Throws: ``Failure`` if another program has changed the file, which then stays unchanged.
  mutating func write(_ list: TaskList) throws {
    guard known == (try? Data(contentsOf: url)) else {
      throw Failure(description: "another program changed the file")
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .withoutEscapingSlashes]
    let data = try encoder.encode(Self.stored(list.outline.rootItems, of: list))
    try data.write(to: url, options: .atomic)
    known = data
  }

  private static func stored(_ tasks: [Int], of list: TaskList) -> [Stored] {
    tasks.map { task in
      Stored(
        title: list.titles[task], done: list.done.contains(task),
        tasks: stored(list.outline.children(of: task), of: list))
    }
  }
}
