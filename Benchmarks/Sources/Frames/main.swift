// Prints what a frame of a list of a million rows costs, beside one of a hundred.
//
//   swift run -c release --package-path Benchmarks frames [rows]

let rows = CommandLine.arguments.dropFirst().compactMap { Int($0) }.first ?? 1_000_000

reportFrames(few: 100, many: rows)
