#!/usr/bin/env python3
"""Writes the man page of a program from its output with --experimental-dump-help.

  tui-demo --experimental-dump-help | Scripts/manual.py VERSION [SECONDS] > tui-demo.1

The date of the page is that of SECONDS since 1970, or today. The sections behind the options are those of
Packaging/NAME.man.json, each with what the program itself says there.
"""
import datetime
import json
import pathlib
import sys


# Sections for the man page of a program that has none in Packaging.
SECTIONS = [
    {"title": "EXIT STATUS", "text": "", "entries": [
        ("0", "The program ended normally."),
        ("2", "The program could not start or write; one line on standard error says why."),
        ("128 + n", "Signal n ended it; 130 for ctrl-c from elsewhere, 143 for SIGTERM."),
    ]},
]


def entries(section):
    return [line for term, meaning in section.get("entries", []) for line in (".TP", escape(term), escape(meaning))]


def sections(name, told):
    """All sections; the parts that the program tells come first, below their headings if they have some."""
    file = pathlib.Path(__file__).parent.parent / "Packaging" / f"{name}.man.json"
    lines = []
    for section in json.loads(file.read_text()) if file.exists() else SECTIONS:
        lines.append(".SH " + section["title"])
        lines += [".PP\n" + escape(section["text"])] if section.get("text") else []
        for part in told:
            if part["title"] == section["title"]:
                lines += [".SS " + escape(part["text"])] if part["text"] else []
                lines += entries(part)
        lines += entries(section)
    return lines


def escape(text):
    """Escapes text for roff: a dash stays a dash, and a line that starts with a dot is no request."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join("\\&" + line if line[:1] in (".", "'") else line for line in text.split("\n"))


def name_of(name):
    return ("-" if name["kind"] == "short" else "--") + name["name"]


def heading(argument):
    """How an option is typed: -h, --help or --query <text>."""
    value = " \\fI" + escape(argument.get("valueName", "value")) + "\\fR"
    if argument["kind"] == "positional":
        return value.strip()
    names = ", ".join("\\fB" + escape(name_of(name)) + "\\fR" for name in argument.get("names", []))
    return names + (value if argument["kind"] == "option" else "")


def identity(argument):
    """A key that is equal for the same option in several commands."""
    return json.dumps([argument.get("names"), argument.get("valueName"), argument.get("abstract")])


def abstract(argument):
    """What an option does, with its values if the text does not name them."""
    text = argument.get("abstract", "")
    values = argument.get("allValues", [])
    return text if all(value in text for value in values) else f"{text} One of {', '.join(values[:-1])} and {values[-1]}."


def options(command, known):
    lines = []
    for argument in command.get("arguments", []):
        key = identity(argument)
        if not argument.get("shouldDisplay", True) or key in known:
            continue
        known.add(key)
        text = abstract(argument)
        if argument.get("defaultValue"):
            text += f" (default: {argument['defaultValue']})"
        lines += [".TP", heading(argument), escape(text)]
    return lines


def shared(commands):
    """The options that all commands have, which are described once."""
    sets = [{identity(argument) for argument in command.get("arguments", [])} for command in commands]
    return set.intersection(*sets) if sets else set()


def synopsis(command, forms, commands):
    name = ".B " + escape(command["commandName"])
    if forms:
        return [line for form in forms for line in (name, escape(form), ".br")]
    positional = [a for a in command.get("arguments", []) if a["kind"] == "positional"]
    return [name] + (["[\\fIcommand\\fR]"] if commands else []) + ["[\\fIoptions\\fR]"] + [
        f"[{heading(a)}]" for a in positional if not commands]


def page(document, version, date):
    command = document["command"]
    name = command["commandName"]
    commands = [c for c in command.get("subcommands", []) if c["commandName"] != "help"]
    lines = [f'.TH {escape(name.upper())} 1 "{date}" "{escape(name)} {version}" "User Commands"', ".SH NAME",
             f"{escape(name)} \\- {escape(command.get('abstract', ''))}", ".SH SYNOPSIS"]
    lines += synopsis(command, document.get("synopsis"), commands)
    if command.get("discussion"):
        lines += [".SH DESCRIPTION", escape(command["discussion"])]
    common = shared(commands)
    known = set(common)
    if commands:
        lines.append(".SH COMMANDS")
    for sub in commands:
        default = " (without a command)" if sub["commandName"] == command.get("defaultSubcommand") else ""
        lines += [f".SS {escape(sub['commandName'])}{default}", escape(sub.get("abstract", ""))]
        if sub.get("discussion"):
            lines += [".PP", escape(sub["discussion"])]
        lines += options(sub, set(known))
    lines.append(".SH OPTIONS")
    first = {"arguments": [a for a in (commands[0] if commands else command).get("arguments", [])
                           if not commands or identity(a) in common]}
    lines += options(first, set())
    lines += sections(name, document.get("sections", []))
    return "\n".join(line for line in lines if line) + "\n"


if __name__ == "__main__":
    time = (datetime.datetime.fromtimestamp(int(sys.argv[2]), datetime.timezone.utc) if sys.argv[2:]
            else datetime.datetime.now())
    sys.stdout.write(page(json.load(sys.stdin), sys.argv[1], time.date()))
