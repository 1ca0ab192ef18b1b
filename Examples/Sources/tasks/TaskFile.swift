import Foundation
import ListKit

/// The file of the tasks: `[{"title": "Cook", "tasks": [{"title": "Shop", "done": true}]}]`.
struct TaskFile {
  private struct Stored: Codable {
    var title: String
    var done: Bool?
    var tasks: [Stored]?
  }

  struct Failure: Error, CustomStringConvertible { let description: String }
  let url: URL
  /// The tasks it held when it was opened; none where it was not there.
  private(set) var tasks = TaskList()
  /// What it held when it was read or written last.
  private var known: Data?

  init(path: String) throws {
    url = URL(fileURLWithPath: path)
    guard FileManager.default.fileExists(atPath: path) else { return }
    known = try Data(contentsOf: url)
    // The decoder does not say where text is no JSON.
    do { _ = try JSONSerialization.jsonObject(with: known!) } catch {
      let place = (error as NSError).userInfo[NSDebugDescriptionErrorKey]
      throw Failure(description: "no JSON: \(place ?? error)")
    }
    add(try JSONDecoder().decode([Stored].self, from: known!))
  }

  private mutating func add(_ stored: [Stored], below parent: Int? = nil) {
    for task in stored {
      let number = tasks.add(task.title, below: parent)
      if task.done == true { tasks.done.insert(number) }
      add(task.tasks ?? [], below: number)
    }
  }

  /// Writes the tasks: the file is the old one or the new one at any time. What somebody else wrote stays.
  mutating func write(_ list: TaskList) throws {
    func stored(_ tasks: [Int]) -> [Stored] {
      tasks.map { task in
        let below = list.outline.children(of: task)
        return Stored(title: list.titles[task], done: list.done.contains(task), tasks: stored(below))
      }
    }
    guard known == (try? Data(contentsOf: url)) else {
      throw Failure(description: "somebody else changed the file")
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .withoutEscapingSlashes]
    let data = try encoder.encode(stored(list.outline.rootItems))
    try data.write(to: url, options: .atomic)
    known = data
  }
}
