import Testing

@testable import ListSearch

/// Queries that people type, and the rows they want, which must be among the first five.
@Suite("Wanted rows are among the first five") struct WantedRowsTests {
  private static let words = """
    apple banana cathedral category cattle concatenate dictionary dig digital diagram difference different
    differentiate firefly firewall fireworks forest form format formula information inform performance perform
    platform port portable report export import important snap snapshot section sectional selection select
    search research searchlight terminal determine term thermal table tablet stable vegetable cell cellar excellent
    animation animal keyboard monkey key keyed mountain mount amount fountain
    """.split(whereSeparator: \.isWhitespace).map(String.init)

  private static let packages = """
    bash - GNU Bourne Again SHell
    bash-completion - programmable completion for the bash shell
    build-essential - Informational list of build-essential packages
    cmake - cross-platform, open-source make system
    curl - command line tool for transferring data with URL syntax
    firefox-esr - Mozilla Firefox web browser - Extended Support Release (ESR)
    firefox-esr-l10n-de - German language package for Firefox ESR
    fonts-firacode - Monospaced font with programming ligatures
    git - fast, scalable, distributed revision control system
    git-doc - fast, scalable, distributed revision control system (documentation)
    gitk - fast, scalable, distributed revision control system (revision tree visualizer)
    libcurl4-openssl-dev - development files and documentation for libcurl (OpenSSL flavour)
    libncurses-dev - developer's libraries for ncurses
    libncurses6 - shared libraries for terminal handling
    libpython3-dev - header files and a static library for Python (default)
    libsqlite3-dev - SQLite 3 development files
    libssl-dev - Secure Sockets Layer toolkit - development files
    make - utility for directing compilation
    neovim - heavily refactored vim fork
    postgresql-client - front-end programs for PostgreSQL (supported version)
    python3 - interactive high-level object-oriented language (default python3 version)
    python3-dev - header files and a static library for Python (default)
    python3-numpy - Fast array facility to the Python language (Python 3)
    ripgrep - Recursively searches directories for a regex pattern
    sqlite3 - Command line interface for SQLite 3
    tmux - terminal multiplexer
    valgrind - instrumentation framework for building dynamic analysis tools
    vim - Vi IMproved - enhanced vi editor
    vim-tiny - Vi IMproved - enhanced vi editor - compact version
    zsh - shell with lots of features
    """.split(separator: "\n").map(String.init)

  private static let paths = """
    ARCHITECTURE.md
    README.md
    Scripts/bench.sh
    Scripts/build-program.sh
    Scripts/lint.sh
    Sources/ListDiff/Difference/Difference.swift
    Sources/ListDiff/Snapshot/Snapshot.swift
    Sources/ListDiff/Snapshot/Snapshot+Sections.swift
    Sources/ListKit/Animation/RowOpening.swift
    Sources/ListKit/Animation/RowPainter.swift
    Sources/ListKit/Cells/CellStore.swift
    Sources/ListKit/Cells/TableViewCell.swift
    Sources/ListKit/Input/KeyMap.swift
    Sources/ListKit/Input/KeyMap+Standard.swift
    Sources/ListKit/Layout/TableLayout.swift
    Sources/ListKit/Table/TableView.swift
    Sources/ListKit/Table/TableView+Commands.swift
    Sources/ListSearch/Index/SearchIndex.swift
    Sources/ListSearch/Query/Query.swift
    Sources/ListSearch/Ranking/Score.swift
    Tests/ListDiffTests/SnapshotTests.swift
    Tests/ListKitTests/Cells/CellStoreTests.swift
    Tests/ListSearchTests/QueryTests.swift
    Tests/ListSearchTests/SearchIndexTests.swift
    /usr/bin/python3
    /usr/lib/python3/dist-packages/search/__init__.py
    /usr/share/doc/bash/README
    /usr/share/doc/git/README.md
    """.split(separator: "\n").map(String.init)

  private static func firstFive(_ query: String, _ rows: [String]) -> [String] {
    let index = SearchIndex(rows) { [$0] }
    return index.matches(Query(query)).ranked().prefix(5).map { rows[$0.row] }
  }

  @Test(
    "The wanted word is among the first five matches of a word list",
    arguments: [
      ("cat", "cattle"), ("dig", "dig"), ("diff", "difference"), ("form", "form"), ("port", "port"),
      ("key", "key"),
      ("table", "table"), ("search", "search"), ("term", "term"), ("mount", "mount"), ("tion", "animation"),
      ("frwks", "fireworks"), ("dctnry", "dictionary"), ("snpsht", "snapshot"), ("kybrd", "keyboard"),
      ("infrmation", "information"), ("^per form", "perform"), ("ant$", "important"), ("'cell", "cell"),
    ])
  func words(_ query: String, _ wanted: String) {
    let found = Self.firstFive(query, Self.words)
    #expect(found.contains(wanted), "\(found)")
  }

  @Test(
    "The wanted package is among the first five matches of a package list",
    arguments: [
      ("git", "git -"), ("vim", "vim -"), ("python", "python3 -"), ("py dev", "python3-dev -"),
      ("sqlite", "sqlite3 -"),
      ("make", "make -"), ("shell", "zsh -"), ("firefx", "firefox-esr -"), ("lbncurses", "libncurses-dev -"),
      ("libcurlssl", "libcurl4-openssl-dev -"), ("pgsqlclient", "postgresql-client -"),
      ("rpgrep", "ripgrep -"),
      ("nvim", "neovim -"), ("bldessential", "build-essential -"), ("numpy", "python3-numpy -"),
      ("terminal !ncurses", "tmux -"), ("^git !doc", "git -"),
    ])
  func packages(_ query: String, _ wanted: String) {
    let found = Self.firstFive(query, Self.packages)
    #expect(found.contains { $0.hasPrefix(wanted) }, "\(found)")
  }

  @Test(
    "The wanted file is among the first five matches of a list of paths",
    arguments: [
      ("snapshot", "Sources/ListDiff/Snapshot/Snapshot.swift"),
      ("query", "Sources/ListSearch/Query/Query.swift"),
      ("tableview", "Sources/ListKit/Table/TableView.swift"), ("readme", "README.md"),
      ("bash", "/usr/share/doc/bash/README"),
      ("srchidx", "Sources/ListSearch/Index/SearchIndex.swift"),
      ("tblview", "Sources/ListKit/Table/TableView.swift"),
      ("rowpntr", "Sources/ListKit/Animation/RowPainter.swift"),
      ("cellstore !tests", "Sources/ListKit/Cells/CellStore.swift"),
      ("keymap", "Sources/ListKit/Input/KeyMap.swift"), ("sh$ bld", "Scripts/build-program.sh"),
      ("lint", "Scripts/lint.sh"), ("archmd", "ARCHITECTURE.md"),
      ("search index", "Sources/ListSearch/Index/SearchIndex.swift"),
    ])
  func paths(_ query: String, _ wanted: String) {
    let found = Self.firstFive(query, Self.paths)
    #expect(found.contains(wanted), "\(found)")
  }
}
