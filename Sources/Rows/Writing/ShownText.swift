import ListData
import ListDiff

/// The rows of a list as they are shown, as a text for a file: filtered, sorted, grouped, with the shown columns.
/// All formats have the same rows, ``Listing/shownRows``; removed ones are only in those that mark them.
///
/// ```text
///  rows.csv  rows.tsv  rows.json      as -o prints them
///  rows.md   rows.html                a table for each group, with the marks of added, removed and changed rows
/// ```
package enum ShownFormat: String, CaseIterable, Sendable {
  case csv, tsv, json, html
  case markdown = "md"

  /// Takes the format from the end of a file's name; nil if it names none.
  package init?(ofFile path: String) {
    guard let dot = path.lastIndex(of: "."),
      let format = Self(rawValue: path[path.index(after: dot)...].lowercased())
    else { return nil }
    self = format
  }

  /// Returns the text of a listing.
  ///
  /// - Complexity: O(bytes of the rows).
  package func text(of listing: Listing) -> [UInt8] {
    let table = listing.run.table
    let columns = listing.arrangement.shownColumns(of: table.columns.count)
    if let output = OutputFormat(argument: rawValue) {
      let writer = RowText(format: output, columns: columns)
      var text = writer.head(of: table)
      writer.write(listing.rowNumbers, of: table) { text += $0 }
      return text
    }
    let names = columns.map { table.name(of: $0) }
    var text = self == .html ? Self.htmlHead : ""
    for (section, rows) in listing.shownRows {
      let rows = rows.map { row in
        (
          change: Change(of: listing.run.identifiers[row], in: listing),
          cells: table.texts(row, columns)
        )
      }
      let title = section.value.map { String(decoding: $0, as: UTF8.self) }
      text += self == .html ? Self.html(title, names, rows) : Self.markdown(title, names, rows)
    }
    return Array(text.utf8)
  }

  /// What a run changed in a row.
  private enum Change: String {
    case new = "+"
    case gone = "−"
    case changed = "~"
    case none = ""

    init(of item: Int, in listing: Listing) {
      if listing.run.isRemoved(item) {
        self = .gone
      } else if listing.comparison?.added.contains(item) ?? false {
        self = .new
      } else {
        self = listing.comparison?.marked.contains(item) ?? false ? .changed : .none
      }
    }
  }

  private static func markdown(
    _ title: String?, _ names: [String], _ rows: [(change: Change, cells: [String])]
  ) -> String {
    func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |\n" }
    var escapes: [Unicode.Scalar: String] = ["\r": "&#13;", "\n": "<br>", "<": "&lt;", "&": "&amp;"]
    for sign in "|\\`*_~[]".unicodeScalars { escapes[sign] = "\\\(sign)" }
    func escaped(_ text: String) -> String { Self.escaped(text, escapes) }
    let heading = title.map { "## \(escaped($0))\n\n" } ?? ""
    return heading + line([""] + names.map(escaped))
      + line([String](repeating: "---", count: names.count + 1))
      + rows.map { line([$0.change.rawValue] + $0.cells.map(escaped)) }.joined() + "\n"
  }

  /// By scalars, because a character may be markup and an accent, or two line ends.
  private static func escaped(_ text: String, _ escapes: [Unicode.Scalar: String]) -> String {
    text.unicodeScalars.map { escapes[$0] ?? String($0) }.joined()
  }

  private static let htmlHead = """
    <!DOCTYPE html>
    <meta charset="utf-8">
    <style>
      table { border-collapse: collapse; font: 14px monospace; margin-bottom: 1em }
      td, th { padding: 2px 10px; text-align: left; white-space: pre }
      .new { background: #dcfce7 } .changed { background: #fef9c3 } .gone { color: #888; text-decoration: line-through }
    </style>

    """

  private static func html(
    _ title: String?, _ names: [String], _ rows: [(change: Change, cells: [String])]
  ) -> String {
    let escapes: [Unicode.Scalar: String] = [
      "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "\r": "&#13;",
    ]
    func element(_ name: String, _ text: String) -> String {
      "<\(name)>\(escaped(text, escapes))</\(name)>"
    }
    let heading = title.map { element("h2", $0) + "\n" } ?? ""
    let lines = rows.map { row in
      let kind = row.change == .none ? "" : " class=\"\(row.change)\""
      return "<tr\(kind)>\(row.cells.map { element("td", $0) }.joined())</tr>\n"
    }
    return heading
      + "<table>\n<tr>\(names.map { element("th", $0) }.joined())</tr>\n\(lines.joined())</table>\n"
  }
}
