import ListData
import TestSupport
import Testing

@Suite("Columns without a header")
struct BareRuleTests {
  private func rows(_ text: String) -> [[String]] { TextTable(reading: text).rows }

  @Test("Gutters split columns, a date is one cell, and the last column has the rest")
  func listing() {
    let listing = """
      total 12
      drwxr-xr-x  2 root root  4096 Aug 18  2021 X11
      lrwxrwxrwx  1 root root    21 Jan  8  2023 cpp -> /etc/cpp
      drwxr-xr-x 46 root ann  45056 Nov 21 22:03 a b
      """
    expectEqual(
      rows(listing)[1], ["lrwxrwxrwx", "1", "root", "root", "21", "Jan  8  2023", "cpp -> /etc/cpp"])
    expectEqual(rows(listing).count, 3)
  }

  @Test("A date is one cell in listings that mix times of this year with earlier years")
  func timesAndYears() {
    let listing = """
      -rw-r--r-- 1 root root 4096 Aug 18  2021 old
      -rw-r--r-- 1 root root   21 Nov  8 22:03 new
      -rw-r--r-- 1 root ann  4505 Nov 21 09:12 other
      """
    expectEqual(rows(listing).map { $0[5] }, ["Aug 18  2021", "Nov  8 22:03", "Nov 21 09:12"])
  }

  @Test("A column of values may have one other word in twenty", arguments: [(0, 2), (1, 2), (2, 1)])
  func nearlyAllValues(others: Int, columns: Int) {
    let remarks = ["white bark", "evergreen", "grows near water", "nuts", "berries for wine"]
    let lines = (0..<20).map { line in
      ((3..<3 + others).contains(line) ? "none" : "\(1000 + line * line)") + " "
        + remarks[line % remarks.count]
    }
    expectEqual(TextTable(reading: lines.joined(separator: "\n") + "\n").columns.count, columns)
  }

  @Test("Words are cells if nine of ten lines have equally many", arguments: [(0, 2), (1, 2), (2, 1)])
  func nearlyEqualNumbersOfWords(others: Int, columns: Int) {
    let names = ["fir", "birch", "hornbeam", "elder", "yew"]
    let lines = (0..<10).map { line in
      let name = String(repeating: names[line % names.count], count: 1 + line % 3)
      return "/usr/\(name) \(line * line * 37)" + ((3..<3 + others).contains(line) ? " wood" : "")
    }
    expectEqual(TextTable(reading: lines.joined(separator: "\n") + "\n").columns.count, columns)
  }

  @Test("A date, a time of day and a time zone are one cell", arguments: ["", " +0100"])
  func zones(zone: String) {
    let listing = """
      -rw-r--r-- 1 root root 4096 2026-11-23 02:17:11\(zone) old file
      -rw-r--r-- 1 root root   21 2026-11-24 12:17:30\(zone) new
      -rw-r--r-- 1 root ann  4505 2026-11-25 23:59:01\(zone) other
      """
    expectEqual(
      rows(listing)[0], ["-rw-r--r--", "1", "root", "root", "4096", "2026-11-23 02:17:11\(zone)", "old file"])
  }

  @Test("A few lines may have a single cell, but not most of them")
  func linesOfOneCell() {
    let table = "a         1\nbb       22\nccc     333\neeee   4444\n"
    expectEqual(rows(table + "dddd\n")[1], ["bb", "22"])
    expectEqual(rows(table + "dddd\n").last?.first, "dddd")
    expectEqual(TextTable(reading: table + "x\ny\nz\nu\nv\nw\n").shape.format, .lines)
  }

  @Test(
    "Commit hashes are cells, also in two lines; a first line with a name like the others is not a title")
  func fewLines() {
    let branches = "  feature  db67b80 First commit\n* main     1ab67c0 Second one\n"
    expectEqual(
      rows(branches),
      [
        ["", "feature", "db67b80", "First commit"], ["*", "main", "1ab67c0", "Second one"],
      ])
    let stat =
      "  File: /etc/passwd\n  Size: 1221  Blocks: 8  regular file\nDevice: 254,0  Inode: 737  Links: 1\n"
    expectEqual(rows(stat + "Access: (0644) Uid: 0\n").count, 4)
  }

