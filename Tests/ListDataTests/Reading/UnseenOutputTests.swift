import ListData
import TestSupport
import Testing

/// Each test has outputs of programs that the corpus lacks, for one rule.
@Suite("Layouts that are not in the corpus")
struct UnseenOutputTests {
  private func table(_ text: String) -> TextTable { TextTable(reading: text + "\n") }
  private func names(_ text: String) -> [String?] { table(text).columns.map(\.name) }

  @Test("A name may begin with a number if the values below it have no letters: `5Sec` above `0.12%`")
  func numberedNames() {
    let processes = """
      CPU utilization for five seconds: 6%/1%; one minute: 6%; five minutes: 6%
       PID Runtime(ms)     Invoked      uSecs   5Sec   1Min   5Min TTY Process
         1           0           1          0  0.00%  0.00%  0.00%   0 Chunk Manager
         2        5820       92071         63  0.00%  0.00%  0.00%   0 Load Meter
         4      712345       56712      12560  0.23%  0.11%  0.10%   0 Check heaps
      """
    expectEqual(
      names(processes),
      ["PID", "Runtime(ms)", "Invoked", "uSecs", "5Sec", "1Min", "5Min", "TTY", "Process"])
    expectEqual(table(processes).rowCount, 3)
  }

  @Test("Lines that continue names above a rule are no rows")
  func continuedNames() {
    let addresses = """
      IP ADDRESS      MAC ADDRESS     EXPIRE(M) TYPE INTERFACE      VPN-INSTANCE
                                                VLAN
      ------------------------------------------------------------------------------
      10.1.1.1        00e0-fc12-3456            I -  GE0/0/1
      10.1.1.2        00e0-fc12-7890  20        D-0  GE0/0/1
      10.1.2.5        00e0-fcaa-bbcc  14        D-0  GE0/0/2        vpn1
      ------------------------------------------------------------------------------
      Total:3         Dynamic:2       Static:0    Interface:1
      """
    expectEqual(table(addresses).rows.map { $0[0] }, ["10.1.1.1", "10.1.1.2", "10.1.2.5"])
    let networks = """
      ---------------------------------------------------------------
      Name            VID  Protocol Addr       Proto  Ports  Virtual
                                                      Active router
                                                      /Total
      ---------------------------------------------------------------
      Default         1    -                   ANY    2 /26  VR-Default
      Mgmt            4095 10.0.0.10      /24  ANY    1 /1   VR-Mgmt
      users           20   10.20.0.1      /16  ANY    12/14  VR-Default
      ---------------------------------------------------------------
      Flags : (B) BFD Enabled, (c) 802.1ad customer VLAN
      """
    expectEqual(table(networks).rows.map { $0[0] }, ["Default", "Mgmt", "users"])
  }

  @Test("A line of units in brackets below names is no row")
  func units() {
    let station = """
      Time,Temp,Wind
      [UTC],[degC],[m/s]
      2024-03-01 00:00,3.2,4.1
      2024-03-01 01:00,3.0,4.4
      """
    expectEqual(names(station), ["Time", "Temp", "Wind"])
    expectEqual(table(station).rows.map { $0[1] }, ["3.2", "3.0"])
  }

  @Test("A date with slashes, and one with year, time and zone, is one cell")
  func datesWithZones() {
    let files = """
      Directory of flash:/

          2  -rwx     3058048   Mar 1 1993 00:02:10 +00:00  c2950-i6q4l2-mz.121-22.EA4.bin
          3  -rwx        1048   Mar 1 1993 00:10:35 +00:00  multiple-fs
          5  drwx         512   Mar 1 1993 00:03:52 +00:00  html
      """
    expectEqual(
      table(files).rows.last, ["5", "drwx", "512", "Mar 1 1993 00:03:52 +00:00", "html"])
    let releases = """
      v12  Deploy 1a2b3c4            ann@example.com  2024/03/01 10:11:12 +0100
      v11  Set DATABASE_URL config   bob@example.com  2024/02/27 09:00:00 +0100
      v10  Deploy 9f8e7d6            ann@example.com  2024/02/20 18:31:02 +0100
      """
    expectEqual(
      table(releases).rows[0], ["v12", "Deploy 1a2b3c4", "ann@example.com", "2024/03/01 10:11:12 +0100"])
  }

