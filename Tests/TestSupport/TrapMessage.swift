public import Testing

/// Checks the complete message of a process that stopped because of a programming error.
///
/// - Parameters:
///   - result: The result of an exit test that observes the standard error.
///   - message: The text after `Fatal error: `, to the end of the line.
///   - caller: The file that the message names, or nil if the operation cannot report where it was called.
public func expectTrap(
  _ result: ExitTest.Result?, _ message: String, in caller: String? = #fileID,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  let mark = "Fatal error: "
  let said = text.split(separator: "\n").compactMap { line in
    line.range(of: mark).map { String(line[$0.upperBound...]) }
  }
  #expect(said == [message], "\(text)", sourceLocation: sourceLocation)
  let namesCaller = caller.map { text.contains("\($0):") }
  #expect(namesCaller != false, "\(text)", sourceLocation: sourceLocation)
}

/// A programming error that stops the program.
public struct Mistake: Sendable {
  /// The complete message, see ``expectTrap(_:_:in:sourceLocation:)``.
  public let message: String
  /// The file that the message names, or nil if the operation cannot report where it was called.
  public let file: String?
  /// Makes the mistake.
  public let make: @MainActor @Sendable () -> Void

  /// Creates a mistake.
  public init(_ message: String, in file: String? = #fileID, make: @escaping @MainActor @Sendable () -> Void)
  {
    (self.message, self.file, self.make) = (message, file, make)
  }
}

extension Substring {
  /// Returns the range of the first occurrence of a text in this one.
  fileprivate func range(of text: String) -> Range<Index>? {
    indices.first { self[$0...].hasPrefix(text) }.map { $0..<index($0, offsetBy: text.count) }
  }
}
