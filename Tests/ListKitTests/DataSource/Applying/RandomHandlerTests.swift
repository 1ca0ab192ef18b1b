import Testing

/// Handlers that apply at random: no crash, and the table finally shows the result of all applies and
/// gestures in their order.
@MainActor
@Suite("Random handlers") struct RandomHandlerTests {
  @Test("Random applies from handlers and user gestures are performed in order", arguments: 0..<24)
  func order(_ seed: Int) {
    let session = RandomHandlers(seed: seed)
    for _ in 0..<80 { session.step() }
    session.finish()
    #expect(session.changes > 20)
  }
}
