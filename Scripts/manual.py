#!/usr/bin/env python3
"""Writes the man page of a program from what it says of itself with --experimental-dump-help.

  tui-demo --experimental-dump-help | Scripts/manual.py > tui-demo.1
"""
import json
import sys


# What only the man page says: for each program a section's title and its entries, (term, text) or a paragraph. None is
# for programs without sections of their own.
SECTIONS = {
    None: [
        ("EXIT STATUS", [
            ("0", "It ended as asked for."),
            ("2", "It could not start or write: one line on standard error says why."),
            ("128 + n", "Signal n ended it; 130 for ctrl-c from elsewhere, 143 for SIGTERM."),
        ]),
    ],
    "muster": [
        ("EXAMPLES", [
            ("muster ps aux", "Runs the command every two seconds and marks what changed."),
            ("muster -n 5 -- 'ps aux | head -20'", "One word with signs of the shell is run by sh -c."),
            ("kubectl get pods -w | muster -u", "A stream in which a repeated key updates its row."),
            ("top -b | muster", "A stream that prints its list anew: each time is a run, with marks and history; --runs says what begins one."),
            ("muster old.csv new.csv", "What changed from one file to the other, row by row."),
            ("git branch -v | muster -1", "A picker: type to filter, enter prints the line."),
            ("muster -x 'kill {PID}' ps aux", "x asks, then runs the command for the row, or the marked rows."),
            ("muster --tree PPID ps -ef", "Each row below the row whose key it names."),
            ("muster -p -o json -s -SIZE sales.csv", "Prints the rows as JSON Lines, the largest first."),
            ("muster -c id,http.status log.jsonl", "Members of objects are columns where they are named; o opens and closes them."),
            ("muster --explain report.txt", "Prints what was found: format, header, columns, key, lines in no row, and which option says otherwise."),
            ("muster --until gone=web-1 docker ps", "Waits until the row with this key is gone."),
            ("muster --until 'all status:=Running' --timeout 5m kubectl get pods", "Waits until every pod runs; ends with 124 after five minutes."),
        ]),
        ("RECIPES", [
            "Without arguments muster lists what it can show: the recipes of the user, then lists of programs on this machine; enter shows one. muster --save NAME ... saves the rest of the command line as a recipe, muster @NAME shows it.",
        ]),
        ("FILES", [
            ("$XDG_CONFIG_HOME/muster/recipes, ~/.config/muster/recipes", "The recipes: a name and a command line each."),
        ]),
        ("QUERIES", [
            "A query is words. A row matches if each word is in some cell; case does not count. The same in /, -q and a picker.",
            ("word", "rows with it in any cell; of several words, with all"),
            ("!word", "rows without it"),
            ("^word word$", "a cell begins, ends with it"),
            ("'!word", "the word as it is, signs and all"),
            ("column:word", "in this column only; also !column:word, column:^word"),
            ("column:>1.5G", "a greater value; also >= < <= = !=; sizes, numbers, percentages, dates and durations as the column writes them"),
            ("a|b", "either word; also column:a|b"),
            ("~regex", "a cell that the regular expression matches (POSIX extended)"),
            "The name of a column is typed without its blanks.",
        ]),
        ("KEYS", [
            ("/", "filter"),
            ("h l, left right", "choose a column; shift-left and shift-right scroll columns"),
            ("s r 0", "sort by the column (again: reverse; another column: sort by both), reverse, original order"),
            ("b t i", "group by the column, show a tree by it, use it as the key"),
            ("[ ] p", "back and forward in time, pause"),
            ("d D", "only rows that changed, numbers as differences"),
            ("enter x y tab", "details and history, run the command of -x, copy, mark"),
            ("- + f", "hide the column, show all, keep it in view"),
            ("{ }", "the other tables of the input"),
            ("o", "the members of the column's objects as columns, or not (JSON)"),
            ("R", "what was found in the input (format, columns, key, other lines) and which option says otherwise; R there: the input as it came"),
            ("esc", "takes back the last filter, d, group, time or pause; with nothing left it leaves, and asks first where the history of former runs would be lost"),
            ("q, ctrl-c", "quit"),
            "F1 shows all keys.",
        ]),
        ("EXIT STATUS", [
            ("0", "Done. Of two files that are printed: they are the same."),
            ("1", "No row matched, nothing was picked, or the two files that are printed differ."),
            ("2", "It could not start, read or write; printed JSON was not valid, or the input not what an option says. One line on standard error says why."),
            ("3", "The command failed whose output was printed."),
            ("124", "--timeout was over before the condition of --until was met."),
            ("64", "A wrong option."),
            ("128 + n", "Signal n ended it; 130 where it was cancelled."),
        ]),
        ("LIMITS", [
            "A file or a pipe is read until half of the memory of the machine or container is used; of a command's run, 256 MiB. The memory that the process uses is measured; a line counts 64 bytes more than it has. The status says so where input was truncated.",
            "History takes up to the size given with --history. Where it is full, the oldest runs go.",
        ]),
        ("ENVIRONMENT", [
            ("MUSTER_OPTS", "Options that always apply, parted as a shell would."),
            ("LISTKIT_MOTION", "full, reduced or none, unless --motion is given."),
            ("NO_COLOR, TERM, COLORTERM", "Which colours are used, unless --color is given."),
        ]),
    ],
}


def sections(all_sections):
    lines = []
    for title, entries in all_sections:
        lines.append(".SH " + title)
        for entry in entries:
            lines += [".PP", escape(entry)] if isinstance(entry, str) else [".TP", escape(entry[0]), escape(entry[1])]
    return lines


def escape(text):
    """Text of a person as roff: a dash stays a dash, and a line that begins with a point is no request."""
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
    """What makes an option the same in several commands."""
    return json.dumps([argument.get("names"), argument.get("valueName"), argument.get("abstract")])


def options(command, known):
    lines = []
    for argument in command.get("arguments", []):
        key = identity(argument)
        if not argument.get("shouldDisplay", True) or key in known:
            continue
        known.add(key)
        text = argument.get("abstract", "")
        if argument.get("defaultValue"):
            text += f" (default: {argument['defaultValue']})"
        lines += [".TP", heading(argument), escape(text)]
    return lines


def shared(commands):
    """The options that all commands have, as they are told once."""
    sets = [{identity(argument) for argument in command.get("arguments", [])} for command in commands]
    return set.intersection(*sets) if sets else set()


def page(command):
    name = command["commandName"]
    commands = [c for c in command.get("subcommands", []) if c["commandName"] != "help"]
    lines = [f'.TH {escape(name.upper())} 1 "" "" "{escape(name)}"', ".SH NAME",
             f"{escape(name)} \\- {escape(command.get('abstract', ''))}", ".SH SYNOPSIS",
             f".B {escape(name)}" + ("\n[\\fIcommand\\fR]" if commands else "") + "\n[\\fIoptions\\fR]"]
    if not commands:
        lines += [f"[{heading(a)}]" for a in command.get("arguments", []) if a["kind"] == "positional"]
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
    lines += sections(SECTIONS.get(name, SECTIONS[None]))
    return "\n".join(line for line in lines if line) + "\n"


if __name__ == "__main__":
    sys.stdout.write(page(json.load(sys.stdin)["command"]))
