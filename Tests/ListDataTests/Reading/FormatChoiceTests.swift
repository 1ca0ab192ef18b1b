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
      let proposals = all.map { TableReader.ranked(sample, options, [$0]).map(\.shape) }
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

  @Test("A name of several words in a log is one cell, and a line without one has none")
  func namesInLogs() {
    let table = TextTable(
      reading: """
        Jun  1 10:00:00 hall su(pam)[7]: session opened
        Jun  1 10:00:01 hall kernel: ready
        Jun  1 10:00:02 hall last message repeated 2 times
        Jun  1 10:00:03 hall syslogd 1.4.1: restart.
        Jun  1 10:00:04 hall cron[9]: a job: started
        """)
    expectEqual(
      table.rows.map { $0[2] }, ["su(pam)[7]:", "kernel:", "", "syslogd 1.4.1:", "cron[9]:"])
    expectEqual(
      table.rows.map { $0.last ?? "" }[2...3].map { $0 }, ["last message repeated 2 times", "restart."])
  }

  @Test(
    "The lines of a log are cut into time, level, process and message",
    arguments: [
      (
        "2024/03/09 11:53:29 [error] 2865#0: *66 user \"ann\" was not found, client: 192.0.2.10\n2024/03/09 11:54:00 [warn] 2866#0: *7 a client closed the connection\n",
        ["2024/03/09 11:53:29", "error", "2865#0", "*66 user \"ann\" was not found, client: 192.0.2.10"]
      ),
      (
        "Jun  1 10:00:00 web1 sshd[812]: Accepted publickey for ann\nJun 14 10:00:01 web1 cron[9]: a job: started\n",
        ["Jun  1 10:00:00", "web1", "sshd[812]:", "Accepted publickey for ann"]
      ),
      (
        "Jun  1 10:00:00 hall su(pam)[7]: session opened\nJun  1 10:00:01 hall kernel: ready\nJun  1 10:00:02 hall last message repeated 2 times\nJun  1 10:00:03 hall syslogd 1.4.1: restart.\nJun  1 10:00:04 hall cron[9]: a job: started\n",
        ["Jun  1 10:00:00", "hall", "su(pam)[7]:", "session opened"]
      ),
      (
        "2024-06-09 20:10:40,101 - my farm - INFO - Started, port: 80\n2024-06-09 20:10:41,222 - web - WARNING - no sheep\n",
        ["2024-06-09 20:10:40,101", "my farm", "INFO", "Started, port: 80"]
      ),
      (
        "- 1717235762 node-1 2024-06-01 02:17:42 node-1/a KERNEL INFO cache error corrected\nAPPREAD 1717235763 node-2 2024-06-01 02:17:43 node-2/a APP FATAL failed to read\n",
        [
          "-", "1717235762", "node-1", "2024-06-01 02:17:42", "node-1/a", "KERNEL", "INFO",
          "cache error corrected",
        ]
      ),
      (
        "I0102 15:04:05.000001    1234 server.go:12] Listening on port 80\nW0102 15:04:06.100000    1234 cache.go:7] Slow, took 3s\n",
        ["I0102 15:04:05.000001", "1234", "server.go:12]", "Listening on port 80"]
      ),
      (
        "2024-06-09T20:10:40,139 INFO [main    ] net.Farm  : Started in 3 s\n2024-06-09T20:10:41,002 WARN [worker-1] net.Sheep : [2] of them are gone\n",
        ["2024-06-09T20:10:40,139", "INFO", "main", "net.Farm", "Started in 3 s"]
      ),
      (
        "24/06/09 20:10:40 INFO net.Farm: Started in 3 s\n24/06/09 20:10:41 ERROR net.Sheep: two of them are gone\n",
        ["24/06/09 20:10:40", "INFO", "net.Farm", "Started in 3 s"]
      ),
      (
        "2024-06-09 20:10:40,101 - farm.web - INFO - Started, port: 80\n2024-06-09 20:10:41,222 - farm - WARNING - no sheep\n",
        ["2024-06-09 20:10:40,101", "farm.web", "INFO", "Started, port: 80"]
      ),
      (
        "2024-06-09 20:10:40.123 UTC [812] LOG:  checkpoint starting: time\n2024-06-09 20:10:41.001 UTC [9] ERROR:  relation \"sheep\" does not exist\n",
        ["2024-06-09 20:10:40.123 UTC", "812", "LOG", "checkpoint starting: time"]
      ),
      (
        "[Sat Jun 01 02:17:42 2024] [error] [client 192.0.2.1] File does not exist: /a b\n[Sun Jun 02 02:17:42 2024] [error] [client 192.0.2.2] user not found: /\n",
        ["Sat Jun 01 02:17:42 2024", "error", "client 192.0.2.1", "File does not exist: /a b"]
      ),
      (
        "192.0.2.1 - - [22/Jan/2024:03:56:14 +0330] \"GET /a b HTTP/1.1\" 200 30577 \"-\" \"Mozilla (X)\"\n192.0.2.77 - ann [22/Jan/2024:03:56:15 +0330] \"GET /c HTTP/1.1\" 404 - \"-\" \"curl\"\n",
        [
          "192.0.2.1", "-", "-", "22/Jan/2024:03:56:14 +0330", "GET /a b HTTP/1.1", "200", "30577", "-",
          "Mozilla (X)",
        ]
      ),
      (
        "[    0.446158] pci 0000:00:01.0: a bridge\n[   12.000001] usb 1-1: a device\n",
        ["0.446158", "pci", "0000:00:01.0", "a bridge"]
      ),
      (
        "240609 201040 148 INFO farm.Node$Gate: Gate 1 of field f_7 opens\n240609 201102 22 WARN farm.Herd: SHEEP* is gone\n240610 000159 7 INFO farm.Node$Gate: Received sheep 9 from /192.0.2.7\n",
        ["240609 201040", "148", "INFO", "farm.Node$Gate", "Gate 1 of field f_7 opens"]
      ),
      (
        "06-09 20:10:40.811  1702  2395 D GateManager: opens gate = Gate{9f}\n06-09 20:10:41.019  1702  8671 I Herd    : counts 12 sheep\n06-09 20:10:41.100   227   227 V GateManager: waits\n",
        ["06-09 20:10:40.811", "1702", "2395", "D", "GateManager", "opens gate = Gate{9f}"]
      ),
      (
        "2024-06-09 20:10:40, Info                  CBS    Loaded the stack v6.1 with core: C:\\farm\\a\n2024-06-09 20:10:41, Error                 CSI    Ending the start.\n2024-06-09 20:10:41, Info                  CBS    Starting the main loop.\n",
        ["2024-06-09 20:10:40,", "Info", "CBS", "Loaded the stack v6.1 with core: C:\\farm\\a"]
      ),
      (
        "- 1717963840 2024.06.09 R02-M1:J12 2024-06-09-20.10.40.363779 R02-M1:J12 RAS KERNEL INFO a cache was corrected\n- 1717963841 2024.06.09 R02-M1:J13 2024-06-09-20.10.41.376129 R02-M1:J13 RAS APP FATAL failed to read a stream\n",
        [
          "-", "1717963840", "2024.06.09", "R02-M1:J12", "2024-06-09-20.10.40.363779", "R02-M1:J12", "RAS",
          "KERNEL", "INFO", "a cache was corrected",
        ]
      ),
      (
        "farm-api.log.1 2024-06-09 20:10:40.008 257 INFO farm.wsgi.server [req-38 11 - -] 192.0.2.1 \"GET /a b\" status: 200\nfarm-herd.log.1 2024-06-09 20:10:44.500 2931 WARNING farm.herd.manager [req-3e - - -] Sheep started\n",
        [
          "farm-api.log.1", "2024-06-09 20:10:40.008", "257", "INFO", "farm.wsgi.server", "req-38 11 - -",
          "192.0.2.1 \"GET /a b\" status: 200",
        ]
      ),
      (
        "134681 node-246 unix.hw state_change.gone 1717963840 1 A component \"alt0\" is gone\n350766 node-109 unix.hw state_change.gone 1717963841 1 A component \"alt1\" is gone\n",
        [
          "134681", "node-246", "unix.hw", "state_change.gone", "1717963840", "1",
          "A component \"alt0\" is gone",
        ]
      ),
      (
        "[06.09 20:10:40] gate.exe - herd.example.com:5070 open through herd.example.com:5070 HTTPS\n[06.09 20:10:41] gate.exe - herd.example.com:5070 close, 0 bytes sent\n[06.09 20:10:42] sheep.exe - herd.example.com:80 close, 451 bytes sent\n",
        ["06.09 20:10:40", "gate.exe", "herd.example.com:5070", "open through herd.example.com:5070 HTTPS"]
      ),
    ])
  func logs(text: String, first: [String]) {
    expectEqual(TextTable(reading: text).rows[0], first)
  }

  @Test("Brackets, quotes and colons around a cell of a log are no part of it; those in the message are")
  func enclosedCells() {
    let web = TextTable(
      reading: """
        192.0.2.1 - - [22/Jan/2024:03:56:14 +0330] "GET /a HTTP/1.1" 200 12 "-" "Mozilla (X)"
        192.0.2.77 - ann [22/Jan/2024:03:56:15 +0330] "GET /\\"b\\" HTTP/1.1" 404 - "https://example.com/" "c"
        """)
    expectEqual(web.rows.map { $0[3] }, ["22/Jan/2024:03:56:14 +0330", "22/Jan/2024:03:56:15 +0330"])
    expectEqual(web.rows.map { $0[4] }, ["GET /a HTTP/1.1", "GET /\\\"b\\\" HTTP/1.1"])
    expectEqual(web.rows.map { $0[7] }, ["-", "https://example.com/"])
    let herd = TextTable(
      reading: """
        2024-06-09 20:10:40,139 INFO [main] net.Herd: [2] of them: "gone"
        2024-06-09 20:10:41,002 WARN [worker 1]: net.Herd: waits
        """)
    expectEqual(herd.rows[0].dropFirst(2), ["main", "net.Herd", "[2] of them: \"gone\""])
    expectEqual(herd.rows[1].dropFirst(2), ["worker 1", "net.Herd", "waits"])
    expectEqual(herd.columns.map(\.role), [.time, .level, nil, nil, .message])
    let open = ["[:", "[]:", "[a:", "[a]:"].map { "2024-06-09 20:10:40 \($0) net.Herd: waits\n" }
    expectEqual(TextTable(reading: open.joined()).rows.map { $0[1] }, ["[", "", "[a", "a"])
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

  @Test("Numbers and names in equal messages of a log are no fields")
  func equalMessages() {
    let lines = (1...12).map {
      "2024-06-09 20:10:\($0 + 10) INFO net.Farm: took \($0) ms for gate-\($0) [\($0)] of sheep.example.com\n"
    }
    expectEqual(
      TextTable(reading: lines.joined()).rows[0],
      ["2024-06-09 20:10:11", "INFO", "net.Farm", "took 1 ms for gate-1 [1] of sheep.example.com"])
  }

  @Test("A line of a log that begins unlike the others is a message")
  func traces() {
    let lines = (1...12).map { "2024-06-09 20:10:\($0 + 10) INFO net.Farm: step \($0) is done\n" }
    let table = TextTable(reading: lines.joined() + "\tat net.Farm.run(Farm.java:12)\n")
    expectEqual(table.rowCount, 13)
    expectEqual(table.rows[12], ["", "", "", "at net.Farm.run(Farm.java:12)"])
  }
}
