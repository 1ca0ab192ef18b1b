/// A field of a form, as in the example of ``FormController``: what it is called, which property it edits, and what
/// it accepts.
@MainActor
public struct FormField<Value> {
  /// Makes a field that shows the property of a value.
  let make: (Value) -> TextField
  /// Stores what a field without an error shows.
  let store: (TextField, inout Value) -> Void

  /// A field that is typed.
  private init(
    _ label: String, get: @escaping (Value) -> String, set: @escaping (inout Value, String) -> Void,
    configure: @escaping (TextField) -> Void
  ) {
    make = {
      let field = TextField(label: label)
      configure(field)
      field.text = get($0)
      return field
    }
    store = { set(&$1, $0.text) }
  }

  private init(
    _ label: String, _ value: WritableKeyPath<Value, String>, configure: @escaping (TextField) -> Void
  ) {
    self.init(label, get: { $0[keyPath: value] }, set: { $0[keyPath: value] = $1 }, configure: configure)
  }

  /// A field that is chosen from.
  private init(
    _ label: String, _ titles: [String], isMultiple: Bool, get: @escaping (Value) -> [Int],
    set: @escaping (inout Value, Set<Int>) -> Void
  ) {
    make = {
      TextField(label: label, FieldOptions(titles, isMultiple: isMultiple, chosen: Set(get($0))))
    }
    store = { set(&$1, $0.chosen) }
  }

  /// A text of one line or several.
  ///
  /// - Parameters:
  ///   - label: the name of the field.
  ///   - value: the property that the field edits.
  ///   - placeholder: shown while the text is empty.
  ///   - isMultiline: whether the text has several lines.
  ///   - validator: returns the reason why a text cannot be accepted, else nil.
  ///   - completions: returns the texts that complete a text, such as paths; tab inserts them, see
  ///     ``TextField/completions``.
  public static func textField(
    _ label: String, _ value: WritableKeyPath<Value, String>, placeholder: String = "",
    isMultiline: Bool = false, validator: @escaping (String) -> String? = { _ in nil },
    completions: @escaping (String) -> [String] = { _ in [] }
  ) -> Self {
    Self(label, value) {
      ($0.placeholder, $0.isMultiline) = (placeholder, isMultiline)
      ($0.validator, $0.completions) = (validator, completions)
    }
  }

  /// A text whose characters are hidden, such as a password.
  public static func secureField(
    _ label: String, _ value: WritableKeyPath<Value, String>, placeholder: String = "",
    validator: @escaping (String) -> String? = { _ in nil }
  ) -> Self {
    Self(label, value) {
      ($0.placeholder, $0.isSecureTextEntry, $0.validator) = (placeholder, true, validator)
    }
  }

  /// A day, as in `2026-11-27`; up and down go to the next and the previous one. Without a text it is nil.
  public static func datePicker(_ label: String, _ value: WritableKeyPath<Value, CalendarDay?>) -> Self {
    Self(
      label, get: { $0[keyPath: value]?.description ?? "" },
      set: { $0[keyPath: value] = CalendarDay($1) }
    ) {
      $0.placeholder = "YYYY-MM-DD"
      $0.validator = { $0.isEmpty || CalendarDay($0) != nil ? nil : "no day, such as 2026-11-27" }
      $0.step = { CalendarDay($0)?.advanced($1)?.description }
    }
  }

  /// A whole number; up and down change it by a step, within the bounds.
  public static func numberField(
    _ label: String, _ value: WritableKeyPath<Value, Int>, in bounds: ClosedRange<Int>? = nil, step: Int = 1
  ) -> Self {
    numberField(label, value, bounds, kind: "a whole number") {
      let (next, overflows) = $0.addingReportingOverflow(step * $1)
      return overflows ? $0 : next
    }
  }

  /// A number; up and down change it by a step, within the bounds.
  public static func numberField(
    _ label: String, _ value: WritableKeyPath<Value, Double>, in bounds: ClosedRange<Double>? = nil,
    step: Double = 1
  ) -> Self {
    // As many decimals as the step has: three steps of 0.1 are 0.3.
    let decimals = "\(step)".split(separator: ".").dropFirst().first?.count ?? 0
    let scale = (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
    return numberField(label, value, bounds, kind: "a number") {
      let next = (($0 + step * Double($1)) * scale).rounded() / scale
      return next.isFinite ? next : $0
    }
  }

  private static func numberField<Number: Comparable & LosslessStringConvertible>(
    _ label: String, _ value: WritableKeyPath<Value, Number>, _ bounds: ClosedRange<Number>?, kind: String,
    advanced: @escaping (Number, Int) -> Number
  ) -> Self {
    func number(_ text: String) -> Number? {
      // Swift also reads `nan`, `inf`, `1e999` and `0x1p4`.
      Number(text).flatMap { text.contains("x") || text.contains("X") || "\($0)".contains("n") ? nil : $0 }
    }
    func show(_ number: Number) -> String {
      let text = "\(number)"
      return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
    return Self(
      label, get: { show($0[keyPath: value]) },
      set: { whole, text in number(text).map { whole[keyPath: value] = $0 } }
    ) {
      $0.placeholder = bounds.map { "\(show($0.lowerBound)) to \(show($0.upperBound))" } ?? ""
      $0.validator = { text in
        guard let number = number(text) else { return "not \(kind)" }
        guard let bounds, !bounds.contains(number) else { return nil }
        return "not between \(show(bounds.lowerBound)) and \(show(bounds.upperBound))"
      }
      $0.step = { text, count in
        guard let next = number(text).map({ advanced($0, count) }) else { return nil }
        return show(bounds.map { min(max(next, $0.lowerBound), $0.upperBound) } ?? next)
      }
    }
  }

  /// A switch, on or off.
  public static func toggle(_ label: String, _ value: WritableKeyPath<Value, Bool>) -> Self {
    Self(
      label, [""], isMultiple: true, get: { $0[keyPath: value] ? [0] : [] },
      set: { $0[keyPath: value] = $1 == [0] })
  }

  /// One of several choices. A value that is not among them stays until another one is chosen.
  ///
  /// - Parameters:
  ///   - label: the name of the field.
  ///   - value: the property that the field edits.
  ///   - choices: the choices, such as `Level.allCases`.
  ///   - title: returns the title of a choice.
  public static func picker<Choice: Hashable>(
    _ label: String, _ value: WritableKeyPath<Value, Choice>, from choices: [Choice],
    title: (Choice) -> String = { "\($0)" }
  ) -> Self {
    Self(
      label, choices.map(title), isMultiple: false,
      get: { whole in choices.indices.filter { choices[$0] == whole[keyPath: value] } },
      set: { whole, chosen in chosen.first.map { whole[keyPath: value] = choices[$0] } })
  }

  /// Any number of several choices. Values that are not among them stay.
  public static func picker<Choice: Hashable>(
    _ label: String, _ value: WritableKeyPath<Value, Set<Choice>>, from choices: [Choice],
    title: (Choice) -> String = { "\($0)" }
  ) -> Self {
    Self(
      label, choices.map(title), isMultiple: true,
      get: { whole in choices.indices.filter { whole[keyPath: value].contains(choices[$0]) } },
      set: { $0[keyPath: value] = $0[keyPath: value].subtracting(choices).union($1.map { choices[$0] }) })
  }
}
