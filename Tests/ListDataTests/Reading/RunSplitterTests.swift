import TestSupport
import Testing

@testable import ListData

@Suite("A stream that prints its list again and again is a series of runs")
struct RunSplitterTests {
  @Test("A header above the same keys starts a run, with the lines above it", arguments: Streams.series)
  func series(stream: Stream) {
    let runs = Self.runs(of: stream.text)
    expectEqual(runs.count, stream.runs, "\(stream.name): \(runs)")
    #expect(runs.allSatisfy { $0.hasPrefix(stream.begin) || $0 == runs[0] }, "\(stream.name): \(runs)")
    #expect(runs.joined() == stream.text || stream.isPaged)
  }

  @Test("A header above other rows starts no run: the list grows", arguments: Streams.lists)
  func growingLists(stream: Stream) {
    expectEqual(Self.runs(of: stream.text), [stream.text], "\(stream.name)")
  }

  @Test("The pieces of a stream do not affect its runs", arguments: Streams.series + Streams.lists)
  func pieces(stream: Stream) {
    let whole = Self.runs(of: stream.text)
    Worlds.forEach(seeds: 0..<5) { seed in
      var random = SeededGenerator(seed: seed)
      let pieces = Self.runs(of: stream.text) { random.number(1..<max(2, stream.text.utf8.count / 3)) }
      expectEqual(pieces, whole, "seed \(seed), \(stream.name)")
    }
  }

  @Test("A finished run can be forgotten")
  func forgetting() throws {
    let stream = try #require(Streams.series.first)
    let bytes = TextBytes(stream.text)
    var splitter = RunSplitter(.auto)
    var runs: [String] = []
    var start = 0
    var forgotten = 0
    for end in stride(from: 100, to: bytes.count + 100, by: 100) {
      let end = min(end, bytes.count)
      for begin in splitter.begins(in: bytes.part(forgotten..<end), isComplete: end == bytes.count) {
        runs.append(bytes.string(start..<begin + forgotten))
        start = begin + forgotten
      }
      splitter.forget(first: start - forgotten)
      forgotten = start
    }
    expectEqual(runs + [bytes.string(start..<bytes.count)], Self.runs(of: stream.text))
  }

  @Test("An option determines what starts a run")
  func marks() {
    let vmstat = Streams.lists[0].text
    expectEqual(Self.runs(of: vmstat, .head).count, 3)
    expectEqual(Self.runs(of: Streams.series[0].text, .off).count, 1)
    expectEqual(Self.runs(of: "a\n\u{C}b\n", .page), ["a\n", "b\n"])
    expectEqual(Self.runs(of: "a\n\u{C}b\n", .auto).count, 1)
    expectEqual(Self.runs(of: Streams.series[0].text, .page).count, 1)
  }

  @Test("A cleared screen keeps its colours, and cursor movements are removed")
  func controls() {
    let text = "\u{1B}[2J\u{1B}[H\u{1B}[?25lA  B\u{1B}[K\r\n\u{1B}[31m1\u{1B}[0m  2\n\u{1B}[J"
    let splitter = Self.splitter(after: text)
    #expect(splitter.isSeries)
    let cleaned = splitter.text(of: TextBytes(text))
    expectEqual(cleaned.string(0..<cleaned.count), "A  B\r\n\u{1B}[31m1\u{1B}[0m  2\n")
  }

  @Test("A sequence in a line of a page, or a clearing one at its end, is data")
  func dataOfPages() {
    let page = "\u{1B}[H\u{1B}[2JNAME\u{1B}[K\na\u{1B}[2Jb\u{1B}[0m\nc\u{1B}[Kd\u{C}e\u{1B}[2J\n"
    let splitter = Self.splitter(after: page + page)
    let cleaned = splitter.text(of: TextBytes(page))
    expectEqual(cleaned.string(0..<cleaned.count), "NAME\na\u{1B}[2Jb\u{1B}[0m\nc\u{1B}[Kd\u{C}e\u{1B}[2J\n")
    expectEqual(Self.runs(of: page + page).count, 2)
  }

  @Test("Most lines of a growing list are read only once")
  func givesUp() {
    let rows = (0..<400_000).map { "\($0)  name\($0)\n" }.joined()
    var splitter = RunSplitter(.auto)
    let bytes = TextBytes("ID  NAME\n" + rows)
    for end in stride(from: 0, to: bytes.count, by: 500_000) {
      #expect(splitter.begins(in: bytes.prefix(end), isComplete: false).isEmpty)
    }
    #expect(!splitter.isSeries)
  }

  private static func splitter(after text: String) -> RunSplitter {
    var splitter = RunSplitter(.auto)
    _ = splitter.begins(in: TextBytes(text), isComplete: true)
    return splitter
  }

  /// Returns the texts of the runs.
  ///
  /// - Parameter next: A closure that returns the length of the next piece; nil for the whole text at once.
  private static func runs(
    of text: String, _ mark: RunSplitter.Start = .auto, _ next: (() -> Int)? = nil
  ) -> [String] {
    let bytes = TextBytes(text)
    var splitter = RunSplitter(mark)
    var begins: [Int] = []
    var end = 0
    while end < bytes.count {
      end = min(bytes.count, end + (next?() ?? bytes.count))
      begins += splitter.begins(in: bytes.prefix(end), isComplete: false)
    }
    begins += splitter.begins(in: bytes, isComplete: true)
    return zip([0] + begins, begins + [bytes.count]).map { start, end in
      let run = splitter.text(of: bytes.part(start..<end))
      return run.string(0..<run.count)
    }
    .filter { !$0.isEmpty }
  }
}

