import ListKit
import ListKitTesting
import SeededRandom
import TestSupport
import Testing

@testable import tui_demo

@MainActor
@Suite("The screen of the stress demo", .timeLimit(.minutes(60))) struct StressTests {
  @Test("Every operation is measured, and the cursor stays on its row") func measurements() async throws {
    let model = StressModel(rows: 5000, generator: SeededGenerator(seed: 1))
    let session = TestScreen(StressController.split(model: model), columns: 120, lines: 20)
    let controller = try #require(session.controller.primary as? StressController)
    try await session.wait("that it fills itself", until: { !controller.measures.isEmpty })
    for _ in 0..<7 { session.press("j") }
    let row = session.cursor?.text.dropFirst(2).prefix(10)
    for operation in [StressModel.Operation.shuffle, .sort, .shuffle] {
      await controller.perform(operation)
      expectEqual(session.cursor?.text.dropFirst(2).prefix(10), row)
    }
    let measures = controller.measures
    expectEqual(measures.map(\.operation), [.fill, .shuffle, .sort, .shuffle])
    #expect(measures.allSatisfy { $0.frame != nil && $0.applying > .zero })
    expectEqual(measures.map(\.rows), [5000, 10_000, 10_000, 10_000])
    #expect(session.lines.contains { $0.contains("│") && $0.contains("shuffle") })
    await controller.verify()
    #expect(session.lines.last?.hasPrefix("5,000 identifiers verified") == true)
  }
}
