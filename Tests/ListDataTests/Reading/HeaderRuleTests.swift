import CharacterWidths
@testable import ListData
import TestSupport
import Testing

@Suite("Columns under a header")
struct HeaderRuleTests {
  private func names(_ text: String) -> [String?] { TextTable(reading: text).columns.map(\.name) }

  @Test(
    "One blank does not split a name if a cell is below the blank, or if the word qualifies the next word")
  func joinedNames() {
    let images = """
      REPOSITORY    TAG       IMAGE ID       CREATED         SIZE
      nginx         latest    605c77e624dd   2 weeks ago     141MB
      <none>        <none>    77af4d6b9913   19 hours ago    1.089GB
      """
    expectEqual(names(images), ["REPOSITORY", "TAG", "IMAGE ID", "CREATED", "SIZE"])
    expectEqual(
      TextTable(reading: images).rows[1], ["<none>", "<none>", "77af4d6b9913", "19 hours ago", "1.089GB"])
    let stats = """
      CONTAINER ID   NAME     CPU %   MEM USAGE / LIMIT    MEM %   PIDS
      3dfc967a64cb   n_028d   2.68%   34.6MiB / 1.952GiB   0.98%   5
      512c9791e558   n_8baa   3.66%   14.5MiB / 1.952GiB   0.48%   7
      """
    expectEqual(names(stats), ["CONTAINER ID", "NAME", "CPU %", "MEM USAGE / LIMIT", "MEM %", "PIDS"])
    // Two values with a slash between them are one cell, whatever their length.
    let traffic = """
      NAME      NET I/O          PIDS
      awesome   916B / 0B        9
      foobar    2.48kB / 0B      2
      test      1.2kB / 10kB     1
      """
    let lines = traffic.split(separator: "\n", omittingEmptySubsequences: false)
    for count in 2...4 {
      expectEqual(names(lines[..<count].joined(separator: "\n") + "\n"), ["NAME", "NET I/O", "PIDS"])
    }
    let sockets = """
      State  Recv-Q Send-Q Local Address:Port Peer Address:PortProcess
      LISTEN 0      128          0.0.0.0:2024      0.0.0.0:*
      """
    expectEqual(
      names(sockets), ["State", "Recv-Q", "Send-Q", "Local Address:Port", "Peer Address:Port", "Process"])
  }

  @Test(
    "A name is cut only where cells below it begin: not inside words, not above `Fas 0/5`, not to repeat another"
  )
  func wholeNames() {
    expectEqual(
      names(
        """
        level        _count        _countDistinct
        info         3             2
        error        2             2
        None         1             0
        """), ["level", "_count", "_countDistinct"])
    expectEqual(
      names(
        """
        Device ID        Local Intrfce     Holdtme    Capability  Platform  Port ID
        SEP0019AA1C9B9C  Fas 0/5           156              H P   IP Phone  Port 1
        core-sw1         Gig 0/1           134              R S   WS-C3750  Gig 1/0/24
        edge-rtr         Gig 0/2           171              R     CISCO2911 Gig 0/0
        """), ["Device ID", "Local Intrfce", "Holdtme", "Capability", "Platform", "Port ID"])
    expectEqual(
      names(
        """
        IMAGE               CREATED             CREATED BY                                SIZE
        3e23a5875458        8 days ago          /bin/sh -c #(nop) ENV LC_ALL=C.UTF-8      0 B
        8578938dd170        8 days ago          /bin/sh -c dpkg-reconfigure locales &&    1.245 MB
        4b137612be55        6 weeks ago         /bin/sh -c #(nop) ADD jessie.tar.xz in    121 MB
        """), ["IMAGE", "CREATED", "CREATED BY", "SIZE"])
  }

  @Test("Bars are no names, and a rule without crossings below them is one with crossings")
  func barsInHeader() {
    let history = TextTable(
      reading: """
        ID     | Command line              | Date and time
        --------------------------------------------------
            12 | install htop              | 2023-12-04 09:12
            11 | update                    | 2023-12-01 08:00
        """)
    expectEqual(history.columns.map(\.name), ["ID", "Command line", "Date and time"])
    expectEqual(history.rows.map { $0[1] }, ["install htop", "update"])
  }

