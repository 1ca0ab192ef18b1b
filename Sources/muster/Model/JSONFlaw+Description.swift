import ListData

extension JSONFlaw {
  /// What is said of it.
  var description: String {
    switch self {
    case .end: "the JSON ends too early"
    case .rest: "what stands behind the JSON array is not read"
    case .row(let row): "row \(row + 1) is no JSON"
    }
  }
}
