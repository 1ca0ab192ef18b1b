public import ArgumentParser
import LibC
public import ListKit

extension Motion: ExpressibleByArgument {
  // Each start asks for these, and what the parser does instead looks types up by name.
  /// The words on the command line.
  public static var allValueStrings: [String] { allCases.map(\.rawValue) }
  /// The word on the command line.
  public var defaultValueDescription: String { rawValue }

  /// What `LISTKIT_MOTION` says; full where it says nothing that is known.
  package static var environment: Motion {
    getenv("LISTKIT_MOTION").flatMap { Motion(rawValue: String(cString: $0)) } ?? .full
  }
}
