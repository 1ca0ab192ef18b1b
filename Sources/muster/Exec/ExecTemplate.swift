import ArgumentParser

/// A command for the shell in which `{NAME}` stands for the value of a column, quoted so that the shell takes it as
/// it is.
///
/// ```text
///  kill {PID}            ▶  kill 4711
///  rm "{NAME}"           ▶  rm ""'my $file'""
///  awk '{print}' {NAME}  ▶  awk '{print}' notes      no column is called 'print'
/// ```
struct ExecTemplate: ExpressibleByArgument, Hashable, Sendable {
  /// Why a command cannot be made.
  enum Refusal: Error, Hashable, CustomStringConvertible {
    /// What no quoting makes safe stands before a value.
    case unsafe(column: String, after: String)
    /// No command has a NUL.
    case nul(column: String)
    /// Nothing in it names a column.
    case noColumn(ColumnReference.Refusal)

    var description: String {
      switch self {
      case .unsafe(let column, let construct):
        "{\(column)} cannot be quoted after \(construct); hand it on instead: sh -c '… \"$1\" …' sh {\(column)}"
      case .nul(let column): "the value of \(column) has a NUL, which no command can have"
      case .noColumn(let refusal): refusal.description
      }
    }
  }

  var text: String

  init(_ text: String) { self.text = text }

  init?(argument: String) {
    guard argument.contains(where: { !$0.isWhitespace }), !argument.utf8.contains(0) else { return nil }
    text = argument
  }

  /// The command for a row.
  ///
  /// - Parameters:
  ///   - names: The columns.
  ///   - value: The value of a column, as bytes that need not be text.
  func command(names: ColumnNames, value: (Int) -> [UInt8]) throws(Refusal) -> [UInt8] {
    var state = ShellQuoting()
    var command: [UInt8] = []
    var unknown: String?
    var isForRow = false
    var rest = Array(text.utf8)[...]
    while let byte = rest.first {
      guard byte == UInt8(ascii: "{"), let name = Self.name(in: rest), !state.isEscaped else {
        state.take(byte)
        command.append(byte)
        rest.removeFirst()
        continue
      }
      let word = String(decoding: name, as: UTF8.self)
      guard let column = names.index(of: word) else {
        unknown = unknown ?? word
        state.take(byte)
        command.append(byte)
        rest.removeFirst()
        continue
      }
      if let construct = state.construct { throw .unsafe(column: word, after: construct) }
      let bytes = value(column)
      if bytes.contains(0) { throw .nul(column: word) }
      command += state.quoted(bytes)
      isForRow = true
      rest = rest.dropFirst(name.count + 2)
    }
    if !isForRow, let unknown {
      throw .noColumn(ColumnReference.Refusal(reference: unknown, names: names.names))
    }
    return command
  }

  /// What stands between a brace at the beginning and its end, on one line.
  private static func name(in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let inside = bytes.dropFirst()
    guard let end = inside.firstIndex(where: { [0x7B, 0x7D, 0x0A].contains($0) }), inside[end] == 0x7D,
      end > inside.startIndex
    else { return nil }
    return inside[..<end]
  }
}
