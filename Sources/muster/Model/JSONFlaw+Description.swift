import ListData

extension JSONFlaw {
  /// What is said of it.
  var description: String {
    switch self {
    case .end: "the JSON ends too early"
    case .row(let row): "row \(row + 1) is no JSON"
    }
  }
}
