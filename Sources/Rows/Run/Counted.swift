/// Returns a number and a noun, in the plural unless the number is 1: `1 row`, `2 rows`.
package func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
