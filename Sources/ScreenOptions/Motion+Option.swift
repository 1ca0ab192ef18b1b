public import ArgumentParser
import LibC
public import ListKit

extension Motion: ExpressibleByArgument {
  /// What `LISTKIT_MOTION` says; full where it says nothing that is known.
  package static var environment: Motion {
    getenv("LISTKIT_MOTION").flatMap { Motion(rawValue: String(cString: $0)) } ?? .full
  }
}
