import LibC
import TestSupport
import Testing

@testable import ListKitCurses

/// Tests of other programs, one at a time: whether ctrl-c was pressed is a state of the process.
@Suite("Other programs", .serialized) enum OtherProgramTests {}

extension OtherProgramTests {
  /// ctrl-c while another program has the terminal, or is about to get it.
  @MainActor
  @Suite("Keys that belong to another program") struct LentKeysTests {
    /// Sends ctrl-c to this process alone, as the terminal does before the other program has started.
    private func pressControlC() async {
      kill(getpid(), SIGINT)
      await wait(for: "the key") { TerminalRestorer.lentKey != nil }
    }

    private func run(_ script: String) async -> Int32 {
      await Task.detached { Terminal.spawn("/bin/sh", ["sh", "-c", script].map { Array($0.utf8) }) }.value
    }

    @Test("A ctrl-c before the start of the other program ends that program") func early() async {
      TerminalRestorer.lendKeys()
      defer { TerminalRestorer.takeKeysBack() }
      await pressControlC()
      // Without the signal, this would wait for a day.
      await expectEqual(run("exec sleep 100000"), 128 + SIGINT)
      await expectEqual(run("exit 3"), 3)
    }

    @Test("A ctrl-c that one program received does not end the next one") func spent() async {
      TerminalRestorer.lendKeys()
      defer { TerminalRestorer.takeKeysBack() }
      // The key may count as pressed before the program has started, which then receives it.
      await expectEqual(run("trap '' INT; kill -INT \(getpid()); exit 4"), 4)
      #expect(TerminalRestorer.lentKey == nil)
      await expectEqual(run("exit 5"), 5)
    }

    @Test("Lending the keys again forgets an earlier ctrl-c") func anew() async {
      TerminalRestorer.lendKeys()
      await pressControlC()
      TerminalRestorer.takeKeysBack()
      TerminalRestorer.lendKeys()
      defer { TerminalRestorer.takeKeysBack() }
      #expect(TerminalRestorer.lentKey == nil)
    }
  }
}

extension OtherProgramTests {
  /// Programs that get the terminal; here without a screen.
  @MainActor
  @Suite("Running other programs", .waitsForProcesses) struct RunningProgramTests {
    @Test("A program is found by its name, gets its words as they are, and returns its status") func words()
      async
    {
      await expectEqual(Terminal.run(["test", "a 'b' $c", "=", "a 'b' $c"]), 0)
      await expectEqual(Terminal.run(["/bin/sh", "-c", "exit 7"]), 7)
      await expectEqual(Terminal.run(["sh", "-c", "kill -9 $$"]), 128 + 9)
    }

    @Test("A program that does not exist has the status 127") func missing() async {
      // A path: the user may not be allowed to look into every directory of PATH.
      await expectEqual(Terminal.run(["/dev/null/none"], holdsOutput: true), 127)
    }
  }
}