  @Test("A header without rows is recognised if its names are capitals or far apart")
  func headerAlone() {
    let swaps = TextTable(reading: "Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n")
    #expect(
      swaps.columns.map(\.name) == ["Filename", "Type", "Size", "Used", "Priority"] && swaps.rowCount == 0)
    expectEqual(names("NAME  READY  AGE\n"), ["NAME", "READY", "AGE"])
    expectEqual(names("Nothing To See Here\n"), [nil])
  }

  @Test("One blank splits names if rows have words on both sides, then also above a column without values")
  func partedNames() {
    let locks = """
      COMMAND           PID  TYPE SIZE MODE  M START END PATH
      swift-test      14437 FLOCK      WRITE 0     0   0 /tmp/a b.lock
      """
    let table = TextTable(reading: locks)
    expectEqual(
      table.columns.map(\.name), ["COMMAND", "PID", "TYPE", "SIZE", "MODE", "M", "START", "END", "PATH"])
    expectEqual(table.rows, [["swift-test", "14437", "FLOCK", "", "WRITE", "0", "0", "0", "/tmp/a b.lock"]])
    let pods = """
      NAME    READY   NODE       NOMINATED NODE   READINESS GATES
      nginx   1/1     minikube   <none>           <none>
      """
    expectEqual(names(pods), ["NAME", "READY", "NODE", "NOMINATED NODE", "READINESS GATES"])
  }

  @Test("If single blanks split all lines into equally many words, words are cells at any position")
  func singleBlanks() {
    func table(_ text: String) -> ([String?], [[String]]) { (names(text), TextTable(reading: text).rows) }
    #expect(table("PID PPID CMD\n1 0 init\n") == (["PID", "PPID", "CMD"], [["1", "0", "init"]]))
    #expect(
      table("owner path size\njcdhm 504 2\nba 87 7\n")
        == (["owner", "path", "size"], [["jcdhm", "504", "2"], ["ba", "87", "7"]]))
    // Words of prose are not names.
    expectEqual(names("it was the best\nof times it was\nthe worst of times\n"), [nil])
  }

  @Test("A value that crosses a cut stays whole, and words that moved keep their order")
  func movedWords() {
    let processes = """
      USER       PID    VSZ   RSS TTY COMMAND
      ann          1  10240   900 ?   init
      ann         12  20480  1900 ?   login -p
      bob      24104 999999 12345 ?   vim a b
      bob          9 1091764 128596 ? swift test
      eve         10   1024    12 ?   sh
      eve         11   1024    12 ?   sh
      eve         13   1024    12 ?   sh
      eve         14   1024    12 ?   sh
      eve         15   1024    12 ?   sh
      eve         16   1024    12 ?   sh
      """
    expectEqual(TextTable(reading: processes).rows[3], ["bob", "9", "1091764", "128596", "?", "swift test"])
  }

  @Test("Values of several words may be below a narrow name")
  func narrowName() {
    let processes = """
          PID                  STARTED CMD
            1 Sun Nov 22 00:12:00 2026 /sbin/init
           48 Sun Nov 22 00:12:01 2026 [kthreadd]
        12345 Sun Nov 22 10:44:59 2026 vim a.txt
      """
    expectEqual(TextTable(reading: processes).rows[2], ["12345", "Sun Nov 22 10:44:59 2026", "vim a.txt"])
  }

  @Test("Titles may be above a header, and explanations and other tables below")
  func surroundingLines() {
    let connections = """
      Active Internet connections (servers and established)
      Proto Recv-Q Send-Q Local Address           Foreign Address         State
      tcp        0      0 0.0.0.0:22              0.0.0.0:*               LISTEN
      udp        0      0 0.0.0.0:68              0.0.0.0:*
      Active UNIX domain sockets (servers and established)
      Proto RefCnt Flags       Type       State         I-Node   Path
      unix  2      [ ACC ]     STREAM     LISTENING     18231    /run/systemd/private
      """
    let table = TextTable(reading: connections)
    expectEqual(table.rowCount, 2)
    expectEqual(table.shape.headerLine, 2)
    expectEqual(table.rows[1], ["udp", "0", "0", "0.0.0.0:68", "0.0.0.0:*", ""])
    let sessions =
      "SESSION  UID USER SEAT  TTY\n      1 1000 ann  seat0 tty2\n     c1  120 gdm  seat0 tty1\n\n"
      + "2 sessions listed.\n"
    expectEqual(
      TextTable(reading: sessions).rows,
      [
        ["1", "1000", "ann", "seat0", "tty2"], ["c1", "120", "gdm", "seat0", "tty1"],
      ])
  }

  @Test("A rule below a header shows the columns, and a comment may be a header")
  func rulesAndComments() {
    expectEqual(
      names("Name    Project  Kind\n----    -------  ----\nserde   1.0.190  Normal\n"),
      [
        "Name", "Project", "Kind",
      ])
    let mounts = """
      # static file system information
      #
      # <file system> <mount point>   <type>  <options>       <dump>  <pass>
      UUID=1234-5678  /boot/efi       vfat    umask=0077      0       1
      /dev/vda2       /               ext4    errors=remount-ro 0       1
      /swap.img       none            swap    sw              0       0
      """
    let table = TextTable(reading: mounts)
    expectEqual(
      table.columns.map(\.name),
      [
        "<file system>", "<mount point>", "<type>", "<options>", "<dump>", "<pass>",
      ])
    expectEqual(table.rows[1], ["/dev/vda2", "/", "ext4", "errors=remount-ro", "0", "1"])
  }

  @Test("A header may have no rows, or a blank line below it")
  func headersAlone() {
    let alone = TextTable(reading: "CONTAINER ID   IMAGE     COMMAND   CREATED   STATUS    PORTS     NAMES\n")
    #expect(alone.columns.count == 7 && alone.rowCount == 0)
    let apart = TextTable(reading: "NAME   SIZE\n\na.txt   120\nb       7\nc      19\n")
    #expect(apart.columns.map(\.name) == ["NAME", "SIZE"] && apart.rowCount == 3)
  }

  @Test("A first cell that is alone on its line is one row with the next line")
  func wrappedCells() {
    let text =
      "Filesystem            Size  Used Use% Mounted on\ntmpfs                  12G     0   0% /dev\n/dev/mapper/a-very-long-name\n                      252G   18G  19% /srv/data\n/dev/vda               10G    4G  40% /\n"
    let table = TextTable(reading: text)
    expectEqual(table.columns.map(\.name), ["Filesystem", "Size", "Used", "Use%", "Mounted on"])
    expectEqual(table.rowCount, 3)
    expectEqual(table.rows[1], ["/dev/mapper/a-very-long-name", "252G", "18G", "19%", "/srv/data"])
  }

  @Test("Commas inside numbers are no delimiters if blanks align the text")
  func decimalCommas() {
    let table = TextTable(
      reading:
        "Name      Preis   Menge\nApfel      1,20       3\nBirne      2,35      10\nKirsche   12,80       7\n"
    )
    expectEqual(table.columns.map(\.name), ["Name", "Preis", "Menge"])
    expectEqual(table.rows[2], ["Kirsche", "12,80", "7"])
  }

  @Test("Words that often name columns are a header, also above text")
  func knownNames() {
    let table = TextTable(
      reading:
        "name   city      note\nann    bonn      first\nbob    new york  second\ncarl   rome      third\n")
    expectEqual(table.columns.map(\.name), ["name", "city", "note"])
    expectEqual(table.rows[1], ["bob", "new york", "second"])
  }

  @Test("Two words of a header are two columns if each row has two words below them, the second a value")
  func rowsDecide() {
    let capacity = TextTable(reading: "A  Used Capacity\nx   123    4%\ny 12345  100%\nz    12   14%\n")
    #expect(
      capacity.columns.map(\.name) == ["A", "Used", "Capacity"] && capacity.rows[1] == ["y", "12345", "100%"])
    let sockets = TextTable(
      reading:
        "Proto Recv-Q Send-Q Local Address           Foreign Address         State\ntcp        0      0 127.0.0.1:18081         0.0.0.0:*               LISTEN\ntcp        0      0 127.0.0.1:631           0.0.0.0:*               LISTEN\n"
    )
    expectEqual(
      sockets.columns.map(\.name), ["Proto", "Recv-Q", "Send-Q", "Local Address", "Foreign Address", "State"])
  }

  @Test("A column may be empty in rows of as many words as others, and its name one blank from the next")
  func sparseColumns() {
    let disk = """
      Device     Boot   Start       End   Sectors  Size Id Type
      /dev/sda1  *       2048   1050623   1048576  512M 83 Linux
      /dev/sda2       1050624 209715199 208664576 99.5G 8e Linux LVM
      """
    expectEqual(
      TextTable(reading: disk).rows[1],
      ["/dev/sda2", "", "1050624", "209715199", "208664576", "99.5G", "8e", "Linux LVM"])
    let farm = """
         Field Gate Sheep     End   #rows
      /farm/f1   *      0+    130-    131
      /farm/f2        130+   2610-   2481
      /farm/f3          0       -       0
      /farm/f4          0       -       0
      """
    let table = TextTable(reading: farm)
    expectEqual(table.columns.map(\.name), ["Field", "Gate", "Sheep", "End", "#rows"])
    expectEqual(table.rows[0], ["/farm/f1", "*", "0+", "130-", "131"])
    let times = """
              min  mean[+/-sd] median   max
      Open:     0    1   0.4      1     3
      Shut:     5   12   3.1     11    40
      """
    expectEqual(TextTable(reading: times).columns.map(\.name), ["", "min", "mean[+/-sd]", "median", "max"])
  }

  @Test("What stands below one or two rows, out of their columns, is no row")
  func belowFewRows() {
    let field = """
      ID  KIND   WEIGHT   PART     SIZE     USED     AVAIL    %USE  VAR   PGS  STATE
       0    oak  0.09769  1.00000  100 GiB  5.1 GiB   95 GiB  5.10  1.00   65      up
       1    oak  0.09769  1.00000  100 GiB  5.2 GiB   95 GiB  5.20  1.01   63      up
                            TOTAL  200 GiB   10 GiB  190 GiB  5.15
      MIN/MAX VAR: 1.00/1.01  MEAN: 0.05
      """
    let table = TextTable(reading: field)
    #expect(table.rowCount == 3 && table.otherLines.count == 1)
    var lines = field.split(separator: "\n")
    lines.remove(at: 2)
    let one = TextTable(reading: lines.joined(separator: "\n"))
    #expect(one.rowCount == 2 && one.columns.map(\.name) == table.columns.map(\.name))
  }

  @Test("A legend below rows that is deeper than all of them is no row", arguments: [9, 30])
  func deepLegend(count: Int) {
    let rows = (1...count).map { row in
      "\(row + 100) Sheep_of_field_\(row % 7 + 10)     \(row % 2 == 0 ? "PO" : "-O")--CK   "
        + "\(200 - row)   100   010    -    \(row * 37)\n"
    }
    let legend = ["||||||_ K kept", "|||||__ C counted", "||||___ R rate", "|||____ S speed"].map {
      String(repeating: " ", count: 28) + $0 + "\n"
    }
    let names = "ID# NAME                    FLAGS    NOW   WORST LIMIT  FAIL RAW\n"
    let table = TextTable(reading: names + (rows + legend).joined())
    #expect(table.rowCount == count && table.otherLines.count == 4)
    expectEqual(
      table.columns.map(\.name), ["ID#", "NAME", "FLAGS", "NOW", "WORST", "LIMIT", "FAIL", "RAW"])
  }

  @Test("Names above as many words in each row are a header, wherever the words stand")
  func equalWords() {
    let table = TextTable(
      reading:
        "swapfile             dev    swaplo   blocks     free\n/dev/zvol/dsk/pool/swap 279,1         8  2097144  2097144\n/dev/zvol/dsk/pool/swap_test 279,3         8  1433592  1433592\n"
    )
    expectEqual(table.columns.map(\.name), ["swapfile", "dev", "swaplo", "blocks", "free"])
    expectEqual(table.rows[0], ["/dev/zvol/dsk/pool/swap", "279,1", "8", "2097144", "2097144"])
  }

  @Test("Names in small letters above values that recur are a header")
  func recurringValues() {
    let rows = ["a n y n", "b y n n", "c n n y", "d n y y", "e y y n", "f n n n"]
    let table = TextTable(
      reading: "proto cl co di\n"
        + rows.map { $0.split(separator: " ").joined(separator: "  ") + "\n" }.joined())
    #expect(table.columns.map(\.name) == ["proto", "cl", "co", "di"] && table.rowCount == 6)
  }

  @Test("Capitalised names that often name columns are a header above capitalised values")
  func capitalisedNames() {
    let table = TextTable(
      reading:
        "Item         Version  Serial number  Description\nChassis               A1111          Router\nMidplane     REV 08   X2118          Router\nPower 0      Rev 05   A0000          Supply\n"
    )
    expectEqual(table.columns.map(\.name), ["Item", "Version", "Serial number", "Description"])
    expectEqual(table.rows[1], ["Midplane", "REV 08", "X2118", "Router"])
  }

  @Test("The last word of a row may be missing below as many names")
  func missingLastWord() {
    let table = TextTable(
      reading:
        "Num       Count Flags    Type St Inode Path\nff9b61ac49c400: 00000002 00010000 0001 01 42776 /run/a\nff9b61b509bc00: 00000002 00010000 0005 01 35128\nff9b61a77b9800: 00000003 00000000 0001 03 29792 /run/c\n"
    )
    expectEqual(table.columns.map(\.name), ["Num", "Count", "Flags", "Type", "St", "Inode", "Path"])
    expectEqual(table.rows[1], ["ff9b61b509bc00:", "00000002", "00010000", "0005", "01", "35128", ""])
  }

  @Test("As many words in each row as there are names are their cells, also in two rows of many columns")
  func driftingRoutes() {
    let routes = """
      Destination     Gateway         Genmask         Flags Metric Ref    Use Iface
      0.0.0.0         192.0.2.1       0.0.0.0         UG        100 0          0 enp0s25
      0.0.0.0         192.0.2.1       0.0.0.0         UG        150 0          0 wlp3s0
      192.0.2.0       0.0.0.0         255.255.255.0   U         100 0          0 enp0s25
      """
    let lines = routes.split(separator: "\n")
    for count in 3...4 {
      let table = TextTable(reading: lines.prefix(count).map { $0 + "\n" }.joined())
      expectEqual(
        table.rows.map { $0.suffix(4) },
        lines[1..<count].map { line in
          line.split(separator: " ").suffix(4).map(String.init)[...]
        })
    }
  }

  @Test("What stands below the second of two equal rules is no row") func closingRule() {
    let routes = """
      Name      Size   Used
      =====================
      alpha     10     5
      beta      20     7
      =====================

      """
    let table = TextTable(reading: routes + "Persistent Routes:\n  None\n")
    expectEqual(table.rows, [["alpha", "10", "5"], ["beta", "20", "7"]])
  }

  @Test("The first of two lines of states and files is a row")
  func twoStates() {
    let table = TextTable(reading: " M a.txt\n?? b.txt\n")
    #expect(table.columns.allSatisfy { $0.name == nil } && table.rows == [["M", "a.txt"], ["??", "b.txt"]])
  }

  @Test("A quote that is never closed does not swallow the rows of a table between tabs")
  func openQuote() {
    let table = TextTable(
      reading: "id\taddr\tnote\n2\t\"opens and never\tone\n3\tplain 11\"\tfeet\n4\tz\tm\n")
    expectEqual(
      table.rows, [["2", "\"opens and never", "one"], ["3", "plain 11\"", "feet"], ["4", "z", "m"]])
  }

  @Test("Names above names belong to them if every word is above one column")
  func namesOfSeveralLines() {
    let ports = """
      Link      Last      Error
      Port      State     Count
      ==========================
      eth1      up            0
      eth2      down         17
      eth3      up            4
      """
    expectEqual(names(ports), ["Link Port", "Last State", "Error Count"])
    let power = """
      Module  Available  Used
              (Watts)    (Watts)
      ------  ---------  -------
      a1          740.0    330.0
      b2          640.0     30.5
      """
    expectEqual(names(power), ["Module", "Available (Watts)", "Used (Watts)"])
    expectEqual(TextTable(reading: power).shape.headerLine, 1)
    // A title has words above the gaps between columns.
    let titled =
      "Load of all ports today\n" + ports.split(separator: "\n").dropFirst().joined(separator: "\n")
    expectEqual(names(titled + "\n"), ["Port", "State", "Count"])
  }

  @Test("A column between two names is unnamed if every row has one word in it, with blanks on both sides")
  func unnamedBetween() {
    let quotas = """
      User            used    soft    hard
      ann       --    5120       0       0
      bob       +-   61440   51200  102400
      eve       --       0   51200  102400
      """
    expectEqual(names(quotas), ["User", "", "used", "soft", "hard"])
    expectEqual(TextTable(reading: quotas).rows[1], ["bob", "+-", "61440", "51200", "102400"])
  }

  @Test("Cells that an overlong cell moved are found by their order, also if the last column is empty")
  func overlongCells() {
    let rules = """
      num  target     prot opt source      note
      1    ACCEPT     all  --  anywhere    lo only
      2    A_LONG_CHAIN_NAME  all  --  anywhere    to b c
      3    DROP       tcp  --  192.0.2.1
      4    DROP       tcp  --  192.0.2.2
      5    ACCEPT     udp  --  192.0.2.7
      6    ANOTHER_LONG_CHAIN  udp  --  192.0.2.8
      """
    let table = TextTable(reading: rules)
    expectEqual(table.columns.map(\.name), ["num", "target", "prot", "opt", "source", "note"])
    expectEqual(table.rows[1], ["2", "A_LONG_CHAIN_NAME", "all", "--", "anywhere", "to b c"])
    expectEqual(table.rows[5], ["6", "ANOTHER_LONG_CHAIN", "udp", "--", "192.0.2.8", ""])
  }

  @Test("Text behind values below the last name and several blanks is an unnamed column")
  func unnamedBehindGap() {
    let sockets = """
      Netid State   Recv-Q  Local Address:Port
      udp   UNCONN  0             0.0.0.0:4789     ino:58296 sk:1
      udp   UNCONN  0             0.0.0.0:5353     uid:112 ino:25147
      tcp   LISTEN  4096        127.0.0.1:631      ino:128462 sk:11
      """
    expectEqual(names(sockets), ["Netid", "State", "Recv-Q", "Local Address:Port", ""])
    expectEqual(TextTable(reading: sockets).rows[1].last, "uid:112 ino:25147")
  }

  @Test("A vertical line between columns is part of neither")
  func barsBetweenColumns() {
    let ports = """
        Port  Type      | Alert  Enabled
        ----- --------- + ------ -------
        1     10/100TX  | No     Yes
        2     10/100TX  | Yes    No
      """
    expectEqual(names(ports), ["Port", "Type", "Alert", "Enabled"])
    expectEqual(
      TextTable(reading: ports).rows, [["1", "10/100TX", "No", "Yes"], ["2", "10/100TX", "Yes", "No"]])
  }

  @Test("An empty cell stays empty in a row with as many words as there are columns")
  func emptyCellInFullRow() {
    let users = """
       NAME        SESSION     ID  STATE    IDLE  LOGON
       ann         tcp#1        3  Active      .  12/11/2026 11:23
      >bob         tcp#11      42  Active   1:29  16/11/2026 08:58
       cyd                     17  Disc     2:11  16/11/2026 09:02
       dan         tcp#8        5  Active      8  17/11/2026 12:08
      """
    expectEqual(
      TextTable(reading: users).rows[2], ["cyd", "", "17", "Disc", "2:11", "16/11/2026 09:02"])
  }

  @Test("Cells are found by their edges, whether an overlong cell moved them or an empty one left a gap")
  func alignedRows() {
    let table = TextTable(
      reading: """
        HOST          ADDRESS      PORT  STATE    NOTE
        alpha         10.0.0.1       22  open     ssh
        beta          10.0.0.2     8080  open     http proxy
        gamma.example.org 10.0.0.3       25  closed   mail
        delta                         7  open     echo
        epsilon       10.0.0.5           closed
        zeta.example.org              9  open     discard, old
        """)
    expectEqual(
      Array(table.rows[2...]),
      [
        ["gamma.example.org", "10.0.0.3", "25", "closed", "mail"], ["delta", "", "7", "open", "echo"],
        ["epsilon", "10.0.0.5", "", "closed", ""], ["zeta.example.org", "", "9", "open", "discard, old"],
      ])
  }

  @Test("Values that stand across the borders of a rule move the borders")
  func crossedRule() {
    let files = """
      Mode              WriteTime     Size Name
      ----              ---------     ---- ----
      d----     04/07/2026  01:30          Papers
      -a---     04/07/2026  01:36      776 a b.txt
      -a---     04/08/2026  11:05       12 c.txt
      """
    expectEqual(
      TextTable(reading: files).rows,
      [
        ["d----", "04/07/2026  01:30", "", "Papers"], ["-a---", "04/07/2026  01:36", "776", "a b.txt"],
        ["-a---", "04/08/2026  11:05", "12", "c.txt"],
      ])
  }

  @Test("A number sign is a name above numbers, and otherwise marks a header")
  func numberSigns() {
    expectEqual(names(" # NAME    PORT\n 0 ether2    10\n 1 ether3     8\n"), ["#", "NAME", "PORT"])
    let disks = """
         #:                  TYPE NAME        SIZE       ID
         0:        GUID_partition             *20.3 GB   d0
         1:                   EFI EFI         20.7 MB    d0s1
         2:             Linux_LVM Group two   12.1 GB    d0s2
      """
    expectEqual(names(disks), ["#:", "TYPE", "NAME", "SIZE", "ID"])
    expectEqual(names("#NAME  SIZE\nann      12\nbob       7\n"), ["NAME", "SIZE"])
    expectEqual(names("# NAME  SIZE\n  ann     12\n  bob      7\n"), ["NAME", "SIZE"])
  }

  @Test("A rule in a comment marks the names above it, and other comments are other lines")
  func commentedRule() {
    let table = TextTable(
      reading: """
        # Samples: 147 of cycles
        #
        # Share  Symbol                Count
        # .....  ....................  .....
        #
         12.18%  [.] flux of mass        139
          8.02%  [.] viscosity            92
          0.02%  [k] std::length(a, b)     2

        #
        # (Tip: use other options)
        #
        """)
    expectEqual(table.columns.map(\.name), ["Share", "Symbol", "Count"])
    expectEqual(table.rows[2], ["0.02%", "[k] std::length(a, b)", "2"])
    expectEqual(table.rowCount, 3)
  }

  @Test("Lines that begin deeper below each row are details, no rows")
  func details() {
    let text = """
      State   Recv-Q Send-Q  Local Address:Port    Peer Address:Port
      ESTAB   0      0       198.51.100.21:6514    198.51.100.21:443
              cubic wscale:7,7 rto:204 rtt:0.057/0.033 ato:40 mss:22976 send 32247.0Mbps
      ESTAB   0      12          192.0.2.1:55194       192.0.2.1:6514
              cubic wscale:7,7 rto:204 rtt:0.034/0.01 ato:40 mss:65483 send 154077.6Mbps
      """
    let table = TextTable(reading: text)
    expectEqual(
      table.columns.map(\.name), ["State", "Recv-Q", "Send-Q", "Local Address:Port", "Peer Address:Port"])
    expectEqual(
      table.rows,
      [
        ["ESTAB", "0", "0", "198.51.100.21:6514", "198.51.100.21:443"],
        ["ESTAB", "0", "12", "192.0.2.1:55194", "192.0.2.1:6514"],
      ])
    expectEqual(table.otherLines.count, 2)
    // Where deeper lines fit the columns, they are rows.
    let tree = TextTable(
      reading:
        "ITEM       VERSION  NUMBER\nbarn       REV 08   711-03\n  door     REV 05   740-02\ngate       REV 07   711-04\n  lock     REV 01   740-09\n"
    )
    expectEqual(tree.rows.count, 4)
  }

  @Test(
    "A line that states the number of rows is no row, and says nothing about the columns",
    arguments: ["3 upgrades available.", "Total entries: 3", "3 Zeilen insgesamt", "Rows found : 3"])
  func numberOfRows(remark: String) {
    let text =
      "Name         Id        Version\nText Edit    e.text    2.0.26\nCloud CLI    c.cli     1.3\nSub System   s.sub     2.7\n"
    let (alone, above) = (TextTable(reading: text), TextTable(reading: text + remark + "\n"))
    #expect(above.rows == alone.rows && above.columns == alone.columns && alone.rowCount == 3)
    expectEqual(above.otherLines.map { above.text(in: $0.range) }, [remark])
  }

  @Test("Names that recur above each section are the header, not a title of more words")
  func repeatedNames() {
    let sections = ["Base (x86)", "A System Release 9 for x86 - Streams (RPM)"].map { title in
      "\(title)\nName    Stream  Summary\nmaria   10.11   MariaDB Module\nmaven   3.8     Java project tool\nruby    3.1     An interpreter\n"
    }
    let table = TextTable(reading: sections.joined(separator: "\n"))
    #expect(
      table.columns.map(\.name) == ["Name", "Stream", "Summary"]
        && table.rows.contains(["ruby", "3.1", "An interpreter"]))
  }

  @Test("Columns are where characters stand on the screen: wide ones, and marks on letters")
  func wideCharacters() {
    let rows = [
      ["✅ build", "12", "Zoe\u{301}"], ["❌ tests", "7", "a\u{1AB0}\u{1DC4}\u{FE20}b"],
      ["🚀 ship", "140", "東京"],
      ["plain", "3", "x"],
    ]
    func padded(_ cell: String, _ width: Int) -> String {
      cell + String(repeating: " ", count: width - cell.unicodeScalars.reduce(0) { $0 + $1.columns })
    }
    let lines = [["STEP", "SECONDS", "BY", "NOTE"]] + rows.map { $0 + ["ok then"] }
    let text = lines.map { padded($0[0], 10) + padded($0[1], 9) + padded($0[2], 8) + $0[3] + "\n" }.joined()
    expectEqual(TextTable(reading: text).rows, rows.map { $0 + ["ok then"] })
    for (text, columns) in [
      ("a", 1), ("é", 1), ("✅", 2), ("❌", 2), ("🚀", 2), ("⚠", 1), ("✓", 1), ("│", 1), ("…", 1), ("東", 2),
      ("ｱ", 1), ("Ａ", 2), ("한", 2), ("\u{301}", 0), ("\u{200B}", 0), ("\u{FE0F}", 0), ("\u{3099}", 0),
    ] {
      expectEqual(text.unicodeScalars.first?.columns, columns, "\(text)")
    }
  }
}
