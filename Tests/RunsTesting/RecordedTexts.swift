import ListData
import Rows

@testable import Runs

/// Recordings of texts.
package enum RecordedTexts {
  /// Returns a recording of some texts, one every two and a half seconds.
  package static func bytes(of states: [[UInt8]]) -> [UInt8] {
    var bytes = Recording.signature + Recording.record(title: "kubectl get pods")
    var former: [UInt8]?
    for (number, state) in states.enumerated() {
      bytes += state.withUnsafeBufferPointer {
        Recording.record($0, at: WallTime(seconds: Double(number) * 2.5), after: former)
      }
      former = state
    }
    return bytes
  }
}
