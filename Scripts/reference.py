#!/usr/bin/env python3
"""Writes the tables of options in Documentation/muster.md, between its two marks, from what the program says of itself.

  muster --experimental-dump-help | Scripts/reference.py Documentation/muster.md
"""
import json
import sys

from manual import abstract, name_of

BEGIN, END = "<!-- options: written by Scripts/reference.py -->", "<!-- end of options -->"


def cell(text):
    return text.replace("|", "\\|")


def row(argument):
    value = f" {argument['valueName'].upper()}" if argument["kind"] == "option" else ""
    names = ", ".join(f"`{name_of(name)}{value if name['kind'] == 'long' else ''}`" for name in argument["names"])
    text = abstract(argument)
    if argument.get("defaultValue"):
        text += f" Default: {argument['defaultValue']}."
    return f"| {cell(names)} | {cell(text)} |"


def tables(document):
    sections = {}
    for argument in document["command"]["arguments"]:
        if argument["kind"] != "positional" and argument.get("shouldDisplay", True) and argument.get("abstract"):
            sections.setdefault(argument.get("sectionTitle", "Other"), []).append(row(argument))
    return "\n\n".join("\n".join([f"| {title} | does |", "| --- | --- |"] + rows) for title, rows in sections.items())


if __name__ == "__main__":
    path = sys.argv[1]
    with open(path, encoding="utf-8") as file:
        text = file.read()
    before, rest = text.split(BEGIN)
    written = f"{before}{BEGIN}\n\n{tables(json.load(sys.stdin))}\n\n{END}{rest.split(END)[1]}"
    with open(path, "w", encoding="utf-8") as file:
        file.write(written)
