/// An error that provides its own description.
public protocol LocalizedError: Error {
  var errorDescription: String? { get }
}
