import ListData
import RunsTesting
import TestSupport
import Testing

@testable import Rows
@testable import Runs

@Suite("Columns that options name, in the first rows") struct OptionCheckTests {
  private func check(_ query: String, _ option: String = "--until", canGrow: Bool = false) -> OptionCheck {
    OptionCheck(queries: [(option, query)], hooks: [], selection: nil, canGrow: canGrow)
  }

  @Test(
    "A missing column is a mistake once a header or enough rows say which columns there are",
    arguments: [
      ("NAME STATUS\nweb Running\n", false, OptionProblem.Kind.sure), ("NAME STATUS\n", true, .open),
      ("No resources found\n", false, .open), ("a\nb b\nc\n", false, .sure), ("a\nb b\nc\n", true, .open),
      (String(repeating: "some line\n", count: 64), true, .sure), ("{\"a\":1}\n{\"a\":2}\n", false, .open),
    ])
  func missing(text: String, isGrowing: Bool, kind: OptionProblem.Kind) throws {
    var runs = RunMaker()
    let run = try isGrowing ? runs.grow(to: text) : runs.next(text)
    let problem = try #require(check("error:=full").problem(with: run))
    #expect(problem.description.hasPrefix("--until: no column 'error'; there"), "\(problem)")
    expectEqual(problem.kind, kind)
  }

  @Test("Once the columns were there, a run without them is no mistake") func later() throws {
    var runs = RunMaker()
    let check = check("status:=up")
    let texts = ["Waiting\n", "NAME STATUS\nweb up\n", "NAME  AGE\nweb   5\ndb    6\n"]
    let problems = try texts.map { check.problem(with: try runs.next($0))?.kind }
    expectEqual(problems, [.open, nil, nil])
  }

  @Test("A word that only looks like a condition is a remark, except on the query that is typed")
  func remarks()
    throws
  {
    var runs = RunMaker()
    let run = try runs.next("name,at\nweb,10:30\n")
    let problem = check("nam:web").problem(with: run)
    expectEqual(
      problem?.description, "--until: 'nam:web' is searched as text: no column 'nam'; there are name, at")
    expectEqual(problem?.kind, .remark)
    for (query, option) in [("nam:web", "--query"), ("10:30", "--until")] {
      #expect(check(query, option).problem(with: run) == nil, "\(query)")
    }
  }
}
