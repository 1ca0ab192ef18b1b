#!/usr/bin/env python3
"""Measures the cost of compiling, each build in a fresh clone of the last commit, and prints a table for CONTRIBUTING.md.

    Scripts/build-cost.py [--only WORD]

CPU is the time that the compilers, the linker and SwiftPM need in user mode. Seconds differ between machines; the last
column differs less: the CPU time of a build in units of a release build of ArgumentParser alone in the same run. Wall time
is meaningful only if the machine does nothing else.
"""

import argparse
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent

MANIFEST = """\
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "player",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "ListKit", path: "../clone")],
  targets: [
    .executableTarget(
      name: "player",
      dependencies: [
        .product(name: "ListKit", package: "ListKit"), .product(name: "ListKitCurses", package: "ListKit"),
      ])
  ]
)
"""

# A user's program: one table, two item types.
PROGRAM = """\
import ListKit
import ListKitCurses

struct Album: Hashable, Identifiable, Sendable {
  let id: Int
  var title: String
  var year: Int
}

struct Song: Hashable, Sendable {
  var name: String
  var seconds: Int
}

@MainActor
final class PlayerController: TableViewController {
  private var albums: TableViewDiffableDataSource<Int, Album>?
  private var songs: TableViewDiffableDataSource<String, Song>?

  init() {
    super.init(style: .plain)
    title = "Albums"
    tableView.register(TableViewCell.self, forCellReuseIdentifier: "row")
    addKeyCommand("s", title: "songs") { [unowned self] in showSongs() }
    addKeyCommand("a", title: "albums") { [unowned self] in showAlbums() }
    showAlbums()
  }

  private func showAlbums() {
    let dataSource = TableViewDiffableDataSource<Int, Album>(tableView: tableView) { tableView, indexPath, album in
      let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
      cell.contentConfiguration = ListContentConfiguration(text: album.title, secondaryText: "\\(album.year)")
      return cell
    }
    var snapshot = DiffableDataSourceSnapshot<Int, Album>()
    snapshot.appendSections([1970])
    snapshot.appendItems(
      [Album(id: 1, title: "Paranoid", year: 1970), Album(id: 2, title: "Blue", year: 1971)], toSection: 1970)
    dataSource.apply(snapshot, animatingDifferences: true)
    albums = dataSource
  }

  private func showSongs() {
    let dataSource = TableViewDiffableDataSource<String, Song>(tableView: tableView) { tableView, indexPath, song in
      let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
      cell.contentConfiguration = ListContentConfiguration(
        text: song.name, secondaryText: "\\(song.seconds / 60):\\(song.seconds % 60)")
      return cell
    }
    var snapshot = DiffableDataSourceSnapshot<String, Song>()
    snapshot.appendSections(["Blue"])
    snapshot.appendItems([Song(name: "Carey", seconds: 182), Song(name: "River", seconds: 240)], toSection: "Blue")
    dataSource.apply(snapshot, animatingDifferences: true)
    songs = dataSource
  }
}

Terminal.main(PlayerController())
"""


class Clone:
    """A folder with a fresh clone, and with the user's program beside it."""

    def __init__(self, folder: pathlib.Path):
        self.package = folder / "clone"
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(self.package)], check=True)
        self.player = folder / "player"
        self.source = self.player / "Sources" / "player" / "main.swift"
        self.source.parent.mkdir(parents=True)
        (self.player / "Package.swift").write_text(MANIFEST, encoding="utf-8")
        self.source.write_text(PROGRAM, encoding="utf-8")

    def run(self, *command: str, folder: pathlib.Path | None = None) -> tuple[float, float]:
        """The user CPU seconds and the wall time of a command."""
        before, start = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime, time.monotonic()
        run = subprocess.run(
            command, cwd=folder or self.package, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, check=False)
        if run.returncode != 0:
            sys.exit(f"{run.stdout}\nbuild-cost.py: '{' '.join(command)}' failed")
        return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before, time.monotonic() - start

    def swift(self, *options: str, folder: pathlib.Path | None = None) -> tuple[float, float]:
        return self.run("swift", "build", *options, folder=folder)


def builds(clone_into):
    """The builds in order, each with the function that measures it."""
    with clone_into() as clone:
        yield "ArgumentParser alone, release", lambda: clone.swift("-c", "release", "--target", "ArgumentParser")
    for program in ["tui-demo", "muster"]:
        with clone_into() as clone:
            yield f"first picture of {program} (quick build)", lambda: clone.run(
                "Scripts/build-program.sh", "--quick", program)
    for program in ["tui-demo", "muster"]:
        with clone_into() as clone:
            yield f"{program}, optimised", lambda: clone.run("Scripts/build-program.sh", program)
    with clone_into() as clone:
        yield "a user's program, debug, from nothing", lambda: clone.swift(folder=clone.player)

        def change():
            clone.source.write_text(PROGRAM.replace('"Albums"', '"All albums"'), encoding="utf-8")
            return clone.swift(folder=clone.player)

        yield "a user's program, debug, after a change of one line", change
    with clone_into() as clone:
        yield "a user's program, release", lambda: clone.swift("-c", "release", folder=clone.player)
    with clone_into() as clone:
        yield "all tests, debug", lambda: clone.swift("--build-tests")


class Workplace:
    """Creates clones that exist while they are measured."""

    def __call__(self):
        return self

    def __enter__(self) -> Clone:
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="build-cost-"))
        return Clone(self.folder)

    def __exit__(self, *_):
        shutil.rmtree(self.folder)


def main():
    parser = argparse.ArgumentParser(description="Measures what compiling costs.")
    parser.add_argument("--only", default="", metavar="WORD", help="builds whose name contains a word, and ArgumentParser's")
    arguments = parser.parse_args()

    unit = None
    print(f"| built on {os.cpu_count()} cores | CPU | wall | ArgumentParsers |\n| --- | ---: | ---: | ---: |", flush=True)
    for name, build in builds(Workplace()):
        # The first build, of ArgumentParser, always runs: it is the unit.
        if unit is not None and arguments.only not in name:
            continue
        cpu, wall = build()
        unit = unit or cpu
        print(f"| {name} | {cpu:.1f} s | {wall:.0f} s | {cpu / unit:.1f} |", flush=True)


if __name__ == "__main__":
    main()
