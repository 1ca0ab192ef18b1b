/// What is shown.
enum Subject: Hashable, Sendable {
  /// A file, which is read again when it changes.
  case file(String)
  /// Standard input.
  case standardInput
  /// What changed from one file to the other.
  case comparison(old: String, new: String)
  /// A command and its arguments.
  case command([String])
}

extension MusterOptions {
  /// What is shown.
  var subject: Subject {
    if !command.isEmpty { return .command(command) }
    switch files.count {
    case 2: return .comparison(old: files[0], new: files[1])
    case 1 where files[0] != "-": return .file(files[0])
    default: return .standardInput
    }
  }
}
