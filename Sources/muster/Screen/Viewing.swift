import Dispatch
import LibC
import ListData
import ListKit
import ListKitCurses

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
        controller.exitMessage.map(Muster.note)
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

/// What changed from one file to the other, as a list of its own: a row a change, its kind in the first column.
enum ComparedRun {
  /// - Throws: what cannot be read.
  static func make(from old: String, to new: String, _ options: ReadingOptions) throws -> Run {
    let files = try ComparedFiles(from: old, to: new, options)
    let list = ChangeList(of: files)
    let text = ChangeText(files: files, format: .csv, columns: try ComparedColumns(files, nil))
    let head = text.head()
    let bytes = list.changes.reduce(into: head) { $0 += text.line($1) }
    let options = ReaderOptions(format: .csv, header: head.isEmpty ? .none : .line(1))
    // Of a file that is not there any more nobody asks who its rows were.
    var builder = RunBuilder(options: options, identity: RowIdentity(choice: KeyOption.none))
    var run = try builder.finish(RunBuilder.Reading(bytes: TextBytes(bytes)))
    // One further right, for the kind of the change stands before them.
    run.key = files.key.columns.map { .columns($0.map { $0 + 1 }) } ?? files.key
    return run
  }
}
