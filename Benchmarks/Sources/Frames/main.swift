// Prints the cost of a frame of a list with a million rows, and of one with a hundred.
//
//   swift run -c release --package-path Benchmarks frames [rows]

let rows = CommandLine.arguments.dropFirst().compactMap { Int($0) }.first ?? 1_000_000

reportFrames(few: 100, many: rows)
