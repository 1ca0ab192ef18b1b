// Prints the cost of typed letters in a list of lines: of the search, compared with fzf's, and of everything
// up to the frame.
//
//   swift run -c release --package-path Benchmarks keys FILE PROCESSORS [fzf]
//
// `fzf` is the path of the program; without it, only the times up to the frame are printed. PROCESSORS is the
// number that the process may use: for example 1 under `taskset --cpu-list 0`.

import Foundation
import Reporting

let arguments = CommandLine.arguments.dropFirst()
guard let path = arguments.first, let processors = arguments.dropFirst().first.flatMap({ Int($0) }),
  let file = FileManager.default.contents(atPath: path)
else {
  print("usage: keys FILE PROCESSORS [fzf]")
  exit(2)
}
let lines = String(decoding: file, as: UTF8.self).split(separator: "\n").map(String.init)
let list = LineList(lines)
// Words that do not occur literally, and several words, may take twice as long. Half of the lines contain all
// letters of lbncurses: they are read twice, once for the word and once for its letters.
let keys: [(before: String, typed: String, most: Double)] = [
  ("", "p", 8), ("p", "py", 8), ("py", "pyt", 8), ("pyt", "python", 8), ("python", "", 8), ("", "e", 8),
  ("", "usr share doc", 8), ("", "py lib", 16), ("", "firefx", 16), ("", "swftbld", 16),
  ("", "lbncurses", 24),
]

Figure.printHead("key to frame, \(lines.count) lines, \(processors) processors")
for key in keys {
  let times = list.timesOfKey(from: key.before, to: key.typed)
  let parts = times.parts.map { "\(($0 * 100).rounded() / 100)" }.joined(separator: " + ")
  Figure(
    "'\(key.before)' → '\(key.typed)': \(parts)", times.whole, "ms",
    target: .atMost(key.most * (processors == 1 ? 2 : 1))
  ).print()
}

// fzf reads the lines with the letters once; we search for the literal word first, and align only the best.
let searches: [(typed: String, times: Double)] = [
  ("p", 100), ("e", 100), ("py", 20), ("python", 20), ("usr share doc", 20), ("py lib", 20), ("firefx", 2),
  ("swftbld", 2), ("lbncurses", 2),
]

if let fzf = arguments.dropFirst(2).first {
  let peer = Finder(program: fzf, path: path, threads: processors)
  Figure.printHead("search, \(lines.count) lines, \(processors) processors")
  for search in searches {
    Figure(
      search.typed, list.timeOfSearch(for: search.typed), "ms",
      peer: peer.time(of: search.typed).map { ("fzf", $0) }, target: .timesPeer(search.times)
    ).print()
  }
}
