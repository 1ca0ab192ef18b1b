#!/usr/bin/env python3
"""Generates the demo's table of emoji from Unicode's emoji-test.txt.

    Scripts/emoji-table.py [emoji-test.txt] > Sources/tui-demo/Data/emoji.txt

Debian has the file in the package unicode-data, which is the default. The table has all fully-qualified emoji in
Unicode's order:

    Unicode Emoji 15.0
    = group
    - subgroup
    sequence <tab> name <tab> version [<tab> version of its five skin tones]

The five skin tones of an emoji, which are half of all lines, are left out if the reader can generate them: the tone
follows the first character, replaces a selector there, and comes first after the colon of the name:
"man: light skin tone, beard".
"""

import re
import sys

TONES = ["light", "medium-light", "medium", "medium-dark", "dark"]
SELECTOR = "\ufe0f"
LINE = re.compile(r"([0-9A-F ]+?)\s*; ([a-z-]+)\s*# \S+ E(\d+\.\d+) (.+)")


def main():
    path = sys.argv[1] if len(sys.argv) > 1 else "/usr/share/unicode/emoji/emoji-test.txt"
    try:
        with open(path, encoding="utf-8") as file:
            print("\n".join(table(read(file))))
    except (OSError, ValueError) as error:
        sys.exit(f"emoji-table.py: {error}")


def read(file):
    """Yields ("version" | "group" | "subgroup", text) and ("emoji", (sequence, name, version))."""
    for line in file:
        if heading := re.match(r"# (Version|group|subgroup): (.+)", line):
            yield heading[1].lower(), heading[2].strip()
        elif found := LINE.match(line):
            codes, status, version, name = found.groups()
            if status == "fully-qualified":
                sequence = "".join(chr(int(code, 16)) for code in codes.split())
                yield "emoji", (sequence, name.strip(), version)


def table(entries):
    entries = list(entries)
    versions = [text for kind, text in entries if kind == "version"]
    if not versions or not any(kind == "emoji" for kind, _ in entries):
        raise ValueError("this is not Unicode's emoji-test.txt")
    yield f"Unicode Emoji {versions[0]}"
    headings = {}  # Headings without an emoji yet; some groups have none that is fully qualified.
    place = 0
    while place < len(entries):
        kind, value = entries[place]
        place += 1
        if kind == "group":
            headings = {"=": value}
        elif kind == "subgroup":
            headings["-"] = value
        elif kind == "emoji":
            yield from (f"{sign} {text}" for sign, text in headings.items())
            headings = {}
            tones = tone_version(value, entries[place : place + len(TONES)])
            yield "\t".join([*value, *([tones] if tones else [])])
            place += len(TONES) if tones else 0


def tone_version(emoji, following):
    """The version of an emoji's skin tones; None unless the five lines after it are what the reader generates."""
    sequence, name, _ = emoji
    subject, _, detail = name.partition(": ")
    versions = {value[2] for kind, value in following if kind == "emoji"}
    if len(versions) != 1:
        return None
    version = versions.pop()
    made = []
    for index, tone in enumerate(TONES):
        toned = sequence[0] + chr(0x1F3FB + index) + sequence[1:].removeprefix(SELECTOR)
        words = f"{subject}: {tone} skin tone" + (f", {detail}" if detail else "")
        made.append(("emoji", (toned, words, version)))
    return version if made == following else None


if __name__ == "__main__":
    main()
