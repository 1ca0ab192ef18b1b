import Testing

/// Handlers that apply at random: never a crash, and what is shown in the end is what the applies and gestures say
/// in their order.
@MainActor
@Suite struct RandomHandlerTests {
  @Test(arguments: 0..<24) func everyApplyAndGestureCountsInItsTurn(_ seed: Int) {
    let session = RandomHandlers(seed: seed)
    for _ in 0..<80 { session.step() }
    session.finish()
    #expect(session.changes > 20)
  }
}
