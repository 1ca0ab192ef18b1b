import LibC
import ListKitCurses

/// The editor a person has chosen, by `VISUAL` or `EDITOR`; it has the terminal while it runs.
struct Editor: Sendable {
  /// What the shell is to run, with the path behind it.
  let command: String

  /// Nil where none was chosen.
  init?(variables: (String) -> String? = { name in getenv(name).map { String(cString: $0) } }) {
    let chosen = ["VISUAL", "EDITOR"].lazy.compactMap(variables).first { !$0.isEmpty }
    guard let chosen else { return nil }
    command = chosen
  }

  /// Edits a file.
  ///
  /// - Returns: what went wrong, in words; nil where nothing did.
  @MainActor
  func edit(_ path: FileName) async -> String? {
    let arguments = ["sh", "-c", "\(command) \"$1\"", "sh"].map { Array($0.utf8) } + [path.bytes]
    let status = await Terminal.run("/bin/sh", arguments: arguments)
    return status == 0 ? nil : "\(command): \(status < 0 ? "not started" : "exit status \(status)")"
  }
}
