// What a developer who knows UIKit calls and does not find: the compiler says what to write instead.

extension TableViewController {
  /// Part of UIKit only; the message says what to use here.
  @available(*, unavailable, renamed: "searchBar")
  public var navigationItem: Any? { nil }

  /// Part of UIKit only; the message says what to use here.
  @available(
    *, unavailable,
    message: "use navigationController?.pushViewController(_:animated:), or present(_:) for a panel"
  )
  public func present(_ controller: ViewController, animated: Bool, completion: (() -> Void)? = nil) {}

  /// Part of UIKit only; the message says what to use here.
  @available(*, unavailable, message: "use addKeyCommand(_:title:action:), which takes a closure")
  public func addKeyCommand(_ command: Any) {}
}
