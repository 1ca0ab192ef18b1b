import ArgumentParser
import Databases
import Files
import LibC
import ListData
import ListKit
import Rows
import Runs

/// The completions that a shell offers for the word that is being typed.
enum Completions {
  /// The names of columns in the file that the command line names, also after other names in a list.
  static let columns = CompletionKind.custom { words, index, typed in
    let (head, name) = parts(of: typed)
    return columnNames(in: words, besides: index)
      .filter { $0.lowercased().hasPrefix(name.lowercased()) }.map { head + $0 }
  }

  /// Splits a list of columns before its last name: `colour,-q` into `colour,-` and `q`.
  private static func parts(of list: String) -> (head: String, name: String) {
    let start = list.lastIndex(of: ",").map { list.index(after: $0) } ?? list.startIndex
    let name = list[start...].drop { $0 == "-" }
    return (String(list[..<name.startIndex]), String(name))
  }

  /// Returns the columns of the first file on a command line; none if no file can be read.
  ///
  /// - Parameters:
  ///   - words: the command line, with the program's name.
  ///   - index: that of the word that is being typed, which follows its option.
  private static func columnNames(in words: [String], besides index: Int) -> [String] {
    var arguments = Array(words.dropFirst())
    // Indexes of the arguments, which do not include the program's name.
    let typed = max(0, index - 2)..<min(max(0, index), arguments.count)
    if !typed.isEmpty { arguments.removeSubrange(typed) }
    let files = MusterOptions.indexesOfFiles(in: arguments).map { path(arguments[$0]) }
    if files.count > 1, case .file(let path)? = DatabaseAddress(files[0]) {
      return columnNames(ofTable: files[1], in: .file(path))
    }
    guard let file = files.first(where: { FileStatus(path: $0)?.isRegular ?? false }) else { return [] }
    let options = (try? MusterOptions.parse(arguments))?.reading.options ?? ReadingOptions()
    return RunReader.columns(ofBeginning: TextBytes(beginning(of: file)), options.reader).compactMap(\.name)
  }

  /// Returns the path for a word as the user types it: `my\ file.csv`, `~/file.csv`.
  private static func path(_ word: String) -> String {
    guard FileStatus(path: word) == nil,
      let path = try? CommandLineWords(word).words.first
    else { return word }
    guard path.hasPrefix("~/"), let home = getenv("HOME") else { return path }
    return String(cString: home) + path.dropFirst()
  }

  private static func columnNames(ofTable name: String, in database: DatabaseAddress) -> [String] {
    let columns = try? BlockingWork.result { try await database.open().table(named: name, key: nil).columns }
    return columns?.map(\.name) ?? []
  }

  /// Returns enough of a file to find its columns.
  private static func beginning(of path: String) -> [UInt8] {
    let bytes = FilePathBytes(path).beginning(Run.sample)
    // The last line may be incomplete.
    guard bytes.count == Run.sample, let end = bytes.lastIndex(of: UInt8(ascii: "\n")) else {
      return bytes
    }
    return Array(bytes[...end])
  }

  // MARK: Commands

  /// Extends the script that the parser generates for a shell: it completes a command after `--` as on its own,
  /// the names of recipes after `@`, and in bash the tables of an SQLite file.
  static func completing(_ script: String) -> String {
    if script.hasPrefix("#compdef") {
      // The parser adds a subcommand for help, which prevents the completion of an unlimited number of words.
      return script.replacingAll("        '(-): :->command'\n        '(-)*:: :->arg'\n", with: "")
        .replacingAll("_muster() {\n", with: "_muster() {\n" + zsh)
    }
    guard script.hasPrefix("#!/bin/bash") else { return script + fish }
    return script.replacingAll(#"COMPREPLY+=($(compgen -W 'help' -- "${cur}"))"#, with: ":") + bash
  }

  /// A shell command that prints the user's recipes as they are typed: `@pods`.
  private static let recipes = #"""
    awk '!/^[[:space:]]*#/ && NF > 1 { print "@" $1 }' "${XDG_CONFIG_HOME:-$HOME/.config}/muster/recipes" 2>/dev/null
    """#

  private static let bash = """

    # The parser's function passes words to compgen -W, which expands them: a column named $(…) would run.
    __muster_add_completions() {
        local completion
        if [[ "${1}" == -W ]]; then
            while IFS='' read -r completion; do
                [[ "${completion}" == "${cur}"* ]] && COMPREPLY+=("${completion}")
            done <<<"${2}"
        else
            while IFS='' read -r completion; do
                COMPREPLY+=("${completion}")
            done < <(IFS=$'\\n' compgen "${@}" -- "${cur}")
        fi
    }

    _muster_or_command() {
        local word="${COMP_LINE:0:COMP_POINT}"
        word="${word##*[[:space:]]}"
        if [[ "${word}" == @* ]]; then
            compopt +o filenames 2>/dev/null
            COMPREPLY=($(compgen -W "$(\(recipes))" -- "${word}"))
            return
        fi
        local database="${3//\\\\/}"
        database="${database/#\\~/${HOME}}"
        if [[ "${2}" != -* && -f "${database}" && "$(head -c 15 -- "${database}" | tr -d '\\0')" == "SQLite format 3" ]]; then
            local -r cur="${2}"
            __muster_add_completions -W "$("${COMP_WORDS[0]}" -p -o '{name}' "${database}" 2>/dev/null)"
            return
        fi
        local -i place
        for ((place = 1; place < COMP_CWORD; place++)); do
            [[ "${COMP_WORDS[place]}" == -- ]] || continue
            if declare -F _command_offset >/dev/null; then
                compopt +o filenames 2>/dev/null
                _command_offset "$((place + 1))"
            elif [[ "${COMP_CWORD}" -eq "$((place + 1))" ]]; then
                COMPREPLY=($(compgen -c -- "${2}"))
            else
                COMPREPLY=($(compgen -f -- "${2}"))
            fi
            return
        done
        _muster "${@}"
    }

    complete -o filenames -F _muster_or_command muster

    """

  private static let zsh = """
        local -i command_place=${words[(i)--]}
        if (( command_place < CURRENT )); then
            shift command_place words
            (( CURRENT -= command_place ))
            _normal
            return
        fi
        if [[ "${PREFIX}" == @* ]]; then
            compadd -- ${(f)"$(\(recipes))"}
            return
        fi

    """

  private static let fish = """

    function __muster_command
        set -l words (commandline -opc)
        set -l place (contains -i -- -- $words); or return
        set -e words[1..$place]
        complete -C (string join ' ' -- (string escape -- $words) (commandline -ct))
    end

    complete -c muster -f -n 'contains -- -- (commandline -opc)' -a '(__muster_command)'

    function __muster_recipes
        sh -c '\(recipes.replacingAll("'", with: "'\\''"))'
    end

    complete -c muster -f -n 'string match -q -- "@*" (commandline -ct)' -a '(__muster_recipes)'

    """
}
