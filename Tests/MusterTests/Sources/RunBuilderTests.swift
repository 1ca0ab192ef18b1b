import ListData
import Testing

@testable import muster

@Suite("Runs of what arrives piece by piece") struct RunBuilderTests {
  @Test(
    "Columns are found from what there is when a first row is longer than what is looked at",
    arguments: ["id,note\n1,{}\n2,short\n", "{\"id\":1,\"note\":\"{}\"}\n{\"id\":2,\"note\":\"short\"}\n"])
  func longRow(text: String) throws {
    let naming = RowNaming(choice: nil)
    var builder = RunBuilder(options: ReaderOptions(), naming: naming)
    let all = TextBytes(text.replacing("{}", with: String(repeating: "x", count: 3_000_000)))
    for count in [100_000, 1_000_000] {
      _ = try builder.grow(to: all.prefix(count), progress: Run.Progress(bytes: count))
    }
    let run = try builder.finish(RunBuilder.Reading(bytes: all))
    #expect(run.table.columns.map(\.name) == ["id", "note"])
    #expect(run.table.rowCount == 2)
    #expect(run.table.text(1, 1) == "short")
  }
}
