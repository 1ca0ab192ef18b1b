import ListKitCurses

Terminal.main(GitLogController(git: Git(directory: CommandLine.arguments.dropFirst().first ?? ".")))
