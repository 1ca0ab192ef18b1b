import ArgumentParser
import ListKit

/// `tui-demo feed`: the jobs of a build service, live.
///
/// It shows a data source bound to an asynchronous sequence of snapshots: rows come, go, move and change many
/// times a second, and the row under the cursor stays under it, on its line. The details beside them
/// print the difference of each apply, so one can check what the signs in the gutter say.
struct FeedCommand: Demo {
  static let configuration = CommandConfiguration(
    commandName: "feed",
    abstract: "Rows that pour in while the cursor stays.",
    discussion: "On a pipe it prints the jobs as they stand at the start.")

  @Option(help: ArgumentHelp("Events a second, 1 to 1024.", valueName: "number"))
  var rate = 4

  @Flag(help: "Start paused.")
  var paused = false

  @OptionGroup var display: DisplayOptions

  func validate() throws {
    guard FeedPace.rates.contains(rate) else {
      throw ValidationError("--rate \(rate): a number from 1 to 1024 is needed")
    }
  }

  func makeController() -> ViewController {
    let pace = FeedPace(rate: rate)
    if paused { pace.togglePause() }
    let log = DifferenceLogController()
    let feed = FeedController(service: FeedService(model: model, pace: pace), log: log)
    return SplitViewController(listViewController: feed, detailViewController: log)
  }

  func plainLines() -> [String] {
    let snapshot = model.snapshot
    return snapshot.sectionIdentifiers.flatMap { section in
      snapshot.itemIdentifiers(inSection: section).map {
        ["\($0.number)", $0.project, $0.branch, section.rawValue, $0.stateText].joined(separator: "\t")
      }
    }
  }

  private var model: FeedModel { FeedModel(generator: display.generator) }
}
