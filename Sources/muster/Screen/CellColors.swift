import ListData
import ListKit
import Rows

/// The colours of a program's output, for cells on the screen. Searching, filtering, printing and commands
/// ignore them.
enum CellColors {
  /// Returns the coloured parts of the text of a cell.
  ///
  /// - Parameter text: The beginning of the cell's text.
  /// - Complexity: O(*n*) in the length of the row if the table has colours.
  static func runs(of text: String, in cell: Range<Int>, of table: TextTable) -> [StyledText.Run] {
    let spans = table.colors(in: cell)
    guard !spans.isEmpty, let range = range(of: text, in: cell, of: table) else { return [] }
    return spans.compactMap { span in
      let colored = span.range.clamped(to: range)
      let style = style(span.parameters)
      guard !colored.isEmpty, style != .plain else { return nil }
      func characters(before offset: Int) -> Int {
        String(decoding: table.bytes[range.lowerBound..<offset], as: UTF8.self).count
      }
      return StyledText.Run(
        characters(before: colored.lowerBound)..<characters(before: colored.upperBound), style)
    }
  }

  /// Returns the range of a text in its cell, possibly after a quote; nil if the cell is written in another
  /// way.
  private static func range(of text: String, in cell: Range<Int>, of table: TextTable) -> Range<Int>? {
    let utf8 = Array(text.utf8)
    guard !utf8.isEmpty, cell.count >= utf8.count else { return nil }
    let start = [cell.lowerBound, min(cell.lowerBound + 1, cell.upperBound - utf8.count)].first {
      table.bytes[$0..<$0 + utf8.count].elementsEqual(utf8)
    }
    return start.map { $0..<$0 + utf8.count }
  }

  /// Returns the style that the parameters of `ESC [ … m` select.
  static func style(_ parameters: [UInt8]) -> TextStyle {
    var style = TextStyle.plain
    var codes = parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)[...]
    while let code = codes.popFirst() {
      let parts = code.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map(number)
      switch parts[0] {
      case 38, 48:
        let color: Color?
        if parts.count > 1 {
          // `38:2::r:g:b`, or without the colour space.
          color = extended(parts[1] == 2 && parts.count > 5 ? [2] + parts[3...] : Array(parts[1...]))
        } else {
          let wanted = codes.first.map { number($0) == 2 ? 4 : 2 } ?? 0
          color = extended(codes.prefix(wanted).map(number))
          codes = codes.dropFirst(wanted)
        }
        guard let color else { continue }
        if parts[0] == 38 { style.foreground = color } else { style.background = color }
      default: apply(parts[0], to: &style)
      }
    }
    return style
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int {
    Int(String(decoding: digits, as: UTF8.self)) ?? 0
  }

  /// Returns the colour of the parameters `5;n` or `2;r;g;b`.
  private static func extended(_ parts: [Int]) -> Color? {
    switch parts.first {
    case 5 where parts.count > 1: UInt8(exactly: parts[1]).map { .palette($0) }
    case 2 where parts.count > 3:
      if let red = UInt8(exactly: parts[1]), let green = UInt8(exactly: parts[2]),
        let blue = UInt8(exactly: parts[3])
      {
        .rgb(red, green, blue)
      } else {
        nil
      }
    default: nil
    }
  }

  private static let attributes: [Int: TextStyle.Attributes] = [
    1: .bold, 2: .dim, 3: .italic, 4: .underline, 7: .reverse, 9: .strikethrough,
  ]

  private static func apply(_ code: Int, to style: inout TextStyle) {
    switch code {
    case 0: style = .plain
    case 21, 22: style.attributes.subtract([.bold, .dim])
    case 23: style.attributes.remove(.italic)
    case 24: style.attributes.remove(.underline)
    case 27: style.attributes.remove(.reverse)
    case 29: style.attributes.remove(.strikethrough)
    case 30...37: style.foreground = .palette(UInt8(code - 30))
    case 39: style.foreground = .default
    case 40...47: style.background = .palette(UInt8(code - 40))
    case 49: style.background = .default
    case 90...97: style.foreground = .palette(UInt8(code - 82))
    case 100...107: style.background = .palette(UInt8(code - 92))
    default: if let attribute = attributes[code] { style.attributes.insert(attribute) }
    }
  }
}
