// Prints what typed letters cost in a list of lines: the search beside fzf's, and all of it up to the frame.
//
//   swift run -c release --package-path Benchmarks keys FILE PROCESSORS [fzf]
//
// `fzf` is a program; without it only the times are printed. The processors are those that the process may use: say 1
// under `taskset --cpu-list 0`.

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
let fuzzy: Set = ["firefx", "swftbld", "lbncurses", "py lib"]

Figure.printHead("key to frame, \(lines.count) lines, \(processors) processors")
for (before, typed) in [
  ("", "p"), ("p", "py"), ("py", "pyt"), ("pyt", "python"), ("python", ""), ("", "e"), ("", "usr share doc"),
  ("", "py lib"),
  ("", "firefx"), ("", "swftbld"), ("", "lbncurses"),
] {
  let most = (fuzzy.contains(typed) ? 16.0 : 8) * (processors == 1 ? 2 : 1)
  let times = list.timesOfKey(from: before, to: typed)
  let parts = times.parts.map { "\(($0 * 100).rounded() / 100)" }.joined(separator: " + ")
  Figure("'\(before)' → '\(typed)': \(parts)", times.whole, "ms", target: .atMost(most)).print()
}

if let fzf = arguments.dropFirst(2).first {
  let peer = Finder(program: fzf, path: path, threads: processors)
  Figure.printHead("search, \(lines.count) lines, \(processors) processors")
  for (typed, times) in [
    ("p", 100.0), ("e", 100), ("py", 20), ("python", 20), ("usr share doc", 20), ("py lib", 20),
    ("firefx", 3),
    ("swftbld", 3), ("lbncurses", 3),
  ] {
    Figure(
      typed, list.timeOfSearch(for: typed), "ms", peer: peer.time(of: typed).map { ("fzf", $0) },
      target: .timesPeer(times)
    ).print()
  }
}
