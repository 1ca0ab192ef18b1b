import TestSupport
import Testing

@testable import ListData

@Suite("The format by which a text needs the fewest bits is used")
struct FormatChoiceTests {
  @Test("A format that did not win can be left out, and nothing changes")
  func independence() {
    let all = TableReader.formats
    let options = ReaderOptions()
    for (name, bytes) in Corpus.outputs {
      let sample = Sample(bytes.prefix(8_000))
      let proposals = all.map { $0.init(sample, options).candidates().map(\.shape) }
      guard let best = TableReader.ranked(sample, options, all).first?.shape else { continue }
      for (left, proposed) in proposals.enumerated() where !proposed.contains(best) {
        let others = all.indices.filter { $0 != left }.map { all[$0] }
        expectEqual(TableReader.ranked(sample, options, others).first?.shape, best, "\(name), \(all[left])")
      }
    }
  }

  @Test("A name too many in a header does not hide the columns")
  func oneNameTooMany() {
    let rows = (1...9).map { "200\($0),200\($0)-01-11,Open \($0),\($0),Ann B,63000\($0)\n" }
    let table = TextTable(reading: "season,start,event,place,name,won,note\n" + rows.joined())
    #expect(table.columns.count == 7 && table.rowCount == 9 && table.rows[0][2] == "Open 1")
  }

  @Test(
    "The lines of a log are cut into time, level, process and message",
    arguments: [
      (
        "2024/03/09 11:53:29 [error] 2865#0: *66 user \"ann\" was not found, client: 192.0.2.10\n2024/03/09 11:54:00 [warn] 2866#0: *7 a client closed the connection\n",
        ["2024/03/09 11:53:29", "[error]", "2865#0:", "*66 user \"ann\" was not found, client: 192.0.2.10"]
      ),
      (
        "Jun  1 10:00:00 web1 sshd[812]: Accepted publickey for ann\nJun 14 10:00:01 web1 cron[9]: a job: started\n",
        ["Jun  1 10:00:00", "web1", "sshd[812]:", "Accepted publickey for ann"]
      ),
      (
        "I0102 15:04:05.000001    1234 server.go:12] Listening on port 80\nW0102 15:04:06.100000    1234 cache.go:7] Slow, took 3s\n",
        ["I0102 15:04:05.000001", "1234", "server.go:12]", "Listening on port 80"]
      ),
      (
        "2024-06-09T20:10:40,139 INFO [main    ] net.Farm  : Started in 3 s\n2024-06-09T20:10:41,002 WARN [worker-1] net.Sheep : [2] of them are gone\n",
        ["2024-06-09T20:10:40,139", "INFO", "[main    ]", "net.Farm", "Started in 3 s"]
      ),
      (
        "24/06/09 20:10:40 INFO net.Farm: Started in 3 s\n24/06/09 20:10:41 ERROR net.Sheep: two of them are gone\n",
        ["24/06/09 20:10:40", "INFO", "net.Farm:", "Started in 3 s"]
      ),
      (
        "2024-06-09 20:10:40,101 - farm.web - INFO - Started, port: 80\n2024-06-09 20:10:41,222 - farm - WARNING - no sheep\n",
        ["2024-06-09 20:10:40,101", "farm.web", "INFO", "Started, port: 80"]
      ),
      (
        "2024-06-09 20:10:40.123 UTC [812] LOG:  checkpoint starting: time\n2024-06-09 20:10:41.001 UTC [9] ERROR:  relation \"sheep\" does not exist\n",
        ["2024-06-09 20:10:40.123 UTC", "[812]", "LOG:", "checkpoint starting: time"]
      ),
      (
        "[Sat Jun 01 02:17:42 2024] [error] [client 192.0.2.1] File does not exist: /a b\n[Sun Jun 02 02:17:42 2024] [error] [client 192.0.2.2] user not found: /\n",
        ["[Sat Jun 01 02:17:42 2024]", "[error]", "[client 192.0.2.1]", "File does not exist: /a b"]
      ),
      (
        "192.0.2.1 - - [22/Jan/2024:03:56:14 +0330] \"GET /a b HTTP/1.1\" 200 30577 \"-\" \"Mozilla (X)\"\n192.0.2.77 - ann [22/Jan/2024:03:56:15 +0330] \"GET /c HTTP/1.1\" 404 - \"-\" \"curl\"\n",
        [
          "192.0.2.1", "-", "-", "[22/Jan/2024:03:56:14 +0330]", "\"GET /a b HTTP/1.1\"", "200", "30577",
          "\"-\"", "\"Mozilla (X)\"",
        ]
      ),
      (
        "[    0.446158] pci 0000:00:01.0: a bridge\n[   12.000001] usb 1-1: a device\n",
        ["[    0.446158]", "pci", "0000:00:01.0:", "a bridge"]
      ),
    ])
  func logs(text: String, first: [String]) {
    expectEqual(TextTable(reading: text).rows[0], first)
  }

  @Test("Names in a comment are the columns, and comments are other lines, wherever they are")
  func fields() {
    let ftp = TextTable(
      reading:
        "#Version: 1.0\n#Fields: time c-ip cs-method\n16:44:49 192.0.2.1 GET\n#Date: x\n16:44:52 192.0.2.7 PUT\n"
    )
    #expect(ftp.columns.map(\.name) == ["time", "c-ip", "cs-method"] && ftp.otherLines.count == 2)
    expectEqual(ftp.rows, [["16:44:49", "192.0.2.1", "GET"], ["16:44:52", "192.0.2.7", "PUT"]])
    let zeek = TextTable(
      reading:
        "#separator \\x09\n#fields\tts\tuid\tnote\n#types\ttime\tstring\tstring\n1700.1\tCHh\ta b\n1700.2\tCXy\t\"c\n#close\tx\n"
    )
    #expect(zeek.columns.map(\.name) == ["ts", "uid", "note"] && zeek.otherLines.count == 3)
    expectEqual(zeek.rows, [["1700.1", "CHh", "a b"], ["1700.2", "CXy", "\"c"]])
  }

  @Test("A line of a log that begins unlike the others is a message")
  func traces() {
    let lines = (1...12).map { "2024-06-09 20:10:\($0 + 10) INFO net.Farm: step \($0) is done\n" }
    let table = TextTable(reading: lines.joined() + "\tat net.Farm.run(Farm.java:12)\n")
    expectEqual(table.rowCount, 13)
    expectEqual(table.rows[12], ["", "", "", "at net.Farm.run(Farm.java:12)"])
  }
}
