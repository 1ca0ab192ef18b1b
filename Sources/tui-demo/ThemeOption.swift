import ListKit

/// A theme by its name, or in a file as text.
struct ThemeOption: Sendable {
  /// What was asked for and why there is none.
  struct Refusal: Error, CustomStringConvertible {
    var description: String
  }

  var argument: String

  /// The theme.
  ///
  /// - Throws: the name of the file, and what cannot be read of it.
  func theme() throws(Refusal) -> Theme {
    if let named = try? Theme(text: "base = \(argument)") { return named }
    do {
      let bytes = try StoredFile(path: argument).contents()
      return try Theme(text: String(decoding: bytes, as: UTF8.self), base: .dark)
    } catch let error as StoredFile.Refusal {
      throw Refusal(description: "\(error); a theme is dark, light, high-contrast, mono or a file")
    } catch let error as ThemeError {
      throw refusal(atLine: error.line, error.reason)
    } catch {
      throw Refusal(description: "\(argument): \(error)")
    }
  }

  /// In the form in which editors find the line.
  private func refusal(atLine line: Int, _ reason: ThemeError.Reason) -> Refusal {
    Refusal(description: "\(argument):\(line): \(reason)")
  }
}
