#!/usr/bin/env python3
"""Prints the Homebrew formula for a release.

  Packaging/formula.py VERSION URL SHA256 > listkit.rb

The URL and the checksum are those of the archive of the sources; Homebrew builds from them.
"""
import re
import sys

if len(sys.argv) != 4:
    sys.exit(__doc__.strip())
version, url, sum256 = sys.argv[1:]
if not re.fullmatch(r"[0-9a-f]{64}", sum256):
    sys.exit(f"formula.py: '{sum256}' is not a SHA-256 checksum")
if not re.fullmatch(r"\d+\.\d+\.\d+", version):
    sys.exit(f"formula.py: '{version}' is not a version")
if version not in url:
    sys.exit(f"formula.py: Homebrew reads the version from the address, which does not contain {version}")
print(f'''class Listkit < Formula
  desc "Live lists in the terminal: muster, a viewer for any list, and tui-demo"
  homepage "{url.split('/archive/')[0]}"
  url "{url}"
  sha256 "{sum256}"
  license "MIT"

  # Swift 6.2.
  depends_on xcode: ["26.0", :build]
  depends_on "ncurses"
  depends_on "simdjson"

  uses_from_macos "python" => :build
  uses_from_macos "swift" => :build

  def install
    # Homebrew builds in a sandbox, which holds no second one.
    ENV["SWIFT_BUILD_OPTIONS"] = "--disable-sandbox"
    system "Scripts/build-program.sh", "muster"
    system "Scripts/build-program.sh", "tui-demo"
    ENV["BIN"] = ".build/programs/release"
    ENV["PREFIX"] = prefix
    system "Scripts/install.sh"
  end

  test do
    assert_equal "a\\tb\\n1\\t2\\n", pipe_output("#{{bin}}/muster -p -o tsv", "a,b\\n1,2\\n")
  end
end''')