  @Test("A log may have the time of a clock that is not set, and one whose hours follow a minus")
  func oddTimes() {
    let router = """
      *Mar  1 18:46:11: %SYS-5-CONFIG_I: Configured from console by vty2 (10.34.195.36)
      *Mar  1 18:48:50: %LINK-3-UPDOWN: Interface Port-channel1, changed state to up
      *Mar  1 18:49:02: %SEC-6-IPACCESSLOGP: list 101 denied tcp 10.1.1.5(4321), 1 packet
      """
    expectEqual(
      table(router).rows[1],
      ["*Mar  1 18:48:50", "%LINK-3-UPDOWN", "Interface Port-channel1, changed state to up"])
    let blueGene = """
      - 1117838570 2005.06.03 R02-M1-N0-C:J12-U11 2005-06-03-15.42.50.363779 R02-M1-N0-C:J12-U11 RAS KERNEL INFO cache error
      - 1117838573 2005.06.03 R02-M1-N0-C:J12-U11 2005-06-03-15.42.53.276129 R02-M1-N0-C:J12-U11 RAS KERNEL INFO cache error
      - 1117955341 2005.06.05 R25-M0-N7-C:J02-U01 2005-06-05-00.09.01.903373 R25-M0-N7-C:J02-U01 RAS KERNEL FATAL core dumped
      """
    expectEqual(
      table(blueGene).rows[2],
      [
        "-", "1117955341", "2005.06.05", "R25-M0-N7-C:J02-U01", "2005-06-05-00.09.01.903373",
        "R25-M0-N7-C:J02-U01", "RAS", "KERNEL", "FATAL", "core dumped",
      ])
  }

  @Test("The same sign between the words of all lines makes them cells; a mark in one line is a column")
  func signs() {
    let upgrades = """
      linux 6.7.5.arch1-1 -> 6.7.6.arch1-1
      firefox 122.0.1-1 -> 123.0-1
      python-numpy 1.26.3-1 -> 1.26.4-1
      zstd 1.5.5-1 -> 1.5.5-2
      """
    expectEqual(table(upgrades).rows[0], ["linux", "6.7.5.arch1-1", "->", "6.7.6.arch1-1"])
    expectEqual(table(upgrades).rowCount, 4)
    let environments = """
      # conda environments:
      #
      base                  *  /opt/conda
      ml                       /opt/conda/envs/ml
      old py27                 /opt/conda/envs/old
      """
    expectEqual(
      table(environments).rows,
      [
        ["base", "*", "/opt/conda"], ["ml", "", "/opt/conda/envs/ml"],
        ["old py27", "", "/opt/conda/envs/old"],
      ])
  }

  @Test("Three bars in every line are between cells, whether blanks are on both sides of each or not")
  func bars() {
    let sensors = """
      CPU Temp         | 45.000     | degrees C  | ok    | 0.000     | 95.000
      FAN1             | 1200.000   | RPM        | ok    | 300.000   | 25300.000
      FAN2             | na         |            | na    | na        | na
      PS1 Status       | 0x1        | discrete   | 0x0100| na        | na
      """
    expectEqual(table(sensors).rows[3], ["PS1 Status", "0x1", "discrete", "0x0100", "na", "na"])
  }

  @Test("Carets and backticks may stand between cells below names", arguments: ["^", "`"])
  func otherDelimiters(_ delimiter: String) {
    let lines = [["id", "name", "note"], ["1", "ann", "likes a|b"], ["2", "bob", ""], ["3", "cy", "ok"]]
    let text = lines.map { $0.joined(separator: delimiter) }.joined(separator: "\n")
    expectEqual(names(text), lines[0])
    expectEqual(table(text).rows, Array(lines[1...]))
  }

  @Test("Pairs of a record may be indented below its first ones: `sc query`")
  func indentedPairs() {
    let services = """

      SERVICE_NAME: Appinfo
      DISPLAY_NAME: Application Information
              TYPE               : 30  WIN32
              STATE              : 4  RUNNING
                                      (STOPPABLE, NOT_PAUSABLE, IGNORES_SHUTDOWN)
              CHECKPOINT         : 0x0

      SERVICE_NAME: Dhcp
      DISPLAY_NAME: DHCP Client
              TYPE               : 30  WIN32
              STATE              : 4  RUNNING
                                      (STOPPABLE, NOT_PAUSABLE, ACCEPTS_SHUTDOWN)
              CHECKPOINT         : 0x0
      """
    expectEqual(names(services), ["SERVICE_NAME", "DISPLAY_NAME", "TYPE", "STATE", "CHECKPOINT"])
    expectEqual(table(services).rows.map { $0[4] }, ["0x0", "0x0"])
  }
}
