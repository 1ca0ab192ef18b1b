/// Why pages were not read, in a line for the user.
struct PageFailure: Error, Hashable, Sendable {
  let reason: String
}
