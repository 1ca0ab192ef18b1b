#!/usr/bin/env python3
"""Prints the Homebrew formula for a release.

  Packaging/formula.py VERSION URL SHA256 > listkit.rb

URL and sum are those of the archive of the sources; Homebrew builds from them.
"""
import re
import sys

if len(sys.argv) != 4:
    sys.exit(__doc__.strip())
version, url, sum256 = sys.argv[1:]
if not re.fullmatch(r"[0-9a-f]{64}", sum256):
    sys.exit(f"formula.py: '{sum256}' is no SHA-256 sum")
if not re.fullmatch(r"\d+\.\d+\.\d+", version):
    sys.exit(f"formula.py: '{version}' is no version")
print(f'''class Listkit < Formula
  desc "Live lists in the terminal: muster, a viewer for any list, and tui-demo"
  homepage "{url.split('/archive/')[0]}"
  url "{url}"
  version "{version}"
  sha256 "{sum256}"
  license "MIT"

  depends_on xcode: ["16.3", :build]
  depends_on "ncurses"
  depends_on "simdjson"

  def install
    ENV["PREFIX"] = prefix
    system "Scripts/install.sh"
  end

  test do
    assert_equal "a\\tb\\n1\\t2\\n", pipe_output("#{{bin}}/muster -p -o tsv", "a,b\\n1,2\\n")
  end
end''')