  @Test("Numbers that are aligned by chance are not columns, but values before a tab are")
  func numbersByChance() {
    let counters = """
      cpu  2547609 3012 322533 3839606 5499 0 1653 16687 0 0
      cpu0 1234062 1830 159798 1962722 998 0 213 8232 0 0
      cpu1 1313546 1181 162734 1876883 4500 0 1439 8455 0 0
      ctxt 30789909
      btime 1795399187
      procs_running 5
      """
    #expect(rows(counters).allSatisfy { $0.count == 1 })
    let files =
      "100644 587be6b4c3f93f93 0\ta b\n100755 975fbec8256d3e8a 0\tc\n100644 d00491fd7e5bb6fa 0\tf 1\n"
    expectEqual(rows(files).first, ["100644", "587be6b4c3f93f93", "0", "a b"])
  }

  /// Returns lines of a name, padded to `width`, and a remark. From the fourth line on, the names of `long`
  /// lines cross the gutter, or those of `short` lines are one letter shorter than the others.
  private func trees(_ count: Int, width: Int, long: Int = 0, short: Int = 0) -> String {
    let names = ["alder", "birch", "cedar", "elder", "hazel", "larch", "maple"]
    let remarks = ["white bark", "evergreen", "grows near water", "nuts", "berries for wine"]
    let lines = (0..<count).map { line in
      let name = names[line % names.count].dropLast((3..<3 + short).contains(line) ? 1 : 0)
      let padded = name + String(repeating: " ", count: width - name.count)
      return ((3..<3 + long).contains(line) ? "mountain-ash " : padded) + remarks[line % remarks.count]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  @Test(
    "From ten lines on, one line may cross a gutter; from a hundred on, one in fifty",
    arguments: [(9, 0, 2), (9, 1, 1), (10, 1, 2), (10, 2, 1), (49, 1, 2), (20, 2, 1), (100, 2, 2)])
  func crossingLines(count: Int, crossing: Int, columns: Int) {
    expectEqual(TextTable(reading: trees(count, width: 8, long: crossing)).columns.count, columns)
  }

  @Test(
    "One blank is a gutter if a tenth of the lines have several",
    arguments: [(9, 1, 2), (10, 0, 1), (10, 1, 2), (11, 1, 1), (20, 2, 2), (21, 2, 1)])
  func paddedLines(count: Int, padded: Int, columns: Int) {
    expectEqual(TextTable(reading: trees(count, width: 6, short: padded)).columns.count, columns)
  }

  @Test("A number that is wider than nearly all others of its column is not part of the previous word")
  func wideNumber() {
    let many = (0..<60).map { "-rw-r--r--  1 root root 4096 2026-11-23 02:17 file \($0)" }
    let table = rows(
      (["drwxr-xr-x 71 root root 4096 2026-11-23 02:17 ."] + many).joined(separator: "\n") + "\n")
    expectEqual(table[0].prefix(3), ["drwxr-xr-x", "71", "root"])
    expectEqual(table[60].prefix(3), ["-rw-r--r--", "1", "root"])
  }

  @Test("Equal numbers of words are cells if some are values; values at the start are split from text")
  func words() {
    expectEqual(rows("/etc/a 3040 root\n/etc/bcd 1 ann\n/x 77 bob\n")[1], ["/etc/bcd", "1", "ann"])
    expectEqual(
      rows("90115b7 The data source\n596f942 make bench prints\n633f0b3 Pictures\n")[1],
      [
        "596f942", "make bench prints",
      ])
  }

  @Test("Text without columns is read as lines")
  func text() {
    let prose =
      "It was the best of times, it was the worst of times,\nit was the age of wisdom,\nit was the epoch.\n"
    expectEqual(TextTable(reading: prose).shape.format, .lines)
    expectEqual(TextTable(reading: "/etc/apt\n├── a.conf\n│   └── b\n└── c\n").shape.format, .lines)
    expectEqual(
      TextTable(reading: "time=1 level=info port=80\ntime=2 level=warn ms=3\ntime=3 level=info ms=9\n").rows
        .count, 3)
  }

  @Test("A name, a separator and a value are a pair; separators inside text are ignored")
  func pairs() {
    expectEqual(
      rows("vm.swappiness = 60\nkernel.pid_max = 4194304\nfs.x =\n"),
      [
        ["vm.swappiness", "60"], ["kernel.pid_max", "4194304"], ["fs.x", ""],
      ])
    expectEqual(
      rows("zsh - shell with - features\nbash - GNU shell\nfish - friendly\n")[0],
      [
        "zsh", "shell with - features",
      ])
    expectEqual(
      rows("MemTotal:       24684092 kB\nMemFree:        23011232 kB\nCached:           107402 kB\n")[1]
        .count,
      3)
  }

  @Test("Blocks of names and values are rows")
  func records() {
    let table = TextTable(
      reading:
        "Package: zsh\nVersion: 5.9\nDescription: shell\n with lots\n\nPackage: zutty\nVersion: 0.14\nExtra: x\n"
    )
    expectEqual(table.columns.map(\.name), ["Package", "Version", "Description", "Extra"])
    expectEqual(table.rows, [["zsh", "5.9", "shell\n with lots", ""], ["zutty", "0.14", "", "x"]])
  }

  @Test("A gap inside brackets, or behind a dash that not all lines have, is no gutter")
  func bracketsAndDashes() {
    let switches = """
      use_nfs         (off  ,  off)  Allow to use nfs
      run_blktap      (on   ,   on)  Allow to run blktap
      write_config    (off  ,  off)  Allow to write
      """
    expectEqual(rows(switches)[1], ["run_blktap", "(on   ,   on)", "Allow to run blktap"])
    let logins = """
      ann    pts/0  192.0.2.1   Thu May 28 21:29   still logged in
      bob    pts/1  192.0.2.1   Thu May 28 04:13 - 21:29  (17:16)
      bob    pts/1  192.0.2.7   Wed May 27 16:09 - 04:13  (12:03)
      root   tty1   192.0.2.9   Wed May 27 12:48   still logged in
      """
    expectEqual(rows(logins)[1], ["bob", "pts/1", "192.0.2.1", "Thu May 28 04:13", "- 21:29  (17:16)"])
  }

  @Test("The rest of a row with an overlong cell may be on the next line")
  func wrappedRows() {
    let packages = """
      Available Packages
      bluetooth.x86_64        1:1.10.10-1       @updates
      a-package-with-a-very-long-name.noarch
                              1:1.10.10-2       @updates
      glib.x86_64             1:1.10.10-1       @updates
      libnm.x86_64            1:1.10.10-1       @fedora
      clucene.x86_64          2.3.3.4-31.20130812.e8e3d2
                                                @fedora
      """
    let table = TextTable(reading: packages)
    expectEqual(table.rows[1], ["a-package-with-a-very-long-name.noarch", "1:1.10.10-2", "@updates"])
    expectEqual(table.rows.last, ["clucene.x86_64", "2.3.3.4-31.20130812.e8e3d2", "@fedora"])
    #expect(table.rowCount == 5 && table.otherLines.count == 1)
  }

  @Test("Lines above and below the rows that have nothing in common with them are other lines, in any run")
  func titlesAndRemarks() {
    func ping(_ count: Int) -> String {
      "PING example.org (192.0.2.7) with 56 bytes of data\n"
        + (1...count).map { "64 bytes from 192.0.2.7: icmp_seq=\($0) ttl=64 time=0.03\($0) ms\n" }.joined()
        + "\n--- example.org ping statistics ---\n\(count) packets transmitted\n"
    }
    let table = TextTable(reading: ping(12))
    #expect(table.rowCount == 12 && table.otherLines.count == 3)
    let files = """
      Archive: a file with blanks in its name.zip
      -rw-r--r--  2.0 unx    19810 bl defN 21-Dec-12 23:35 a.MF
      drwxr-xr-x  2.0 unx        0 b- stor 21-Dec-12 23:35 META-INF/
      -rw-r--r--  2.0 unx     1981 bl defN 21-Dec-12 23:36 b.class
      -rw-r--r--  2.0 unx      981 bl defN 21-Dec-12 23:37 c.class
      -rw-r--r--  2.0 unx    11981 bl defN 21-Dec-12 23:38 d.class
      -rw-r--r--  2.0 unx    10981 bl defN 21-Dec-12 23:39 e.class
      6 files, 3974141 bytes uncompressed, 1515455 bytes compressed:  61.9%

      """
    let zip = TextTable(reading: files)
    #expect(zip.rowCount == 6 && zip.columns.count == 9 && zip.otherLines.count == 2)
  }

  @Test(
    "A date of another language is one cell",
    arguments: [
      ["18. Aug 2021 ", " 8. Jan 2023 ", "21. Mär 22:03"],
      ["18 août   2021", " 8 janv.  2023", "21 mars  22:03"],
      ["11月 18  2021", " 1月  8  2023", " 3月 21 22:03"],
    ])
  func datesOfOtherLanguages(dates: [String]) {
    let lines = zip(dates, ["4096", "  21", "9056"]).map { "-rw-r--r-- 2 root root \($1) \($0) X11\n" }
    let found = rows(lines.joined())
    expectEqual(found.map { $0.count }, [7, 7, 7])
    expectEqual(found.map { $0[6] }, ["X11", "X11", "X11"])
  }

  @Test(
    "A date is one cell whatever the order of its parts, with its zone, and a size before it is another",
    arguments: [
      ["Thu 06 Jun 2024 10:00:01 AM UTC", "Wed 05 Jun 2024 09:30:44 PM UTC"],
      ["10:00:01 Jun 06 2024 CEST", "19:30:44 Mar 15 2023 CET"],
      ["Jun  6 2024 10:00:01 +0200", "Mar 15 2023 19:30:44 +0100"],
      ["Jun  6 12:45", "Jan 15 09:00"],
    ])
  func wholeDates(dates: [String]) {
    let lines = zip(dates, ["4096  ann    ", "1024  bobby  "]).map { "/farm \($1)\($0)  x.txt\n" }
    expectEqual(rows((lines + lines).joined()).prefix(2).map { $0[3] }, dates)
    // A time that is not behind its date begins a log.
    guard dates[0].first?.isNumber == false else { return }
    let packages = zip(dates, ["oak-3.2.1  ", "elm-6.4.9  "]).map { $1 + $0 + "\n" }
    expectEqual(rows((packages + packages).joined()).prefix(2).map { $0[1] }, dates)
  }

  @Test("Numbered lines are cut between two blanks if those of more cells have equally many")
  func hops() {
    let hops = """
      route to farm.example (192.0.2.9), 30 hops max
       1  gate.example (192.0.2.1)  4.024 ms  3.683 ms  3.706 ms
       2  field-220-24-1.long.example (203.0.113.2)  24.038 ms  23.911 ms  23.724 ms
       3  * * *
       4  192.0.2.9 (192.0.2.9)  42.273 ms  42.213 ms  42.083 ms
      """
    let found = rows(hops)
    expectEqual(found[0], ["1", "gate.example (192.0.2.1)", "4.024 ms", "3.683 ms", "3.706 ms"])
    expectEqual(found[2], ["3", "* * *", "", "", ""])
    expectEqual(rows((hops + "\n 5  * * *\n").replacing("* * *", with: "! ! !")).count, 5)
  }

  @Test(
    "Sums below lines that begin with a value are no rows, and do not hide the columns",
    arguments: ["", " Volume in barn C has no label\n\n Directory of the barn\n\n"])
  func sums(titles: String) {
    let listing = """
      06/06/2024  10:00 AM    <DIR>          .
      06/05/2024  09:12 PM             1,234 hay list.txt
      06/01/2024  08:00 AM    <DIR>          tools
      05/30/2024  07:45 AM        12,345,678 herd.exe
                     2 File(s)     12,346,912 bytes
                     2 Dir(s)  98,765,432,100 bytes free
      """
    expectEqual(
      rows(titles + listing),
      [
        ["06/06/2024  10:00 AM", "<DIR>", "."], ["06/05/2024  09:12 PM", "1,234", "hay list.txt"],
        ["06/01/2024  08:00 AM", "<DIR>", "tools"], ["05/30/2024  07:45 AM", "12,345,678", "herd.exe"],
      ])
  }

  @Test("A last line without its first cell is a row if it has a value where others have one")
  func firstCellMissing() {
    let lines = ["10:01  0.1  7  hay", "10:02  0.2  8  oats", "10:03  0.3  9  bran", "10:04  0.4  7  peas"]
    expectEqual(rows((lines + ["       0.5  6  milk"]).joined(separator: "\n")).count, 5)
  }

  @Test("A level behind a time is no zone")
  func levels() {
    let lines = ["10:00:01 INFO  farm  opens", "10:00:02 WARN  herd  waits", "10:00:05 INFO  farm  closes"]
    expectEqual(rows(lines.joined(separator: "\n")).map { $0[1] }, ["INFO", "WARN", "INFO"])
  }
}