/// The output of a program that prints repeatedly.
struct Stream: CustomTestStringConvertible, Sendable {
  var name: String
  var text: String
  var runs = 3
  /// The text at the start of each run after the first.
  var begin = ""
  var isPaged = false

  var testDescription: String { name }
}

enum Streams {
  private static func join(_ run: (Int) -> String) -> String { (0..<3).map(run).joined() }

  static let series: [Stream] = [
    Stream(
      name: "top",
      text: join { run in
        """
        top - 22:04:3\(run) up 3 days,  1:02,  3 users,  load average: 0.5\(run), 0.30, 0.21
        Tasks: 21\(run) total,   1 running, 209 sleeping,   0 stopped,   0 zombie
        MiB Mem :  15873.4 total,   812.\(run) free,   5021.7 used,  10039.1 buff/cache

            PID USER      PR  NI    VIRT    RES S  %CPU     TIME+ COMMAND
        \(run == 1 ? "   9017 ann       20   0  221400  31200 R   9.1   0:00.91 make\n" : "")\
              1 root      20   0  168100  11300 S   0.\(run)   0:01.1\(run) systemd
             33 root      20   0   15300   9300 S   1.\(run)   0:00.1\(run) sshd
           4410 ann       20   0 3168000 410300 S   7.\(run)   9:02.1\(run) firefox


        """
      }, begin: "top -"),
    Stream(
      name: "iostat of one device",
      text: "Linux 6.1.0 (web1) \t11/24/26 \t_x86_64_\t(2 CPU)\n\n"
        + join { run in
          """
          avg-cpu:  %user   %nice %system %iowait  %steal   %idle
                     1.0\(run)    0.00    0.50    0.10    0.00   98.40

          Device             tps    kB_read/s    kB_wrtn/s    kB_read    kB_wrtn
          sda               \(run).00        12.10         3.20      81234      21234



          """
        }, begin: "avg-cpu:"),
    Stream(
      name: "mpstat",
      text: "Linux 6.1.0 (web1) \t11/24/26 \t_x86_64_\t(2 CPU)\n\n"
        + join { run in
          """
          10:00:0\(run) PM  CPU    %usr   %nice    %sys   %idle
          10:00:0\(run) PM  all    1.0\(run)    0.00    0.50   98.50
          10:00:0\(run) PM    0    1.1\(run)    0.00    0.50   98.40
          10:00:0\(run) PM    1    0.9\(run)    0.00    0.50   98.60


          """
        }, begin: "10:00:0"),
    Stream(
      name: "free",
      text: join { run in
        """
                       total        used        free      shared  buff/cache   available
        Mem:        16254012     514\(run)220      832104       12312    10281112    11112188
        Swap:        2097148           0     2097148


        """
      }, begin: "               total"),
    Stream(
      name: "psql",
      text: join { run in
        """
        Tue 24 Nov 2026 10:00:0\(run) PM UTC (every 2s)

         id | name
        ----+------
          1 | ann\(run)
          2 | bob
        (2 rows)


        """
      }, begin: "Tue"),
    Stream(
      name: "csv",
      text: join { "id,name,count\n1,ann,\($0)\n2,bob,7\n" }, begin: "id,name"),
    Stream(
      name: "docker stats",
      text: join { "\u{1B}[2J\u{1B}[HNAME      CPU %     PIDS\nweb-1     0.\($0)5%     3\n" },
      begin: "NAME", isPaged: true),
    Stream(
      name: "docker stats, each line erased",
      text: join { "\u{1B}[HNAME      CPU %\u{1B}[K\nweb-1     0.\($0)5%\u{1B}[K\n\u{1B}[J" },
      begin: "NAME", isPaged: true),
    Stream(
      name: "form feeds",
      text: join { "\u{C}NAME     READY\nweb-\($0)    1/1\n" }, begin: "NAME", isPaged: true),
  ]

  static let lists: [Stream] = [
    Stream(
      name: "vmstat",
      text: join { run in
        """
        procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----
         r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st

        """
          + (0..<8).map {
            " 1  0      0 81027\($0)  20404 513812    0    0     1     \($0)  37\($0)  838  1  0 99  0  0\n"
          }
          .joined()
      }),
    Stream(
      name: "sar",
      text: "Linux 6.1.0 (web1) \t11/24/26 \t_x86_64_\t(2 CPU)\n\n"
        + join { run in
          "10:0\(run):00 PM     CPU     %user   %system     %idle\n"
            + (0..<4).map { "10:0\(run):1\($0) PM     all      1.\($0)0      0.50     98.0\($0)\n" }.joined()
            + "\n"
        }),
    Stream(
      name: "ps --headers",
      text: join { run in
        "    PID TTY          TIME CMD\n"
          + (0..<6).map { "   \(run)1\($0)1 ?        00:00:00 kworker/\($0)\n" }.joined()
      }),
    Stream(
      name: "chains",
      text: ["INPUT", "FORWARD", "OUTPUT"].map { chain in
        """
        Chain \(chain) (policy ACCEPT)
        target     prot opt source               destination
        ACCEPT     all  --  anywhere             anywhere             ctstate ESTABLISHED
        DROP       tcp  --  10.0.0.0/8           anywhere             tcp dpt:ssh


        """
      }.joined()),
    Stream(name: "prose", text: "A page of\nsome text.\n\u{C}Another page of\nsome text.\n"),
    Stream(name: "one run", text: "NAME   AGE\nann     34\nbob     29\n"),
    Stream(
      name: "control sequences in the names of files",
      text: "-rw 1 a\n-rw 2 b\u{1B}[2Jc\n-rw 3 d\u{1B}[H\n-rw 4 e\u{C}-rw 1 a\n-rw 5 f\u{1B}c\n"),
  ]
}
