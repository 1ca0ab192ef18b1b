import TestSupport
import Testing

@testable import ListData

@Suite("A text is covered by the tables that save the most")
struct CoverTests {
  private func tables(_ text: String) -> [TextTable] {
    let bytes = TextBytes(text)
    return TableReader.shapes(of: bytes).map { TextTable(bytes, shape: $0) }
  }

  @Test("A table below prose is found, and the prose is other lines")
  func belowProse() {
    let prose = (1...8).map { "some text line number \($0) about it.\n" }.joined()
    let table = TextTable(
      reading: prose + "\nNAME   STATE   READ WRITE\ntank   ONLINE     0     0\n  c1   ONLINE     0     0\n")
    expectEqual(table.columns.map(\.name), ["NAME", "STATE", "READ", "WRITE"])
    #expect(table.rowCount == 2 && table.otherLines.count == 8)
  }

  @Test("Two sections of a CSV file are two tables, each below its own names")
  func sections() {
    let found = tables(
      "Name,Addr,Bytes\na,192.0.2.1,5\nb,192.0.2.2,6\n\nVirt,Name,Real,Ref\n10.8.0.1,a,1.2.3.4,x\n10.8.0.2,b,1.2.3.5,y\n10.8.0.3,c,1.2.3.6,z\n"
    )
    expectEqual(
      found.map { $0.columns.map(\.name) }, [["Name", "Addr", "Bytes"], ["Virt", "Name", "Real", "Ref"]])
    expectEqual(found.map(\.rowCount), [2, 3])
  }

  @Test(
    "Sections of a CSV file with other numbers of cells are tables, and lines between them are other lines")
  func sectionsWithoutBlankLines() {
    let clients = (1...6).map { "client\($0),192.0.2.\($0),\($0)000\n" }.joined()
    let routes = (1...8).map { "10.8.0.\($0),client\($0),192.0.2.\($0),x\n" }.joined()
    let found = tables("Name,Addr,Bytes\n\(clients)ROUTES\nVirt,Name,Real,Ref\n\(routes)END\n")
    expectEqual(
      found.map { $0.columns.map(\.name) }, [["Name", "Addr", "Bytes"], ["Virt", "Name", "Real", "Ref"]])
    #expect(found.map(\.rowCount) == [6, 8] && found.last?.shape.title == "ROUTES")
  }

  @Test("A header of other names between rows begins another table, with the title above it")
  func headerBetweenRows() {
    let found = tables(
      "Active connections\nProto Recv-Q Local Address   State\ntcp4       0 192.0.2.1.22    OPEN\ntcp4       0 192.0.2.1.80    OPEN\nActive sockets\nAddress  Type   Inode Refs\nff8000a1 stream     7    0\nff8000b2 stream    12    1\nff8000c3 dgram     13    0\n"
    )
    expectEqual(found.map(\.rowCount), [2, 3])
    expectEqual(found.last?.columns.map(\.name), ["Address", "Type", "Inode", "Refs"])
    expectEqual(found.last?.shape.title, "Active sockets")
  }

  @Test("Of tables of one row, the one with more cells is shown first")
  func mostCells() {
    let text = "| a | b |\n|---|---|\n| 1 | 2 |\n\n| c | d | e |\n|---|---|---|\n| 1 | 2 | 3 |\n"
    expectEqual(TextTable(reading: text).columns.map(\.name), ["c", "d", "e"])
  }

  @Test("A rule of other parts between rows marks another table, with its names above the rule")
  func ruleBetweenRows() {
    let found = tables(
      """
      Module  Available  Used
      ------  ---------  -------
      1           740.0    330.0
      Port    Mode   Device      Class
      ------- ------ ----------- -----
      Gi1/0/1 auto   AP1562I     4
      Gi1/0/2 auto   AP1562I     3
      Gi1/0/3 off    n/a         0

      """)
    expectEqual(
      found.map { $0.columns.map(\.name) },
      [["Module", "Available", "Used"], ["Port", "Mode", "Device", "Class"]])
    expectEqual(found.map(\.rowCount), [1, 3])
  }

  @Test("Text below the last of several equal rules is other lines")
  func belowLastRule() {
    let table = TextTable(
      reading: """
        Port  State   Count
        ===================
        1     up          7
        2     down       12
        3     up          0
        ===================
        State: up is a port that answers, down one that does not
        Count: frames that were lost since the last restart

        """)
    #expect(table.rowCount == 3 && table.otherLines.count == 2)
  }

  @Test("Paragraphs with times above and in their rows are tables, not a log")
  func timesAboveRows() {
    let found = tables(
      """
      Linux 6.1.0 (web1) 11/24/26 (2 CPU)

      03:15:06 PM  CPU    %usr   %nice    %sys   %idle
      03:15:06 PM  all    0.22    0.00    0.37   99.41
      03:15:06 PM    0    0.12    0.00    0.57   99.31

      03:15:06 PM  CPU    intr/s
      03:15:06 PM  all     37.61
      03:15:06 PM    0     33.15

      """)
    expectEqual(found[0].columns.map(\.name), ["03:15:06 PM", "CPU", "%usr", "%nice", "%sys", "%idle"])
    expectEqual(found[0].rowCount, 2)
  }
}
