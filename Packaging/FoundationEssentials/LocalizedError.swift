/// An error that words itself.
public protocol LocalizedError: Error {
  var errorDescription: String? { get }
}
