import Foundation
import ListDiff
import Reporting
import Workloads

/// Reports the peak memory of differences of a million identifiers, in bytes per item. Linux only.
func reportMemory() {
  #if os(Linux)
    Figure.printHead("peak memory, a million UUID, bytes an item")
    for (change, target) in [(Change.none, 1.0), (.filter, 8.0), (.churn, 56.0), (.shuffle, 56.0)] {
      let (before, after) = change.lists(of: 1_000_000, as: Mountain.self)
      let old = DiffableDataSourceSnapshot([(0, before[0])])
      let new = DiffableDataSourceSnapshot([(0, after[0])])
      // Reading the kernel's figures needs a few pages itself. The first difference loads the code, and
      // giving memory back makes the peak that of the measured difference.
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
  /// Returns the maximum growth of the process's memory during some work, in bytes.
  func peak(_ work: () -> Void) -> Int {
    // Writing 5 here makes the kernel reset the peak.
    if let file = FileHandle(forWritingAtPath: "/proc/self/clear_refs") { file.write(Data("5".utf8)) }
    let before = status("VmRSS:")
    work()
    return max(0, status("VmHWM:") - before) * 1024
  }

  /// Returns free memory to the system, so that allocating it again is visible.
  func giveBack() {
    guard let symbol = dlsym(nil, "malloc_trim") else { return }
    _ = unsafeBitCast(symbol, to: (@convention(c) (Int) -> Int32).self)(0)
  }

  /// Returns a number of kibibytes from the kernel's status of this process.
  private func status(_ name: String) -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix(name) } ?? ""
    return line.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0
  }
#endif
