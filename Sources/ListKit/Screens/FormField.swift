/// A field of a form: what it is called, which property it edits, and what it accepts.
///
/// ```swift
/// let fields: [FormField<Server>] = [
///   .textField("Name", \.name) { $0.isEmpty ? "a server has a name" : nil },
///   .numberField("Port", \.port, in: 1...65_535),
///   .picker("Log level", \.level, from: Level.allCases),
///   .toggle("Starts by itself", \.startsByItself),
/// ]
/// ```
@MainActor
public struct FormField<Value> {
  let make: () -> TextField
  /// Shows the property of a value.
  let show: (Value, TextField) -> Void
  /// Stores what a field without an error shows.
  let store: (TextField, inout Value) -> Void

  private init(
    _ label: String, show: @escaping (Value, TextField) -> Void,
    store: @escaping (TextField, inout Value) -> Void, configure: @escaping (TextField) -> Void = { _ in }
  ) {
    make = {
      let field = TextField()
      field.label = label
      field.checksWhenLeft = true
      configure(field)
      return field
    }
    (self.show, self.store) = (show, store)
  }

  private init(
    _ label: String, _ value: WritableKeyPath<Value, String>, configure: @escaping (TextField) -> Void
  ) {
    self.init(
      label, show: { $1.text = $0[keyPath: value] }, store: { $1[keyPath: value] = $0.text },
      configure: configure)
  }
}

// MARK: - Texts

extension FormField {
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
      $0.placeholder = placeholder
      $0.isMultiline = isMultiline
      $0.validator = validator
      $0.completions = completions
    }
  }

  /// A text whose characters are hidden, such as a password.
  public static func secureField(
    _ label: String, _ value: WritableKeyPath<Value, String>, placeholder: String = "",
    validator: @escaping (String) -> String? = { _ in nil }
  ) -> Self {
    Self(label, value) {
      $0.placeholder = placeholder
      $0.isSecureTextEntry = true
      $0.validator = validator
    }
  }

  /// A day of the Gregorian calendar as in `2026-11-27`, or an empty text for none; up and down go to the next and
  /// the previous day.
  public static func datePicker(_ label: String, _ value: WritableKeyPath<Value, String>) -> Self {
    Self(label, value) {
      $0.placeholder = "YYYY-MM-DD"
      $0.validator = { $0.isEmpty ? nil : CalendarDay.read($0).problem }
      $0.step = { CalendarDay.read($0).day?.advanced($1)?.description }
    }
  }
}

// MARK: - Numbers

extension FormField {
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
    return Self(
      label, show: { $1.text = "\($0[keyPath: value])" },
      store: { field, whole in number(field.text).map { whole[keyPath: value] = $0 } }
    ) {
      $0.placeholder = bounds.map { "\($0.lowerBound) to \($0.upperBound)" } ?? ""
      $0.validator = { text in
        guard let number = number(text) else { return "not \(kind)" }
        guard let bounds, !bounds.contains(number) else { return nil }
        return "not between \(bounds.lowerBound) and \(bounds.upperBound)"
      }
      $0.step = { text, count in
        guard let next = number(text).map({ advanced($0, count) }) else { return nil }
        return "\(bounds.map { min(max(next, $0.lowerBound), $0.upperBound) } ?? next)"
      }
    }
  }
}

// MARK: - Choices

extension FormField {
  /// A switch, on or off.
  public static func toggle(_ label: String, _ value: WritableKeyPath<Value, Bool>) -> Self {
    Self(
      label,
      show: { $1.options = FieldOptions([""], isMultiple: true, chosen: $0[keyPath: value] ? [0] : []) },
      store: { $1[keyPath: value] = $0.chosen == [0] })
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
    title: @escaping (Choice) -> String = { "\($0)" }
  ) -> Self {
    Self(
      label,
      show: {
        let chosen = choices.firstIndex(of: $0[keyPath: value]).map { [$0] } ?? []
        $1.options = FieldOptions(choices.map(title), isMultiple: false, chosen: Set(chosen))
      }, store: { if let choice = $0.chosen.first { $1[keyPath: value] = choices[choice] } })
  }

  /// Any number of several choices. Values that are not among them stay.
  public static func picker<Choice: Hashable>(
    _ label: String, _ value: WritableKeyPath<Value, Set<Choice>>, from choices: [Choice],
    title: @escaping (Choice) -> String = { "\($0)" }
  ) -> Self {
    Self(
      label,
      show: { whole, field in
        let chosen = choices.indices.filter { whole[keyPath: value].contains(choices[$0]) }
        field.options = FieldOptions(choices.map(title), isMultiple: true, chosen: Set(chosen))
      },
      store: { field, whole in
        whole[keyPath: value] = whole[keyPath: value].subtracting(choices).union(
          field.chosen.map { choices[$0] })
      })
  }
}

// MARK: - CalendarDay

/// A day of the Gregorian calendar, from year 1 to 9999.
struct CalendarDay: Hashable, CustomStringConvertible {
  private(set) var year, month, day: Int

  /// Reads a day, or returns the reason why a text is none.
  static func read(_ text: String) -> (day: Self?, problem: String?) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let isDay =
      parts.map(\.utf8.count) == [4, 2, 2] && parts.joined().utf8.allSatisfy { (48...57).contains($0) }
    let numbers = parts.compactMap { Int($0) }
    guard isDay, numbers.count == 3 else { return (nil, "a date is written as 2026-11-27") }
    let read = Self(year: numbers[0], month: numbers[1], day: numbers[2])
    if read.year < 1 { return (nil, "there is no year 0") }
    guard (1...12).contains(read.month) else { return (nil, "there is no month \(read.month)") }
    if (1...read.dayCount).contains(read.day) { return (read, nil) }
    return (nil, "\(parts[0])-\(parts[1]) has \(read.dayCount) days")
  }

  var description: String {
    func padded(_ number: Int, _ count: Int) -> String { String("\(number + 10_000)".suffix(count)) }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }

  /// Returns the next day for 1, the previous for -1; nil beyond the last year and before the first.
  func advanced(_ step: Int) -> Self? {
    var next = self
    next.day += step
    if !(1...dayCount).contains(next.day) {
      next.month += step
      if !(1...12).contains(next.month) { (next.year, next.month) = (year + step, step > 0 ? 1 : 12) }
      next.day = step > 0 ? 1 : next.dayCount
    }
    return (1...9999).contains(next.year) ? next : nil
  }

  /// The number of days of the month.
  private var dayCount: Int {
    if month == 2 { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28 }
    return [4, 6, 9, 11].contains(month) ? 30 : 31
  }
}
