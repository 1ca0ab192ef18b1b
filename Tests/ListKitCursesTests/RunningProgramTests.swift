import TestSupport
import Testing

@testable import ListKitCurses

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
