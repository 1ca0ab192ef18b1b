import ListData
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
    #expect(names(images) == ["REPOSITORY", "TAG", "IMAGE ID", "CREATED", "SIZE"])
    #expect(
      TextTable(reading: images).rows[1] == ["<none>", "<none>", "77af4d6b9913", "19 hours ago", "1.089GB"])
    let stats = """
      CONTAINER ID   NAME     CPU %   MEM USAGE / LIMIT    MEM %   PIDS
      3dfc967a64cb   n_028d   2.68%   34.6MiB / 1.952GiB   0.98%   5
      512c9791e558   n_8baa   3.66%   14.5MiB / 1.952GiB   0.48%   7
      """
    #expect(names(stats) == ["CONTAINER ID", "NAME", "CPU %", "MEM USAGE / LIMIT", "MEM %", "PIDS"])
    // Two values with a slash between them are one cell, whatever their length.
    let traffic = """
      NAME      NET I/O          PIDS
      awesome   916B / 0B        9
      foobar    2.48kB / 0B      2
      test      1.2kB / 10kB     1
      """
    let lines = traffic.split(separator: "\n", omittingEmptySubsequences: false)
    for count in 2...4 {
      #expect(names(lines[..<count].joined(separator: "\n") + "\n") == ["NAME", "NET I/O", "PIDS"])
    }
    let sockets = """
      State  Recv-Q Send-Q Local Address:Port Peer Address:PortProcess
      LISTEN 0      128          0.0.0.0:2024      0.0.0.0:*
      """
    #expect(
      names(sockets) == ["State", "Recv-Q", "Send-Q", "Local Address:Port", "Peer Address:Port", "Process"])
  }

  @Test("A header without rows is recognised if its names are capitals or far apart")
  func headerAlone() {
    let swaps = TextTable(reading: "Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n")
    #expect(
      swaps.columns.map(\.name) == ["Filename", "Type", "Size", "Used", "Priority"] && swaps.rowCount == 0)
    #expect(names("NAME  READY  AGE\n") == ["NAME", "READY", "AGE"])
    #expect(names("Nothing To See Here\n") == [nil])
  }

  @Test("One blank splits names if rows have words on both sides, then also above a column without values")
  func partedNames() {
    let locks = """
      COMMAND           PID  TYPE SIZE MODE  M START END PATH
      swift-test      14437 FLOCK      WRITE 0     0   0 /tmp/a b.lock
      """
    let table = TextTable(reading: locks)
    #expect(
      table.columns.map(\.name) == ["COMMAND", "PID", "TYPE", "SIZE", "MODE", "M", "START", "END", "PATH"])
    #expect(table.rows == [["swift-test", "14437", "FLOCK", "", "WRITE", "0", "0", "0", "/tmp/a b.lock"]])
    let pods = """
      NAME    READY   NODE       NOMINATED NODE   READINESS GATES
      nginx   1/1     minikube   <none>           <none>
      """
    #expect(names(pods) == ["NAME", "READY", "NODE", "NOMINATED NODE", "READINESS GATES"])
  }

  @Test("If single blanks split all lines into equally many words, words are cells at any position")
  func singleBlanks() {
    func table(_ text: String) -> ([String?], [[String]]) { (names(text), TextTable(reading: text).rows) }
    #expect(table("PID PPID CMD\n1 0 init\n") == (["PID", "PPID", "CMD"], [["1", "0", "init"]]))
    #expect(
      table("owner path size\njcdhm 504 2\nba 87 7\n")
        == (["owner", "path", "size"], [["jcdhm", "504", "2"], ["ba", "87", "7"]]))
    // A single column of values shows that the words above the rows are names.
    #expect(
      names("age state size path\nnhp ok Pending 85082\ncnijk no no 419\nlkmpale ok Pending 580\n")
        == ["age", "state", "size", "path"])
    // Words of prose are not names.
    #expect(names("it was the best\nof times it was\nthe worst of times\n") == [nil])
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
    #expect(TextTable(reading: processes).rows[3] == ["bob", "9", "1091764", "128596", "?", "swift test"])
  }

  @Test("Values of several words may be below a narrow name")
  func narrowName() {
    let processes = """
          PID                  STARTED CMD
            1 Sun Nov 22 00:12:00 2026 /sbin/init
           48 Sun Nov 22 00:12:01 2026 [kthreadd]
        12345 Sun Nov 22 10:44:59 2026 vim a.txt
      """
    #expect(TextTable(reading: processes).rows[2] == ["12345", "Sun Nov 22 10:44:59 2026", "vim a.txt"])
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
    #expect(table.rowCount == 2)
    #expect(table.shape.headerLine == 2)
    #expect(table.rows[1] == ["udp", "0", "0", "0.0.0.0:68", "0.0.0.0:*", ""])
    let sessions =
      "SESSION  UID USER SEAT  TTY\n      1 1000 ann  seat0 tty2\n     c1  120 gdm  seat0 tty1\n\n"
      + "2 sessions listed.\n"
    #expect(
      TextTable(reading: sessions).rows == [
        ["1", "1000", "ann", "seat0", "tty2"], ["c1", "120", "gdm", "seat0", "tty1"],
      ])
  }

  @Test("A rule below a header shows the columns, and a comment may be a header")
  func rulesAndComments() {
    #expect(
      names("Name    Project  Kind\n----    -------  ----\nserde   1.0.190  Normal\n") == [
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
    #expect(
      table.columns.map(\.name) == [
        "<file system>", "<mount point>", "<type>", "<options>", "<dump>", "<pass>",
      ])
    #expect(table.rows[1] == ["/dev/vda2", "/", "ext4", "errors=remount-ro", "0", "1"])
  }

  @Test("A header may have no rows, or a blank line below it")
  func headersAlone() {
    let alone = TextTable(reading: "CONTAINER ID   IMAGE     COMMAND   CREATED   STATUS    PORTS     NAMES\n")
    #expect(alone.columns.count == 7 && alone.rowCount == 0)
    let apart = TextTable(reading: "NAME   SIZE\n\na.txt   120\nb       7\nc      19\n")
    #expect(apart.columns.map(\.name) == ["NAME", "SIZE"] && apart.rowCount == 3)
  }
}
