/// A shell command in which `{NAME}` stands for the value of a column, quoted so that the shell reads it
/// literally.
///
/// ```text
///  kill {PID}                 ▶  kill 4711
///  kill {+PID}                ▶  kill 4711 4712             all chosen rows, each value a word
///  rm -- "{NAME}"             ▶  rm -- ""'my $file'""
///  awk '{print $1}' {NAME}    ▶  awk '{print $1}' 'notes'    no placeholder: code
///  awk '{ print }' {NAME}     ▶  awk '{ print }' 'notes'     no placeholder: a blank
///  head -5 {}                 ▶  head -5 'my $file'          the whole line, as in fzf
///  echo \{PID}                ▶  echo \{PID}                 no placeholder
///  find {DIR} -exec wc {} \;  ▶  find 'a' -exec wc {} \;     no placeholder: find's own
/// ```
///
/// Placeholders depend on the command alone, not on the columns that exist, so that no data can change them.
/// Each value is a whole argument, or a part of one; what a program makes of its arguments is its own. A value
/// that would choose the program, or be code of a program in ``ProgramUsage/list``, is refused: the code can read
/// it from the environment (``RowVariables``).
package struct ExecTemplate: Hashable, Sendable {
  /// The reason why a command cannot be created.
  package enum Refusal: Error, Hashable, CustomStringConvertible {
    /// The value follows a construct in which no quoting is safe.
    case unsafe(column: String, after: String)
    /// The value would be code of a program.
    case code(column: String, of: String)
    /// The value would be the program, or a part of its name.
    case program(column: String)
    /// The value contains a NUL, which no command can contain.
    case nul(column: String)
    /// The value looks like an option.
    case option(column: String)
    /// A placeholder names a column that does not exist.
    case noColumn(ColumnReference.Refusal)
    /// A placeholder for all rows is next to other text, or within quotes.
    case notWords(column: String)
    /// The command has placeholders for one row and for all rows.
    case mixed

    package var description: String {
      switch self {
      case .unsafe(let column, let construct):
        "{\(column)} is not safe after \(construct); \(Self.remedy(column))"
      case .code(let column, let program):
        "{\(column)} would be code of \(program); \(Self.remedy(column)), or write { \(column) } for braces"
      case .program(let column):
        "{\(column)} would choose the program; name it; code of sh -c may run a variable such as \"$ROW_NAME\""
      case .nul(let column): "\(Self.subject(column)) has a NUL, which no command can have"
      case .option(let column):
        "\(Self.subject(column)) starts like an option; write -- before {\(column)}"
      case .noColumn(let refusal):
        "\(refusal.description); write \\{ for a literal brace"
      case .notWords(let column): "{+\(column)} stands for several words; write it between blanks"
      case .mixed: "a placeholder for one row beside one for all rows, {+COLUMN}; use one kind"
      }
    }

    private static func subject(_ column: String) -> String {
      column.isEmpty ? "the line" : "the value of \(column)"
    }

    private static func remedy(_ column: String) -> String {
      if column.isEmpty { return "commands on this machine can read columns as $ROW_NAME" }
      return column.hasPrefix("+")
        ? "hand it on: sh -c '… \"$@\" …' sh {\(column)}"
        : "commands on this machine can read it as $\(RowVariables.name(column))"
    }
  }

  fileprivate enum Part {
    case text([UInt8])
    /// The value of a column, or the line if it has no name, of one row or of all; how it is quoted there,
    /// and whether it is a word of its own.
    case value(name: String, ofAllRows: Bool, quoting: ShellQuoting, isWord: Bool)
  }

  package var text: String
  /// Whether a shell reads the command. Otherwise it is split into words.
  package var isShell = true

  package init(_ text: String) { self.text = text }

  package init?(argument: String) {
    guard argument.contains(where: { !$0.isWhitespace }), !argument.utf8.contains(0) else { return nil }
    text = argument
  }

  /// Throws an error if a placeholder is where no quoting is safe.
  package func check() throws(Refusal) { _ = try parts() }

  /// Whether one command runs for all rows: `kill {+PID}`.
  var takesAllRows: Bool {
    ((try? parts()) ?? []).contains { if case .value(_, true, _, _) = $0 { true } else { false } }
  }

  /// The columns that the command names.
  package var names: [String] {
    ((try? parts()) ?? []).compactMap { part in
      if case .value(let name, _, _, _) = part, !name.isEmpty { name } else { nil }
    }
  }

  /// The columns that the command may read, in placeholders or as variables: for `$ROW_http_status` also the
  /// member `http.status` of JSON, which need not be a column yet.
  package var memberNames: [String] {
    let letters = { (byte: UInt8) in
      byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "_")
    }
    let variables = text.utf8.split { !letters($0) }.map { String(Substring($0)) }
      .filter { $0.hasPrefix("ROW_") }.map { $0.dropFirst(4) }
    return names
      + variables.flatMap { name in
        // Any underscore may stand for the dot after an outer member.
        name.indices.filter { name[$0] == "_" && $0 > name.startIndex }.map { underscore in
          name[..<underscore] + "." + name[name.index(after: underscore)...]
        }
      }.map(String.init)
  }

  /// Throws an error if the command names a column that does not exist.
  package func check(names: ColumnNames) throws(Refusal) {
    _ = try parts()
    for name in self.names { _ = try Self.column(name, names) }
  }

  /// Returns the commands for some rows: one for all of them, or one for each.
  ///
  /// - Parameters:
  ///   - names: The names of the columns.
  ///   - line: Returns the whole line of a row.
  ///   - value: Returns the value of a column of a row, as bytes that need not be text.
  package func commands(
    for rows: [Int], names: ColumnNames, line: (_ row: Int) -> [UInt8],
    value: (_ row: Int, _ column: Int) -> [UInt8]
  ) throws(Refusal) -> [RowCommand] {
    let template = try inserting(names)
    var commands: [RowCommand] = []
    for rows in takesAllRows ? [rows] : rows.map({ [$0] }) {
      commands.append(try template.command(for: rows, line: line, value: value))
    }
    return commands
  }

  /// A template for rows with certain columns.
  package struct Inserting: Sendable {
    let columnCount: Int
    fileprivate var parts: [(part: Part, column: Int?)] = []
    /// Nil if the values of many rows are inserted.
    fileprivate var variables: RowVariables.Names?

    /// Returns the command for some rows; see ``ExecTemplate/commands(for:names:line:value:)``.
    func command(
      for rows: [Int], line: (_ row: Int) -> [UInt8], value: (_ row: Int, _ column: Int) -> [UInt8]
    ) throws(Refusal) -> RowCommand {
      var command: [UInt8] = []
      for (part, column) in parts {
        switch part {
        case .text(let bytes): command += bytes
        case .value(let name, _, let quoting, let isWord):
          var words: [[UInt8]] = []
          for row in rows {
            let value = column.map { value(row, $0) } ?? line(row)
            words.append(try ExecTemplate.quoted(value, of: name, in: quoting, isWord))
          }
          command += words.joined(separator: [UInt8(ascii: " ")])
        }
      }
      let variables = variables.map { RowVariables($0) { column in value(rows[0], column) } }
      return RowCommand(text: command, variables: variables ?? RowVariables())
    }
  }

  /// Finds the columns of the placeholders, once for all rows.
  func inserting(_ names: ColumnNames) throws(Refusal) -> Inserting {
    var template = Inserting(columnCount: names.names.count)
    for part in try parts() {
      var column: Int?
      if case .value(let name, _, _, _) = part, !name.isEmpty { column = try Self.column(name, names) }
      template.parts.append((part, column))
    }
    if !takesAllRows { template.variables = RowVariables.Names(names) }
    return template
  }

  fileprivate static func quoted(_ value: [UInt8], of name: String, in quoting: ShellQuoting, _ isWord: Bool)
    throws(Refusal) -> [UInt8]
  {
    if value.contains(0) { throw .nul(column: name) }
    // Editors and pagers run the command that follows a plus.
    if quoting.isOptionPossible, let first = value.first, "-+".utf8.contains(first) {
      throw .option(column: name)
    }
    return quoting.quoted(value, isWord: isWord)
  }

  private static func column(_ name: String, _ names: ColumnNames) throws(Refusal) -> Int {
    do throws(ColumnReference.Refusal) {
      return try ColumnReference(name).index(in: names)
    } catch {
      throw .noColumn(error)
    }
  }

  private func parts() throws(Refusal) -> [Part] {
    var state = ShellQuoting(isShell: isShell)
    var parts: [Part] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.first {
      let isLine = rest.starts(with: "{}".utf8) && !state.ownsBraces
      guard !state.isEscaped, let bytes = isLine ? [] : Self.name(in: rest) else {
        state.take(byte)
        parts.append(.text([byte]))
        rest.removeFirst()
        continue
      }
      let ofAllRows = bytes.first == UInt8(ascii: "+") && bytes.count > 1
      let written = String(decoding: bytes, as: UTF8.self)
      let name = ofAllRows ? String(written.dropFirst()) : written
      if let construct = state.construct { throw .unsafe(column: written, after: construct) }
      switch state.argument {
      case .program: throw .program(column: written)
      case .code(let program): throw .code(column: written, of: program)
      case .data, .handedOn: break
      }
      rest = rest.dropFirst(bytes.count + 2)
      let isWord = state.isBetweenWords && rest.first.map(" \t\n;&|)".utf8.contains) ?? true
      if ofAllRows, !isWord { throw .notWords(column: name) }
      parts.append(.value(name: name, ofAllRows: ofAllRows, quoting: state, isWord: isWord))
      state.takeValue()
    }
    let kinds = parts.compactMap { part -> Bool? in
      if case .value(_, let ofAllRows, _, _) = part { ofAllRows } else { nil }
    }
    if Set(kinds).count > 1 { throw .mixed }
    return parts
  }

  /// Returns the name in braces at the start of some bytes. The name is on one line, without blanks at its
  /// ends and without characters that only code has.
  package static func name(in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
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
