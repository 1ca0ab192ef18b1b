import LibC
import Testing

@testable import ListKitCurses

/// ctrl-c while another program has the terminal, or is about to.
@MainActor
@Suite(.serialized) struct LentKeysTests {
  /// Presses ctrl-c for this process alone, as the terminal does before the other program is there.
  private func pressControlC() async {
    kill(getpid(), SIGINT)
    while TerminalRestorer.lentKey == nil { await Task.yield() }
  }

  private func run(_ script: String) async -> Int32 {
    await Task.detached { Terminal.spawn("/bin/sh", ["sh", "-c", script].map { Array($0.utf8) }) }.value
  }

  @Test("A ctrl-c that was pressed before the other program is there ends that one") func early() async {
    TerminalRestorer.lendKeys()
    defer { TerminalRestorer.takeKeysBack() }
    await pressControlC()
    // Without it this would wait for a day.
    #expect(await run("exec sleep 100000") == 128 + SIGINT)
    #expect(await run("exit 3") == 3)
  }

  @Test("A ctrl-c that a program has had is not for the next one") func spent() async {
    TerminalRestorer.lendKeys()
    defer { TerminalRestorer.takeKeysBack() }
    // The key may count as pressed before the program was there, which gets it then.
    #expect(await run("trap '' INT; kill -INT \(getpid()); exit 4") == 4)
    #expect(TerminalRestorer.lentKey == nil)
    #expect(await run("exit 5") == 5)
  }

  @Test("Keys that were lent before are forgotten when they are lent again") func anew() async {
    TerminalRestorer.lendKeys()
    await pressControlC()
    TerminalRestorer.takeKeysBack()
    TerminalRestorer.lendKeys()
    defer { TerminalRestorer.takeKeysBack() }
    #expect(TerminalRestorer.lentKey == nil)
  }
}
