import Dispatch
import ListData
import ListKit
import ListKitCurses

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

/// A list on the screen, from the first frame to the exit status.
@MainActor
enum Viewing {
  /// Shows what is asked for until it ends. A picker prints what was picked.
  static func main(_ options: MusterOptions) -> Never {
    do {
      let source = try Source(options.subject, options.reading, until: options.use.until)
      let controller = ListController(source: source, options: options, runs: try runs(options))
      controller.motion = options.screen.shownMotion
      controller.announcesChanges = options.screen.announce
      controller.theme = options.screen.theme?.theme
      show(controller, options)
    } catch {
      Muster.fail(error)
    }
  }

  /// The one run of two files; nil for what is read by itself.
  private static func runs(_ options: MusterOptions) throws -> RunChannel.Runs? {
    guard case .comparison(let old, let new) = options.subject else { return nil }
    let run = try ComparedRun.make(from: old, to: new, options.reading)
    let channel = RunChannel(history: nil)
    channel.send(run)
    channel.finish()
    return channel.runs
  }

  private static func show(_ controller: ListController, _ options: MusterOptions) -> Never {
    Task {
      do {
        let ending = try await Terminal.run(controller, options: options.screen.curses)
        if let failure = controller.failure { Muster.fail(failure) }
        controller.farewell.map(Muster.note)
        guard options.use.isPicker, ending == .finished(status: 0) else { Muster.end(ending.exitStatus) }
        // Left without a choice, it was cancelled.
        if controller.pickedLines.isEmpty { Muster.end(130) }
        var output = PrintedOutput(isExact: true)
        for line in controller.pickedLines { try output.write(line + [UInt8(ascii: "\n")]) }
        try output.finish()
        Muster.end(0)
      } catch {
        Muster.fail(error)
      }
    }
    dispatchMain()
  }
}
