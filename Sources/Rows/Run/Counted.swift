/// Returns a number and a noun, in the plural unless the number is 1: `1 row`, `2,000 rows`.
package func counted(_ count: Int, _ noun: String) -> String {
  "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")"
}

/// Returns a number with its thousands separated: `100,000`.
package func grouped(_ number: Int) -> String { grouped("\(number)") }

/// Returns the text of a number with the thousands before its decimal point separated: `28,125.85`, `28.125,85`. Other
/// texts stay as they are.
package func grouped(_ number: String) -> String {
  let digits = number.prefix { $0.isASCII && $0.isNumber }
  let rest = number.dropFirst(digits.count)
  if let sign = number.first, "-≈".contains(sign) { return "\(sign)" + grouped(String(number.dropFirst())) }
  guard digits.count > 3, rest.first.map({ ".,".contains($0) }) ?? true,
    rest.dropFirst().allSatisfy(\.isNumber)
  else { return number }
  let point = rest.prefix(1)
  let thousands = grouped(String(digits.dropLast(3) + point)).dropLast(point.count)
  return thousands + (point == "," ? "." : ",") + digits.suffix(3) + rest
}
