// Prints the cost of typed letters in a list of lines: of the search, compared with fzf's, and of everything
// up to the frame.
//
//   swift run -c release --package-path Benchmarks keys FILE PROCESSORS [fzf]
//
// The times up to the frame are compared with memchr over the bytes of all lines, on the same processors. `fzf` is
// the path of the program; without it, searches are not compared. PROCESSORS is the
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
let list = LineList(file, processors: processors)
// A letter is answered by an index. Half of the lines contain all letters of lbncurses: they are read twice, once
// for the word and once for its letters.
let keys: [(before: String, typed: String, most: Double)] = [
  ("", "p", 2), ("p", "py", 9), ("py", "pyt", 9), ("pyt", "python", 9), ("python", "", 2), ("", "e", 2),
  ("", "usr share doc", 9), ("", "py lib", 14), ("", "firefx", 10), ("", "swftbld", 16),
  ("", "lbncurses", 26),
]

Figure.printHead("key to frame, \(list.count) lines, \(processors) processors")
for key in keys {
  let times = list.timesOfKey(from: key.before, to: key.typed)
  let parts = times.parts.map { "\(($0 * 100).rounded() / 100)" }.joined(separator: " + ")
  Figure(
    "'\(key.before)' → '\(key.typed)': \(parts)", times.whole, "ms", peer: ("memchr", times.walk),
    target: .ofPeer(key.most)
  ).print()
}

// fzf reads the lines with the letters once; we search for the literal word first, and align only the best.
let searches: [(typed: String, times: Double)] = [
  ("p", 100), ("e", 100), ("py", 20), ("python", 20), ("usr share doc", 20), ("py lib", 20), ("firefx", 2),
  ("swftbld", 2), ("lbncurses", 2),
]

if let fzf = arguments.dropFirst(2).first {
  let peer = Finder(program: fzf, path: path, threads: processors)
  Figure.printHead("search, \(list.count) lines, \(processors) processors")
  for search in searches {
    Figure(
      search.typed, list.timeOfSearch(for: search.typed), "ms",
      peer: peer.time(of: search.typed).map { ("fzf", $0) }, target: .timesPeer(search.times)
    ).print()
  }
}
