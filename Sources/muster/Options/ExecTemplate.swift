import ArgumentParser
import ListKitCurses

/// A command for the shell in which `{NAME}` stands for the value of a column, quoted so that the shell takes it as
/// it is.
///
/// ```text
///  kill {PID}                 ▶  kill 4711
///  rm -- "{NAME}"             ▶  rm -- ""'my $file'""
///  awk '{print $1}' {NAME}    ▶  awk '{print $1}' 'notes'    no placeholder: code
///  awk '{ print }' {NAME}     ▶  awk '{ print }' 'notes'     no placeholder: a blank
///  echo \{PID} {}             ▶  echo \{PID} {}              no placeholders
/// ```
///
/// What a placeholder is depends on the command alone, and not on the columns there are: no data decide it.
struct ExecTemplate: ExpressibleByArgument, Hashable, Sendable {
  /// Why a command cannot be made.
  enum Refusal: Error, Hashable, CustomStringConvertible {
    /// What no quoting makes safe stands before a value.
    case unsafe(column: String, after: String)
    /// No command has a NUL.
    case nul(column: String)
    /// The value looks like an option.
    case option(column: String)
    /// A placeholder names no column.
    case noColumn(ColumnReference.Refusal)

    var description: String {
      switch self {
      case .unsafe(let column, let construct):
        "--exec: {\(column)} is not safe after \(construct); hand it on instead: "
          + "sh -c '… \"$1\" …' sh {\(column)}"
      case .nul(let column): "the value of \(column) has a NUL, which no command can have"
      case .option(let column):
        "the value of \(column) begins like an option; write -- before {\(column)}"
      case .noColumn(let refusal):
        "--exec: \(refusal.description); a brace that names no column is written \\{"
      }
    }
  }

  /// A part of the command.
  private enum Part {
    case text([UInt8])
    /// The value of a column, the place where it stands, and whether it is a word of its own.
    case value(name: String, place: ShellQuoting, isWord: Bool)
  }

  var text: String

  init(_ text: String) { self.text = text }

  init?(argument: String) {
    guard argument.contains(where: { !$0.isWhitespace }), !argument.utf8.contains(0) else { return nil }
    text = argument
  }

  /// Refuses a command in which a placeholder stands where no quoting is safe.
  func check() throws(Refusal) { _ = try parts() }

  /// The columns that it names.
  var names: [String] {
    ((try? parts()) ?? []).compactMap { part in
      if case .value(let name, _, _) = part { name } else { nil }
    }
  }

  /// Refuses a command that names a column that does not exist.
  func check(names: ColumnNames) throws(Refusal) {
    for case .value(let name, _, _) in try parts() { _ = try Self.column(name, names) }
  }

  /// The command for a row.
  ///
  /// - Parameters:
  ///   - names: The columns.
  ///   - value: The value of a column, as bytes that need not be text.
  func command(names: ColumnNames, value: (Int) -> [UInt8]) throws(Refusal) -> [UInt8] {
    var command: [UInt8] = []
    for part in try parts() {
      switch part {
      case .text(let bytes): command += bytes
      case .value(let name, let place, let isWord):
        let bytes = value(try Self.column(name, names))
        if bytes.contains(0) { throw .nul(column: name) }
        // Editors and pagers run what follows a plus.
        if place.isOptionPossible, let first = bytes.first, "-+".utf8.contains(first) {
          throw .option(column: name)
        }
        command += place.quoted(bytes, isWord: isWord)
      }
    }
    return command
  }

  private static func column(_ name: String, _ names: ColumnNames) throws(Refusal) -> Int {
    do throws(ColumnReference.Refusal) {
      return try ColumnReference(name).index(in: names)
    } catch {
      throw .noColumn(error)
    }
  }

  /// What the command consists of.
  private func parts() throws(Refusal) -> [Part] {
    var state = ShellQuoting()
    var parts: [Part] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.first {
      guard !state.isEscaped, let bytes = Self.name(in: rest) else {
        state.take(byte)
        parts.append(.text([byte]))
        rest.removeFirst()
        continue
      }
      let name = String(decoding: bytes, as: UTF8.self)
      if let construct = state.construct { throw .unsafe(column: name, after: construct) }
      rest = rest.dropFirst(bytes.count + 2)
      let isWord = state.isBetweenWords && rest.first.map(" \t\n".utf8.contains) ?? true
      parts.append(.value(name: name, place: state, isWord: isWord))
      state.takeValue()
    }
    return parts
  }

  /// The name in braces at the beginning: on one line, without blanks at its ends, and without what only code has.
  private static func name(in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard bytes.first == UInt8(ascii: "{") else { return nil }
    let inside = bytes.dropFirst()
    guard let end = inside.firstIndex(where: "{}\n$'\"`\\;".utf8.contains), inside[end] == UInt8(ascii: "}"),
      end > inside.startIndex
    else { return nil }
    let name = inside[..<end]
    guard let first = name.first, let last = name.last, ![first, last].contains(where: " \t".utf8.contains)
    else { return nil }
    return name
  }
}

extension ExecTemplate {
  /// Runs a command on the terminal.
  ///
  /// - Returns: its exit status.
  @MainActor
  static func run(_ command: [UInt8]) async -> Int32 {
    // What it prints is read before the list comes back, which ctrl-c asks for as well.
    let frame =
      #"sh -c "$1"; status=$?; trap 'echo; exit $status' INT QUIT; "#
      + #"printf '\n%s ' "exit status $status; press enter to go back"; read -r _; exit $status"#
    return await Terminal.run(
      "/bin/sh", arguments: ["sh", "-c", frame, "sh"].map { Array($0.utf8) } + [command])
  }
}
