// Prints what a frame costs, and what a key press in a list of a million rows is made of.
//
//   swift run -c release --package-path Benchmarks frames [rows]

let rows = CommandLine.arguments.dropFirst().compactMap { Int($0) }.first ?? 1_000_000

reportFrames(few: 100, many: rows)
reportKeyPress(rows: rows)
