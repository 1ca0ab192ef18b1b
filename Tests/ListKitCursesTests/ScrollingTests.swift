import ListKit
import TerminalTesting
import Testing

@testable import ListKitCurses

extension InProcess {
  /// Scrolling a list by one line costs about as many bytes as an explicit scroll request, although the table
  /// draws all lines: curses detects the scroll.
  @Suite("Scrolling") @MainActor struct ScrollingTests {
    private static let size = ScreenSize(columns: 100, lines: 50)

    /// Returns a table of 500 rows.
    private func table(hasHeader: Bool, hasBar: Bool, hasCursor: Bool) -> Rows {
      let rows = Rows(hasHeader: hasHeader)
      rows.table.showsVerticalScrollIndicator = hasBar
      rows.table.allowsSelection = hasCursor
      return rows
    }

    /// Returns the bytes for ten steps of scrolling by one line: ours, and those of a program that scrolls
    /// explicitly.
    private func bytes(
      _ type: String, hasHeader: Bool = false, hasBar: Bool = false, hasCursor: Bool = false
    ) throws -> (ours: Int, plain: Int) {
      let rows = table(hasHeader: hasHeader, hasBar: hasBar, hasCursor: hasCursor)
      let drawn = try DrawnScreen(type, columns: Self.size.columns, lines: Self.size.lines)
      defer { drawn.close() }
      let plain = PlainScreen(type, size: Self.size)
      defer { plain.close() }
      var total = (ours: 0, plain: 0)
      for step in 0...10 {
        // The cursor is one line above the last one, which shows the row that comes next.
        rows.table.perform(step > 0 ? (hasCursor ? .moveCursor(1) : .scroll(1)) : .moveCursor(200))
        let frame = rows.frame(Self.size, traits: drawn.screen.traits)
        let lines = (0..<Self.size.lines).map { line in
          hasBar ? String(frame.text(ofLine: line).prefix(99)) : frame.text(ofLine: line)
        }
        let selected = hasCursor ? frame.cursor?.line : nil
        drawn.present(frame)
        let ours = drawn.written.count
        let theirs =
          step == 0
          ? plain.present(lines, selected: selected)
          : plain.scroll(to: lines, below: hasHeader ? 1 : 0, selected: selected)
        if step > 0 { total = (total.ours + ours, total.plain + theirs) }
      }
      return total
    }

    @Test(
      "Scrolling by one line sends about as many bytes as an explicit scroll request",
      arguments: ["xterm-256color", "tmux-256color", "linux"])
    func byteCount(type: String) throws {
      let list = try bytes(type)
      let header = try bytes(type, hasHeader: true)
      let cursor = try bytes(type, hasCursor: true)
      let bar = try bytes(type, hasBar: true)
      let all = try bytes(type, hasHeader: true, hasBar: true, hasCursor: true)
      let cases = [("list", list), ("header", header), ("cursor", cursor), ("bar", bar), ("all", all)]
      for (name, bytes) in cases {
        let ratio = Double(bytes.ours) / Double(bytes.plain)
        print(
          "scroll by one, \(type), \(name): \(bytes.ours / 10) bytes, plain \(bytes.plain / 10): \(ratio)")
      }
      #expect(Double(list.ours) <= Double(list.plain) * 1.5)
      #expect(Double(header.ours) <= Double(header.plain) * 1.5)
      // The bar of the cursor has two colours, where the explicit request reverses a line.
      #expect(Double(cursor.ours) <= Double(cursor.plain) * 1.55)
      #expect(Double(bar.ours) <= Double(bar.plain) * 1.5)
      #expect(Double(all.ours) <= Double(all.plain) * 1.75)
      // The thumb stays while the lines below it move: curses moves it with them and draws its ends again.
      #expect(bar.ours - list.ours <= 10 * 20)
    }
  }
}

/// A table of 500 rows.
@MainActor
private final class Rows {
  let table = TableView()
  private let dataSource: TableViewDiffableDataSource<String, Int>

  init(hasHeader: Bool) {
    table.register(TableViewCell.self, forCellReuseIdentifier: "cell")
    dataSource = TableViewDiffableDataSource(tableView: table) { tableView, indexPath, item in
      let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
      cell.contentConfiguration = ListContentConfiguration(
        text: "row number \(item) of a list that a person scrolls through, line by line")
      return cell
    }
    if hasHeader {
      dataSource.headerProvider = { ListContentConfiguration(text: $0) }
    }
    var snapshot = DiffableDataSourceSnapshot<String, Int>()
    snapshot.appendSections(["main"])
    snapshot.appendItems(Array(1000..<1500))
    dataSource.apply(snapshot)
  }

  func frame(_ size: ScreenSize, traits: ScreenTraits) -> Frame {
    var canvas = Canvas(size: size, traits: traits)
    table.draw(in: &canvas, at: .zero)
    return canvas.frame
  }
}
