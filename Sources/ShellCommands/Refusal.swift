/// The reason why something that the user asked for is not done, in one line.
package struct Refusal: Error, Hashable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
