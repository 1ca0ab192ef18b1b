public import ArgumentParser
public import ListKit
package import ListKitOptions

// Each start asks for the words of values, and what the parser does instead looks types up by name.

extension Motion: ExpressibleByArgument {
  /// The words on the command line.
  public static var allValueStrings: [String] { allCases.map(\.rawValue) }
  /// The word on the command line.
  public var defaultValueDescription: String { rawValue }
}

extension ColorOption: ExpressibleByArgument {
  package static var allValueStrings: [String] { allCases.map(\.rawValue) }
  package var defaultValueDescription: String { rawValue }
}

extension KeyScript: ExpressibleByArgument {}

extension ScreenSize: ExpressibleByArgument {
  package var defaultValueDescription: String { text }
}
