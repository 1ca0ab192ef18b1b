import Foundation
import ListDiff
import Reporting
import Workloads

/// How much a difference of a million identifiers takes at its peak, in bytes an item. Linux only.
func reportMemory() {
  #if os(Linux)
    Figure.printHead("peak memory, a million UUID, bytes an item")
    for (change, target) in [(Change.none, 1.0), (.filter, 8.0), (.churn, 56.0), (.shuffle, 56.0)] {
      let (before, after) = change.lists(of: 1_000_000, as: Mountain.self)
      let old = DiffableDataSourceSnapshot([(0, before[0])])
      let new = DiffableDataSourceSnapshot([(0, after[0])])
      // Reading the account takes a few pages itself. Once before, so that code is loaded; the heap is given back, so that the peak is this difference's.
      consume(new.difference(from: old))
      giveBack()
      let bytes = Double(peak { consume(new.difference(from: old)) }) / 1_000_000
      Figure("difference, \(change.rawValue)", bytes, "bytes", target: .atMost(target)).print()
    }
    let identifiers = Change.none.lists(of: 1_000_000, as: Mountain.self).old[0]
    giveBack()
    let bytes = Double(peak { consume(DiffableDataSourceSnapshot([(0, identifiers)])) }) / 1_000_000
    Figure("index of a snapshot", bytes, "bytes", target: .atMost(11)).print()
  #endif
}

#if os(Linux)
  /// By how much the process's memory grew at most while it did some work, in bytes.
  func peak(_ work: () -> Void) -> Int {
    // Writing 5 here makes the kernel forget the peak so far.
    if let file = FileHandle(forWritingAtPath: "/proc/self/clear_refs") { file.write(Data("5".utf8)) }
    let before = status("VmRSS:")
    work()
    return max(0, status("VmHWM:") - before) * 1024
  }

  /// Gives free memory back to the system, so that taking it again shows.
  func giveBack() {
    guard let symbol = dlsym(nil, "malloc_trim") else { return }
    _ = unsafeBitCast(symbol, to: (@convention(c) (Int) -> Int32).self)(0)
  }

  /// A number of kibibytes from the kernel's account of this process.
  private func status(_ name: String) -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix(name) } ?? ""
    return line.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0
  }
#endif
