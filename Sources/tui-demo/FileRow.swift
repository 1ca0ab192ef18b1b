import LibC
import ListKit
import ListSearch

/// How a file looks: as a row, and as a panel.
enum FileRow {
  static let columns = [
    TableColumn("Name", width: 12...200, priority: 9),
    TableColumn("Size", width: 8...9, alignment: .trailing, priority: 8),
    TableColumn("Changed", width: 16...16, priority: 4, isSecondary: true),
  ]

  /// - Parameters:
  ///   - count: how many files a directory shows, as far as that is known.
  ///   - query: what is looked for.
  ///   - faint: for what is less important.
  static func content(
    of facts: FileFacts, problem: FileProblem?, count: Int?, query: Query, faint: Style
  ) -> ColumnContentConfiguration {
    var name = styled(facts.name)
    if facts.isDirectory {
      name.runs.insert(StyledText.Run(0..<name.text.count, Style(attributes: .bold)), at: 0)
    }
    name.runs += query.highlights(in: name.text).map { StyledText.Run($0, nil) }
    if let target = facts.target {
      name = name.appending(StyledText(" -> ", style: faint)).appending(styled(target, faint))
    }
    if let problem = problem ?? facts.problem {
      name = name.appending(StyledText("  \(problem)", style: Style(attributes: .italic).over(faint)))
    }
    let size = facts.isDirectory ? count.map(\.grouped) : facts.size.map(FileText.short)
    return ColumnContentConfiguration([
      name, StyledText(size ?? ""), StyledText(facts.status.map { FileText.date($0.modified) } ?? ""),
    ])
  }

  /// A name in which what is spelled out stands back.
  private static func styled(_ name: FileName, _ style: Style? = nil) -> StyledText {
    name.pieces.reduce(StyledText("")) { text, piece in
      let own = piece.isSpelled ? Style(attributes: .reverse) : Style.plain
      return text.appending(StyledText(piece.text, style: style.map(own.over) ?? own))
    }
  }

  static func panel(of facts: FileFacts, at path: FileName) -> Panel {
    var lines = [
      Panel.Line("Path", StyledText(path.text)),
      Panel.Line("Kind", StyledText(facts.kind.word.replacing("-", with: " "))),
    ]
    if let target = facts.target { lines.append(Panel.Line("Leads to", StyledText(target.text))) }
    if let status = facts.status {
      lines += [
        Panel.Line("Size", StyledText(FileText.long(status.size))),
        Panel.Line("Mode", StyledText(FileText.mode(status.mode, of: facts.kind))),
        Panel.Line("Owner", StyledText("\(FileText.user(status.owner)), \(FileText.group(status.group))")),
        Panel.Line("Changed", StyledText(FileText.date(status.modified, withSeconds: true))),
      ]
    } else {
      lines.append(Panel.Line("Facts", "not to be had"))
    }
    return Panel(title: facts.name.text, lines: lines)
  }
}
